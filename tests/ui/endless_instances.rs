#[sycl_hls::kernels]
mod kernels {
    fn grow<T: Copy>(v: T, n: u32) -> u32 {
        if n == 0 { 0 } else { grow((v, v), n - 1) }
    }

    fn count<const N: usize>(n: u32) -> u32 {
        if n == 0 { 0 } else { count::<{ N + 1 }>(n - 1) }
    }

    #[kernel]
    pub fn kernel(y: &mut [u32]) {
        y[0] = grow(1_u32, 4);
        y[1] = count::<1>(3);
    }
}

fn main() {}
