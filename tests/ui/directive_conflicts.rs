#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[ap_ctrl_hs]
    #[ap_ctrl_chain]
    pub fn kernel(x: &[f32], y: &mut [f32]) {
        #[pipeline(off, ii = 1)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[pipeline(rewind, style = frp)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[unroll(skip_exit_check)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[unroll(off, factor = 2)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[pipeline(off)]
        #[performance(target_ti = 100)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[loop_tripcount(min = 9, max = 8)]
        #[latency]
        #[performance]
        #[allocation(limit = 1)]
        for i in 0..x.len() {
            y[i] = x[i];
        }
        #[latency(min = 5, max = 4)]
        #[performance(target_ti = 10, target_tl = 20)]
        #[allocation(function = helper, operation = mul, limit = 1)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[dependence(variable = y, class = pointer, inter, false)]
        #[dependence(variable = y, intra, distance = 2, true)]
        #[dependence(variable = y, inter, distance = 2, false)]
        for i in 0..4 {
            y[i] = helper(x[i]);
        }
        #[dependence(variable = y, inter, false)]
        let a = [0.0_f32; 4];
        y[0] = a[0];
    }

    #[inline(off, recursive)]
    #[pipeline(rewind)]
    fn helper(x: f32) -> f32 {
        x
    }
}

fn main() {}
