//! PolyBench: linear algebra without solvers.

/// Products of matrices and vectors, generic in sizes and numbers.
#[sycl_hls::kernels]
pub mod linear {
    use sycl_hls::device::*;

    const N: usize = 12;
    const M: usize = 10;
    const K: usize = 8;

    fn load<T: Number, const R: usize, const C: usize>(from: &[T], to: &mut [[T; C]; R]) {
        for (row, line) in to.iter_mut().zip(from.chunks_exact(C)) {
            row.copy_from_slice(line);
        }
    }

    fn store<T: Number, const R: usize, const C: usize>(from: &[[T; C]; R], to: &mut [T]) {
        for (line, row) in to.chunks_exact_mut(C).zip(from) {
            line.copy_from_slice(row);
        }
    }

    /// `c = alpha a b + beta c`
    fn product<T: Number, const R: usize, const D: usize, const C: usize>(
        alpha: T,
        beta: T,
        a: &[[T; D]; R],
        b: &[[T; C]; D],
        c: &mut [[T; C]; R],
    ) {
        for i in 0..R {
            for j in 0..C {
                let mut sum = beta * c[i][j];
                #[pipeline]
                for k in 0..D {
                    sum += alpha * a[i][k] * b[k][j];
                }
                c[i][j] = sum;
            }
        }
    }

    /// PolyBench gemm.
    #[kernel]
    pub fn gemm(
        alpha: f64,
        beta: f64,
        #[len(N * K)] a: &[f64],
        #[len(K * M)] b: &[f64],
        #[len(N * M)] c: &mut [f64],
    ) {
        let mut left = [[0.0; K]; N];
        let mut right = [[0.0; M]; K];
        let mut sum = [[0.0; M]; N];
        load(a, &mut left);
        load(b, &mut right);
        load(c, &mut sum);
        product(alpha, beta, &left, &right, &mut sum);
        store(&sum, c);
    }

    /// PolyBench 2mm, in integers: `d = alpha a b c + beta d`.
    #[kernel]
    pub fn two_products(
        alpha: i64,
        beta: i64,
        #[len(N * K)] a: &[i64],
        #[len(K * M)] b: &[i64],
        #[len(M * N)] c: &[i64],
        #[len(N * N)] d: &mut [i64],
    ) {
        let mut first = [[0; K]; N];
        let mut second = [[0; M]; K];
        let mut third = [[0; N]; M];
        let mut between = [[0; M]; N];
        let mut sum = [[0; N]; N];
        load(a, &mut first);
        load(b, &mut second);
        load(c, &mut third);
        load(d, &mut sum);
        product(alpha, 0, &first, &second, &mut between);
        product(1, beta, &between, &third, &mut sum);
        store(&sum, d);
    }

    /// PolyBench atax: `y = aT (a x)`.
    #[kernel]
    pub fn atax(#[len(N * M)] a: &[f64], #[len(M)] x: &[f64], #[len(M)] y: &mut [f64]) {
        let mut input = [0.0; M];
        let mut output = [0.0; M];
        let mut line = [0.0; M];
        input.copy_from_slice(x);
        for row in a.chunks_exact(M) {
            line.copy_from_slice(row);
            let mut dot = 0.0;
            for (value, x) in line.iter().zip(&input) {
                dot += value * x;
            }
            #[pipeline(ii = 1)]
            for (sum, value) in output.iter_mut().zip(&line) {
                *sum += value * dot;
            }
        }
        y.copy_from_slice(&output);
    }

    /// PolyBench bicg: `s = aT r` and `q = a p` in one pass over the matrix.
    #[kernel]
    pub fn bicg(
        #[len(N * M)] a: &[f32],
        #[len(M)] p: &[f32],
        #[len(N)] r: &[f32],
        #[len(M)] s: &mut [f32],
        #[len(N)] q: &mut [f32],
    ) {
        let mut columns = [0.0; M];
        for i in 0..N {
            let mut row = 0.0;
            #[pipeline]
            for j in 0..M {
                let value = a[i * M + j];
                columns[j] += r[i] * value;
                row += value * p[j];
            }
            q[i] = row;
        }
        s.copy_from_slice(&columns);
    }

