#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = 1.0 + ;
    }
}

fn main() {}
