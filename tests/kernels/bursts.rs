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

    /// Rows that follow each other in memory: as many of them as a request takes, as are left, or a part of one.
    #[kernel]
    pub fn rows(n: usize, x: &[u32], y: &mut [u32], z: &mut [u32]) {
        for i in 0..16_usize {
            for j in 0..16_usize {
                y[16 * i + j] = x[16 * i + j];
            }
        }
        for i in 0..n {
            for j in 0..100_usize {
                z[100 * i + j] = x[100 * i + j] ^ 1;
            }
        }
        for i in 0..=n {
            for j in 0..3_usize {
                for k in 0..7_usize {
                    y[300 + 21 * i + 7 * j + k] = x[21 * i + 7 * j + k] ^ 2;
                }
            }
        }
        for i in 0..3_usize {
            for j in 0..1500_usize {
                y[1000 + 1500 * i + j] = x[1500 * i + j] ^ 3;
            }
        }
    }

    /// A copy, row by row or not.
    #[kernel]
    pub fn copied(by_rows: bool, x: &[u32], y: &mut [u32]) {
        if by_rows {
            for i in 0..16_usize {
                for j in 0..16_usize {
                    y[16 * i + j] = x[16 * i + j];
                }
            }
        } else {
            for i in 0..256_usize {
                y[i] = x[i];
            }
        }
    }

    /// Windows of two widths: what the loop reads ahead for the wider one is before its first write, and before its first read of `z`.
    #[kernel]
    pub fn windows(n: usize, x: &[u32], z: &[u32], y: &mut [u32]) {
        for i in 2..n {
            y[i] = x[i - 2] ^ x[i + 2] ^ z[i] ^ z[i + 1];
        }
    }

    /// Nests that become one, and what is left of the longer one.
    #[kernel]
    pub fn unequal(x: &[u32], y: &mut [u32], v: &[u32], w: &mut [u32]) {
        for i in 0..16_usize {
            for j in 0..16_usize {
                y[16 * i + j] = x[16 * i + j];
            }
        }
        for i in 0..10_usize {
            for j in 0..10_usize {
                w[10 * i + j] = v[10 * i + j];
            }
        }
    }

    /// Rows of which a part is read, rows that overlap, and columns.
    #[kernel]
    pub fn parts_of_rows(x: &[u32], y: &mut [u32]) {
        for i in 0..16_usize {
            for j in 0..12_usize {
                y[12 * i + j] = x[16 * i + j];
            }
        }
        for i in 0..16_usize {
            for j in 0..20_usize {
                y[200 + 20 * i + j] = x[16 * i + j];
            }
        }
        for i in 0..16_usize {
            for j in 0..16_usize {
                y[600 + 16 * i + j] = x[16 * j + i];
            }
        }
    }
}
