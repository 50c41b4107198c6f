//! Slices that are read and written one element after the other.

#[sycl_hls::kernels]
pub mod bursts {
    use sycl_hls::device::*;

    /// Parts of any length, from any element on.
    #[kernel]
    pub fn parts(from: &[u32], len: &[u32], x: &[u32], y: &mut [u32]) {
        for part in 0..from.len() {
            let (first, count) = (from[part] as usize, len[part] as usize);
            for i in 0..count {
                y[first + i] = x[first + i] ^ 0x5555_5555;
            }
        }
    }

    /// Narrow elements in wide words, and what lies between.
    #[kernel]
    pub fn narrow(
        first: usize,
        len: usize,
        #[m_axi(max_widen_bitwidth = 512, max_read_burst_length = 64)] bytes: &[u8],
        #[m_axi(max_widen_bitwidth = 256, max_write_burst_length = 4)] halves: &mut [i16],
        #[m_axi(max_widen_bitwidth = 64)] doubles: &mut [f64],
    ) {
        for i in first..first + len {
            halves[i] = bytes[i] as i16 - 300;
        }
        for i in first..first + len {
            doubles[i] = doubles[i] * 2.0 + bytes[i] as f64;
        }
        // What was written is read again.
        for i in first..first + len {
            halves[i] = halves[i].wrapping_mul(3) ^ 1;
        }
    }

    /// A bound that is reached.
    #[kernel]
    pub fn reached(to: u32, x: &[u32], y: &mut [u32]) {
        for i in 0..=to {
            y[i as usize] = x[i as usize] ^ 9;
        }
    }

    /// Counters of all kinds, and loops that do not always read.
    #[kernel]
    pub fn turns(n: u8, x: &[u32], y: &mut [u32]) {
        for i in 0..=n {
            y[i as usize] = x[i as usize] + 1;
        }
        let mut i = 300_usize;
        while i < 340 {
            y[i] = x[i];
            i += 1;
        }
        for i in 400..500_usize {
            if x[i] & 1 == 0 {
                y[i] = x[i];
            }
        }
        for i in 600..2700_usize {
            if x[i] == 7 {
                break;
            }
            y[i] = x[i] ^ 7;
        }
        for i in (2700..2800_usize).rev() {
            y[i] = x[i] + 3;
        }
        for i in 2800..4000_usize {
            y[i] = x[i] + x[i + 1];
        }
    }
}
