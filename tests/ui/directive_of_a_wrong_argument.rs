#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn kernel(#[m_axi(bundle = "a")] #[len(4)] x: &[i8], #[m_axi = "b"] #[m_axi(bundle = "c")] y: &mut [f32]) {
        y[0] = 1.0;
    }
}

fn main() {}
