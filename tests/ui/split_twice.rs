#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[array_partition(complete, dim = 1)]
        #[array_reshape(cyclic, factor = 2, dim = 1)]
        let a = [[0.0_f32; 4]; 4];
        #[array_partition(complete, dim = 0)]
        #[array_partition(complete, dim = 2)]
        let b = [[0.0_f32; 4]; 4];
        y[0] = x[0] + a[0][0] + b[0][0];
    }
}

fn main() {}
