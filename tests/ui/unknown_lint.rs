#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[allow(sycl_hls::pipelin_ports)]
    pub fn kernel(#[warn(sycl_hls::zebra)] x: &[f32], y: &mut [f32]) {
        #[expect(sycl_hls::pipeline_ports)]
        for i in 0..4 {
            y[i] = x[i];
        }
        y[0] = #[allow(sycl_hls::pipeline_ports)]
        x[0];
    }
}

fn main() {}
