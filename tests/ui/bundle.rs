#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(
        #[m_axi(bundle = "gmem 0")] a: &[f32],
        #[m_axi(bundle = gmem0)] b: &[f32],
        #[m_axi] c: &[f32],
        #[m_axi(port = "x")] d: &[f32],
        #[m_axi(bundle = "")] e: &[f32],
        y: &mut [f32],
    ) {
        y[0] = a[0] + b[0] + c[0] + d[0] + e[0];
    }
}

fn main() {}
