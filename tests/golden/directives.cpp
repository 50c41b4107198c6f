// The kernels of `mod directives`, translated from Rust by sycl-hls.
// Source: tests/kernels/directives.rs
#include <cstdint>
#include <cmath>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// A zero of its sign in place of a denormal, as AMD's operators have it.
static inline float flush_f32(float x) {
#ifndef __SYNTHESIS__
    if (std::fpclassify(x) == FP_SUBNORMAL) return std::copysign(float(0), x);
#endif
    return x;
}

static const int N = 64;

// 11: pub fn loops(x: &[i32], y: &mut [i32]) {
extern "C" void loops(const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 12: let mut sums = [0_i32; 4];
    int32_t sums[4] = {};
    // 15: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
#pragma HLS PIPELINE II=2 style=flp
#pragma HLS LOOP_TRIPCOUNT min=1 max=1024 avg=64
        // 16: y[i] = x[i].wrapping_mul(3);
        y[i] = x[i] * 3U;
    }
    // 21: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
#pragma HLS PIPELINE off
#pragma HLS UNROLL factor=1
#pragma HLS LATENCY min=2 max=8
        // 22: y[i] = y[i].wrapping_add(1);
        y[i] += 1U;
    }
    // 25: for i in 0..4 {
    for (int i = 0; i < 4; ++i) {
#pragma HLS LOOP_FLATTEN
        // 27: for j in 0..16_usize {
        for (int j = 0; j < 16; ++j) {
#pragma HLS UNROLL factor=4 skip_exit_check
            // 28: sums[i] = sums[i].wrapping_add(x[i * 16 + j]);
            sums[i] += (uint32_t)x[i * 16 + j];
        }
    }
    // 34: for i in 0..4 {
    for (int i = 0; i < 4; ++i) {
#pragma HLS LOOP_FLATTEN off
#pragma HLS PERFORMANCE target_ti=1000
        {
#pragma HLS LOOP_MERGE force
            // 35: y[i] = sums[i];
            y[i] = sums[i];
        }
    }
    // 40: for i in 0..4 {
    for (int i = 0; i < 4; ++i) {
#pragma HLS PIPELINE II=1 style=frp
#pragma HLS ALLOCATION operation instances=mul limit=2
        {
#pragma HLS EXPRESSION_BALANCE off
            // 41: y[i] = y[i].wrapping_mul(sums[i]);
            y[i] *= (uint32_t)sums[i];
        }
    }
}

// 46: pub fn rewound(x: &[u32], #[len(64)] y: &mut [u32]) {
extern "C" void rewound(const uint32_t *x, uint64_t x_len, uint32_t *y) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 48: for i in 0..N {
    for (int i = 0; i < N; ++i) {
#pragma HLS PIPELINE II=1 rewind
        // 49: y[i] = x[i] ^ 255;
        y[i] = x[i] ^ 255;
    }
}

// 55: pub fn dependences(x: &[u8], counts: &mut [u32]) {
extern "C" void dependences(const uint8_t *x, uint64_t x_len, uint32_t *counts,
                            uint64_t counts_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=counts offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=counts bundle=control
#pragma HLS INTERFACE s_axilite port=counts_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 57: let mut bins = [0_u32; 256];
    uint32_t bins[256] = {};
#pragma HLS DEPENDENCE variable=bins intra RAW false
    // 61: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS DEPENDENCE variable=bins inter RAW distance=2 true
#pragma HLS DEPENDENCE pointer inter false
        // 62: bins[x[i] as usize] += 1;
        const int t = x[i];
        bins[t] += 1;
    }
    // 65: for i in 0..counts.len() {
    for (uint64_t i = 0; i < counts_len; ++i) {
#pragma HLS DEPENDENCE variable=counts inter false
        // 66: counts[i] = bins[i % 256];
        counts[i] = bins[i % 256];
    }
}

