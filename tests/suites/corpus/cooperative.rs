//! Kernels of work-groups with barriers and local memory.

use sycl_hls_tests::page::complaints;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::stops;

subject!(cooperative, "cooperative.rs", sycl_hls_tests::kernels::cooperative::cooperative);

/// Rows: F161, F215, F216, F217.
#[test]
fn items_read_what_others_of_their_group_wrote() {
    let x: Vec<u32> = (0..24).collect();
    let args = [scalar(3_u64), slice(x), slice_mut(vec![0_u32; 24])];
    cooperative().cycles("reverse", &args);
    let y: Vec<u32> = agreed(cooperative(), "reverse", &args, 2);
    assert_eq!(y[..10], [7, 6, 5, 4, 3, 2, 1, 0, 15, 14]);
    let args = [scalar(2_u64), slice(vec![1_u32; 9]), slice_mut(vec![0_u32; 16])];
    stops(cooperative(), "reverse", &args, FaultKind::Index);
}

/// Rows: F216, F238.
#[test]
fn barriers_in_loops() {
    let x: Vec<f32> = (0..40).map(|i| i as f32).collect();
    let args = [scalar(3_u64), slice(x), slice_mut(vec![0_f32; 3])];
    let y: Vec<f32> = agreed(cooperative(), "sums", &args, 2);
    assert_eq!(y, [120.0, 376.0, 284.0]);
}

/// Rows: F161, F216.
#[test]
fn tiles_of_two_dimensions() {
    let matrix = |seed| noise(64, seed).map(|n| (n % 17) as f32).collect::<Vec<f32>>();
    let (a, b) = (matrix(1), matrix(2));
    let product: Vec<f32> =
        (0..64).map(|at| (0..8).map(|k| a[at / 8 * 8 + k] * b[k * 8 + at % 8]).sum()).collect();
    let args =
        [scalar(2_u64), scalar(2_u64), scalar(8_usize), slice(a), slice(b), slice_mut(vec![0_f32; 64])];
    let c: Vec<f32> = agreed(cooperative(), "multiply", &args, 5);
    assert_eq!(c, product);
}

/// Rows: F216.
#[test]
fn what_items_keep_across_barriers() {
    for rounds in [0_u32, 1, 4] {
        let x: Vec<u32> = noise(24, 5).map(|n| n as u32 % 250).collect();
        let args = [2_u64, 1, 2].map(scalar);
        let args = args.into_iter().chain([scalar(rounds), slice(x), slice_mut(vec![0_i64; 24])]);
        agree(cooperative(), "kept", &args.collect::<Vec<_>>());
    }
}

/// Rows: F161.
#[test]
fn local_memory_without_barriers() {
    let args = [scalar(2_u64), slice(vec![1_u32, 2, 4, 7, 9]), slice_mut(vec![0_u32; 8])];
    let y: Vec<u32> = agreed(cooperative(), "apart", &args, 2);
    assert_eq!(y, [1, 3, 1, 1, 2, 6, 2, 2]);
}

/// Rows: F239, F240, F242, F243, F244.
#[test]
fn groups_put_values_together() {
    for (seed, least) in [(1, -50), (2, 0), (3, -150)] {
        let x: Vec<i32> =
            noise(24, seed).map(|n| n as i32 % 50 + if n % 5 == 0 { least } else { 50 }).collect();
        let args = [2_u64, 2].map(scalar).into_iter();
        let args = args.chain([slice(x), slice_mut(vec![0_i32; 24]), slice_mut(vec![0_f32; 24])]);
        agree(cooperative(), "functions", &args.collect::<Vec<_>>());
    }
    // One group of the items 0 to 5.
    let x: Vec<i32> = (0..6).collect();
    let args = [scalar(1_u64), scalar(1_u64), slice(x), slice_mut(vec![0_i32; 6]), slice_mut(vec![0_f32; 6])];
    let y: Vec<i32> = agreed(cooperative(), "functions", &args, 3);
    let expected = |own: i32| {
        let before: i32 = (0..own).sum();
        // The largest is 5, so there is one round.
        let seen = ((before + own) * 2 - before) ^ (0..6).fold(0, |all, x| all ^ x);
        seen + 7 + 7
    };
    assert_eq!(y, (0..6).map(expected).collect::<Vec<_>>());
}

/// Rows: F162, F215.
#[test]
fn local_memory_and_barriers_are_of_groups() {
    for item in ["", "item: Item<1>, "] {
        let kernel = |rest: &str| format!("#[kernel] pub fn k({item}x: &[u32]{rest}");
        let said = complaints(&kernel(", tile: &Local<u32, 8>) {}")).join("\n");
        assert!(said.contains("only a kernel that runs for work-groups has local memory"), "{said}");
        let said = complaints(&kernel(") { item.barrier(); }")).join("\n");
        assert!(said.contains("SH0304") || said.contains("SH0302"), "{said}");
    }
}
