#[sycl_hls::kernels]
mod kernels {
    #[kernel(instances(N = [2, 16]))]
    pub fn sums<const N: usize>(x: &[i32], y: &mut [i32]) {
        let mut window = [0; N];
        #[pipeline(ii = 2)]
        for i in 0..y.len() {
            window[i % N] = x[i];
            let mut sum = 0;
            for value in &window {
                sum += *value;
            }
            y[i] = sum;
        }
    }

    #[kernel(instances(T = [i32, u32]))]
    pub fn copy<T: Copy>(x: &[T], unused: &[T], y: &mut [T]) {
        for i in 0..y.len().min(unused.len()) {
            y[i] = x[i];
        }
    }
}
