//! `krnl_vadd` of the host that measures: each sum is one of four neighbours.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn krnl_vadd(#[len(4 * length_r)] a: &[i32], #[len(length_r)] e: &mut [i32], length_r: i32) {
        for i in 0..length_r as usize {
            let mut sum: i32 = 0;
            for j in 0..4_usize {
                sum = sum.wrapping_add(a[4 * i + j]);
            }
            e[i] = sum;
        }
    }
}
