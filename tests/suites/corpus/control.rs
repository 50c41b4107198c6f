//! Loops, branches and ways out of them.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, subject};

use super::everywhere;

subject!(control, "control.rs", sycl_hls_tests::kernels::control::control);

#[test]
fn whiles() {
    let (a, b) = (vec![12_u32, 0, 7, 100], vec![18_u32, 5, 0, 75]);
    let y: Vec<u32> = agreed(control(), "whiles", &[slice(a), slice(b), slice_mut(vec![0_u32; 4])], 2);
    assert_eq!(y, [6, 5, 7, 25]);
}

#[test]
fn returns() {
    for (x, limit) in [(vec![], 1), (vec![1, 2, 3], 1), (vec![1], 4)] {
        agree(control(), "returns", &[slice(x), scalar(limit), slice_mut(vec![0; 2])]);
    }
}

#[test]
fn matches() {
    let x: Vec<i32> = (-3..20).chain([i32::MIN, i32::MAX]).collect();
    let len = x.len();
    agree(control(), "matches", &[slice(x), slice_mut(vec![0; len])]);
}

#[test]
fn loops() {
    let x: Vec<u64> = (0..30).collect();
    agree(control(), "loops", &[slice(x), slice_mut(vec![0_u32; 30])]);
}

#[test]
fn labels() {
    let m = vec![1, 2, 3, -1, 5, 6, 7, 8, 9, 4, 4, 4];
    for wanted in [1, 5, 8, 4, 77] {
        agree(
            control(),
            "labels",
            &[slice(m.clone()), scalar(3_usize), scalar(wanted), slice_mut(vec![0; 4])],
        );
    }
}

#[test]
fn inclusive() {
    for (from, to) in [(0_u8, 255_u8), (3, 3), (9, 2), (200, 255), (250, 255)] {
        agree(control(), "inclusive", &[scalar(from), scalar(to), slice_mut(vec![0_u32; 4])]);
    }
}

#[test]
fn deferred() {
    let x = vec![0, -1, 12, 345, -999_999, i32::MAX];
    agree(control(), "deferred", &[slice(x), slice_mut(vec![0; 6])]);
}

#[test]
fn loops_that_are_left_are_not_fused() {
    for n in [5_i64, 7, 10, 15, 19, 40] {
        everywhere(
            control(),
            "left_before_another",
            &[scalar(n), slice_mut(vec![5_i64]), slice_mut(vec![3_i64])],
        );
    }
}
