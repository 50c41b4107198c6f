//! Kernels of PolyBench and MachSuite in `f64` and integers, at the sizes of the baseline: no directives. Their memory
//! is copied to local arrays and back, as in the baseline.

/// The kernels of the baseline of Vitis 2025.1.
#[sycl_hls::kernels]
pub mod double {
    use sycl_hls::device::*;

    fn load<T: Number, const N: usize>(from: &[T], to: &mut [T; N]) {
        for i in 0..N {
            to[i] = from[i];
        }
    }

    fn load_rows<T: Number, const N: usize, const M: usize>(from: &[[T; M]], to: &mut [[T; M]; N]) {
        for i in 0..N {
            for j in 0..M {
                to[i][j] = from[i][j];
            }
        }
    }

    fn store<T: Number, const N: usize>(from: &[T; N], to: &mut [T]) {
        for i in 0..N {
            to[i] = from[i];
        }
    }

    fn store_rows<T: Number, const N: usize, const M: usize>(from: &[[T; M]; N], to: &mut [[T; M]]) {
        for i in 0..N {
            for j in 0..M {
                to[i][j] = from[i][j];
            }
        }
    }

    fn load_planes<T: Number, const N: usize, const M: usize, const K: usize>(
        from: &[[[T; K]; M]],
        to: &mut [[[T; K]; M]; N],
    ) {
        for i in 0..N {
            for j in 0..M {
                for k in 0..K {
                    to[i][j][k] = from[i][j][k];
                }
            }
        }
    }

    fn store_planes<T: Number, const N: usize, const M: usize, const K: usize>(
        from: &[[[T; K]; M]; N],
        to: &mut [[[T; K]; M]],
    ) {
        for i in 0..N {
            for j in 0..M {
                for k in 0..K {
                    to[i][j][k] = from[i][j][k];
                }
            }
        }
    }

