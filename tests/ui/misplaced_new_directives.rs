#[sycl_hls::kernels]
mod kernels {
    #[protocol]
    #[inline(off)]
    #[compute_units(2)]
    #[kernel]
    pub fn kernel(#[s_axilite(register)] x: &[f32], #[function_instantiate] n: usize, y: &mut [f32]) {
        #[occurrence(cycle = 2)]
        for i in 0..n {
            y[i] = x[i];
        }
        #[latency(max = 2)]
        let a = #[protocol(fixed)]
        {
            x[0] + 1.0
        };
        #[bind_op(impl = dsp)]
        {
            y[0] = a;
        }
        y[1] = helper(a);
    }

    #[compute_units(2)]
    #[performance(target_ti = 2)]
    fn helper(#[bank(DDR[0])] x: f32) -> f32 {
        x
    }
}

fn main() {}
