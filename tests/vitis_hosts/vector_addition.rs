//! `vadd` of the host that divides its work among all cards: it repeats the sum of each block.

#[sycl_hls::kernels]
mod kernels {
    const BLOCK: usize = 256;

    #[kernel]
    pub fn vadd(
        #[len(len)] c: &mut [i32],
        #[len(len)] a: &[i32],
        #[len(len)] b: &[i32],
        len: i32,
        iter: i32,
    ) {
        let mut left = [0_i32; BLOCK];
        let mut right = [0_i32; BLOCK];
        for first in (0..len as usize).step_by(BLOCK) {
            let size = BLOCK.min(len as usize - first);
            for j in 0..size {
                left[j] = a[first + j];
                right[j] = b[first + j];
            }
            for _ in 0..iter {
                for j in 0..size {
                    c[first + j] = left[j].wrapping_add(right[j]);
                }
            }
        }
    }
}
