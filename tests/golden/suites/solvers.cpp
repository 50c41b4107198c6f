// The kernels of `mod solvers`, translated from Rust by sycl-hls.
// Source: tests/kernels/suites/solvers.rs
#include <cstdint>
#include <cmath>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

#ifdef __SYNTHESIS__
static inline bool add_overflows_u32(uint32_t a, uint32_t b) {
    return (uint32_t)~a < b;
}
#else
static inline bool add_overflows_u32(uint32_t a, uint32_t b) {
    uint32_t exact;
    return __builtin_add_overflow(a, b, &exact);
}
#endif

static const int N = 10;
static const int BASES = 24;

// 8: fn load(from: &[f64], to: &mut [[f64; N]; N]) {
static void load(const double *from, double to[10][10]) {
    // 9: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 10: for j in 0..N {
        for (int j = 0; j < N; ++j) {
            // 11: to[i][j] = from[i * N + j];
            to[i][j] = from[i * N + j];
        }
    }
}

// 16: fn store(from: &[[f64; N]; N], to: &mut [f64]) {
static void store(const double from[10][10], double *to) {
    // 17: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 18: for j in 0..N {
        for (int j = 0; j < N; ++j) {
            // 19: to[i * N + j] = from[i][j];
            to[i * N + j] = from[i][j];
        }
    }
}

// 26: pub fn lu(#[len(N * N)] a: &mut [f64]) {
extern "C" void lu(double *a) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 27: let mut matrix = [[0.0; N]; N];
    double matrix[10][10] = {};
    // 28: load(a, &mut matrix);
    load(a, matrix);
    // 29: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 30: for j in 0..N {
        for (int j = 0; j < N; ++j) {
            // 31: let mut value = matrix[i][j];
            double value = matrix[i][j];
            // 32: for k in 0..i.min(j) {
            const int bound = min_i32(i, j);
            for (int k = 0; k < bound; ++k) {
                // 33: value -= matrix[i][k] * matrix[k][j];
                value -= matrix[i][k] * matrix[k][j];
            }
            // 35: matrix[i][j] = if j < i { value / matrix[j][j] } else { value };
            matrix[i][j] = j < i ? value / matrix[j][j] : value;
        }
    }
    // 38: store(&matrix, a);
    store(matrix, a);
}

// 44: pub fn cholesky(#[len(N * N)] a: &mut [f64], #[len(1)] ok: &mut [u8]) {
extern "C" void cholesky(double *a, uint8_t *ok) {
#pragma HLS INTERFACE m_axi port=a offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=ok offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=a bundle=control
#pragma HLS INTERFACE s_axilite port=ok bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 45: let mut matrix = [[0.0; N]; N];
    double matrix[10][10] = {};
    // 46: load(a, &mut matrix);
    load(a, matrix);
    // 47: ok[0] = 0;
    ok[0] = 0;
    // 48: for i in 0..N {
    for (int i = 0; i < N; ++i) {
        // 49: for j in 0..i {
        for (int j = 0; j < i; ++j) {
            // 50: let mut value = matrix[i][j];
            double value = matrix[i][j];
            // 51: for k in 0..j {
            for (int k = 0; k < j; ++k) {
                // 52: value -= matrix[i][k] * matrix[j][k];
                value -= matrix[i][k] * matrix[j][k];
            }
            // 54: matrix[i][j] = value / matrix[j][j];
            matrix[i][j] = value / matrix[j][j];
        }
        // 56: let mut square = matrix[i][i];
        double square = matrix[i][i];
        // 57: for k in 0..i {
        for (int k = 0; k < i; ++k) {
            // 58: square -= matrix[i][k] * matrix[i][k];
            square -= matrix[i][k] * matrix[i][k];
        }
        // 60: if square <= 0.0 {
        if (square <= 0.0) {
            // 61: return;
            return;
        }
        // 63: matrix[i][i] = square.sqrt();
        matrix[i][i] = std::sqrt(square);
    }
    // 65: store(&matrix, a);
    store(matrix, a);
    // 66: ok[0] = 1;
    ok[0] = 1;
}

// 71: pub fn durbin(#[len(N)] r: &[f64], #[len(N)] y: &mut [f64]) {
extern "C" void durbin(const double *r, double *y) {
#pragma HLS INTERFACE m_axi port=r offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=y offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=r bundle=control
#pragma HLS INTERFACE s_axilite port=y bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 72: let mut solution = [0.0; N];
    double solution[10] = {};
    // 73: let mut alpha = -r[0];
    double alpha = -r[0];
    // 74: let mut beta = 1.0;
    double beta = 1.0;
    // 75: solution[0] = alpha;
    solution[0] = alpha;
    // 76: for k in 1..N {
    for (int k = 1; k < N; ++k) {
        // 77: beta = (1.0 - alpha * alpha) * beta;
        beta = (1.0 - alpha * alpha) * beta;
        // 78: let mut sum = 0.0;
        double sum = 0.0;
        // 79: for i in 0..k {
        for (int i = 0; i < k; ++i) {
            // 80: sum += r[k - i - 1] * solution[i];
            sum += r[k - i - 1] * solution[i];
        }
        // 82: alpha = -(r[k] + sum) / beta;
        alpha = -(r[k] + sum) / beta;
        // 83: let before = solution;
        double before[10];
        for (int k_1 = 0; k_1 < 10; ++k_1) {
            before[k_1] = solution[k_1];
        }
        // 84: for i in 0..k {
        for (int i = 0; i < k; ++i) {
            // 85: solution[i] = before[i] + alpha * before[k - i - 1];
            solution[i] = before[i] + alpha * before[k - i - 1];
        }
        // 87: solution[k] = alpha;
        solution[k] = alpha;
    }
    // 89: y.copy_from_slice(&solution);
    for (int i = 0; i < 10; ++i) {
        y[i] = solution[i];
    }
}

