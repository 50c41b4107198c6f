//! Functions that give references, and types with indices of their own.

use sycl_hls_tests::subject;
use sycl_hls_tests::value::{scalar, slice, slice_mut};

use super::{any, everywhere, values};

subject!(accessors, "accessors.rs", sycl_hls_tests::kernels::accessors::accessors);

#[test]
fn indices_of_matrices() {
    for n in 0..12_u32 {
        let x: Vec<u32> = (0..12).map(|i| (i * 77 + n).wrapping_mul(0x9e37_79b9) >> 12).collect();
        everywhere(accessors(), "matrix", &[scalar(n), slice(x), slice_mut(vec![0_u32; 8])]);
    }
    let args = [scalar(0_u32), slice(vec![1_u32; 12]), slice_mut(vec![0_u32; 8])];
    let (result, _) = everywhere(accessors(), "matrix", &args);
    // Written 12 times at first, once by `+=`, and once by the last reference.
    assert_eq!((result[2][2].clone(), result[2][4].clone()), (13_u32.into(), 14_u32.into()));
}

#[test]
fn an_index_outside_stops_the_run_where_it_is_computed() {
    for n in [12_u32, 13, u32::MAX] {
        let args = [scalar(n), slice(vec![1_u32; 12]), slice_mut(vec![0_u32; 8])];
        any(accessors(), "matrix", &args);
    }
}

#[test]
fn references_to_parts() {
    for seed in 0..6_i32 {
        let x: Vec<i32> = (0..7).map(|i| (i * i + seed * 3) % 11).collect();
        everywhere(accessors(), "ring", &[slice(x), slice_mut(vec![0_i32; 9])]);
    }
    let (result, _) = everywhere(accessors(), "ring", &[slice(vec![3_i32; 7]), slice_mut(vec![0_i32; 9])]);
    assert_eq!(result[1], values(&[2_i32, 4, 803, 1, 2, 13, 0, 214, 40])[..].to_vec());
}

#[test]
fn parts_are_used_like_variables() {
    for first in [0_u32, 1, 2, 7, 1000] {
        everywhere(accessors(), "parts", &[scalar(first), slice_mut(vec![0_u32; 16])]);
    }
}

#[test]
fn closures_give_references() {
    for count in 1..6 {
        let x: Vec<u32> = (0..count).map(|i| i * 5 + 2).collect();
        everywhere(accessors(), "lookup", &[slice(x), slice_mut(vec![0_u32; 6])]);
    }
}

#[test]
fn what_is_behind_a_given_reference_is_written() {
    for first in [50_u32, 7, 0] {
        everywhere(accessors(), "behind", &[slice(vec![first, 60]), slice_mut(vec![0_u32; 5])]);
    }
}