// 72: pub fn arrays(x: &[i32], y: &mut [i32]) {
extern "C" void arrays(const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 75: let mut tile = [[0_i32; 4]; 16];
    int32_t tile[16][4] = {};
#pragma HLS ARRAY_PARTITION variable=tile cyclic factor=4 dim=1
#pragma HLS ARRAY_PARTITION variable=tile complete dim=2
    // 78: let mut row = [0_i32; 64];
    int32_t row[64];
#pragma HLS ARRAY_RESHAPE variable=row block factor=2 dim=1
#pragma HLS BIND_STORAGE variable=row type=ram_t2p impl=bram latency=2
    // 80: let weights = [1, 2, 3, 4];
    static const int32_t weights[4] = {1, 2, 3, 4};
#pragma HLS BIND_STORAGE variable=weights type=rom_2p impl=lutram
    // 82: let offsets = [5, 6, 7, 8];
    const int32_t offsets[4] = {5, 6, 7, 8};
#pragma HLS STABLE variable=offsets
    // 84: for i in 0..N {
    for (int i = 0; i < N; ++i) {
#pragma HLS PERFORMANCE target_tl=200
        // 85: row[i] = x[i];
        row[i] = x[i];
        // 86: tile[i / 4][i % 4] = row[i].wrapping_mul(weights[i % 4]);
        tile[i / 4][i % 4] = (uint32_t)row[i] * weights[i % 4];
    }
    // 88: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 89: y[i] = tile[i / 4][i % 4].wrapping_add(offsets[i % 4]);
        y[i] = (uint32_t)tile[i / 4][i % 4] + offsets[i % 4];
    }
}

// 95: pub fn operators(a: i32, b: i32, c: f32, d: f64, y: &mut [f64]) {
extern "C" void operators(int32_t a, int32_t b, float c, double d, double *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=d bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 97: let product = (a % 1000) * (b % 1000);
    const int32_t product = (a % 1000) * (b % 1000);
#pragma HLS BIND_OP variable=product op=mul impl=dsp latency=3
    // 99: let quotient = c / 3.0;
    const float quotient = c / 3.0f;
#pragma HLS BIND_OP variable=quotient op=fdiv impl=fabric latency=29
    // 101: let sum = c + 0.5;
    const float sum = c + 0.5f;
#pragma HLS BIND_OP variable=sum op=fadd impl=fulldsp
    // 104: let mut total = d * d;
    double total = d * d;
#pragma HLS BIND_OP variable=total op=dadd impl=fabric latency=7
#pragma HLS BIND_OP variable=total op=dmul impl=maxdsp
    // 105: total += product as f64;
    total += (double)product;
    // 106: y[0] = total + quotient as f64 + sum as f64;
    y[0] = total + (double)quotient + (double)sum;
}

// 119: fn weighted(value: u32, #[function_instantiate] mode: u32) -> u32 {
static uint32_t weighted(uint32_t value, uint32_t mode) {
#pragma HLS inline off
#pragma HLS FUNCTION_INSTANTIATE variable=mode
    // 120: if mode == 1 { value.wrapping_mul(5) } else { value.wrapping_mul(9) }
    return mode == 1 ? value * 5 : value * 9;
}

// 125: fn apart(#[stable] value: u32) -> u32 {
static uint32_t apart(uint32_t value) {
#pragma HLS PIPELINE II=1
#pragma HLS EXPRESSION_BALANCE
#pragma HLS STABLE variable=value
    // 126: (value >> 3) ^ (value >> 5) ^ (value >> 7)
    return (value >> 3) ^ (value >> 5) ^ (value >> 7);
}

// 130: fn merged(value: u32) -> u32 {
static uint32_t merged(uint32_t value) {
#pragma HLS inline recursive
    // 131: apart(value) | 1
    return apart(value) | 1;
}

// 112: pub fn functions(mode: u32, x: &[u32], y: &mut [u32]) {
extern "C" void functions(uint32_t mode, const uint32_t *x, uint64_t x_len, uint32_t *y,
                          uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=mode bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS LATENCY max=5000
#pragma HLS ALLOCATION function instances=weighted limit=1
    // 113: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
        // 114: y[i] = weighted(x[i], mode &
        //     1).wrapping_add(apart(x[i])).wrapping_add(merged(x[i]));
        y[i] = weighted(x[i], mode & 1) + apart(x[i]) + merged(x[i]);
    }
}

// 137: pub fn flushed(x: &[f32], y: &mut [f32]) {
extern "C" void flushed(const float *x, uint64_t x_len, float *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 138: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
        // 139: y[i] = x[i] * 0.5;
        y[i] = flush_f32(flush_f32(x[i]) * 0.5f);
    }
}

