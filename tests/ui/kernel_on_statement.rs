#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    struct Scale(f32);

    impl Scale {
        #[kernel]
        pub fn fill(y: &mut [f32]) {
            y[0] = 1.0;
        }
    }

    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[kernel]
        for i in 0..y.len() {
            y[i] = x[i];
        }
    }
}

fn main() {}
