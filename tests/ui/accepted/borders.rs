//! What is just right: each rule has a side on which nothing is said.

#[sycl_hls::kernels]
pub mod kernels {
    use sycl_hls::device::*;

    /// The loops' interval.
    const INTERVAL: usize = 1;
    const FACTOR: u32 = 2;
    const WIDTH: u32 = 4;

    fn dot(a: &[f32; 8], b: &[f32; 8]) -> f32 {
        let mut sum = 0.0;
        for i in 0..8 {
            sum += a[i] * b[i];
        }
        sum
    }

    fn positive(v: f32) -> bool {
        if v > 0.0 { true } else { false }
    }

    #[must_use]
    #[inline]
    fn first(x: &[f32]) -> f32 {
        return x[0];
    }

    fn add(to: &mut [f32; 8], from: &[f32; 8]) {
        for i in 0..8 {
            to[i] += from[i];
        }
    }

    #[kernel]
    pub fn kernel(
        n: u32,
        #[len(WIDTH * n)] x: &[f32],
        #[m_axi(bundle = "gmem_9")]
        #[len(n + 4)]
        y: &mut [f32],
    ) {
        #[array_partition(kind = cyclic, factor = 8)]
        let line = [1.0_f32; 8];
        #[array_partition(kind = complete, dim = 0)]
        let mut table = [[0_u8; 4]; 2];
        #[array_partition(kind = block, factor = FACTOR as usize, dim = 2)]
        let rows = [[1_u32; 4]; 2];
        #[allow(unused_variables)]
        let least = -2147483648;
        table[1][3] = 255;
        let mut other = line;
        add(&mut other, &line);
        #[hls_allow(serial_accumulation)]
        #[pipeline(ii = INTERVAL)]
        for i in 0..x.len() {
            let mut sum = dot(&line, &line);
            for j in 0..4_usize {
                if positive(x[i]) {
                    sum += rows[1][j] as f32;
                }
            }
            y[0] += sum + first(x) + other[0];
        }
        #[unroll(factor = 3)]
        for i in 0..x.len() {
            y[1] += x[i];
        }
        #[unroll]
        for i in 0..=3_u32 {
            y[i as usize] = table[1][3] as f32;
        }
        for _ in 0..1_i32 {
            y[2] = (y[1]);
        }
    }
}
