//! Finite impulse response filters.

#[sycl_hls::kernels]
mod kernels {
    const TAPS: usize = 11;

    #[kernel]
    pub fn fir_naive(
        #[len(signal_length)] output: &mut [i32],
        #[len(signal_length)] signal: &[i32],
        #[len(TAPS)] coeff: &[i32],
        signal_length: i32,
    ) {
        for j in 0..signal_length as usize {
            let mut sum: i32 = 0;
            for i in 0..TAPS {
                if i <= j {
                    sum = sum.wrapping_add(signal[j - i].wrapping_mul(coeff[i]));
                }
            }
            output[j] = sum;
        }
    }

    #[kernel]
    pub fn fir_shift_register(
        #[len(signal_length)] output: &mut [i32],
        #[len(signal_length)] signal: &[i32],
        #[len(TAPS)] coeff: &[i32],
        signal_length: i32,
    ) {
        for j in 0..signal_length as usize {
            let mut sum: i32 = 0;
            for i in 0..TAPS {
                if i <= j {
                    sum = sum.wrapping_add(signal[j - i].wrapping_mul(coeff[i]));
                }
            }
            output[j] = sum;
        }
    }
}
