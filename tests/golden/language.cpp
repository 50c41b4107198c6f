// The kernels of `mod language`, translated from Rust by sycl-hls.
// Source: tests/kernels/language.rs
#include <cstdint>
#include <limits>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline int32_t f32_as_i32(float x) {
    return x != x ? 0 : x <= -2147483648.0f ? (-2147483647 - 1) : x >= 2147483648.0f ? 2147483647
               : (int32_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline int64_t f32_as_i64(float x) {
    return x != x ? 0 : x <= -9223372036854775808.0f ? (-9223372036854775807LL - 1)
               : x >= 9223372036854775808.0f ? 9223372036854775807LL : (int64_t)x;
}

static const int LIMIT = 10;
static const int32_t NEGATIVE = -3;
static const uint32_t MASK = 15;
static const uint8_t ROWS[2][3] = {{1, 2, 3}, {4, 5, 6}};
static const float FILLED[4] = {0.5f, 0.5f, 0.5f, 0.5f};
static const uint64_t BIG = 6148914691236517205ULL;
static const int32_t PRIMES[5] = {2, 3, 5, 7, 11};

// 15: pub fn constants(#[len(16)] out: &mut [i64]) {
extern "C" void constants(int64_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 16: out[0] = LIMIT as i64;
    out_[0] = LIMIT;
    // 17: out[1] = NEGATIVE as i64;
    out_[1] = NEGATIVE;
    // 18: out[2] = MASK as i64;
    out_[2] = MASK;
    // 19: out[3] = ROWS[1][2] as i64;
    out_[3] = ROWS[1][2];
    // 20: out[4] = (FILLED[3] * 4.0) as i64;
    out_[4] = f32_as_i64(FILLED[3] * 4.0f);
    // 21: out[5] = BIG as i64;
    out_[5] = BIG;
    // 22: out[6] = i32::MIN as i64;
    out_[6] = (-2147483647 - 1);
    // 23: out[7] = i64::MIN;
    out_[7] = (-9223372036854775807LL - 1);
    // 24: out[8] = u32::MAX as i64;
    out_[8] = 4294967295U;
    // 25: out[9] = u8::BITS as i64;
    out_[9] = 8;
    // 26: out[10] = -2147483648i32 as i64;
    out_[10] = (-2147483647 - 1);
    // 27: out[11] = 0xff_u8 as i64 + 0b101 + 0o17;
    out_[11] = 255LL + 5 + 15;
    // 28: out[12] = b'a' as i64;
    out_[12] = 97;
    // 29: out[13] = LIMIT.wrapping_sub(11) as i64;
    out_[13] = (uint64_t)(LIMIT - 11);
    // 30: out[14] = (f32::INFINITY > f32::MAX) as i64;
    out_[14] = (int64_t)(std::numeric_limits<float>::infinity() > 3.4028235e38f);
    // 31: out[15] = (f64::NAN == f64::NAN) as i64;
    const double t = std::numeric_limits<double>::quiet_NaN();
    out_[15] = (int64_t)(t == std::numeric_limits<double>::quiet_NaN());
}

// 36: pub fn scalars(
extern "C" void scalars(bool flag, uint8_t byte_, int32_t int_, uint32_t word, int64_t long_,
                        uint64_t wide, uint64_t size, float single, double double_, double *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=flag bundle=control
#pragma HLS INTERFACE s_axilite port=byte_ bundle=control
#pragma HLS INTERFACE s_axilite port=int_ bundle=control
#pragma HLS INTERFACE s_axilite port=word bundle=control
#pragma HLS INTERFACE s_axilite port=long_ bundle=control
#pragma HLS INTERFACE s_axilite port=wide bundle=control
#pragma HLS INTERFACE s_axilite port=size bundle=control
#pragma HLS INTERFACE s_axilite port=single bundle=control
#pragma HLS INTERFACE s_axilite port=double_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 48: out[0] = if flag { 1.0 } else { 0.0 };
    out_[0] = flag ? 1.0 : 0.0;
    // 49: out[1] = byte as f64;
    out_[1] = (double)byte_;
    // 50: out[2] = int as f64;
    out_[2] = (double)int_;
    // 51: out[3] = word as f64;
    out_[3] = (double)word;
    // 52: out[4] = long as f64;
    out_[4] = (double)long_;
    // 53: out[5] = wide as f64;
    out_[5] = (double)wide;
    // 54: out[6] = size as f64;
    out_[6] = (double)size;
    // 55: out[7] = single as f64;
    out_[7] = (double)single;
    // 56: out[8] = double;
    out_[8] = double_;
}

// 61: pub fn ranges(n: i32, m: u8, #[len(16)] out: &mut [i64]) {
extern "C" void ranges(int32_t n, uint8_t m, int64_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=m bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 65: for i in n..n + 1 {
    for (int32_t i = n; i < (int32_t)(n + 1U); ++i) {
        // 66: out[1] += i as i64;
        out_[1] += (uint64_t)i;
    }
    // 68: for i in -3..=3 {
    for (int32_t i = -3; i < 4; ++i) {
        // 69: out[2] += (i * i) as i64;
        out_[2] += (uint64_t)(i * i);
    }
    // 71: for i in n..=n - 1 {
    for (int64_t i = n; i <= (int64_t)(int32_t)(n - 1U); ++i) {
        const int32_t i_1 = (int32_t)i;
        // 72: out[3] = i as i64;
        out_[3] = i_1;
    }
    // 74: for i in m..=255 {
    for (uint64_t i = m; i <= 255; ++i) {
        const uint8_t i_1 = (uint8_t)i;
        // 75: out[4] += i as i64;
        out_[4] += (uint64_t)i_1;
    }
    // 77: for i in 250..=m {
    for (uint64_t i = 250; i <= (uint64_t)m; ++i) {
        const uint8_t i_1 = (uint8_t)i;
        // 78: out[5] += i as i64;
        out_[5] += (uint64_t)i_1;
    }
    // 80: for i in i32::MAX - 2..=i32::MAX {
    for (int64_t i = 2147483647 - 2; i <= 2147483647; ++i) {
        const int32_t i_1 = (int32_t)i;
        // 81: out[6] += i as i64;
        out_[6] += (uint64_t)i_1;
    }
    // 83: for i in 0..m / 2 {
    for (uint8_t i = 0; i < m / 2; ++i) {
        // 84: out[7] += i as i64;
        out_[7] += (uint64_t)i;
    }
    // 86: for _ in 0..5 {
    for (int32_t i = 0; i < 5; ++i) {
        // 87: out[8] += 1;
        out_[8] += 1ULL;
    }
    // 89: for i in u64::MAX - 1..=u64::MAX {
    for (uint64_t trip = 0; trip < 2; ++trip) {
        const uint64_t i = 18446744073709551615ULL - 1 + trip;
        // 90: out[9] = (out[9] + i as i64) * 2;
        out_[9] = (out_[9] + i) * 2;
    }
    // 92: let mut bound = 4u32;
    uint32_t bound = 4;
    // 93: for i in 0..bound {
    const uint32_t bound_1 = bound;
    for (uint32_t i = 0; i < bound_1; ++i) {
        // 94: bound += 10;
        bound += 10;
        // 95: out[10] += i as i64;
        out_[10] += (uint64_t)i;
    }
    // 97: out[11] = bound as i64;
    out_[11] = bound;
    // 98: for mut i in 0..3i64 {
    for (int i = 0; i < 3; ++i) {
        int64_t i_1 = i;
        // 99: i *= 10;
        i_1 *= 10ULL;
        // 100: out[12] += i;
        out_[12] += (uint64_t)i_1;
    }
}

// 106: pub fn shadowing(n: i32, #[len(8)] out: &mut [i32]) {
extern "C" void shadowing(int32_t n, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 108: out[0] = x;
    out_[0] = n;
    // 109: let x = x * 2;
    const int32_t x = n * 2U;
    // 110: out[1] = x;
    out_[1] = x;
    // 112: let x = x + 1;
    const int32_t x_1 = x + 1U;
    // 113: out[2] = x;
    out_[2] = x_1;
    // 115: out[3] = x;
    out_[3] = x;
    // 116: for n in 0..2 {
    for (int32_t n_1 = 0; n_1 < 2; ++n_1) {
        // 117: let x = n + x;
        const int32_t x_2 = (uint32_t)n_1 + x;
        // 118: let n = x - n;
        const int32_t n_2 = (uint32_t)x_2 - n_1;
        // 119: out[4] += x + n;
        out_[4] += (uint32_t)x_2 + n_2;
    }
    // 121: let n = n as f32 / 2.0;
    const float n_1 = (float)n / 2.0f;
    // 122: let n = n > 1.0;
    const bool n_2 = n_1 > 1.0f;
    // 123: out[5] = if n {
    int32_t t;
    if (n_2) {
        // 124: let x = 7;
        const int32_t x_2 = 7;
        // 123: out[5] = if n {
        t = x_2;
    } else {
        t = x;
    }
    out_[5] = t;
    // 129: out[6] = x;
    out_[6] = x;
}

// 134: pub fn mutable_arguments(mut n: usize, mut a: i32, #[len(n)] out: &mut [i32]) {
extern "C" void mutable_arguments(uint64_t n, int32_t a, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 134: pub fn mutable_arguments(mut n: usize, mut a: i32, #[len(n)] out: &mut [i32]) {
    uint64_t n_1 = n;
    int32_t a_1 = a;
    // 135: a += 1;
    a_1 += 1U;
    // 136: n -= 1;
    n_1 -= 1;
    // 137: out[n] = a;
    out_[n_1] = a_1;
    // 138: n = out.len();
    n_1 = n;
    // 139: out[0] = n as i32;
    out_[0] = (int32_t)n_1;
}

// 144: pub fn conditions(values: &[i32], out: &mut [i32]) {
extern "C" void conditions(const int32_t *values, uint64_t values_len, int32_t *out_,
                           uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 145: let mut calls = 0;
    int32_t calls = 0;
    // 146: for i in 0..values.len() {
    for (uint64_t i = 0; i < values_len; ++i) {
        // 147: let v = values[i];
        const int32_t v = values[i];
        // 148: let class = if v < 0 {
        int32_t class_;
        if (v < 0) {
            // 149: calls += 1;
            calls += 1U;
            // 148: let class = if v < 0 {
            class_ = -1;
        } else if (v == 0) {
            // 151: } else if v == 0 {
            class_ = 0;
        } else {
            // 154: let doubled = v * 2;
            const int32_t doubled = v * 2U;
            // 155: calls += 10;
            calls += 10U;
            // 151: } else if v == 0 {
            class_ = doubled > 100 ? 100 : doubled;
        }
        // 158: if class > 0 && values[i] % 2 == 0 || class < -5 {
        if ((class_ > 0 && values[i] % 2 == 0) || class_ < -5) {
            // 159: out[i] = class;
            out_[i] = class_;
        } else if (class_ == 0) {
            // 161: out[i] = calls;
            out_[i] = calls;
        } else {
            // 164: let t = class - 1;
            const int32_t t = class_ - 1U;
            // 163: out[i] = {
            out_[i] = (uint32_t)t * t;
        }
    }
}

// 230: fn add(a: i32, b: i32) -> i32 {
static int32_t add(int32_t a, int32_t b) {
    // 231: a + b
    return (uint32_t)a + b;
}

// 173: pub fn evaluation_order(#[len(12)] out: &mut [i32]) {
extern "C" void evaluation_order(int32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 174: let mut n = 0;
    int32_t n = 0;
    // 175: let mut at = 0usize;
    uint64_t at = 0;
    // 180: n += 10;
    n += 10U;
    // 177: at += 1;
    at += 1;
    // 176: out[{
    out_[at] = n;
    // 184: n + {
    const int32_t t = n;
    // 185: n *= 2;
    n *= 2U;
    // 183: out[at + 1] =
    out_[at + 1] = (uint32_t)t + n + n;
    // 192: n += 1;
    n += 1U;
    // 193: at as i32
    const int32_t t_1 = (int32_t)at;
    // 189: at += 2;
    at += 2;
    // 190: at
    const uint64_t t_2 = at;
    // 188: out[{
    out_[t_2] += (uint32_t)t_1;
    // 195: let before = n;
    const int32_t before = n;
    // 197: n = 100;
    n = 100;
    // 196: n = before + {
    n = (uint32_t)before + n;
    // 200: out[4] = n;
    out_[4] = n;
    // 201: let mut local = [1, 2, 3, 4];
    int32_t local[4] = {1, 2, 3, 4};
    // 202: local[local[0] as usize] = local[local[1] as usize] + {
    const int32_t t_3 = local[local[1]];
    // 203: local[0] = 3;
    local[0] = 3;
    // 202: local[local[0] as usize] = local[local[1] as usize] + {
    local[local[0]] = (uint32_t)t_3 + local[0];
    // 206: out[5] = local[1];
    out_[5] = local[1];
    // 207: out[6] = local[0];
    out_[6] = local[0];
    // 209: local[3] = 0;
    local[3] = 0;
    // 208: local[{
    local[3] += 5U;
    // 212: out[7] = local[3];
    out_[7] = local[3];
    // 213: out[8] = add(n, {
    const int32_t t_4 = n;
    // 214: n = 1;
    n = 1;
    // 213: out[8] = add(n, {
    out_[8] = add(t_4, n) * 10U + n;
    // 218: let lazy = n == 2 && {
    bool lazy;
    if (n == 2) {
        // 219: n = 50;
        n = 50;
        // 218: let lazy = n == 2 && {
        lazy = true;
    } else {
        lazy = false;
    }
    // 222: out[9] = n + lazy as i32;
    out_[9] = (uint32_t)n + (int32_t)lazy;
    // 223: let lazy = n == 1 || {
    bool lazy_1;
    if (n == 1) {
        lazy_1 = true;
    } else {
        // 224: n = 60;
        n = 60;
        // 223: let lazy = n == 1 || {
        lazy_1 = true;
    }
    // 227: out[10] = n + lazy as i32;
    out_[10] = (uint32_t)n + (int32_t)lazy_1;
}

// 236: pub fn arrays(n: i32, #[len(24)] out: &mut [i32]) {
extern "C" void arrays(int32_t n, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 237: let mut matrix = [[n; 3]; 2];
    int32_t matrix[2][3];
    for (int k = 0; k < 2; ++k) {
        for (int k_1 = 0; k_1 < 3; ++k_1) {
            matrix[k][k_1] = n;
        }
    }
    // 238: let listed = [[1, n, 3], [n + 1, 5, 6]];
    const int32_t listed[2][3] = {{1, n, 3}, {(int32_t)(n + 1U), 5, 6}};
    // 239: matrix[1] = listed[0];
    for (int k = 0; k < 3; ++k) {
        matrix[1][k] = listed[0][k];
    }
    // 240: matrix[0][2] = 9;
    matrix[0][2] = 9;
    // 241: let row = matrix[1];
    int32_t row[3];
    for (int k = 0; k < 3; ++k) {
        row[k] = matrix[1][k];
    }
    // 242: let copy = matrix;
    int32_t copy[2][3];
    for (int k = 0; k < 2; ++k) {
        for (int k_1 = 0; k_1 < 3; ++k_1) {
            copy[k][k_1] = matrix[k][k_1];
        }
    }
    // 243: matrix = [[7; 3]; 2];
    for (int k = 0; k < 2; ++k) {
        for (int k_1 = 0; k_1 < 3; ++k_1) {
            matrix[k][k_1] = 7;
        }
    }
    // 244: matrix[0] = [n, matrix[1][0], n];
    const int32_t array[3] = {n, matrix[1][0], n};
    for (int k = 0; k < 3; ++k) {
        matrix[0][k] = array[k];
    }
    // 245: let chosen = if n > 2 { row } else { [0, 0, 1] };
    int32_t chosen[3];
    if (n > 2) {
        for (int k = 0; k < 3; ++k) {
            chosen[k] = row[k];
        }
    } else {
        chosen[0] = 0;
        chosen[1] = 0;
        chosen[2] = 1;
    }
    // 246: let mixed = [row, [n * 2; 3], chosen];
    int32_t mixed[3][3];
    for (int k = 0; k < 3; ++k) {
        mixed[0][k] = row[k];
    }
    const int32_t t = n * 2U;
    for (int k = 0; k < 3; ++k) {
        mixed[1][k] = t;
    }
    for (int k = 0; k < 3; ++k) {
        mixed[2][k] = chosen[k];
    }
    // 247: let mut swapped = [mixed[2], mixed[0]];
    int32_t swapped[2][3];
    for (int k = 0; k < 3; ++k) {
        swapped[0][k] = mixed[2][k];
    }
    for (int k = 0; k < 3; ++k) {
        swapped[1][k] = mixed[0][k];
    }
    // 248: swapped = [swapped[1], swapped[0]];
    int32_t chosen_1[2][3];
    for (int k = 0; k < 3; ++k) {
        chosen_1[0][k] = swapped[1][k];
    }
    for (int k = 0; k < 3; ++k) {
        chosen_1[1][k] = swapped[0][k];
    }
    for (int k = 0; k < 2; ++k) {
        for (int k_1 = 0; k_1 < 3; ++k_1) {
            swapped[k][k_1] = chosen_1[k][k_1];
        }
    }
    // 249: for i in 0..3 {
    for (int i = 0; i < 3; ++i) {
        // 250: out[i] = matrix[0][i];
        out_[i] = matrix[0][i];
        // 251: out[3 + i] = matrix[1][i];
        out_[3 + i] = matrix[1][i];
        // 252: out[6 + i] = copy[0][i];
        out_[6 + i] = copy[0][i];
        // 253: out[9 + i] = copy[1][i];
        out_[9 + i] = copy[1][i];
        // 254: out[12 + i] = mixed[1][i] + mixed[2][i];
        out_[12 + i] = (uint32_t)mixed[1][i] + mixed[2][i];
        // 255: out[15 + i] = swapped[0][i] * 10 + swapped[1][i];
        out_[15 + i] = swapped[0][i] * 10U + swapped[1][i];
    }
    // 257: out[18] = (row.len() + copy.len()) as i32;
    out_[18] = 3ULL + 2;
    // 258: let tables = [0.5f32; 3];
    float tables[3];
    for (int k = 0; k < 3; ++k) {
        tables[k] = 0.5f;
    }
    // 259: out[19] = (tables[2] * 4.0) as i32;
    out_[19] = f32_as_i32(tables[2] * 4.0f);
    // 260: for i in 0..2u32 {
    for (uint32_t i = 0; i < 2; ++i) {
        // 261: let mut fresh = [n; 2];
        int32_t fresh[2];
        for (int k = 0; k < 2; ++k) {
            fresh[k] = n;
        }
        // 262: fresh[0] += i as i32;
        fresh[0] += i;
        // 263: fresh[1] += fresh[0];
        fresh[1] += (uint32_t)fresh[0];
        // 264: out[20 + i as usize] = fresh[1];
        out_[20 + i] = fresh[1];
    }
}

// 287: fn fill(line: &mut [i32; 4], from: &[i32]) {
static void fill(int32_t line[4], const int32_t *from, uint64_t from_len) {
    // 288: for i in 0..line.len() {
    for (int i = 0; i < 4; ++i) {
        // 289: line[i] = if i < from.len() { from[i] } else { -1 };
        line[i] = (uint64_t)i < from_len ? from[i] : -1;
    }
}

// 293: fn sum(values: &[i32]) -> i32 {
static int32_t sum(const int32_t *values, uint64_t values_len) {
    // 294: let mut total = 0;
    int32_t total = 0;
    // 295: for i in 0..values.len() {
    for (uint64_t i = 0; i < values_len; ++i) {
        // 296: total += values[i];
        total += (uint32_t)values[i];
    }
    // 298: total
    return total;
}

// 301: fn twice(x: i32) -> i32 {
static int32_t twice(int32_t x) {
    // 302: return x * 2;
    return x * 2U;
}

// 305: fn bump(grid: &mut [[i32; 4]; 2]) {
static void bump(int32_t grid[2][4]) {
    // 306: for row in 0..grid.len() {
    for (int row = 0; row < 2; ++row) {
        // 307: for column in 0..grid[row].len() {
        for (int column = 0; column < 4; ++column) {
            // 308: grid[row][column] += (row * 10 + column) as i32;
            grid[row][column] += (uint32_t)(row * 10 + column);
        }
    }
}

// 313: fn first(values: &[i32; 5]) -> i32 {
static int32_t first(const int32_t values[5]) {
    // 314: values[0]
    return values[0];
}

// 317: fn last(values: &[i32]) -> i32 {
static int32_t last(const int32_t *values, int values_len) {
    // 318: values[values.len() - 1]
    return values[values_len - 1];
}

// 321: fn store(out: &mut [i32], at: usize, value: i32) {
static void store(int32_t *out, int at, int32_t value) {
    // 322: out[at] = value;
    out[at] = value;
}

// 325: fn is_even(x: i32) -> bool {
static bool is_even(int32_t x) {
    // 326: x % 2 == 0
    return x % 2 == 0;
}

// 270: pub fn helpers(input: &[i32], #[len(8)] out: &mut [i32]) {
extern "C" void helpers(const int32_t *input_, uint64_t input_len, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=input_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 271: let mut line = [0; 4];
    int32_t line[4] = {};
    // 272: fill(&mut line, input);
    fill(line, input_, input_len);
    // 273: out[0] = sum(&line);
    out_[0] = sum(line, 4);
    // 274: out[1] = sum(input);
    out_[1] = sum(input_, input_len);
    // 275: out[2] = twice(twice(line[0]));
    out_[2] = twice(twice(line[0]));
    // 276: let mut grid = [[1; 4]; 2];
    int32_t grid[2][4];
    for (int k = 0; k < 2; ++k) {
        for (int k_1 = 0; k_1 < 4; ++k_1) {
            grid[k][k_1] = 1;
        }
    }
    // 277: fill(&mut grid[1], input);
    fill(grid[1], input_, input_len);
    // 278: bump(&mut grid);
    bump(grid);
    // 279: out[3] = sum(&grid[0]) * 100 + sum(&grid[1]);
    out_[3] = sum(grid[0], 4) * 100U + sum(grid[1], 4);
    // 280: out[4] = first(&PRIMES) + last(&PRIMES);
    out_[4] = (uint32_t)first(PRIMES) + last(PRIMES, 5);
    // 281: store(out, 5, 77);
    store(out_, 5, 77);
    // 282: out[6] = is_even(line[1]) as i32;
    out_[6] = (int32_t)is_even(line[1]);
}

// 346: fn r#match(r#type: i32) -> i32 {
static int32_t match(int32_t type) {
    // 347: let r#in = r#type + 1;
    const int32_t in = type + 1U;
    // 348: r#in
    return in;
}

// 331: pub fn reserved_names(input: &[i32], output: &mut [i32], int: i32, signal: u32) {
extern "C" void reserved_names(const int32_t *input_, uint64_t input_len, int32_t *output_,
                               uint64_t output_len, int32_t int_, uint32_t signal_) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=input_len bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_len bundle=control
#pragma HLS INTERFACE s_axilite port=int_ bundle=control
#pragma HLS INTERFACE s_axilite port=signal_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 333: let mut reg = signal as i32;
    int32_t reg = signal_;
    // 334: for begin in 0..output.len() {
    for (uint64_t begin = 0; begin < output_len; ++begin) {
        // 335: let double = input[begin] * 2;
        const int32_t double_ = input_[begin] * 2U;
        // 336: let end = double + wire;
        const int32_t end = (uint32_t)double_ + int_;
        // 337: reg += end;
        reg += (uint32_t)end;
        // 338: output[begin] = r#match(end) + reg;
        output_[begin] = (uint32_t)match(end) + reg;
    }
    // 341: let größe = output.len();
    const uint64_t gruf6udfe = output_len;
    // 343: output[0] += __x as i32;
    output_[0] += (uint32_t)(int32_t)gruf6udfe;
}

// 353: pub fn nothing(_n: i32) {}
extern "C" void nothing(int32_t v_n) {
#pragma HLS INTERFACE s_axilite port=v_n bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
}

// 358: pub fn unused(a: i32, x: &[f32], #[len(1)] out: &mut [i32]) {
extern "C" void unused(int32_t a, const float *x, uint64_t x_len, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 362: let _ = add(1, 2);
    add(1, 2);
    // 365: add(3, 4);
    add(3, 4);
    // 366: out[0] = 1;
    out_[0] = 1;
}

// 371: pub fn inference(n: usize, values: &[f32], #[len(8)] out: &mut [f64]) {
extern "C" void inference(uint64_t n, const float *values, uint64_t values_len, double *out_) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 372: let mut total = 0.0;
    float total = 0.0f;
    // 373: let mut count = 0;
    uint8_t count = 0;
    // 374: let offset = 1;
    const int offset = 1;
    // 375: for i in offset..n {
    for (uint64_t i = offset; i < n; ++i) {
        // 376: total += values[i];
        total += values[i];
        // 377: count += 1;
        count += 1;
    }
    // 379: let scale = 2.5;
    const double scale = 2.5;
    // 380: out[0] = total as f64 * scale;
    out_[0] = (double)total * scale;
    // 381: let as_byte: u8 = count;
    const uint8_t as_byte = count;
    // 382: out[1] = as_byte as f64;
    out_[1] = (double)as_byte;
    // 383: let bits = 1 << 3;
    const int32_t bits = 1 << 3;
    // 384: out[2] = bits as f64 + (7 / 2) as f64;
    out_[2] = (double)bits + (double)(7 / 2);
    // 385: let mut histogram = [0; 4];
    uint64_t histogram[4] = {};
    // 386: histogram[offset] = 3u64;
    histogram[offset] = 3;
    // 387: out[3] = histogram[1] as f64;
    out_[3] = (double)histogram[1];
    // 388: let half = if n > 2 { 0.5 } else { 0.25 };
    const double half = n > 2 ? 0.5 : 0.25;
    // 389: out[4] = half;
    out_[4] = half;
    // 390: out[5] = (3 as u8 as f32 / 2.0) as f64;
    out_[5] = (double)((float)3 / 2.0f);
    // 391: let minus = -1;
    const int32_t minus = -1;
    // 392: out[6] = (minus as i64).wrapping_mul(4) as f64;
    out_[6] = (double)(minus * 4);
}
