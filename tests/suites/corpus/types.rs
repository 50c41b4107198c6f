//! Structs, tuples, enums and `Option`.

use sycl_hls_tests::kernels::types::types::{Particle, Point};
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{Value, agree, agreed, noise, subject};
use sycl_hls_types::{FaultKind, Scalar};

use crate::corpus::stops;

subject!(types, "types.rs", sycl_hls_tests::kernels::types::types);

fn floats(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).map(|n| (n % 64) as f32 / 4.0 - 8.0).collect()
}

fn points(count: usize) -> Vec<Point> {
    floats(2 * count, 7).chunks_exact(2).map(|xy| Point { x: xy[0], y: xy[1] }).collect()
}

#[test]
fn structs_in_slices_and_by_value() {
    const FIELDS: [Scalar; 2] = [Scalar::F32; 2];
    let origin = Value::Struct(records(&[Point { x: 0.5, y: -1.0 }], &FIELDS));
    let args = [origin, slice(records(&points(9), &FIELDS)), slice_mut(records(&points(9), &FIELDS))];
    agree(types(), "points", &args);
    let (f, u) = (Scalar::F32, Scalar::U32);
    let particle = |(id, pos): (usize, Point)| Particle { pos, vel: [pos.y, 1.0], id: id as u32, flags: 7 };
    let particles: Vec<Particle> = points(5).into_iter().enumerate().map(particle).collect();
    let all = slice_mut(records(&particles, &[f, f, f, f, u, u]));
    agree(types(), "particles", &[scalar(0.25_f32), all]);
}

#[test]
fn tuples() {
    let y: Vec<i32> = agreed(types(), "tuples", &[slice(vec![4, -7, 9]), slice_mut(vec![0; 4])], 1);
    assert_eq!(y, [-7, 8, 3, 12]);
}

#[test]
fn states() {
    let x: Vec<i32> = noise(20, 3).map(|n| n as i32 % 1000).collect();
    agree(types(), "states", &[slice(x), slice_mut(vec![0_i64; 4])]);
}

#[test]
fn enums() {
    for steps in 0..6_u32 {
        agree(types(), "enums", &[scalar(steps), slice_mut(vec![0; 3])]);
    }
    let y: Vec<i32> = agreed(types(), "enums", &[scalar(3_u32), slice_mut(vec![0; 3])], 1);
    assert_eq!(y, [-1, 1, 1]);
}

#[test]
fn shapes() {
    let kinds: Vec<u32> = (0..9).map(|i| i % 5).collect();
    for a in floats(4, 9) {
        agree(types(), "shapes", &[slice(kinds.clone()), scalar(a), slice_mut(vec![0_f32; 9])]);
    }
}

#[test]
fn options() {
    let x = vec![5, 1, i32::MAX, -3, 8, 8];
    for wanted in [5, 1, 8, 77, i32::MAX, i32::MIN] {
        agree(types(), "options", &[slice(x.clone()), scalar(wanted), slice_mut(vec![0; 4])]);
    }
}

#[test]
fn assembled() {
    let x = vec![1, 2, 3, 4, 5, 6, 7, 8, 9];
    agree(types(), "assembled", &[slice(x), slice_mut(vec![0; 9])]);
}

#[test]
fn references() {
    agree(types(), "references", &[slice(vec![3, 4, 5, 6, 7]), slice_mut(vec![0; 9])]);
    let message = stops(types(), "references", &[slice(vec![3]), slice_mut(vec![0; 9])], FaultKind::Index);
    assert_eq!(message, "slice index starts at 1 but ends at 0");
    stops(types(), "references", &[slice(vec![3, 4]), slice_mut(vec![0; 9])], FaultKind::Index);
}
