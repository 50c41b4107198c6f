//! The kernels of the hosts in this folder that are simulated.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(3)]
    pub fn scale(#[len(n)] x: &[i32], #[len(n)] y: &mut [i32], n: u32, factor: i32) {
        #[pipeline(ii = 1)]
        for i in 0..n as usize {
            y[i] = x[i] * factor;
        }
    }

    /// Writes scalars into registers: the sum of `x`, and how often it was called.
    #[kernel]
    pub fn summary(#[len(n)] x: &[i32], n: u32, sum: &mut i64, calls: &mut u32) {
        *sum = 0;
        for i in 0..n as usize {
            *sum += x[i] as i64;
        }
        *calls += 1;
    }

    /// Never ends unless the count is small.
    #[kernel]
    pub fn spin(count: u64, #[len(1)] out: &mut [u64]) {
        let mut x: u64 = 1;
        for i in 0..count {
            x = x ^ (x << 1) ^ i;
        }
        out[0] = x;
    }
}
