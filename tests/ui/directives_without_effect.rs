#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[ap_ctrl_none]
    pub fn kernel(#[ap_fifo] x: &[f32], n: usize, y: &mut [f32]) {
        #[reset]
        let mut a = [0.0_f32; 4];
        #[aggregate(compact = bit)]
        let b = [0.0_f32; 4];
        #[disaggregate]
        let c = 1.0_f32;
        #[stable]
        let d = 1.0_f32;
        #[dependence(inter, false)]
        let e = 1.0_f32;
        #[array_reshape(type = complete)]
        let f = 1.0_f32;
        #[resource]
        #[data_pack]
        let g = [0.0_f32; 4];
        #[dependence(variable = n, inter, false)]
        for i in 0..n {
            a[i] = x[i];
        }
        #[alias]
        y[0] = a[0] + b[0] + c + d + e + f + g[0];
    }
}

fn main() {}
