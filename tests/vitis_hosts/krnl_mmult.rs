//! Products of four square matrices.

#[sycl_hls::kernels]
mod kernels {
    const MAX: usize = 32;

    #[kernel]
    pub fn krnl_chain_mmult(
        #[len(dim * dim)] a: &[i32],
        #[len(dim * dim)] b: &[i32],
        #[len(dim * dim)] c: &[i32],
        #[len(dim * dim)] d: &[i32],
        #[len(dim * dim)] output: &mut [i32],
        dim: i32,
    ) {
        product_of_four(a, b, c, d, output, dim as usize);
    }

    #[kernel]
    pub fn krnl_simple_mmult(
        #[len(dim * dim)] a: &[i32],
        #[len(dim * dim)] b: &[i32],
        #[len(dim * dim)] c: &[i32],
        #[len(dim * dim)] d: &[i32],
        #[len(dim * dim)] output: &mut [i32],
        dim: i32,
    ) {
        product_of_four(a, b, c, d, output, dim as usize);
    }

    fn product_of_four(a: &[i32], b: &[i32], c: &[i32], d: &[i32], output: &mut [i32], n: usize) {
        let mut left = [0_i32; MAX * MAX];
        let mut right = [0_i32; MAX * MAX];
        let mut result = [0_i32; MAX * MAX];
        copy(a, &mut left);
        copy(b, &mut right);
        product(&left, &right, &mut result, n);
        copy(c, &mut right);
        product(&result, &right, &mut left, n);
        copy(d, &mut right);
        product(&left, &right, &mut result, n);
        for i in 0..output.len() {
            output[i] = result[i];
        }
    }

    fn copy(from: &[i32], to: &mut [i32; MAX * MAX]) {
        for i in 0..from.len() {
            to[i] = from[i];
        }
    }

    fn product(a: &[i32; MAX * MAX], b: &[i32; MAX * MAX], c: &mut [i32; MAX * MAX], n: usize) {
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
