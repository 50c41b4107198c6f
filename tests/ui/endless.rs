#[sycl_hls::kernels]
mod kernels {
    fn never() -> ! {
        loop {}
    }

    #[kernel]
    pub fn kernel(n: u32, out: &mut [u32]) {
        let a = for i in 0..n {
            out[0] = i;
        };
        let b = while out[0] > n {
            out[0] -= 1;
        };
        let c: u32 = loop {
            if n > 1 {
                break;
            }
        };
    }
}

fn main() {}
