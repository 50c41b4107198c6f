#[sycl_hls::kernels]
mod kernels {
    const fn square(x: i32) -> i32 {
        x * x
    }

    async fn wait() {}

    extern "C" fn export() {}

    #[kernel]
    pub fn kernel(y: &mut [i32]) {
        y[0] = square(2);
    }
}

fn main() {}
