// The kernels of `mod sorting`, translated from Rust by sycl-hls.
// Source: tests/kernels/suites/sorting.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static const int DIGITS = 16;

// 11: fn merge<T: Number, const N: usize>(
static void merge_i32_64(const int32_t from[64], int32_t to[64], uint64_t start, int middle,
                         int end) {
    // 18: let (mut left, mut right) = (start, middle);
    uint64_t left = start;
    uint64_t right = middle;
    // 20: for at in start..end {
    for (uint64_t at = start; at < (uint64_t)end; ++at) {
#pragma HLS PIPELINE
        // 21: let take_left = left < middle && (right >= end || from[left] <= from[right]);
        const bool take_left = left < (uint64_t)middle &&
                               (right >= (uint64_t)end || from[left] <= from[right]);
        // 22: to[at] = if take_left {
        int32_t t;
        if (take_left) {
            // 23: left += 1;
            left += 1;
            // 22: to[at] = if take_left {
            t = from[left - 1];
        } else {
            // 26: right += 1;
            right += 1;
            // 22: to[at] = if take_left {
            t = from[right - 1];
        }
        to[at] = t;
    }
}

// 32: fn merge_sort<T: Number, const N: usize>(values: &mut [T; N]) {
static void merge_sort_i32_64(int32_t values[64]) {
    // 33: let mut other = *values;
    int32_t other[64];
    for (int k = 0; k < 64; ++k) {
        other[k] = values[k];
    }
    // 34: let mut width = 1;
    uint64_t width = 1;
    // 35: while width < N {
    while (width < 64) {
        // 36: for start in (0..N).step_by(2) {
        for (int start = 0; start < 64; start += 2) {
            // 37: if start * width < N {
            if (start * width < 64) {
                // 38: let start = start * width;
                const uint64_t start_1 = start * width;
                // 39: merge(values, &mut other, start, (start + width).min(N), (start + 2 *
                //     width).min(N));
                merge_i32_64(values, other, start_1, min_u64(start_1 + width, 64),
                             min_u64(start_1 + 2 * width, 64));
            }
        }
        // 42: *values = other;
        for (int k = 0; k < 64; ++k) {
            values[k] = other[k];
        }
        // 43: width *= 2;
        width *= 2;
    }
}

// 11: fn merge<T: Number, const N: usize>(
static void merge_f32_21(const float from[21], float to[21], uint64_t start, int middle, int end) {
    // 18: let (mut left, mut right) = (start, middle);
    uint64_t left = start;
    uint64_t right = middle;
    // 20: for at in start..end {
    for (uint64_t at = start; at < (uint64_t)end; ++at) {
#pragma HLS PIPELINE
        // 21: let take_left = left < middle && (right >= end || from[left] <= from[right]);
        const bool take_left = left < (uint64_t)middle &&
                               (right >= (uint64_t)end || from[left] <= from[right]);
        // 22: to[at] = if take_left {
        float t;
        if (take_left) {
            // 23: left += 1;
            left += 1;
            // 22: to[at] = if take_left {
            t = from[left - 1];
        } else {
            // 26: right += 1;
            right += 1;
            // 22: to[at] = if take_left {
            t = from[right - 1];
        }
        to[at] = t;
    }
}

// 32: fn merge_sort<T: Number, const N: usize>(values: &mut [T; N]) {
static void merge_sort_f32_21(float values[21]) {
    // 33: let mut other = *values;
    float other[21];
    for (int k = 0; k < 21; ++k) {
        other[k] = values[k];
    }
    // 34: let mut width = 1;
    uint64_t width = 1;
    // 35: while width < N {
    while (width < 21) {
        // 36: for start in (0..N).step_by(2) {
        for (int start = 0; start < 21; start += 2) {
            // 37: if start * width < N {
            if (start * width < 21) {
                // 38: let start = start * width;
                const uint64_t start_1 = start * width;
                // 39: merge(values, &mut other, start, (start + width).min(N), (start + 2 *
                //     width).min(N));
                merge_f32_21(values, other, start_1, min_u64(start_1 + width, 21),
                             min_u64(start_1 + 2 * width, 21));
            }
        }
        // 42: *values = other;
        for (int k = 0; k < 21; ++k) {
            values[k] = other[k];
        }
        // 43: width *= 2;
        width *= 2;
    }
}

