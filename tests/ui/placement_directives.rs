#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[compute_units(32)]
    #[slr]
    #[clock(300)]
    pub fn kernel(
        #[bank] a: &[f32],
        #[bank(DDR4[0])] b: &[f32],
        #[bank(HBM[3:0])] c: &[f32],
        #[bank(DDR[x])] d: &[f32],
        y: &mut [f32],
    ) {
        y[0] = a[0] + b[0] + c[0] + d[0];
    }

    #[kernel]
    #[compute_units(4)]
    #[slr(0, 1)]
    pub fn several(#[bank(DDR[0], DDR[1], DDR[2])] x: &[f32], y: &mut [f32]) {
        y[0] = x[0];
    }
}

fn main() {}
