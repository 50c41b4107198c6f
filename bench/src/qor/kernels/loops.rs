//! Loops whose intervals are measured: the innermost loop of each kernel is pipelined.

/// Row 1.
#[sycl_hls::kernels]
pub mod loops {
    const N: usize = 1024;

    #[kernel]
    pub fn vadd(#[len(N)] a: &[i32], #[len(N)] b: &[i32], #[len(N)] c: &mut [i32]) {
        for i in 0..N {
            c[i] = a[i] + b[i];
        }
    }

    #[kernel]
    pub fn axpy(factor: f32, #[len(N)] x: &[f32], #[len(N)] y: &mut [f32]) {
        for i in 0..N {
            y[i] = factor * x[i] + y[i];
        }
    }

    /// 16 taps over a line of delays in registers.
    #[kernel]
    pub fn fir(#[len(16)] taps: &[i32], #[len(N)] x: &[i32], #[len(N)] y: &mut [i32]) {
        #[array_partition(kind = complete)]
        let mut weights = [0; 16];
        for i in 0..16 {
            weights[i] = taps[i];
        }
        #[array_partition(kind = complete)]
        let mut line = [0; 16];
        #[pipeline]
        for i in 0..N {
            let mut sum = 0;
            for tap in 0..15 {
                line[15 - tap] = line[14 - tap];
            }
            line[0] = x[i];
            for tap in 0..16 {
                sum += weights[tap] * line[tap];
            }
            y[i] = sum;
        }
    }

    /// 5 by 5 weights over four lines and a window in registers.
    #[kernel]
    pub fn conv5x5(
        #[len(25)] weights: &[i32],
        #[len(32 * 64)] image: &[u8],
        #[len(32 * 64)] out: &mut [i32],
    ) {
        #[array_partition(kind = complete, dim = 0)]
        let mut filter = [[0; 5]; 5];
        for i in 0..5 {
            for j in 0..5 {
                filter[i][j] = weights[i * 5 + j];
            }
        }
        #[array_partition(kind = complete, dim = 1)]
        let mut lines = [[0u8; 64]; 4];
        for row in 0..32 {
            #[array_partition(kind = complete, dim = 0)]
            let mut window = [[0u8; 5]; 5];
            #[pipeline]
            for column in 0..64 {
                let mut fresh = [0u8; 5];
                for line in 0..4 {
                    fresh[line] = lines[line][column];
                }
                fresh[4] = image[row * 64 + column];
                for line in 0..4 {
                    lines[line][column] = fresh[line + 1];
                }
                let mut sum = 0;
                for i in 0..5 {
                    for j in 0..4 {
                        window[i][j] = window[i][j + 1];
                    }
                    window[i][4] = fresh[i];
                    for j in 0..5 {
                        sum += filter[i][j] * window[i][j] as i32;
                    }
                }
                out[row * 64 + column] = sum;
            }
        }
    }

    /// Each cell from three of a line.
    #[kernel]
    pub fn stencil(#[len(N)] x: &[i32], #[len(N)] y: &mut [i32]) {
        let mut before = x[0];
        let mut here = x[1];
        for i in 1..N - 1 {
            let after = x[i + 1];
            y[i] = before + 2 * here + after;
            before = here;
            here = after;
        }
    }

    #[kernel]
    pub fn histogram(#[len(N)] data: &[u8], #[len(256)] counts: &mut [u32]) {
        let mut bins = [0; 256];
        for i in 0..N {
            bins[data[i] as usize] += 1;
        }
        for i in 0..256 {
            counts[i] = bins[i];
        }
    }

    const LONG: usize = 1 << 20;

    /// Row 5.
    #[kernel]
    pub fn vadd_long(#[len(LONG)] a: &[i32], #[len(LONG)] b: &[i32], #[len(LONG)] c: &mut [i32]) {
        for i in 0..LONG {
            c[i] = a[i] + b[i];
        }
    }
}
