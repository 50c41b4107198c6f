#[sycl_hls::kernels]
mod kernels {
    #[kernel(instances(N = [4, 8]))]
    pub fn kernel<const N: usize>(x: &[f32], y: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..N {
            for j in 0..x.len() {
                y[i] = x[j];
            }
        }
    }
}

fn main() {}
