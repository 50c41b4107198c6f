// Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as easy as 1,
// 2, 3", SC11, doi:10.1145/2063384.2063405.

// The multipliers of the rounds, and what the key grows by between them (the golden ratio and sqrt(3) - 1).
const MULTIPLIER_0: u64 = 0xd251_1f53;
const MULTIPLIER_1: u64 = 0xcd9e_8d57;
const WEYL_0: u32 = 0x9e37_79b9;
const WEYL_1: u32 = 0xbb67_ae85;

/// Four random words for a counter and a key: Philox4x32 of ten rounds. It is a bijection of the counters for
/// each key, so any work item finds its numbers by itself. Not for cryptography.
pub fn philox4x32_10(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let mut c0: u32 = counter[0];
    let mut c1: u32 = counter[1];
    let mut c2: u32 = counter[2];
    let mut c3: u32 = counter[3];
    let mut k0: u32 = key[0];
    let mut k1: u32 = key[1];
    for _ in 0..10 {
        let left: u64 = MULTIPLIER_0 * c0 as u64;
        let right: u64 = MULTIPLIER_1 * c2 as u64;
        c0 = (right >> 32) as u32 ^ c1 ^ k0;
        c1 = right as u32;
        c2 = (left >> 32) as u32 ^ c3 ^ k1;
        c3 = left as u32;
        k0 = k0.wrapping_add(WEYL_0);
        k1 = k1.wrapping_add(WEYL_1);
    }
    [c0, c1, c2, c3]
}

/// A number in [0, 1): the 24 highest bits of `word`, times 2^-24.
pub fn uniform_f32(word: u32) -> f32 {
    (word >> 8) as f32 * 5.960_464_5e-8
}

/// A number in [0, 1): the 53 highest bits of the 64 of `high` and `low`, times 2^-53.
pub fn uniform_f64(high: u32, low: u32) -> f64 {
    let bits: u64 = (high as u64) << 32 | low as u64;
    (bits >> 11) as f64 * 1.110_223_024_625_156_5e-16
}
