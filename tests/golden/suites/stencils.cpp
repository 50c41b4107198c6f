// The kernels of `mod stencils`, translated from Rust by sycl-hls.
// Source: tests/kernels/suites/stencils.rs
#include <cstdint>

#ifndef __SYNTHESIS__
#pragma GCC diagnostic ignored "-Wunknown-pragmas"
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static const int N = 14;
static const int WIDTH = 12;
static const int HEIGHT = 9;
static const int EDGE = 6;
static const int LAST = 5;

// 8: fn load(from: &[f64], to: &mut [[f64; N]; N]) {
static void load(const double *from, int from_len, double to[14][14]) {
    // 9: for (row, line) in to.iter_mut().zip(from.chunks_exact(N)) {
    const int bound = min_i32(14, from_len / 14);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 14;
        // 10: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 14; ++i_1) {
            to[i][i_1] = from[t + i_1];
        }
    }
}

// 20: fn cross(from: &[[f64; N]; N], to: &mut [[f64; N]; N]) {
static void cross_(const double from[14][14], double to[14][14]) {
    // 21: for i in 1..N - 1 {
    for (int i = 1; i < N - 1; ++i) {
        // 23: for j in 1..N - 1 {
        for (int j = 1; j < N - 1; ++j) {
#pragma HLS PIPELINE
            // 24: to[i][j] =
            to[i][j] = 0.2 *
                       (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] +
                        from[i - 1][j]);
        }
    }
}

// 14: fn store(from: &[[f64; N]; N], to: &mut [f64]) {
static void store(const double from[14][14], double *to, int to_len) {
    // 15: for (line, row) in to.chunks_exact_mut(N).zip(from) {
    const int bound = min_i32(to_len / 14, 14);
    for (int i = 0; i < bound; ++i) {
        const int t = i * 14;
        // 16: line.copy_from_slice(row);
        for (int i_1 = 0; i_1 < 14; ++i_1) {
            to[t + i_1] = from[i][i_1];
        }
    }
}

// 32: pub fn jacobi_2d(steps: u32, #[len(N * N)] field: &mut [f64]) {
extern "C" void jacobi_2d(uint32_t steps, double *field) {
#pragma HLS INTERFACE m_axi port=field offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=steps bundle=control
#pragma HLS INTERFACE s_axilite port=field bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 33: let mut even = [[0.0; N]; N];
    double even[14][14] = {};
    // 34: load(field, &mut even);
    load(field, 196, even);
    // 35: let mut odd = even;
    double odd[14][14];
    for (int k = 0; k < 14; ++k) {
        for (int k_1 = 0; k_1 < 14; ++k_1) {
            odd[k][k_1] = even[k][k_1];
        }
    }
    // 36: for _ in 0..steps {
    for (uint32_t i = 0; i < steps; ++i) {
        // 37: cross(&even, &mut odd);
        cross_(even, odd);
        // 38: cross(&odd, &mut even);
        cross_(odd, even);
    }
    // 40: store(&even, field);
    store(even, field, 196);
}

// 45: pub fn seidel_2d(steps: u32, #[len(N * N)] field: &mut [f64]) {
extern "C" void seidel_2d(uint32_t steps, double *field) {
#pragma HLS INTERFACE m_axi port=field offset=slave bundle=gmem0
#pragma HLS INTERFACE s_axilite port=steps bundle=control
#pragma HLS INTERFACE s_axilite port=field bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 46: let mut cells = [[0.0; N]; N];
    double cells[14][14] = {};
    // 47: load(field, &mut cells);
    load(field, 196, cells);
    // 48: for _ in 0..steps {
    for (uint32_t i = 0; i < steps; ++i) {
        // 49: for i in 1..N - 1 {
        for (int i_1 = 1; i_1 < N - 1; ++i_1) {
            // 50: for j in 1..N - 1 {
            for (int j = 1; j < N - 1; ++j) {
                // 51: let mut sum = 0.0;
                double sum = 0.0;
                // 52: for row in i - 1..=i + 1 {
                for (int row = i_1 - 1; row <= i_1 + 1; ++row) {
                    // 53: for column in j - 1..=j + 1 {
                    for (int column = j - 1; column <= j + 1; ++column) {
                        // 54: sum += cells[row][column];
                        sum += cells[row][column];
                    }
                }
                // 57: cells[i][j] = sum / 9.0;
                cells[i_1][j] = sum / 9.0;
            }
        }
    }
    // 61: store(&cells, field);
    store(cells, field, 196);
}

