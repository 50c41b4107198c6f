//! A kernel that copies between memory of the host and of the card, and one that adds vectors there.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn copy_kernel(
        #[len(n)]
        #[bank(HOST[0])]
        a: &mut [i32],
        #[len(n)] b: &mut [i32],
        n: i32,
        direction: i32,
    ) {
        if direction == 0 {
            for i in 0..n as usize {
                b[i] = a[i];
            }
        } else {
            for i in 0..n as usize {
                a[i] = b[i];
            }
        }
    }

    #[kernel]
    pub fn krnl_vadd(#[len(n)] a: &[i32], #[len(n)] b: &[i32], #[len(n)] out: &mut [i32], n: i32) {
        for i in 0..n as usize {
            out[i] = a[i] + b[i];
        }
    }
}
