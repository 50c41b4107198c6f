// The kernels of `mod traps`, translated from Rust by sycl-hls.
// Source: tests/kernels/traps.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

#ifdef __SYNTHESIS__
static inline bool sub_overflows_u32(uint32_t a, uint32_t b) {
    return a < b;
}
#else
static inline bool sub_overflows_u32(uint32_t a, uint32_t b) {
    uint32_t exact;
    return __builtin_sub_overflow(a, b, &exact);
}
#endif

static const int32_t TABLE[3] = {10, 20, 30};

// 10: pub fn slice_index(at: usize, x: &[i32], out: &mut [i32]) {
extern "C" void slice_index(uint64_t at, const int32_t *x, uint64_t x_len, int32_t *out_,
                            uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=at bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 11: for i in 0..out.len() {
    for (uint64_t i = 0; i < out_len; ++i) {
        // 12: out[i] = x[i + at];
        out_[i] = x[i + at];
    }
}

// 18: pub fn array_index(at: usize, out: &mut [i32]) {
extern "C" void array_index(uint64_t at, int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=at bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 19: let mut local = [0; 4];
    int32_t local[4] = {};
    // 20: local[at] = 1;
    local[at] = 1;
    // 21: out[0] = local[0] + TABLE[at];
    out_[0] = local[0] + TABLE[at];
}

// 26: pub fn row_index(row: usize, column: usize, out: &mut [i32]) {
extern "C" void row_index(uint64_t row, uint64_t column, int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=row bundle=control
#pragma HLS INTERFACE s_axilite port=column bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 27: let mut grid = [[0; 3]; 2];
    int32_t grid[2][3] = {};
    // 28: grid[row][column] = 5;
    grid[row][column] = 5;
    // 29: out[0] = grid[row][column];
    out_[0] = grid[row][column];
}

// 34: pub fn add_in_loop(a: &[i32], b: &[i32], out: &mut [i32]) {
extern "C" void add_in_loop(const int32_t *a, uint64_t a_len, const int32_t *b, uint64_t b_len,
                            int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 35: for i in 0..out.len() {
    for (uint64_t i = 0; i < out_len; ++i) {
        // 36: out[i] = a[i] + b[i];
        out_[i] = (uint32_t)a[i] + b[i];
    }
}

// 42: pub fn accumulate(values: &[u32], out: &mut [u32]) {
extern "C" void accumulate(const uint32_t *values, uint64_t values_len, uint32_t *out_,
                           uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 43: let mut sum = 0;
    uint32_t sum = 0;
    // 44: for i in 0..values.len() {
    for (uint64_t i = 0; i < values_len; ++i) {
        // 45: sum += values[i];
        sum += values[i];
    }
    // 47: out[0] = sum;
    out_[0] = sum;
}

// 52: pub fn arithmetic(kind: u32, a: i64, b: i64, out: &mut [i64]) {
extern "C" void arithmetic(uint32_t kind, int64_t a, int64_t b, int64_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=kind bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 53: if kind == 0 {
    if (kind == 0) {
        // 54: out[0] = a + b;
        out_[0] = (uint64_t)a + b;
    }
    // 56: if kind == 1 {
    if (kind == 1) {
        // 57: out[0] = a - b;
        out_[0] = (uint64_t)a - b;
    }
    // 59: if kind == 2 {
    if (kind == 2) {
        // 60: out[0] = a * b;
        out_[0] = (uint64_t)a * b;
    }
    // 62: if kind == 3 {
    if (kind == 3) {
        // 63: out[0] = a / b;
        out_[0] = a / b;
    }
    // 65: if kind == 4 {
    if (kind == 4) {
        // 66: out[0] = a % b;
        out_[0] = a % b;
    }
    // 68: if kind == 5 {
    if (kind == 5) {
        // 69: out[0] = -a;
        out_[0] = 0ULL - a;
    }
    // 71: if kind == 6 {
    if (kind == 6) {
        // 72: out[0] = a << b;
        out_[0] = (uint64_t)a << (b & 63);
    }
    // 74: if kind == 7 {
    if (kind == 7) {
        // 75: out[0] = a >> b;
        out_[0] = a >> (b & 63);
    }
    // 77: if kind == 8 {
    if (kind == 8) {
        // 78: out[0] = (a as u8 + b as u8) as i64;
        out_[0] = (uint8_t)((uint8_t)a + (uint8_t)b);
    }
    // 80: if kind == 9 {
    if (kind == 9) {
        // 81: out[0] = (a as usize - b as usize) as i64;
        out_[0] = (uint64_t)a - b;
    }
    // 83: if kind == 10 {
    if (kind == 10) {
        // 84: out[0] = (a as i32 * b as i32) as i64;
        out_[0] = (int32_t)((uint32_t)(int32_t)a * (int32_t)b);
    }
    // 86: if kind == 11 {
    if (kind == 11) {
        // 87: out[0] = a.wrapping_div(b);
        out_[0] = b == -1 ? (int64_t)(0ULL - a) : (int64_t)(a / b);
    }
    // 89: if kind == 12 {
    if (kind == 12) {
        // 90: out[0] = (a as u32 / b as u32) as i64;
        out_[0] = (uint32_t)a / (uint32_t)b;
    }
    // 92: if kind == 13 {
    if (kind == 13) {
        // 93: out[0] += a;
        out_[0] += (uint64_t)a;
        // 94: out[0] *= b;
        out_[0] *= (uint64_t)b;
    }
}

// 105: fn reciprocal(n: i32) -> i32 {
static int32_t reciprocal(int32_t n) {
    // 106: 1000 / n
    return 1000 / n;
}

// 100: pub fn in_helper(n: i32, out: &mut [i32]) {
extern "C" void in_helper(int32_t n, int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 101: out[0] = 1;
    out_[0] = 1;
    // 102: out[0] = reciprocal(n);
    out_[0] = reciprocal(n);
}

// 111: pub fn gather(indices: &[u32], x: &[i32], out: &mut [i32]) {
extern "C" void gather(const uint32_t *indices, uint64_t indices_len, const int32_t *x,
                       uint64_t x_len, int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=indices offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=indices bundle=control
#pragma HLS INTERFACE s_axilite port=indices_len bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 112: for i in 0..indices.len() {
    for (uint64_t i = 0; i < indices_len; ++i) {
        // 113: out[i] = x[indices[i] as usize] + x[i];
        out_[i] = (uint32_t)x[indices[i]] + x[i];
    }
}

// 130: fn name_of(code: i32, is_late: bool) -> i32 {
static int32_t name_of(int32_t code, bool is_late) {
    // 132: 0 => 10,
    const int32_t t = code == 0 ? 10 : code == 1 ? 20 : code == 2 ? 0 : code == 3 && is_late ? 0
                          : code == 3 ? 40 : 0;
    // 131: match code {
    return t;
}

// 119: pub fn asserted(x: &[i32], least: i32, out: &mut [i32]) {
extern "C" void asserted(const int32_t *x, uint64_t x_len, int32_t least, int32_t *out_,
                         uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=least bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 123: for (i, value) in x.iter().enumerate() {
    for (uint64_t i = 0; i < x_len; ++i) {
#pragma HLS PIPELINE II=1
        // 126: out[i] = name_of(value & 3, i > 9) + i as i32;
        out_[i] = (uint32_t)name_of(x[i] & 3, i > 9) + (int32_t)i;
    }
}

// 158: fn limited(x: u32) -> u32 {
static uint32_t limited(uint32_t x) {
    // 159: if x < 500 {
    if (x < 500) {
        // 160: return x + 1;
        return x + 1;
    }
    // 158: fn limited(x: u32) -> u32 {
    return 0;
}

// 143: pub fn panics(which: u32, x: &[u32], out: &mut [u32]) {
extern "C" void panics(uint32_t which, const uint32_t *x, uint64_t x_len, uint32_t *out_,
                       uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=which bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 144: out[0] = 1;
    out_[0] = 1;
    // 145: let first = if let Some(first) = x.first() { *first } else { panic!("nothing to do") };
    const uint32_t first = x_len != 0 ? x[0] : 0;
    // 146: let Some(half) = first.checked_sub(100) else { panic!() };
    const uint32_t half = sub_overflows_u32(first, 100) ? 0 : first - 100;
    // 147: let rest: [u32; 2] = match which {
    uint32_t rest[2];
    // 148: 0 => [half, 1],
    if (which == 0) {
        rest[0] = half;
        rest[1] = 1;
    } else if (which == 1) {
        // 149: 1 => [half; 2],
        for (int k = 0; k < 2; ++k) {
            rest[k] = half;
        }
    }
    // 155: out[0] = rest[0] ^ limited(rest[1]);
    out_[0] = rest[0] ^ limited(rest[1]);
}
