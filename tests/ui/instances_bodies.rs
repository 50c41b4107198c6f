#[sycl_hls::kernels]
mod kernels {
    use sycl_hls::device::*;

    #[kernel(instances(N = [0, 4]))]
    #[pipeline(ii = N)]
    pub fn one<const N: usize>(#[len(N)] x: &[f32], y: &mut [f32]) {
        let line = [0.0; N];
        y[0] = line[0] + x[0];
    }

    #[kernel(instances((N = 4, T = f32), (N = 8, T = u16)))]
    pub fn all<const N: usize, T: Number>(x: &[T], y: &mut [T]) {
        let wrong: bool = N;
        for i in 0..x.len() {
            #[pipeline(ii = 1)]
            for j in 0..N {
                for k in 0..i {
                    y[j + k] = x[i];
                }
            }
        }
    }

    #[kernel(instances(T = [f32, u16, bool]))]
    pub fn some<T: Copy>(x: &[T], y: &mut [T]) {
        y[0] = x[0] & x[1];
    }
}

fn main() {}
