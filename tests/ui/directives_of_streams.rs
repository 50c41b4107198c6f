#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[dataflow]
    pub fn kernel(#[axis] x: &[f32], y: &mut [f32]) {
        #[stream(depth = 4)]
        let a = [0.0_f32; 4];
        #[array_stencil]
        let b = [0.0_f32; 4];
        y[0] = x[0] + a[0] + b[0];
    }
}

fn main() {}
