//! Kernels of work items.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::stops;

subject!(parallel, "parallel.rs", sycl_hls_tests::kernels::parallel::parallel);

/// Rows: F190, F197, F210, F213.
#[test]
fn one_dimension() {
    let args = [scalar(7_u64), scalar(3), slice(vec![1, 2, 3, 4]), slice_mut(vec![10; 8])];
    let y: Vec<i32> = agreed(parallel(), "scale", &args, 3);
    assert_eq!(y, [13, 16, 19, 22, 10, 10, 10, 10]);
    let args = [scalar(7_u64), scalar(3), slice(vec![1, 2, 3, 4]), slice_mut(vec![10; 3])];
    stops(parallel(), "scale", &args, FaultKind::Index);
    agree(parallel(), "scale", &[scalar(0_u64), scalar(3), slice(vec![1]), slice_mut(vec![10])]);
}

/// Rows: F190, F210.
#[test]
fn two_dimensions() {
    let x: Vec<f32> = (0..24).map(|i| i as f32).collect();
    let args = [scalar(4_u64), scalar(6_u64), slice(x), scalar(3_usize), slice_mut(vec![0_f32; 24])];
    let y: Vec<f32> = agreed(parallel(), "transpose", &args, 4);
    assert_eq!(y[..5], [0.0, 6.0, 12.0, 18.0, 1.0]);
}

/// Rows: F190, F210.
#[test]
fn three_dimensions() {
    let x: Vec<u32> = noise(24, 2).map(|n| n as u32 % 1000).collect();
    let args = [scalar(2_u64), scalar(3_u64), scalar(4_u64), slice(x), slice_mut(vec![0_u32; 24])];
    agree(parallel(), "volume", &args);
}

/// Rows: F189, F191, F193, F213.
#[test]
fn groups() {
    // Three groups of four.
    let x: Vec<u32> = (0..12).map(|i| 1000 * i).collect();
    let args =
        [scalar(3_u64), scalar(4_u64), slice(x), slice_mut(vec![0_u32; 4]), slice_mut(vec![0_u32; 13])];
    let first: Vec<u32> = agreed(parallel(), "groups", &args, 3);
    assert_eq!(first, [4, 4004, 8004, 0]);
    let at: Vec<u32> = agreed(parallel(), "groups", &args, 4);
    assert_eq!(at, [3, 13, 23, 33, 103, 113, 123, 133, 203, 213, 223, 233, 0]);
    agree(
        parallel(),
        "groups",
        &[scalar(0_u64), scalar(4_u64), slice(vec![0_u32]), slice_mut(vec![5_u32]), slice_mut(vec![6_u32])],
    );
}

/// Rows: F191.
#[test]
fn groups_of_constant_size() {
    let x: Vec<f32> = (0..32).map(|i| i as f32).collect();
    let args = [scalar(2_u64), scalar(2_u64), scalar(8_usize), slice(x), slice_mut(vec![0_f32; 32])];
    parallel().cycles("tiles", &args);
    let y: Vec<f32> = agreed(parallel(), "tiles", &args, 4);
    assert_eq!(y[..8], [0.0, 8.0, 1.0, 9.0, 2.0, 10.0, 3.0, 11.0]);
}

/// Rows: F191, F193.
#[test]
fn groups_in_three_dimensions() {
    let extents = [2_u64, 1, 2, 2, 3, 2].map(scalar);
    let args: Vec<_> = extents.into_iter().chain([slice_mut(vec![0_u64; 48])]).collect();
    agree(parallel(), "places", &args);
}