// 49: pub fn sort_merge(#[len(SIZE)] integers: &mut [i32], #[len(21)] floats: &mut [f32]) {
extern "C" void sort_merge(int32_t *integers, float *floats) {
#pragma HLS INTERFACE m_axi port=integers offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=floats offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=integers bundle=control
#pragma HLS INTERFACE s_axilite port=floats bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 50: let mut local = [0; SIZE];
    int32_t local[64];
    // 51: local.copy_from_slice(integers);
    for (int i = 0; i < 64; ++i) {
        local[i] = integers[i];
    }
    // 52: merge_sort(&mut local);
    merge_sort_i32_64(local);
    // 53: integers.copy_from_slice(&local);
    for (int i = 0; i < 64; ++i) {
        integers[i] = local[i];
    }
    // 54: let mut few = [0.0_f32; 21];
    float few[21];
    // 55: few.copy_from_slice(floats);
    for (int i = 0; i < 21; ++i) {
        few[i] = floats[i];
    }
    // 56: merge_sort(&mut few);
    merge_sort_f32_21(few);
    // 57: floats.copy_from_slice(&few);
    for (int i = 0; i < 21; ++i) {
        floats[i] = few[i];
    }
}

// 63: fn digit(value: u32, shift: u32) -> usize {
static int digit(uint32_t value, uint32_t shift) {
    // 64: (value >> shift) as usize % DIGITS
    return (value >> shift) % DIGITS;
}

// 68: fn starts(values: &[u32; SIZE], shift: u32) -> [usize; DIGITS] {
static void starts(const uint32_t values[64], uint32_t shift, uint64_t result[16]) {
    // 69: let mut counts = [0; DIGITS];
    uint64_t counts[16] = {};
    // 70: for value in values {
    for (int i = 0; i < 64; ++i) {
        // 71: counts[digit(*value, shift)] += 1;
        const int t = digit(values[i], shift);
        counts[t] += 1;
    }
    // 73: let mut sum = 0;
    uint64_t sum = 0;
    // 74: for count in &mut counts {
    for (int i = 0; i < 16; ++i) {
        // 75: let before = sum;
        const uint64_t before = sum;
        // 76: sum += *count;
        sum += counts[i];
        // 77: *count = before;
        counts[i] = before;
    }
    // 79: counts
    for (int k = 0; k < 16; ++k) {
        result[k] = counts[k];
    }
}

// 84: pub fn sort_radix(#[len(SIZE)] data: &mut [u32]) {
extern "C" void sort_radix(uint32_t *data) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 85: let mut values = [0; SIZE];
    uint32_t values[64];
    // 86: let mut sorted = [0; SIZE];
    uint32_t sorted[64] = {};
    // 87: values.copy_from_slice(data);
    for (int i = 0; i < 64; ++i) {
        values[i] = data[i];
    }
    // 88: for shift in (0..u32::BITS).step_by(DIGIT_BITS as usize) {
    for (uint32_t shift = 0; shift < 32; shift += 4) {
        // 89: let mut next = starts(&values, shift);
        uint64_t next[16];
        starts(values, shift, next);
        // 90: for value in &values {
        for (int i = 0; i < 64; ++i) {
            // 91: let at = &mut next[digit(*value, shift)];
            const int t = digit(values[i], shift);
            // 92: sorted[*at] = *value;
            sorted[next[t]] = values[i];
            // 93: *at += 1;
            next[t] += 1;
        }
        // 95: values = sorted;
        for (int k = 0; k < 64; ++k) {
            values[k] = sorted[k];
        }
    }
    // 97: data.copy_from_slice(&values);
    for (int i = 0; i < 64; ++i) {
        data[i] = values[i];
    }
}
