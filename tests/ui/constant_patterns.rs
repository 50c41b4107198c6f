#[sycl_hls::kernels]
mod kernels {
    const LOW: u32 = 4;

    fn high() -> u32 {
        8
    }

    #[kernel]
    pub fn kernel(n: u32, y: &mut [u32]) {
        match n {
            LOW => y[0] = 1,
            LOWER..=9 => y[0] = 2,
            high => y[0] = 3,
        }
        match n {
            9..=3 => y[1] = 1,
            5..5 => y[1] = 2,
            _ => {}
        }
    }
}

fn main() {}
