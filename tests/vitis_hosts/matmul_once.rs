//! Products of square matrices.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn matmul(
        #[len(dim * dim)] in1: &[i32],
        #[len(dim * dim)] in2: &[i32],
        #[len(dim * dim)] out: &mut [i32],
        dim: i32,
    ) {
        product(in1, in2, out, dim as usize);
    }

    #[kernel]
    pub fn matmul_naive(
        #[len(dim * dim)] in1: &[i32],
        #[len(dim * dim)] in2: &[i32],
        #[len(dim * dim)] out: &mut [i32],
        dim: i32,
    ) {
        product(in1, in2, out, dim as usize);
    }

    #[kernel]
    pub fn matmul_partition(
        #[len(dim * dim)] in1: &[i32],
        #[len(dim * dim)] in2: &[i32],
        #[len(dim * dim)] out: &mut [i32],
        dim: i32,
    ) {
        product(in1, in2, out, dim as usize);
    }

    #[hls_allow(scattered_access)]
    fn product(a: &[i32], b: &[i32], c: &mut [i32], n: usize) {
        for i in 0..n {
            for j in 0..n {
                let mut sum: i32 = 0;
                for k in 0..n {
                    sum = sum.wrapping_add(a[i * n + k].wrapping_mul(b[k * n + j]));
                }
                c[i * n + j] = sum;
            }
        }
    }
}
