// The kernels of `mod records`, translated from Rust by sycl-hls.
// Source: tests/kernels/port/records.rs
#include <cstdint>
#include <cmath>
#include <cstddef>
#include <limits>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline uint16_t f32_as_u16(float x) {
    return !(x > 0.0f) ? 0 : x >= 65536.0f ? 65535 : (uint16_t)x;
}

// Rust's `as`: truncates, saturates, and gives 0 for NaN.
static inline int32_t f32_as_i32(float x) {
    return x != x ? 0 : x <= -2147483648.0f ? (-2147483647 - 1) : x >= 2147483648.0f ? 2147483647
               : (int32_t)x;
}

static inline uint8_t min_u8(uint8_t a, uint8_t b) {
    return a < b ? a : b;
}

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

static inline uint8_t max_u8(uint8_t a, uint8_t b) {
    return a > b ? a : b;
}

// Rust's `max`: a NaN counts as missing, and -0 is below +0.
static inline float max_f32(float a, float b) {
    if (a != a || b != b) return a != a ? b : a;
    if (a == b) return std::signbit(a) ? b : a;
    return a > b ? a : b;
}

static inline float u32_bits_as_f32(uint32_t x) {
    union {
        uint32_t from;
        float to;
    } bits;
    bits.from = x;
    return bits.to;
}

static inline uint32_t f32_bits_as_u32(float x) {
    union {
        float from;
        uint32_t to;
    } bits;
    bits.from = x;
    return bits.to;
}

#ifdef __SYNTHESIS__
static inline bool add_overflows_u8(uint8_t a, uint8_t b) {
    return (uint8_t)~a < b;
}
#else
static inline bool add_overflows_u8(uint8_t a, uint8_t b) {
    uint8_t exact;
    return __builtin_add_overflow(a, b, &exact);
}
#endif

struct Inner {
    int32_t sum;
    int16_t difference;
    uint16_t either;
};
static_assert(
    sizeof(Inner) == 8 &&
        offsetof(Inner, sum) == 0 &&
        offsetof(Inner, difference) == 4 &&
        offsetof(Inner, either) == 6,
    "Inner lies in memory as in Rust");

struct Outer {
    Inner inner;
    int32_t copy;
};
static_assert(
    sizeof(Outer) == 12 &&
        offsetof(Outer, inner) == 0 &&
        offsetof(Outer, copy) == 8,
    "Outer lies in memory as in Rust");

struct Hsv {
    uint8_t h;
    uint8_t s;
    uint8_t v;
    uint8_t unused;
};
static_assert(
    sizeof(Hsv) == 4 &&
        offsetof(Hsv, h) == 0 &&
        offsetof(Hsv, s) == 1 &&
        offsetof(Hsv, v) == 2 &&
        offsetof(Hsv, unused) == 3,
    "Hsv lies in memory as in Rust");

struct Reading {
    int32_t samples[3];
    int32_t offset;
};
static_assert(
    sizeof(Reading) == 16 &&
        offsetof(Reading, samples) == 0 &&
        offsetof(Reading, offset) == 12,
    "Reading lies in memory as in Rust");

struct Labelled {
    int8_t label_;
    int32_t number;
};

struct Rgb {
    uint8_t r;
    uint8_t g;
    uint8_t b;
    uint8_t unused;
};
static_assert(
    sizeof(Rgb) == 4 &&
        offsetof(Rgb, r) == 0 &&
        offsetof(Rgb, g) == 1 &&
        offsetof(Rgb, b) == 2 &&
        offsetof(Rgb, unused) == 3,
    "Rgb lies in memory as in Rust");

struct Wide {
    uint32_t lanes[16];
};
static_assert(
    sizeof(Wide) == 64 &&
        offsetof(Wide, lanes) == 0,
    "Wide lies in memory as in Rust");

struct Float16 {
    float lanes[16];
};
static_assert(
    sizeof(Float16) == 64 &&
        offsetof(Float16, lanes) == 0,
    "Float16 lies in memory as in Rust");

struct Fixed8_2 {
    uint16_t v_0;
};

struct Fixed3_3 {
    int8_t v_0;
};

