#[sycl_hls::kernels]
mod kernels {
    enum Level {
        Low = 1,
        Middle = 0,
        High,
    }

    #[kernel]
    pub fn kernel(n: u32, y: &mut [u32]) {
        y[0] = n;
    }
}

fn main() {}
