#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(n: usize, x: &[f32], y: &mut [f32]) {
        #[pipeline(ii = 1)]
        for i in 0..4 {
            let mut j = 0;
            while j < n {
                y[i] += x[j];
                j += 1;
            }
            loop {
                j -= 1;
                if j == 0 {
                    break;
                }
            }
            while let Some(k) = j.checked_sub(1) {
                j = k;
            }
            for v in x {
                y[i] += *v;
            }
            y[i] += x.iter().sum::<f32>();
        }
        let mut k = 0;
        #[pipeline]
        while k < n {
            for j in 0..k {
                y[j] = 1.0;
            }
            k += 1;
        }
    }
}

fn main() {}
