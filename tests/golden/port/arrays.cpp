// The kernels of `mod arrays`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/arrays.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static const int SIDE = 16;
static const int TAPS = 11;
static const int BUFFER = 1024;
static const int ENTRIES = 10;
static const int WINDOW = 64;
static const int16_t HAMMING[64] = {
    1311, 1348, 1460, 1646, 1903, 2229, 2620, 3074, 3585, 4148, 4758, 5409, 6094, 6806, 7539, 8284,
    9035, 9784, 10524, 11248, 11947, 12616, 13247, 13834, 14372, 14855, 15278, 15638, 15929, 16151,
    16300, 16375, 16375, 16300, 16151, 15929, 15638, 15278, 14855, 14372, 13834, 13247, 12616,
    11947, 11248, 10524, 9784, 9035, 8284, 7539, 6806, 6094, 5409, 4758, 4148, 3585, 3074, 2620,
    2229, 1903, 1646, 1460, 1348, 1311};

// 9: fn load(from: &[i32], to: &mut [[i32; SIDE]; SIDE]) {
static void load(const int32_t *from, int from_len, int32_t to[16][16]) {
    // 10: for (row, line) in to.iter_mut().zip(from.chunks_exact(SIDE)) {
    const int bound = min_i32(16, from_len / 16);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 16;
        // 12: for (cell, value) in row.iter_mut().zip(line) {
        for (int i_1 = 0; i_1 < 16; ++i_1) {
#pragma HLS PIPELINE II=1
            // 13: *cell = *value;
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 18: fn store(from: &[[i32; SIDE]; SIDE], to: &mut [i32]) {
static void store(const int32_t from[16][16], int32_t *to, int to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(SIDE).zip(from) {
    const int bound = min_i32(to_len / 16, 16);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 16;
        // 21: for (value, cell) in line.iter_mut().zip(row) {
        for (int i_1 = 0; i_1 < 16; ++i_1) {
#pragma HLS PIPELINE II=1
            // 22: *value = *cell;
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 29: pub fn array_partition(#[len(SQUARE)] a: &[i32], #[len(SQUARE)] b: &[i32], #[len(SQUARE)] c:
//     &mut [i32]) {
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
    int32_t product[16][16];
    // 35: load(a, &mut left);
    load(a, 256, left);
    // 36: load(b, &mut right);
    load(b, 256, right);
    // 37: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 39: for j in 0..SIDE {
        for (int j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE II=1
            // 40: product[i][j] = (0..SIDE).map(|k| left[i][k] * right[k][j]).sum();
            int32_t acc = 0;
            for (int k = 0; k < 16; ++k) {
                acc += (uint32_t)left[i][k] * right[k][j];
            }
            product[i][j] = acc;
        }
    }
    // 43: store(&product, c);
    store(product, c, 256);
}

// 49: pub fn block_cyclic(
extern "C" void block_cyclic(uint64_t side, const int32_t *a, const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=256
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1 depth=256
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2 depth=256
#pragma HLS INTERFACE s_axilite port=side bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 62: let mut left = [0; SQUARE];
    int32_t left[256] = {};
#pragma HLS ARRAY_PARTITION variable=left cyclic factor=16 dim=1
    // 64: let mut right = [0; SQUARE];
    int32_t right[256] = {};
#pragma HLS ARRAY_PARTITION variable=right block factor=16 dim=1
    // 66: for i in 0..side {
    for (uint64_t i = 0; i < side; ++i) {
#pragma HLS LOOP_TRIPCOUNT min=16 max=16
        // 68: for j in 0..side {
        for (uint64_t j = 0; j < side; ++j) {
#pragma HLS LOOP_TRIPCOUNT min=16 max=16
            // 69: left[i * SIDE + j] = a[i * side + j];
            left[i * SIDE + j] = a[i * side + j];
            // 70: right[i * SIDE + j] = b[i * side + j];
            right[i * SIDE + j] = b[i * side + j];
        }
    }
    // 74: for i in 0..side {
    for (uint64_t i = 0; i < side; ++i) {
#pragma HLS LOOP_TRIPCOUNT min=16 max=16
        // 77: for j in 0..side {
        for (uint64_t j = 0; j < side; ++j) {
#pragma HLS PIPELINE
#pragma HLS LOOP_TRIPCOUNT min=16 max=16
            // 78: let mut sum = 0;
            int32_t sum = 0;
            // 79: for k in 0..SIDE {
            for (int k = 0; k < SIDE; ++k) {
                // 80: sum += left[i * SIDE + k] * right[k * SIDE + j];
                sum += (uint32_t)left[i * SIDE + k] * right[k * SIDE + j];
            }
            // 82: c[i * side + j] = sum;
            c[i * side + j] = sum;
        }
    }
}

// 89: pub fn loop_reorder(#[len(SQUARE)] a: &[i32], #[len(SQUARE)] b: &[i32], #[len(SQUARE)] c:
//     &mut [i32]) {
extern "C" void loop_reorder(const int32_t *a, const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 90: let mut left = [[0; SIDE]; SIDE];
    int32_t left[16][16] = {};
    // 92: let mut right = [[0; SIDE]; SIDE];
    int32_t right[16][16] = {};
#pragma HLS ARRAY_PARTITION variable=right complete dim=2
    // 94: let mut product = [[0; SIDE]; SIDE];
    int32_t product[16][16] = {};
#pragma HLS ARRAY_PARTITION variable=product complete dim=2
    // 96: let mut sums = [0; SIDE];
    int32_t sums[16] = {};
#pragma HLS ARRAY_PARTITION variable=sums complete dim=1
    // 97: load(a, &mut left);
    load(a, 256, left);
    // 98: load(b, &mut right);
    load(b, 256, right);
    // 99: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 101: for k in 0..SIDE {
        for (int k = 0; k < SIDE; ++k) {
#pragma HLS PIPELINE II=1
            // 102: for j in 0..SIDE {
            for (int j = 0; j < SIDE; ++j) {
                // 103: let before = if k == 0 { 0 } else { sums[j] };
                const int32_t before = k == 0 ? 0 : sums[j];
                // 104: sums[j] = before + left[i][k] * right[k][j];
                sums[j] = before + (uint32_t)left[i][k] * right[k][j];
                // 105: if k == SIDE - 1 {
                if (k == SIDE - 1) {
                    // 106: product[i][j] = sums[j];
                    product[i][j] = sums[j];
                }
            }
        }
    }
    // 111: store(&product, c);
    store(product, c, 256);
}

// 118: pub fn fir_naive(signal: &[i32], #[len(TAPS)] coefficients: &[i32], out: &mut [i32]) {
extern "C" void fir_naive(const int32_t *signal_, uint64_t signal_len, const int32_t *coefficients,
                          int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=signal_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=coefficients offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=signal_ bundle=control
#pragma HLS INTERFACE s_axilite port=signal_len bundle=control
#pragma HLS INTERFACE s_axilite port=coefficients bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 119: let mut taps = [0; TAPS];
    int32_t taps[11];
    // 120: taps.copy_from_slice(coefficients);
    for (int i = 0; i < 11; ++i) {
        taps[i] = coefficients[i];
    }
    // 122: for j in 0..signal.len() {
    for (uint64_t j = 0; j < signal_len; ++j) {
#pragma HLS LOOP_TRIPCOUNT min=1 max=1
        // 123: let mut sum = 0;
        int32_t sum = 0;
        // 125: for i in 0..TAPS.min(j + 1) {
        const int bound = min_u64(TAPS, j + 1);
        for (int i = 0; i < bound; ++i) {
#pragma HLS LOOP_TRIPCOUNT min=1 max=1
            // 126: sum += signal[j - i] * taps[i];
            sum += (uint32_t)signal_[j - i] * taps[i];
        }
        // 128: out[j] = sum;
        out_[j] = sum;
    }
}

// 134: pub fn fir_shift_register(signal: &[i32], #[len(TAPS)] coefficients: &[i32], out: &mut
//     [i32]) {
extern "C" void fir_shift_register(const int32_t *signal_, uint64_t signal_len,
                                   const int32_t *coefficients, int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=signal_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=coefficients offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=signal_ bundle=control
#pragma HLS INTERFACE s_axilite port=signal_len bundle=control
#pragma HLS INTERFACE s_axilite port=coefficients bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 136: let mut taps = [0; TAPS];
    int32_t taps[11];
#pragma HLS ARRAY_PARTITION variable=taps complete dim=1
    // 138: let mut past = [0; TAPS];
    int32_t past[11] = {};
#pragma HLS ARRAY_PARTITION variable=past complete dim=1
    // 139: taps.copy_from_slice(coefficients);
    for (int i = 0; i < 11; ++i) {
        taps[i] = coefficients[i];
    }
    // 142: for j in 0..signal.len() {
    for (uint64_t j = 0; j < signal_len; ++j) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1 max=1
        // 143: let mut sum = 0;
        int32_t sum = 0;
        // 144: for i in (1..TAPS).rev() {
        for (int i = 0; i < 10; ++i) {
            const int i_1 = 1 + (9 - i);
            // 145: past[i] = past[i - 1];
            past[i_1] = past[i_1 - 1];
            // 146: sum += past[i] * taps[i];
            sum += (uint32_t)past[i_1] * taps[i_1];
        }
        // 148: past[0] = signal[j];
        past[0] = signal_[j];
        // 149: out[j] = sum + past[0] * taps[0];
        out_[j] = sum + (uint32_t)past[0] * taps[0];
    }
}

// 155: pub fn systolic_array(
extern "C" void systolic_array(uint32_t rows, uint32_t depth, uint32_t columns, const int32_t *a,
                               const int32_t *b, int32_t *c) {
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
    // 164: let mut left = [[0; 8]; 8];
    int32_t left[8][8] = {};
#pragma HLS ARRAY_PARTITION variable=left complete dim=1
    // 166: let mut right = [[0; 8]; 8];
    int32_t right[8][8] = {};
#pragma HLS ARRAY_PARTITION variable=right complete dim=2
    // 168: let mut cells = [[0; 8]; 8];
    int32_t cells[8][8] = {};
#pragma HLS ARRAY_PARTITION variable=cells complete dim=0
    // 169: let (rows, depth, columns) = (rows as usize, depth as usize, columns as usize);
    const uint32_t rows_1 = rows;
    const uint32_t depth_1 = depth;
    const uint32_t columns_1 = columns;
    // 171: for i in 0..rows {
    for (uint32_t i = 0; i < rows_1; ++i) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
        // 173: for k in 0..depth {
        for (uint32_t k = 0; k < depth_1; ++k) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
            // 174: left[i][k] = a[i * depth + k];
            left[i][k] = a[(uint64_t)i * depth_1 + k];
        }
    }
    // 178: for k in 0..depth {
    for (uint32_t k = 0; k < depth_1; ++k) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
        // 180: for j in 0..columns {
        for (uint32_t j = 0; j < columns_1; ++j) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
            // 181: right[k][j] = b[k * columns + j];
            right[k][j] = b[(uint64_t)k * columns_1 + j];
        }
    }
    // 186: for k in 0..depth {
    for (uint32_t k = 0; k < depth_1; ++k) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
        // 188: for i in 0..8 {
        for (int i = 0; i < 8; ++i) {
#pragma HLS UNROLL
            // 190: for j in 0..8 {
            for (int j = 0; j < 8; ++j) {
#pragma HLS UNROLL
                // 191: let from_left = if i < rows { left[i][k] } else { 0 };
                const int32_t from_left = (uint32_t)i < rows_1 ? left[i][k] : 0;
                // 192: let from_above = if j < columns { right[k][j] } else { 0 };
                const int32_t from_above = (uint32_t)j < columns_1 ? right[k][j] : 0;
                // 193: cells[i][j] += from_left * from_above;
                cells[i][j] += (uint32_t)from_left * from_above;
            }
        }
    }
    // 198: for i in 0..rows {
    for (uint32_t i = 0; i < rows_1; ++i) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
        // 200: for j in 0..columns {
        for (uint32_t j = 0; j < columns_1; ++j) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
            // 201: c[i * columns + j] = cells[i][j];
            c[(uint64_t)i * columns_1 + j] = cells[i][j];
        }
    }
}