static const int READINGS = 10;
static const int OUTERS = 8;
static const Outer NOTHING = {{0, 0, 0}, 0};
static const int LANES = 16;
static const int BUFFER = 128;
static const int MARK = 16;
static const uint32_t WATERMARK[16][16] = {
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
    {0, 986895, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 986895, 0},
    {0, 0, 986895, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 986895, 0, 0},
    {0, 0, 0, 986895, 0, 0, 0, 0, 0, 0, 0, 0, 986895, 0, 0, 0},
    {0, 0, 0, 0, 986895, 0, 0, 0, 0, 0, 0, 986895, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 986895, 0, 0, 0, 0, 986895, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 986895, 0, 0, 986895, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 986895, 986895, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 0, 986895, 986895, 0, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 0, 986895, 0, 0, 986895, 0, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 0, 986895, 0, 0, 0, 0, 986895, 0, 0, 0, 0, 0},
    {0, 0, 0, 0, 986895, 0, 0, 0, 0, 0, 0, 986895, 0, 0, 0, 0},
    {0, 0, 0, 986895, 0, 0, 0, 0, 0, 0, 0, 0, 986895, 0, 0, 0},
    {0, 0, 986895, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 986895, 0, 0},
    {0, 986895, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 986895, 0},
    {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}};
static const Hsv Hsv_BLACK = {0, 0, 0, 0};

// 20: pub fn aggregation(
extern "C" void aggregation(const Reading *readings, int32_t *sum) {
#pragma HLS INTERFACE m_axi port=readings offset=slave bundle=gmem0 depth=10
#pragma HLS INTERFACE m_axi port=sum offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=readings bundle=control
#pragma HLS INTERFACE s_axilite port=sum bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 27: let mut local = [Reading { samples: [0; 3], offset: 0 }; READINGS];
    Reading local[10];
#pragma HLS AGGREGATE variable=local
    // 28: local.copy_from_slice(readings);
    for (int i = 0; i < 10; ++i) {
        local[i] = readings[i];
    }
    // 29: let mut total = 0;
    int32_t total = 0;
    // 31: for reading in &local {
    for (int i = 0; i < 10; ++i) {
#pragma HLS PIPELINE
        // 32: total += reading.samples.iter().sum::<i32>() + reading.offset;
        int32_t acc = 0;
        for (int i_1 = 0; i_1 < 3; ++i_1) {
            acc += (uint32_t)local[i].samples[i_1];
        }
        total += (uint32_t)acc + local[i].offset;
    }
    // 34: sum[0] = total;
    sum[0] = total;
}

// 53: fn combined(&self, other: &Inner) -> Inner {
static void Inner_combined(const Inner &self, const Inner &other, Inner &result) {
    // 54: Inner {
    result.sum = (uint32_t)self.sum + other.sum;
    result.difference = self.difference - other.difference;
    result.either = (uint16_t)(self.either != 0 || other.either != 0);
}

// 68: pub fn nested(#[len(OUTERS)] a: &[Outer], #[len(OUTERS)] b: &[Outer], #[len(OUTERS)] out:
//     &mut [Outer]) {
extern "C" void nested(const Outer *a, const Outer *b, Outer *out_) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 70: let mut left = [NOTHING; OUTERS];
    Outer left[8];
#pragma HLS AGGREGATE variable=left compact=byte
    for (int i = 0; i < 8; ++i) {
        left[i] = NOTHING;
    }
    // 71: let mut right = [NOTHING; OUTERS];
    Outer right[8];
    for (int i = 0; i < 8; ++i) {
        right[i] = NOTHING;
    }
    // 73: let mut combined = [NOTHING; OUTERS];
    Outer combined[8];
#pragma HLS AGGREGATE variable=combined compact=byte
    for (int i = 0; i < 8; ++i) {
        combined[i] = NOTHING;
    }
    // 74: left.copy_from_slice(a);
    for (int i = 0; i < 8; ++i) {
        left[i] = a[i];
    }
    // 75: right.copy_from_slice(b);
    for (int i = 0; i < 8; ++i) {
        right[i] = b[i];
    }
    // 77: for i in 0..OUTERS {
    for (int i = 0; i < OUTERS; ++i) {
#pragma HLS PIPELINE II=3
        // 78: let inner = left[i].inner.combined(&right[i].inner);
        Inner inner = {};
        Inner_combined(left[i].inner, right[i].inner, inner);
        // 79: combined[i] = Outer { inner, copy: left[i].inner.difference as i32 };
        combined[i].inner = inner;
        combined[i].copy = left[i].inner.difference;
    }
    // 81: out.copy_from_slice(&combined);
    for (int i = 0; i < 8; ++i) {
        out_[i] = combined[i];
    }
}

