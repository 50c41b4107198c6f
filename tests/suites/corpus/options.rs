//! `Option`s of references, methods of `Option` with closures, `?`, and what searches slices.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::{any, stops};

subject!(options, "options.rs", sycl_hls_tests::kernels::options::options);

#[test]
fn elements() {
    for x in [vec![], vec![3], vec![4, 3, 8, -3]] {
        for at in [0_usize, 1, 2, 3, 4, 20, usize::MAX] {
            any(options(), "elements", &[slice(x.clone()), scalar(at), slice_mut(vec![0; 11])]);
        }
    }
    let args = [slice(vec![4, 3, 8, -3]), scalar(1_usize), slice_mut(vec![0; 11])];
    let y: Vec<i32> = agreed(options(), "elements", &args, 2);
    assert_eq!(y, [4, -2, 30, 3, 1, 1, 9, 7, 1, 8, 2]);
}

#[test]
fn unwraps() {
    let args = |at: usize| [slice(vec![5]), scalar(at), slice_mut(vec![0])];
    assert_eq!(agreed::<i32>(options(), "unwraps", &args(0), 2), [6]);
    stops(options(), "unwraps", &args(1), FaultKind::Other);
}

#[test]
fn combined() {
    let x: Vec<i32> = vec![5, -3, 100, 1 << 20, i32::MIN, 0, 127, -128, 60, 2, -9, i32::MAX];
    any(options(), "combined", &[slice(x.clone()), slice_mut(vec![0; x.len()])]);
    let y: Vec<i32> = agreed(options(), "combined", &[slice(x.clone()), slice_mut(vec![0; 12])], 1);
    assert_ne!(y, [0; 12]);
    for seed in 0..4 {
        let x: Vec<i32> = noise(20, seed).map(|n| n as i32 % 200 - 80).collect();
        any(options(), "combined", &[slice(x.clone()), slice_mut(vec![0; 20])]);
    }
}

#[test]
fn searches() {
    for x in [vec![], vec![9], vec![4_u16, 1, 9, 9, 65535], vec![7, 7]] {
        any(options(), "searches", &[slice(x), slice_mut(vec![0_u64; 6])]);
    }
    let args = [slice(vec![4_u16, 1, 9, 2]), slice_mut(vec![0_u64; 6])];
    assert_eq!(agreed::<u64>(options(), "searches", &args, 1), [9, 1, 2, 1, 28, 0]);
}

#[test]
fn parts() {
    for at in [0_usize, 1, 2, 5, 6, 7, usize::MAX] {
        any(options(), "parts", &[scalar(at), slice_mut(vec![1, 2, 3, 4, 5, 6])]);
    }
    let args = [scalar(2_usize), slice_mut(vec![1, 2, 3, 4, 5, 6])];
    assert_eq!(agreed::<i32>(options(), "parts", &args, 1), [47, 4, 3, 4, 5, 6]);
    stops(options(), "parts", &[scalar(7_usize), slice_mut(vec![1, 2, 3, 4, 5, 6])], FaultKind::Other);
}

#[test]
fn borrowed() {
    let args = |i: usize, j: usize, x: &[u32]| {
        [scalar(i), scalar(j), slice_mut(x.to_vec()), slice_mut(vec![0_u32; 4])]
    };
    for (i, j) in [(0, 0), (1, 2), (3, 1), (2, 4), (usize::MAX - 1, 5)] {
        any(options(), "borrowed", &args(i, j, &[3, 1, 4, 1, 5]));
        any(options(), "borrowed", &args(i, j, &[]));
    }
    let y: Vec<u32> = agreed(options(), "borrowed", &args(1, 1, &[3, 1, 4, 1, 5]), 3);
    assert_eq!(y, [6 * 2 + 1, 4, 10, 13]);
}