// 211: pub fn bind_op_storage(n: usize, #[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sums:
//     &mut [u32]) {
extern "C" void bind_op_storage(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sums) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 213: let mut left = [0; BUFFER];
    uint32_t left[1024] = {};
#pragma HLS BIND_STORAGE variable=left type=ram_1p impl=bram latency=2
    // 215: let mut right = [0; BUFFER];
    uint32_t right[1024] = {};
#pragma HLS BIND_STORAGE variable=right type=ram_1p impl=lutram latency=2
    // 217: let mut both = [0_u32; BUFFER];
    uint32_t both[1024] = {};
#pragma HLS BIND_STORAGE variable=both type=ram_1p impl=uram
    // 219: for start in (0..n).step_by(BUFFER) {
    const uint64_t trips = 0 < n ? (n - 1) / 1024 + 1 : 0;
    for (uint64_t trip = 0; trip < trips; ++trip) {
#pragma HLS LOOP_TRIPCOUNT min=4 max=4
        const uint64_t start = trip * 1024;
        // 220: let count = BUFFER.min(n - start);
        const int count = min_u64(BUFFER, n - start);
        // 223: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1024 max=1024
            // 225: let square = a[start + i].wrapping_mul(a[start + i]);
            const uint32_t square = a[start + i] * a[start + i];
#pragma HLS BIND_OP variable=square op=mul impl=dsp latency=2
            // 226: left[i] = square;
            left[i] = square;
        }
        // 230: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1024 max=1024
            // 232: let square = b[start + i].wrapping_mul(b[start + i]);
            const uint32_t square = b[start + i] * b[start + i];
