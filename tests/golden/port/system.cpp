// The kernels of `mod system`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/system.rs
#include <cstdint>
#include <cstddef>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

struct Lanes {
    uint32_t lanes[16];
};
static_assert(
    sizeof(Lanes) == 64 &&
        offsetof(Lanes, lanes) == 0,
    "Lanes lies in memory as in Rust");

static const int CHUNK = 64;
static const int LANES = 16;
static const int SIDE = 16;

// 13: pub fn compute_units(from: u32, count: u32, a: &[i32], b: &[i32], sum: &mut [i32]) {
extern "C" void compute_units(uint32_t from, uint32_t count, const int32_t *a, uint64_t a_len,
                              const int32_t *b, uint64_t b_len, int32_t *sum, uint64_t sum_len) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=from bundle=control
#pragma HLS INTERFACE s_axilite port=count bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=sum_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 16: for i in from as usize..(from + count) as usize {
    for (uint32_t i = from; i < from + count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=4096 max=4194304
        // 17: sum[i] = a[i] + b[i];
        sum[i] = (uint32_t)a[i] + b[i];
    }
}

// 25: pub fn asymmetrical_units(
extern "C" void asymmetrical_units(uint64_t n, const uint32_t *a, const uint32_t *b,
                                   uint32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 40: let mut buffer = [0; CHUNK];
    uint32_t buffer[64] = {};
    // 41: let mut start = 0;
    uint64_t start = 0;
    // 42: while start < n {
    while (start < n) {
        // 43: let end = if start + CHUNK < n { start + CHUNK } else { n };
        const uint64_t end = start + CHUNK < n ? start + CHUNK : n;
        // 46: for i in start..end {
        for (uint64_t i = start; i < end; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=64 max=64
            // 47: buffer[i - start] = a[i].wrapping_add(b[i]);
            buffer[i - start] = a[i] + b[i];
        }
        // 51: for i in start..end {
        for (uint64_t i = start; i < end; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=64 max=64
            // 52: sum[i] = buffer[i - start];
            sum[i] = buffer[i - start];
        }
        // 54: start = end;
        start = end;
    }
}

// 68: pub fn hbm_range(
extern "C" void hbm_range(const Lanes *a, uint64_t a_len, const Lanes *b, uint64_t b_len,
                          Lanes *sums, uint64_t sums_len) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=sums_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 80: for i in 0..sums.len() {
    for (uint64_t i = 0; i < sums_len; ++i) {
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 82: for lane in 0..LANES {
        for (int lane = 0; lane < LANES; ++lane) {
#pragma HLS PIPELINE
            // 83: sums[i].lanes[lane] = a[i].lanes[lane].wrapping_add(b[i].lanes[lane]);
            sums[i].lanes[lane] = a[i].lanes[lane] + b[i].lanes[lane];
        }
    }
}

// 92: pub fn hbm_channels(
extern "C" void hbm_channels(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sums,
                             uint32_t *products) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=products offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=products bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 109: for i in 0..n {
    for (uint64_t i = 0; i < n; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 110: let (x, y) = (a[i], b[i]);
        const uint32_t x = a[i];
        const uint32_t y = b[i];
        // 111: sums[i] = x.wrapping_add(y);
        sums[i] = x + y;
        // 112: products[i] = x.wrapping_mul(y);
        products[i] = x * y;
    }
}

// 119: pub fn slr_multiply(a: &[i32], b: &[i32], products: &mut [i32]) {
extern "C" void slr_multiply(const int32_t *a, uint64_t a_len, const int32_t *b, uint64_t b_len,
                             int32_t *products, uint64_t products_len) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=products offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=products bundle=control
#pragma HLS INTERFACE s_axilite port=products_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 122: for ((x, y), product) in a.iter().zip(b).zip(products) {
    const uint64_t bound = min_u64(min_u64(a_len, b_len), products_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 123: *product = x * y;
        products[i] = (uint32_t)a[i] * b[i];
    }
}

