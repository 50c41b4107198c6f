// The kernels of `mod loops`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/loops.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

struct tuple_i32_i32 {
    int32_t v_0;
    int32_t v_1;
};

static const int SIDE = 20;
static const int K = 11;
static const int32_t COEFFICIENTS[11] = {1, 3, -5, 7, 9, 11, -9, 7, 5, -3, 1};
static const int PAIRS = 16;
static const int TERMS = 10;

// 11: pub fn variable_bound(width: u8, #[len(32)] values: &[i16], #[len(1)] sum: &mut [i32]) {
extern "C" void variable_bound(uint8_t width, const int16_t *values, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 12: let mut total = 0;
    int32_t total = 0;
    // 14: for x in 0..width as usize {
    for (int x = 0; x < width; ++x) {
#pragma HLS LOOP_TRIPCOUNT max=32
        // 15: total += values[x] as i32;
        total += (uint32_t)values[x];
    }
    // 17: sum[0] = total;
    sum[0] = total;
}

// 22: pub fn imperfect_loop(#[len(SIDE)] a: &[i8], #[len(SIDE)] b: &mut [i16]) {
extern "C" void imperfect_loop(const int8_t *a, int16_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 23: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 24: let mut sum = 0_i32;
        int32_t sum = 0;
        // 26: for j in 0..SIDE {
        for (int j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE
            // 27: sum += i32::from(a[j]) * j as i32;
            sum += (uint32_t)(a[j] * j);
        }
        // 29: b[i] = if i % 2 == 0 { (sum / 20) as i16 } else { 0 };
        b[i] = i % 2 == 0 ? (int16_t)(sum / 20) : 0;
    }
}

// 35: pub fn perfect_loop(#[len(SIDE)] a: &[i8], #[len(SIDE)] b: &mut [i16]) {
extern "C" void perfect_loop(const int8_t *a, int16_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 36: let mut sum = 0_i32;
    int32_t sum = 0;
    // 37: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 39: for j in 0..SIDE {
        for (int j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE
            // 40: if j == 0 {
            if (j == 0) {
                // 41: sum = 0;
                sum = 0;
            }
            // 43: sum += i32::from(a[j]) * j as i32;
            sum += (uint32_t)(a[j] * j);
            // 44: if j == SIDE - 1 {
            if (j == SIDE - 1) {
                // 45: b[i] = if i % 2 == 0 { (sum / 20) as i16 } else { 0 };
                b[i] = i % 2 == 0 ? (int16_t)(sum / 20) : 0;
            }
        }
    }
}

// 53: pub fn pipelined_loop(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
extern "C" void pipelined_loop(const int8_t *a, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 54: let mut total = 0;
    int32_t total = 0;
    // 55: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 57: for j in 0..SIDE {
        for (int j = 0; j < SIDE; ++j) {
#pragma HLS PIPELINE II=1
            // 58: total += a[j] as i32 * i as i32;
            total += (uint32_t)(a[j] * i);
        }
    }
    // 61: sum[0] = total;
    sum[0] = total;
}

// 66: pub fn pipelined_outer_loop(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
extern "C" void pipelined_outer_loop(const int8_t *a, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 67: let mut total = 0;
    int32_t total = 0;
    // 69: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
#pragma HLS PIPELINE
        // 70: for j in 0..SIDE {
        for (int j = 0; j < SIDE; ++j) {
            // 71: total += a[j] as i32 * i as i32;
            total += (uint32_t)(a[j] * i);
        }
    }
    // 74: sum[0] = total;
    sum[0] = total;
}

// 80: pub fn pipelined_function(#[len(SIDE)] a: &[i8], #[len(1)] sum: &mut [i32]) {
extern "C" void pipelined_function(const int8_t *a, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS PIPELINE
    // 82: let mut values = [0; SIDE];
    int8_t values[20];
#pragma HLS ARRAY_PARTITION variable=values complete dim=0
    // 83: values.copy_from_slice(a);
    for (int i = 0; i < 20; ++i) {
        values[i] = a[i];
    }
    // 84: let mut total = 0;
    int32_t total = 0;
    // 85: for i in 0..SIDE {
    for (int i = 0; i < SIDE; ++i) {
        // 86: for j in 0..SIDE {
        for (int j = 0; j < SIDE; ++j) {
            // 87: total += values[j] as i32 * i as i32;
            total += (uint32_t)(values[j] * i);
        }
    }
    // 90: sum[0] = total;
    sum[0] = total;
}

