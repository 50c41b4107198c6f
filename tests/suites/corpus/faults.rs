//! Runs that stop: the same fault everywhere.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::stops;

subject!(traps, "traps.rs", sycl_hls_tests::kernels::traps::traps);

#[test]
fn index_beyond_a_slice() {
    let args = |at: usize| [scalar(at), slice(vec![1, 2, 3, 4]), slice_mut(vec![0; 3])];
    agree(traps(), "slice_index", &args(1));
    for at in [2, 4, 1000] {
        stops(traps(), "slice_index", &args(at), FaultKind::Index);
    }
    // Element 0 fails already: nothing is added to the index yet.
    stops(traps(), "slice_index", &args(usize::MAX), FaultKind::Index);
}

#[test]
fn index_beyond_arrays() {
    agree(traps(), "array_index", &[scalar(2_usize), slice_mut(vec![0])]);
    stops(traps(), "array_index", &[scalar(3_usize), slice_mut(vec![0])], FaultKind::Index);
    stops(traps(), "array_index", &[scalar(4_usize), slice_mut(vec![0])], FaultKind::Index);
    for (row, column) in [(2, 0), (0, 3), (7, 7)] {
        let args = [scalar(row as usize), scalar(column as usize), slice_mut(vec![0])];
        stops(traps(), "row_index", &args, FaultKind::Index);
    }
}

#[test]
fn overflow_in_a_loop() {
    let mut a: Vec<i32> = (0..100).collect();
    let b = vec![1; 100];
    agree(traps(), "add_in_loop", &[slice(a.clone()), slice(b.clone()), slice_mut(vec![0; 100])]);
    a[41] = i32::MAX;
    a[73] = i32::MAX;
    stops(traps(), "add_in_loop", &[slice(a), slice(b), slice_mut(vec![0; 100])], FaultKind::Overflow);
}

#[test]
fn the_first_failure_counts_whatever_its_kind() {
    // The overflow is in element 2, the end of `b` comes at element 3.
    let args = [slice(vec![0, 1, i32::MAX, 5, 6]), slice(vec![1, 1, 1]), slice_mut(vec![0; 5])];
    stops(traps(), "add_in_loop", &args, FaultKind::Overflow);
    let args = [slice(vec![0, 1, 2, i32::MAX, 6]), slice(vec![1, 1]), slice_mut(vec![0; 5])];
    stops(traps(), "add_in_loop", &args, FaultKind::Index);
}

#[test]
fn overflow_of_an_accumulator() {
    agree(traps(), "accumulate", &[slice(vec![u32::MAX - 1, 1]), slice_mut(vec![0_u32])]);
    stops(
        traps(),
        "accumulate",
        &[slice(vec![5, u32::MAX - 1, 1]), slice_mut(vec![0_u32])],
        FaultKind::Overflow,
    );
}

#[test]
fn every_operator() {
    let args = |kind: u32, a: i64, b: i64| [scalar(kind), scalar(a), scalar(b), slice_mut(vec![i64::MAX])];
    let cases = [
        (0, i64::MAX, 1, FaultKind::Overflow),
        (1, i64::MIN, 1, FaultKind::Overflow),
        (2, i64::MAX, 2, FaultKind::Overflow),
        (3, 5, 0, FaultKind::Division),
        (3, i64::MIN, -1, FaultKind::Overflow),
        (4, 5, 0, FaultKind::Division),
        (4, i64::MIN, -1, FaultKind::Overflow),
        (5, i64::MIN, 0, FaultKind::Overflow),
        (6, 1, 64, FaultKind::Shift),
        (6, 1, -1, FaultKind::Shift),
        (7, 1, 99, FaultKind::Shift),
        (8, 200, 100, FaultKind::Overflow),
        (9, 3, 4, FaultKind::Overflow),
        (10, 1 << 20, 1 << 20, FaultKind::Overflow),
        (11, 5, 0, FaultKind::Division),
        (12, 5, 1 << 32, FaultKind::Division),
        (13, 1, 1, FaultKind::Overflow),
        (13, -1, 3, FaultKind::Overflow),
    ];
    for (kind, a, b, fault) in cases {
        stops(traps(), "arithmetic", &args(kind, a, b), fault);
    }
    for kind in 0..13 {
        agree(traps(), "arithmetic", &args(kind, 9, 3));
    }
    agree(traps(), "arithmetic", &args(11, i64::MIN, -1));
}

#[test]
fn a_failure_in_a_helper() {
    agree(traps(), "in_helper", &[scalar(7), slice_mut(vec![0])]);
    let message = stops(traps(), "in_helper", &[scalar(0), slice_mut(vec![0])], FaultKind::Division);
    assert_eq!(message, "attempt to divide by zero");
}

#[test]
fn data_as_an_index() {
    let args =
        |indices: &[u32]| [slice(indices.to_vec()), slice(vec![1, 2, i32::MAX]), slice_mut(vec![0; 3])];
    agree(traps(), "gather", &args(&[0, 1]));
    stops(traps(), "gather", &args(&[0, 3, 0]), FaultKind::Index);
    stops(traps(), "gather", &args(&[0, 1, 2]), FaultKind::Overflow);
}

#[test]
fn assertions() {
    let run = |x: &[i32], least: i32| [slice(x.to_vec()), scalar(least), slice_mut(vec![0; 4])];
    agree(traps(), "asserted", &run(&[0, 1, 3, 20], 0));
    for (x, least, text) in [
        (&[0, 1, 3][..], 0, "as many results as values"),
        (&[0, 1, 3, 20], 13, "assertion failed: left != right"),
        (&[0, 1, 3, 20], 1, "{no} values below `least`"),
        (&[0, 1, 4, 20], 0, "assertion failed"),
        (&[0, 1, 27, 20], 0, "assertion failed"),
        (&[0, 1, 2, 20], 0, "not yet implemented"),
    ] {
        assert_eq!(stops(traps(), "asserted", &run(x, least), FaultKind::Other), text);
    }
}

#[test]
fn panics() {
    let run = |which: u32, x: &[u32]| [scalar(which), slice(x.to_vec()), slice_mut(vec![0_u32; 1])];
    agree(traps(), "panics", &run(0, &[170]));
    agree(traps(), "panics", &run(1, &[170]));
    for (which, x, text) in [
        (0, &[][..], "nothing to do"),
        (0, &[99], "explicit panic"),
        (2, &[100], "internal error: entered unreachable code: which is 0 or 1"),
        (1, &[1101], "too large"),
        (1, &[600], "x is 500 or more"),
    ] {
        assert_eq!(stops(traps(), "panics", &run(which, x), FaultKind::Other), text);
    }
}
