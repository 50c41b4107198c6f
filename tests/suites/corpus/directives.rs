//! Directives change no result.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

subject!(directives, "directives.rs", sycl_hls_tests::kernels::directives::directives);

fn words(seed: u64) -> Vec<u32> {
    noise(64, seed).map(|n| n as u32).collect()
}

fn signed(seed: u64) -> Vec<i32> {
    noise(64, seed).map(|n| n as i32).collect()
}

#[test]
fn loops() {
    let x = signed(1);
    let y: Vec<i32> = agreed(directives(), "loops", &[slice(x.clone()), slice_mut(vec![0; 64])], 1);
    assert!(y[4..].iter().zip(&x[4..]).all(|(y, x)| *y == x.wrapping_mul(3).wrapping_add(1)));
    let sum = x[..16].iter().fold(0_i32, |sum, x| sum.wrapping_add(*x));
    assert_eq!(y[0], sum.wrapping_mul(sum));
    let y: Vec<u32> = agreed(directives(), "rewound", &[slice(words(2)), slice_mut(vec![0_u32; 64])], 1);
    assert!(y.iter().zip(words(2)).all(|(y, x)| *y == x ^ 255));
}

#[test]
fn dependences() {
    let args = [slice(vec![3_u8, 3, 7, 3]), slice_mut(vec![0_u32; 256])];
    let counts: Vec<u32> = agreed(directives(), "dependences", &args, 1);
    assert_eq!((counts[3], counts[7], counts.iter().sum::<u32>()), (3, 1, 4));
}

#[test]
fn arrays() {
    let y: Vec<i32> = agreed(directives(), "arrays", &[slice(signed(3)), slice_mut(vec![0; 64])], 1);
    assert_eq!(y[5], signed(3)[5].wrapping_mul(2).wrapping_add(6));
}

#[test]
fn operators() {
    let args = [scalar(7), scalar(-6), scalar(1.5_f32), scalar(2.5_f64), slice_mut(vec![0.0_f64])];
    assert_eq!(agreed::<f64>(directives(), "operators", &args, 4), [6.25 - 42.0 + 0.5 + 2.0]);
}

#[test]
fn functions() {
    for mode in [0_u32, 1] {
        let args = [scalar(mode), slice(words(4)), slice_mut(vec![0_u32; 64])];
        let y: Vec<u32> = agreed(directives(), "functions", &args, 2);
        let apart = |x: u32| (x >> 3) ^ (x >> 5) ^ (x >> 7);
        let x = words(4)[9];
        let weighted = x.wrapping_mul(if mode == 1 { 5 } else { 9 });
        assert_eq!(y[9], weighted.wrapping_add(apart(x)).wrapping_add(apart(x) | 1));
    }
}

#[test]
fn flushed() {
    let x = vec![1.0_f32, -f32::MIN_POSITIVE, 1e-39, 2e-38];
    let y: Vec<f32> = agreed(directives(), "flushed", &[slice(x), slice_mut(vec![1_f32; 4])], 1);
    assert_eq!(y, [0.5, 0.0, 0.0, 0.0]);
}

#[test]
fn blocks() {
    let x: Vec<i32> = (0..8).collect();
    let y: Vec<i32> = agreed(directives(), "blocks", &[slice(x), slice_mut(vec![0; 8])], 1);
    assert_eq!(y, [12, 2, 2, 2, 4, 4, 4, 4]);
}

#[test]
fn ports_and_places() {
    let (a, b, table) = (words(5), words(6), words(7));
    let args = [
        scalar(64_u32),
        slice(a.clone()),
        slice(b.clone()),
        slice_mut(vec![0_u32; 64]),
        slice(table.clone()),
    ];
    let y: Vec<u32> = agreed(directives(), "ports", &args, 3);
    assert_eq!(y[2], a[2].wrapping_add(b[2]) ^ table[(a[2] % 16) as usize]);
    let args = [slice(a.clone()), slice_mut(vec![0_u32; 64]), slice(b.clone()), slice(table.clone())];
    let y: Vec<u32> = agreed(directives(), "placed", &args, 1);
    assert_eq!(y[2], a[2].wrapping_add(b[2]).wrapping_add(table[2]));
    let args = [scalar(3_u32), scalar(4_u32), slice_mut(vec![0_u32])];
    assert_eq!(agreed::<u32>(directives(), "exchanged", &args, 2), [7]);
}
