//! The kernel of the hosts in this folder that is simulated.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn scale(#[len(n)] x: &[i32], #[len(n)] y: &mut [i32], n: u32, factor: i32) {
        #[pipeline(ii = 1)]
        for i in 0..n as usize {
            y[i] = x[i] * factor;
        }
    }
}
