//! `krnl_vadd_rtl` of hosts whose kernel is Verilog, and `krnl_vadd` beside it.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vadd_rtl(
        #[len(length_r)] a: &[i32],
        #[len(length_r)] b: &[i32],
        #[len(length_r)] c: &mut [i32],
        length_r: i32,
    ) {
        for i in 0..length_r as usize {
            c[i] = a[i].wrapping_add(b[i]);
        }
    }

    #[kernel]
    pub fn krnl_vadd(
        #[len(length_r)] a: &[i32],
        #[len(length_r)] b: &[i32],
        #[len(length_r)] c: &mut [i32],
        length_r: i32,
    ) {
        for i in 0..length_r as usize {
            c[i] = a[i].wrapping_add(b[i]);
        }
    }
}
