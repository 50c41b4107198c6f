#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: usize, x: &[f32], y: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..y.len() {
            for j in 0..n {
                y[i] += x[j];
            }
            y[i] += sum(x);
        }
    }

    fn sum(x: &[f32]) -> f32 {
        let mut total = 0.0;
        for i in 0..x.len() {
            total += x[i];
        }
        total
    }
}

fn main() {}
