//! The methods of numbers, on corner values.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::{any, pairs, stops};

subject!(methods, "methods.rs", sycl_hls_tests::kernels::methods::methods);

macro_rules! integers {
    ($($test:ident: $ty:ident, $all:literal, $strict:literal;)*) => {$(
        #[test]
        fn $test() {
            const MAX: $ty = $ty::MAX;
            const MIN: $ty = $ty::MIN;
            let corners = [0, 1, 2, 3, 7, 100, MAX, MAX - 1, MIN, MIN + 1, MAX / 2, 12, 85, 10, 64, 33];
            let (a, b) = pairs(&corners, |n| n as $ty);
            let (values, counts) = (vec![0 as $ty; 24 * 256], vec![0_u32; 9 * 256]);
            let args = [slice(a.clone()), slice(b.clone()), slice_mut(values), slice_mut(counts)];
            agree(methods(), $all, &args);
            for (a, b) in a.into_iter().zip(b).step_by(5) {
                for which in 0..10_u32 {
                    any(methods(), $strict, &[scalar(a), scalar(b), scalar(which), slice_mut(vec![0 as $ty])]);
                }
            }
        }
    )*};
}

integers! {
    u8s: u8, "ints_u8", "strict_u8";
    u16s: u16, "ints_u16", "strict_u16";
    u32s: u32, "ints_u32", "strict_u32";
    u64s: u64, "ints_u64", "strict_u64";
    i8s: i8, "ints_i8", "strict_i8";
    i16s: i16, "ints_i16", "strict_i16";
    i32s: i32, "ints_i32", "strict_i32";
    i64s: i64, "ints_i64", "strict_i64";
}

macro_rules! floats {
    ($($test:ident: $ty:ident, $bits:ident, $all:literal;)*) => {$(
        #[test]
        fn $test() {
            const MAX: $ty = $ty::MAX;
            const INF: $ty = $ty::INFINITY;
            let corners =
                [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1e-40, 3e-38, MAX, INF, -INF, $ty::NAN, 3.75, 8388609.0, -1e10];
            let (a, b) = pairs(&corners, |n| n as $ty);
            let (values, bits) = (vec![0 as $ty; 16 * 256], vec![0 as $bits; 256]);
            agree(methods(), $all, &[slice(a), slice(b), slice_mut(values), slice_mut(bits)]);
        }
    )*};
}

floats! {
    f32s: f32, u32, "floats_f32";
    f64s: f64, u64, "floats_f64";
}

#[test]
fn bytes() {
    let x =
        vec![0, 1, u64::MAX, 0x0102_0304_0506_0708, 0x7fc0_1234_ff80_9876, 0xdead_beef_0bad_f00d, 1 << 63];
    let y = vec![0_u64; x.len()];
    agree(methods(), "bytes", &[slice(x), slice_mut(y)]);
}

#[test]
fn rotated() {
    let x: Vec<u32> = (1..=9_u32).map(|n| n.wrapping_mul(0x9e37_79b9)).collect();
    let run = |left: usize, right: usize| {
        [scalar(left), scalar(right), slice(x.clone()), slice_mut(vec![0_u32; 9])]
    };
    for (left, right) in [(0, 0), (1, 6), (9, 7), (4, 3)] {
        agree(methods(), "rotated", &run(left, right));
    }
    for (left, right, text) in
        [(10, 0, "assertion failed: mid <= self.len()"), (0, 8, "assertion failed: k <= self.len()")]
    {
        assert_eq!(stops(methods(), "rotated", &run(left, right), FaultKind::Other), text);
    }
}

#[test]
fn copied_within() {
    let x: Vec<u32> = (1..=12).collect();
    let run = |from: usize, end: usize, to: usize| {
        [scalar(from), scalar(end), scalar(to), slice(x.clone()), slice_mut(vec![0_u32; 12])]
    };
    for (from, end, to) in [(0, 5, 2), (3, 9, 1), (4, 4, 8), (2, 6, 2), (0, 4, 8)] {
        agree(methods(), "copied_within", &run(from, end, to));
    }
    stops(methods(), "copied_within", &run(5, 3, 0), FaultKind::Index);
    stops(methods(), "copied_within", &run(5, 13, 0), FaultKind::Index);
    assert_eq!(stops(methods(), "copied_within", &run(2, 9, 6), FaultKind::Other), "dest is out of bounds");
}
