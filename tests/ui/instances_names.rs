#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    const SIZE: usize = 2;

    #[kernel(instances(TAP = [2], M = [4], TAPS = [5]))]
    pub fn unknown<const TAPS: usize>(y: &mut [f32]) {
        y[TAPS] = 1.0;
    }

    #[kernel(instances((N = 2, T = f32), (N = 4), (T = f32, N = 2, T = f64), (K = 2, N = 3), ()))]
    pub fn rows<const N: usize, T: Number>(y: &mut [T]) {
        y[N] = T::ONE;
    }

    #[kernel(instances(N = [2, 3, SIZE]))]
    pub fn twice<const N: usize>(y: &mut [f32]) {
        y[N] = 1.0;
    }

    #[kernel(instances((A = 1, B = 2), (A = 2, B = 1)))]
    pub fn size<const A: u8, const B: u8>(y: &mut [u8]) {
        y[0] = A + B;
    }

    #[kernel(instances(B = [2, -2]))]
    pub fn size_1<const B: i8>(y: &mut [i8]) {
        y[0] = B;
    }

    fn size_1_m2() {}
}

fn main() {}
