#[sycl_hls::kernels]
mod kernels {
    fn largest<T: PartialOrd + Copy>(a: T, b: T) -> T {
        if a < b { b } else { a }
    }

    #[kernel]
    pub fn kernel<const N: usize>(y: &mut [f32]) {
        y[0] = largest(y[1], y[2]);
    }
}

fn main() {}
