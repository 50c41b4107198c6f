//! Traits, operators of types, functions in functions, and closures in variables.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

use crate::corpus::any;

subject!(traits, "traits.rs", sycl_hls_tests::kernels::traits::traits);

#[test]
fn operators() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i32; 12])];
    let y: Vec<i32> = agreed(traits(), "operators", &args(vec![2, 3, 5, -7]), 1);
    assert_eq!(y, [21, -12, -11, 0, 2, -15, 14, -12, 16, -55, -14, -4]);
    for x in [vec![0; 4], vec![4, 1, 4, 1], vec![i32::MIN, i32::MAX, -1, 1]] {
        any(traits(), "operators", &args(x));
    }
    for seed in 0..4 {
        any(traits(), "operators", &args(noise(4, seed).map(|n| n as i32).collect()));
    }
}

#[test]
fn shapes() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i64; 10])];
    let y: Vec<i64> = agreed(traits(), "shapes", &args(vec![-3, 4, 5, 200]), 1);
    assert_eq!(y, [36, 40, 176, 404, 4505, 101, 1, 0, 80, 144]);
    for x in [vec![7, -1, 2, 3], vec![i32::MIN, i32::MAX, i32::MAX, -1]] {
        any(traits(), "shapes", &args(x));
    }
}

#[test]
fn inner() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i32; 4])];
    let y: Vec<i32> = agreed(traits(), "inner", &args(vec![5, 6, 2000]), 1);
    assert_eq!(y, [8, 12, 1003, 2004]);
    any(traits(), "inner", &args(vec![i32::MIN, i32::MAX, -1]));
}

#[test]
fn closures() {
    let args = |x: Vec<i32>, scale: i32| [slice(x), scalar(scale), slice_mut(vec![0_i32; 8])];
    let y: Vec<i32> = agreed(traits(), "closures", &args(vec![37, -4], 3), 2);
    assert_eq!(y, [207, 5, 2, 6, 40, 120, 68, 1]);
    for (x, scale) in [(vec![0], 0), (vec![i32::MIN, i32::MAX, 1, -1], -7)] {
        any(traits(), "closures", &args(x, scale));
    }
}

#[test]
fn activations() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i32; 4])];
    let y: Vec<i32> = agreed(traits(), "activations", &args(vec![5, -16, 2]), 1);
    assert_eq!(y, [7, 3, 1, 0]);
    any(traits(), "activations", &args(vec![i32::MIN, i32::MAX, -1]));
}

#[test]
fn defaults() {
    let args = [slice(vec![5_i32]), slice_mut(vec![0_i64; 4])];
    let y: Vec<i64> = agreed(traits(), "defaults", &args, 1);
    assert_eq!(y, [261, 512, 1, 3 * 256 + 5]);
}

#[test]
fn conversions() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i64; 6])];
    let y: Vec<i64> = agreed(traits(), "conversions", &args(vec![5, -259, 44]), 1);
    assert_eq!(y, [5, -259 + 44 * 4 + 1, -7 + 5, -647, 10, 1 + 44 * 16 + 1]);
    any(traits(), "conversions", &args(vec![i32::MIN, i32::MAX, -1]));
}

#[test]
fn parameters() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i32; 6])];
    let y: Vec<i32> = agreed(traits(), "parameters", &args(vec![5, 259, 44]), 1);
    assert_eq!(y[..5], [5 ^ 10, 11 - 64, 70_005, (3 << 4) + (259 << 2), 5 ^ 16]);
    assert_eq!(y[5], (((259 * 9) ^ 5) * 3) ^ 10 ^ ((3 ^ 44) * 3) ^ 44);
    any(traits(), "parameters", &args(vec![i32::MIN, i32::MAX, -1]));
}