// 130: pub fn slr_add(products: &[i32], c: &[i32], sums: &mut [i32]) {
extern "C" void slr_add(const int32_t *products, uint64_t products_len, const int32_t *c,
                        uint64_t c_len, int32_t *sums, uint64_t sums_len) {
#pragma HLS INTERFACE m_axi port=products offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=products bundle=control
#pragma HLS INTERFACE s_axilite port=products_len bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=c_len bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=sums_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 133: for ((product, z), sum) in products.iter().zip(c).zip(sums) {
    const uint64_t bound = min_u64(min_u64(products_len, c_len), sums_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 134: *sum = product + z;
        sums[i] = (uint32_t)products[i] + c[i];
    }
}

// 141: pub fn clocked(#[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut [u32], n: u32)
//     {
extern "C" void clocked(const uint32_t *a, const uint32_t *b, uint32_t *sum, uint32_t n) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 144: for i in 0..n as usize {
    for (uint32_t i = 0; i < n; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 145: sum[i] = a[i].wrapping_add(b[i]);
        sum[i] = a[i] + b[i];
    }
}

// 152: pub fn mailbox(
extern "C" void mailbox(int32_t a, int32_t b, int32_t *sum, int32_t *product) {
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=product offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=product bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS INTERFACE ap_ctrl_chain port=return
#pragma HLS STABLE variable=a
#pragma HLS STABLE variable=b
#pragma HLS STABLE variable=sum
#pragma HLS STABLE variable=product
    // 162: sum[0] = a + b;
    sum[0] = (uint32_t)a + b;
    // 163: product[0] = a * b;
    product[0] = (uint32_t)a * b;
}

// 168: fn row_times_matrix(row: &[i32; SIDE], matrix: &[[i32; SIDE]; SIDE], out: &mut [i32]) {
static void row_times_matrix(const int32_t row[16], const int32_t matrix[16][16], int32_t *out) {
    // 170: for j in 0..SIDE {
    for (int j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE
        // 171: let mut sum = 0;
        int32_t sum = 0;
        // 172: for k in 0..SIDE {
        for (int k = 0; k < SIDE; ++k) {
            // 173: sum += row[k] * matrix[k][j];
            sum += (uint32_t)row[k] * matrix[k][j];
        }
        // 175: out[j] = sum;
        out[j] = sum;
    }
}

// 181: pub fn plram(
extern "C" void plram(const int32_t *small_, const int32_t *large_, uint64_t large_len,
                      int32_t *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=small_ offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=large_ offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=small_ bundle=control
#pragma HLS INTERFACE s_axilite port=large_ bundle=control
#pragma HLS INTERFACE s_axilite port=large_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 189: let mut matrix = [[0; SIDE]; SIDE];
    int32_t matrix[16][16];
#pragma HLS ARRAY_PARTITION variable=matrix complete dim=1
    // 190: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 191: matrix[i].copy_from_slice(&small[i * SIDE..(i + 1) * SIDE]);
        const int t = i * SIDE;
        for (int i_1 = 0; i_1 < 16; ++i_1) {
            matrix[i][i_1] = small_[t + i_1];
        }
    }
    // 194: let mut row = [0; SIDE];
    int32_t row[16] = {};
#pragma HLS ARRAY_PARTITION variable=row complete dim=1
    // 196: for (line, to) in large.chunks_exact(SIDE).zip(out.chunks_exact_mut(SIDE)) {
    const uint64_t bound = min_u64(large_len / 16, out_len / 16);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS LOOP_TRIPCOUNT max=16
        const uint64_t t = i * 16;
        // 197: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 16; ++i_1) {
            row[i_1] = large_[t + i_1];
        }
        // 198: row_times_matrix(&row, &matrix, to);
        row_times_matrix(row, matrix, out_ + i * 16);
    }
}
