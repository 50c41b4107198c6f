//! Our own RTL, simulated cycle by cycle: a sample of the kernels, with the cycles that they take. `make hw-emu-all` runs
//! all of them.

use std::sync::OnceLock;

use sycl_hls_tests::kernels::algorithms::algorithms::__SYCL_HLS_MODULE as MODULE;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, noise};

fn algorithms() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("algorithms.rs", &MODULE))
}

/// An element a cycle: reading, computing, writing.
#[test]
fn axpy_starts_an_iteration_every_cycle() {
    let cycles = |len: usize| {
        let x: Vec<i32> = noise(len, 1).map(|n| n as i32 % 1000).collect();
        algorithms().cycles("axpy", &[scalar(42), slice(x.clone()), slice_mut(x)])
    };
    assert_eq!(cycles(2000) - cycles(1000), 1000);
    // Nothing to do: through the registers, and done.
    assert!(cycles(0) < 8);
}

/// What was counted is read again before the next is.
#[test]
fn histogram() {
    let data: Vec<u8> = noise(500, 2).map(|n| (n % 7) as u8).collect();
    algorithms().cycles("histogram", &[slice(data), slice_mut(vec![0_u32; 256])]);
}

/// Loops within loops, floats, a local array.
#[test]
fn matmul() {
    let matrix = |seed| noise(64, seed).map(|n| (n % 100) as f32 * 0.25).collect::<Vec<f32>>();
    algorithms().cycles("matmul", &[slice(matrix(1)), slice(matrix(2)), slice_mut(vec![0_f32; 64])]);
}

/// The end of a loop depends on data.
#[test]
fn mandelbrot() {
    let image = slice_mut(vec![0_u32; 24]);
    algorithms().cycles("mandelbrot", &[scalar(6_usize), scalar(4_usize), scalar(30_u32), image]);
}

/// Writes and reads of the same slice: what was written has arrived before it is read.
#[test]
fn prefix_sum() {
    let data: Vec<i64> = noise(50, 5).map(|n| n as i64 >> 20).collect();
    algorithms().cycles("prefix_sum", &[slice_mut(data)]);
}
