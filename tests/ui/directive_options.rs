#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(#[cache(lines = 3)] x: &[f32], #[m_axi(max_widen_bitwidth = 48)] y: &mut [f32]) {
        #[pipeline(style = flq)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[loop_tripcount(min = 4)]
        for i in 0..x.len() {
            y[i] = x[i];
        }
        #[loop_flatten(of)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[pipeline(rewind = false)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[latency(min)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[dependence(variable = y[0], inter, false)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[allocation(function = kernel, limit = 1)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[dependence(variable = z, inter, false)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[dependence(variable = y, inter)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[dependence(variable = y, inter, kind = intra, false)]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}

fn main() {}