// 100: pub fn vertical_convolution(
extern "C" void vertical_convolution(uint64_t height, uint64_t width, const int32_t *image,
                                     int32_t *out_) {
#pragma HLS INTERFACE m_axi port=image offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=height bundle=control
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=image bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 107: let mut lines = [[0; COLUMNS]; K - 1];
    int32_t lines[10][512] = {};
#pragma HLS ARRAY_PARTITION variable=lines complete dim=1
    // 109: for row in 0..height {
    for (uint64_t row = 0; row < height; ++row) {
#pragma HLS LOOP_TRIPCOUNT min=256 max=256
        // 113: for column in 0..width {
        for (uint64_t column = 0; column < width; ++column) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=256 max=256
#pragma HLS DEPENDENCE variable=lines inter false
            // 114: let newest = image[row * width + column];
            const int32_t newest = image[row * width + column];
            // 115: let mut sum = 0;
            int32_t sum = 0;
            // 116: for i in 0..K {
            for (int i = 0; i < K; ++i) {
                // 117: let value = if i < K - 1 { lines[i][column] } else { newest };
                const int32_t value = i < K - 1 ? lines[i][column] : newest;
                // 118: sum += value * COEFFICIENTS[i];
                sum += (uint32_t)value * COEFFICIENTS[i];
                // 119: if i > 0 {
                if (i > 0) {
                    // 120: lines[i - 1][column] = value;
                    lines[i - 1][column] = value;
                }
            }
            // 123: out[row * width + column] = sum;
            out_[row * width + column] = sum;
        }
    }
}

// 129: fn incremented(value: i8, #[function_instantiate] by: i8) -> i8 {
static int8_t incremented(int8_t value, int8_t by) {
#pragma HLS inline off
#pragma HLS FUNCTION_INSTANTIATE variable=by
    // 130: value.wrapping_add(by)
    return value + by;
}

// 135: pub fn function_instantiate(a: i8, b: i8, c: i8, #[len(3)] out: &mut [i8]) {
extern "C" void function_instantiate(int8_t a, int8_t b, int8_t c, int8_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 136: out[0] = incremented(a, 0);
    out_[0] = incremented(a, 0);
    // 137: out[1] = incremented(b, 1);
    out_[1] = incremented(b, 1);
    // 138: out[2] = incremented(c, 100);
    out_[2] = incremented(c, 100);
}

// 141: fn sum_and_difference(a: i32, b: i32) -> (i32, i32) {
static void sum_and_difference(int32_t a, int32_t b, tuple_i32_i32 &result) {
    // 142: (a + b, a - b)
    result.v_0 = (uint32_t)a + b;
    result.v_1 = (uint32_t)a - b;
}

// 145: fn shifted(pair: (i32, i32)) -> (i32, i32) {
static void shifted(const tuple_i32_i32 &pair, tuple_i32_i32 &result) {
    // 146: (pair.0 >> 1, pair.1 >> 2)
    result.v_0 = pair.v_0 >> 1;
    result.v_1 = pair.v_1 >> 2;
}

// 151: pub fn hierarchy(a: i32, b: i32, #[len(2)] out: &mut [i32]) {
extern "C" void hierarchy(int32_t a, int32_t b, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 152: let (c, d) = shifted(sum_and_difference(a, b));
    tuple_i32_i32 value = {};
    tuple_i32_i32 value_1 = {};
    sum_and_difference(a, b, value_1);
    shifted(value_1, value);
    const int32_t c = value.v_0;
    const int32_t d = value.v_1;
    // 153: out[0] = c;
    out_[0] = c;
    // 154: out[1] = d;
    out_[1] = d;
}

// 157: fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
static uint32_t fibonacci_1(uint32_t a, uint32_t b) {
    // 158: let (mut previous, mut current) = (a, b);
    uint32_t current = b;
    // 165: current
    return current;
}

// 157: fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
static uint32_t fibonacci_10(uint32_t a, uint32_t b) {
    // 158: let (mut previous, mut current) = (a, b);
    uint32_t previous = a;
    uint32_t current = b;
    // 160: for _ in 1..N {
    for (int i = 1; i < 10; ++i) {
#pragma HLS UNROLL
        // 161: let next = previous + current;
        const uint32_t next = previous + current;
        // 162: previous = current;
        previous = current;
        // 163: current = next;
        current = next;
    }
    // 165: current
    return current;
}

// 157: fn fibonacci<const N: usize>(a: u32, b: u32) -> u32 {
static uint32_t fibonacci_21(uint32_t a, uint32_t b) {
    // 158: let (mut previous, mut current) = (a, b);
    uint32_t previous = a;
    uint32_t current = b;
    // 160: for _ in 1..N {
    for (int i = 1; i < 21; ++i) {
#pragma HLS UNROLL
        // 161: let next = previous + current;
        const uint32_t next = previous + current;
        // 162: previous = current;
        previous = current;
        // 163: current = next;
        current = next;
    }
    // 165: current
    return current;
}

