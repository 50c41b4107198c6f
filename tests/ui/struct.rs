#[sycl_hls::kernels]
mod kernels {
    #[derive(Clone, Copy)]
    pub struct Pixel {
        pub red: u8,
        pub green: u8,
    }

    #[kernel]
    pub fn kernel(x: &[Pixel], y: &mut [u8]) {
        let first = Pixel { red: 1, green: 2 };
        y[0] = first.red;
    }
}

fn main() {}