    /// PolyBench gemver: `a += u1 v1T + u2 v2T`, `x += beta aT y + z`, `w += alpha a x`.
    #[kernel]
    pub fn gemver(
        alpha: f64,
        beta: f64,
        #[len(N * N)] a: &mut [f64],
        #[len(4 * N)] uv: &[f64],
        #[len(N)] y: &[f64],
        #[len(N)] z: &[f64],
        #[len(N)] x: &mut [f64],
        #[len(N)] w: &mut [f64],
    ) {
        let mut matrix = [[0.0; N]; N];
        let mut vectors = [[0.0; N]; 4];
        load(a, &mut matrix);
        load(uv, &mut vectors);
        let mut solution = [0.0; N];
        solution.copy_from_slice(x);
        for (i, row) in matrix.iter_mut().enumerate() {
            let (u1, u2) = (vectors[0][i], vectors[2][i]);
            #[pipeline]
            for (j, value) in row.iter_mut().enumerate() {
                *value += u1 * vectors[1][j] + u2 * vectors[3][j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                solution[i] += beta * matrix[j][i] * y[j];
            }
        }
        for i in 0..N {
            solution[i] += z[i];
        }
        for (i, row) in matrix.iter().enumerate() {
            let mut sum = w[i];
            for (value, x) in row.iter().zip(&solution) {
                sum += alpha * value * x;
            }
            w[i] = sum;
        }
        store(&matrix, a);
        x.copy_from_slice(&solution);
    }

    /// PolyBench syrk: the lower triangle of `c = alpha a aT + beta c`.
    #[kernel]
    pub fn syrk(alpha: f32, beta: f32, #[len(N * M)] a: &[f32], #[len(N * N)] c: &mut [f32]) {
        let mut factor = [[0.0; M]; N];
        let mut square = [[0.0; N]; N];
        load(a, &mut factor);
        load(c, &mut square);
        for i in 0..N {
            for j in 0..=i {
                square[i][j] *= beta;
            }
            for k in 0..M {
                #[pipeline]
                for j in 0..=i {
                    square[i][j] += alpha * factor[i][k] * factor[j][k];
                }
            }
        }
        store(&square, c);
    }

    /// PolyBench trmm: `b = alpha aT b` where `a` is lower triangular with ones on the diagonal.
    #[kernel]
    pub fn trmm(alpha: i64, #[len(N * N)] a: &[i64], #[len(N * M)] b: &mut [i64]) {
        let mut triangle = [[0; N]; N];
        let mut sums = [[0; M]; N];
        load(a, &mut triangle);
        load(b, &mut sums);
        for i in 0..N {
            for j in 0..M {
                for k in i + 1..N {
                    sums[i][j] += triangle[k][i] * sums[k][j];
                }
                sums[i][j] *= alpha;
            }
        }
        store(&sums, b);
    }

    /// PolyBench symm: `c = alpha a b + beta c` where only the lower triangle of `a` is stored.
    #[kernel]
    pub fn symm(
        alpha: i64,
        beta: i64,
        #[len(N * N)] a: &[i64],
        #[len(N * M)] b: &[i64],
        #[len(N * M)] c: &mut [i64],
    ) {
        let mut lower = [[0; N]; N];
        let mut right = [[0; M]; N];
        let mut sums = [[0; M]; N];
        load(a, &mut lower);
        load(b, &mut right);
        load(c, &mut sums);
        for i in 0..N {
            for j in 0..M {
                let mut mirrored = 0;
                for k in 0..i {
                    sums[k][j] += alpha * right[i][j] * lower[i][k];
                    mirrored += right[k][j] * lower[i][k];
                }
                sums[i][j] = beta * sums[i][j] + alpha * (right[i][j] * lower[i][i] + mirrored);
            }
        }
        store(&sums, c);
    }
}
