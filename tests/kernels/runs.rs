//! Kernels that show how they were started, and in which order they read and write.

#[sycl_hls::kernels]
pub mod runs {
    use sycl_hls::device::*;

    /// Counts its runs in the first element. What is left in its array by another run would be seen, and so would another
    /// `step`.
    #[kernel]
    pub fn count(step: u32, x: &[u32], y: &mut [u32]) {
        let mut sums = [7_u32; 64];
        for i in 0..x.len() {
            sums[(x[i] & 63) as usize] += x[i];
        }
        for i in 0..64 {
            y[i + 1] = sums[i].wrapping_mul(step);
        }
        y[0] += 1;
    }

    /// Elements that were written `distance` elements before, in one loop and by the loop before; and elements of another
    /// slice of the same bundle.
    #[kernel]
    pub fn behind(
        distance: usize,
        #[m_axi(bundle = "both")] x: &mut [u32],
        #[m_axi(bundle = "both")] y: &mut [u16],
    ) {
        for i in distance..x.len() {
            x[i] = x[i - distance].wrapping_mul(3).wrapping_add(x[i]);
        }
        for i in 0..x.len() {
            y[i] ^= x[x.len() - 1 - i] as u16;
        }
        for i in 0..x.len() - 1 {
            if y[i] & 1 == 0 {
                x[i + 1] = x[i] ^ y[i + 1] as u32;
            }
        }
        x[0] = x[x.len() - 1].wrapping_add(x[1]);
    }

    /// Elements that are written more than once.
    #[kernel]
    pub fn scattered(at: &[u8], y: &mut [u32]) {
        for i in 0..at.len() {
            y[at[i] as usize] = i as u32;
        }
    }
}