// 93: pub fn disaggregation(
extern "C" void disaggregation(const int8_t *labels, const int32_t *numbers, int8_t *labels_out,
                               int32_t *numbers_out) {
#pragma HLS INTERFACE m_axi port=labels offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=numbers offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=labels_out offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=numbers_out offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=labels bundle=control
#pragma HLS INTERFACE s_axilite port=numbers bundle=control
#pragma HLS INTERFACE s_axilite port=labels_out bundle=control
#pragma HLS INTERFACE s_axilite port=numbers_out bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 100: let mut all = [Labelled { label: 0, number: 0 }; READINGS];
    Labelled all[10];
#pragma HLS DISAGGREGATE variable=all
    // 101: for i in 0..READINGS {
    for (int i = 0; i < READINGS; ++i) {
        // 102: all[i] = Labelled { label: labels[i], number: numbers[i] };
        all[i].label_ = labels[i];
        all[i].number = numbers[i];
    }
    // 104: for i in 0..READINGS {
    for (int i = 0; i < READINGS; ++i) {
        // 105: labels_out[i] = all[i].label;
        labels_out[i] = all[i].label_;
        // 106: numbers_out[i] = all[i].number;
        numbers_out[i] = all[i].number;
    }
}

// 133: fn to_hsv(self) -> Hsv {
static void Rgb_to_hsv(const Rgb &self, Hsv &result) {
    // 134: let low = self.r.min(self.g).min(self.b);
    const uint8_t low = min_u8(min_u8(self.r, self.g), self.b);
    // 135: let high = self.r.max(self.g).max(self.b);
    const uint8_t high = max_u8(max_u8(self.r, self.g), self.b);
    // 136: if high == 0 {
    if (high == 0) {
        // 137: return Hsv::BLACK;
        result = Hsv_BLACK;
        return;
    }
    // 139: let range = i32::from(high - low);
    const int32_t range = (uint8_t)(high - low);
    // 140: let s = (255 * range / i32::from(high)) as u8;
    const uint8_t s = (uint8_t)((255 * range) / high);
    // 141: if s == 0 {
    if (s == 0) {
        // 142: return Hsv { v: high, ..Hsv::BLACK };
        result.h = Hsv_BLACK.h;
        result.s = Hsv_BLACK.s;
        result.v = high;
        result.unused = Hsv_BLACK.unused;
        return;
    }
    // 144: let (r, g, b) = (self.r as i32, self.g as i32, self.b as i32);
    const int32_t r = self.r;
    const int32_t g = self.g;
    const int32_t b = self.b;
    // 145: let hue = if high == self.r {
    const int32_t hue = high == self.r ? (43 * (g - b)) / range
                            : high == self.g ? 85 + (43 * (b - r)) / range
                            : 171 + (43 * (r - g)) / range;
    // 152: Hsv { h: hue as u8, s, v: high, unused: 0 }
    result.h = (uint8_t)hue;
    result.s = s;
    result.v = high;
    result.unused = 0;
}

// 158: pub fn rgb_to_hsv(image: &[Rgb], out: &mut [Hsv]) {
extern "C" void rgb_to_hsv(const Rgb *image, uint64_t image_len, Hsv *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=image offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=image bundle=control
#pragma HLS INTERFACE s_axilite port=image_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 161: for (from, to) in image.iter().zip(out) {
    const uint64_t bound = min_u64(image_len, out_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=16384 max=16384
        // 162: *to = from.to_hsv();
        Hsv value = {};
        Rgb_to_hsv(image[i], value);
        out_[i] = value;
    }
}

