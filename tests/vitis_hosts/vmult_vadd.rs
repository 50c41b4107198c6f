//! `vmult` and `vadd`, which host `slr_assign` runs one behind the other.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn vmult(#[len(n)] a: &[i32], #[len(n)] b: &[i32], #[len(n)] c: &mut [i32], n: i32) {
        for i in 0..n as usize {
            c[i] = a[i].wrapping_mul(b[i]);
        }
    }

    #[kernel]
    pub fn vadd(#[len(n)] d: &[i32], #[len(n)] e: &[i32], #[len(n)] f: &mut [i32], n: i32) {
        for i in 0..n as usize {
            f[i] = d[i].wrapping_add(e[i]);
        }
    }
}
