#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        let nothing = clear(y);
        let alias = x;
        let block = {
            y[0] = 1.0;
        };
    }

    fn clear(y: &mut [f32]) {
        y[0] = 0.0;
    }
}

fn main() {}
