//! PolyBench: solvers and dynamic programming.

/// Factorisations, recurrences, shortest paths.
#[sycl_hls::kernels]
pub mod solvers {
    const N: usize = 10;

    fn load(from: &[f64], to: &mut [[f64; N]; N]) {
        for i in 0..N {
            for j in 0..N {
                to[i][j] = from[i * N + j];
            }
        }
    }

    fn store(from: &[[f64; N]; N], to: &mut [f64]) {
        for i in 0..N {
            for j in 0..N {
                to[i * N + j] = from[i][j];
            }
        }
    }

    /// PolyBench lu: a lower triangle with ones on its diagonal and an upper one, in the place of the matrix.
    #[kernel]
    pub fn lu(#[len(N * N)] a: &mut [f64]) {
        let mut matrix = [[0.0; N]; N];
        load(a, &mut matrix);
        for i in 0..N {
            for j in 0..N {
                let mut value = matrix[i][j];
                for k in 0..i.min(j) {
                    value -= matrix[i][k] * matrix[k][j];
                }
                matrix[i][j] = if j < i { value / matrix[j][j] } else { value };
            }
        }
        store(&matrix, a);
    }

    /// PolyBench cholesky: the lower triangle whose product with its transpose is the matrix; `ok` is 0 if there is
    /// none.
    #[kernel]
    pub fn cholesky(#[len(N * N)] a: &mut [f64], #[len(1)] ok: &mut [u8]) {
        let mut matrix = [[0.0; N]; N];
        load(a, &mut matrix);
        ok[0] = 0;
        for i in 0..N {
            for j in 0..i {
                let mut value = matrix[i][j];
                for k in 0..j {
                    value -= matrix[i][k] * matrix[j][k];
                }
                matrix[i][j] = value / matrix[j][j];
            }
            let mut square = matrix[i][i];
            for k in 0..i {
                square -= matrix[i][k] * matrix[i][k];
            }
            if square <= 0.0 {
                return;
            }
            matrix[i][i] = square.sqrt();
        }
        store(&matrix, a);
        ok[0] = 1;
    }

    /// PolyBench durbin: solves a Toeplitz system by Levinson's recursion.
    #[kernel]
    pub fn durbin(#[len(N)] r: &[f64], #[len(N)] y: &mut [f64]) {
        let mut solution = [0.0; N];
        let mut alpha = -r[0];
        let mut beta = 1.0;
        solution[0] = alpha;
        for k in 1..N {
            beta = (1.0 - alpha * alpha) * beta;
            let mut sum = 0.0;
            for i in 0..k {
                sum += r[k - i - 1] * solution[i];
            }
            alpha = -(r[k] + sum) / beta;
            let before = solution;
            for i in 0..k {
                solution[i] = before[i] + alpha * before[k - i - 1];
            }
            solution[k] = alpha;
        }
        y.copy_from_slice(&solution);
    }

    const FAR: u32 = u32::MAX;

    /// PolyBench floyd-warshall: the lengths of all shortest paths.
    #[kernel]
    pub fn floyd_warshall(#[len(N * N)] paths: &mut [u32]) {
        let mut best = [[FAR; N]; N];
        for (i, line) in paths.chunks_exact(N).enumerate() {
            best[i].copy_from_slice(line);
        }
        for k in 0..N {
            for i in 0..N {
                #[pipeline]
                for j in 0..N {
                    if let Some(through) = best[i][k].checked_add(best[k][j])
                        && through < best[i][j]
                    {
                        best[i][j] = through;
                    }
                }
            }
        }
        for (line, row) in paths.chunks_exact_mut(N).zip(&best) {
            line.copy_from_slice(row);
        }
    }

    const BASES: usize = 24;

    #[derive(Clone, Copy, PartialEq)]
    enum Base {
        A,
        C,
        G,
        U,
    }

    impl Base {
        const fn of(code: u8) -> Self {
            match code {
                0 => Self::A,
                1 => Self::C,
                2 => Self::G,
                _ => Self::U,
            }
        }

        fn pairs_with(self, other: Self) -> bool {
            match (self, other) {
                (Self::A, Self::U) | (Self::U, Self::A) => true,
                (Self::C, Self::G) | (Self::G, Self::C) => true,
                _ => false,
            }
        }
    }

    /// PolyBench nussinov: the most pairs that a strand of RNA can fold into.
    #[kernel]
    pub fn nussinov(#[len(BASES)] codes: &[u8], #[len(BASES * BASES)] pairs: &mut [i32]) {
        let mut strand = [Base::A; BASES];
        for (base, code) in strand.iter_mut().zip(codes) {
            *base = Base::of(*code);
        }
        let mut table = [[0_i32; BASES]; BASES];
        for i in (0..BASES).rev() {
            for j in i + 1..BASES {
                let mut most = table[i][j - 1].max(table[i + 1][j]);
                let inner = if i + 1 < j { table[i + 1][j - 1] } else { 0 };
                most = most.max(inner + strand[i].pairs_with(strand[j]) as i32);
                for k in i + 1..j {
                    most = most.max(table[i][k] + table[k + 1][j]);
                }
                table[i][j] = most;
            }
        }
        for (line, row) in pairs.chunks_exact_mut(BASES).zip(&table) {
            line.copy_from_slice(row);
        }
    }
}
