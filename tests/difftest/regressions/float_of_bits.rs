#[sycl_hls::kernels]
pub mod m_float_of_bits {
    #[kernel]
    pub fn float_of_bits(#[len(1)] y: &mut [f32]) {
        y[0] = f32::from_bits(0x4000_0000) + f64::from_bits(1 << 62) as f32;
    }
}