// 175: fn plus(&self, other: &Wide) -> Wide {
static void Wide_plus(const Wide &self, const Wide &other, Wide &result) {
    // 176: let mut sum = Wide { lanes: [0; LANES] };
    Wide sum = {};
    // 178: for i in 0..LANES {
    for (int i = 0; i < LANES; ++i) {
#pragma HLS UNROLL
        // 179: sum.lanes[i] = self.lanes[i].wrapping_add(other.lanes[i]);
        sum.lanes[i] = self.lanes[i] + other.lanes[i];
    }
    // 181: sum
    result = sum;
}

// 189: pub fn wide_memory(
extern "C" void wide_memory(uint64_t words, const Wide *a, const Wide *b, Wide *sums) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=words bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 196: let mut left = [Wide { lanes: [0; LANES] }; BUFFER];
    Wide left[128] = {};
#pragma HLS AGGREGATE variable=left
    // 198: let mut result = [Wide { lanes: [0; LANES] }; BUFFER];
    Wide result[128] = {};
#pragma HLS AGGREGATE variable=result
    // 201: for start in (0..words).step_by(BUFFER) {
    const uint64_t trips = 0 < words ? (words - 1) / 128 + 1 : 0;
    for (uint64_t trip = 0; trip < trips; ++trip) {
#pragma HLS LOOP_TRIPCOUNT min=8 max=8
#pragma HLS LOOP_FLATTEN off
        const uint64_t start = trip * 128;
        // 202: let count = (words - start).min(BUFFER);
        const int count = min_u64(words - start, BUFFER);
        // 205: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=128 max=128
            // 206: left[i] = a[start + i];
            left[i] = a[start + i];
        }
        // 210: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=128 max=128
            // 211: result[i] = left[i].plus(&b[start + i]);
            Wide value = {};
            Wide_plus(left[i], b[start + i], value);
            result[i] = value;
        }
        // 215: for i in 0..count {
        for (int i = 0; i < count; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=128 max=128
            // 216: sums[start + i] = result[i];
            sums[start + i] = result[i];
        }
    }
}

// 228: fn zip(&self, other: &Self, subtract: bool) -> Self {
static void Float16_zip(const Float16 &self, const Float16 &other, bool subtract, Float16 &result) {
    // 229: let mut result = *self;
    Float16 result_1 = self;
    // 230: for (lane, by) in result.lanes.iter_mut().zip(&other.lanes) {
    for (int i = 0; i < 16; ++i) {
        // 231: *lane += if subtract { -*by } else { *by };
        result_1.lanes[i] += subtract ? -other.lanes[i] : other.lanes[i];
    }
    // 233: result
    result = result_1;
}

// 236: fn largest(&self) -> f32 {
static float Float16_largest(const Float16 &self) {
    // 237: self.lanes.iter().fold(f32::NEG_INFINITY, |best, lane| best.max(*lane))
    float acc = -std::numeric_limits<float>::infinity();
    for (int i = 0; i < 16; ++i) {
        const float best = acc;
        acc = max_f32(best, self.lanes[i]);
    }
    return acc;
}

// 243: pub fn vectors(
extern "C" void vectors(const Float16 *a, uint64_t a_len, const Float16 *b, uint64_t b_len,
                        Float16 *sums, uint64_t sums_len, float *largest) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0 depth=32
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1 depth=32
#pragma HLS INTERFACE m_axi port=sums offset=slave bundle=gmem0 depth=32
#pragma HLS INTERFACE m_axi port=largest offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=a_len bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=b_len bundle=control
#pragma HLS INTERFACE s_axilite port=sums bundle=control
#pragma HLS INTERFACE s_axilite port=sums_len bundle=control
#pragma HLS INTERFACE s_axilite port=largest bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 249: let mut best = f32::NEG_INFINITY;
    float best = -std::numeric_limits<float>::infinity();
    // 252: for i in 0..sums.len() {
    for (uint64_t i = 0; i < sums_len; ++i) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT max=32
        // 253: let sum = a[i].zip(&b[i], i % 2 == 1);
        Float16 sum = {};
        Float16_zip(a[i], b[i], i % 2 == 1, sum);
        // 254: best = best.max(sum.largest());
        best = max_f32(best, Float16_largest(sum));
        // 255: sums[i] = sum;
        sums[i] = sum;
    }
    // 257: largest[0] = best;
    largest[0] = best;
}

