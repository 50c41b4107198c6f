#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, y: &mut [u32]) {
        y[0] = n;
        let none = None;
    }
}

fn main() {}
