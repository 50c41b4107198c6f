//! Integers of any width.

use sycl_hls_tests::value::{Records, Value, records, scalar, slice, slice_mut};
use sycl_hls_tests::{noise, subject};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::corpus::{any, everywhere};

subject!(integers, "integers.rs", sycl_hls_tests::kernels::integers::integers);

#[test]
fn operators_and_methods_agree() {
    for (round, n) in [0_i32, 3, -2, 40, -100, i32::MIN, 11].into_iter().enumerate() {
        let x: Vec<u64> = noise(6, round as u64 + 1).map(|word| word | 1).collect();
        everywhere(integers(), "operators", &[scalar(n), slice(x), slice_mut(vec![0_i64; 22])]);
    }
}

/// Elements of so many bits, in words of which the bits above are noise.
fn elements(signed: bool, bits: u32, seed: u64, len: usize) -> Records {
    let ty = Scalar::int(signed, bits).unwrap();
    let bytes: Vec<u8> =
        noise(len, seed).flat_map(|word| word.to_le_bytes()[..ty.bytes()].to_vec()).collect();
    records(&bytes, &[ty])
}

fn number(signed: bool, bits: u32, value: i128) -> Value {
    Value::Scalar(ScalarValue::wrapping(Scalar::int(signed, bits).unwrap(), value))
}

#[test]
fn memory_holds_any_bits_above_those_of_numbers() {
    let (small, level, offset) =
        (Scalar::int(true, 3).unwrap(), Scalar::int(false, 12).unwrap(), Scalar::int(true, 12).unwrap());
    for shift in [-64, -3, 0, 9, 63] {
        let samples: Vec<u64> = noise(9, 7).collect();
        let samples = records(&samples, &[level, offset, small, small, small, small]);
        let args = [
            number(true, 7, shift),
            Value::Slice(elements(false, 12, 3, 9).into()),
            Value::SliceMut(samples.into()),
            Value::SliceMut(elements(true, 37, 5, 9).into()),
            Value::SliceMut(elements(true, 40, 6, 1).into()),
        ];
        everywhere(integers(), "arguments", &args);
    }
}

#[test]
fn streams_carry_numbers_of_any_width() {
    let args =
        [Value::Slice(elements(true, 5, 3, 8).into()), Value::SliceMut(elements(true, 11, 5, 8).into())];
    everywhere(integers(), "streamed", &args);
}

#[test]
fn divisions_agree() {
    for kernel in ["stopped", "remainder"] {
        for (a, b) in [(-256, -1), (255, -16), (-256, 0), (0, 0), (-7, 2), (7, -2)] {
            any(integers(), kernel, &[number(true, 9, a), number(true, 5, b), slice_mut(vec![0_i32; 2])]);
        }
    }
}

#[test]
fn bits_that_are_not_there_stop_a_run() {
    for index in [0, 7, 8, 9, 40_u32] {
        any(integers(), "bit", &[number(true, 9, -200), scalar(index), slice_mut(vec![0_i32; 2])]);
    }
}
