// The kernels of `mod machine`, translated from Rust by sycl-hls.
// Source: tests/kernels/suites/machine.rs
#include <cstdint>
#include <cstddef>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline uint64_t min_u64(uint64_t a, uint64_t b) {
    return a < b ? a : b;
}

struct Complex {
    double re;
    double im;
};
static_assert(
    sizeof(Complex) == 16 &&
        offsetof(Complex, re) == 0 &&
        offsetof(Complex, im) == 8,
    "Complex lies in memory as in Rust");

struct Vector {
    double x;
    double y;
    double z;
};
static_assert(
    sizeof(Vector) == 24 &&
        offsetof(Vector, x) == 0 &&
        offsetof(Vector, y) == 8 &&
        offsetof(Vector, z) == 16,
    "Vector lies in memory as in Rust");

struct Key {
    uint8_t bytes[32];
    uint8_t constant_;
};

static const uint8_t SBOX[256] = {
    99, 124, 119, 123, 242, 107, 111, 197, 48, 1, 103, 43, 254, 215, 171, 118, 202, 130, 201, 125,
    250, 89, 71, 240, 173, 212, 162, 175, 156, 164, 114, 192, 183, 253, 147, 38, 54, 63, 247, 204,
    52, 165, 229, 241, 113, 216, 49, 21, 4, 199, 35, 195, 24, 150, 5, 154, 7, 18, 128, 226, 235, 39,
    178, 117, 9, 131, 44, 26, 27, 110, 90, 160, 82, 59, 214, 179, 41, 227, 47, 132, 83, 209, 0, 237,
    32, 252, 177, 91, 106, 203, 190, 57, 74, 76, 88, 207, 208, 239, 170, 251, 67, 77, 51, 133, 69,
    249, 2, 127, 80, 60, 159, 168, 81, 163, 64, 143, 146, 157, 56, 245, 188, 182, 218, 33, 16, 255,
    243, 210, 205, 12, 19, 236, 95, 151, 68, 23, 196, 167, 126, 61, 100, 93, 25, 115, 96, 129, 79,
    220, 34, 42, 144, 136, 70, 238, 184, 20, 222, 94, 11, 219, 224, 50, 58, 10, 73, 6, 36, 92, 194,
    211, 172, 98, 145, 149, 228, 121, 231, 200, 55, 109, 141, 213, 78, 169, 108, 86, 244, 234, 101,
    122, 174, 8, 186, 120, 37, 46, 28, 166, 180, 198, 232, 221, 116, 31, 75, 189, 139, 138, 112, 62,
    181, 102, 72, 3, 246, 14, 97, 53, 87, 185, 134, 193, 29, 158, 225, 248, 152, 17, 105, 217, 142,
    148, 155, 30, 135, 233, 206, 85, 40, 223, 140, 161, 137, 13, 191, 230, 66, 104, 65, 153, 45, 15,
    176, 84, 187, 22};
static const int POINTS = 64;
static const int SIDE = 16;
static const int BLOCK = 4;
static const int ATOMS = 16;
static const int PER_ROW = 4;
static const Complex Complex_ZERO = {0.0, 0.0};

// 71: fn add_to(&self, half: usize, block: &mut [u8; 16]) {
static void Key_add_to(const Key &self, int half, uint8_t block[16]) {
    // 72: for (byte, key) in block.iter_mut().zip(&self.bytes[half * 16..half * 16 + 16]) {
    const int t = half * 16;
    for (int i = 0; i < 16; ++i) {
        // 73: *byte ^= *key;
        block[i] ^= self.bytes[t + i];
    }
}

// 78: fn substitute_and_shift(block: &mut [u8; 16]) {
static void substitute_and_shift(uint8_t block[16]) {
    // 79: let before = *block;
    uint8_t before[16];
    for (int k = 0; k < 16; ++k) {
        before[k] = block[k];
    }
    // 80: for column in 0..4 {
    for (int column = 0; column < 4; ++column) {
        // 81: for row in 0..4 {
        for (int row = 0; row < 4; ++row) {
            // 82: block[column * 4 + row] = SBOX[before[(column + row) % 4 * 4 + row] as usize];
            block[column * 4 + row] = SBOX[before[((column + row) % 4) * 4 + row]];
        }
    }
}

// 25: const fn doubled(x: u8) -> u8 {
static uint8_t doubled(uint8_t x) {
    // 26: (x << 1) ^ (if x & 0x80 != 0 { 0x1b } else { 0 })
    return (x << 1) ^ ((x & 128) != 0 ? 27 : 0);
}

