// The kernels of `mod arrays`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/arrays.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static const uint64_t SIDE = 16ULL;
static const uint64_t SQUARE = 256ULL;
static const uint64_t TAPS = 11ULL;
static const uint64_t WINDOW = 64ULL;
static const int16_t HAMMING[64] = {1311, 1348, 1460, 1646, 1903, 2229, 2620, 3074, 3585, 4148, 4758, 5409, 6094, 6806, 7539, 8284, 9035, 9784, 10524, 11248, 11947, 12616, 13247, 13834, 14372, 14855, 15278, 15638, 15929, 16151, 16300, 16375, 16375, 16300, 16151, 15929, 15638, 15278, 14855, 14372, 13834, 13247, 12616, 11947, 11248, 10524, 9784, 9035, 8284, 7539, 6806, 6094, 5409, 4758, 4148, 3585, 3074, 2620, 2229, 1903, 1646, 1460, 1348, 1311};

// 9: fn load(from: &[i32], to: &mut [[i32; SIDE]; SIDE]) {
static void load(const int32_t *from, uint64_t from_len, int32_t to_[16][16]) {
    // 10: for (row, line) in to.iter_mut().zip(from.chunks_exact(SIDE)) {
    const uint64_t bound = min_u64(16, from_len / 16);
    for (uint64_t i = 0; i < bound; ++i) {
        const uint64_t t = i * 16;
        // 12: for (cell, value) in row.iter_mut().zip(line) {
        for (uint64_t i_1 = 0; i_1 < 16; ++i_1) {
#pragma HLS PIPELINE II=1
            // 13: *cell = *value;
            to_[i][i_1] = from[t + i_1];
        }
    }
}

