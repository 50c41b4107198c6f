#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[s_axilite]
    pub fn kernel(
        #[s_axilite(offset = 0x18)] a: u32,
        #[s_axilite(offset = 0x14)] x: &[f32],
        #[s_axilite(offset = 0x21)] b: u32,
        #[s_axilite(offset = 8)] c: u32,
        y: &mut [f32],
    ) {
        y[0] = x[0] + (a + b + c) as f32;
    }
}

fn main() {}