// 96: pub fn floyd_warshall(#[len(N * N)] paths: &mut [u32]) {
extern "C" void floyd_warshall(uint32_t *paths) {
#pragma HLS INTERFACE m_axi port=paths offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=paths bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 97: let mut best = [[FAR; N]; N];
    uint32_t best[10][10];
    // 98: for (i, line) in paths.chunks_exact(N).enumerate() {
    for (int i = 0; i < 10; ++i) {
        const int t = i * 10;
        // 99: best[i].copy_from_slice(line);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            best[i][i_1] = paths[t + i_1];
        }
    }
    // 101: for k in 0..N {
    for (int k = 0; k < N; ++k) {
        // 102: for i in 0..N {
        for (int i = 0; i < N; ++i) {
            // 104: for j in 0..N {
            for (int j = 0; j < N; ++j) {
#pragma HLS PIPELINE
                // 105: if let Some(through) = best[i][k].checked_add(best[k][j])
                const uint32_t t = best[i][k];
                const uint32_t t_1 = best[k][j];
                const bool t_2 = add_overflows_u32(t, t_1);
                const uint32_t through = t_2 ? 0 : t + t_1;
                if (!t_2 && through < best[i][j]) {
                    // 108: best[i][j] = through;
                    best[i][j] = through;
                }
            }
        }
    }
    // 113: for (line, row) in paths.chunks_exact_mut(N).zip(&best) {
    for (int i = 0; i < 10; ++i) {
        const int t = i * 10;
        // 114: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 10; ++i_1) {
            paths[t + i_1] = best[i][i_1];
        }
    }
}

// 129: const fn of(code: u8) -> Self {
static uint8_t Base_of(uint8_t code) {
    // 130: match code {
    return code == 0 ? 0 : code == 1 ? 1 : code == 2 ? 2 : 3;
}

// 138: fn pairs_with(self, other: Self) -> bool {
static bool Base_pairs_with(uint8_t self, uint8_t other) {
    // 140: (Self::A, Self::U) | (Self::U, Self::A) => true,
    const bool t = (self == 0 && other == 3) || (self == 3 && other == 0) ||
                   ((self == 1 && other == 2) || (self == 2 && other == 1));
    // 139: match (self, other) {
    return t;
}

// 149: pub fn nussinov(#[len(BASES)] codes: &[u8], #[len(BASES * BASES)] pairs: &mut [i32]) {
extern "C" void nussinov(const uint8_t *codes, int32_t *pairs) {
#pragma HLS INTERFACE m_axi port=codes offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=pairs offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=codes bundle=control
#pragma HLS INTERFACE s_axilite port=pairs bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 150: let mut strand = [Base::A; BASES];
    uint8_t strand[24];
    // 151: for (base, code) in strand.iter_mut().zip(codes) {
    for (int i = 0; i < 24; ++i) {
        // 152: *base = Base::of(*code);
        strand[i] = Base_of(codes[i]);
    }
    // 154: let mut table = [[0_i32; BASES]; BASES];
    int32_t table[24][24] = {};
    // 155: for i in (0..BASES).rev() {
    for (int i = 0; i < 24; ++i) {
        const int i_1 = 23 - i;
        // 156: for j in i + 1..BASES {
        for (int j = i_1 + 1; j < BASES; ++j) {
            // 157: let mut most = table[i][j - 1].max(table[i + 1][j]);
            int32_t most = max_i32(table[i_1][j - 1], table[i_1 + 1][j]);
            // 158: let inner = if i + 1 < j { table[i + 1][j - 1] } else { 0 };
            const int32_t inner = i_1 + 1 < j ? table[i_1 + 1][j - 1] : 0;
            // 159: most = most.max(inner + strand[i].pairs_with(strand[j]) as i32);
            most = max_i32(most,
                           (uint32_t)inner + (int32_t)Base_pairs_with(strand[i_1], strand[j]));
            // 160: for k in i + 1..j {
            for (int k = i_1 + 1; k < j; ++k) {
                // 161: most = most.max(table[i][k] + table[k + 1][j]);
                most = max_i32(most, (uint32_t)table[i_1][k] + table[k + 1][j]);
            }
            // 163: table[i][j] = most;
            table[i_1][j] = most;
        }
    }
    // 166: for (line, row) in pairs.chunks_exact_mut(BASES).zip(&table) {
    for (int i = 0; i < 24; ++i) {
        const int t = i * 24;
        // 167: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 24; ++i_1) {
            pairs[t + i_1] = table[i][i_1];
        }
    }
}
