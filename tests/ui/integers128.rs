//! Where integers of 128 bits are not.

#[sycl_hls::kernels]
pub mod kernels {
    #[kernel]
    pub fn counts(n: u64, y: &mut [u64]) {
        for i in 0..n as u128 * 2 {
            y[0] += i as u64;
        }
        y[1] = (0..4_i128).map(|i| i as u64).sum();
    }

    #[kernel]
    pub fn literals(y: &mut [u64]) {
        let large: i128 = 170141183460469231731687303715884105728;
        let negative = -1_u128;
        let narrow = u64::from(large as u128);
        y[0] = large as u64 + narrow;
        y[large] = 3;
    }

    #[kernel]
    pub fn all_but_one(y: &mut [u64]) {
        match y[0] as u128 {
            0..=0xffff_ffff_ffff_ffff_ffff_ffff_ffff_fffe => y[1] = 2,
        }
    }
}

fn main() {}
