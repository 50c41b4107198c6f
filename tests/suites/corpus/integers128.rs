//! Integers of 128 bits, on corner values.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, subject};
use sycl_hls_types::FaultKind;

use crate::corpus::{everywhere, pairs, stops as stops_at};

subject!(integers128, "integers128.rs", sycl_hls_tests::kernels::integers128::integers128);

const TOP: u128 = 1 << 127;

const CORNERS: [u128; 10] = [
    0,
    1,
    7,
    1 << 64,
    u64::MAX as u128,
    TOP,
    TOP - 1,
    u128::MAX,
    u128::MAX - 6,
    0x1234_5678_9abc_def0_0fed_cba9_8765_4321,
];

/// The words of numbers, the low one first.
fn words(numbers: &[u128]) -> Vec<u64> {
    numbers.iter().flat_map(|number| [*number as u64, (*number >> 64) as u64]).collect()
}

#[test]
fn methods_give_what_rust_gives() {
    let (a, b) = pairs(&CORNERS, |n| u128::from(n) << 64 | u128::from(n.rotate_left(29)));
    let (y, c) = (vec![0_u64; 44 * a.len()], vec![0_u32; 8 * a.len()]);
    for kernel in ["unsigned", "signed"] {
        let args = [slice(words(&a)), slice(words(&b)), slice_mut(y.clone()), slice_mut(c.clone())];
        agree(integers128(), kernel, &args);
    }
}

#[test]
fn casts_round_and_saturate() {
    let halfway = [
        (1 << 53) + 1,
        ((1 << 53) + 1) << 60 | 1,
        3 << 103,
        (1 << 25) + 2,
        (1 << 90) + (1 << 66),
        u128::MAX << 103,
    ];
    let a = [CORNERS.as_slice(), &halfway].concat();
    let f = [
        0.0,
        -0.0,
        0.9,
        -0.9,
        1.0,
        -1.5,
        4.5e15,
        1e16,
        1e30,
        -1e30,
        1.7e38,
        -1.7e38,
        3.4e38,
        1e39,
        -1e39,
        f64::from_bits(0x47e0_0000_0000_0000),
        f64::from_bits(0x47ef_ffff_ffff_ffff),
        f64::from_bits(0xc7e0_0000_0000_0000),
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        5e-324,
    ];
    let y = vec![0_u64; 8 * (a.len() + f.len())];
    agree(integers128(), "casts", &[slice(words(&a)), slice(f.to_vec()), slice_mut(y)]);
}

#[test]
fn patterns_tell_them_apart() {
    let a = [0, 1, 0xffff, 0x1_0000, TOP - 2, TOP - 1, TOP, TOP + 1, u128::MAX - 1, u128::MAX];
    let (values, _) = everywhere(integers128(), "patterns", &[slice(words(&a)), slice_mut(vec![0_u32; 10])]);
    let found: Vec<String> = values[1].iter().map(ToString::to_string).collect();
    assert_eq!(found, ["2", "12", "13", "23", "23", "33", "40", "51", "51", "61"]);
}

#[test]
fn products_of_words_find_primes() {
    let n = vec![5_u64, 9, 561, 2_147_483_647, 18_446_744_073_709_551_557, 18_446_744_073_709_551_556 - 1];
    let y: Vec<u32> = agreed(integers128(), "primes", &[slice(n), slice_mut(vec![0_u32; 6])], 1);
    assert_eq!(y, [1, 0, 0, 1, 1, 0]);
}

#[test]
fn they_go_through_streams() {
    let x = vec![u64::MAX, 3, u64::MAX / 3, 1 << 63, 5, 0, 77];
    everywhere(integers128(), "streamed", &[slice(x), slice_mut(vec![0_u64; 8])]);
}

#[test]
fn overflow_stops_the_run() {
    let stopped = |a: u128, b: u128, which: u32, kind| {
        let args = [slice(words(&[a])), slice(words(&[b])), scalar(which), slice_mut(vec![0_u64; 2])];
        stops_at(integers128(), "stops", &args, kind)
    };
    stopped(u128::MAX, 1, 0, FaultKind::Overflow);
    stopped(3, 4, 1, FaultKind::Overflow);
    stopped(1 << 64, 1 << 64, 2, FaultKind::Overflow);
    stopped(5, 0, 3, FaultKind::Division);
    stopped(5, 128, 4, FaultKind::Shift);
    stopped(TOP - 1, 1, 5, FaultKind::Overflow);
    stopped(TOP, 1, 6, FaultKind::Overflow);
    stopped(TOP, u128::MAX, 7, FaultKind::Overflow);
    stopped(TOP, u128::MAX, 8, FaultKind::Overflow);
    stopped(TOP, 0, 9, FaultKind::Overflow);
    stopped(0, 0, 10, FaultKind::Other);
}
