//! Each instance of a kernel is a kernel.

use sycl_hls_tests::kernels::instances::instances::Sample;
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{Value, agreed, noise, subject};
use sycl_hls_types::{FaultKind, Scalar};

use crate::corpus::stops;

subject!(instances, "instances.rs", sycl_hls_tests::kernels::instances::instances);

#[test]
fn numbers() {
    for (kernel, taps) in [("moving_sum_2", 2), ("moving_sum_8", 8)] {
        let x: Vec<i32> = noise(40, 7).map(|n| n as i32 % 1000).collect();
        let y: Vec<i32> = agreed(instances(), kernel, &[slice(x.clone()), slice_mut(vec![0; 40])], 1);
        for (i, y) in y.iter().enumerate() {
            assert_eq!(*y, x[(i + 1_usize).saturating_sub(taps)..=i].iter().sum::<i32>(), "{kernel}");
        }
    }
    let message =
        stops(instances(), "moving_sum_8", &[slice(vec![1]), slice_mut(vec![0, 0])], FaultKind::Index);
    assert!(message.contains('1'), "{message}");
}

#[test]
fn types() {
    let args = [scalar(1.5_f32), slice(vec![2.0_f32]), scalar(0.25_f32), slice_mut(vec![0.0_f32])];
    assert_eq!(agreed::<f32>(instances(), "affine_f32", &args, 3), [3.25]);
    let args = [scalar(0.1_f64), slice(vec![3.0_f64]), scalar(0.0_f64), slice_mut(vec![0.0_f64])];
    assert_eq!(agreed::<f64>(instances(), "affine_f64", &args, 3), [0.1 * 3.0]);
    let args = [scalar(3_u16), slice(vec![20_000_u16]), scalar(9_u16), slice_mut(vec![0_u16])];
    assert_eq!(agreed::<u16>(instances(), "affine_u16", &args, 3), [60_009]);
    let args = [scalar(4_u16), slice(vec![20_000_u16]), scalar(9_u16), slice_mut(vec![0_u16])];
    stops(instances(), "affine_u16", &args, FaultKind::Overflow);
}

#[test]
fn several_parameters() {
    let rows = slice(vec![7_i64, 2, -9, -8, 5, -1]);
    let limits = slice(vec![-3_i16, -4, 0, 0]);
    let args = [scalar(1_i64), rows, limits, slice_mut(vec![0_i64; 3])];
    assert_eq!(agreed::<i64>(instances(), "first_i64_2_m3_false", &args, 3), [7, 1, 5]);
    let rows = slice(vec![7_i8, 2, 1, -9, -8, -7]);
    let limits = slice(vec![5_i16, 4, 5, 0, 0, 0]);
    let args = [scalar(1_i8), rows, limits, slice_mut(vec![0_i8; 2])];
    assert_eq!(agreed::<i8>(instances(), "first_i8_3_5_true", &args, 3), [7, -7]);
}

#[test]
fn records_and_arrays() {
    let sample = |value: i32, weight: i32| Sample { value, weight };
    let fields = [Scalar::I32, Scalar::I32];
    for (kernel, sign, width) in [("weighted_1_1", 1, 1), ("weighted_3_m1", -1, 3)] {
        let x: Vec<Sample> = (0..6).map(|i| sample(i, 3)).collect();
        let first = Value::Struct(records(&[sample(100, 1)], &fields));
        let args = [first, slice(records(&x, &fields)), slice_mut(vec![0_i32; 6 / width * width])];
        let y: Vec<i32> = agreed(instances(), kernel, &args, 2);
        assert!(y.iter().zip(0..).all(|(y, i)| *y == 100 + sign * 3 * i), "{kernel}: {y:?}");
    }
}

#[test]
fn items_of_a_range() {
    let args = [scalar(3_u64), scalar(7_u32), slice_mut(vec![1_u32; 4])];
    assert_eq!(agreed::<u32>(instances(), "step_1_u32", &args, 2), [8, 8, 8, 1]);
    let args = [scalar(1_u64), scalar(2_u64), scalar(2_u64), scalar(7_u8), slice_mut(vec![1_u8; 5])];
    assert_eq!(agreed::<u8>(instances(), "step_3_u8", &args, 4), [22, 22, 22, 22, 1]);
}

#[test]
fn zeros() {
    let signs = |x: [f32; 2]| {
        let args = [slice(x.to_vec()), slice_mut(vec![1.0_f32; 2])];
        let y: Vec<f32> = agreed(instances(), "bounds_1", &args, 1);
        y.iter().map(|y| y.is_sign_negative()).collect::<Vec<_>>()
    };
    assert_eq!(signs([0.0, -0.0]), [true, false]);
    assert_eq!(signs([-0.0, 0.0]), [true, false]);
}

#[test]
fn lifetimes() {
    let args = [slice(vec![4_u8, 5]), slice_mut(vec![0_u8; 2])];
    assert_eq!(agreed::<u8>(instances(), "copy", &args, 1), [4, 5]);
}