// 66: pub fn fdtd_2d(
extern "C" void fdtd_2d(const double *source, double *electric_x, double *electric_y,
                        double *magnetic) {
#pragma HLS INTERFACE m_axi port=source offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=electric_x offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=electric_y offset=slave bundle=gmem2
#pragma HLS INTERFACE m_axi port=magnetic offset=slave bundle=gmem3
#pragma HLS INTERFACE s_axilite port=source bundle=control
#pragma HLS INTERFACE s_axilite port=electric_x bundle=control
#pragma HLS INTERFACE s_axilite port=electric_y bundle=control
#pragma HLS INTERFACE s_axilite port=magnetic bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 72: let mut ex = [[0.0; N]; N];
    double ex[14][14] = {};
    // 73: let mut ey = [[0.0; N]; N];
    double ey[14][14] = {};
    // 74: let mut hz = [[0.0; N]; N];
    double hz[14][14] = {};
    // 75: load(electric_x, &mut ex);
    load(electric_x, 196, ex);
    // 76: load(electric_y, &mut ey);
    load(electric_y, 196, ey);
    // 77: load(magnetic, &mut hz);
    load(magnetic, 196, hz);
    // 78: for value in source {
    for (int i = 0; i < 6; ++i) {
        // 79: ey[0].fill(*value);
        const double t = source[i];
        for (int i_1 = 0; i_1 < 14; ++i_1) {
            ey[0][i_1] = t;
        }
        // 80: for i in 1..N {
        for (int i_1 = 1; i_1 < N; ++i_1) {
            // 81: for j in 0..N {
            for (int j = 0; j < N; ++j) {
                // 82: ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
                ey[i_1][j] -= 0.5 * (hz[i_1][j] - hz[i_1 - 1][j]);
            }
        }
        // 85: for i in 0..N {
        for (int i_1 = 0; i_1 < N; ++i_1) {
            // 86: for j in 1..N {
            for (int j = 1; j < N; ++j) {
                // 87: ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
                ex[i_1][j] -= 0.5 * (hz[i_1][j] - hz[i_1][j - 1]);
            }
        }
        // 90: for i in 0..N - 1 {
        for (int i_1 = 0; i_1 < N - 1; ++i_1) {
            // 91: for j in 0..N - 1 {
            for (int j = 0; j < N - 1; ++j) {
                // 92: hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
                hz[i_1][j] -= 0.7 * (ex[i_1][j + 1] - ex[i_1][j] + ey[i_1 + 1][j] - ey[i_1][j]);
            }
        }
    }
    // 96: store(&ex, electric_x);
    store(ex, electric_x, 196);
    // 97: store(&ey, electric_y);
    store(ey, electric_y, 196);
    // 98: store(&hz, magnetic);
    store(hz, magnetic, 196);
}

