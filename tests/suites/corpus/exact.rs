//! The methods of integers whose result may not fit, on corner values, and kinds of floats.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, subject};

use crate::corpus::{any, pairs};

subject!(exact, "exact.rs", sycl_hls_tests::kernels::exact::exact);

macro_rules! integers {
    ($($test:ident: $ty:ident, $all:literal, $stops:literal;)*) => {$(
        #[test]
        fn $test() {
            const MAX: $ty = $ty::MAX;
            const MIN: $ty = $ty::MIN;
            let corners = [0, 1, 2, 3, 7, 100, MAX, MAX - 1, MIN, MIN + 1, MAX / 2, MAX / 2 + 1, 10, 64, 65, MAX / 3];
            let (a, b) = pairs(&corners, |n| n as $ty);
            let (values, told) = (vec![0 as $ty; 40 * 256], vec![0_u32; 24 * 256]);
            agree(exact(), $all, &[slice(a.clone()), slice(b.clone()), slice_mut(values), slice_mut(told)]);
            let minus_one = (0 as $ty).wrapping_sub(1);
            let pairs = a.into_iter().zip(b).step_by(5).chain([(MIN, minus_one), (MAX, 0), (9, minus_one)]);
            for (a, b) in pairs {
                for which in 0..9_u32 {
                    any(exact(), $stops, &[scalar(a), scalar(b), scalar(which), slice_mut(vec![0 as $ty])]);
                }
            }
        }
    )*};
}

integers! {
    u8s: u8, "exact_u8", "stops_u8";
    u16s: u16, "exact_u16", "stops_u16";
    u32s: u32, "exact_u32", "stops_u32";
    u64s: u64, "exact_u64", "stops_u64";
    i8s: i8, "exact_i8", "stops_i8";
    i16s: i16, "exact_i16", "stops_i16";
    i32s: i32, "exact_i32", "stops_i32";
    i64s: i64, "exact_i64", "stops_i64";
}

macro_rules! floats {
    ($($test:ident: $ty:ident, $kinds:literal;)*) => {$(
        #[test]
        fn $test() {
            let x = [$ty::NAN, $ty::INFINITY, -$ty::INFINITY, 0.0, -0.0, $ty::MIN_POSITIVE, -1.5, $ty::MAX];
            let tiny = $ty::MIN_POSITIVE / 4.0;
            let x = [x.as_slice(), &[tiny, -tiny]].concat();
            let y: Vec<u32> = agreed(exact(), $kinds, &[slice(x), slice_mut(vec![0_u32; 10])], 1);
            assert_eq!(y, [1, 3, 3, 6, 6, 37, 37, 37, 11, 19]);
        }
    )*};
}

floats! {
    f32s: f32, "kinds_f32";
    f64s: f64, "kinds_f64";
}
