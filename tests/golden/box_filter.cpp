// The kernels of `mod box_filter`, translated from Rust by sycl-hls.
// Source: examples/box-filter/src/kernels.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

// 56: fn load_i32(
static void load_i32(
    const int32_t *input_,
    uint64_t input_len,
    int32_t line[514],
    bool inside_,
    uint64_t y,
    uint64_t width,
    uint64_t start,
    uint64_t len) {
    (void)input_len;
    // 65: let row = y * width + start;
    const uint64_t row = y * width + start;
    // 66: line[0] = if inside && start > 0 { input[row - 1] } else { 0 };
    line[0] = inside_ && start > 0 ? input_[row - 1] : 0;
    // 67: line[len + 1] = if inside && start + len < width { input[row + len] } else { 0 };
    line[len + 1] = inside_ && start + len < width ? input_[row + len] : 0;
    // 69: for x in 0..len {
    for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
        // 70: line[x + 1] = if inside { input[row + x] } else { 0 };
        line[x + 1] = inside_ ? input_[row + x] : 0;
    }
}

// 17: pub fn box_filter_i32(
extern "C" void box_filter_i32(
    const int32_t *input_,
    int32_t *output_,
    uint64_t width,
    uint64_t height,
    uint64_t chunk) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=chunk bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 24: let mut above = [0; LINE];
    int32_t above[514] = {};
    // 25: let mut here = [0; LINE];
    int32_t here[514] = {};
    // 26: let mut below = [0; LINE];
    int32_t below[514] = {};
    // 27: let mut mean = [0; MAX_CHUNK];
    int32_t mean[512] = {};
    // 28: for y in 0..height {
    for (uint64_t y = 0; y < height; ++y) {
        // 29: for segment in 0..(width + chunk - 1) / chunk {
        for (uint64_t segment = 0; segment < (width + chunk - 1) / chunk; ++segment) {
            // 30: let start = segment * chunk;
            const uint64_t start = segment * chunk;
            // 31: let len = if width - start < chunk { width - start } else { chunk };
            const uint64_t len = width - start < chunk ? width - start : chunk;
            // 33: load_i32(input, &mut above, y > 0, if y > 0 { y - 1 } else { 0 }, width, start, len);
            load_i32(input_, width * height, above, y > 0, y > 0 ? y - 1 : 0, width, start, len);
            // 34: load_i32(input, &mut here, true, y, width, start, len);
            load_i32(input_, width * height, here, true, y, width, start, len);
            // 35: load_i32(input, &mut below, y + 1 < height, y + 1, width, start, len);
            load_i32(input_, width * height, below, y + 1 < height, y + 1, width, start, len);
            // 38: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 39: let top = above[x] + above[x + 1] + above[x + 2];
                const int32_t top = (int32_t)((uint32_t)above[x] + (uint32_t)above[x + 1] + (uint32_t)above[x + 2]);
                // 40: let center = here[x] + here[x + 1] + here[x + 2];
                const int32_t center = (int32_t)((uint32_t)here[x] + (uint32_t)here[x + 1] + (uint32_t)here[x + 2]);
                // 41: let bottom = below[x] + below[x + 1] + below[x + 2];
                const int32_t bottom = (int32_t)((uint32_t)below[x] + (uint32_t)below[x + 1] + (uint32_t)below[x + 2]);
                // 42: mean[x] = (top + center + bottom) / 9;
                mean[x] = (int32_t)((uint32_t)top + (uint32_t)center + (uint32_t)bottom) / 9;
            }
            // 45: let row = y * width + start;
            const uint64_t row = y * width + start;
            // 47: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 48: output[row + x] = mean[x];
                output_[row + x] = mean[x];
            }
        }
    }
}

// 114: fn load_f32(
static void load_f32(
    const float *input_,
    uint64_t input_len,
    float line[514],
    bool inside_,
    uint64_t y,
    uint64_t width,
    uint64_t start,
    uint64_t len) {
    (void)input_len;
    // 123: let row = y * width + start;
    const uint64_t row = y * width + start;
    // 124: line[0] = if inside && start > 0 { input[row - 1] } else { 0.0 };
    line[0] = inside_ && start > 0 ? input_[row - 1] : 0.0f;
    // 125: line[len + 1] = if inside && start + len < width { input[row + len] } else { 0.0 };
    line[len + 1] = inside_ && start + len < width ? input_[row + len] : 0.0f;
    // 127: for x in 0..len {
    for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
        // 128: line[x + 1] = if inside { input[row + x] } else { 0.0 };
        line[x + 1] = inside_ ? input_[row + x] : 0.0f;
    }
}

// 76: pub fn box_filter_f32(
extern "C" void box_filter_f32(
    const float *input_,
    float *output_,
    uint64_t width,
    uint64_t height,
    uint64_t chunk) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=chunk bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 83: let mut above = [0.0; LINE];
    float above[514] = {};
    // 84: let mut here = [0.0; LINE];
    float here[514] = {};
    // 85: let mut below = [0.0; LINE];
    float below[514] = {};
    // 86: let mut mean = [0.0; MAX_CHUNK];
    float mean[512] = {};
    // 87: for y in 0..height {
    for (uint64_t y = 0; y < height; ++y) {
        // 88: for segment in 0..(width + chunk - 1) / chunk {
        for (uint64_t segment = 0; segment < (width + chunk - 1) / chunk; ++segment) {
            // 89: let start = segment * chunk;
            const uint64_t start = segment * chunk;
            // 90: let len = if width - start < chunk { width - start } else { chunk };
            const uint64_t len = width - start < chunk ? width - start : chunk;
            // 92: load_f32(input, &mut above, y > 0, if y > 0 { y - 1 } else { 0 }, width, start, len);
            load_f32(input_, width * height, above, y > 0, y > 0 ? y - 1 : 0, width, start, len);
            // 93: load_f32(input, &mut here, true, y, width, start, len);
            load_f32(input_, width * height, here, true, y, width, start, len);
            // 94: load_f32(input, &mut below, y + 1 < height, y + 1, width, start, len);
            load_f32(input_, width * height, below, y + 1 < height, y + 1, width, start, len);
            // 97: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 98: let top = above[x] + above[x + 1] + above[x + 2];
                const float top = above[x] + above[x + 1] + above[x + 2];
                // 99: let center = here[x] + here[x + 1] + here[x + 2];
                const float center = here[x] + here[x + 1] + here[x + 2];
                // 100: let bottom = below[x] + below[x + 1] + below[x + 2];
                const float bottom = below[x] + below[x + 1] + below[x + 2];
                // 101: mean[x] = (top + center + bottom) / 9.0;
                mean[x] = (top + center + bottom) / 9.0f;
            }
            // 104: let row = y * width + start;
            const uint64_t row = y * width + start;
            // 106: for x in 0..len {
            for (uint64_t x = 0; x < len; ++x) {
#pragma HLS PIPELINE II=1
                // 107: output[row + x] = mean[x];
                output_[row + x] = mean[x];
            }
        }
    }
}
