//! `Result`: errors as values.

use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

use crate::corpus::{any, everywhere};

subject!(results, "results.rs", sycl_hls_tests::kernels::results::results);

/// Small numbers, and some that are not.
fn numbers(len: usize, seed: u64) -> Vec<i32> {
    noise(len, seed).map(|n| if n % 5 == 0 { n as i32 } else { n as i32 >> 26 }).collect()
}

#[test]
fn errors_with_values() {
    let args =
        |words: Vec<u32>| [slice(words.clone()), slice_mut(vec![0_u32; words.len()]), slice_mut(vec![0_u32])];
    let words = vec![0x0005_0203, 0, 0x0005_0204, 0x0006_0203, 0x0103_ff03];
    let kinds: Vec<u32> = agreed(results(), "parse", &args(words.clone()), 1);
    assert_eq!(kinds, [2, u32::MAX, 0x134, 0x10006, 0x10103]);
    let refused: Vec<u32> = agreed(results(), "parse", &args(words), 2);
    assert_eq!(refused, [3]);
    any(results(), "parse", &args(noise(20, 1).map(|n| n as u32 & 0x0007_0303).collect()));
}

#[test]
fn methods() {
    let args = |x: Vec<i32>| [slice(x.clone()), slice_mut(vec![0_i32; 20 * x.len()])];
    let y: Vec<i32> = agreed(results(), "methods", &args(vec![12, 3, 6]), 1);
    let expected = [
        [106, -2, 6, 3, 18, 15, 6, 10, 6, 3, 2, 9, 0, 3, 6, 8, 3, 0, 0, 0],
        [-1, 6, -3, -4, -5, 2, 21, 5, -6, -7, 1, 0, 3, 0, 0, 0, 0, 0, 0, 0],
        [103, 6, -3, -4, 9, 2, 3, 14, 3, -7, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0],
    ];
    for (found, expected) in y.chunks(20).zip(expected) {
        assert_eq!(found, expected);
    }
    for seed in 0..2 {
        any(results(), "methods", &args(numbers(30, seed)));
    }
}

#[test]
fn errors_without_a_value() {
    let args = |x: Vec<u32>| [slice(x), slice_mut(vec![0_u32; 3])];
    assert_eq!(agreed::<u32>(results(), "effects", &args(vec![1, 2, 9, 10, 3]), 1), [24, 10, 12]);
    assert_eq!(agreed::<u32>(results(), "effects", &args(vec![4, 5]), 1), [18, 0, 10]);
}

#[test]
fn what_is_unwrapped_must_be_there() {
    let args = |x: Vec<i32>| [slice(x.clone()), slice_mut(vec![0_i32; x.len()])];
    assert_eq!(agreed::<i32>(results(), "unwrapped", &args(vec![2, 8]), 1), [1, 4]);
    any(results(), "unwrapped", &args(vec![2, 3, 8]));
}

#[test]
fn references() {
    for x in [vec![], vec![1_u32], vec![0, 1, 2, 3, 4], vec![9, u32::MAX, 1]] {
        everywhere(results(), "references", &[slice(x), slice_mut(vec![0_u32; 4])]);
    }
}
