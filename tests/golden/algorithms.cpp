// The kernels of `mod algorithms`, translated from Rust by sycl-hls.
// Source: tests/kernels/algorithms.rs
#include <cstdint>
#include <limits>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static const int32_t TAPS[5] = {1, -4, 6, -4, 1};
static const int SIZE = 8;

// 10: pub fn axpy(a: i32, x: &[i32], #[m_axi(bundle = "gmem1")] y: &mut [i32]) {
extern "C" void axpy(int32_t a, const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 12: for i in 0..y.len() {
    for (uint64_t i = 0; i < y_len; ++i) {
#pragma HLS PIPELINE II=1
        // 13: y[i] = a * x[i] + y[i];
        y[i] = (uint32_t)a * x[i] + y[i];
    }
}

// 19: pub fn saxpy(n: usize, a: f32, #[len(n)] x: &[f32], #[len(n)] y: &mut [f32]) {
extern "C" void saxpy(uint64_t n, float a, const float *x, float *y) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 21: for i in 0..n {
    for (uint64_t i = 0; i < n; ++i) {
#pragma HLS PIPELINE II=1
        // 22: y[i] = a * x[i] + y[i];
        y[i] = a * x[i] + y[i];
    }
}

// 30: pub fn fir(x: &[i32], y: &mut [i32]) {
extern "C" void fir(const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 32: let mut window = [0; 5];
    int32_t window[5] = {};
#pragma HLS ARRAY_PARTITION variable=window complete dim=1
    // 34: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
#pragma HLS PIPELINE II=1
        // 36: for tap in 0..4 {
        for (int tap = 0; tap < 4; ++tap) {
#pragma HLS UNROLL
            // 37: window[4 - tap] = window[3 - tap];
            window[4 - tap] = window[3 - tap];
        }
        // 39: window[0] = x[i];
        window[0] = x[i];
        // 40: let mut sum = 0;
        int32_t sum = 0;
        // 42: for tap in 0..5 {
        for (int tap = 0; tap < 5; ++tap) {
#pragma HLS UNROLL
            // 43: sum += window[tap] * TAPS[tap];
            sum += (uint32_t)window[tap] * TAPS[tap];
        }
        // 45: y[i] = sum;
        y[i] = sum;
    }
}

// 71: fn dot(row: &[f32; SIZE], matrix: &[[f32; SIZE]; SIZE], column: usize) -> f32 {
static float dot(const float row[8], const float matrix[8][8], int column) {
    // 72: let mut sum = 0.0;
    float sum = 0.0f;
    // 73: for k in 0..SIZE {
    for (int k = 0; k < SIZE; ++k) {
        // 74: sum += row[k] * matrix[k][column];
        sum += row[k] * matrix[k][column];
    }
    // 76: sum
    return sum;
}

// 53: pub fn matmul(#[len(64)] a: &[f32], #[len(64)] b: &[f32], #[len(64)] c: &mut [f32]) {
extern "C" void matmul(const float *a, const float *b, float *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 55: let mut a_local = [[0.0; SIZE]; SIZE];
    float a_local[8][8];
#pragma HLS ARRAY_PARTITION variable=a_local cyclic factor=4 dim=2
    // 57: let mut b_local = [[0.0; SIZE]; SIZE];
    float b_local[8][8];
#pragma HLS ARRAY_PARTITION variable=b_local block factor=4 dim=1
    // 58: for i in 0..SIZE {
    for (int i = 0; i < SIZE; ++i) {
        // 59: for j in 0..SIZE {
        for (int j = 0; j < SIZE; ++j) {
            // 60: a_local[i][j] = a[i * SIZE + j];
            a_local[i][j] = a[i * SIZE + j];
            // 61: b_local[i][j] = b[i * SIZE + j];
            b_local[i][j] = b[i * SIZE + j];
        }
    }
    // 64: for i in 0..SIZE {
    for (int i = 0; i < SIZE; ++i) {
        // 65: for j in 0..SIZE {
        for (int j = 0; j < SIZE; ++j) {
            // 66: c[i * SIZE + j] = dot(&a_local[i], &b_local, j);
            c[i * SIZE + j] = dot(a_local[i], b_local, j);
        }
    }
}

