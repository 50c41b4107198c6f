//! Patterns of slices.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{noise, subject};

use super::{any, everywhere, values};

subject!(slice_patterns, "slice_patterns.rs", sycl_hls_tests::kernels::slice_patterns::slice_patterns);

#[test]
fn slices_are_told_apart_by_lengths_and_elements() {
    for x in [vec![0_u32, 3, 7, 9, 1, 7, 2, 4], vec![30, 9, 0, 0, 7, 5, 7, 1], vec![0; 8]] {
        everywhere(slice_patterns(), "shapes", &[slice(x), slice_mut(vec![0_u32; 8])]);
    }
}

#[test]
fn elements_are_written() {
    for count in 0..6 {
        let x: Vec<u32> = noise(count, 3).map(|n| n as u32 % 1000).collect();
        everywhere(
            slice_patterns(),
            "written",
            &[scalar(5_u32), slice_mut(x), slice_mut(vec![1_u32, 2, 3, 4])],
        );
    }
}

#[test]
fn what_is_matched_is_evaluated_once() {
    for (text, result) in
        [("", 0), ("7", -7), ("-9", -9), ("8+5", 13), ("1-6", -5), ("4+4+4", 404), ("+1+", 0)]
    {
        let args = [slice(text.as_bytes().to_vec()), slice_mut(vec![0_i32; 3])];
        let (found, _) = everywhere(slice_patterns(), "parsed", &args);
        assert_eq!(found[1][1..], values(&[result, 2]));
    }
}

#[test]
fn slices_of_known_lengths() {
    for count in [0, 1, 2, 5, 9] {
        let x: Vec<i16> = noise(count, 3).map(|n| (n % 200) as i16 - 100).collect();
        let grid: Vec<i16> = noise(count.min(3) * 4, 5).map(|n| (n % 90) as i16).collect();
        any(slice_patterns(), "known", &[slice(x), slice(grid), slice_mut(vec![5_i32; count / 2 + 1])]);
    }
}