// 145: pub fn blocks(x: &[i32], y: &mut [i32]) {
extern "C" void blocks(const int32_t *x, uint64_t x_len, int32_t *y, uint64_t y_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 146: let mut state = 0_i32;
    int32_t state = 0;
    // 148: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
#pragma HLS PIPELINE II=1
        // 149: #[occurrence(cycle = 4)]
        {
#pragma HLS OCCURRENCE cycle=4
            // 151: if i % 4 == 0 {
            if (i % 4 == 0) {
                // 152: state = x[i];
                state = x[i];
            }
        }
        // 155: y[i] = state;
        y[i] = state;
    }
    // 157: #[protocol(fixed)]
    {
#pragma HLS PROTOCOL fixed
#pragma HLS LATENCY min=1 max=4
        // 160: state = state.wrapping_add(1);
        state += 1U;
        // 161: y[0] = state;
        y[0] = state;
    }
    // 163: #[loop_merge]
    {
#pragma HLS LOOP_MERGE
        // 165: for i in 0..4 {
        for (int i = 0; i < 4; ++i) {
            // 166: y[i] = y[i].wrapping_add(1);
            y[i] += 1U;
        }
        // 168: for i in 0..4 {
        for (int i = 0; i < 4; ++i) {
            // 169: y[i] = y[i].wrapping_mul(2);
            y[i] *= 2U;
        }
    }
}

// 178: pub fn ports(
extern "C" void ports(uint32_t n, const uint32_t *a, uint64_t a_len, const uint32_t *b,
                      uint64_t b_len, uint32_t *y, uint64_t y_len, const uint32_t *table_,
                      uint64_t table_len) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=inputs depth=1024 latency=64 num_read_outstanding=32 max_read_burst_length=64
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=inputs depth=1024 latency=64 num_read_outstanding=32 max_read_burst_length=64
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem0 num_write_outstanding=8 max_write_burst_length=256 max_widen_bitwidth=512 channel=0 name=result
#pragma HLS INTERFACE m_axi port=table_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=n bundle=ctrl offset=0x40 register
#pragma HLS INTERFACE s_axilite port=a bundle=ctrl offset=0x10
#pragma HLS INTERFACE s_axilite port=a_len bundle=ctrl offset=0x1c
#pragma HLS INTERFACE s_axilite port=b bundle=ctrl offset=0x28
#pragma HLS INTERFACE s_axilite port=b_len bundle=ctrl offset=0x34
#pragma HLS INTERFACE s_axilite port=y bundle=ctrl offset=0x44
#pragma HLS INTERFACE s_axilite port=y_len bundle=ctrl offset=0x50
#pragma HLS INTERFACE s_axilite port=table_ bundle=ctrl offset=0x5c
#pragma HLS INTERFACE s_axilite port=table_len bundle=ctrl offset=0x68
#pragma HLS INTERFACE s_axilite port=return bundle=ctrl
#pragma HLS INTERFACE ap_ctrl_hs port=return
#pragma HLS CACHE port=table_ lines=4 depth=64
#pragma HLS STABLE variable=y
    // 208: for i in 0..n as usize {
    for (uint32_t i = 0; i < n; ++i) {
        // 209: y[i] = a[i].wrapping_add(b[i]) ^ table[(a[i] % 16) as usize];
        y[i] = (a[i] + b[i]) ^ table_[a[i] % 16];
    }
}

// 220: pub fn placed(
extern "C" void placed(const uint32_t *x, uint64_t x_len, uint32_t *y, uint64_t y_len,
                       const uint32_t *z, uint64_t z_len, const uint32_t *w, uint64_t w_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=z offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=w offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=y_len bundle=control
#pragma HLS INTERFACE s_axilite port=z bundle=control
#pragma HLS INTERFACE s_axilite port=z_len bundle=control
#pragma HLS INTERFACE s_axilite port=w bundle=control
#pragma HLS INTERFACE s_axilite port=w_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS INTERFACE ap_ctrl_chain port=return
#pragma HLS PERFORMANCE target_ti=100000
    // 226: for i in 0..x.len() {
    for (uint64_t i = 0; i < x_len; ++i) {
        // 227: y[i] = x[i].wrapping_add(z[i]).wrapping_add(w[i]);
        y[i] = x[i] + z[i] + w[i];
    }
}

// 233: pub fn exchanged(a: u32, b: u32, sum: &mut u32) {
extern "C" void exchanged(uint32_t a, uint32_t b, uint32_t *sum) {
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS INTERFACE ap_ctrl_chain port=return
    // 233: pub fn exchanged(a: u32, b: u32, sum: &mut u32) {
    uint32_t sum_1;
    // 234: *sum = a.wrapping_add(b);
    sum_1 = a + b;
    // 233: pub fn exchanged(a: u32, b: u32, sum: &mut u32) {
    *sum = sum_1;
}