// 81: pub fn histogram(data: &[u8], #[len(256)] counts: &mut [u32]) {
extern "C" void histogram(const uint8_t *data, uint64_t data_len, uint32_t *counts) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=counts offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=data_len bundle=control
#pragma HLS INTERFACE s_axilite port=counts bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 82: let mut bins = [0u32; 256];
    uint32_t bins[256] = {};
    // 83: for i in 0..data.len() {
    for (uint64_t i = 0; i < data_len; ++i) {
        // 84: bins[data[i] as usize] += 1;
        const int t = data[i];
        bins[t] += 1;
    }
    // 86: for i in 0..256 {
    for (int i = 0; i < 256; ++i) {
        // 87: counts[i] = bins[i];
        counts[i] = bins[i];
    }
}

// 93: pub fn crc32(data: &[u8], #[len(1)] crc: &mut [u32]) {
extern "C" void crc32(const uint8_t *data, uint64_t data_len, uint32_t *crc) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=crc offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=data_len bundle=control
#pragma HLS INTERFACE s_axilite port=crc bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 94: let mut table = [0u32; 256];
    uint32_t table[256];
    // 95: for i in 0..256usize {
    for (int i = 0; i < 256; ++i) {
        // 96: let mut value = i as u32;
        uint32_t value = i;
        // 97: for _ in 0..8 {
        for (int32_t i_1 = 0; i_1 < 8; ++i_1) {
            // 98: value = if value & 1 != 0 { (value >> 1) ^ 0xedb8_8320 } else { value >> 1 };
            value = (value & 1) != 0 ? (value >> 1) ^ 3988292384U : value >> 1;
        }
        // 100: table[i] = value;
        table[i] = value;
    }
    // 102: let mut state = !0u32;
    uint32_t state = ~0U;
    // 103: for i in 0..data.len() {
    for (uint64_t i = 0; i < data_len; ++i) {
        // 104: state = table[((state ^ data[i] as u32) & 0xff) as usize] ^ (state >> 8);
        state = table[(state ^ data[i]) & 255] ^ (state >> 8);
    }
    // 106: crc[0] = !state;
    crc[0] = ~state;
}

// 111: pub fn mandelbrot(width: usize, height: usize, limit: u32, #[len(width * height)] out: &mut
//     [u32]) {
extern "C" void mandelbrot(uint64_t width, uint64_t height, uint32_t limit, uint32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=limit bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 112: for row in 0..height {
    for (uint64_t row = 0; row < height; ++row) {
        // 113: for column in 0..width {
        for (uint64_t column = 0; column < width; ++column) {
            // 114: let cx = column as f64 / width as f64 * 3.5 - 2.5;
            const double cx = ((double)column / (double)width) * 3.5 - 2.5;
            // 115: let cy = row as f64 / height as f64 * 2.0 - 1.0;
            const double cy = ((double)row / (double)height) * 2.0 - 1.0;
            // 116: let mut x = 0.0;
            double x = 0.0;
            // 117: let mut y = 0.0;
            double y = 0.0;
            // 118: let mut escaped = limit;
            uint32_t escaped = limit;
            // 119: for step in 0..limit {
            for (uint32_t step = 0; step < limit; ++step) {
                // 120: if escaped == limit {
                if (escaped == limit) {
                    // 121: let next = x * x - y * y + cx;
                    const double next = x * x - y * y + cx;
                    // 122: y = 2.0 * x * y + cy;
                    y = 2.0 * x * y + cy;
                    // 123: x = next;
                    x = next;
                    // 124: if x * x + y * y > 4.0 {
                    if (x * x + y * y > 4.0) {
                        // 125: escaped = step;
                        escaped = step;
                    }
                }
            }
            // 129: out[row * width + column] = escaped;
            out_[row * width + column] = escaped;
        }
    }
}

// 136: pub fn bitonic_sort(#[len(16)] data: &mut [i32]) {
extern "C" void bitonic_sort(int32_t *data) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 137: let mut local = [0; 16];
    int32_t local[16];
    // 138: for i in 0..16 {
    for (int i = 0; i < 16; ++i) {
        // 139: local[i] = data[i];
        local[i] = data[i];
    }
    // 141: for stage in 1..=4u32 {
    for (uint32_t stage = 1; stage < 5; ++stage) {
        // 142: for pass in 0..stage {
        for (uint32_t pass = 0; pass < stage; ++pass) {
            // 143: let distance = 1usize << (stage - 1 - pass);
            const uint64_t distance = 1ULL << ((stage - 1 - pass) & 63);
            // 144: for i in 0..16usize {
            for (int i = 0; i < 16; ++i) {
                // 145: let partner = i ^ distance;
                const uint64_t partner = i ^ distance;
                // 146: let ascending = (i >> stage) & 1 == 0;
                const bool ascending = ((i >> stage) & 1) == 0;
                // 147: if partner > i && (local[i] > local[partner]) == ascending {
                if (partner > (uint64_t)i && (local[i] > local[partner]) == ascending) {
                    // 148: let swapped = local[i];
                    const int32_t swapped = local[i];
                    // 149: local[i] = local[partner];
                    local[i] = local[partner];
                    // 150: local[partner] = swapped;
                    local[partner] = swapped;
                }
            }
        }
    }
    // 155: for i in 0..16 {
    for (int i = 0; i < 16; ++i) {
        // 156: data[i] = local[i];
        data[i] = local[i];
    }
}

