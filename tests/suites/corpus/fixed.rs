//! Fixed-point numbers.

use sycl_hls_tests::value::{Records, Value, records, scalar, slice, slice_mut};
use sycl_hls_tests::{is_all, noise, subject};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::corpus::{any, everywhere};

subject!(fixed, "fixed.rs", sycl_hls_tests::kernels::fixed::fixed);

/// Raw integers of so many bits.
fn raw(signed: bool, bits: u32, seed: u64, len: usize) -> Records {
    let ty = Scalar::int(signed, bits).unwrap();
    let bytes: Vec<u8> =
        noise(len, seed).flat_map(|word| word.to_le_bytes()[..ty.bytes()].to_vec()).collect();
    records(&bytes, &[ty])
}

fn number(signed: bool, bits: u32, value: u64) -> Value {
    Value::Scalar(ScalarValue::wrapping(Scalar::int(signed, bits).unwrap(), value.into()))
}

/// All targets agree; hardware is among them in `make test-all`: it has little beyond that of the filter and the operators.
fn mostly(kernel: &str, args: &[Value]) {
    if is_all() {
        everywhere(fixed(), kernel, args);
    } else {
        any(fixed(), kernel, args);
    }
}

#[test]
fn a_filter_agrees() {
    let args = [
        Value::Slice(raw(true, 16, 1, 8).into()),
        Value::Slice(raw(true, 16, 2, 40).into()),
        Value::SliceMut(raw(true, 16, 3, 40).into()),
    ];
    everywhere(fixed(), "fir", &args);
}

#[test]
fn numbers_with_their_points_elsewhere_agree() {
    let args = [
        Value::Slice(raw(false, 10, 1, 40).into()),
        Value::Slice(raw(true, 6, 2, 40).into()),
        Value::SliceMut(raw(true, 22, 3, 40).into()),
        slice_mut(vec![0_i8; 240]),
    ];
    mostly("scaled", &args);
}

#[test]
fn square_roots_agree() {
    let args = [Value::Slice(raw(false, 24, 1, 20).into()), Value::SliceMut(raw(false, 16, 2, 20).into())];
    let (values, _) = everywhere(fixed(), "roots", &args);
    for (x, root) in args[0].values().iter().zip(&values[1]) {
        let (x, root) = (x.to_f64() / 65536.0, root.to_f64() / 4096.0);
        let error = x.sqrt() - root;
        assert!((0.0..1.0 / 4096.0).contains(&error), "{root} is no root of {x}");
    }
}

#[test]
fn operators_agree() {
    for (round, n) in [0_i32, 3, -2, 40, -100, i32::MIN, 11].into_iter().enumerate() {
        let mut words = noise(2, round as u64 + 1);
        let (a, b) = (words.next().unwrap(), words.next().unwrap());
        let (x, y) = (Scalar::int(true, 16).unwrap(), Scalar::int(false, 12).unwrap());
        let point = records(&noise(1, 9).collect::<Vec<u64>>()[..], &[x, y, x, y]);
        let args = [
            number(true, 9, a),
            number(false, 7, b),
            scalar(n),
            Value::SliceMut(point.into()),
            slice_mut(vec![0_i64; 18]),
        ];
        everywhere(fixed(), "operators", &args);
    }
}

#[test]
fn operators_of_all_small_numbers_agree() {
    any(fixed(), "pairs", &[slice_mut(vec![0_u32; 8192])]);
}

#[test]
fn floats_agree() {
    let special = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.03125,
        0.015625,
        -0.015625,
        0.046875,
        15.99,
        16.0,
        -16.0,
        -16.1,
        1e30,
        -1e30,
        1e-30,
        -1e-30,
        1e-40,
        f32::NAN,
        f32::INFINITY,
        f32::NEG_INFINITY,
        3.3,
        -7.77,
        63.999,
        64.0,
        100.5,
    ];
    let wide: Vec<f64> = special.iter().map(|x| f64::from(*x) * 1.000_000_1).collect();
    let count = special.len();
    let args = [
        slice(special.to_vec()),
        slice(wide),
        slice_mut(vec![0_i32; 3 * count]),
        slice_mut(vec![0_f32; count]),
        slice_mut(vec![0_f64; count]),
    ];
    mostly("floats", &args);
}
