//! Conversions that may fail.

use sycl_hls_tests::subject;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_types::FaultKind;

use super::{everywhere, stops, values};

subject!(attempts, "attempts.rs", sycl_hls_tests::kernels::attempts::attempts);

#[test]
fn types_of_the_module() {
    let args = [slice(vec![0_u8, 0, 0, 1, 1, 0, 1, 1, 9, 1, 200, 200]), slice_mut(vec![0_u32; 6])];
    let (found, _) = everywhere(attempts(), "own", &args);
    assert_eq!(found[1], values(&[1_u32, 1001, 10_002, 1002, 91_009, 200]));
}

#[test]
fn integers_at_the_edges_of_their_types() {
    let edges = [0_i64, 1 << 7, 1 << 8, 1 << 15, 1 << 16, 1 << 31, 1 << 32, i64::MAX, i64::MIN];
    let around = edges.iter().flat_map(|edge| [-1, 0, 1].map(|by| edge.wrapping_add(by)));
    let x: Vec<i64> = around.flat_map(|x| [x, x.wrapping_neg()]).collect();
    let zeros = slice_mut(vec![0_u64; x.len()]);
    everywhere(attempts(), "integers", &[slice(x), zeros]);
}

#[test]
fn arrays_of_slices() {
    for first in [5_usize, 6, 8] {
        let args = [slice((1..=8_u8).collect::<Vec<_>>()), scalar(first), slice_mut(vec![0_u32; 3])];
        everywhere(attempts(), "arrays", &args);
    }
    let args = [slice((1..=7_u8).collect::<Vec<_>>()), scalar(0_usize), slice_mut(vec![0_u32; 3])];
    stops(attempts(), "arrays", &args, FaultKind::Index);
}

#[test]
fn a_number_that_does_not_fit_stops_the_kernel() {
    for x in [-1, 256] {
        let message = stops(attempts(), "stops", &[scalar(x), slice_mut(vec![0_u8])], FaultKind::Other);
        assert!(message.contains("Result::unwrap()"), "{message}");
    }
}
