//! Local arrays.

use sycl_hls_tests::kernels::port::arrays::arrays as kernels;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

use super::{ints, product, words};

subject!(arrays, "port/arrays.rs", kernels);

#[test]
fn products_of_16_by_16() {
    let (a, b) = (ints(256, 1, 1000), ints(256, 2, 1000));
    let expected = product(&a, &b, 16, 16);
    for kernel in ["array_partition", "loop_reorder"] {
        let args = [slice(a.clone()), slice(b.clone()), slice_mut(vec![0; 256])];
        assert_eq!(agreed::<i32>(arrays(), kernel, &args, 2), expected, "{kernel}");
    }
}

#[test]
fn block_cyclic() {
    for side in [1_usize, 5, 16] {
        let (a, b) = (ints(side * side, 3, 1000), ints(side * side, 4, 1000));
        let expected = product(&a, &b, side, side);
        let args = [scalar(side), slice(a), slice(b), slice_mut(vec![0; side * side])];
        assert_eq!(agreed::<i32>(arrays(), "block_cyclic", &args, 3), expected);
    }
}

#[test]
fn filters() {
    let (signal, taps) = (ints(40, 5, 1000), ints(11, 6, 1000));
    let mut expected = vec![0; 51];
    for (at, value) in signal.iter().enumerate() {
        for (out, tap) in expected[at..].iter_mut().zip(&taps) {
            *out += value * tap;
        }
    }
    for kernel in ["fir_naive", "fir_shift_register"] {
        let args = [slice(signal.clone()), slice(taps.clone()), slice_mut(vec![0; 40])];
        assert_eq!(agreed::<i32>(arrays(), kernel, &args, 2), expected[..40], "{kernel}");
    }
}

#[test]
fn systolic_array() {
    for (rows, depth, columns) in [(8_usize, 8_usize, 8_usize), (1, 8, 3), (5, 2, 7)] {
        let (a, b) = (ints(rows * depth, 7, 1000), ints(depth * columns, 8, 1000));
        let expected = product(&a, &b, depth, columns);
        let sizes = [rows, depth, columns].map(|size| scalar(size as u32));
        let args = [sizes.as_slice(), &[slice(a), slice(b), slice_mut(vec![0; rows * columns])]].concat();
        assert_eq!(agreed::<i32>(arrays(), "systolic_array", &args, 5), expected);
    }
}

#[test]
fn bind_op_storage() {
    for n in [0_usize, 1023, 1030] {
        let (a, b) = (words(n, 9), words(n, 10));
        let sum = |(a, b): (&u32, &u32)| (u128::from(*a).pow(2) + u128::from(*b).pow(2)) as u32;
        let expected: Vec<u32> = a.iter().zip(&b).map(sum).collect();
        let args = [scalar(n), slice(a), slice(b), slice_mut(vec![0_u32; n])];
        assert_eq!(agreed::<u32>(arrays(), "bind_op_storage", &args, 3), expected);
    }
}

#[test]
fn uram() {
    let enables: Vec<u8> = noise(200, 11).map(|n| n as u8).collect();
    let addresses = |seed| noise(200, seed).map(|n| (n % 9 * 100) as u16).collect::<Vec<u16>>();
    let (read_at, write_at) = (addresses(12), addresses(13));
    let input: Vec<u64> = noise(200, 14).collect();
    let mut memory = std::collections::HashMap::new();
    let mut expected = vec![1; 200];
    for (i, enable) in enables.iter().enumerate() {
        if enable % 2 == 1 {
            expected[i] = memory.get(&(read_at[i] % 512)).copied().unwrap_or(0);
        }
        if enable / 2 % 2 == 1 {
            memory.insert(write_at[i] % 512, input[i]);
        }
    }
    let args = [slice(enables), slice(read_at), slice(write_at), slice(input), slice_mut(vec![1_u64; 200])];
    assert_eq!(agreed::<u64>(arrays(), "uram", &args, 4), expected);
}

#[test]
fn ecc_memory() {
    let (a, b) = (ints(10, 17, 10_000), ints(10, 18, 10_000));
    for divisor in [3, -7] {
        let squared = |i: usize| f64::from((a[i] + b[i]) / divisor).powi(2);
        let expected: Vec<i32> = (0..10).map(|i| (squared(i) / (i + 1) as f64).floor() as i32).collect();
        let args = [scalar(divisor), slice(a.clone()), slice(b.clone()), slice_mut(vec![0; 10])];
        assert_eq!(agreed::<i32>(arrays(), "ecc_memory", &args, 3), expected);
    }
}

#[test]
fn tables() {
    for at in [0_u32, 4, 9, 13] {
        assert_eq!(agreed::<i16>(arrays(), "tables", &[scalar(at), slice_mut(vec![0_i16])], 1), [9]);
    }
}

/// Against the cosine of the library.
#[test]
fn coefficient_filter() {
    let input: Vec<i16> = ints(64, 15, 32767).into_iter().map(|value| value as i16).collect();
    let coefficient = |i: usize| {
        let turn = std::f64::consts::TAU * i as f64 / 63.0;
        ((0.54 - 0.46 * turn.cos()) * 16384.0).round() as i32
    };
    let expected: Vec<i32> = input.iter().enumerate().map(|(i, x)| coefficient(i) * i32::from(*x)).collect();
    let args = [slice(input), slice_mut(vec![0; 64])];
    assert_eq!(agreed::<i32>(arrays(), "coefficient_filter", &args, 1), expected);
}

#[test]
fn gather() {
    let values: Vec<f32> = ints(128, 16, 1000).into_iter().map(|value| value as f32).collect();
    let starts = vec![0_u32, 7, 31, 64];
    let four = |start: &u32| values.iter().skip(*start as usize).step_by(21).take(4).sum();
    let expected: Vec<f32> = starts.iter().map(four).collect();
    let args = [slice(values.clone()), slice(starts), scalar(21_u32), slice_mut(vec![0_f32; 4])];
    assert_eq!(agreed::<f32>(arrays(), "gather", &args, 3), expected);
}