// 87: fn mix_columns(block: &mut [u8; 16]) {
static void mix_columns(uint8_t block[16]) {
    // 88: for column in block.chunks_exact_mut(4) {
    for (int i = 0; i < 4; ++i) {
        const int t = i * 4;
        // 89: let (a, b, c, d) = (column[0], column[1], column[2], column[3]);
        const uint8_t a = block[t];
        const uint8_t b = block[t + 1];
        const uint8_t c = block[t + 2];
        const uint8_t d = block[t + 3];
        // 90: let all = a ^ b ^ c ^ d;
        const uint8_t all = a ^ b ^ c ^ d;
        // 91: column[0] ^= all ^ doubled(a ^ b);
        block[t] ^= all ^ doubled(a ^ b);
        // 92: column[1] ^= all ^ doubled(b ^ c);
        const int t_1 = t + 1;
        block[t_1] ^= all ^ doubled(b ^ c);
        // 93: column[2] ^= all ^ doubled(c ^ d);
        const int t_2 = t + 2;
        block[t_2] ^= all ^ doubled(c ^ d);
        // 94: column[3] ^= all ^ doubled(d ^ a);
        const int t_3 = t + 3;
        block[t_3] ^= all ^ doubled(d ^ a);
    }
}

// 54: fn expand(&mut self) {
static void Key_expand(Key &self) {
    // 55: for i in 0..4 {
    for (int i = 0; i < 4; ++i) {
        // 56: self.bytes[i] ^= SBOX[self.bytes[28 + (i + 1) % 4] as usize];
        self.bytes[i] ^= SBOX[self.bytes[28 + (i + 1) % 4]];
    }
    // 58: self.bytes[0] ^= self.constant;
    self.bytes[0] ^= self.constant_;
    // 59: self.constant = doubled(self.constant);
    self.constant_ = doubled(self.constant_);
    // 60: for i in 4..16 {
    for (int i = 4; i < 16; ++i) {
        // 61: self.bytes[i] ^= self.bytes[i - 4];
        self.bytes[i] ^= self.bytes[i - 4];
    }
    // 63: for i in 16..20 {
    for (int i = 16; i < 20; ++i) {
        // 64: self.bytes[i] ^= SBOX[self.bytes[i - 4] as usize];
        self.bytes[i] ^= SBOX[self.bytes[i - 4]];
    }
    // 66: for i in 20..32 {
    for (int i = 20; i < 32; ++i) {
        // 67: self.bytes[i] ^= self.bytes[i - 4];
        self.bytes[i] ^= self.bytes[i - 4];
    }
}

// 100: pub fn aes(#[len(32)] key: &[u8], blocks: &mut [u8]) {
extern "C" void aes(const uint8_t *key, uint8_t *blocks, uint64_t blocks_len) {
#pragma HLS INTERFACE m_axi port=key offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=blocks offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=key bundle=control
#pragma HLS INTERFACE s_axilite port=blocks bundle=control
#pragma HLS INTERFACE s_axilite port=blocks_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 101: for text in blocks.chunks_exact_mut(16) {
    for (uint64_t i = 0; i < blocks_len / 16; ++i) {
        const uint64_t t = i * 16;
        // 102: let mut round_key = Key { bytes: [0; 32], constant: 1 };
        Key round_key = {
            {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
             0, 0, 0}, 1};
        // 103: round_key.bytes.copy_from_slice(key);
        for (int i_1 = 0; i_1 < 32; ++i_1) {
            round_key.bytes[i_1] = key[i_1];
        }
        // 104: let mut block = [0; 16];
        uint8_t block[16];
        // 105: block.copy_from_slice(text);
        for (int i_1 = 0; i_1 < 16; ++i_1) {
            block[i_1] = blocks[t + i_1];
        }
        // 106: round_key.add_to(0, &mut block);
        Key_add_to(round_key, 0, block);
        // 107: for round in 1..14_usize {
        for (int round_ = 1; round_ < 14; ++round_) {
            // 108: substitute_and_shift(&mut block);
            substitute_and_shift(block);
            // 109: mix_columns(&mut block);
            mix_columns(block);
            // 110: if round % 2 == 0 {
            if (round_ % 2 == 0) {
                // 111: round_key.expand();
                Key_expand(round_key);
            }
            // 113: round_key.add_to(round % 2, &mut block);
            Key_add_to(round_key, round_ % 2, block);
        }
        // 115: substitute_and_shift(&mut block);
        substitute_and_shift(block);
        // 116: round_key.expand();
        Key_expand(round_key);
        // 117: round_key.add_to(0, &mut block);
        Key_add_to(round_key, 0, block);
        // 118: text.copy_from_slice(&block);
        for (int i_1 = 0; i_1 < 16; ++i_1) {
            blocks[t + i_1] = block[i_1];
        }
    }
}

// 133: fn plus(self, other: Self) -> Self {
static void Complex_plus(const Complex &self, const Complex &other, Complex &result) {
    // 134: Self { re: self.re + other.re, im: self.im + other.im }
    result.re = self.re + other.re;
    result.im = self.im + other.im;
}

