// The kernels of `mod loops`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/loops.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

struct tuple_i32_i32 {
    int32_t v_0;
    int32_t v_1;
};

static const uint64_t SIDE = 20ULL;
static const uint64_t K = 11ULL;
static const int32_t COEFFICIENTS[11] = {1, 3, -5, 7, 9, 11, -9, 7, 5, -3, 1};

// 10: pub fn variable_bound(width: u8, #[len(32)] values: &[i16], #[len(1)] sum: &mut [i32]) {
extern "C" void variable_bound(uint8_t width, const int16_t *values, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 11: let mut total = 0;
    int32_t total = 0;
    // 12: for x in 0..width as usize {
    for (uint64_t x = 0; x < (uint64_t)width; ++x) {
        // 13: total += values[x] as i32;
        total = (int32_t)((uint32_t)total + (uint32_t)(int32_t)values[x]);
    }
    // 15: sum[0] = total;
    sum[0] = total;
}

// 20: pub fn imperfect_loop(#[len(SIDE)] a: &[i8], #[len(SIDE)] b: &mut [i16]) {
extern "C" void imperfect_loop(const int8_t *a, int16_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 21: for i in 0..SIDE {
    for (uint64_t i = 0; i < SIDE; ++i) {
        // 22: let mut sum = 0_i32;
        int32_t sum = 0;
        // 24: for j in 0..SIDE {
        for (uint64_t j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE
            // 25: sum += i32::from(a[j]) * j as i32;
            sum = (int32_t)((uint32_t)sum + (uint32_t)(int32_t)a[j] * (uint32_t)(int32_t)j);
        }
        // 27: b[i] = if i % 2 == 0 { (sum / 20) as i16 } else { 0 };
        b[i] = i % 2 == 0 ? (int16_t)(sum / 20) : 0;
    }
}

// 33: pub fn perfect_loop(#[len(SIDE)] a: &[i8], #[len(SIDE)] b: &mut [i16]) {
extern "C" void perfect_loop(const int8_t *a, int16_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 34: let mut sum = 0_i32;
    int32_t sum = 0;
    // 35: for i in 0..SIDE {
    for (uint64_t i = 0; i < SIDE; ++i) {
        // 37: for j in 0..SIDE {
        for (uint64_t j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE
            // 38: if j == 0 {
            if (j == 0) {
                // 39: sum = 0;
                sum = 0;
            }
            // 41: sum += i32::from(a[j]) * j as i32;
            sum = (int32_t)((uint32_t)sum + (uint32_t)(int32_t)a[j] * (uint32_t)(int32_t)j);
            // 42: if j == SIDE - 1 {
            if (j == SIDE - 1) {
                // 43: b[i] = if i % 2 == 0 { (sum / 20) as i16 } else { 0 };
                b[i] = i % 2 == 0 ? (int16_t)(sum / 20) : 0;
            }
        }
    }
}

// 51: pub fn pipelined_loop(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
extern "C" void pipelined_loop(const int8_t *a, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 52: let mut total = 0;
    int32_t total = 0;
    // 53: for i in 0..SIDE {
    for (uint64_t i = 0; i < SIDE; ++i) {
        // 55: for j in 0..SIDE {
        for (uint64_t j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE II=1
            // 56: total += a[j] as i32 * i as i32;
            total = (int32_t)((uint32_t)total + (uint32_t)(int32_t)a[j] * (uint32_t)(int32_t)i);
        }
    }
    // 59: sum[0] = total;
    sum[0] = total;
}

// 69: pub fn vertical_convolution(
extern "C" void vertical_convolution(
    uint64_t height,
    uint64_t width,
    const int32_t *image,
    int32_t *out_) {
#pragma HLS INTERFACE m_axi port=image offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=image bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 76: let mut lines = [[0; COLUMNS]; K - 1];
    int32_t lines[10][32] = {};
#pragma HLS ARRAY_PARTITION variable=lines complete dim=1
    // 77: for row in 0..height {
    for (uint64_t row = 0; row < height; ++row) {
        // 79: for column in 0..width {
        for (uint64_t column = 0; column < width; ++column) {
#pragma HLS PIPELINE II=1
            // 80: let newest = image[row * width + column];
            const int32_t newest = image[row * width + column];
            // 81: let mut sum = 0;
            int32_t sum = 0;
            // 82: for i in 0..K {
            for (uint64_t i = 0; i < K; ++i) {
                // 83: let value = if i < K - 1 { lines[i][column] } else { newest };
                const int32_t value = i < K - 1 ? lines[i][column] : newest;
                // 84: sum += value * COEFFICIENTS[i];
                sum = (int32_t)((uint32_t)sum + (uint32_t)value * (uint32_t)COEFFICIENTS[i]);
                // 85: if i > 0 {
                if (i > 0) {
                    // 86: lines[i - 1][column] = value;
                    lines[i - 1][column] = value;
                }
            }
            // 89: out[row * width + column] = sum;
            out_[row * width + column] = sum;
        }
    }
}

// 94: fn incremented(value: i8, by: i8) -> i8 {
static int8_t incremented(int8_t value, int8_t by) {
    // 95: value.wrapping_add(by)
    return (int8_t)((uint32_t)value + (uint32_t)by);
}

// 100: pub fn function_instantiate(a: i8, b: i8, c: i8, #[len(3)] out: &mut [i8]) {
extern "C" void function_instantiate(int8_t a, int8_t b, int8_t c, int8_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 101: out[0] = incremented(a, 0);
    out_[0] = incremented(a, 0);
    // 102: out[1] = incremented(b, 1);
    out_[1] = incremented(b, 1);
    // 103: out[2] = incremented(c, 100);
    out_[2] = incremented(c, 100);
}

// 106: fn sum_and_difference(a: i32, b: i32) -> (i32, i32) {
static void sum_and_difference(int32_t a, int32_t b, tuple_i32_i32 &result) {
    // 107: (a + b, a - b)
    result.v_0 = (int32_t)((uint32_t)a + (uint32_t)b);
    result.v_1 = (int32_t)((uint32_t)a - (uint32_t)b);
}

// 110: fn shifted(pair: (i32, i32)) -> (i32, i32) {
static void shifted(const tuple_i32_i32 &pair, tuple_i32_i32 &result) {
    // 111: (pair.0 >> 1, pair.1 >> 2)
    result.v_0 = pair.v_0 >> 1;
    result.v_1 = pair.v_1 >> 2;
}

// 116: pub fn hierarchy(a: i32, b: i32, #[len(2)] out: &mut [i32]) {
extern "C" void hierarchy(int32_t a, int32_t b, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 117: let (c, d) = shifted(sum_and_difference(a, b));
    tuple_i32_i32 value = {};
    tuple_i32_i32 value_1 = {};
    sum_and_difference(a, b, value_1);
    shifted(value_1, value);
    const int32_t c = value.v_0;
    const int32_t d = value.v_1;
    // 118: out[0] = c;
    out_[0] = c;
    // 119: out[1] = d;
    out_[1] = d;
}

// 122: fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
static uint32_t fibonacci_1(uint32_t a, uint32_t b) {
    (void)a;
    // 123: let (mut previous, mut current) = (a, b);
    uint32_t current = b;
    // 130: current
    return current;
}

// 122: fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
static uint32_t fibonacci_10(uint32_t a, uint32_t b) {
    // 123: let (mut previous, mut current) = (a, b);
    uint32_t previous = a;
    uint32_t current = b;
    // 125: for _ in 1..N {
    for (uint64_t i = 1; i < 10; ++i) {
#pragma HLS UNROLL
        // 126: let next = previous + current;
        const uint32_t next_ = previous + current;
        // 127: previous = current;
        previous = current;
        // 128: current = next;
        current = next_;
    }
    // 130: current
    return current;
}

// 122: fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
static uint32_t fibonacci_21(uint32_t a, uint32_t b) {
    // 123: let (mut previous, mut current) = (a, b);
    uint32_t previous = a;
    uint32_t current = b;
    // 125: for _ in 1..N {
    for (uint64_t i = 1; i < 21; ++i) {
#pragma HLS UNROLL
        // 126: let next = previous + current;
        const uint32_t next_ = previous + current;
        // 127: previous = current;
        previous = current;
        // 128: current = next;
        current = next_;
    }
    // 130: current
    return current;
}

// 135: pub fn templates(a: u32, b: u32, #[len(3)] out: &mut [u32]) {
extern "C" void templates(uint32_t a, uint32_t b, uint32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 136: out[0] = fibonacci::<1>(a, b);
    out_[0] = fibonacci_1(a, b);
    // 137: out[1] = fibonacci::<10>(a, b);
    out_[1] = fibonacci_10(a, b);
    // 138: out[2] = fibonacci::<{ SIDE + 1 }>(a, b);
    out_[2] = fibonacci_21(a, b);
}

// 141: fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
static int32_t accumulated_1(int32_t &state, int32_t input_) {
    // 142: *state += input * STEP;
    state = (int32_t)((uint32_t)state + (uint32_t)input_);
    // 143: *state
    return state;
}

// 141: fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
static int32_t accumulated_2(int32_t &state, int32_t input_) {
    // 142: *state += input * STEP;
    state = (int32_t)((uint32_t)state + (uint32_t)input_ * 2U);
    // 143: *state
    return state;
}

// 141: fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
static int32_t accumulated_m5(int32_t &state, int32_t input_) {
    // 142: *state += input * STEP;
    state = (int32_t)((uint32_t)state + (uint32_t)input_ * (uint32_t)-5);
    // 143: *state
    return state;
}

// 149: pub fn instances(inputs: &[i32], sums: &mut [i32]) {
extern "C" void instances(
    const int32_t *inputs,
    uint64_t inputs_len,
    int32_t *sums,
    uint64_t sums_len) {
#pragma HLS INTERFACE m_axi port=inputs offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=inputs bundle=control
#pragma HLS INTERFACE s_axilite port=inputs_len bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=sums_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 150: let mut states = [0; 3];
    int32_t states[3] = {};
    // 151: for (input, sum) in inputs.iter().zip(sums) {
    const uint64_t bound = min_u64(inputs_len, sums_len);
    for (uint64_t i = 0; i < bound; ++i) {
        // 152: *sum = accumulated::<1>(&mut states[0], *input)
        const int32_t t = accumulated_1(states[0], inputs[i]);
        // 153: + accumulated::<2>(&mut states[1], *input)
        const int32_t t_1 = accumulated_2(states[1], inputs[i]);
        // 154: + accumulated::<-5>(&mut states[2], *input);
        const int32_t t_2 = accumulated_m5(states[2], inputs[i]);
        // 152: *sum = accumulated::<1>(&mut states[0], *input)
        sums[i] = (int32_t)((uint32_t)t + (uint32_t)t_1 + (uint32_t)t_2);
    }
}