// 18: fn store(from: &[[i32; SIDE]; SIDE], to: &mut [i32]) {
static void store(const int32_t from[16][16], int32_t *to_, uint64_t to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(SIDE).zip(from) {
    const uint64_t bound = min_u64(to_len / 16, 16);
    for (uint64_t i = 0; i < bound; ++i) {
        const uint64_t t = i * 16;
        // 21: for (value, cell) in line.iter_mut().zip(row) {
        for (uint64_t i_1 = 0; i_1 < 16; ++i_1) {
#pragma HLS PIPELINE II=1
            // 22: *value = *cell;
            to_[t + i_1] = from[i][i_1];
        }
    }
}

// 29: pub fn array_partition(#[len(SQUARE)] a: &[i32], #[len(SQUARE)] b: &[i32], #[len(SQUARE)] c: &mut [i32]) {
extern "C" void array_partition(const int32_t *a, const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 31: let mut left = [[0; SIDE]; SIDE];
    int32_t left[16][16] = {};
#pragma HLS ARRAY_PARTITION variable=left complete dim=2
    // 33: let mut right = [[0; SIDE]; SIDE];
    int32_t right[16][16] = {};
#pragma HLS ARRAY_PARTITION variable=right complete dim=1
    // 34: let mut product = [[0; SIDE]; SIDE];
    int32_t product[16][16] = {};
    // 35: load(a, &mut left);
    load(a, 256, left);
    // 36: load(b, &mut right);
    load(b, 256, right);
    // 37: for i in 0..SIDE {
    for (uint64_t i = 0; i < SIDE; ++i) {
        // 39: for j in 0..SIDE {
        for (uint64_t j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE II=1
            // 40: product[i][j] = (0..SIDE).map(|k| left[i][k] * right[k][j]).sum();
            int32_t acc = 0;
            for (uint64_t k = 0; k < 16; ++k) {
                acc = (int32_t)((uint32_t)acc + (uint32_t)left[i][k] * (uint32_t)right[k][j]);
            }
            product[i][j] = acc;
        }
    }
    // 43: store(&product, c);
    store(product, c, 256);
}

// 49: pub fn block_cyclic(
extern "C" void block_cyclic(uint64_t side, const int32_t *a, const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=side bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 56: let mut left = [0; SQUARE];
    int32_t left[256] = {};
#pragma HLS ARRAY_PARTITION variable=left cyclic factor=16 dim=1
    // 58: let mut right = [0; SQUARE];
    int32_t right[256] = {};
#pragma HLS ARRAY_PARTITION variable=right block factor=16 dim=1
    // 59: for i in 0..side {
    for (uint64_t i = 0; i < side; ++i) {
        // 60: for j in 0..side {
        for (uint64_t j = 0; j < side; ++j) {
            // 61: left[i * SIDE + j] = a[i * side + j];
            left[i * SIDE + j] = a[i * side + j];
            // 62: right[i * SIDE + j] = b[i * side + j];
            right[i * SIDE + j] = b[i * side + j];
        }
    }
    // 65: for i in 0..side {
    for (uint64_t i = 0; i < side; ++i) {
        // 67: for j in 0..side {
        for (uint64_t j = 0; j < side; ++j) {
#pragma HLS PIPELINE
            // 68: let mut sum = 0;
            int32_t sum = 0;
            // 69: for k in 0..SIDE {
            for (uint64_t k = 0; k < SIDE; ++k) {
                // 70: sum += left[i * SIDE + k] * right[k * SIDE + j];
                sum = (int32_t)((uint32_t)sum + (uint32_t)left[i * SIDE + k] * (uint32_t)right[k * SIDE + j]);
            }
            // 72: c[i * side + j] = sum;
            c[i * side + j] = sum;
        }
    }
}

// 79: pub fn loop_reorder(#[len(SQUARE)] a: &[i32], #[len(SQUARE)] b: &[i32], #[len(SQUARE)] c: &mut [i32]) {
extern "C" void loop_reorder(const int32_t *a, const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 80: let mut left = [[0; SIDE]; SIDE];
    int32_t left[16][16] = {};
    // 82: let mut right = [[0; SIDE]; SIDE];
    int32_t right[16][16] = {};
#pragma HLS ARRAY_PARTITION variable=right complete dim=2
    // 84: let mut product = [[0; SIDE]; SIDE];
    int32_t product[16][16] = {};
#pragma HLS ARRAY_PARTITION variable=product complete dim=2
    // 85: load(a, &mut left);
    load(a, 256, left);
    // 86: load(b, &mut right);
    load(b, 256, right);
    // 87: for i in 0..SIDE {
    for (uint64_t i = 0; i < SIDE; ++i) {
        // 89: for k in 0..SIDE {
        for (uint64_t k = 0; k < SIDE; ++k) {
#pragma HLS PIPELINE II=1
            // 90: for j in 0..SIDE {
            for (uint64_t j = 0; j < SIDE; ++j) {
                // 91: let before = if k == 0 { 0 } else { product[i][j] };
                const int32_t before_ = k == 0 ? 0 : product[i][j];
                // 92: product[i][j] = before + left[i][k] * right[k][j];
                product[i][j] = (int32_t)((uint32_t)before_ + (uint32_t)left[i][k] * (uint32_t)right[k][j]);
            }
        }
    }
    // 96: store(&product, c);
    store(product, c, 256);
}

// 103: pub fn fir_naive(signal: &[i32], #[len(TAPS)] coefficients: &[i32], out: &mut [i32]) {
extern "C" void fir_naive(
    const int32_t *signal_,
    uint64_t signal_len,
    const int32_t *coefficients,
    int32_t *out_,
    uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=signal_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=coefficients offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=signal_ bundle=control
#pragma HLS INTERFACE s_axilite port=signal_len bundle=control
#pragma HLS INTERFACE s_axilite port=coefficients bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    (void)out_len;
    // 104: let mut taps = [0; TAPS];
    int32_t taps[11] = {};
    // 105: taps.copy_from_slice(coefficients);
    for (uint64_t i = 0; i < 11; ++i) {
        taps[i] = coefficients[i];
    }
    // 106: for j in 0..signal.len() {
    for (uint64_t j = 0; j < signal_len; ++j) {
        // 107: let mut sum = 0;
        int32_t sum = 0;
        // 108: for i in 0..TAPS.min(j + 1) {
        const uint64_t bound = min_u64(TAPS, j + 1);
        for (uint64_t i = 0; i < bound; ++i) {
            // 109: sum += signal[j - i] * taps[i];
            sum = (int32_t)((uint32_t)sum + (uint32_t)signal_[j - i] * (uint32_t)taps[i]);
        }
        // 111: out[j] = sum;
        out_[j] = sum;
    }
}

// 117: pub fn fir_shift_register(signal: &[i32], #[len(TAPS)] coefficients: &[i32], out: &mut [i32]) {
extern "C" void fir_shift_register(
    const int32_t *signal_,
    uint64_t signal_len,
    const int32_t *coefficients,
    int32_t *out_,
    uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=signal_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=coefficients offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=signal_ bundle=control
#pragma HLS INTERFACE s_axilite port=signal_len bundle=control
#pragma HLS INTERFACE s_axilite port=coefficients bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    (void)out_len;
    // 119: let mut taps = [0; TAPS];
    int32_t taps[11] = {};
#pragma HLS ARRAY_PARTITION variable=taps complete dim=1
    // 121: let mut past = [0; TAPS];
    int32_t past[11] = {};
#pragma HLS ARRAY_PARTITION variable=past complete dim=1
    // 122: taps.copy_from_slice(coefficients);
    for (uint64_t i = 0; i < 11; ++i) {
        taps[i] = coefficients[i];
    }
    // 124: for j in 0..signal.len() {
    for (uint64_t j = 0; j < signal_len; ++j) {
#pragma HLS PIPELINE II=1
        // 125: let mut sum = 0;
        int32_t sum = 0;
        // 126: for i in (1..TAPS).rev() {
        for (uint64_t i = 0; i < 10; ++i) {
            const uint64_t i_1 = 1 + (9 - i);
            // 127: past[i] = past[i - 1];
            past[i_1] = past[i_1 - 1];
            // 128: sum += past[i] * taps[i];
            sum = (int32_t)((uint32_t)sum + (uint32_t)past[i_1] * (uint32_t)taps[i_1]);
        }
        // 130: past[0] = signal[j];
        past[0] = signal_[j];
        // 131: out[j] = sum + past[0] * taps[0];
        out_[j] = (int32_t)((uint32_t)sum + (uint32_t)past[0] * (uint32_t)taps[0]);
    }
}

// 137: pub fn systolic_array(
extern "C" void systolic_array(
    uint32_t rows,
    uint32_t depth,
    uint32_t columns,
    const int32_t *a,
    const int32_t *b,
    int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=rows bundle=control
#pragma HLS INTERFACE s_axilite port=depth bundle=control
#pragma HLS INTERFACE s_axilite port=columns bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 146: let mut left = [[0; 8]; 8];
    int32_t left[8][8] = {};
#pragma HLS ARRAY_PARTITION variable=left complete dim=1
    // 148: let mut right = [[0; 8]; 8];
    int32_t right[8][8] = {};
#pragma HLS ARRAY_PARTITION variable=right complete dim=2
    // 150: let mut cells = [[0; 8]; 8];
    int32_t cells[8][8] = {};
#pragma HLS ARRAY_PARTITION variable=cells complete dim=0
    // 151: let (rows, depth, columns) = (rows as usize, depth as usize, columns as usize);
    const uint64_t rows_1 = (uint64_t)rows;
    const uint64_t depth_1 = (uint64_t)depth;
    const uint64_t columns_1 = (uint64_t)columns;
    // 152: for i in 0..rows {
    for (uint64_t i = 0; i < rows_1; ++i) {
        // 153: for k in 0..depth {
        for (uint64_t k = 0; k < depth_1; ++k) {
            // 154: left[i][k] = a[i * depth + k];
            left[i][k] = a[i * depth_1 + k];
        }
    }
    // 157: for k in 0..depth {
    for (uint64_t k = 0; k < depth_1; ++k) {
        // 158: for j in 0..columns {
        for (uint64_t j = 0; j < columns_1; ++j) {
            // 159: right[k][j] = b[k * columns + j];
            right[k][j] = b[k * columns_1 + j];
        }
    }
    // 163: for k in 0..depth {
    for (uint64_t k = 0; k < depth_1; ++k) {
#pragma HLS PIPELINE II=1
        // 164: for i in 0..8 {
        for (uint64_t i = 0; i < 8; ++i) {
            // 165: for j in 0..8 {
            for (uint64_t j = 0; j < 8; ++j) {
                // 166: let from_left = if i < rows { left[i][k] } else { 0 };
                const int32_t from_left = i < rows_1 ? left[i][k] : 0;
                // 167: let from_above = if j < columns { right[k][j] } else { 0 };
                const int32_t from_above = j < columns_1 ? right[k][j] : 0;
                // 168: cells[i][j] += from_left * from_above;
                cells[i][j] = (int32_t)((uint32_t)cells[i][j] + (uint32_t)from_left * (uint32_t)from_above);
            }
        }
    }
    // 172: for i in 0..rows {
    for (uint64_t i = 0; i < rows_1; ++i) {
        // 173: for j in 0..columns {
        for (uint64_t j = 0; j < columns_1; ++j) {
            // 174: c[i * columns + j] = cells[i][j];
            c[i * columns_1 + j] = cells[i][j];
        }
    }
}

// 181: pub fn bind_op_storage(n: usize, #[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sums: &mut [u32]) {
extern "C" void bind_op_storage(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sums) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 182: let mut left = [0; SQUARE];
    uint32_t left[256] = {};
    // 183: let mut right = [0; SQUARE];
    uint32_t right[256] = {};
    // 184: let mut both = [0_u32; SQUARE];
    uint32_t both[256] = {};
    // 185: for start in (0..n).step_by(SQUARE) {
    for (uint64_t start = 0; start < n; start += 256) {
        // 186: let count = SQUARE.min(n - start);
        const uint64_t count = min_u64(SQUARE, n - start);
        // 188: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 189: left[i] = a[start + i].wrapping_mul(a[start + i]);
            left[i] = a[start + i] * a[start + i];
        }
        // 192: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 193: right[i] = b[start + i].wrapping_mul(b[start + i]);
            right[i] = b[start + i] * b[start + i];
        }
        // 196: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 197: both[i] = left[i].wrapping_add(right[i]);
            both[i] = left[i] + right[i];
        }
        // 200: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 201: sums[start + i] = both[i];
            sums[start + i] = both[i];
        }
    }
}

