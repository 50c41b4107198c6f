#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: u32, y: &mut [u32]) {
        if n == 0 {
            panic!("no elements");
        }
        y[0] = max!(n, 3);
        match n {
            0 => unreachable!(),
            _ => todo!(),
        }
    }
}

fn main() {}
