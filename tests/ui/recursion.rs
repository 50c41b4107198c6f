#[sycl_hls::kernels]
mod kernels {
    fn factorial(n: u32) -> u32 {
        if n == 0 { 1 } else { n * factorial(n - 1) }
    }

    fn even(n: u32) -> bool {
        if n == 0 { true } else { odd(n - 1) }
    }

    fn odd(n: u32) -> bool {
        if n == 0 { false } else { even(n - 1) }
    }

    #[kernel]
    pub fn kernel(y: &mut [u32]) {
        y[0] = factorial(5);
    }
}

fn main() {}
