#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[array_partition(kind = cyclic)]
        let a = [0.0_f32; 8];
        #[array_partition(kind = complete, factor = 2)]
        let b = [0.0_f32; 8];
        #[array_partition(kind = block, factor = 16)]
        let c = [0.0_f32; 8];
        #[array_partition(kind = complete, dim = 2)]
        let d = [0.0_f32; 8];
        #[array_partition(kind = complete)]
        let e = 1.0_f32;
        y[0] = x[0] + a[0] + b[0] + c[0] + d[0] + e;
    }
}

fn main() {}
