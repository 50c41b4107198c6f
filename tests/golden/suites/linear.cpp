// The kernels of `mod linear`, translated from Rust by sycl-hls.
// Source: tests/kernels/suites/linear.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static const int N = 12;
static const int M = 10;

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f64_12_8(const double *from, int from_len, double to[12][8]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 8);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 8;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 8; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f64_8_10(const double *from, int from_len, double to[8][10]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(8, from_len / 10);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f64_12_10(const double *from, int from_len, double to[12][10]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 10);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 25: fn product<T: Number, const R: usize, const D: usize, const C: usize>(
static void product_f64_12_8_10(double alpha, double beta, const double a[12][8],
                                const double b[8][10], double c[12][10]) {
    // 32: for i in 0..R {
    for (int i = 0; i < 12; ++i) {
        // 33: for j in 0..C {
        for (int j = 0; j < 10; ++j) {
            // 34: let mut sum = beta * c[i][j];
            double sum = beta * c[i][j];
            // 36: for k in 0..D {
            for (int k = 0; k < 8; ++k) {
#pragma HLS PIPELINE
                // 37: sum += alpha * a[i][k] * b[k][j];
                sum += alpha * a[i][k] * b[k][j];
            }
            // 39: c[i][j] = sum;
            c[i][j] = sum;
        }
    }
}

// 18: fn store<T: Number, const R: usize, const C: usize>(from: &[[T; C]; R], to: &mut [T]) {
static void store_f64_12_10(const double from[12][10], double *to, int to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(C).zip(from) {
    const int bound = min_i32(to_len / 10, 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 20: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 46: pub fn gemm(
extern "C" void gemm(double alpha, double beta, const double *a, const double *b, double *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=alpha bundle=control
#pragma HLS INTERFACE s_axilite port=beta bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 53: let mut left = [[0.0; K]; N];
    double left[12][8] = {};
    // 54: let mut right = [[0.0; M]; K];
    double right[8][10] = {};
    // 55: let mut sum = [[0.0; M]; N];
    double sum[12][10] = {};
    // 56: load(a, &mut left);
    load_f64_12_8(a, 96, left);
    // 57: load(b, &mut right);
    load_f64_8_10(b, 80, right);
    // 58: load(c, &mut sum);
    load_f64_12_10(c, 120, sum);
    // 59: product(alpha, beta, &left, &right, &mut sum);
    product_f64_12_8_10(alpha, beta, left, right, sum);
    // 60: store(&sum, c);
    store_f64_12_10(sum, c, 120);
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_i64_12_8(const int64_t *from, int from_len, int64_t to[12][8]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 8);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 8;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 8; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_i64_8_10(const int64_t *from, int from_len, int64_t to[8][10]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(8, from_len / 10);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_i64_10_12(const int64_t *from, int from_len, int64_t to[10][12]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(10, from_len / 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_i64_12_12(const int64_t *from, int from_len, int64_t to[12][12]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 25: fn product<T: Number, const R: usize, const D: usize, const C: usize>(
static void product_i64_12_8_10(int64_t alpha, int beta, const int64_t a[12][8],
                                const int64_t b[8][10], int64_t c[12][10]) {
    // 32: for i in 0..R {
    for (int i = 0; i < 12; ++i) {
        // 33: for j in 0..C {
        for (int j = 0; j < 10; ++j) {
            // 34: let mut sum = beta * c[i][j];
            int64_t sum = beta * c[i][j];
            // 36: for k in 0..D {
            for (int k = 0; k < 8; ++k) {
#pragma HLS PIPELINE
                // 37: sum += alpha * a[i][k] * b[k][j];
                sum += (uint64_t)alpha * a[i][k] * b[k][j];
            }
            // 39: c[i][j] = sum;
            c[i][j] = sum;
        }
    }
}

// 25: fn product<T: Number, const R: usize, const D: usize, const C: usize>(
static void product_i64_12_10_12(int alpha, int64_t beta, const int64_t a[12][10],
                                 const int64_t b[10][12], int64_t c[12][12]) {
    // 32: for i in 0..R {
    for (int i = 0; i < 12; ++i) {
        // 33: for j in 0..C {
        for (int j = 0; j < 12; ++j) {
            // 34: let mut sum = beta * c[i][j];
            int64_t sum = (uint64_t)beta * c[i][j];
            // 36: for k in 0..D {
            for (int k = 0; k < 10; ++k) {
#pragma HLS PIPELINE
                // 37: sum += alpha * a[i][k] * b[k][j];
                sum += alpha * a[i][k] * (uint64_t)b[k][j];
            }
            // 39: c[i][j] = sum;
            c[i][j] = sum;
        }
    }
}

// 18: fn store<T: Number, const R: usize, const C: usize>(from: &[[T; C]; R], to: &mut [T]) {
static void store_i64_12_12(const int64_t from[12][12], int64_t *to, int to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(C).zip(from) {
    const int bound = min_i32(to_len / 12, 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 20: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 65: pub fn two_products(
extern "C" void two_products(int64_t alpha, int64_t beta, const int64_t *a, const int64_t *b,
                             const int64_t *c, int64_t *d) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=d offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=alpha bundle=control
#pragma HLS INTERFACE s_axilite port=beta bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=d bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 73: let mut first = [[0; K]; N];
    int64_t first[12][8] = {};
    // 74: let mut second = [[0; M]; K];
    int64_t second[8][10] = {};
    // 75: let mut third = [[0; N]; M];
    int64_t third[10][12] = {};
    // 76: let mut between = [[0; M]; N];
    int64_t between[12][10] = {};
    // 77: let mut sum = [[0; N]; N];
    int64_t sum[12][12] = {};
    // 78: load(a, &mut first);
    load_i64_12_8(a, 96, first);
    // 79: load(b, &mut second);
    load_i64_8_10(b, 80, second);
    // 80: load(c, &mut third);
    load_i64_10_12(c, 120, third);
    // 81: load(d, &mut sum);
    load_i64_12_12(d, 144, sum);
    // 82: product(alpha, 0, &first, &second, &mut between);
    product_i64_12_8_10(alpha, 0, first, second, between);
    // 83: product(1, beta, &between, &third, &mut sum);
    product_i64_12_10_12(1, beta, between, third, sum);
    // 84: store(&sum, d);
    store_i64_12_12(sum, d, 144);
}

// 89: pub fn atax(#[len(N * M)] a: &[f64], #[len(M)] x: &[f64], #[len(M)] y: &mut [f64]) {
extern "C" void atax(const double *a, const double *x, double *y) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 90: let mut input = [0.0; M];
    double input[10];
    // 91: let mut output = [0.0; M];
    double output[10] = {};
    // 92: let mut line = [0.0; M];
    double line[10];
    // 93: input.copy_from_slice(x);
    for (int i = 0; i < 10; ++i) {
        input[i] = x[i];
    }
    // 94: for row in a.chunks_exact(M) {
    for (int i = 0; i < 12; ++i) {
        const int t = i * 10;
        // 95: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            line[i_1] = a[t + i_1];
        }
        // 96: let mut dot = 0.0;
        double dot = 0.0;
        // 97: for (value, x) in line.iter().zip(&input) {
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            // 98: dot += value * x;
            dot += line[i_1] * input[i_1];
        }
        // 101: for (sum, value) in output.iter_mut().zip(&line) {
        for (int i_1 = 0; i_1 < 10; ++i_1) {
#pragma HLS PIPELINE II=1
            // 102: *sum += value * dot;
            output[i_1] += line[i_1] * dot;
        }
    }
    // 105: y.copy_from_slice(&output);
    for (int i = 0; i < 10; ++i) {
        y[i] = output[i];
    }
}

// 110: pub fn bicg(
extern "C" void bicg(const float *a, const float *p, const float *r, float *s, float *q) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=p offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=r offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=s offset=slave bundle=gmem3
#pragma HLS INTERFACE m_axi port=q offset=slave bundle=gmem4
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=p bundle=control
#pragma HLS INTERFACE s_axilite port=r bundle=control
#pragma HLS INTERFACE s_axilite port=s bundle=control
#pragma HLS INTERFACE s_axilite port=q bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 117: let mut columns = [0.0; M];
    float columns[10] = {};
    // 118: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 119: let mut row = 0.0;
        float row = 0.0f;
        // 121: for j in 0..M {
        for (int j = 0; j < M; ++j) {
#pragma HLS PIPELINE
            // 122: let value = a[i * M + j];
            const float value = a[i * M + j];
            // 123: columns[j] += r[i] * value;
            columns[j] += r[i] * value;
            // 124: row += value * p[j];
            row += value * p[j];
        }
        // 126: q[i] = row;
        q[i] = row;
    }
    // 128: s.copy_from_slice(&columns);
    for (int i = 0; i < 10; ++i) {
        s[i] = columns[i];
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f64_12_12(const double *from, int from_len, double to[12][12]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f64_4_12(const double *from, int from_len, double to[4][12]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(4, from_len / 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 18: fn store<T: Number, const R: usize, const C: usize>(from: &[[T; C]; R], to: &mut [T]) {
static void store_f64_12_12(const double from[12][12], double *to, int to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(C).zip(from) {
    const int bound = min_i32(to_len / 12, 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 20: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 133: pub fn gemver(
extern "C" void gemver(double alpha, double beta, double *a, const double *uv, const double *y,
                       const double *z, double *x, double *w) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=uv offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=z offset=slave bundle=gmem3
#pragma HLS INTERFACE m_axi port=x offset=slave bundle=gmem4
#pragma HLS INTERFACE m_axi port=w offset=slave bundle=gmem5
#pragma HLS INTERFACE s_axilite port=alpha bundle=control
#pragma HLS INTERFACE s_axilite port=beta bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=uv bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=z bundle=control
#pragma HLS INTERFACE s_axilite port=x bundle=control
#pragma HLS INTERFACE s_axilite port=w bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 143: let mut matrix = [[0.0; N]; N];
    double matrix[12][12] = {};
    // 144: let mut vectors = [[0.0; N]; 4];
    double vectors[4][12] = {};
    // 145: load(a, &mut matrix);
    load_f64_12_12(a, 144, matrix);
    // 146: load(uv, &mut vectors);
    load_f64_4_12(uv, 48, vectors);
    // 147: let mut solution = [0.0; N];
    double solution[12];
    // 148: solution.copy_from_slice(x);
    for (int i = 0; i < 12; ++i) {
        solution[i] = x[i];
    }
    // 149: for (i, row) in matrix.iter_mut().enumerate() {
    for (int i = 0; i < 12; ++i) {
        // 150: let (u1, u2) = (vectors[0][i], vectors[2][i]);
        const double u1 = vectors[0][i];
        const double u2 = vectors[2][i];
        // 152: for (j, value) in row.iter_mut().enumerate() {
        for (int j = 0; j < 12; ++j) {
#pragma HLS PIPELINE
            // 153: *value += u1 * vectors[1][j] + u2 * vectors[3][j];
            matrix[i][j] += u1 * vectors[1][j] + u2 * vectors[3][j];
        }
    }
    // 156: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 157: for j in 0..N {
        for (int j = 0; j < N; ++j) {
            // 158: solution[i] += beta * matrix[j][i] * y[j];
            solution[i] += beta * matrix[j][i] * y[j];
        }
    }
    // 161: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 162: solution[i] += z[i];
        solution[i] += z[i];
    }
    // 164: for (i, row) in matrix.iter().enumerate() {
    double sum[12];
    for (int i = 0; i < 12; ++i) {
        // 165: let mut sum = w[i];
        sum[i] = w[i];
    }
    // 166: for (value, x) in row.iter().zip(&solution) {
    for (int i = 0; i < 12; ++i) {
        // 164: for (i, row) in matrix.iter().enumerate() {
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            // 167: sum += alpha * value * x;
            sum[i_1] += alpha * matrix[i_1][i] * solution[i];
        }
    }
    // 164: for (i, row) in matrix.iter().enumerate() {
    for (int i = 0; i < 12; ++i) {
        // 169: w[i] = sum;
        w[i] = sum[i];
    }
    // 171: store(&matrix, a);
    store_f64_12_12(matrix, a, 144);
    // 172: x.copy_from_slice(&solution);
    for (int i = 0; i < 12; ++i) {
        x[i] = solution[i];
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f32_12_10(const float *from, int from_len, float to[12][10]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 10);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_f32_12_12(const float *from, int from_len, float to[12][12]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 18: fn store<T: Number, const R: usize, const C: usize>(from: &[[T; C]; R], to: &mut [T]) {
static void store_f32_12_12(const float from[12][12], float *to, int to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(C).zip(from) {
    const int bound = min_i32(to_len / 12, 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 12;
        // 20: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 12; ++i_1) {
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 177: pub fn syrk(alpha: f32, beta: f32, #[len(N * M)] a: &[f32], #[len(N * N)] c: &mut [f32]) {
extern "C" void syrk(float alpha, float beta, const float *a, float *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=alpha bundle=control
#pragma HLS INTERFACE s_axilite port=beta bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 178: let mut factor = [[0.0; M]; N];
    float factor[12][10] = {};
    // 179: let mut square = [[0.0; N]; N];
    float square[12][12] = {};
    // 180: load(a, &mut factor);
    load_f32_12_10(a, 120, factor);
    // 181: load(c, &mut square);
    load_f32_12_12(c, 144, square);
    // 182: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 183: for j in 0..=i {
        for (int j = 0; j <= i; ++j) {
            // 184: square[i][j] *= beta;
            square[i][j] *= beta;
        }
        // 186: for k in 0..M {
        for (int k = 0; k < M; ++k) {
            // 188: for j in 0..=i {
            for (int j = 0; j <= i; ++j) {
#pragma HLS PIPELINE
                // 189: square[i][j] += alpha * factor[i][k] * factor[j][k];
                square[i][j] += alpha * factor[i][k] * factor[j][k];
            }
        }
    }
    // 193: store(&square, c);
    store_f32_12_12(square, c, 144);
}

// 12: fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
static void load_i64_12_10(const int64_t *from, int from_len, int64_t to[12][10]) {
    // 13: for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
    const int bound = min_i32(12, from_len / 10);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 14: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 18: fn store<T: Number, const R: usize, const C: usize>(from: &[[T; C]; R], to: &mut [T]) {
static void store_i64_12_10(const int64_t from[12][10], int64_t *to, int to_len) {
    // 19: for (line, row) in to.chunks_exact_mut(C).zip(from) {
    const int bound = min_i32(to_len / 10, 12);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 10;
        // 20: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 198: pub fn trmm(alpha: i64, #[len(N * N)] a: &[i64], #[len(N * M)] b: &mut [i64]) {
extern "C" void trmm(int64_t alpha, const int64_t *a, int64_t *b) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=alpha bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 199: let mut triangle = [[0; N]; N];
    int64_t triangle[12][12] = {};
    // 200: let mut sums = [[0; M]; N];
    int64_t sums[12][10] = {};
    // 201: load(a, &mut triangle);
    load_i64_12_12(a, 144, triangle);
    // 202: load(b, &mut sums);
    load_i64_12_10(b, 120, sums);
    // 203: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 204: for j in 0..M {
        for (int j = 0; j < M; ++j) {
            // 205: for k in i + 1..N {
            for (int k = i + 1; k < N; ++k) {
                // 206: sums[i][j] += triangle[k][i] * sums[k][j];
                sums[i][j] += (uint64_t)triangle[k][i] * sums[k][j];
            }
            // 208: sums[i][j] *= alpha;
            sums[i][j] *= (uint64_t)alpha;
        }
    }
    // 211: store(&sums, b);
    store_i64_12_10(sums, b, 120);
}

// 216: pub fn symm(
extern "C" void symm(int64_t alpha, int64_t beta, const int64_t *a, const int64_t *b, int64_t *c) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=b offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=c offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=alpha bundle=control
#pragma HLS INTERFACE s_axilite port=beta bundle=control
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=b bundle=control
#pragma HLS INTERFACE s_axilite port=c bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 223: let mut lower = [[0; N]; N];
    int64_t lower[12][12] = {};
    // 224: let mut right = [[0; M]; N];
    int64_t right[12][10] = {};
    // 225: let mut sums = [[0; M]; N];
    int64_t sums[12][10] = {};
    // 226: load(a, &mut lower);
    load_i64_12_12(a, 144, lower);
    // 227: load(b, &mut right);
    load_i64_12_10(b, 120, right);
    // 228: load(c, &mut sums);
    load_i64_12_10(c, 120, sums);
    // 229: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 230: for j in 0..M {
        for (int j = 0; j < M; ++j) {
            // 231: let mut mirrored = 0;
            int64_t mirrored = 0;
            // 232: for k in 0..i {
            for (int k = 0; k < i; ++k) {
                // 233: sums[k][j] += alpha * right[i][j] * lower[i][k];
                sums[k][j] += (uint64_t)alpha * right[i][j] * lower[i][k];
                // 234: mirrored += right[k][j] * lower[i][k];
                mirrored += (uint64_t)right[k][j] * lower[i][k];
            }
            // 236: sums[i][j] = beta * sums[i][j] + alpha * (right[i][j] * lower[i][i] + mirrored);
            sums[i][j] = (uint64_t)beta * sums[i][j] +
                         alpha * ((uint64_t)right[i][j] * lower[i][i] + mirrored);
        }
    }
    // 239: store(&sums, c);
    store_i64_12_10(sums, c, 120);
}
