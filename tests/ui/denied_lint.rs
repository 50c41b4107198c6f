#[sycl_hls::kernels]
#[hls_deny(serial_accumulation)]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], #[len(1)] y: &mut [f32]) {
        let mut sum = 0.0;
        #[pipeline(ii = 1)]
        for i in 0..x.len() {
            sum += x[i];
        }
        y[0] = sum;
    }
}

fn main() {}
