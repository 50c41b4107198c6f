// The kernels of `mod arithmetic`, translated from Rust by sycl-hls.
// Source: tests/kernels/arithmetic.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline uint8_t f32_as_u8(float x) {
    return !(x > 0.0f) ? 0 : x >= 256.0f ? 255 : (uint8_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline uint64_t f32_as_u64(float x) {
    return !(x > 0.0f) ? 0 : x >= 18446744073709551616.0f ? 18446744073709551615ULL : (uint64_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline int32_t f32_as_i32(float x) {
    return x != x ? 0 : x <= -2147483648.0f ? (-2147483647 - 1) : x >= 2147483648.0f ? 2147483647
               : (int32_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline uint8_t f64_as_u8(double x) {
    return !(x > 0.0) ? 0 : x >= 256.0 ? 255 : (uint8_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline uint32_t f64_as_u32(double x) {
    return !(x > 0.0) ? 0 : x >= 4294967296.0 ? 4294967295U : (uint32_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline uint64_t f64_as_u64(double x) {
    return !(x > 0.0) ? 0 : x >= 18446744073709551616.0 ? 18446744073709551615ULL : (uint64_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline int32_t f64_as_i32(double x) {
    return x != x ? 0 : x <= -2147483648.0 ? (-2147483647 - 1) : x >= 2147483648.0 ? 2147483647
               : (int32_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline int64_t f64_as_i64(double x) {
    return x != x ? 0 : x <= -9223372036854775808.0 ? (-9223372036854775807LL - 1)
               : x >= 9223372036854775808.0 ? 9223372036854775807LL : (int64_t)x;
}

// 8: pub fn ints_i32(a: &[i32], b: &[i32], #[len(4096)] out: &mut [i32]) {
extern "C" void ints_i32(const int32_t *a, uint64_t a_len, const int32_t *b, uint64_t b_len,
                         int32_t *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 9: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 10: let x = a[i];
        const int32_t x = a[i];
        // 11: let y = b[i];
        const int32_t y = b[i];
        // 12: let base = i * 16;
        const uint64_t base = i * 16;
        // 13: out[base] = x.wrapping_add(y);
        out_[base] = (uint32_t)x + y;
        // 14: out[base + 1] = x.wrapping_sub(y);
        out_[base + 1] = (uint32_t)x - y;
        // 15: out[base + 2] = x.wrapping_mul(y);
        out_[base + 2] = (uint32_t)x * y;
        // 16: out[base + 3] = if y != 0 { x.wrapping_div(y) } else { 0 };
        out_[base + 3] = y != 0 ? (y == -1 ? (int32_t)(0U - x) : (int32_t)(x / y)) : 0;
        // 17: out[base + 4] = if y != 0 { x.wrapping_rem(y) } else { 0 };
        out_[base + 4] = y != 0 ? (y == -1 ? 0 : x % y) : 0;
        // 18: out[base + 5] = x.wrapping_neg();
        out_[base + 5] = 0U - x;
        // 19: out[base + 6] = x & y;
        out_[base + 6] = x & y;
        // 20: out[base + 7] = x | y;
        out_[base + 7] = x | y;
        // 21: out[base + 8] = x ^ y;
        out_[base + 8] = x ^ y;
        // 22: out[base + 9] = !x;
        out_[base + 9] = ~x;
        // 23: out[base + 10] = x << (y & 31);
        out_[base + 10] = (uint32_t)x << (y & 31);
        // 24: out[base + 11] = x >> (y & 31);
        out_[base + 11] = x >> (y & 31);
        // 25: out[base + 12] = x.wrapping_shl(y as u32);
        out_[base + 12] = (uint32_t)x << (y & 31);
        // 26: out[base + 13] = x.wrapping_shr(y as u32);
        out_[base + 13] = x >> (y & 31);
        // 27: out[base + 14] = (x < y) as i32 + (x <= y) as i32 * 2 + (x == y) as i32 * 4 + (x !=
        //     y) as i32 * 8;
        out_[base + 14] = (int32_t)(x < y) + (int32_t)(x <= y) * 2 + (int32_t)(x == y) * 4 +
                          (int32_t)(x != y) * 8;
        // 28: out[base + 15] = (x / 9).wrapping_add(x % 7).wrapping_sub(-(x / 2));
        out_[base + 15] = x / 9 + x % 7 - -(x / 2);
    }
}

// 34: pub fn ints_u64(a: &[u64], b: &[u64], #[len(4096)] out: &mut [u64]) {
extern "C" void ints_u64(const uint64_t *a, uint64_t a_len, const uint64_t *b, uint64_t b_len,
                         uint64_t *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 35: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 36: let x = a[i];
        const uint64_t x = a[i];
        // 37: let y = b[i];
        const uint64_t y = b[i];
        // 38: let base = i * 16;
        const uint64_t base = i * 16;
        // 39: out[base] = x.wrapping_add(y);
        out_[base] = x + y;
        // 40: out[base + 1] = x.wrapping_sub(y);
        out_[base + 1] = x - y;
        // 41: out[base + 2] = x.wrapping_mul(y);
        out_[base + 2] = x * y;
        // 42: out[base + 3] = if y > 0 { x / y } else { 0 };
        out_[base + 3] = y > 0 ? x / y : 0;
        // 43: out[base + 4] = if y > 0 { x % y } else { 0 };
        out_[base + 4] = y > 0 ? x % y : 0;
        // 44: out[base + 5] = x.wrapping_neg();
        out_[base + 5] = 0 - x;
        // 45: out[base + 6] = x & y;
        out_[base + 6] = x & y;
        // 46: out[base + 7] = x | y;
        out_[base + 7] = x | y;
        // 47: out[base + 8] = x ^ y;
        out_[base + 8] = x ^ y;
        // 48: out[base + 9] = !x;
        out_[base + 9] = ~x;
        // 49: out[base + 10] = x << (y & 63);
        out_[base + 10] = x << (y & 63);
        // 50: out[base + 11] = x >> (y & 63);
        out_[base + 11] = x >> (y & 63);
        // 51: out[base + 12] = x.wrapping_shl(y as u32);
        out_[base + 12] = x << ((uint32_t)y & 63);
        // 52: out[base + 13] = x.wrapping_shr(y as u32);
        out_[base + 13] = x >> ((uint32_t)y & 63);
        // 53: out[base + 14] = (x < y) as u64 | ((x >= y) as u64) << 1 | ((x > y) as u64) << 2;
        out_[base + 14] = (uint64_t)(x < y) | ((uint64_t)(x >= y) << 1) | ((uint64_t)(x > y) << 2);
        // 54: out[base + 15] = x / 10 + x % 10;
        out_[base + 15] = x / 10 + x % 10;
    }
}

// 60: pub fn ints_u8(a: &[u8], b: &[u8], #[len(4096)] out: &mut [u8]) {
extern "C" void ints_u8(const uint8_t *a, uint64_t a_len, const uint8_t *b, uint64_t b_len,
                        uint8_t *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 61: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 62: let x = a[i];
        const uint8_t x = a[i];
        // 63: let y = b[i];
        const uint8_t y = b[i];
        // 64: let base = i * 16;
        const uint64_t base = i * 16;
        // 65: out[base] = x.wrapping_add(y);
        out_[base] = x + y;
        // 66: out[base + 1] = x.wrapping_sub(y);
        out_[base + 1] = x - y;
        // 67: out[base + 2] = x.wrapping_mul(y);
        out_[base + 2] = x * y;
        // 68: out[base + 3] = if y > 0 { x / y } else { 0 };
        out_[base + 3] = y > 0 ? x / y : 0;
        // 69: out[base + 4] = if y > 0 { x % y } else { 0 };
        out_[base + 4] = y > 0 ? x % y : 0;
        // 70: out[base + 5] = x.wrapping_neg();
        out_[base + 5] = 0 - x;
        // 71: out[base + 6] = x & y;
        out_[base + 6] = x & y;
        // 72: out[base + 7] = x | y;
        out_[base + 7] = x | y;
        // 73: out[base + 8] = x ^ y;
        out_[base + 8] = x ^ y;
        // 74: out[base + 9] = !x;
        out_[base + 9] = ~x;
        // 75: out[base + 10] = x << (y & 7);
        out_[base + 10] = x << (y & 7);
        // 76: out[base + 11] = x >> (y & 7);
        out_[base + 11] = x >> (y & 7);
        // 77: out[base + 12] = x.wrapping_shl(y as u32);
        out_[base + 12] = x << (y & 7);
        // 78: out[base + 13] = x.wrapping_shr(y as u32);
        out_[base + 13] = x >> (y & 7);
        // 79: out[base + 14] = (x < y) as u8 | ((x == y) as u8) << 1;
        out_[base + 14] = (uint8_t)(x < y) | ((uint8_t)(x == y) << 1);
        // 80: out[base + 15] = x.wrapping_mul(x).wrapping_add(y) / 3;
        out_[base + 15] = (uint8_t)(x * x + y) / 3;
    }
}

// 86: pub fn ints_mixed(a: &[i64], b: &[u32], #[len(2048)] wide: &mut [i64], #[len(2048)] narrow:
//     &mut [u32]) {
extern "C" void ints_mixed(const int64_t *a, uint64_t a_len, const uint32_t *b, uint64_t b_len,
                           int64_t *wide, uint32_t *narrow) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=wide offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=narrow offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=wide bundle=control
#pragma HLS INTERFACE s_axilite port=narrow bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 87: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 88: let x = a[i];
        const int64_t x = a[i];
        // 89: let y = b[i];
        const uint32_t y = b[i];
        // 90: let base = i * 8;
        const uint64_t base = i * 8;
        // 91: wide[base] = x.wrapping_mul(y as i64);
        wide[base] = (uint64_t)x * y;
        // 92: wide[base + 1] = x.wrapping_add(i64::MAX);
        wide[base + 1] = x + 9223372036854775807ULL;
        // 93: wide[base + 2] = x >> (y % 64);
        wide[base + 2] = x >> (y % 64);
        // 94: wide[base + 3] = x << (y % 64);
        wide[base + 3] = (uint64_t)x << (y % 64);
        // 95: wide[base + 4] = x / (y as i64 + 1);
        wide[base + 4] = x / (y + 1LL);
        // 96: wide[base + 5] = x % (y as i64 + 1);
        wide[base + 5] = x % (y + 1LL);
        // 97: wide[base + 6] = -(x / 2);
        wide[base + 6] = -(x / 2);
        // 98: wide[base + 7] = x ^ !(y as i64);
        wide[base + 7] = x ^ ~((int64_t)y);
        // 99: narrow[base] = y.wrapping_mul(y);
        narrow[base] = y * y;
        // 100: narrow[base + 1] = y.wrapping_sub(x as u32);
        narrow[base + 1] = y - (uint32_t)x;
        // 101: narrow[base + 2] = y >> (x & 31);
        narrow[base + 2] = y >> (x & 31);
        // 102: narrow[base + 3] = y << (x & 31);
        narrow[base + 3] = y << (x & 31);
        // 103: narrow[base + 4] = y / 3 * 2;
        narrow[base + 4] = (y / 3) * 2;
        // 104: narrow[base + 5] = y % 1000 + y / 1000;
        narrow[base + 5] = y % 1000 + y / 1000;
        // 105: narrow[base + 6] = !y & x as u32;
        narrow[base + 6] = ~y & (uint32_t)x;
        // 106: narrow[base + 7] = y.wrapping_neg();
        narrow[base + 7] = 0 - y;
    }
}

// 112: pub fn int_casts(values: &[i64], #[len(2048)] out: &mut [i64]) {
extern "C" void int_casts(const int64_t *values, uint64_t values_len, int64_t *out_) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 113: for i in 0..values.len() {
    for (uint64_t i = 0; i < values_len; ++i) {
        // 114: let x = values[i];
        const int64_t x = values[i];
        // 115: let base = i * 8;
        const uint64_t base = i * 8;
        // 116: out[base] = x as u8 as i64;
        out_[base] = (uint8_t)x;
        // 117: out[base + 1] = x as i32 as i64;
        out_[base + 1] = (int32_t)x;
        // 118: out[base + 2] = x as u32 as i64;
        out_[base + 2] = (uint32_t)x;
        // 119: out[base + 3] = x as u64 as i64;
        out_[base + 3] = x;
        // 120: out[base + 4] = x as usize as i64;
        out_[base + 4] = x;
        // 121: out[base + 5] = (x as u8 as i32 - 300) as u8 as i64;
        out_[base + 5] = (uint8_t)((uint8_t)x - 300);
        // 122: out[base + 6] = (x > 0) as u8 as i64;
        out_[base + 6] = (uint8_t)(x > 0);
        // 123: out[base + 7] = x as i32 as u64 as i64;
        out_[base + 7] = (int32_t)x;
    }
}

// 129: pub fn float_casts(values: &[f64], #[len(2048)] ints: &mut [i64], #[len(1024)] floats: &mut
//     [f64]) {
extern "C" void float_casts(const double *values, uint64_t values_len, int64_t *ints,
                            double *floats) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=ints offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=floats offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=ints bundle=control
#pragma HLS INTERFACE s_axilite port=floats bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 130: for i in 0..values.len() {
    for (uint64_t i = 0; i < values_len; ++i) {
        // 131: let x = values[i];
        const double x = values[i];
        // 132: let base = i * 8;
        const uint64_t base = i * 8;
        // 133: ints[base] = x as i32 as i64;
        ints[base] = f64_as_i32(x);
        // 134: ints[base + 1] = x as u32 as i64;
        ints[base + 1] = f64_as_u32(x);
        // 135: ints[base + 2] = x as i64;
        ints[base + 2] = f64_as_i64(x);
        // 136: ints[base + 3] = x as u64 as i64;
        ints[base + 3] = f64_as_u64(x);
        // 137: ints[base + 4] = x as u8 as i64;
        ints[base + 4] = f64_as_u8(x);
        // 138: ints[base + 5] = x as f32 as i32 as i64;
        ints[base + 5] = f32_as_i32((float)x);
        // 139: ints[base + 6] = x as f32 as u64 as i64;
        ints[base + 6] = f32_as_u64((float)x);
        // 140: ints[base + 7] = x as f32 as u8 as i64;
        ints[base + 7] = f32_as_u8((float)x);
        // 141: floats[i * 4] = x as f32 as f64;
        floats[i * 4] = (double)(float)x;
        // 142: floats[i * 4 + 1] = x as i64 as f64;
        floats[i * 4 + 1] = (double)f64_as_i64(x);
        // 143: floats[i * 4 + 2] = x as u64 as f32 as f64;
        floats[i * 4 + 2] = (double)(float)f64_as_u64(x);
        // 144: floats[i * 4 + 3] = x as i32 as f32 as f64;
        floats[i * 4 + 3] = (double)(float)f64_as_i32(x);
    }
}

// 150: pub fn floats_f32(a: &[f32], b: &[f32], #[len(2048)] out: &mut [f32]) {
extern "C" void floats_f32(const float *a, uint64_t a_len, const float *b, uint64_t b_len,
                           float *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 151: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 152: let x = a[i];
        const float x = a[i];
        // 153: let y = b[i];
        const float y = b[i];
        // 154: let base = i * 8;
        const uint64_t base = i * 8;
        // 155: out[base] = x + y;
        out_[base] = x + y;
        // 156: out[base + 1] = x - y;
        out_[base + 1] = x - y;
        // 157: out[base + 2] = x * y;
        out_[base + 2] = x * y;
        // 158: out[base + 3] = x / y;
        out_[base + 3] = x / y;
        // 159: out[base + 4] = -x;
        out_[base + 4] = -x;
        // 160: out[base + 5] = x * y + x;
        out_[base + 5] = x * y + x;
        // 161: out[base + 6] = (x < y) as u8 as f32 + (x >= y) as u8 as f32 * 2.0;
        out_[base + 6] = (float)(uint8_t)(x < y) + (float)(uint8_t)(x >= y) * 2.0f;
        // 162: out[base + 7] = (x == y) as u8 as f32 + (x != y) as u8 as f32 * 2.0;
        out_[base + 7] = (float)(uint8_t)(x == y) + (float)(uint8_t)(x != y) * 2.0f;
    }
}

// 168: pub fn floats_f64(a: &[f64], b: &[f64], #[len(2048)] out: &mut [f64]) {
extern "C" void floats_f64(const double *a, uint64_t a_len, const double *b, uint64_t b_len,
                           double *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 169: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 170: let x = a[i];
        const double x = a[i];
        // 171: let y = b[i];
        const double y = b[i];
        // 172: let base = i * 8;
        const uint64_t base = i * 8;
        // 173: out[base] = x + y * 0.1;
        out_[base] = x + y * 0.1;
        // 174: out[base + 1] = x - 3.141592653589793;
        out_[base + 1] = x - 3.141592653589793;
        // 175: out[base + 2] = x * y - x / y;
        out_[base + 2] = x * y - x / y;
        // 176: out[base + 3] = if x <= y { f64::MAX } else { f64::MIN_POSITIVE };
        out_[base + 3] = x <= y ? 1.7976931348623157e308 : 2.2250738585072014e-308;
        // 177: out[base + 4] = -(x + 1e-300);
        out_[base + 4] = -(x + 1e-300);
        // 178: out[base + 5] = x * y + x;
        out_[base + 5] = x * y + x;
        // 179: out[base + 6] = (x as f32 * 0.1) as f64;
        out_[base + 6] = (double)((float)x * 0.1f);
        // 180: out[base + 7] = if x > y { f64::EPSILON } else { -0.0 };
        out_[base + 7] = x > y ? 2.220446049250313e-16 : -0.0;
    }
}

// 186: pub fn bools(a: &[u8], #[len(256)] out: &mut [u8]) {
extern "C" void bools(const uint8_t *a, uint64_t a_len, uint8_t *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 187: for i in 0..a.len() {
    for (uint64_t i = 0; i < a_len; ++i) {
        // 188: let p = a[i] & 1 == 1;
        const bool p = (a[i] & 1) == 1;
        // 189: let q = a[i] & 2 == 2;
        const bool q = (a[i] & 2) == 2;
        // 190: let base = i * 16;
        const uint64_t base = i * 16;
        // 191: out[base] = (p && q) as u8;
        out_[base] = (uint8_t)(p && q);
        // 192: out[base + 1] = (p || q) as u8;
        out_[base + 1] = (uint8_t)(p || q);
        // 193: out[base + 2] = (p & q) as u8;
        out_[base + 2] = (uint8_t)(p & q);
        // 194: out[base + 3] = (p | q) as u8;
        out_[base + 3] = (uint8_t)(p | q);
        // 195: out[base + 4] = (p ^ q) as u8;
        out_[base + 4] = (uint8_t)(p ^ q);
        // 196: out[base + 5] = !p as u8;
        out_[base + 5] = (uint8_t)!p;
        // 197: out[base + 6] = (p < q) as u8;
        out_[base + 6] = (uint8_t)(!p && q);
        // 198: out[base + 7] = (p <= q) as u8;
        out_[base + 7] = (uint8_t)(!p || q);
        // 199: out[base + 8] = (p > q) as u8;
        out_[base + 8] = (uint8_t)(!q && p);
        // 200: out[base + 9] = (p >= q) as u8;
        out_[base + 9] = (uint8_t)(!q || p);
        // 201: out[base + 10] = (p == q) as u8;
        out_[base + 10] = (uint8_t)(p == q);
        // 202: out[base + 11] = (p != q) as u8;
        out_[base + 11] = (uint8_t)(p != q);
        // 203: out[base + 12] = (p && (q || !p)) as u8;
        out_[base + 12] = (uint8_t)(p && (q || !p));
        // 204: out[base + 13] = ((p & !q) | (q & !p)) as u8;
        out_[base + 13] = (uint8_t)((p & !q) | (q & !p));
        // 205: out[base + 14] = (!(p || q) && true) as u8;
        out_[base + 14] = (uint8_t)!(p || q);
        // 206: out[base + 15] = (p == !q) as u8;
        out_[base + 15] = (uint8_t)(p == !q);
    }
}
