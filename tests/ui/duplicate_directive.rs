#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[pipeline(ii = 1)]
        #[pipeline(ii = 2)]
        for i in 0..y.len() {
            y[i] = x[i];
        }
        #[array_partition(kind = complete)]
        #[array_partition(kind = cyclic, factor = 2)]
        let a = [0.0_f32; 8];
        y[0] = a[0];
    }
}

fn main() {}
