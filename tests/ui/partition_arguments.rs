#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[array_partition]
        let a = [0.0_f32; 8];
        #[array_partition(factor = 2)]
        let b = [0.0_f32; 8];
        #[array_partition(kind = cylic, factor = 2)]
        let c = [0.0_f32; 8];
        #[array_partition(complte)]
        let d = [0.0_f32; 8];
        #[array_partition(kind = cyclic, factor = 0)]
        let e = [0.0_f32; 8];
        #[array_partition(kind = complete, dim = -1)]
        let f = [0.0_f32; 8];
        #[array_partition(kind = "complete")]
        let g = [0.0_f32; 8];
        #[array_partition(variable = a, kind = complete)]
        let h = [0.0_f32; 8];
        y[0] = x[0] + a[0] + b[0];
    }
}

fn main() {}
