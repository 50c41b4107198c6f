#[sycl_hls::kernels]
pub mod called_by_path {
    // What is called by its path says the type of its first argument, however deep in that a literal stands. Where an
    // expression begins with `max`, the host panicked at the attribute of the module.
    #[kernel]
    pub fn called_by_path(n: u64, #[len(3)] y: &mut [u64]) {
        y[0] = f32::from_bits(!(0o37777777772 >> 19_u64)) as u64;
        y[1] = u64::max(!(1 << 40_u8), 3);
        y[2] = 3.25_f64.max(0.5).to_bits() % n;
    }
}
