//! Iterators.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::{any, stops};

subject!(iterators, "iterators.rs", sycl_hls_tests::kernels::iterators::iterators);

#[test]
fn sums() {
    let x: Vec<i32> = noise(17, 5).map(|n| n as i32 % 100).collect();
    let f: Vec<f32> = noise(11, 6).map(|n| (n % 1000) as f32 / 7.0).collect();
    agree(iterators(), "sums", &[slice(x), slice(f), slice_mut(vec![0; 8]), slice_mut(vec![0_f32; 3])]);
    agree(
        iterators(),
        "sums",
        &[
            slice(Vec::<i32>::new()),
            slice(Vec::<f32>::new()),
            slice_mut(vec![0; 8]),
            slice_mut(vec![0_f32; 3]),
        ],
    );
}

#[test]
fn loops() {
    let x: Vec<i32> = noise(13, 8).map(|n| n as i32 % 1000).collect();
    agree(iterators(), "loops", &[slice(x), slice_mut(vec![0; 13])]);
}

#[test]
fn generic() {
    let a = vec![1.5_f32, -2.0, 3.25, 4.0];
    agree(iterators(), "generic", &[slice(a), slice(vec![7_i64, 300, -5]), slice_mut(vec![0_f64; 5])]);
}

#[test]
fn tables() {
    let y: Vec<u32> = agreed(iterators(), "tables", &[slice_mut(vec![0_u32; 16])], 0);
    assert_eq!((y[0], y[15]), (25, 250));
}

#[test]
fn parts() {
    let x: Vec<i32> = noise(16, 9).map(|n| n as i32 % 100).collect();
    let args =
        |rows: usize, x: &[i32], len: usize| [scalar(rows), slice(x.to_vec()), slice_mut(vec![0; len])];
    agree(iterators(), "parts", &args(5, &x, 20));
    stops(iterators(), "parts", &args(6, &x, 20), FaultKind::Index);
    stops(iterators(), "parts", &args(4, &x[..11], 20), FaultKind::Index);
}

#[test]
fn moved_end() {
    let y =
        agreed::<i32>(iterators(), "moved_end", &[slice(vec![1, 2, 3, 4, 5, 6]), slice_mut(vec![0; 2])], 1);
    assert_eq!(y[0], 42345);
}

#[test]
fn filters() {
    let args = |x: Vec<i32>| [slice(x), slice_mut(vec![0_i32; 14])];
    for x in [
        vec![],
        vec![0],
        vec![5, 6, 0, -7, 9, 1, 12, 8, -3],
        vec![7, 7, 2, 1000, -50, 1, 4000, 3],
        vec![2, -2, 4, -4, 6, 100],
    ] {
        any(iterators(), "filters", &args(x));
    }
    let y: Vec<i32> = agreed(iterators(), "filters", &args(vec![5, 6, 0, -7, 9, 1, 12, 8, -3]), 1);
    assert_eq!(y[..8], [19, 4, 6, 5, 11, 4, 0, 0]);
}
