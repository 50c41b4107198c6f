//! Kernels whose items have elements of their own.

use sycl_hls_tests::kernels::own_elements::own_elements::Particle;
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, noise, subject};
use sycl_hls_types::{FaultKind, Scalar};

use crate::corpus::{everywhere, stops};

subject!(own_elements, "own_elements.rs", sycl_hls_tests::kernels::own_elements::own_elements);

fn numbers(count: usize, seed: u64) -> Vec<u32> {
    noise(count, seed).map(|n| n as u32 % 1000).collect()
}

/// Rows: F190.
#[test]
fn an_element_for_each_item() {
    let args =
        [scalar(4_u64), scalar(2_f32), slice(vec![1_f32, 2.0, 3.0, 4.0, 5.0]), slice_mut(vec![0.5_f32; 4])];
    let y: Vec<f32> = agreed(own_elements(), "saxpy", &args, 3);
    assert_eq!(y, [2.5, 4.5, 6.5, 8.5]);
    everywhere(own_elements(), "saxpy", &args);
    let args = [scalar(200_u64), scalar(2_f32), slice(vec![1_f32; 150]), slice_mut(vec![0.5_f32; 200])];
    stops(own_elements(), "saxpy", &args, FaultKind::Index);
}

#[test]
fn structs_and_memory_that_items_share() {
    let particle = |n: i32| Particle { at: [n % 50, n % 7], speed: [n % 13 - 6, n % 5 - 2] };
    let particles: Vec<Particle> = noise(70, 4).map(|n| particle((n % 1000) as i32)).collect();
    let mass: Vec<u8> = noise(70, 3).map(|n| (n % 3) as u8).collect();
    let args = [
        scalar(70_u64),
        scalar(50),
        slice(mass),
        slice_mut(records(&particles, &[Scalar::I32; 4])),
        slice_mut(vec![9_u32; 70]),
    ];
    everywhere(own_elements(), "step", &args);
}

/// Rows: F190.
#[test]
fn two_dimensions() {
    let x = numbers(64, 1);
    let args = [
        scalar(5_u64),
        scalar(6_u64),
        slice(x),
        slice(numbers(30, 2)),
        slice_mut(vec![0_u32; 30]),
        slice_mut(vec![0_u64; 30]),
    ];
    everywhere(own_elements(), "around", &args);
    let none = [
        scalar(0_u64),
        scalar(6_u64),
        slice(numbers(64, 1)),
        slice(Vec::<u32>::new()),
        slice_mut(Vec::<u32>::new()),
        slice_mut(Vec::<u64>::new()),
    ];
    everywhere(own_elements(), "around", &none);
}

#[test]
fn blocks() {
    let x: Vec<i16> = noise(24, 5).map(|n| n as i16 / 2).collect();
    let args = [scalar(6_u64), slice(x), slice_mut(vec![0_i16; 24]), slice_mut(vec![0_i16; 12])];
    everywhere(own_elements(), "blocks", &args);
}

#[test]
fn generic() {
    let args = [scalar(3_u64), slice(vec![1, 2, 3]), slice_mut(vec![10, 20, 30])];
    let y: Vec<i32> = agreed(own_elements(), "square_i32", &args, 2);
    assert_eq!(y, [11, 24, 39]);
    everywhere(
        own_elements(),
        "square_f64",
        &[scalar(2_u64), slice(vec![0.5, -1.5]), slice_mut(vec![1.0, 2.0])],
    );
}

/// Rows: F191.
#[test]
fn groups() {
    let args = [3_u64, 2, 2, 4].map(scalar).into_iter();
    let args = args.chain([slice(numbers(48, 7)), slice_mut(numbers(48, 8))]);
    everywhere(own_elements(), "tiles", &args.collect::<Vec<_>>());
    let args = [scalar(3_u64), scalar(2_u64), slice(numbers(48, 7)), slice_mut(vec![0_u32; 48])];
    everywhere(own_elements(), "mirrored", &args);
}