// 106: pub fn stencil_2d(
extern "C" void stencil_2d(const int32_t *filter, const int32_t *image, int32_t *out_) {
#pragma HLS INTERFACE m_axi port=filter offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=image offset=slave bundle=gmem1
#pragma HLS INTERFACE m_axi port=out_ offset=slave bundle=gmem2
#pragma HLS INTERFACE s_axilite port=filter bundle=control
#pragma HLS INTERFACE s_axilite port=image bundle=control
#pragma HLS INTERFACE s_axilite port=out_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 112: let mut weights = [[0; 3]; 3];
    int32_t weights[3][3];
#pragma HLS ARRAY_PARTITION variable=weights complete dim=0
    // 113: for (row, line) in weights.iter_mut().zip(filter.chunks_exact(3)) {
    for (int i = 0; i < 3; ++i) {
        const int t = i * 3;
        // 114: row.copy_from_slice(line);
        for (int i_1 = 0; i_1 < 3; ++i_1) {
            weights[i][i_1] = filter[t + i_1];
        }
    }
    // 116: for r in 0..HEIGHT - 2 {
    for (int r = 0; r < HEIGHT - 2; ++r) {
        // 118: for c in 0..WIDTH - 2 {
        for (int c = 0; c < WIDTH - 2; ++c) {
#pragma HLS PIPELINE
            // 119: let mut sum = 0;
            int32_t sum = 0;
            // 120: for k1 in 0..3 {
            for (int k1 = 0; k1 < 3; ++k1) {
                // 121: for k2 in 0..3 {
                for (int k2 = 0; k2 < 3; ++k2) {
                    // 122: sum += weights[k1][k2] * image[(r + k1) * WIDTH + c + k2];
                    sum += (uint32_t)weights[k1][k2] * image[(r + k1) * WIDTH + c + k2];
                }
            }
            // 125: out[r * WIDTH + c] = sum;
            out_[r * WIDTH + c] = sum;
        }
    }
}

// 171: fn matches_inner(index: usize) -> bool {
static bool matches_inner(int index_) {
    // 172: match index {
    return !(index_ == 0 || index_ == LAST);
}

// 134: pub fn stencil_3d(
extern "C" void stencil_3d(int64_t centre, int64_t around, const int64_t *from, int64_t *to_) {
#pragma HLS INTERFACE m_axi port=from offset=slave bundle=gmem0
#pragma HLS INTERFACE m_axi port=to_ offset=slave bundle=gmem1
#pragma HLS INTERFACE s_axilite port=centre bundle=control
#pragma HLS INTERFACE s_axilite port=around bundle=control
#pragma HLS INTERFACE s_axilite port=from bundle=control
#pragma HLS INTERFACE s_axilite port=to_ bundle=control
#pragma HLS INTERFACE s_axilite port=return bundle=control
    // 140: let mut cube = [[[0; EDGE]; EDGE]; EDGE];
    int64_t cube[6][6][6];
    // 141: for i in 0..EDGE {
    for (int i = 0; i < EDGE; ++i) {
        // 142: for j in 0..EDGE {
        for (int j = 0; j < EDGE; ++j) {
            // 143: for k in 0..EDGE {
            for (int k = 0; k < EDGE; ++k) {
                // 144: cube[i][j][k] = from[(i * EDGE + j) * EDGE + k];
                cube[i][j][k] = from[(i * EDGE + j) * EDGE + k];
            }
        }
    }
    // 148: for i in 0..EDGE {
    for (int i = 0; i < EDGE; ++i) {
        // 149: for j in 0..EDGE {
        for (int j = 0; j < EDGE; ++j) {
            // 150: for k in 0..EDGE {
            for (int k = 0; k < EDGE; ++k) {
                // 151: let inside = matches_inner(i) && matches_inner(j) && matches_inner(k);
                const bool inside = matches_inner(i) && matches_inner(j) && matches_inner(k);
                // 152: let value = if inside {
                int64_t value;
                if (inside) {
                    // 153: let neighbours = cube[i - 1][j][k]
                    const int64_t t = (uint64_t)cube[i - 1][j][k] + cube[i + 1][j][k] +
                                      cube[i][j - 1][k] + cube[i][j + 1][k] + cube[i][j][k - 1];
                    const int64_t neighbours = (uint64_t)t + cube[i][j][k + 1];
                    // 152: let value = if inside {
                    value = (uint64_t)centre * cube[i][j][k] + (uint64_t)around * neighbours;
                } else {
                    value = cube[i][j][k];
                }
                // 163: to[(i * EDGE + j) * EDGE + k] = value;
                to_[(i * EDGE + j) * EDGE + k] = value;
            }
        }
    }
}
