// The kernels of `mod memory`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/memory.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint64_t max_u64(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}

static const int CHUNK = 64;
static const int BURST = 256;

// 10: pub fn copy_buffer(n: u32, #[len(n)] a: &[i32], #[len(n)] b: &[i32], #[len(n)] sum: &mut
//     [i32]) {
extern "C" void copy_buffer(uint32_t n, const int32_t *a, const int32_t *b, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 13: for i in 0..n as usize {
    for (uint32_t i = 0; i < n; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1024 max=1024
        // 14: sum[i] = a[i] + b[i];
        sum[i] = (uint32_t)a[i] + b[i];
    }
}

// 19: fn load(from: &[u32], to: &mut [u32; CHUNK]) {
static void load(const uint32_t *from, uint64_t from_len, uint32_t to[64]) {
    // 22: for (cell, value) in to.iter_mut().zip(from) {
    const int bound = min_u64(64, from_len);
    for (int i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=64 max=64
        // 23: *cell = *value;
        to[i] = from[i];
    }
}

// 29: pub fn host_memory(
extern "C" void host_memory(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 41: let mut buffer = [0; CHUNK];
    uint32_t buffer[64] = {};
    // 43: for start in (0..n).step_by(CHUNK) {
    const uint64_t trips = 0 < n ? (n - 1) / 64 + 1 : 0;
    for (uint64_t trip = 0; trip < trips; ++trip) {
#pragma HLS LOOP_TRIPCOUNT max=64
        const uint64_t start = trip * 64;
        // 44: let end = (start + CHUNK).min(n);
        const uint64_t end = min_u64(start + CHUNK, n);
        // 45: load(&a[start..end], &mut buffer);
        load(a + start, end - start, buffer);
        // 48: for i in start..end {
        for (uint64_t i = start; i < end; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=64 max=64
            // 49: sum[i] = buffer[i - start] + b[i];
            sum[i] = buffer[i - start] + b[i];
        }
    }
}

// 56: pub fn host_memory_copy(
extern "C" void host_memory_copy(int32_t *a, int32_t *b, uint32_t n, uint32_t back) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=back bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 64: if back == 0 {
    if (back == 0) {
        // 65: b.copy_from_slice(a);
        for (uint64_t i = 0; i < ((uint64_t)n); ++i) {
            b[i] = a[i];
        }
    } else {
        // 67: a.copy_from_slice(b);
        for (uint64_t i = 0; i < ((uint64_t)n); ++i) {
            a[i] = b[i];
        }
    }
}

// 73: pub fn axi_master(
extern "C" void axi_master(int32_t *a) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=50
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 78: let mut buffer = [0; 50];
    int32_t buffer[50];
    // 79: buffer.copy_from_slice(a);
    for (int i = 0; i < 50; ++i) {
        buffer[i] = a[i];
    }
    // 81: for value in &mut buffer {
    for (int i = 0; i < 50; ++i) {
#pragma HLS PIPELINE II=1
        // 82: *value += 100;
        buffer[i] += 100U;
    }
    // 84: a.copy_from_slice(&buffer);
    for (int i = 0; i < 50; ++i) {
        a[i] = buffer[i];
    }
}

// 90: pub fn axi_lite(
extern "C" void axi_lite(int8_t a, int8_t b, int8_t *c) {
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=BUS_A offset=0x20
#pragma HLS INTERFACE s_axilite port=b bundle=BUS_A offset=0x28
#pragma HLS INTERFACE s_axilite port=c bundle=BUS_A offset=0x30
#pragma HLS INTERFACE s_axilite port=return bundle=BUS_A
    // 97: c[0] = c[0].wrapping_add(a.wrapping_add(b));
    c[0] += a + b;
}

// 105: pub fn burst_rw(
extern "C" void burst_rw(int32_t increment, int32_t *data, uint64_t data_len) {
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem depth=2048 max_read_burst_length=256 max_write_burst_length=256
#pragma HLS INTERFACE s_axilite port=increment bundle=control
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=data_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 110: let mut burst = [0; BURST];
    int32_t burst[256] = {};
    // 112: for start in (0..data.len()).step_by(BURST) {
    const uint64_t trips = (data_len + 255) / 256;
    for (uint64_t trip = 0; trip < trips; ++trip) {
#pragma HLS LOOP_TRIPCOUNT min=1 max=64
        const uint64_t start = trip * 256;
        // 113: let count = (data.len() - start).min(BURST);
        const int count = min_u64(data_len - start, BURST);
        // 117: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=1 max=256
#pragma HLS LOOP_FLATTEN off
            // 118: burst[i] = data[start + i];
            burst[i] = data[start + i];
        }
        // 122: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=256 max=2048
            // 123: data[start + i] = burst[i] + increment;
            data[start + i] = (uint32_t)burst[i] + increment;
        }
    }
}

// 130: pub fn loop_pipeline(
extern "C" void loop_pipeline(uint32_t repetitions, uint64_t blocks, const int32_t *a,
                              const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=repetitions bundle=control
#pragma HLS INTERFACE s_axilite port=blocks bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 137: let mut result = [0; 128];
    int32_t result[128] = {};
    // 139: for _ in 0..repetitions {
    for (uint32_t i = 0; i < repetitions; ++i) {
#pragma HLS LOOP_TRIPCOUNT min=1 max=1
        // 142: for block in 0..blocks {
        for (uint64_t block = 0; block < blocks; ++block) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
#pragma HLS LOOP_FLATTEN off
            // 144: for x in 0..128 {
            for (int x = 0; x < 128; ++x) {
#pragma HLS PIPELINE II=1
                // 145: result[x] = a[block * 128 + x];
                result[x] = a[block * 128 + x];
            }
            // 148: for x in 0..128 {
            for (int x = 0; x < 128; ++x) {
#pragma HLS PIPELINE II=1
                // 149: result[x] += b[block * 128 + x];
                result[x] += (uint32_t)b[block * 128 + x];
            }
            // 152: for x in 0..128 {
            for (int x = 0; x < 128; ++x) {
#pragma HLS PIPELINE II=1
                // 153: c[block * 128 + x] = result[x];
                c[block * 128 + x] = result[x];
            }
        }
    }
}

