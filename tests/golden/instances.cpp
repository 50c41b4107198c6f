// The kernels of `mod instances`, translated from Rust by sycl-hls.
// Source: tests/kernels/instances.rs
#include <cstdint>
#include <cmath>
#include <cstddef>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// Rust's `min`: a NaN counts as missing, and -0 is below +0.
static inline float min_f32(float a, float b) {
    if (a != a || b != b) return a != a ? b : a;
    if (a == b) return std::signbit(a) ? a : b;
    return a < b ? a : b;
}

// Rust's `max`: a NaN counts as missing, and -0 is below +0.
static inline float max_f32(float a, float b) {
    if (a != a || b != b) return a != a ? b : a;
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

struct Sample {
    int32_t value;
    int32_t weight;
};
static_assert(
    sizeof(Sample) == 8 &&
        offsetof(Sample, value) == 0 &&
        offsetof(Sample, weight) == 4,
    "Sample lies in memory as in Rust");

// 18: pub fn moving_sum<const N: usize>(x: &[i32], y: &mut [i32]) {
extern "C" void moving_sum_2(const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 20: let mut window = [0; N];
    int32_t window[2] = {};
#pragma HLS ARRAY_PARTITION variable=window complete dim=1
    // 22: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
#pragma HLS PIPELINE II=1
        // 23: window[i % N] = x[i];
        window[i % 2] = x[i];
        // 24: let mut sum = 0;
        int32_t sum = 0;
        // 25: for value in &window {
        for (int i_1 = 0; i_1 < 2; ++i_1) {
            // 26: sum += *value;
            sum += (uint32_t)window[i_1];
        }
        // 28: y[i] = sum;
        y[i] = sum;
    }
}

// 18: pub fn moving_sum<const N: usize>(x: &[i32], y: &mut [i32]) {
extern "C" void moving_sum_8(const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 20: let mut window = [0; N];
    int32_t window[8] = {};
#pragma HLS ARRAY_PARTITION variable=window complete dim=1
    // 22: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
#pragma HLS PIPELINE II=1
        // 23: window[i % N] = x[i];
        window[i % 8] = x[i];
        // 24: let mut sum = 0;
        int32_t sum = 0;
        // 25: for value in &window {
        for (int i_1 = 0; i_1 < 8; ++i_1) {
            // 26: sum += *value;
            sum += (uint32_t)window[i_1];
        }
        // 28: y[i] = sum;
        y[i] = sum;
    }
}

// 32: fn scaled<T: Number>(a: T, x: T, b: T) -> T {
static float scaled_f32(float a, float x, float b) {
    // 33: a * x + b
    return a * x + b;
}

// 38: pub fn affine<T: Number>(a: T, x: &[T], b: T, y: &mut [T]) {
extern "C" void affine_f32(float a, const float *x, uint64_t x_len, float b, float *y,
                           uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 39: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 40: y[i] = scaled(a, x[i], b);
        y[i] = scaled_f32(a, x[i], b);
    }
}

// 32: fn scaled<T: Number>(a: T, x: T, b: T) -> T {
static double scaled_f64(double a, double x, double b) {
    // 33: a * x + b
    return a * x + b;
}

// 38: pub fn affine<T: Number>(a: T, x: &[T], b: T, y: &mut [T]) {
extern "C" void affine_f64(double a, const double *x, uint64_t x_len, double b, double *y,
                           uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 39: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 40: y[i] = scaled(a, x[i], b);
        y[i] = scaled_f64(a, x[i], b);
    }
}

// 32: fn scaled<T: Number>(a: T, x: T, b: T) -> T {
static uint16_t scaled_u16(uint16_t a, uint16_t x, uint16_t b) {
    // 33: a * x + b
    return (uint32_t)a * x + b;
}

// 38: pub fn affine<T: Number>(a: T, x: &[T], b: T, y: &mut [T]) {
extern "C" void affine_u16(uint16_t a, const uint16_t *x, uint64_t x_len, uint16_t b, uint16_t *y,
                           uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 39: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 40: y[i] = scaled(a, x[i], b);
        y[i] = scaled_u16(a, x[i], b);
    }
}