    /// `d = alpha a b c + beta d`
    #[kernel]
    pub fn two_mm(
        alpha: f64,
        beta: f64,
        #[len(40)] a_port: &[[f64; 70]],
        #[len(70)] b_port: &[[f64; 50]],
        #[len(50)] c_port: &[[f64; 80]],
        #[len(40)] d_port: &mut [[f64; 80]],
        #[len(40)] tmp_port: &mut [[f64; 50]],
    ) {
        let mut a: [[f64; 70]; 40] = [[0.0; 70]; 40];
        load_rows(a_port, &mut a);
        let mut b: [[f64; 50]; 70] = [[0.0; 50]; 70];
        load_rows(b_port, &mut b);
        let mut c: [[f64; 80]; 50] = [[0.0; 80]; 50];
        load_rows(c_port, &mut c);
        let mut d: [[f64; 80]; 40] = [[0.0; 80]; 40];
        load_rows(d_port, &mut d);
        let mut tmp: [[f64; 50]; 40] = [[0.0; 50]; 40];
        for i in 0..40 {
            for j in 0..50 {
                tmp[i][j] = 0.0;
                for k in 0..70 {
                    tmp[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..40 {
            for j in 0..80 {
                d[i][j] *= beta;
                for k in 0..50 {
                    d[i][j] += tmp[i][k] * c[k][j];
                }
            }
        }
        store_rows(&d, d_port);
        store_rows(&tmp, tmp_port);
    }

    /// `g = (a b) (c d)`
    #[kernel]
    pub fn three_mm(
        #[len(40)] a_port: &[[f64; 60]],
        #[len(60)] b_port: &[[f64; 50]],
        #[len(50)] c_port: &[[f64; 80]],
        #[len(80)] d_port: &[[f64; 70]],
        #[len(40)] e_port: &mut [[f64; 50]],
        #[len(50)] f_port: &mut [[f64; 70]],
        #[len(40)] g_port: &mut [[f64; 70]],
    ) {
        let mut a: [[f64; 60]; 40] = [[0.0; 60]; 40];
        load_rows(a_port, &mut a);
        let mut b: [[f64; 50]; 60] = [[0.0; 50]; 60];
        load_rows(b_port, &mut b);
        let mut c: [[f64; 80]; 50] = [[0.0; 80]; 50];
        load_rows(c_port, &mut c);
        let mut d: [[f64; 70]; 80] = [[0.0; 70]; 80];
        load_rows(d_port, &mut d);
        let mut e: [[f64; 50]; 40] = [[0.0; 50]; 40];
        let mut f: [[f64; 70]; 50] = [[0.0; 70]; 50];
        let mut g: [[f64; 70]; 40] = [[0.0; 70]; 40];
        for i in 0..40 {
            for j in 0..50 {
                e[i][j] = 0.0;
                for k in 0..60 {
                    e[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..50 {
            for j in 0..70 {
                f[i][j] = 0.0;
                for k in 0..80 {
                    f[i][j] += c[i][k] * d[k][j];
                }
            }
        }
        for i in 0..40 {
            for j in 0..70 {
                g[i][j] = 0.0;
                for k in 0..50 {
                    g[i][j] += e[i][k] * f[k][j];
                }
            }
        }
        store_rows(&e, e_port);
        store_rows(&f, f_port);
        store_rows(&g, g_port);
    }

    /// `y = aT (a x)`
    #[kernel]
    pub fn atax(
        #[len(116)] a_port: &[[f64; 124]],
        #[len(124)] x_port: &[f64],
        #[len(124)] y_port: &mut [f64],
        #[len(116)] tmp_port: &mut [f64],
    ) {
        let mut a: [[f64; 124]; 116] = [[0.0; 124]; 116];
        load_rows(a_port, &mut a);
        let mut x: [f64; 124] = [0.0; 124];
        load(x_port, &mut x);
        let mut y: [f64; 124] = [0.0; 124];
        let mut tmp: [f64; 116] = [0.0; 116];
        for i in 0..124 {
            y[i] = 0.0;
        }
        for i in 0..116 {
            tmp[i] = 0.0;
            for j in 0..124 {
                tmp[i] += a[i][j] * x[j];
            }
            for j in 0..124 {
                y[j] += a[i][j] * tmp[i];
            }
        }
        store(&y, y_port);
        store(&tmp, tmp_port);
    }

    /// `y = aT (a x)`
    #[kernel]
    pub fn atax_medium(
        #[len(390)] a_port: &[[f64; 410]],
        #[len(410)] x_port: &[f64],
        #[len(410)] y_port: &mut [f64],
        #[len(390)] tmp_port: &mut [f64],
    ) {
        let mut a: [[f64; 410]; 390] = [[0.0; 410]; 390];
        load_rows(a_port, &mut a);
        let mut x: [f64; 410] = [0.0; 410];
        load(x_port, &mut x);
        let mut y: [f64; 410] = [0.0; 410];
        let mut tmp: [f64; 390] = [0.0; 390];
        for i in 0..410 {
            y[i] = 0.0;
        }
        for i in 0..390 {
            tmp[i] = 0.0;
            for j in 0..410 {
                tmp[i] += a[i][j] * x[j];
            }
            for j in 0..410 {
                y[j] += a[i][j] * tmp[i];
            }
        }
        store(&y, y_port);
        store(&tmp, tmp_port);
    }

    /// `s = aT r` and `q = a p`
    #[kernel]
    pub fn bicg(
        #[len(124)] a_port: &[[f64; 116]],
        #[len(116)] s_port: &mut [f64],
        #[len(124)] q_port: &mut [f64],
        #[len(116)] p_port: &[f64],
        #[len(124)] r_port: &[f64],
    ) {
        let mut a: [[f64; 116]; 124] = [[0.0; 116]; 124];
        load_rows(a_port, &mut a);
        let mut s: [f64; 116] = [0.0; 116];
        let mut q: [f64; 124] = [0.0; 124];
        let mut p: [f64; 116] = [0.0; 116];
        load(p_port, &mut p);
        let mut r: [f64; 124] = [0.0; 124];
        load(r_port, &mut r);
        for i in 0..116 {
            s[i] = 0.0;
        }
        for i in 0..124 {
            q[i] = 0.0;
            for j in 0..116 {
                s[j] += r[i] * a[i][j];
                q[i] += a[i][j] * p[j];
            }
        }
        store(&s, s_port);
        store(&q, q_port);
    }

    /// `s = aT r` and `q = a p`
    #[kernel]
    pub fn bicg_medium(
        #[len(410)] a_port: &[[f64; 390]],
        #[len(390)] s_port: &mut [f64],
        #[len(410)] q_port: &mut [f64],
        #[len(390)] p_port: &[f64],
        #[len(410)] r_port: &[f64],
    ) {
        let mut a: [[f64; 390]; 410] = [[0.0; 390]; 410];
        load_rows(a_port, &mut a);
        let mut s: [f64; 390] = [0.0; 390];
        let mut q: [f64; 410] = [0.0; 410];
        let mut p: [f64; 390] = [0.0; 390];
        load(p_port, &mut p);
        let mut r: [f64; 410] = [0.0; 410];
        load(r_port, &mut r);
        for i in 0..390 {
            s[i] = 0.0;
        }
        for i in 0..410 {
            q[i] = 0.0;
            for j in 0..390 {
                s[j] += r[i] * a[i][j];
                q[i] += a[i][j] * p[j];
            }
        }
        store(&s, s_port);
        store(&q, q_port);
    }

    /// Products of planes with a matrix, through a row of sums.
    #[kernel]
    pub fn doitgen_red(
        #[len(25)] a_port: &mut [[[f64; 30]; 20]],
        #[len(30)] c4_port: &[[f64; 30]],
        #[len(30)] sum_port: &mut [f64],
    ) {
        let mut a: [[[f64; 30]; 20]; 25] = [[[0.0; 30]; 20]; 25];
        load_planes(a_port, &mut a);
        let mut c4: [[f64; 30]; 30] = [[0.0; 30]; 30];
        load_rows(c4_port, &mut c4);
        let mut sum: [f64; 30] = [0.0; 30];
        for r in 0..25 {
            for q in 0..20 {
                for p in 0..30 {
                    sum[p] = 0.0;
                    for s in 0..30 {
                        sum[p] += a[r][q][s] * c4[s][p];
                    }
                }
                for p in 0..30 {
                    a[r][q][p] = sum[p];
                }
            }
        }
        store_planes(&a, a_port);
        store(&sum, sum_port);
    }

    /// Electric and magnetic fields, half a step apart.
    #[kernel]
    pub fn fdtd_2d(
        #[len(60)] ex_port: &mut [[f64; 80]],
        #[len(60)] ey_port: &mut [[f64; 80]],
        #[len(60)] hz_port: &mut [[f64; 80]],
        #[len(40)] source_port: &[f64],
    ) {
        let mut ex: [[f64; 80]; 60] = [[0.0; 80]; 60];
        load_rows(ex_port, &mut ex);
        let mut ey: [[f64; 80]; 60] = [[0.0; 80]; 60];
        load_rows(ey_port, &mut ey);
        let mut hz: [[f64; 80]; 60] = [[0.0; 80]; 60];
        load_rows(hz_port, &mut hz);
        let mut source: [f64; 40] = [0.0; 40];
        load(source_port, &mut source);
        for t in 0..40 {
            for j in 0..80 {
                ey[0][j] = source[t];
            }
            for i in 1..60 {
                for j in 0..80 {
                    ey[i][j] -= 0.5 * (hz[i][j] - hz[i - 1][j]);
                }
            }
            for i in 0..60 {
                for j in 1..80 {
                    ex[i][j] -= 0.5 * (hz[i][j] - hz[i][j - 1]);
                }
            }
            for i in 0..59 {
                for j in 0..79 {
                    hz[i][j] -= 0.7 * (ex[i][j + 1] - ex[i][j] + ey[i + 1][j] - ey[i][j]);
                }
            }
        }
        store_rows(&ex, ex_port);
        store_rows(&ey, ey_port);
        store_rows(&hz, hz_port);
    }

    /// MachSuite gemm/blocked: blocks of 8 by 8.
    #[kernel]
    pub fn gemm_blocked(
        #[len(4096)] m1_port: &[f64],
        #[len(4096)] m2_port: &[f64],
        #[len(4096)] prod_port: &mut [f64],
    ) {
        let mut m1: [f64; 4096] = [0.0; 4096];
        load(m1_port, &mut m1);
        let mut m2: [f64; 4096] = [0.0; 4096];
        load(m2_port, &mut m2);
        let mut prod: [f64; 4096] = [0.0; 4096];
        load(prod_port, &mut prod);
        for jj in 0..8 {
            for kk in 0..8 {
                for i in 0..64 {
                    for k in 0..8 {
                        let value = m1[i * 64 + kk * 8 + k];
                        for j in 0..8 {
                            prod[i * 64 + jj * 8 + j] += value * m2[(kk * 8 + k) * 64 + jj * 8 + j];
                        }
                    }
                }
            }
        }
        store(&prod, prod_port);
    }

    /// MachSuite gemm/ncubed.
    #[kernel]
    pub fn gemm_ncubed(
        #[len(4096)] m1_port: &[f64],
        #[len(4096)] m2_port: &[f64],
        #[len(4096)] prod_port: &mut [f64],
    ) {
        let mut m1: [f64; 4096] = [0.0; 4096];
        load(m1_port, &mut m1);
        let mut m2: [f64; 4096] = [0.0; 4096];
        load(m2_port, &mut m2);
        let mut prod: [f64; 4096] = [0.0; 4096];
        for i in 0..64 {
            for j in 0..64 {
                let mut sum = 0.0;
                for k in 0..64 {
                    sum += m1[i * 64 + k] * m2[k * 64 + j];
                }
                prod[i * 64 + j] = sum;
            }
        }
        store(&prod, prod_port);
    }

    /// PolyBench gemm: `c = alpha a b + beta c`.
    #[kernel]
    pub fn gemm_p(
        alpha: f64,
        beta: f64,
        #[len(60)] c_port: &mut [[f64; 70]],
        #[len(60)] a_port: &[[f64; 80]],
        #[len(80)] b_port: &[[f64; 70]],
    ) {
        let mut c: [[f64; 70]; 60] = [[0.0; 70]; 60];
        load_rows(c_port, &mut c);
        let mut a: [[f64; 80]; 60] = [[0.0; 80]; 60];
        load_rows(a_port, &mut a);
        let mut b: [[f64; 70]; 80] = [[0.0; 70]; 80];
        load_rows(b_port, &mut b);
        for i in 0..60 {
            for j in 0..70 {
                c[i][j] *= beta;
            }
            for k in 0..80 {
                for j in 0..70 {
                    c[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
        store_rows(&c, c_port);
    }

    /// Two updates of rank one, and two products of matrix and vector.
    #[kernel]
    pub fn gemver(
        alpha: f64,
        beta: f64,
        #[len(120)] a_port: &mut [[f64; 120]],
        #[len(120)] u1_port: &[f64],
        #[len(120)] v1_port: &[f64],
        #[len(120)] u2_port: &[f64],
        #[len(120)] v2_port: &[f64],
        #[len(120)] w_port: &mut [f64],
        #[len(120)] x_port: &mut [f64],
        #[len(120)] y_port: &[f64],
        #[len(120)] z_port: &[f64],
    ) {
        let mut a: [[f64; 120]; 120] = [[0.0; 120]; 120];
        load_rows(a_port, &mut a);
        let mut u1: [f64; 120] = [0.0; 120];
        load(u1_port, &mut u1);
        let mut v1: [f64; 120] = [0.0; 120];
        load(v1_port, &mut v1);
        let mut u2: [f64; 120] = [0.0; 120];
        load(u2_port, &mut u2);
        let mut v2: [f64; 120] = [0.0; 120];
        load(v2_port, &mut v2);
        let mut w: [f64; 120] = [0.0; 120];
        load(w_port, &mut w);
        let mut x: [f64; 120] = [0.0; 120];
        load(x_port, &mut x);
        let mut y: [f64; 120] = [0.0; 120];
        load(y_port, &mut y);
        let mut z: [f64; 120] = [0.0; 120];
        load(z_port, &mut z);
        for i in 0..120 {
            for j in 0..120 {
                a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
            }
        }
        for i in 0..120 {
            for j in 0..120 {
                x[i] += beta * a[j][i] * y[j];
            }
        }
        for i in 0..120 {
            x[i] += z[i];
        }
        for i in 0..120 {
            for j in 0..120 {
                w[i] += alpha * a[i][j] * x[j];
            }
        }
        store_rows(&a, a_port);
        store(&w, w_port);
        store(&x, x_port);
    }

    /// Two updates of rank one, and two products of matrix and vector.
    #[kernel]
    pub fn gemver_medium(
        alpha: f64,
        beta: f64,
        #[len(400)] a_port: &mut [[f64; 400]],
        #[len(400)] u1_port: &[f64],
        #[len(400)] v1_port: &[f64],
        #[len(400)] u2_port: &[f64],
        #[len(400)] v2_port: &[f64],
        #[len(400)] w_port: &mut [f64],
        #[len(400)] x_port: &mut [f64],
        #[len(400)] y_port: &[f64],
        #[len(400)] z_port: &[f64],
    ) {
        let mut a: [[f64; 400]; 400] = [[0.0; 400]; 400];
        load_rows(a_port, &mut a);
        let mut u1: [f64; 400] = [0.0; 400];
        load(u1_port, &mut u1);
        let mut v1: [f64; 400] = [0.0; 400];
        load(v1_port, &mut v1);
        let mut u2: [f64; 400] = [0.0; 400];
        load(u2_port, &mut u2);
        let mut v2: [f64; 400] = [0.0; 400];
        load(v2_port, &mut v2);
        let mut w: [f64; 400] = [0.0; 400];
        load(w_port, &mut w);
        let mut x: [f64; 400] = [0.0; 400];
        load(x_port, &mut x);
        let mut y: [f64; 400] = [0.0; 400];
        load(y_port, &mut y);
        let mut z: [f64; 400] = [0.0; 400];
        load(z_port, &mut z);
        for i in 0..400 {
            for j in 0..400 {
                a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
            }
        }
        for i in 0..400 {
            for j in 0..400 {
                x[i] += beta * a[j][i] * y[j];
            }
        }
        for i in 0..400 {
            x[i] += z[i];
        }
        for i in 0..400 {
            for j in 0..400 {
                w[i] += alpha * a[i][j] * x[j];
            }
        }
        store_rows(&a, a_port);
        store(&w, w_port);
        store(&x, x_port);
    }

    /// `y = alpha a x + beta b x`
    #[kernel]
    pub fn gesummv(
        alpha: f64,
        beta: f64,
        #[len(90)] a_port: &[[f64; 90]],
        #[len(90)] b_port: &[[f64; 90]],
        #[len(90)] tmp_port: &mut [f64],
        #[len(90)] x_port: &[f64],
        #[len(90)] y_port: &mut [f64],
    ) {
        let mut a: [[f64; 90]; 90] = [[0.0; 90]; 90];
        load_rows(a_port, &mut a);
        let mut b: [[f64; 90]; 90] = [[0.0; 90]; 90];
        load_rows(b_port, &mut b);
        let mut tmp: [f64; 90] = [0.0; 90];
        let mut x: [f64; 90] = [0.0; 90];
        load(x_port, &mut x);
        let mut y: [f64; 90] = [0.0; 90];
        for i in 0..90 {
            tmp[i] = 0.0;
            y[i] = 0.0;
            for j in 0..90 {
                tmp[i] += a[i][j] * x[j];
                y[i] += b[i][j] * x[j];
            }
            y[i] = alpha * tmp[i] + beta * y[i];
        }
        store(&tmp, tmp_port);
        store(&y, y_port);
    }

    /// Each cell from three, in turn between two lines.
    #[kernel]
    pub fn jacobi_1d(#[len(120)] a_port: &mut [f64], #[len(120)] b_port: &mut [f64]) {
        let mut a: [f64; 120] = [0.0; 120];
        load(a_port, &mut a);
        let mut b: [f64; 120] = [0.0; 120];
        load(b_port, &mut b);
        for _ in 0..40 {
            for i in 1..119 {
                b[i] = 0.33333 * (a[i - 1] + a[i] + a[i + 1]);
            }
            for i in 1..119 {
                a[i] = 0.33333 * (b[i - 1] + b[i] + b[i + 1]);
            }
        }
        store(&a, a_port);
        store(&b, b_port);
    }

    /// Each cell from five, in turn between two planes.
    #[kernel]
    pub fn jacobi_2d(#[len(90)] a_port: &mut [[f64; 90]], #[len(90)] b_port: &mut [[f64; 90]]) {
        let mut a: [[f64; 90]; 90] = [[0.0; 90]; 90];
        load_rows(a_port, &mut a);
        let mut b: [[f64; 90]; 90] = [[0.0; 90]; 90];
        load_rows(b_port, &mut b);
        for _ in 0..40 {
            for i in 1..89 {
                for j in 1..89 {
                    b[i][j] = 0.2 * (a[i][j] + a[i][j - 1] + a[i][j + 1] + a[i + 1][j] + a[i - 1][j]);
                }
            }
            for i in 1..89 {
                for j in 1..89 {
                    a[i][j] = 0.2 * (b[i][j] + b[i][j - 1] + b[i][j + 1] + b[i + 1][j] + b[i - 1][j]);
                }
            }
        }
        store_rows(&a, a_port);
        store_rows(&b, b_port);
    }

    /// `x1 += a y1` and `x2 += aT y2`
    #[kernel]
    pub fn mvt(
        #[len(120)] x1_port: &mut [f64],
        #[len(120)] x2_port: &mut [f64],
        #[len(120)] y1_port: &[f64],
        #[len(120)] y2_port: &[f64],
        #[len(120)] a_port: &[[f64; 120]],
    ) {
        let mut x1: [f64; 120] = [0.0; 120];
        load(x1_port, &mut x1);
        let mut x2: [f64; 120] = [0.0; 120];
        load(x2_port, &mut x2);
        let mut y1: [f64; 120] = [0.0; 120];
        load(y1_port, &mut y1);
        let mut y2: [f64; 120] = [0.0; 120];
        load(y2_port, &mut y2);
        let mut a: [[f64; 120]; 120] = [[0.0; 120]; 120];
        load_rows(a_port, &mut a);
        for i in 0..120 {
            for j in 0..120 {
                x1[i] += a[i][j] * y1[j];
            }
        }
        for i in 0..120 {
            for j in 0..120 {
                x2[i] += a[j][i] * y2[j];
            }
        }
        store(&x1, x1_port);
        store(&x2, x2_port);
    }

    /// `x1 += a y1` and `x2 += aT y2`
    #[kernel]
    pub fn mvt_medium(
        #[len(400)] x1_port: &mut [f64],
        #[len(400)] x2_port: &mut [f64],
        #[len(400)] y1_port: &[f64],
        #[len(400)] y2_port: &[f64],
        #[len(400)] a_port: &[[f64; 400]],
    ) {
        let mut x1: [f64; 400] = [0.0; 400];
        load(x1_port, &mut x1);
        let mut x2: [f64; 400] = [0.0; 400];
        load(x2_port, &mut x2);
        let mut y1: [f64; 400] = [0.0; 400];
        load(y1_port, &mut y1);
        let mut y2: [f64; 400] = [0.0; 400];
        load(y2_port, &mut y2);
        let mut a: [[f64; 400]; 400] = [[0.0; 400]; 400];
        load_rows(a_port, &mut a);
        for i in 0..400 {
            for j in 0..400 {
                x1[i] += a[i][j] * y1[j];
            }
        }
        for i in 0..400 {
            for j in 0..400 {
                x2[i] += a[j][i] * y2[j];
            }
        }
        store(&x1, x1_port);
        store(&x2, x2_port);
    }

    /// MachSuite stencil3d: the centre and its six neighbours.
    #[kernel]
    pub fn stencil_3d(c0: i64, c1: i64, #[len(39304)] orig_port: &[i64], #[len(32768)] sol_port: &mut [i64]) {
        let mut orig: [i64; 39304] = [0; 39304];
        load(orig_port, &mut orig);
        let mut sol: [i64; 32768] = [0; 32768];
        for i in 0..32 {
            for j in 0..32 {
                for k in 0..32 {
                    let centre = orig[(i + 1) * 1156 + (j + 1) * 34 + k + 1];
                    let around = orig[(i + 1) * 1156 + (j + 1) * 34 + k]
                        + orig[(i + 1) * 1156 + (j + 1) * 34 + k + 2]
                        + orig[(i + 1) * 1156 + j * 34 + k + 1]
                        + orig[(i + 1) * 1156 + (j + 2) * 34 + k + 1]
                        + orig[i * 1156 + (j + 1) * 34 + k + 1]
                        + orig[(i + 2) * 1156 + (j + 1) * 34 + k + 1];
                    sol[i * 1024 + j * 32 + k] = c0 * centre + c1 * around;
                }
            }
        }
        store(&sol, sol_port);
    }

    /// MachSuite stencil2d: nine products and their sum.
    #[kernel]
    pub fn stencil_2d(
        #[len(8192)] orig_port: &[i32],
        #[len(8192)] sol_port: &mut [i32],
        #[len(9)] filter_port: &[i32],
    ) {
        let mut orig: [i32; 8192] = [0; 8192];
        load(orig_port, &mut orig);
        let mut sol: [i32; 8192] = [0; 8192];
        let mut filter: [i32; 9] = [0; 9];
        load(filter_port, &mut filter);
        for r in 0..126 {
            for c in 0..62 {
                let mut sum = 0;
                for k1 in 0..3 {
                    for k2 in 0..3 {
                        sum += filter[k1 * 3 + k2] * orig[(r + k1) * 64 + c + k2];
                    }
                }
                sol[r * 64 + c] = sum;
            }
        }
        store(&sol, sol_port);
    }
}