// 170: pub fn templates(a: u32, b: u32, #[len(3)] out: &mut [u32]) {
extern "C" void templates(uint32_t a, uint32_t b, uint32_t *out_) {
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 171: out[0] = fibonacci::<1>(a, b);
    out_[0] = fibonacci_1(a, b);
    // 172: out[1] = fibonacci::<10>(a, b);
    out_[1] = fibonacci_10(a, b);
    // 173: out[2] = fibonacci::<{ SIDE + 1 }>(a, b);
    out_[2] = fibonacci_21(a, b);
}

// 177: fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
static int32_t accumulated_1(int32_t &state, int32_t input) {
#pragma HLS inline off
    // 178: *state += input * STEP;
    state += (uint32_t)input;
    // 179: *state
    return state;
}

// 177: fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
static int32_t accumulated_2(int32_t &state, int32_t input) {
#pragma HLS inline off
    // 178: *state += input * STEP;
    state += input * 2U;
    // 179: *state
    return state;
}

// 177: fn accumulated<const STEP: i32>(state: &mut i32, input: i32) -> i32 {
static int32_t accumulated_m5(int32_t &state, int32_t input) {
#pragma HLS inline off
    // 178: *state += input * STEP;
    state += input * (uint32_t)-5;
    // 179: *state
    return state;
}

// 185: pub fn instances(inputs: &[i32], sums: &mut [i32]) {
extern "C" void instances(const int32_t *inputs, uint64_t inputs_len, int32_t *sums,
                          uint64_t sums_len) {
#pragma HLS INTERFACE m_axi port=inputs offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=inputs bundle=control
#pragma HLS INTERFACE s_axilite port=inputs_len bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=sums_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 186: let mut states = [0; 3];
    int32_t states[3] = {};
    // 188: for (input, sum) in inputs.iter().zip(sums) {
    const uint64_t bound = min_u64(inputs_len, sums_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS LOOP_TRIPCOUNT max=1024
        // 189: *sum = accumulated::<1>(&mut states[0], *input)
        const int32_t t = accumulated_1(states[0], inputs[i]);
        // 190: + accumulated::<2>(&mut states[1], *input)
        const int32_t t_1 = accumulated_2(states[1], inputs[i]);
        // 191: + accumulated::<-5>(&mut states[2], *input);
        const int32_t t_2 = accumulated_m5(states[2], inputs[i]);
        // 189: *sum = accumulated::<1>(&mut states[0], *input)
        sums[i] = (uint32_t)t + t_1 + t_2;
    }
}

// 200: pub fn dot_product(#[len(PAIRS)] a: &[i32], #[len(PAIRS)] b: &[i32], #[len(1)] result: &mut
//     [i32]) {
extern "C" void dot_product(const int32_t *a, const int32_t *b, int32_t *result) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=result offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=result bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 201: let mut sum = 0;
    int32_t sum = 0;
    // 204: for i in 0..PAIRS {
    for (int i = 0; i < PAIRS; ++i) {
#pragma HLS PIPELINE II=2
#pragma HLS UNROLL factor=4
        // 205: sum += a[i] * b[i];
        sum += (uint32_t)a[i] * b[i];
    }
    // 207: result[0] = sum;
    result[0] = sum;
}

// 212: fn added_fast<const II: usize, const FACTOR: usize>(a: &[i32], b: &[i32], sums: &mut [i32;
//     TERMS]) {
static void added_fast_1_4(const int32_t *a, const int32_t *b, int32_t sums[10]) {
    // 215: for i in 0..TERMS {
    for (int i = 0; i < TERMS; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS UNROLL factor=4
        // 216: sums[i] = a[i] + b[i];
        sums[i] = (uint32_t)a[i] + b[i];
    }
}

// 220: fn added_slowly<const FACTOR: usize>(a: &[i32], b: &[i32; TERMS], sums: &mut [i32]) {
static void added_slowly_5(const int32_t *a, const int32_t b[10], int32_t *sums) {
    // 223: for i in 0..TERMS {
    for (int i = 0; i < TERMS; ++i) {
#pragma HLS PIPELINE off
#pragma HLS UNROLL factor=5
        // 224: sums[i] = a[i] + b[i];
        sums[i] = (uint32_t)a[i] + b[i];
    }
}

// 231: pub fn adders(
extern "C" void adders(const int32_t *a, const int32_t *b, const int32_t *c, int32_t *z) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=z offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=z bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 237: let mut sums = [0; TERMS];
    int32_t sums[10] = {};
    // 238: added_fast::<1, 4>(a, b, &mut sums);
    added_fast_1_4(a, b, sums);
    // 239: added_slowly::<5>(c, &sums, z);
    added_slowly_5(c, sums, z);
}
