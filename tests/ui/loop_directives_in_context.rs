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
    pub fn tables(x: &[f32], y: &mut [f32]) {
        #[bind_storage(type = rom_1p)]
        let mut a = [0.0_f32; 4];
        #[bind_storage(type = rom_2p, impl = bram)]
        let b = [x[0], 1.0];
        a[0] = b[0];
        y[0] = a[0] + b[1];
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