// 276: fn saturated_sum(a: u32, b: u32) -> u32 {
static uint32_t saturated_sum(uint32_t a, uint32_t b) {
    // 277: let mut sum = 0;
    uint32_t sum = 0;
    // 278: for shift in (0..24).step_by(8) {
    for (int32_t shift = 0; shift < 24; shift += 8) {
        // 279: let (x, y) = ((a >> shift) as u8, (b >> shift) as u8);
        const uint8_t x = (uint8_t)(a >> shift);
        const uint8_t y = (uint8_t)(b >> shift);
        // 280: sum |= u32::from(x.saturating_add(y)) << shift;
        const uint8_t t = x + y;
        sum |= (add_overflows_u8(x, y) ? 255 : t) << shift;
    }
    // 282: sum
    return sum;
}

// 287: pub fn two_banks(
extern "C" void two_banks(uint64_t width, uint64_t words, const Wide *image, Wide *out_) {
#pragma HLS INTERFACE m_axi port=image offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=width bundle=control
#pragma HLS INTERFACE s_axilite port=words bundle=control
#pragma HLS INTERFACE s_axilite port=image bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 299: let (mut x, mut y) = (0, 0);
    uint64_t x = 0;
    uint64_t y = 0;
    // 302: for word in 0..words {
    for (uint64_t word = 0; word < words; ++word) {
#pragma HLS PIPELINE II=1
#pragma HLS LOOP_TRIPCOUNT min=49152 max=49152
        // 303: let mut pixels = image[word];
        Wide pixels = image[word];
        // 305: for (i, pixel) in pixels.lanes.iter_mut().enumerate() {
        for (int i = 0; i < 16; ++i) {
#pragma HLS UNROLL
            // 306: let wraps = x + i >= width;
            const bool wraps = x + i >= width;
            // 307: let column = if wraps { x + i - width } else { x + i };
            const uint64_t column = wraps ? x + i - width : x + i;
            // 308: let row = if wraps { y + 1 } else { y };
            const uint64_t row = wraps ? y + 1 : y;
            // 309: *pixel = saturated_sum(*pixel, WATERMARK[row % MARK][column % MARK]);
            pixels.lanes[i] = saturated_sum(pixels.lanes[i], WATERMARK[row % MARK][column % MARK]);
        }
        // 311: out[word] = pixels;
        out_[word] = pixels;
        // 312: x += LANES;
        x += LANES;
        // 313: if x >= width {
        if (x >= width) {
            // 314: x -= width;
            x -= width;
            // 315: y += 1;
            y += 1;
        }
    }
}

// 328: fn of(value: f32) -> Self {
static void Fixed8_2_of(float value, Fixed8_2 &result) {
    // 329: Self((value * 4.0 + 0.5).floor().clamp(0.0, 1023.0) as u16)
    const float t = std::floor(value * 4.0f + 0.5f);
    const float t_1 = t < 0.0f ? 0.0f : t;
    result.v_0 = f32_as_u16(t_1 > 1023.0f ? 1023.0f : t_1);
}

// 335: fn of(value: f32) -> Self {
static void Fixed3_3_of(float value, Fixed3_3 &result) {
    // 336: let bits = (value * 8.0 + 0.5).floor() as i32;
    const int32_t bits = f32_as_i32(std::floor(value * 8.0f + 0.5f));
    // 337: Self(((bits << 26) >> 26) as i8)
    result.v_0 = (int32_t)((uint32_t)bits << 26) >> 26;
}

// 343: pub fn fixed_point(a: &[f32], b: &[f32], products: &mut [f32]) {
extern "C" void fixed_point(const float *a, uint64_t a_len, const float *b, uint64_t b_len,
                            float *products, uint64_t products_len) {
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
    // 345: for i in 0..products.len() {
    for (uint64_t i = 0; i < products_len; ++i) {
#pragma HLS PIPELINE II=1
        // 346: let (x, y) = (Fixed8_2::of(a[i]), Fixed3_3::of(b[i]));
        Fixed8_2 x = {};
        Fixed8_2_of(a[i], x);
        Fixed3_3 y = {};
        Fixed3_3_of(b[i], y);
        // 347: products[i] = (i32::from(x.0) * i32::from(y.0)) as f32 / 32.0;
        products[i] = (float)(x.v_0 * y.v_0) / 32.0f;
    }
}

