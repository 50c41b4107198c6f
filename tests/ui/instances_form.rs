#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel(instances = [16, 32])]
    pub fn unreadable<const N: usize>(y: &mut [f32]) {
        y[N] = 1.0;
    }

    #[kernel(instances(16, 32))]
    pub fn nameless<const N: usize>(y: &mut [f32]) {
        y[N] = 1.0;
    }

    #[kernel(N = [16, 32])]
    pub fn other<const N: usize>(y: &mut [f32]) {
        y[N] = 1.0;
    }

    #[kernel(instances(T = f32))]
    pub fn alone<T: Number>(y: &mut [T]) {
        y[0] = T::ONE;
    }

    #[kernel(instances(N = [2, 4], T = [f32, f64]))]
    pub fn lists<const N: usize, T: Number>(y: &mut [T]) {
        y[N] = T::ONE;
    }

    #[kernel(instances())]
    pub fn empty<const N: usize, const B: bool>(y: &mut [f32]) {
        y[N] = 1.0;
    }

    #[kernel(instances(B = []))]
    pub fn empty_list<const B: bool>(y: &mut [f32]) {
        y[0] = if B { 1.0 } else { 2.0 };
    }
}

fn main() {}
