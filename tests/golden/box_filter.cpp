// The kernels of `mod box_filter`, translated from Rust by sycl-hls.
// Source: examples/box-filter/src/kernels.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// 60: fn load_i32(
static void load_i32(const int32_t *input, int32_t line[514], bool inside, uint64_t y,
                     uint64_t width, uint64_t start, uint64_t len) {
    // 69: let row = y * width + start;
    const uint64_t row = y * width + start;
    // 70: line[0] = if inside && start > 0 { input[row - 1] } else { 0 };
    line[0] = inside && start > 0 ? input[row - 1] : 0;
    // 71: line[len + 1] = if inside && start + len < width { input[row + len] } else { 0 };
    line[len + 1] = inside && start + len < width ? input[row + len] : 0;
    // 73: if inside {
    if (inside) {
        // 75: for x in 0..len {
        for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
            // 76: line[x + 1] = input[row + x];
            line[x + 1] = input[row + x];
        }
    } else {
        // 80: for x in 0..len {
        for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
            // 81: line[x + 1] = 0;
            line[x + 1] = 0;
        }
    }
}

// 17: pub fn box_filter_i32(
extern "C" void box_filter_i32(const int32_t *input_, int32_t *output_, uint64_t width,
                               uint64_t height, uint64_t chunk) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=chunk bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 26: let mut above = [0; LINE];
    int32_t above[514] = {};
#pragma HLS ARRAY_PARTITION variable=above cyclic factor=2 dim=1
    // 28: let mut here = [0; LINE];
    int32_t here[514] = {};
#pragma HLS ARRAY_PARTITION variable=here cyclic factor=2 dim=1
    // 30: let mut below = [0; LINE];
    int32_t below[514] = {};
#pragma HLS ARRAY_PARTITION variable=below cyclic factor=2 dim=1
    // 31: let mut mean = [0; MAX_CHUNK];
    int32_t mean[512] = {};
    // 32: for y in 0..height {
    for (uint64_t y = 0; y < height; ++y) {
        // 33: for segment in 0..(width + chunk - 1) / chunk {
        for (uint64_t segment = 0; segment < (width + chunk - 1) / chunk; ++segment) {
            // 34: let start = segment * chunk;
            const uint64_t start = segment * chunk;
            // 35: let len = if width - start < chunk { width - start } else { chunk };
            const uint64_t len = width - start < chunk ? width - start : chunk;
            // 37: load_i32(input, &mut above, y > 0, if y > 0 { y - 1 } else { 0 }, width, start,
            //     len);
            load_i32(input_, above, y > 0, y > 0 ? y - 1 : 0, width, start, len);
            // 38: load_i32(input, &mut here, true, y, width, start, len);
            load_i32(input_, here, true, y, width, start, len);
            // 39: load_i32(input, &mut below, y + 1 < height, y + 1, width, start, len);
            load_i32(input_, below, y + 1 < height, y + 1, width, start, len);
            // 42: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 43: let top = above[x] + above[x + 1] + above[x + 2];
                const int32_t top = (uint32_t)above[x] + above[x + 1] + above[x + 2];
                // 44: let center = here[x] + here[x + 1] + here[x + 2];
                const int32_t center = (uint32_t)here[x] + here[x + 1] + here[x + 2];
                // 45: let bottom = below[x] + below[x + 1] + below[x + 2];
                const int32_t bottom = (uint32_t)below[x] + below[x + 1] + below[x + 2];
                // 46: mean[x] = (top + center + bottom) / 9;
                mean[x] = (int32_t)((uint32_t)top + center + bottom) / 9;
            }
            // 49: let row = y * width + start;
            const uint64_t row = y * width + start;
            // 51: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 52: output[row + x] = mean[x];
                output_[row + x] = mean[x];
            }
        }
    }
}

// 130: fn load_f32(
static void load_f32(const float *input, float line[514], bool inside, uint64_t y, uint64_t width,
                     uint64_t start, uint64_t len) {
    // 139: let row = y * width + start;
    const uint64_t row = y * width + start;
    // 140: line[0] = if inside && start > 0 { input[row - 1] } else { 0.0 };
    line[0] = inside && start > 0 ? input[row - 1] : 0.0f;
    // 141: line[len + 1] = if inside && start + len < width { input[row + len] } else { 0.0 };
    line[len + 1] = inside && start + len < width ? input[row + len] : 0.0f;
    // 143: if inside {
    if (inside) {
        // 145: for x in 0..len {
        for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
            // 146: line[x + 1] = input[row + x];
            line[x + 1] = input[row + x];
        }
    } else {
        // 150: for x in 0..len {
        for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
            // 151: line[x + 1] = 0.0;
            line[x + 1] = 0.0f;
        }
    }
}

// 88: pub fn box_filter_f32(
extern "C" void box_filter_f32(const float *input_, float *output_, uint64_t width, uint64_t height,
                               uint64_t chunk) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=chunk bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 97: let mut above = [0.0; LINE];
    float above[514] = {};
#pragma HLS ARRAY_PARTITION variable=above cyclic factor=2 dim=1
    // 99: let mut here = [0.0; LINE];
    float here[514] = {};
#pragma HLS ARRAY_PARTITION variable=here cyclic factor=2 dim=1
    // 101: let mut below = [0.0; LINE];
    float below[514] = {};
#pragma HLS ARRAY_PARTITION variable=below cyclic factor=2 dim=1
    // 102: let mut mean = [0.0; MAX_CHUNK];
    float mean[512] = {};
    // 103: for y in 0..height {
    for (uint64_t y = 0; y < height; ++y) {
        // 104: for segment in 0..(width + chunk - 1) / chunk {
        for (uint64_t segment = 0; segment < (width + chunk - 1) / chunk; ++segment) {
            // 105: let start = segment * chunk;
            const uint64_t start = segment * chunk;
            // 106: let len = if width - start < chunk { width - start } else { chunk };
            const uint64_t len = width - start < chunk ? width - start : chunk;
            // 108: load_f32(input, &mut above, y > 0, if y > 0 { y - 1 } else { 0 }, width, start,
            //     len);
            load_f32(input_, above, y > 0, y > 0 ? y - 1 : 0, width, start, len);
            // 109: load_f32(input, &mut here, true, y, width, start, len);
            load_f32(input_, here, true, y, width, start, len);
            // 110: load_f32(input, &mut below, y + 1 < height, y + 1, width, start, len);
            load_f32(input_, below, y + 1 < height, y + 1, width, start, len);
            // 113: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 114: let top = above[x] + above[x + 1] + above[x + 2];
                const float top = above[x] + above[x + 1] + above[x + 2];
                // 115: let center = here[x] + here[x + 1] + here[x + 2];
                const float center = here[x] + here[x + 1] + here[x + 2];
                // 116: let bottom = below[x] + below[x + 1] + below[x + 2];
                const float bottom = below[x] + below[x + 1] + below[x + 2];
                // 117: mean[x] = (top + center + bottom) / 9.0;
                mean[x] = (top + center + bottom) / 9.0f;
            }
            // 120: let row = y * width + start;
            const uint64_t row = y * width + start;
            // 122: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 123: output[row + x] = mean[x];
                output_[row + x] = mean[x];
            }
        }
    }
}
