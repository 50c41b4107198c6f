//! Comparisons of what is no number, `core::cmp` and `core::mem`.

use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

use crate::corpus::any;

subject!(orders, "orders.rs", sycl_hls_tests::kernels::orders::orders);

/// Numbers of which many are equal.
fn numbers(len: usize, seed: u64) -> Vec<i32> {
    noise(len, seed).map(|n| if n % 3 == 0 { n as i32 & 7 } else { (n as i32 >> 22) - 300 }).collect()
}

#[test]
fn operators() {
    let floats = [1.0_f32, -1.0, 0.0, -0.0, f32::NAN, 2.0, f32::INFINITY, f32::NAN, f32::MIN_POSITIVE];
    for seed in 0..6 {
        let x = numbers(64, seed);
        let f: Vec<f32> = noise(32, seed + 50).map(|n| floats[n as usize % floats.len()]).collect();
        any(orders(), "operators", &[slice(x), slice(f), slice_mut(vec![0_u32; 13 * 16])]);
    }
    let args = [slice(vec![1, 2, 1, 3]), slice(vec![0.5_f32, f32::NAN]), slice_mut(vec![0_u32; 13])];
    let y: Vec<u32> = agreed(orders(), "operators", &args, 2);
    let (less, equal, greater, none) = (1 | 2 | 32 | 64, 2 | 8 | 16 | 128, 4 | 8 | 32 | 256, 32 | 512);
    // (1, 2) < (1, 3); (0.5, 1) and (NaN, 1) have no order; (false, 1) = (false, 1); [1, 2, 1] < [2, 1, 3]; ..
    assert_eq!(&y[..4], [less, none, equal, less]);
    // .. Version 1.-2 < 2.-2; Some > None only where the last number is even; Circle < Box; Mid = -3 < High = 20.
    assert_eq!(&y[5..9], [less, less, less, less]);
    // The state that costs as much as another is the larger one at the later place.
    assert_eq!(&y[9..12], [less, greater, less ^ none]);
    assert_eq!(y[12], 1, "[1, 2] < [2, 1, 3]");
}

#[test]
fn methods() {
    for seed in 0..4 {
        any(orders(), "methods", &[slice(numbers(40, seed)), slice_mut(vec![0; 13 * 20])]);
    }
    let y: Vec<i32> = agreed(orders(), "methods", &[slice(vec![3, 4]), slice_mut(vec![0; 13])], 1);
    assert_eq!(&y[..9], [-1, 1, 1, 1, 1 | 4, 1, 3, 7, -8]);
    assert_eq!(&y[10..], [3, 10, -1]);
}

#[test]
fn cheapest() {
    let costs = vec![9_u32, 3, 3, 100, 0, 7, 3];
    let y: Vec<u32> = agreed(orders(), "cheapest", &[slice(costs), slice_mut(vec![0_u32; 7])], 1);
    // Of equal costs the later place comes first.
    assert_eq!(y, [4, 3 << 8 | 6, 3 << 8 | 2, 3 << 8 | 1, 7 << 8 | 5, 9 << 8, 100 << 8 | 3]);
    for seed in 0..3 {
        let costs: Vec<u32> = noise(20, seed).map(|n| n as u32 % 9).collect();
        any(orders(), "cheapest", &[slice(costs), slice_mut(vec![0_u32; 16])]);
    }
}

#[test]
fn places() {
    let y: Vec<i32> = agreed(orders(), "places", &[slice(vec![5, -2, 7]), slice_mut(vec![0; 9])], 1);
    assert_eq!(y, [7, -2, 5, 3, -2, 1, 2, 2, -2]);
    for seed in 0..2 {
        any(orders(), "places", &[slice(numbers(3, seed)), slice_mut(vec![0; 9])]);
    }
}
