#[sycl_hls::kernels]
mod kernels {
    fn largest<T: PartialOrd + Copy>(a: T, b: T) -> T {
        if a < b { b } else { a }
    }

    fn zeros<const N: usize>() -> [f32; N] {
        [0.0; N]
    }

    fn sum<const N: usize>(x: &[f32; N]) -> f32 {
        x[0]
    }

    fn nothing<T>() -> u32 {
        1
    }

    #[kernel]
    pub fn kernel(n: usize, x: &[f32], y: &mut [f32]) {
        y[0] = largest(1.0_f32, 2_u32);
        let a = zeros();
        y[2] = a[0];
        y[3] = sum(x);
        let e = largest::<f32, f32>(1.0, 2.0);
        let f = largest::<u32>(1.0, 2.0);
        let h = sum::<4>(&[1.0; 8]);
        let i = zeros::<f32>();
        let j = largest::<4>(1, 2);
        let k = plain::<f32>(1.0);
        let l = zeros::<m>();
    }

    fn plain(v: f32) -> f32 {
        v
    }
}

fn main() {}
