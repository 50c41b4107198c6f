//! PolyBench and MachSuite: stencils.

/// Each cell from its neighbours.
#[sycl_hls::kernels]
pub mod stencils {
    const N: usize = 14;

    fn load(from: &[f64], to: &mut [[f64; N]; N]) {
        for (row, line) in to.iter_mut().zip(from.chunks_exact(N)) {
            row.copy_from_slice(line);
        }
    }

    fn store(from: &[[f64; N]; N], to: &mut [f64]) {
        for (line, row) in to.chunks_exact_mut(N).zip(from) {
            line.copy_from_slice(row);
        }
    }

    fn cross(from: &[[f64; N]; N], to: &mut [[f64; N]; N]) {
        for i in 1..N - 1 {
            #[pipeline]
            for j in 1..N - 1 {
                to[i][j] =
                    0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] + from[i - 1][j]);
            }
        }
    }

    /// PolyBench jacobi-2d: two buffers take turns.
    #[kernel]
    pub fn jacobi_2d(steps: u32, #[len(N * N)] field: &mut [f64]) {
        let mut even = [[0.0; N]; N];
        load(field, &mut even);
        let mut odd = even;
        for _ in 0..steps {
            cross(&even, &mut odd);
            cross(&odd, &mut even);
        }
        store(&even, field);
    }

    /// PolyBench seidel-2d: in place, so that each cell sees the new values of those before it.
    #[kernel]
    pub fn seidel_2d(steps: u32, #[len(N * N)] field: &mut [f64]) {
        let mut cells = [[0.0; N]; N];
        load(field, &mut cells);
        for _ in 0..steps {
            for i in 1..N - 1 {
                for j in 1..N - 1 {
                    let mut sum = 0.0;
                    for row in i - 1..=i + 1 {
                        for column in j - 1..=j + 1 {
                            sum += cells[row][column];
                        }
                    }
                    cells[i][j] = sum / 9.0;
                }
            }
        }
        store(&cells, field);
    }

    /// PolyBench fdtd-2d: electric and magnetic fields, half a step apart.
    #[kernel]
    pub fn fdtd_2d(
        #[len(6)] source: &[f64],
        #[len(N * N)] electric_x: &mut [f64],
        #[len(N * N)] electric_y: &mut [f64],
        #[len(N * N)] magnetic: &mut [f64],
    ) {
        let mut ex = [[0.0; N]; N];
        let mut ey = [[0.0; N]; N];
        let mut hz = [[0.0; N]; N];
        load(electric_x, &mut ex);
        load(electric_y, &mut ey);
        load(magnetic, &mut hz);
        for value in source {
            ey[0].fill(*value);
            for i in 1..N {
                for j in 0..N {
                    ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
                }
            }
            for i in 0..N {
                for j in 1..N {
                    ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
                }
            }
            for i in 0..N - 1 {
                for j in 0..N - 1 {
                    hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
                }
            }
        }
        store(&ex, electric_x);
        store(&ey, electric_y);
        store(&hz, magnetic);
    }

    const WIDTH: usize = 12;
    const HEIGHT: usize = 9;

    /// MachSuite stencil2d: nine products and their sum.
    #[kernel]
    pub fn stencil_2d(
        #[len(9)] filter: &[i32],
        #[len(WIDTH * HEIGHT)] image: &[i32],
        #[len(WIDTH * HEIGHT)] out: &mut [i32],
    ) {
        #[array_partition(kind = complete, dim = 0)]
        let mut weights = [[0; 3]; 3];
        for (row, line) in weights.iter_mut().zip(filter.chunks_exact(3)) {
            row.copy_from_slice(line);
        }
        for r in 0..HEIGHT - 2 {
            #[pipeline]
            for c in 0..WIDTH - 2 {
                let mut sum = 0;
                for k1 in 0..3 {
                    for k2 in 0..3 {
                        sum += weights[k1][k2] * image[(r + k1) * WIDTH + c + k2];
                    }
                }
                out[r * WIDTH + c] = sum;
            }
        }
    }

    const EDGE: usize = 6;

    /// MachSuite stencil3d: the centre and its six neighbours; the border stays as it is.
    #[kernel]
    pub fn stencil_3d(
        centre: i64,
        around: i64,
        #[len(EDGE * EDGE * EDGE)] from: &[i64],
        #[len(EDGE * EDGE * EDGE)] to: &mut [i64],
    ) {
        let mut cube = [[[0; EDGE]; EDGE]; EDGE];
        for i in 0..EDGE {
            for j in 0..EDGE {
                for k in 0..EDGE {
                    cube[i][j][k] = from[(i * EDGE + j) * EDGE + k];
                }
            }
        }
        for i in 0..EDGE {
            for j in 0..EDGE {
                for k in 0..EDGE {
                    let inside = matches_inner(i) && matches_inner(j) && matches_inner(k);
                    let value = if inside {
                        let neighbours = cube[i - 1][j][k]
                            + cube[i + 1][j][k]
                            + cube[i][j - 1][k]
                            + cube[i][j + 1][k]
                            + cube[i][j][k - 1]
                            + cube[i][j][k + 1];
                        centre * cube[i][j][k] + around * neighbours
                    } else {
                        cube[i][j][k]
                    };
                    to[(i * EDGE + j) * EDGE + k] = value;
                }
            }
        }
    }

    const LAST: usize = EDGE - 1;

    fn matches_inner(index: usize) -> bool {
        match index {
            0 | LAST => false,
            _ => true,
        }
    }
}
