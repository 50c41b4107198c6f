#[sycl_hls::kernels]
mod kernels {
    #[kernel(instances(N = [16, 32]))]
    pub fn plain(y: &mut [f32]) {
        y[0] = 1.0;
    }

    #[kernel(instances(N = [16]))]
    pub fn borrowed<'a>(x: &'a [f32], y: &mut [f32]) {
        y[0] = x[0];
    }
}

fn main() {}
