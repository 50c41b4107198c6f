//! Powers whose exponents are known: products in a pipelined loop, up to an exponent of 63.

#[sycl_hls::kernels]
pub mod powers {
    use sycl_hls::device::*;

    fn forms<T: Integer, const N: u32>(x: T) -> [T; 5] {
        let (wrapped, overflowed) = x.overflowing_pow(N);
        [
            x.wrapping_pow(N),
            x.saturating_pow(N),
            x.checked_pow(N).unwrap_or(T::MAX - T::ONE),
            wrapped,
            if overflowed { T::ONE } else { T::ZERO },
        ]
    }

    #[kernel(instances(N = [0, 1, 2, 3, 5, 8, 31, 63]))]
    pub fn forms_of<const N: u32>(x: &[i32], small: &[u8], y: &mut [i32], z: &mut [u8]) {
        #[pipeline(ii = 4)]
        for i in 0..x.len() {
            y[5 * i..5 * i + 5].copy_from_slice(&forms::<i32, N>(x[i]));
            z[5 * i..5 * i + 5].copy_from_slice(&forms::<u8, N>(small[i]));
        }
    }

    /// With a loop inside.
    #[kernel(instances(N = [64, 1000]))]
    pub fn large_forms_of<const N: u32>(x: &[i32], small: &[u8], y: &mut [i32], z: &mut [u8]) {
        for i in 0..x.len() {
            y[5 * i..5 * i + 5].copy_from_slice(&forms::<i32, N>(x[i]));
            z[5 * i..5 * i + 5].copy_from_slice(&forms::<u8, N>(small[i]));
        }
    }

    #[kernel]
    pub fn strict(x: i64, which: u32, y: &mut [i64]) {
        y[0] = match which {
            0 => x.pow(0),
            1 => x.pow(1),
            2 => x.pow(2),
            3 => x.pow(3),
            4 => x.pow(7),
            5 => x.pow(62),
            6 => x.pow(63),
            _ => x.pow(64),
        };
    }
}