// 137: fn minus(self, other: Self) -> Self {
static void Complex_minus(const Complex &self, const Complex &other, Complex &result) {
    // 138: Self { re: self.re - other.re, im: self.im - other.im }
    result.re = self.re - other.re;
    result.im = self.im - other.im;
}

// 141: fn times(self, other: Self) -> Self {
static void Complex_times(const Complex &self, const Complex &other, Complex &result) {
    // 142: Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im *
    //     other.re }
    result.re = self.re * other.re - self.im * other.im;
    result.im = self.re * other.im + self.im * other.re;
}

// 148: pub fn fft(#[len(POINTS / 2)] twiddles: &[Complex], #[len(POINTS)] data: &mut [Complex]) {
extern "C" void fft(const Complex *twiddles, Complex *data) {
#pragma HLS INTERFACE m_axi port=twiddles offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=data offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=twiddles bundle=control
#pragma HLS INTERFACE s_axilite port=data bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 149: let mut points = [Complex::ZERO; POINTS];
    Complex points[64];
    for (int i = 0; i < 64; ++i) {
        points[i] = Complex_ZERO;
    }
    // 150: let mut roots = [Complex::ZERO; POINTS / 2];
    Complex roots[32];
    for (int i = 0; i < 32; ++i) {
        roots[i] = Complex_ZERO;
    }
    // 151: for i in 0..POINTS {
    for (int i = 0; i < POINTS; ++i) {
        // 152: points[i] = data[i];
        points[i] = data[i];
    }
    // 154: for i in 0..POINTS / 2 {
    for (int i = 0; i < POINTS / 2; ++i) {
        // 155: roots[i] = twiddles[i];
        roots[i] = twiddles[i];
    }
    // 157: let mut span = POINTS / 2;
    uint64_t span = POINTS / 2;
    // 158: let mut stage = 0;
    int32_t stage = 0;
    // 159: while span > 0 {
    while (span > 0) {
        // 161: for pair in 0..POINTS / 2 {
        for (int pair = 0; pair < POINTS / 2; ++pair) {
#pragma HLS PIPELINE
            // 162: let even = pair / span * 2 * span + pair % span;
            const uint64_t even = ((pair / span) * 2) * span + pair % span;
            // 163: let odd = even + span;
            const uint64_t odd = even + span;
            // 164: let (a, b) = (points[even], points[odd]);
            const Complex a = points[even];
            const Complex b = points[odd];
            // 165: points[even] = a.plus(b);
            Complex value = {};
            Complex_plus(a, b, value);
            points[even] = value;
            // 166: points[odd] = a.minus(b).times(roots[(even << stage) % (POINTS / 2)]);
            Complex value_1 = {};
            Complex value_2 = {};
            Complex_minus(a, b, value_2);
            const Complex copy = roots[(even << (stage & 63)) % (POINTS / 2)];
            Complex_times(value_2, copy, value_1);
            points[odd] = value_1;
        }
        // 168: span /= 2;
        span /= 2;
        // 169: stage += 1;
        stage += 1U;
    }
    // 171: for i in 0..POINTS {
    for (int i = 0; i < POINTS; ++i) {
        // 172: data[i] = points[i];
        data[i] = points[i];
    }
}

