// The kernels of `mod memory`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/memory.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static const uint64_t CHUNK = 64ULL;

// 10: pub fn copy_buffer(n: u32, #[len(n)] a: &[i32], #[len(n)] b: &[i32], #[len(n)] sum: &mut [i32]) {
extern "C" void copy_buffer(uint32_t n, const int32_t *a, const int32_t *b, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 12: for i in 0..n as usize {
    for (uint64_t i = 0; i < (uint64_t)n; ++i) {
#pragma HLS PIPELINE II=1
        // 13: sum[i] = a[i] + b[i];
        sum[i] = (int32_t)((uint32_t)a[i] + (uint32_t)b[i]);
    }
}

// 18: fn load(from: &[u32], to: &mut [u32; CHUNK]) {
static void load(const uint32_t *from, uint64_t from_len, uint32_t to_[64]) {
    // 20: for (cell, value) in to.iter_mut().zip(from) {
    const uint64_t bound = min_u64(64, from_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
        // 21: *cell = *value;
        to_[i] = from[i];
    }
}

// 27: pub fn host_memory(
extern "C" void host_memory(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 39: let mut buffer = [0; CHUNK];
    uint32_t buffer_[64] = {};
    // 40: for start in (0..n).step_by(CHUNK) {
    for (uint64_t start = 0; start < n; start += 64) {
        // 41: let end = (start + CHUNK).min(n);
        const uint64_t end_ = min_u64(start + CHUNK, n);
        // 42: load(&a[start..end], &mut buffer);
        load(a + start, end_ - start, buffer_);
        // 44: for i in start..end {
        for (uint64_t i = start; i < end_; ++i) {
#pragma HLS PIPELINE II=1
            // 45: sum[i] = buffer[i - start] + b[i];
            sum[i] = buffer_[i - start] + b[i];
        }
    }
}

// 52: pub fn axi_master(#[len(50)] a: &mut [i32]) {
extern "C" void axi_master(int32_t *a) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 53: let mut buffer = [0; 50];
    int32_t buffer_[50] = {};
    // 54: buffer.copy_from_slice(a);
    for (uint64_t i = 0; i < 50; ++i) {
        buffer_[i] = a[i];
    }
    // 56: for value in &mut buffer {
    for (uint64_t i = 0; i < 50; ++i) {
#pragma HLS PIPELINE II=1
        // 57: *value += 100;
        buffer_[i] = (int32_t)((uint32_t)buffer_[i] + 100U);
    }
    // 59: a.copy_from_slice(&buffer);
    for (uint64_t i = 0; i < 50; ++i) {
        a[i] = buffer_[i];
    }
}

// 64: pub fn axi_lite(a: i8, b: i8, #[len(1)] c: &mut [i8]) {
extern "C" void axi_lite(int8_t a, int8_t b, int8_t *c) {
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 65: c[0] = c[0].wrapping_add(a.wrapping_add(b));
    c[0] = (int8_t)((uint32_t)c[0] + ((uint32_t)a + (uint32_t)b));
}

// 70: pub fn burst_rw(increment: i32, data: &mut [i32]) {
extern "C" void burst_rw(int32_t increment, int32_t *data, uint64_t data_len) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=increment bundle=control
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=data_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 71: let mut burst = [0; CHUNK];
    int32_t burst[64] = {};
    // 72: for start in (0..data.len()).step_by(CHUNK) {
    for (uint64_t start = 0; start < data_len; start += 64) {
        // 73: let count = (data.len() - start).min(CHUNK);
        const uint64_t count = min_u64(data_len - start, CHUNK);
        // 75: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 76: burst[i] = data[start + i];
            burst[i] = data[start + i];
        }
        // 79: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 80: data[start + i] = burst[i] + increment;
            data[start + i] = (int32_t)((uint32_t)burst[i] + (uint32_t)increment);
        }
    }
}

// 87: pub fn loop_pipeline(
extern "C" void loop_pipeline(
    uint32_t repetitions,
    uint64_t blocks,
    const int32_t *a,
    const int32_t *b,
    int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=repetitions bundle=control
#pragma HLS INTERFACE s_axilite port=blocks bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 94: let mut result = [0; 128];
    int32_t result[128] = {};
    // 95: for _ in 0..repetitions {
    for (uint32_t i = 0; i < repetitions; ++i) {
        // 96: for block in 0..blocks {
        for (uint64_t block_ = 0; block_ < blocks; ++block_) {
            // 98: for x in 0..128 {
            for (uint64_t x = 0; x < 128; ++x) {
#pragma HLS PIPELINE II=1
                // 99: result[x] = a[block * 128 + x];
                result[x] = a[block_ * 128 + x];
            }
            // 102: for x in 0..128 {
            for (uint64_t x = 0; x < 128; ++x) {
#pragma HLS PIPELINE II=1
                // 103: result[x] += b[block * 128 + x];
                result[x] = (int32_t)((uint32_t)result[x] + (uint32_t)b[block_ * 128 + x]);
            }
            // 106: for x in 0..128 {
            for (uint64_t x = 0; x < 128; ++x) {
#pragma HLS PIPELINE II=1
                // 107: c[block * 128 + x] = result[x];
                c[block_ * 128 + x] = result[x];
            }
        }
    }
}

