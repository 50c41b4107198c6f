#[sycl_hls::kernels]
mod first {
    #[kernel]
    pub fn kernel(y: &mut [f32]) {
        y[0] = 1;
    }
}

mod outer {
    #[sycl_hls::kernels]
    mod second {
        #[kernel]
        pub fn kernel(y: &mut [f32]) {
            y[0] = true;
        }
    }
}

fn main() {}
