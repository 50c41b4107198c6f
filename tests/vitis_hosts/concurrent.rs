//! Three kernels on matrices that run at the same time.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn madd(
        #[len(dim0 * dim1)] c: &mut [i32],
        #[len(dim0 * dim1)] a: &[i32],
        #[len(dim0 * dim1)] b: &[i32],
        dim0: i32,
        dim1: i32,
    ) {
        for i in 0..(dim0 * dim1) as usize {
            c[i] = a[i] + b[i];
        }
    }

    #[kernel]
    pub fn mmult(
        #[len(dim0 * dim1)] c: &mut [i32],
        #[len(dim0 * dim1)] a: &[i32],
        #[len(dim0 * dim1)] b: &[i32],
        dim0: i32,
        dim1: i32,
    ) {
        let (rows, inner, columns) = (dim0 as usize, dim1 as usize, dim1 as usize);
        for i in 0..rows {
            for j in 0..columns {
                let mut sum: i32 = 0;
                for k in 0..inner {
                    sum = sum.wrapping_add(a[i * inner + k].wrapping_mul(b[k * columns + j]));
                }
                c[i * columns + j] = sum;
            }
        }
    }

    #[kernel]
    pub fn mscale(#[len(dim0 * dim1)] inout: &mut [i32], scale: i32, dim0: i32, dim1: i32) {
        for i in 0..(dim0 * dim1) as usize {
            inout[i] *= scale;
        }
    }
}
