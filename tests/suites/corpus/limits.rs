//! Limits on operators change no result.

use sycl_hls_tests::value::{slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};

subject!(limits, "limits.rs", sycl_hls_tests::kernels::limits::limits);

fn words(seed: u64) -> Vec<i32> {
    noise(40, seed).map(|n| n as i32 % 10_000).collect()
}

#[test]
fn products_take_turns() {
    let x = words(1);
    let y: Vec<i32> = agreed(limits(), "products", &[slice(x.clone()), slice_mut(vec![0_i32; 40])], 1);
    assert_eq!(y[0], x[0].wrapping_mul(x[0].wrapping_add(1)));
}

#[test]
fn loops_share_one_unit() {
    let x: Vec<f32> = (0..24).map(|n| n as f32 * 0.25 - 2.0).collect();
    let args = || {
        let out = || slice_mut(vec![0.0_f32; 24]);
        [slice(vec![1.0_f32, -2.0, 0.5, 4.0]), slice(x.clone()), out(), out()]
    };
    assert_eq!(agreed::<f32>(limits(), "polynomials", &args(), 2)[8], 1.0);
    assert_eq!(agreed::<f32>(limits(), "polynomials", &args(), 3)[8], -2.0);
}

#[test]
fn a_loop_or_a_block_has_limits_of_its_own() {
    let x = words(2);
    let args = || [slice(x.clone()), slice_mut(vec![0_i32; 40]), slice_mut(vec![0.0_f64; 40])];
    let y: Vec<i32> = agreed(limits(), "quotients", &args(), 1);
    assert_eq!(y[3], (3 / (x[3] | 1)) ^ (1000 / (x[3] | 1)) ^ (x[3] % 4));
    let z: Vec<f64> = agreed(limits(), "quotients", &args(), 2);
    let value = f64::from(x[3]);
    assert_eq!(z[3], value * value * 0.5 * (value - 1.0) / (value + 0.25));
}

#[test]
fn what_comes_from_the_iteration_before_waits() {
    let x: Vec<u64> = noise(17, 3).collect();
    let mut hash = 14_695_981_039_346_656_037_u64;
    let sum = x.iter().fold(0_u64, |sum, v| {
        hash = (hash ^ v).wrapping_mul(v | 1);
        sum.wrapping_add(v.wrapping_mul(hash))
    });
    let out: Vec<u64> = agreed(limits(), "recurrence", &[slice(x), slice_mut(vec![0_u64; 2])], 1);
    assert_eq!(out, [hash, sum]);
}
