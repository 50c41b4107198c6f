#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    #[top]
    #[nk(4)]
    pub fn kernel(#[interface(m_axi)] x: &[f32], #[sp(DDR)] y: &mut [f32]) {
        #[hls_pipeline(ii = 1)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[intel::ivdep]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[HLS::UNROLL]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[tripcount(8)]
        for i in 0..4 {
            y[i] = x[i];
        }
        #[something_else]
        for i in 0..4 {
            y[i] = x[i];
        }
    }
}

fn main() {}
