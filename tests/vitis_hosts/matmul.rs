//! Products of square matrices, again and again.

#[sycl_hls::kernels]
mod kernels {
    #[kernel]
    pub fn matmul(
        #[len(size * size)] in1: &[i32],
        #[len(size * size)] in2: &[i32],
        #[len(size * size)] out: &mut [i32],
        size: i32,
        rep_count: i32,
    ) {
        let n = size as usize;
        for _ in 0..rep_count {
            for i in 0..n {
                for j in 0..n {
                    let mut sum: i32 = 0;
                    for k in 0..n {
                        sum = sum.wrapping_add(in1[i * n + k].wrapping_mul(in2[k * n + j]));
                    }
                    out[i * n + j] = sum;
                }
            }
        }
    }

    #[kernel]
    pub fn matmul_naive(
        #[len(size * size)] in1: &[i32],
        #[len(size * size)] in2: &[i32],
        #[len(size * size)] out: &mut [i32],
        size: i32,
        rep_count: i32,
    ) {
        let n = size as usize;
        for _ in 0..rep_count {
            for i in 0..n {
                for j in 0..n {
                    let mut sum: i32 = 0;
                    for k in 0..n {
                        sum = sum.wrapping_add(in1[i * n + k].wrapping_mul(in2[k * n + j]));
                    }
                    out[i * n + j] = sum;
                }
            }
        }
    }

    #[kernel]
    pub fn matmul_partition(
        #[len(size * size)] in1: &[i32],
        #[len(size * size)] in2: &[i32],
        #[len(size * size)] out: &mut [i32],
        size: i32,
        rep_count: i32,
    ) {
        let n = size as usize;
        for _ in 0..rep_count {
            for i in 0..n {
                for j in 0..n {
                    let mut sum: i32 = 0;
                    for k in 0..n {
                        sum = sum.wrapping_add(in1[i * n + k].wrapping_mul(in2[k * n + j]));
                    }
                    out[i * n + j] = sum;
                }
            }
        }
    }
}