// 46: pub fn first<T: Number, const N: usize, const LOW: i16, const LAST: bool>(
extern "C" void first_i64_2_m3_false(int64_t low, const int64_t (*rows)[2], uint64_t rows_len,
                                     const int16_t *limits, int64_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=rows offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=limits offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=low bundle=control
#pragma HLS INTERFACE s_axilite port=rows bundle=control
#pragma HLS INTERFACE s_axilite port=rows_len bundle=control
#pragma HLS INTERFACE s_axilite port=limits bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 52: for (i, row) in rows.iter().enumerate() {
    for (uint64_t i = 0; i < rows_len; ++i) {
        // 53: let mut found = if LAST { row[N - 1] } else { low };
        int64_t found = false ? rows[i][2ULL - 1] : low;
        // 54: for j in 0..N {
        for (int j = 0; j < 2; ++j) {
            // 55: let value = row[N - 1 - j];
            const int64_t value = rows[i][2ULL - 1 - j];
            // 56: if value >= low && limits[i % N] >= LOW {
            if (value >= low && limits[i % 2] >= -3) {
                // 57: found = value;
                found = value;
            }
        }
        // 60: y[i] = found;
        y[i] = found;
    }
}

// 46: pub fn first<T: Number, const N: usize, const LOW: i16, const LAST: bool>(
extern "C" void first_i8_3_5_true(int8_t low, const int8_t (*rows)[3], uint64_t rows_len,
                                  const int16_t *limits, int8_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=rows offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=limits offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=low bundle=control
#pragma HLS INTERFACE s_axilite port=rows bundle=control
#pragma HLS INTERFACE s_axilite port=rows_len bundle=control
#pragma HLS INTERFACE s_axilite port=limits bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 52: for (i, row) in rows.iter().enumerate() {
    for (uint64_t i = 0; i < rows_len; ++i) {
        // 53: let mut found = if LAST { row[N - 1] } else { low };
        int8_t found = true ? rows[i][3ULL - 1] : low;
        // 54: for j in 0..N {
        for (int j = 0; j < 3; ++j) {
            // 55: let value = row[N - 1 - j];
            const int8_t value = rows[i][3ULL - 1 - j];
            // 56: if value >= low && limits[i % N] >= LOW {
            if (value >= low && limits[i % 3] >= 5) {
                // 57: found = value;
                found = value;
            }
        }
        // 60: y[i] = found;
        y[i] = found;
    }
}

// 66: pub fn weighted<const N: usize, const SIGN: i32>(first: Sample, x: &[Sample], y: &mut [[i32;
//     N]]) {
extern "C" void weighted_1_1(Sample first, const Sample *x, uint64_t x_len, int32_t (*y)[1],
                             uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=first bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 67: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 68: for j in 0..N {
        for (int j = 0; j < 1; ++j) {
            // 69: let sample = x[i * N + j];
            const Sample sample = x[i + j];
            // 70: y[i][j] = first.value * first.weight + SIGN * sample.value * sample.weight;
            y[i][j] = (uint32_t)first.value * first.weight + (uint32_t)sample.value * sample.weight;
        }
    }
}

// 66: pub fn weighted<const N: usize, const SIGN: i32>(first: Sample, x: &[Sample], y: &mut [[i32;
//     N]]) {
extern "C" void weighted_3_m1(Sample first, const Sample *x, uint64_t x_len, int32_t (*y)[3],
                              uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=first bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 67: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 68: for j in 0..N {
        for (int j = 0; j < 3; ++j) {
            // 69: let sample = x[i * N + j];
            const Sample sample = x[i * 3 + j];
            // 70: y[i][j] = first.value * first.weight + SIGN * sample.value * sample.weight;
            y[i][j] = (uint32_t)first.value * first.weight +
                      (uint32_t)-1 * sample.value * sample.weight;
        }
    }
}

// 78: pub fn step<const D: usize, T: Integer>(item: Item<D>, step: T, y: &Global<T>) {
extern "C" void step_1_u32(uint64_t range0, uint32_t step, uint32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=range0 bundle=control
#pragma HLS INTERFACE s_axilite port=step bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 78: pub fn step<const D: usize, T: Integer>(item: Item<D>, step: T, y: &Global<T>) {
    for (uint64_t id0 = 0; id0 < range0; ++id0) {
#pragma HLS PIPELINE II=1
        // 80: let mut value = y.get(i);
        uint32_t value = y[id0];
        // 81: for _ in 0..D {
        for (int i = 0; i < 1; ++i) {
            // 82: value += step;
            value += step;
        }
        // 84: y.set(i, value);
        y[id0] = value;
    }
}

