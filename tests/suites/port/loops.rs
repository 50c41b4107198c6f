//! Loops and functions.

use sycl_hls_tests::kernels::port::loops::loops as kernels;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, subject};

use super::ints;

subject!(loops, "port/loops.rs", kernels);

fn bytes(count: usize, seed: u64) -> Vec<i8> {
    ints(count, seed, 127).into_iter().map(|value| value as i8).collect()
}

#[test]
fn variable_bound() {
    let values: Vec<i16> = ints(32, 1, 32767).into_iter().map(|value| value as i16).collect();
    for width in [0_u8, 1, 31, 32] {
        let expected: i32 = values[..width.into()].iter().copied().map(i32::from).sum();
        let args = [scalar(width), slice(values.clone()), slice_mut(vec![0])];
        assert_eq!(agreed::<i32>(loops(), "variable_bound", &args, 2), [expected]);
    }
}

/// Two shapes of the same computation.
#[test]
fn perfect_and_imperfect() {
    let a = bytes(20, 2);
    let weighted: i32 = a.iter().zip(0..).map(|(a, j)| i32::from(*a) * j).sum();
    let expected: Vec<i16> = [(weighted / 20) as i16, 0].repeat(10);
    for kernel in ["perfect_loop", "imperfect_loop"] {
        let args = [slice(a.clone()), slice_mut(vec![-1_i16; 20])];
        assert_eq!(agreed::<i16>(loops(), kernel, &args, 1), expected, "{kernel}");
    }
}

#[test]
fn pipelined_loop() {
    let a = bytes(20, 3);
    let sum: i32 = a.iter().copied().map(i32::from).sum();
    for kernel in ["pipelined_loop", "pipelined_outer_loop", "pipelined_function"] {
        let args = [slice(a.clone()), slice_mut(vec![0])];
        assert_eq!(agreed::<i32>(loops(), kernel, &args, 1), [190 * sum], "{kernel}");
    }
}

#[test]
fn vertical_convolution() {
    const COEFFICIENTS: [i32; 11] = [1, 3, -5, 7, 9, 11, -9, 7, 5, -3, 1];
    for (height, width) in [(1_usize, 1_usize), (5, 7), (20, 32), (2, 512)] {
        let image = ints(height * width, 4, 1000);
        let above = |row: usize, column: usize, i: usize| {
            (row + i).checked_sub(10).map_or(0, |row| image[row * width + column] * COEFFICIENTS[i])
        };
        let at = |n: usize| (0..11).map(|i| above(n / width, n % width, i)).sum();
        let expected: Vec<i32> = (0..height * width).map(at).collect();
        let args = [scalar(height), scalar(width), slice(image.clone()), slice_mut(vec![0; height * width])];
        assert_eq!(agreed::<i32>(loops(), "vertical_convolution", &args, 3), expected);
    }
}

#[test]
fn function_instantiate() {
    for (a, b, c) in [(0_i8, 0_i8, 0_i8), (-128, 127, 100)] {
        let expected = [a, (i32::from(b) + 1) as i8, (i32::from(c) + 100) as i8];
        let args = [scalar(a), scalar(b), scalar(c), slice_mut(vec![0_i8; 3])];
        assert_eq!(agreed::<i8>(loops(), "function_instantiate", &args, 3), expected);
    }
}

#[test]
fn hierarchy() {
    let args = [scalar(7), scalar(20), slice_mut(vec![0; 2])];
    assert_eq!(agreed::<i32>(loops(), "hierarchy", &args, 2), [13, -4]);
}

/// The `n`th step from `a` and `b` is `F(n-1) a + F(n) b`.
#[test]
fn templates() {
    let args = [scalar(100_u32), scalar(7_u32), slice_mut(vec![0_u32; 3])];
    let expected = [7, 34 * 100 + 55 * 7, 6765 * 100 + 10946 * 7];
    assert_eq!(agreed::<u32>(loops(), "templates", &args, 2), expected);
}

/// The three sums have the factors 1, 2 and -5.
#[test]
fn instances() {
    let inputs = ints(10, 5, 1000);
    let sum = |count: usize| -2 * inputs[..count].iter().sum::<i32>();
    let expected: Vec<i32> = (1..=10).map(sum).collect();
    let args = [slice(inputs.clone()), slice_mut(vec![0; 10])];
    assert_eq!(agreed::<i32>(loops(), "instances", &args, 1), expected);
}

#[test]
fn dot_product() {
    let (a, b) = (ints(16, 6, 1000), ints(16, 7, 1000));
    let expected: i32 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    let args = [slice(a), slice(b), slice_mut(vec![0])];
    assert_eq!(agreed::<i32>(loops(), "dot_product", &args, 2), [expected]);
}

#[test]
fn adders() {
    let [a, b, c] = [8, 9, 10].map(|seed| ints(10, seed, 1000));
    let expected: Vec<i32> = (0..10).map(|i| a[i] + b[i] + c[i]).collect();
    let args = [slice(a), slice(b), slice(c), slice_mut(vec![0; 10])];
    assert_eq!(agreed::<i32>(loops(), "adders", &args, 3), expected);
}
