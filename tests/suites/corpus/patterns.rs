//! Patterns, assignments and comparisons.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, subject};

use crate::corpus::{any, everywhere};

subject!(patterns, "patterns.rs", sycl_hls_tests::kernels::patterns::patterns);

#[test]
fn assignments() {
    let y: Vec<i32> = agreed(patterns(), "assignments", &[slice(vec![3, 4]), slice_mut(vec![0; 10])], 1);
    assert_eq!(y, [43, 34, 34, 43, -1, 0, 200, 4, 3, 13]);
}

#[test]
fn alternatives() {
    let x = vec![0, 5, -6, 7, 3, 0, 12, -1, 9, 4, 3, 0];
    agree(patterns(), "alternatives", &[slice(x.clone()), slice_mut(vec![0; x.len()])]);
}

#[test]
fn arrays() {
    for x in [[0, 1, 2, 2, 2, 1], [7, 7, 7, 7, 8, 9], [-4, 11, 12, 13, 5, 0]] {
        agree(patterns(), "arrays", &[slice(x.to_vec()), slice_mut(vec![0; 10])]);
    }
}

#[test]
fn rests() {
    for x in [[0, 1, 2, 3, 4, 5], [7, 1, 9, 3, 4, 8], [1, 2, 3, 4, i32::MIN, 6]] {
        any(patterns(), "rests", &[slice(x.to_vec()), slice_mut(vec![0; 5])]);
    }
    let args = [slice(vec![1, 2, 3, 4, 5, 6]), slice_mut(vec![0; 5])];
    assert_eq!(agreed::<i32>(patterns(), "rests", &args, 1), [2456, 39, 3, 0, 21]);
}

#[test]
fn array_comparisons() {
    let x = vec![1, 2, 1, 2, 2, 2, 2, 9, 9, 9, 9, -3, 5, -3, 5, 5, 0, 0, 1, 2, 0, 0];
    for n in [0_usize, 2, 5, 40] {
        let args = [slice(x.clone()), scalar(n), slice_mut(vec![0_u32; x.len() - 3])];
        any(patterns(), "array_comparisons", &args);
    }
    let args = [slice(x), scalar(2_usize), slice_mut(vec![0_u32; 19])];
    let y: Vec<u32> = agreed(patterns(), "array_comparisons", &args, 2);
    assert_eq!((y[0], y[4]), (1 + 4 + 8 + 64 + 128 + 256, 2 + 16));
}

#[test]
fn comparisons() {
    let x = vec![0, 0, 1, 1, 5, 9, 2, 2, 6, 3, 1 << 29, 1 << 28, i32::MIN, i32::MIN];
    agree(patterns(), "comparisons", &[slice(x.clone()), slice_mut(vec![0; x.len() - 1])]);
}

#[test]
fn variants_in_scope() {
    let args = [slice(vec![0, 5, 1, 5, 2, 5, 3, 5, 7, 0]), slice_mut(vec![0_i32; 5])];
    assert_eq!(agreed::<i32>(patterns(), "variants_in_scope", &args, 1), [2, 1, -5 ^ 9, -5, 0]);
}

#[test]
fn let_chains() {
    let x: Vec<u32> = (0..70).chain([96, 160, 1 << 31, u32::MAX]).collect();
    let zeros = || slice_mut(vec![0_u32; x.len()]);
    everywhere(patterns(), "let_chains", &[slice(x.clone()), zeros(), zeros()]);
}
