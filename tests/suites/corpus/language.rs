//! What the language is made of.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, subject};

subject!(language, "language.rs", sycl_hls_tests::kernels::language::language);

/// Rows: F351.
#[test]
fn constants() {
    let out: Vec<i64> = agreed(language(), "constants", &[slice_mut(vec![0_i64; 16])], 0);
    let big = u64::MAX / 3;
    let expected = [10, -3, 15, 6, 2, big as i64, i32::MIN.into(), i64::MIN, u32::MAX.into(), 8];
    assert_eq!(out[..10], expected);
    assert_eq!(out[10..], [i32::MIN.into(), 275, 97, -1, 1, 0]);
}

#[test]
fn scalars_of_every_type() {
    let args = [
        scalar(true),
        scalar(200_u8),
        scalar(-5_i32),
        scalar(u32::MAX),
        scalar(i64::MIN),
        scalar(u64::MAX),
        scalar(7_usize),
        scalar(0.1_f32),
        scalar(-1e300_f64),
        slice_mut(vec![0.0_f64; 9]),
    ];
    let out: Vec<f64> = agreed(language(), "scalars", &args, 9);
    let expected =
        [1.0, 200.0, -5.0, 4294967295.0, i64::MIN as f64, u64::MAX as f64, 7.0, f64::from(0.1_f32), -1e300];
    assert_eq!(out, expected);
}

#[test]
fn ranges() {
    for (n, m) in [(3, 253), (0, 255), (-7, 0), (1000, 250)] {
        agree(language(), "ranges", &[scalar(n), scalar(m as u8), slice_mut(vec![0_i64; 16])]);
    }
}

#[test]
fn shadowing() {
    for n in [1, 5] {
        agree(language(), "shadowing", &[scalar(n), slice_mut(vec![0; 8])]);
    }
}

#[test]
fn mutable_arguments() {
    let args = [scalar(3_usize), scalar(41), slice_mut(vec![0; 3])];
    assert_eq!(agreed::<i32>(language(), "mutable_arguments", &args, 2), [3, 0, 42]);
}

#[test]
fn conditions() {
    let values = vec![-9, 0, 3, 60, 1, 0, 51, -1, 2];
    agree(language(), "conditions", &[slice(values), slice_mut(vec![0; 9])]);
}

#[test]
fn evaluation_order() {
    agree(language(), "evaluation_order", &[slice_mut(vec![0; 12])]);
}

#[test]
fn arrays() {
    for n in [0, 3, -8] {
        agree(language(), "arrays", &[scalar(n), slice_mut(vec![0; 24])]);
    }
}

/// Rows: F205.
#[test]
fn helpers() {
    for len in [0_i32, 2, 6] {
        let input: Vec<i32> = (10..10 + len).collect();
        agree(language(), "helpers", &[slice(input), slice_mut(vec![0; 8])]);
    }
}

#[test]
fn reserved_names() {
    let args = [slice(vec![1, 2, 3]), slice_mut(vec![0; 3]), scalar(10), scalar(4_u32)];
    agree(language(), "reserved_names", &args);
}

#[test]
fn kernels_without_memory_and_with_unused_parts() {
    agree(language(), "nothing", &[scalar(1)]);
    agree(language(), "unused", &[scalar(1), slice(vec![1.0_f32]), slice_mut(vec![0])]);
}

#[test]
fn inference() {
    for n in [0_usize, 1, 5] {
        let args = [scalar(n), slice(vec![0.25_f32; 5]), slice_mut(vec![0.0_f64; 8])];
        agree(language(), "inference", &args);
    }
}