// 78: pub fn step<const D: usize, T: Integer>(item: Item<D>, step: T, y: &Global<T>) {
extern "C" void step_3_u8(uint64_t range0, uint64_t range1, uint64_t range2, uint8_t step,
                          uint8_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=range0 bundle=control
#pragma HLS INTERFACE s_axilite port=range1 bundle=control
#pragma HLS INTERFACE s_axilite port=range2 bundle=control
#pragma HLS INTERFACE s_axilite port=step bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 78: pub fn step<const D: usize, T: Integer>(item: Item<D>, step: T, y: &Global<T>) {
    for (uint64_t id0 = 0; id0 < range0; ++id0) {
        for (uint64_t id1 = 0; id1 < range1; ++id1) {
            for (uint64_t id2 = 0; id2 < range2; ++id2) {
#pragma HLS PIPELINE II=3
                // 79: let i = item.linear_id();
                const uint64_t i = (id0 * range1 + id1) * range2 + id2;
                // 80: let mut value = y.get(i);
                uint8_t value = y[i];
                // 81: for _ in 0..D {
                for (int i_1 = 0; i_1 < 3; ++i_1) {
                    // 82: value += step;
                    value += step;
                }
                // 84: y.set(i, value);
                y[i] = value;
            }
        }
    }
}

// 90: pub fn numbered<const N: usize>(item: NdItem<1>, y: &Global<u32>) {
extern "C" void numbered_2(uint64_t groups0, uint32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=groups0 bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 90: pub fn numbered<const N: usize>(item: NdItem<1>, y: &Global<u32>) {
    for (uint64_t group0 = 0; group0 < groups0; ++group0) {
        for (int item0 = 0; item0 < 2; ++item0) {
            // 91: y.set(item.global_id(0), (item.group_id(0) * N + item.local_id(0) + 1) as u32);
            y[group0 * 2 + item0] = (uint32_t)(group0 * 2 + item0 + 1);
        }
    }
}

// 90: pub fn numbered<const N: usize>(item: NdItem<1>, y: &Global<u32>) {
extern "C" void numbered_4(uint64_t groups0, uint32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=groups0 bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 90: pub fn numbered<const N: usize>(item: NdItem<1>, y: &Global<u32>) {
    for (uint64_t group0 = 0; group0 < groups0; ++group0) {
        for (int item0 = 0; item0 < 4; ++item0) {
            // 91: y.set(item.global_id(0), (item.group_id(0) * N + item.local_id(0) + 1) as u32);
            y[group0 * 4 + item0] = (uint32_t)(group0 * 4 + item0 + 1);
        }
    }
}

// 96: pub fn grouped(item: NdItem<2>, y: &Global<u32>) {
extern "C" void grouped(uint64_t groups0, uint64_t groups1, uint64_t local0, uint64_t local1,
                        uint32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=groups0 bundle=control
#pragma HLS INTERFACE s_axilite port=groups1 bundle=control
#pragma HLS INTERFACE s_axilite port=local0 bundle=control
#pragma HLS INTERFACE s_axilite port=local1 bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 96: pub fn grouped(item: NdItem<2>, y: &Global<u32>) {
    for (uint64_t group0 = 0; group0 < groups0; ++group0) {
        for (uint64_t group1 = 0; group1 < groups1; ++group1) {
            for (uint64_t item0 = 0; item0 < local0; ++item0) {
                for (uint64_t item1 = 0; item1 < local1; ++item1) {
                    // 97: y.set(item.global_linear_id(), item.group_linear_id() as u32);
                    y[(group0 * local0 + item0) * (groups1 * local1) + (group1 * local1 + item1)] =
                        (uint32_t)(group0 * groups1 + group1);
                }
            }
        }
    }
}

// 102: pub fn bounds<const N: usize>(x: &[f32], y: &mut [f32]) {
extern "C" void bounds_1(const float *x, uint64_t x_len, float *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 103: for i in 0..N {
    for (int i = 0; i < 1; ++i) {
        // 104: y[2 * i] = x[i].min(x[i + N]);
        y[2 * i] = min_f32(x[i], x[i + 1]);
        // 105: y[2 * i + 1] = x[i].max(x[i + N]);
        y[2 * i + 1] = max_f32(x[i], x[i + 1]);
    }
}

// 111: pub fn copy<'a>(x: &'a [u8], y: &mut [u8]) {
extern "C" void copy(const uint8_t *x, uint64_t x_len, uint8_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 112: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
        // 113: y[i] = x[i];
        y[i] = x[i];
    }
}
