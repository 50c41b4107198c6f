//! Operators and casts, on corner values.

use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{agree, noise, subject};

use crate::corpus::pairs;

subject!(arithmetic, "arithmetic.rs", sycl_hls_tests::kernels::arithmetic::arithmetic);

/// All pairs of corner values, then noise: 256 pairs.
const FLOATS: [f64; 16] = [
    0.0,
    -0.0,
    1.0,
    -1.5,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NAN,
    f64::MIN_POSITIVE,
    5e-324,
    1e308,
    2147483647.5,
    -2147483648.9,
    4294967296.0,
    9.3e18,
    1.9e19,
    0.1,
];

#[test]
fn i32s() {
    let corners =
        [0, 1, -1, 2, 9, 31, 32, 63, -9, i32::MAX, i32::MIN, i32::MAX - 1, i32::MIN + 1, 1 << 16, -7, 100];
    let (a, b) = pairs(&corners, |n| n as i32);
    agree(arithmetic(), "ints_i32", &[slice(a), slice(b), slice_mut(vec![0; 4096])]);
}

#[test]
fn u64s() {
    let corners =
        [0, 1, 2, 9, 63, 64, 65, u64::MAX, u64::MAX - 1, 1 << 63, 1 << 32, 10, 255, 1 << 31, 3, 1000];
    let (a, b) = pairs(&corners, |n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    agree(arithmetic(), "ints_u64", &[slice(a), slice(b), slice_mut(vec![0_u64; 4096])]);
}

#[test]
fn u8s() {
    let (a, b) = pairs(&[0, 1, 2, 3, 7, 8, 9, 127, 128, 254, 255, 16, 17, 85, 170, 100], |n| n as u8);
    agree(arithmetic(), "ints_u8", &[slice(a), slice(b), slice_mut(vec![0_u8; 4096])]);
}

#[test]
fn mixed_integers() {
    let a = [0, 1, -1, i64::MAX, i64::MIN + 1, 1 << 40, -77, 63];
    let b = [0_u32, 1, 2, 31, 32, 63, u32::MAX - 1, 1000];
    let (a, b): (Vec<i64>, Vec<u32>) = a.iter().flat_map(|a| b.iter().map(|b| (*a, *b))).unzip();
    let args = [slice(a), slice(b), slice_mut(vec![0_i64; 2048]), slice_mut(vec![0_u32; 2048])];
    agree(arithmetic(), "ints_mixed", &args);
}

#[test]
fn integer_casts() {
    let mut values =
        vec![0, 1, -1, 255, 256, -256, i64::MAX, i64::MIN, 1 << 31, -(1 << 31), u32::MAX.into(), 1 << 32];
    values.extend(noise(100, 5).map(|n| n as i64));
    agree(arithmetic(), "int_casts", &[slice(values), slice_mut(vec![0_i64; 2048])]);
}

#[test]
fn float_casts() {
    let mut values = FLOATS.to_vec();
    values.extend([254.999, 255.0, 255.5, -0.99, 4294967295.9, 1.8446744073709552e19, -9.223372036854776e18]);
    values.extend([16777217.0, 9007199254740993.0, 4.5, 5.5, 2147483520.0, 3.4028235e38, 3.5e38]);
    values.extend(noise(100, 6).map(|n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15))));
    let args = [slice(values), slice_mut(vec![0_i64; 2048]), slice_mut(vec![0.0_f64; 1024])];
    agree(arithmetic(), "float_casts", &args);
}

#[test]
fn f32s() {
    let corners = FLOATS.map(|x| x as f32);
    let (a, b) = pairs(&corners, |n| f32::from_bits(n as u32));
    agree(arithmetic(), "floats_f32", &[slice(a), slice(b), slice_mut(vec![0.0_f32; 2048])]);
}

#[test]
fn f64s() {
    let (a, b) = pairs(&FLOATS, |n| f64::from_bits(n.wrapping_mul(0x9e37_79b9_7f4a_7c15)));
    agree(arithmetic(), "floats_f64", &[slice(a), slice(b), slice_mut(vec![0.0_f64; 2048])]);
}

#[test]
fn bools() {
    agree(arithmetic(), "bools", &[slice(vec![0_u8, 1, 2, 3]), slice_mut(vec![0_u8; 256])]);
}
