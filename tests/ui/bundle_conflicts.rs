#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(
        #[m_axi(bundle = "gmem", latency = 8)] a: &[f32],
        #[m_axi(bundle = "gmem", latency = 16)] b: &[f32],
        #[m_axi(bundle = "other")]
        #[cache(lines = 4)]
        c: &[f32],
        #[m_axi(bundle = "other")] d: &[f32],
        #[cache(lines = 4)] y: &mut [f32],
        #[s_axilite(bundle = "ctrl")] n: usize,
        #[m_axi(bundle = "wide", depth = 4)] e: &[f32],
        #[m_axi(bundle = "wide", depth = 4, max_widen_bitwidth = 256)] f: &[f32],
        #[m_axi(bundle = "wide", depth = 4, max_widen_bitwidth = 512)] g: &[f32],
    ) {
        y[n] = a[0] + b[0] + c[0] + d[0] + e[0] + f[0] + g[0];
    }
}

fn main() {}
