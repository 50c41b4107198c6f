#[sycl_hls::kernels]
mod kernels {
    fn nothing<T: Copy>() -> u32 {
        1
    }

    #[kernel]
    pub fn kernel(y: &mut [u32]) {
        y[0] = nothing();
        let none = None;
    }
}

fn main() {}
