#[sycl_hls::kernels]
pub mod unwritten_slice {
    #[kernel]
    pub fn never(x: &mut [u32], y: &mut [u32]) {
        for i in 0..y.len() {
            if [i8::MIN; 1] == [100; 1] {
                x[i] <<= x[i] & 31;
            }
            y[i] += 1;
        }
    }
}