#pragma HLS BIND_OP variable=square op=mul impl=dsp latency=2
            // 233: right[i] = square;
            right[i] = square;
        }
        // 238: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1024 max=1024
#pragma HLS LOOP_FLATTEN off
            // 240: let sum = left[i].wrapping_add(right[i]);
            const uint32_t sum = left[i] + right[i];
#pragma HLS BIND_OP variable=sum op=add impl=dsp
            // 241: both[i] = sum;
            both[i] = sum;
        }
        // 245: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1024 max=1024
            // 246: sums[start + i] = both[i];
            sums[start + i] = both[i];
        }
    }
}

// 253: pub fn uram(enables: &[u8], read_at: &[u16], write_at: &[u16], input: &[u64], output: &mut
//     [u64]) {
extern "C" void uram(const uint8_t *enables, uint64_t enables_len, const uint16_t *read_at,
                     uint64_t read_at_len, const uint16_t *write_at, uint64_t write_at_len,
                     const uint64_t *input_, uint64_t input_len, uint64_t *output_,
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
    // 255: let mut memory = [0; 512];
    uint64_t memory[512] = {};
#pragma HLS BIND_STORAGE variable=memory type=ram_2p impl=uram
    // 258: for i in 0..enables.len() {
    for (uint64_t i = 0; i < enables_len; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS DEPENDENCE variable=memory inter WAR false
        // 259: if enables[i] & 1 != 0 {
        if ((enables[i] & 1) != 0) {
            // 260: output[i] = memory[read_at[i] as usize % 512];
            output_[i] = memory[read_at[i] % 512];
        }
        // 262: if enables[i] & 2 != 0 {
        if ((enables[i] & 2) != 0) {
            // 263: memory[write_at[i] as usize % 512] = input[i];
            memory[write_at[i] % 512] = input_[i];
        }
    }
}

