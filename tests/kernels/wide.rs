//! Loops that access several elements in a row in each iteration.

#[sycl_hls::kernels]
pub mod wide {
    use sycl_hls::device::*;

    /// Words of 64 bytes.
    #[kernel]
    pub fn sixteen(first: usize, len: usize, x: &[i32], y: &[i32], z: &mut [i32]) {
        #[unroll(factor = 16)]
        for i in first..first + len {
            z[i] = x[i].wrapping_add(y[i]);
        }
    }

    /// What was read is written, and what was written is read again.
    #[kernel]
    pub fn four(first: usize, len: usize, y: &mut [f32], sums: &mut [f32]) {
        #[unroll(factor = 4)]
        for i in first..first + len {
            y[i] = y[i] * 2.0 + 1.0;
        }
        let mut sum = 0.0;
        for i in first..first + len {
            sum += y[i];
        }
        sums[0] = sum;
        sums[1] = y[first];
    }

    /// Only reads, of which two loops have groups of other lengths, and one has none.
    #[kernel]
    pub fn bytes(first: usize, len: u16, x: &[u8], sums: &mut [u32]) {
        let mut sum = 0_u32;
        #[unroll(factor = 8)]
        for i in 0..len {
            sum += x[first + i as usize] as u32;
        }
        sums[0] = sum;
        for i in 0..len as usize {
            sum ^= x[first + i] as u32 + (i as u32);
        }
        sums[1] = sum;
        #[unroll(factor = 2)]
        for i in 1..=len {
            sum = sum.wrapping_mul(3) ^ x[first + i as usize] as u32;
        }
        sums[2] = sum;
    }

    /// Only writes; behind them, and between them, single ones through the same port.
    #[kernel]
    pub fn fills(first: usize, len: usize, y: &mut [f64]) {
        y[first] = 1.0;
        #[unroll(factor = 8)]
        for i in first..first + len {
            y[i] = i as f64;
        }
        y[first + len] = 3.0;
        #[unroll(factor = 5)]
        for i in first + 1..=first + len {
            y[i + 80] = 0.5;
        }
        y[0] = y[first] + y[first + len + 80];
    }

    /// Three bytes for one.
    #[kernel]
    pub fn gray(first: usize, pixels: usize, rgb: &[u8], gray: &mut [u8]) {
        for i in 0..pixels {
            let at = first + 3 * i;
            let (r, g, b) = (rgb[at] as u32, rgb[at + 1] as u32, rgb[at + 2] as u32);
            gray[first + i] = ((77 * r + 150 * g + 29 * b) >> 8) as u8;
        }
    }

    /// By hand, in steps that may pass the bound.
    #[kernel]
    pub fn steps(first: usize, len: usize, x: &[u32], y: &mut [u32]) {
        for i in (0..len).step_by(4) {
            let at = first + i;
            y[at] = x[at] ^ 1;
            y[at + 1] = x[at + 1] ^ 2;
            y[at + 2] = x[at + 2] ^ 3;
            y[at + 3] = x[at + 3] ^ 4;
        }
    }

    /// More than a port has in one cycle.
    #[kernel]
    pub fn parts(first: usize, len: usize, x: &[f64], y: &mut [f64]) {
        #[unroll(factor = 16)]
        for i in first..first + len {
            y[i] = y[i] + x[i];
        }
        #[unroll(factor = 24)]
        for i in first..first + len {
            y[i] = y[i] * x[i];
        }
    }

    /// Rows of which each begins elsewhere in a word.
    #[kernel]
    pub fn rows(first: usize, width: usize, x: &[u16], y: &mut [u16]) {
        for row in 0..7_usize {
            let at = first + width * row;
            #[unroll(factor = 16)]
            for column in 0..40_usize {
                y[at + column] = x[at + column] * 3;
            }
            #[unroll(factor = 4)]
            for column in 0..row {
                y[at + column] = row as u16;
            }
        }
    }
}
