#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let a = [[0_u8; 65536]; 65536];
        let b: [[[u8; 1073741824]; 1073741824]; 1073741824] = [[[0; 4]; 4]; 4];
        y[0] = x[0];
    }
}

fn main() {}
