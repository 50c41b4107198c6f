#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[derive(Clone, Copy)]
    struct Point(f32);

    const RATIO: f32 = 0.5;

    fn runtime(n: usize) -> usize {
        n + 1
    }

    #[kernel(instances(N = [-1, 1.5, true, n, RATIO, 1 - 2, 16 / 0, f32, [4], runtime(3), "16"]))]
    pub fn numbers<const N: usize>(n: usize, y: &mut [f32]) {
        y[N] = n as f32;
    }

    #[kernel(instances((B = 1, S = 200), (B = true, S = -128), (B = false, S = 1_u8)))]
    pub fn others<const B: bool, const S: i8>(y: &mut [i8]) {
        y[0] = if B { S } else { 0 };
    }

    #[kernel(instances(T = [f32, 16, Point, char, f46, [f32; 2], bool]))]
    pub fn types<T: Copy>(x: &[T], y: &mut [T]) {
        y[0] = x[0];
    }
}

fn main() {}