// 208: pub fn uram(enables: &[u8], read_at: &[u16], write_at: &[u16], input: &[u64], output: &mut [u64]) {
extern "C" void uram(
    const uint8_t *enables,
    uint64_t enables_len,
    const uint16_t *read_at,
    uint64_t read_at_len,
    const uint16_t *write_at,
    uint64_t write_at_len,
    const uint64_t *input_,
    uint64_t input_len,
    uint64_t *output_,
    uint64_t output_len) {
#pragma HLS INTERFACE m_axi port=enables offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=read_at offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=write_at offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem3
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem4
#pragma HLS INTERFACE s_axilite port=enables bundle=control
#pragma HLS INTERFACE s_axilite port=enables_len bundle=control
#pragma HLS INTERFACE s_axilite port=read_at bundle=control
#pragma HLS INTERFACE s_axilite port=read_at_len bundle=control
#pragma HLS INTERFACE s_axilite port=write_at bundle=control
#pragma HLS INTERFACE s_axilite port=write_at_len bundle=control
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=input_len bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    (void)read_at_len;
    (void)write_at_len;
    (void)input_len;
    (void)output_len;
    // 209: let mut memory = [0; 512];
    uint64_t memory[512] = {};
    // 211: for i in 0..enables.len() {
    for (uint64_t i = 0; i < enables_len; ++i) {
#pragma HLS PIPELINE II=1
        // 212: if enables[i] & 1 != 0 {
        if ((uint8_t)(enables[i] & 1) != 0) {
            // 213: output[i] = memory[read_at[i] as usize % 512];
            output_[i] = memory[(uint64_t)read_at[i] % 512];
        }
        // 215: if enables[i] & 2 != 0 {
        if ((uint8_t)(enables[i] & 2) != 0) {
            // 216: memory[write_at[i] as usize % 512] = input[i];
            memory[(uint64_t)write_at[i] % 512] = input_[i];
        }
    }
}