// 181: pub fn gemm_blocked(
extern "C" void gemm_blocked(const int32_t *a, const int32_t *b, int32_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 186: for jj in (0..SIDE).step_by(BLOCK) {
    for (int jj = 0; jj < SIDE; jj += 4) {
        // 187: for kk in (0..SIDE).step_by(BLOCK) {
        for (int kk = 0; kk < SIDE; kk += 4) {
            // 188: for i in 0..SIDE {
            for (int i = 0; i < SIDE; ++i) {
                // 190: for k in kk..kk + BLOCK {
                for (int k = kk; k < kk + BLOCK; ++k) {
#pragma HLS PIPELINE
                    // 191: let value = a[i * SIDE + k];
                    const int32_t value = a[i * SIDE + k];
                    // 192: for j in 0..BLOCK {
                    for (int j = 0; j < BLOCK; ++j) {
                        // 193: c[i * SIDE + jj + j] += value * b[k * SIDE + jj + j];
                        const int t = i * SIDE + jj + j;
                        c[t] += (uint32_t)value * b[k * SIDE + jj + j];
                    }
                }
            }
        }
    }
}

// 213: pub fn md_knn(
extern "C" void md_knn(const Vector *positions, const uint8_t *neighbours, Vector *forces) {
#pragma HLS INTERFACE m_axi port=positions offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=neighbours offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=forces offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=positions bundle=control
#pragma HLS INTERFACE s_axilite port=neighbours bundle=control
#pragma HLS INTERFACE s_axilite port=forces bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 218: let mut local = [Vector { x: 0.0, y: 0.0, z: 0.0 }; ATOMS];
    Vector local[16];
    // 219: for i in 0..ATOMS {
    for (int i = 0; i < ATOMS; ++i) {
        // 220: local[i] = positions[i];
        local[i] = positions[i];
    }
    // 222: for (i, near) in neighbours.chunks_exact(NEIGHBOURS).enumerate() {
    for (int i = 0; i < 16; ++i) {
        const int t = i * 5;
        // 223: let at = local[i];
        const Vector at = local[i];
        // 224: let mut force = Vector { x: 0.0, y: 0.0, z: 0.0 };
        Vector force = {};
        // 226: for j in near {
        for (int i_1 = 0; i_1 < 5; ++i_1) {
#pragma HLS PIPELINE
            // 227: let other = local[*j as usize % ATOMS];
            const Vector other = local[neighbours[t + i_1] % ATOMS];
            // 228: let (dx, dy, dz) = (at.x - other.x, at.y - other.y, at.z - other.z);
            const double dx = at.x - other.x;
            const double dy = at.y - other.y;
            const double dz = at.z - other.z;
            // 229: let inverse = 1.0 / (dx * dx + dy * dy + dz * dz);
            const double inverse = 1.0 / (dx * dx + dy * dy + dz * dz);
            // 230: let sixth = inverse * inverse * inverse;
            const double sixth = inverse * inverse * inverse;
            // 231: let strength = inverse * (sixth * (1.5 * sixth - 2.0));
            const double strength = inverse * (sixth * (1.5 * sixth - 2.0));
            // 232: force.x += dx * strength;
            force.x += dx * strength;
            // 233: force.y += dy * strength;
            force.y += dy * strength;
            // 234: force.z += dz * strength;
            force.z += dz * strength;
        }
        // 236: forces[i] = force;
        forces[i] = force;
    }
}

// 242: pub fn spmv_crs(values: &[f64], columns: &[u32], row_ends: &[u32], vector: &[f64], out: &mut
//     [f64]) {
extern "C" void spmv_crs(const double *values, uint64_t values_len, const uint32_t *columns,
                         uint64_t columns_len, const uint32_t *row_ends, uint64_t row_ends_len,
                         const double *vector, uint64_t vector_len, double *out_,
                         uint64_t out_len) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=columns offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=row_ends offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=vector offset=slave bundle=gmem3
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem4
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=values_len bundle=control
#pragma HLS INTERFACE s_axilite port=columns bundle=control
#pragma HLS INTERFACE s_axilite port=columns_len bundle=control
#pragma HLS INTERFACE s_axilite port=row_ends bundle=control
#pragma HLS INTERFACE s_axilite port=row_ends_len bundle=control
#pragma HLS INTERFACE s_axilite port=vector bundle=control
#pragma HLS INTERFACE s_axilite port=vector_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=out_len bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 243: let mut start = 0;
    uint32_t start = 0;
    // 244: for (end, sum) in row_ends.iter().zip(out) {
    const uint64_t bound = min_u64(row_ends_len, out_len);
    for (uint64_t i = 0; i < bound; ++i) {
        // 245: let mut total = 0.0;
        double total = 0.0;
        // 247: for i in start..*end as usize {
        for (uint32_t i_1 = start; i_1 < row_ends[i]; ++i_1) {
#pragma HLS PIPELINE
            // 248: total += values[i] * vector[columns[i] as usize];
            total += values[i_1] * vector[columns[i_1]];
        }
        // 250: *sum = total;
        out_[i] = total;
        // 251: start = *end as usize;
        start = row_ends[i];
    }
}

// 259: pub fn spmv_ellpack(
extern "C" void spmv_ellpack(uint64_t rows, const double *values, const uint32_t *columns,
                             const double *vector, uint64_t vector_len, double *out_) {
#pragma HLS INTERFACE m_axi port=values offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=columns offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=vector offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=rows bundle=control
#pragma HLS INTERFACE s_axilite port=values bundle=control
#pragma HLS INTERFACE s_axilite port=columns bundle=control
#pragma HLS INTERFACE s_axilite port=vector bundle=control
#pragma HLS INTERFACE s_axilite port=vector_len bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 267: for row in 0..rows {
    for (uint64_t row = 0; row < rows; ++row) {
#pragma HLS PIPELINE
        // 268: let mut sum = 0.0;
        double sum = 0.0;
        // 269: for i in 0..PER_ROW {
        for (int i = 0; i < PER_ROW; ++i) {
            // 270: sum += values[row * PER_ROW + i] * vector[columns[row * PER_ROW + i] as usize];
            sum += values[row * PER_ROW + i] * vector[columns[row * PER_ROW + i]];
        }
        // 272: out[row] = sum;
        out_[row] = sum;
    }
}
