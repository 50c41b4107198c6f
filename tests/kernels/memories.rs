//! Local memories: elements that are read soon after they were written.

#[sycl_hls::kernels]
pub mod memories {
    /// Elements that earlier iterations have changed, at any distance: `at` says where.
    #[kernel]
    pub fn anywhere(at: &[u8], x: &[u32], y: &mut [u32]) {
        let mut counts = [0_u32; 256];
        let mut products = [1_u32; 256];
        let mut sums = [0.5_f32; 256];
        let mut swapped = [0_u32; 256];
        for i in 0..at.len() {
            counts[at[i] as usize] += 1;
        }
        // Some iterations store nothing, and the product takes its time.
        for i in 0..at.len() {
            let bin = at[i] as usize;
            if x[i] & 3 != 0 {
                products[bin] = products[bin].wrapping_mul(x[i]).wrapping_add(1);
            }
        }
        for i in 0..at.len() {
            sums[at[i] as usize] += x[i] as f32;
        }
        // Two loads and two stores, which may all be of one element.
        for i in 0..at.len() {
            let (a, b) = (at[i] as usize, (at[i] ^ 1) as usize);
            let old = swapped[a];
            swapped[a] = swapped[b].wrapping_add(x[i]);
            if x[i] & 1 == 0 {
                swapped[b] = swapped[(x[i] & 255) as usize] ^ old;
            }
        }
        for i in 0..256 {
            y[4 * i] = counts[i];
            y[4 * i + 1] = products[i];
            y[4 * i + 2] = sums[i].to_bits();
            y[4 * i + 3] = swapped[i];
        }
    }

    /// Elements that were written a known number of iterations before.
    #[kernel]
    pub fn apart(x: &[u32], y: &mut [u32]) {
        let mut one = [0_u32; 256];
        let mut two = [7_u32; 256];
        let mut three = [9_u32; 256];
        let mut many = [11_u32; 256];
        for i in 1..256_usize {
            one[i] = one[i - 1].wrapping_mul(5).wrapping_add(x[i]);
        }
        for i in 2..256_usize {
            if x[i] & 1 != 0 {
                two[i] = (two[i - 2] ^ x[i]).wrapping_mul(x[i]);
            }
        }
        for i in 3..256_usize {
            three[i] = three[i - 3].wrapping_mul(three[i - 1]).wrapping_add(x[i]);
        }
        // Backwards, and every other element.
        for i in (0..120_usize).rev() {
            many[2 * i] = many[2 * i + 4].wrapping_mul(3) ^ many[2 * i + 1].wrapping_add(x[i]);
        }
        for i in 0..256 {
            y[4 * i] = one[i];
            y[4 * i + 1] = two[i];
            y[4 * i + 2] = three[i];
            y[4 * i + 3] = many[i];
        }
    }
}