// 353: fn root(value: u32) -> u32 {
static uint32_t root(uint32_t value) {
#pragma HLS PIPELINE
    // 354: let mut rest = 0_i64;
    int64_t rest = 0;
    // 355: let mut root = 0_i64;
    int64_t root_1 = 0;
    // 357: for step in 0..24_u32 {
    for (uint32_t step = 0; step < 24; ++step) {
#pragma HLS UNROLL
        // 358: let digits = if step < 16 { (value >> (30 - 2 * step)) & 3 } else { 0 };
        const uint32_t digits = step < 16 ? (value >> ((30 - 2 * step) & 31)) & 3 : 0;
        // 359: let shifted = rest << 2 | i64::from(digits);
        const int64_t shifted = ((uint64_t)rest << 2) | digits;
        // 360: rest = if rest >= 0 { shifted - (root << 2 | 1) } else { shifted + (root << 2 | 3)
        //     };
        const int64_t t = rest >= 0 ? shifted - (((uint64_t)root_1 << 2) | 1)
                              : shifted + (((uint64_t)root_1 << 2) | 3);
        rest = t;
        // 361: root = root << 1 | (rest >= 0) as i64;
        root_1 = ((uint64_t)root_1 << 1) | (int64_t)(rest >= 0);
    }
    // 363: root as u32
    return (uint32_t)root_1;
}

// 369: pub fn fixed_point_sqrt(values: &[u32], roots: &mut [u32]) {
extern "C" void fixed_point_sqrt(const uint32_t *values, uint64_t values_len, uint32_t *roots,
                                 uint64_t roots_len) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=roots offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=roots bundle=control
#pragma HLS INTERFACE s_axilite port=roots_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
#pragma HLS INTERFACE ap_ctrl_hs port=return
    // 371: for (value, to) in values.iter().zip(roots) {
    const uint64_t bound = min_u64(values_len, roots_len);
    for (uint64_t i = 0; i < bound; ++i) {
#pragma HLS PIPELINE II=1
        // 372: *to = root(*value);
        roots[i] = root(values[i]);
    }
}

// 377: fn times_power_of_two(x: f32, n: i8) -> f32 {
static float times_power_of_two(float x, int8_t n) {
    // 378: let bits = x.to_bits();
    const uint32_t bits = f32_bits_as_u32(x);
    // 379: let exponent = (bits >> 23 & 0xff) as i32;
    const int32_t exponent = (bits >> 23) & 255;
    // 380: if exponent == 0 || exponent == 0xff {
    if (exponent == 0 || exponent == 255) {
        // 381: return x;
        return x;
    }
    // 383: match exponent + i32::from(n) {
    const int32_t sum = exponent + n;
    // 384: i32::MIN..=0 => 0.0_f32.copysign(x),
    float t;
    if (sum <= 0) {
        t = u32_bits_as_f32(f32_bits_as_u32(x) & 2147483648U);
    } else if (sum >= 255) {
        // 385: 255.. => f32::INFINITY.copysign(x),
        const uint32_t t_2 = (f32_bits_as_u32(std::numeric_limits<float>::infinity()) &
                              2147483647) | (f32_bits_as_u32(x) & 2147483648U);
        t = u32_bits_as_f32(t_2);
    } else {
        // 385: 255.. => f32::INFINITY.copysign(x),
        t = u32_bits_as_f32((bits & 2155872255U) | ((uint32_t)sum << 23));
    }
    // 383: match exponent + i32::from(n) {
    return t;
}

// 392: pub fn float_bits(x: &[f32], n: &[i8], out: &mut [f32]) {
extern "C" void float_bits(const float *x, uint64_t x_len, const int8_t *n, uint64_t n_len,
                           float *out_, uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=n offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=x_len bundle=control
#pragma HLS INTERFACE s_axilite port=n bundle=control
#pragma HLS INTERFACE s_axilite port=n_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 394: for i in 0..out.len() {
    for (uint64_t i = 0; i < out_len; ++i) {
#pragma HLS PIPELINE II=1
        // 395: out[i] = times_power_of_two(x[i], n[i]);
        out_[i] = times_power_of_two(x[i], n[i]);
    }
}