// 162: pub fn prefix_sum(data: &mut [i64]) {
extern "C" void prefix_sum(int64_t *data, uint64_t data_len) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=data_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 163: let mut sum = 0;
    int64_t sum = 0;
    // 164: for i in 0..data.len() {
    for (uint64_t i = 0; i < data_len; ++i) {
        // 165: sum += data[i];
        sum += (uint64_t)data[i];
        // 166: data[i] = sum;
        data[i] = sum;
    }
}

// 172: pub fn transpose(
extern "C" void transpose(uint32_t rows, uint32_t columns, const double *from, double *to_) {
#pragma HLS INTERFACE m_axi port=from offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=to_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=rows bundle=control
#pragma HLS INTERFACE s_axilite port=columns bundle=control
#pragma HLS INTERFACE s_axilite port=from bundle=control
#pragma HLS INTERFACE s_axilite port=to_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 178: for row in 0..rows as usize {
    for (uint32_t row = 0; row < rows; ++row) {
        // 179: for column in 0..columns as usize {
        for (uint32_t column = 0; column < columns; ++column) {
            // 180: to[column * rows as usize + row] = from[row * columns as usize + column];
            to_[(uint64_t)column * rows + row] = from[(uint64_t)row * columns + column];
        }
    }
}

// 187: pub fn argmax(values: &[f32], #[len(1)] position: &mut [usize], #[len(1)] largest: &mut
//     [f32]) {
extern "C" void argmax(const float *values, uint64_t values_len, uint64_t *position,
                       float *largest) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=position offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=largest offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=position bundle=control
#pragma HLS INTERFACE s_axilite port=largest bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 188: let mut best = f32::NEG_INFINITY;
    float best = -std::numeric_limits<float>::infinity();
    // 189: let mut at = usize::MAX;
    uint64_t at = 18446744073709551615ULL;
    // 190: for i in 0..values.len() {
    for (uint64_t i = 0; i < values_len; ++i) {
        // 191: let better = values[i] > best;
        const bool better = values[i] > best;
        // 192: best = if better { values[i] } else { best };
        best = better ? values[i] : best;
        // 193: at = if better { i } else { at };
        at = better ? i : at;
    }
    // 195: position[0] = at;
    position[0] = at;
    // 196: largest[0] = best;
    largest[0] = best;
}

// 201: pub fn gcd(a: &[u64], b: &[u64], out: &mut [u64]) {
extern "C" void gcd(const uint64_t *a, uint64_t a_len, const uint64_t *b, uint64_t b_len,
                    uint64_t *out_, uint64_t out_len) {
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
    // 202: for i in 0..out.len() {
    for (uint64_t i = 0; i < out_len; ++i) {
        // 203: let mut x = a[i];
        uint64_t x = a[i];
        // 204: let mut y = b[i];
        uint64_t y = b[i];
        // 205: for _ in 0..96 {
        for (int32_t i_1 = 0; i_1 < 96; ++i_1) {
            // 206: if y != 0 {
            if (y != 0) {
                // 207: let rest = x % y;
                const uint64_t rest = x % y;
                // 208: x = y;
                x = y;
                // 209: y = rest;
                y = rest;
            }
        }
        // 212: out[i] = x;
        out_[i] = x;
    }
}
