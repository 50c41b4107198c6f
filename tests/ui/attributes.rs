#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[allow(unused_variables)]
        let a = 1;
        #[inline]
        let b = 2;
        #[derive(Debug)]
        let c = 3;
        #[dataflow]
        y[0] = #[stream] x[0];
    }
}

fn main() {}