// 253: pub fn coefficient_filter(#[len(WINDOW)] input: &[i16], #[len(WINDOW)] output: &mut [i32]) {
extern "C" void coefficient_filter(const int16_t *input_, int32_t *output_) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 255: for i in 0..WINDOW {
    for (uint64_t i = 0; i < WINDOW; ++i) {
#pragma HLS PIPELINE II=1
        // 256: output[i] = i32::from(HAMMING[i]) * i32::from(input[i]);
        output_[i] = (int32_t)((uint32_t)(int32_t)HAMMING[i] * (uint32_t)(int32_t)input_[i]);
    }
}

// 262: pub fn gather(values: &[f32], starts: &[u32], stride: u32, sums: &mut [f32]) {
extern "C" void gather(
    const float *values,
    uint64_t values_len,
    const uint32_t *starts,
    uint64_t starts_len,
    uint32_t stride,
    float *sums,
    uint64_t sums_len) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=starts offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=starts bundle=control
#pragma HLS INTERFACE s_axilite port=starts_len bundle=control
#pragma HLS INTERFACE s_axilite port=stride bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=sums_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    (void)values_len;
    // 264: let mut table = [0.0; 128];
    float table_[128] = {};
#pragma HLS ARRAY_PARTITION variable=table_ cyclic factor=4 dim=1
    // 265: table.copy_from_slice(&values[..128]);
    for (uint64_t i = 0; i < 128; ++i) {
        table_[i] = values[i];
    }
    // 267: for (start, sum) in starts.iter().zip(sums) {
    const uint64_t bound = min_u64(starts_len, sums_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
        // 268: *sum = (0..4).map(|lane| table[(start + lane * stride) as usize]).sum();
        float acc = -0.0f;
        for (uint64_t i_1 = 0; i_1 < 4; ++i_1) {
            const uint32_t lane = (uint32_t)i_1;
            acc += table_[(uint64_t)(starts[i] + lane * stride)];
        }
        sums[i] = acc;
    }
}
