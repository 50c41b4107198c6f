//! Kernels of work items.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::stops;

subject!(parallel, "parallel.rs", sycl_hls_tests::kernels::parallel::parallel);

/// Rows: F190, F197, F210.
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
