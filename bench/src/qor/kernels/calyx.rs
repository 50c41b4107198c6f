//! PolyBench as Calyx's evaluation has it: the same programs and sizes, in `u32`, with the same copies to local arrays.
//! Their memories of one element are scalar arguments. No directives.

/// The kernels of Calyx's evaluation.
#[sycl_hls::kernels]
pub mod calyx {
    const N: usize = 8;
    const M: usize = 12;

    fn sqrt(x: u32) -> u32 {
        let mut rest = x;
        let mut root = 0;
        let mut bit = 1 << 30;
        for _ in 0..16 {
            if rest >= root + bit {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
            bit >>= 2;
        }
        root
    }

    #[kernel]
    pub fn two_mm(
        alpha: u32,
        beta: u32,
        #[len(N)] tmp_port: &mut [[u32; N]],
        #[len(N)] a_port: &mut [[u32; N]],
        #[len(N)] b_port: &mut [[u32; N]],
        #[len(N)] c_port: &mut [[u32; N]],
        #[len(N)] d_port: &mut [[u32; N]],
    ) {
        let mut tmp = [[0; N]; N];
        let mut a = [[0; N]; N];
        let mut b = [[0; N]; N];
        let mut c = [[0; N]; N];
        let mut d = [[0; N]; N];
        for i in 0..N {
            for j in 0..N {
                a[i][j] = a_port[i][j];
                b[i][j] = b_port[i][j];
                c[i][j] = c_port[i][j];
                d[i][j] = d_port[i][j];
                tmp[i][j] = tmp_port[i][j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                tmp[i][j] = 0;
                for k in 0..N {
                    tmp[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..N {
            for j in 0..N {
                d[i][j] = beta * d[i][j];
                for k in 0..N {
                    d[i][j] += tmp[i][k] * c[k][j];
                }
            }
        }
        for i in 0..N {
            for j in 0..N {
                a_port[i][j] = a[i][j];
                b_port[i][j] = b[i][j];
                c_port[i][j] = c[i][j];
                d_port[i][j] = d[i][j];
                tmp_port[i][j] = tmp[i][j];
            }
        }
    }

    #[kernel]
    pub fn three_mm(
        #[len(N)] e: &mut [[u32; N]],
        #[len(N)] a: &[[u32; N]],
        #[len(N)] b: &[[u32; N]],
        #[len(N)] f: &mut [[u32; N]],
        #[len(N)] c: &[[u32; N]],
        #[len(N)] d: &[[u32; N]],
        #[len(N)] g: &mut [[u32; N]],
    ) {
        for i in 0..N {
            for j in 0..N {
                e[i][j] = 0;
                for k in 0..N {
                    e[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..N {
            for j in 0..N {
                f[i][j] = 0;
                for k in 0..N {
                    f[i][j] += c[i][k] * d[k][j];
                }
            }
        }
        for i in 0..N {
            for j in 0..N {
                g[i][j] = 0;
                for k in 0..N {
                    g[i][j] += e[i][k] * f[k][j];
                }
            }
        }
    }

    #[kernel]
    pub fn atax(
        #[len(N)] a_port: &mut [[u32; N]],
        #[len(N)] x_port: &mut [u32],
        #[len(N)] y_port: &mut [u32],
        #[len(N)] tmp: &mut [u32],
    ) {
        let mut a = [[0; N]; N];
        let mut x = [0; N];
        let mut y = [0; N];
        for i in 0..N {
            y[i] = 0;
            x[i] = x_port[i];
            for j in 0..N {
                a[i][j] = a_port[i][j];
            }
        }
        for i in 0..N {
            tmp[i] = 0;
            for j in 0..N {
                tmp[i] += a[i][j] * x[j];
            }
            for j in 0..N {
                y[j] += a[i][j] * tmp[i];
            }
        }
        for i in 0..N {
            y_port[i] = y[i];
            x_port[i] = x[i];
            for j in 0..N {
                a_port[i][j] = a[i][j];
            }
        }
    }

    #[kernel]
    pub fn bicg(
        #[len(N)] a: &[[u32; N]],
        #[len(N)] s: &mut [u32],
        #[len(N)] q: &mut [u32],
        #[len(N)] p: &[u32],
        #[len(N)] r: &[u32],
    ) {
        for i in 0..N {
            s[i] = 0;
        }
        for i in 0..N {
            q[i] = 0;
            for j in 0..N {
                s[j] += r[i] * a[i][j];
                q[i] += a[i][j] * p[j];
            }
        }
    }

    #[kernel]
    pub fn cholesky(#[len(N)] a: &mut [[u32; N]]) {
        for i in 0..N {
            for j in 0..i {
                for k in 0..j {
                    a[i][j] -= a[i][k] * a[j][k];
                }
                if a[j][j] != 0 {
                    a[i][j] = a[i][j] / a[j][j];
                } else {
                    a[i][j] = 0;
                }
            }
            for k in 0..i {
                a[i][i] -= a[i][k] * a[i][k];
            }
            a[i][i] = sqrt(a[i][i]);
        }
    }

    #[kernel]
    pub fn doitgen(#[len(N)] a: &mut [[[u32; N]; N]], #[len(N)] c4: &[[u32; N]], #[len(N)] sum: &mut [u32]) {
        for r in 0..N {
            for q in 0..N {
                for p in 0..N {
                    sum[p] = 0;
                    for s in 0..N {
                        sum[p] += a[r][q][s] * c4[s][p];
                    }
                }
                for p in 0..N {
                    a[r][q][p] = sum[p];
                }
            }
        }
    }

    #[kernel]
    pub fn durbin(#[len(N)] r: &[u32], #[len(N)] y: &mut [u32], #[len(N)] z: &mut [u32]) {
        let mut alpha = 0 - r[0];
        let mut beta = 1;
        y[0] = alpha;
        for k in 1..N {
            beta = (1 - alpha * alpha) * beta;
            let mut sum = 0;
            for i in 0..k {
                sum += r[k - i - 1] * y[i];
            }
            if beta != 0 {
                alpha = 0 - (r[k] + sum) / beta;
            } else {
                alpha = 0;
            }
            for i in 0..k {
                z[i] = y[i] + alpha * y[k - i - 1];
            }
            for i in 0..k {
                y[i] = z[i];
            }
            y[k] = alpha;
        }
    }

    #[kernel]
    pub fn gemm(
        alpha: u32,
        beta: u32,
        #[len(N)] c_port: &mut [[u32; N]],
        #[len(N)] a_port: &[[u32; N]],
        #[len(N)] b_port: &[[u32; N]],
    ) {
        let mut a = [[0; N]; N];
        let mut b = [[0; N]; N];
        let mut c = [[0; N]; N];
        for i in 0..N {
            for j in 0..N {
                a[i][j] = a_port[i][j];
                b[i][j] = b_port[i][j];
                c[i][j] = c_port[i][j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                c[i][j] = c[i][j] * beta;
            }
            for j in 0..N {
                for k in 0..N {
                    c[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..N {
            for j in 0..N {
                c_port[i][j] = c[i][j];
            }
        }
    }

    #[kernel]
    pub fn gemver(
        alpha: u32,
        beta: u32,
        #[len(N)] a_port: &mut [[u32; N]],
        #[len(N)] u1_port: &mut [u32],
        #[len(N)] v1_port: &mut [u32],
        #[len(N)] u2_port: &mut [u32],
        #[len(N)] v2_port: &mut [u32],
        #[len(N)] w_port: &mut [u32],
        #[len(N)] x_port: &mut [u32],
        #[len(N)] y_port: &mut [u32],
        #[len(N)] z_port: &mut [u32],
    ) {
        let mut a = [[0; N]; N];
        let mut u1 = [0; N];
        let mut v1 = [0; N];
        let mut u2 = [0; N];
        let mut v2 = [0; N];
        let mut w = [0; N];
        let mut x = [0; N];
        let mut y = [0; N];
        let mut z = [0; N];
        for i in 0..N {
            u1[i] = u1_port[i];
            v1[i] = v1_port[i];
            u2[i] = u2_port[i];
            v2[i] = v2_port[i];
            w[i] = w_port[i];
            x[i] = x_port[i];
            y[i] = y_port[i];
            z[i] = z_port[i];
        }
        for i in 0..N {
            for j in 0..N {
                a[i][j] = a_port[i][j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                a[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                x[i] += beta * a[j][i] * y[j];
            }
        }
        for i in 0..N {
            x[i] += z[i];
        }
        for i in 0..N {
            for j in 0..N {
                w[i] += alpha * a[i][j] * x[j];
            }
        }
        for i in 0..N {
            u1_port[i] = u1[i];
            v1_port[i] = v1[i];
            u2_port[i] = u2[i];
            v2_port[i] = v2[i];
            w_port[i] = w[i];
            x_port[i] = x[i];
            y_port[i] = y[i];
            z_port[i] = z[i];
        }
        for i in 0..N {
            for j in 0..N {
                a_port[i][j] = a[i][j];
            }
        }
    }

    #[kernel]
    pub fn gesummv(
        alpha: u32,
        beta: u32,
        #[len(N)] tmp_port: &mut [u32],
        #[len(N)] a_port: &mut [[u32; N]],
        #[len(N)] b_port: &mut [[u32; N]],
        #[len(N)] x_port: &mut [u32],
        #[len(N)] y_port: &mut [u32],
    ) {
        let mut tmp = [0; N];
        let mut a = [[0; N]; N];
        let mut b = [[0; N]; N];
        let mut x = [0; N];
        let mut y = [0; N];
        for i in 0..N {
            tmp[i] = tmp_port[i];
            x[i] = x_port[i];
            y[i] = y_port[i];
            for j in 0..N {
                a[i][j] = a_port[i][j];
                b[i][j] = b_port[i][j];
            }
        }
        for i in 0..N {
            tmp[i] = 0;
            y[i] = 0;
            for j in 0..N {
                tmp[i] += a[i][j] * x[j];
                y[i] += b[i][j] * x[j];
            }
            y[i] = alpha * tmp[i] + beta * y[i];
        }
        for i in 0..N {
            tmp_port[i] = tmp[i];
            x_port[i] = x[i];
            y_port[i] = y[i];
            for j in 0..N {
                a_port[i][j] = a[i][j];
                b_port[i][j] = b[i][j];
            }
        }
    }

    #[kernel]
    pub fn gramschmidt(
        #[len(N)] a_port: &mut [[u32; M]],
        #[len(M)] r_port: &mut [[u32; M]],
        #[len(N)] q_port: &mut [[u32; M]],
    ) {
        let mut a = [[0; M]; N];
        let mut r = [[0; M]; M];
        let mut q = [[0; M]; N];
        for i in 0..M {
            for j in 0..M {
                r[i][j] = r_port[i][j];
            }
        }
        for i in 0..N {
            for j in 0..M {
                a[i][j] = a_port[i][j];
                q[i][j] = q_port[i][j];
            }
        }
        for k in 0..M {
            let mut norm = 0;
            for i in 0..N {
                norm += a[i][k] * a[i][k];
            }
            r[k][k] = sqrt(norm);
            for i in 0..N {
                q[i][k] = a[i][k] / r[k][k];
            }
            for j in k + 1..M {
                r[k][j] = 0;
                for i in 0..N {
                    r[k][j] += q[i][k] * a[i][j];
                }
                for i in 0..N {
                    a[i][j] -= q[i][k] * r[k][j];
                }
            }
        }
        for i in 0..M {
            for j in 0..M {
                r_port[i][j] = r[i][j];
            }
        }
        for i in 0..N {
            for j in 0..M {
                a_port[i][j] = a[i][j];
                q_port[i][j] = q[i][j];
            }
        }
    }

    #[kernel]
    pub fn lu(#[len(N)] a: &mut [[u32; N]]) {
        for i in 0..N {
            for j in 0..i {
                for k in 0..j {
                    a[i][j] -= a[i][k] * a[k][j];
                }
                a[i][j] = a[i][j] / a[j][j];
            }
            for j in i..N {
                for k in 0..i {
                    a[i][j] -= a[i][k] * a[k][j];
                }
            }
        }
    }

    #[kernel]
    pub fn ludcmp(
        #[len(N)] a: &mut [[u32; N]],
        #[len(N)] b: &[u32],
        #[len(N)] x: &mut [u32],
        #[len(N)] y: &mut [u32],
    ) {
        for i in 0..N {
            for j in 0..i {
                let mut w = a[i][j];
                for k in 0..j {
                    w -= a[i][k] * a[k][j];
                }
                if a[j][j] != 0 {
                    a[i][j] = w / a[j][j];
                }
            }
            for j in i..N {
                let mut w = a[i][j];
                for k in 0..i {
                    w -= a[i][k] * a[k][j];
                }
                a[i][j] = w;
            }
        }
        for i in 0..N {
            let mut w = b[i];
            for j in 0..i {
                w -= a[i][j] * y[j];
            }
            y[i] = w;
        }
        for i in (0..N).rev() {
            let mut w = y[i];
            for j in i + 1..N {
                w -= a[i][j] * x[j];
            }
            if a[i][i] != 0 {
                x[i] = w / a[i][i];
            }
        }
    }

    #[kernel]
    pub fn mvt(
        #[len(N)] x1_port: &mut [u32],
        #[len(N)] x2_port: &mut [u32],
        #[len(N)] y1_port: &[u32],
        #[len(N)] y2_port: &[u32],
        #[len(N)] a_port: &[[u32; N]],
    ) {
        let mut x1 = [0; N];
        let mut x2 = [0; N];
        let mut y1 = [0; N];
        let mut y2 = [0; N];
        let mut a = [[0; N]; N];
        for i in 0..N {
            y1[i] = y1_port[i];
            y2[i] = y2_port[i];
            x1[i] = x1_port[i];
            x2[i] = x2_port[i];
        }
        for i in 0..N {
            for j in 0..N {
                a[i][j] = a_port[i][j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                x1[i] += a[i][j] * y1[j];
            }
        }
        for i in 0..N {
            for j in 0..N {
                x2[i] += a[j][i] * y2[j];
            }
        }
        for i in 0..N {
            x1_port[i] = x1[i];
            x2_port[i] = x2[i];
        }
    }

    #[kernel]
    pub fn symm(
        alpha: u32,
        beta: u32,
        #[len(N)] c: &mut [[u32; M]],
        #[len(N)] a: &[[u32; N]],
        #[len(N)] b: &[[u32; M]],
    ) {
        for i in 0..N {
            for j in 0..M {
                let mut sum = 0;
                for k in 0..i {
                    c[k][j] += alpha * b[i][j] * a[i][k];
                    sum += b[k][j] * a[i][k];
                }
                c[i][j] = beta * c[i][j] + alpha * b[i][j] * a[i][i] + alpha * sum;
            }
        }
    }

    #[kernel]
    pub fn syr2k(
        alpha: u32,
        beta: u32,
        #[len(M)] c: &mut [[u32; M]],
        #[len(M)] a_port: &mut [[u32; N]],
        #[len(M)] b_port: &mut [[u32; N]],
    ) {
        let mut a = [[0; N]; M];
        let mut b = [[0; N]; M];
        for i in 0..M {
            for j in 0..N {
                a[i][j] = a_port[i][j];
                b[i][j] = b_port[i][j];
            }
        }
        for i in 0..M {
            for j in 0..=i {
                c[i][j] = c[i][j] * beta;
            }
            for j in 0..=i {
                for k in 0..N {
                    c[i][j] += a[j][k] * alpha * b[i][k] + b[j][k] * alpha * a[i][k];
                }
            }
        }
        for i in 0..M {
            for j in 0..N {
                a_port[i][j] = a[i][j];
                b_port[i][j] = b[i][j];
            }
        }
    }

    #[kernel]
    pub fn syrk(alpha: u32, beta: u32, #[len(M)] c: &mut [[u32; M]], #[len(M)] a_port: &mut [[u32; N]]) {
        let mut a = [[0; N]; M];
        for i in 0..M {
            for j in 0..N {
                a[i][j] = a_port[i][j];
            }
        }
        for i in 0..M {
            for j in 0..=i {
                c[i][j] = c[i][j] * beta;
            }
            for j in 0..=i {
                for k in 0..N {
                    c[i][j] += alpha * a[i][k] * a[j][k];
                }
            }
        }
        for i in 0..M {
            for j in 0..N {
                a_port[i][j] = a[i][j];
            }
        }
    }

    #[kernel]
    pub fn trisolv(#[len(N)] l: &[[u32; N]], #[len(N)] x: &mut [u32], #[len(N)] b: &[u32]) {
        for i in 0..N {
            x[i] = b[i];
            for j in 0..i {
                x[i] = l[i][j] * x[j];
            }
            x[i] = x[i] / l[i][i];
        }
    }

    #[kernel]
    pub fn trmm(alpha: u32, #[len(N)] a: &[[u32; N]], #[len(N)] b: &mut [[u32; M]]) {
        for i in 0..N {
            for j in 0..M {
                for k in i + 1..N {
                    b[i][j] += a[k][i] * b[k][j];
                }
                b[i][j] = alpha * b[i][j];
            }
        }
    }
}