// 161: pub fn lmem_2rw(n: usize, #[len(n)] a: &[u32], #[len(n)] b: &[u32], #[len(n)] sum: &mut
//     [u32]) {
extern "C" void lmem_2rw(uint64_t n, const uint32_t *a, const uint32_t *b, uint32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 162: let mut left = [0; CHUNK];
    uint32_t left[64] = {};
    // 163: let mut right = [0; CHUNK];
    uint32_t right[64] = {};
    // 164: let mut both = [0; CHUNK];
    uint32_t both[64] = {};
    // 166: for start in (0..n).step_by(CHUNK) {
    const uint64_t trips = 0 < n ? (n - 1) / 64 + 1 : 0;
    for (uint64_t trip = 0; trip < trips; ++trip) {
#pragma HLS LOOP_TRIPCOUNT min=4 max=4
        const uint64_t start = trip * 64;
        // 167: let count = CHUNK.min(n - start);
        const int count = min_u64(CHUNK, n - start);
        // 168: load(&a[start..start + count], &mut left);
        load(a + start, start + count - start, left);
        // 169: load(&b[start..start + count], &mut right);
        load(b + start, start + count - start, right);
        // 173: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS UNROLL factor=2
#pragma HLS LOOP_TRIPCOUNT min=64 max=64
#pragma HLS LOOP_FLATTEN off
            // 174: both[i] = left[i].wrapping_add(right[i]);
            both[i] = left[i] + right[i];
        }
        // 178: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=64 max=64
            // 179: sum[start + i] = both[i];
            sum[start + i] = both[i];
        }
    }
}

// 187: pub fn widen_port(
extern "C" void widen_port(const int32_t *a, int32_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem depth=64 max_widen_bitwidth=256
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem depth=64
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 195: let mut buffer = [0; CHUNK];
    int32_t buffer[64];
    // 197: for i in 0..CHUNK {
    for (int i = 0; i < CHUNK; ++i) {
#pragma HLS PIPELINE II=1
        // 198: buffer[i] = a[i];
        buffer[i] = a[i];
        // 199: buffer[i] += 100;
        buffer[i] += 100U;
        // 200: b[i] = buffer[i];
        b[i] = buffer[i];
    }
}

// 207: pub fn port_width(
extern "C" void port_width(uint32_t blocks, const uint32_t *a, const uint32_t *b,
                           uint64_t *products) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 max_widen_bitwidth=512
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1 max_widen_bitwidth=256
#pragma HLS INTERFACE m_axi port=products offset=slave bundle=gmem0 max_widen_bitwidth=512
#pragma HLS INTERFACE s_axilite port=blocks bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=products bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 220: for block in 0..blocks as usize {
    for (uint32_t block = 0; block < blocks; ++block) {
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 221: let start = block * 16;
        const uint64_t start = block * 16ULL;
        // 224: for lane in start..start + 16 {
        for (uint64_t lane = start; lane < start + 16; ++lane) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_FLATTEN off
            // 225: products[lane] = u64::from(a[lane]) * u64::from(b[lane]);
            products[lane] = (uint64_t)a[lane] * b[lane];
        }
    }
}

// 232: pub fn bottleneck(values: &[i32], #[len(1)] sum: &mut [i32]) {
extern "C" void bottleneck(const int32_t *values, uint64_t values_len, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 233: let mut total = 0;
    int32_t total = 0;
    // 234: for triple in values.windows(3) {
    const uint64_t bound = max_u64(values_len + 1, 3) - 3;
    for (uint64_t i = 0; i < bound; ++i) {
        // 235: total += triple[0] + triple[1] + triple[2];
        total += (uint32_t)values[i] + values[i + 1] + values[i + 2];
    }
    // 237: sum[0] = total;
    sum[0] = total;
}

// 242: pub fn bottleneck_resolved(values: &[i32], #[len(1)] sum: &mut [i32]) {
extern "C" void bottleneck_resolved(const int32_t *values, uint64_t values_len, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 243: let (mut first, mut second) = (values[0], values[1]);
    int32_t first = values[0];
    int32_t second = values[1];
    // 244: let mut total = 0;
    int32_t total = 0;
    // 246: for third in values.iter().skip(2) {
    const uint64_t bound = max_u64(values_len, 2) - 2;
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
        const uint64_t t = i + 2;
        // 247: total += first + second + third;
        total += (uint32_t)first + second + values[t];
        // 248: first = second;
        first = second;
        // 249: second = *third;
        second = values[t];
    }
    // 251: sum[0] = total;
    sum[0] = total;
}

// 256: pub fn cache_locality(
extern "C" void cache_locality(uint64_t n, const double *values, double *sums) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=aximm2 depth=1025 num_read_outstanding=256 max_read_burst_length=128
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=aximm depth=1024
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS CACHE port=values lines=1 depth=128
    // 268: for i in 0..n {
    for (uint64_t i = 0; i < n; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 269: sums[i] = values[i] + values[i + 1];
        sums[i] = values[i] + values[i + 1];
    }
}
