//! PolyBench 4.2 at its medium sizes, in `f32`, from the definitions of the benchmarks: no directives.

/// The kernels of the table of Stream-HLS.
#[sycl_hls::kernels]
pub mod single {
    use sycl_hls::device::*;

    /// `d = alpha a b c + beta d`
    #[kernel]
    pub fn two_mm(
        alpha: f32,
        beta: f32,
        #[len(180)] tmp: &mut [[f32; 190]],
        #[len(180)] a: &[[f32; 210]],
        #[len(210)] b: &[[f32; 190]],
        #[len(190)] c: &[[f32; 220]],
        #[len(180)] d: &mut [[f32; 220]],
    ) {
        for i in 0..180 {
            for j in 0..190 {
                tmp[i][j] = 0.0;
                for k in 0..210 {
                    tmp[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..180 {
            for j in 0..220 {
                d[i][j] *= beta;
                for k in 0..190 {
                    d[i][j] += tmp[i][k] * c[k][j];
                }
            }
        }
    }

    /// `g = (a b) (c d)`
    #[kernel]
    pub fn three_mm(
        #[len(180)] e: &mut [[f32; 190]],
        #[len(180)] a: &[[f32; 200]],
        #[len(200)] b: &[[f32; 190]],
        #[len(190)] f: &mut [[f32; 210]],
        #[len(190)] c: &[[f32; 220]],
        #[len(220)] d: &[[f32; 210]],
        #[len(180)] g: &mut [[f32; 210]],
    ) {
        for i in 0..180 {
            for j in 0..190 {
                e[i][j] = 0.0;
                for k in 0..200 {
                    e[i][j] += a[i][k] * b[k][j];
                }
            }
        }
        for i in 0..190 {
            for j in 0..210 {
                f[i][j] = 0.0;
                for k in 0..220 {
                    f[i][j] += c[i][k] * d[k][j];
                }
            }
        }
        for i in 0..180 {
            for j in 0..210 {
                g[i][j] = 0.0;
                for k in 0..190 {
                    g[i][j] += e[i][k] * f[k][j];
                }
            }
        }
    }

    /// `y = aT (a x)`
    #[kernel]
    pub fn atax(
        #[len(390)] a: &[[f32; 410]],
        #[len(410)] x: &[f32],
        #[len(410)] y: &mut [f32],
        #[len(390)] tmp: &mut [f32],
    ) {
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
    }

    /// `s = aT r` and `q = a p`
    #[kernel]
    pub fn bicg(
        #[len(410)] a: &[[f32; 390]],
        #[len(390)] s: &mut [f32],
        #[len(410)] q: &mut [f32],
        #[len(390)] p: &[f32],
        #[len(410)] r: &[f32],
    ) {
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
    }

    /// `c = alpha a b + beta c`
    #[kernel]
    pub fn gemm(
        alpha: f32,
        beta: f32,
        #[len(200)] c: &mut [[f32; 220]],
        #[len(200)] a: &[[f32; 240]],
        #[len(240)] b: &[[f32; 220]],
    ) {
        for i in 0..200 {
            for j in 0..220 {
                c[i][j] *= beta;
            }
            for k in 0..240 {
                for j in 0..220 {
                    c[i][j] += alpha * a[i][k] * b[k][j];
                }
            }
        }
    }

    /// `y = alpha a x + beta b x`
    #[kernel]
    pub fn gesummv(
        alpha: f32,
        beta: f32,
        #[len(250)] a: &[[f32; 250]],
        #[len(250)] b: &[[f32; 250]],
        #[len(250)] tmp: &mut [f32],
        #[len(250)] x: &[f32],
        #[len(250)] y: &mut [f32],
    ) {
        for i in 0..250 {
            tmp[i] = 0.0;
            y[i] = 0.0;
            for j in 0..250 {
                tmp[i] += a[i][j] * x[j];
                y[i] += b[i][j] * x[j];
            }
            y[i] = alpha * tmp[i] + beta * y[i];
        }
    }

    /// `x1 += a y1` and `x2 += aT y2`
    #[kernel]
    pub fn mvt(
        #[len(400)] x1: &mut [f32],
        #[len(400)] x2: &mut [f32],
        #[len(400)] y1: &[f32],
        #[len(400)] y2: &[f32],
        #[len(400)] a: &[[f32; 400]],
    ) {
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
    }
}