// 115: pub fn lmem_2rw(n: usize, #[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut [u32]) {
extern "C" void lmem_2rw(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 116: let mut left = [0; CHUNK];
    uint32_t left[64] = {};
    // 117: let mut right = [0; CHUNK];
    uint32_t right[64] = {};
    // 118: let mut both = [0; CHUNK];
    uint32_t both[64] = {};
    // 119: for start in (0..n).step_by(CHUNK) {
    for (uint64_t start = 0; start < n; start += 64) {
        // 120: let count = CHUNK.min(n - start);
        const uint64_t count = min_u64(CHUNK, n - start);
        // 121: load(&a[start..start + count], &mut left);
        load(a + start, start + count - start, left);
        // 122: load(&b[start..start + count], &mut right);
        load(b + start, start + count - start, right);
        // 124: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS UNROLL factor=2
            // 125: both[i] = left[i].wrapping_add(right[i]);
            both[i] = left[i] + right[i];
        }
        // 128: for i in 0..count {
        for (uint64_t i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
            // 129: sum[start + i] = both[i];
            sum[start + i] = both[i];
        }
    }
}

// 136: pub fn widen_port(#[len(CHUNK)] a: &[i32], #[len(CHUNK)] b: &mut [i32]) {
extern "C" void widen_port(const int32_t *a, int32_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 137: let mut buffer = [0; CHUNK];
    int32_t buffer_[64] = {};
    // 139: for i in 0..CHUNK {
    for (uint64_t i = 0; i < CHUNK; ++i) {
#pragma HLS PIPELINE II=1
        // 140: buffer[i] = a[i];
        buffer_[i] = a[i];
        // 141: buffer[i] += 100;
        buffer_[i] = (int32_t)((uint32_t)buffer_[i] + 100U);
        // 142: b[i] = buffer[i];
        b[i] = buffer_[i];
    }
}

// 148: pub fn port_width(
extern "C" void port_width(
    uint32_t blocks,
    const uint32_t *a,
    const uint32_t *b,
    uint64_t *products) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=products offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=blocks bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=products bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 154: for block in 0..blocks as usize {
    for (uint64_t block_ = 0; block_ < (uint64_t)blocks; ++block_) {
        // 155: let start = block * 16;
        const uint64_t start = block_ * 16;
        // 157: for lane in start..start + 16 {
        for (uint64_t lane = start; lane < start + 16; ++lane) {
#pragma HLS PIPELINE II=1
            // 158: products[lane] = u64::from(a[lane]) * u64::from(b[lane]);
            products[lane] = (uint64_t)a[lane] * (uint64_t)b[lane];
        }
    }
}

// 165: pub fn bottleneck(values: &[i32], #[len(1)] sum: &mut [i32]) {
extern "C" void bottleneck(const int32_t *values, uint64_t values_len, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 166: let mut total = 0;
    int32_t total = 0;
    // 167: for triple in values.windows(3) {
    const uint64_t bound = max_u64(values_len + 1, 3) - 3;
    for (uint64_t i = 0; i < bound; ++i) {
        // 168: total += triple[0] + triple[1] + triple[2];
        total = (int32_t)((uint32_t)total + ((uint32_t)values[i] + (uint32_t)values[i + 1] + (uint32_t)values[i + 2]));
    }
    // 170: sum[0] = total;
    sum[0] = total;
}

// 175: pub fn bottleneck_resolved(values: &[i32], #[len(1)] sum: &mut [i32]) {
extern "C" void bottleneck_resolved(const int32_t *values, uint64_t values_len, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 176: let (mut first, mut second) = (values[0], values[1]);
    int32_t first = values[0];
    int32_t second = values[1];
    // 177: let mut total = 0;
    int32_t total = 0;
    // 179: for third in values.iter().skip(2) {
    const uint64_t bound = max_u64(values_len, 2) - 2;
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
        const uint64_t t = i + 2;
        // 180: total += first + second + third;
        total = (int32_t)((uint32_t)total + ((uint32_t)first + (uint32_t)second + (uint32_t)values[t]));
        // 181: first = second;
        first = second;
        // 182: second = *third;
        second = values[t];
    }
    // 184: sum[0] = total;
    sum[0] = total;
}

// 189: pub fn cache_locality(n: usize, #[len(n + 1)] values: &[f64], #[len(n)] sums: &mut [f64]) {
extern "C" void cache_locality(uint64_t n, const double *values, double *sums) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 191: for i in 0..n {
    for (uint64_t i = 0; i < n; ++i) {
#pragma HLS PIPELINE II=1
        // 192: sums[i] = values[i] + values[i + 1];
        sums[i] = values[i] + values[i + 1];
    }
}
