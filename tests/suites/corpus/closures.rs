//! Closures and functions as arguments, and what the library has of them.

use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{Value, agreed, noise, subject};

use crate::corpus::any;

subject!(closures, "closures.rs", sycl_hls_tests::kernels::closures::closures);

fn numbers(len: usize, seed: u64) -> Vec<u32> {
    noise(len, seed).map(|n| n as u32).collect()
}

#[test]
fn applied() {
    let y: Vec<u32> =
        agreed(closures(), "applied", &[slice(vec![5_u32, 2, 4, 7]), slice_mut(vec![0_u32; 11])], 1);
    // 5 * 3 ^ 5 = 10, 10 * 3 ^ 5 = 27; 5^4 + (44 * 44 - 5); (5, 2 ^ 5 = 7) -> (7, 5 ^ 7); 5 and 7 are odd.
    assert_eq!(&y[..5], [27, 625 + 1931, 5, 18, 2]);
    // 21 ^ (2 + 5)^2 + 5 = 54, squared; 10^2 ^ 14^2; 25 ^ 1; 2^2 - 5 < 0 and 3^2 > 5.
    assert_eq!(y[5], 21 ^ (54 * 54));
    // Of 10, 3, 6 and 10 the sum less the sum; 3 is kept.
    assert_eq!(&y[7..], [(10 * 10) ^ (14 * 14), 25 ^ 1, 3, 3]);
    for seed in 0..3 {
        any(closures(), "applied", &[slice(numbers(20, seed)), slice_mut(vec![0_u32; 11])]);
    }
}

#[test]
fn arrays() {
    for seed in 0..3 {
        any(closures(), "arrays", &[slice(numbers(8 * 3, seed)), slice_mut(vec![0_u32; 4 * 3])]);
    }
    let ones = [slice(vec![1_u32; 8]), slice_mut(vec![0_u32; 4])];
    let y: Vec<u32> = agreed(closures(), "arrays", &ones, 1);
    assert_eq!(y, [0, 8 * 8, 7, 0]);
}

#[test]
fn piped() {
    let args = [slice(numbers(33, 1)), Value::Scalar(9_u32.into()), slice_mut(vec![0_u32; 33])];
    any(closures(), "piped", &args);
}

#[test]
fn apart() {
    let y: Vec<u32> =
        agreed(closures(), "apart", &[slice(vec![1_u32, 9, 3, 8, 4, 7, 2, 6]), slice_mut(vec![0_u32; 8])], 1);
    // 9 and 2, 8 and 4 change places; then low += high * 1, and high[1..3] += low[..2] * 3.
    assert_eq!(y, [9, 9, 12, 10, 8, 34, 36, 6]);
    any(closures(), "apart", &[slice(numbers(8, 3)), slice_mut(vec![0_u32; 8])]);
}
