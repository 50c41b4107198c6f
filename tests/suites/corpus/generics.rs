//! Structs, enums and `impl` blocks with parameters.

use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

use crate::corpus::any;

subject!(generics, "generics.rs", sycl_hls_tests::kernels::generics::generics);

/// Noise as `i32`.
fn numbers(len: usize, seed: u64) -> Vec<i32> {
    noise(len, seed).map(|n| n as i32).collect()
}

#[test]
fn complex_numbers() {
    let args = |x: Vec<f32>| [slice(x), slice_mut(vec![0_f32; 4])];
    let y: Vec<f32> = agreed(generics(), "spectrum", &args(vec![1.0, 0.5, -2.0]), 1);
    let (re, im) = (1.0 + 0.5 * 0.8_f32 - 2.0 * 0.28, -0.5 * 0.6_f32 + 2.0 * 0.96);
    assert!((y[0] - re).abs() < 1e-5 && (y[1] - im).abs() < 1e-5, "{y:?} instead of {re} {im}");
    assert_eq!(y[2..], [2.0 * y[1], 0.0]);
    any(generics(), "spectrum", &args(vec![f32::MAX, f32::INFINITY, -0.0]));
}

#[test]
fn lines() {
    let args = |x: Vec<i32>| [slice(x.clone()), slice_mut(vec![0_i32; x.len()])];
    let y: Vec<i32> = agreed(generics(), "lines", &args((1..=12).collect()), 1);
    // What the four elements of `line` are together, what comes out of `long`, out of `points`, and 15.
    let line = |i: i32| (0.max(i - 4)..i).map(|n| n + 1).sum::<i32>();
    let old = |i: i32| 0.max(i - 4);
    let older = |i: i32| if i < 9 { 1 } else { old(i - 9 + 1) };
    let point = |i: i32| if i < 3 { 0 } else { old(i - 3 + 1) - older(i - 3) };
    let expected: Vec<i32> = (0..12).map(|i| line(i + 1) + older(i) + point(i) + 15).collect();
    assert_eq!(y, expected);
    any(generics(), "lines", &args(numbers(20, 1)));
}

#[test]
fn steps_and_stacks() {
    let args = |x: Vec<i32>| [slice(x.clone()), slice_mut(vec![0_i32; x.len()])];
    let y: Vec<i32> = agreed(generics(), "walk", &args(vec![0, 41, 2, 4, 5, 7, 7, 7]), 1);
    assert_eq!(y, [1, 8, 10, 5, -32, 0, -1, -2]);
    for seed in 0..3 {
        any(generics(), "walk", &args(numbers(30, seed)));
    }
}

#[test]
fn filters() {
    let args =
        |x: Vec<i32>| [slice(x.clone()), slice_mut(vec![0_i32; x.len()]), slice_mut(vec![0_i32; x.len()])];
    let x: Vec<i32> = [2, 3, 5, 7].iter().map(|n| n << 16).collect();
    let y: Vec<i32> = agreed(generics(), "filters", &args(x.clone()), 1);
    assert_eq!(y, [3, 5, 11, 14]);
    let z: Vec<i32> = agreed(generics(), "filters", &args(x), 2);
    assert_eq!(z, [3, 9, 3, 7]);
    any(generics(), "filters", &args(numbers(9, 4)));
}

#[test]
fn pairs() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i32; 8])];
    let y: Vec<i32> = agreed(generics(), "pairs", &args(vec![1000, 258]), 1);
    assert_eq!(y, [1002, 0x207, 1000 ^ 258, 1, 2001, 1261, 5 ^ 258 ^ 1, 1000 ^ 2]);
    any(generics(), "pairs", &args(vec![i32::MIN, i32::MAX]));
}
