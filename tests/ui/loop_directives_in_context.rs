#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        for i in 0..4 {
            #[pipeline(rewind)]
            for j in 0..4 {
                y[i * 4 + j] = x[i];
            }
        }
        #[unroll(factor = 4, skip_exit_check)]
        for i in 0..10 {
            y[i] = x[i];
        }
        for i in 0..4 {
            #[occurrence(cycle = 2)]
            {
                y[i] = x[i];
            }
        }
    }

    #[kernel]
    pub fn shared(#[m_axi(bundle = "gmem")] x: &[f32], #[m_axi(bundle = "gmem")] y: &mut [f32]) {
        #[dependence(variable = y, inter, false)]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}

fn main() {}