// 272: pub fn ecc_memory(
extern "C" void ecc_memory(int32_t divisor, const int32_t *a, const int32_t *b, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=divisor bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 280: let mut sums = [0_i32; ENTRIES];
    int32_t sums[10];
#pragma HLS ARRAY_RESHAPE variable=sums block factor=2 dim=1
#pragma HLS BIND_STORAGE variable=sums type=ram_s2p impl=uram_ecc
    // 281: for i in 0..ENTRIES {
    for (int i = 0; i < ENTRIES; ++i) {
        // 282: sums[i] = b[i] + a[i];
        sums[i] = (uint32_t)b[i] + a[i];
    }
    // 284: for i in 0..ENTRIES {
    for (int i = 0; i < ENTRIES; ++i) {
        // 285: let quotient = sums[i] / divisor;
        const int32_t quotient = sums[i] / divisor;
        // 286: out[i] = quotient * quotient / (i + 1) as i32;
        out_[i] = (int32_t)((uint32_t)quotient * quotient) / (i + 1);
    }
}

// 292: pub fn tables(at: u32, #[len(1)] sum: &mut [i16]) {
extern "C" void tables(uint32_t at, int16_t *sum) {
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=at bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 294: let rising = [0_i16, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    static const int16_t rising[10] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
#pragma HLS BIND_STORAGE variable=rising type=rom_1p impl=bram
    // 296: let falling = [9_i16, 8, 7, 6, 5, 4, 3, 2, 1, 0];
    static const int16_t falling[10] = {9, 8, 7, 6, 5, 4, 3, 2, 1, 0};
#pragma HLS BIND_STORAGE variable=falling type=rom_1p impl=lutram
    // 297: let at = (at % 10) as usize;
    const int at_1 = at % 10;
    // 298: sum[0] = rising[at] + falling[at];
    sum[0] = rising[at_1] + falling[at_1];
}

// 333: pub fn coefficient_filter(#[len(WINDOW)] input: &[i16], #[len(WINDOW)] output: &mut [i32]) {
extern "C" void coefficient_filter(const int16_t *input_, int32_t *output_) {
#pragma HLS INTERFACE m_axi port=input_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=output_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=input_ bundle=control
#pragma HLS INTERFACE s_axilite port=output_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 335: for i in 0..WINDOW {
    for (int i = 0; i < WINDOW; ++i) {
#pragma HLS PIPELINE II=1
        // 336: output[i] = i32::from(HAMMING[i]) * i32::from(input[i]);
        output_[i] = HAMMING[i] * input_[i];
    }
}

// 342: pub fn gather(values: &[f32], starts: &[u32], stride: u32, sums: &mut [f32]) {
extern "C" void gather(const float *values, uint64_t values_len, const uint32_t *starts,
                       uint64_t starts_len, uint32_t stride, float *sums, uint64_t sums_len) {
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
    // 344: let mut table = [0.0; 128];
    float table[128];
#pragma HLS ARRAY_PARTITION variable=table cyclic factor=4 dim=1
    // 345: table.copy_from_slice(&values[..128]);
    for (int i = 0; i < 128; ++i) {
        table[i] = values[i];
    }
    // 347: for (start, sum) in starts.iter().zip(sums) {
    const uint64_t bound = min_u64(starts_len, sums_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
        // 348: *sum = (0..4).map(|lane| table[(start + lane * stride) as usize]).sum();
        float acc = -0.0f;
        for (int i_1 = 0; i_1 < 4; ++i_1) {
            const uint32_t lane = i_1;
            acc += table[starts[i] + lane * stride];
        }
        sums[i] = acc;
    }
}
