//! Kernels for several compute units, banks and regions.

use sycl_hls_tests::kernels::port::system::system as kernels;
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{agreed, subject, values_agreed};
use sycl_hls_types::{Scalar, ScalarValue};

use super::{ints, product, words};
use kernels::Lanes;

// The kernels are on a board that has DDR, HBM and PLRAM.
subject!(system on "u280", "port/system.rs", kernels);

/// Four units, each a quarter: together they do all.
#[test]
fn compute_units() {
    let (a, b) = (ints(100, 1, 1000), ints(100, 2, 1000));
    let mut sums = vec![0; 100];
    for unit in 0..4_u32 {
        let args = [scalar(unit * 25), scalar(25_u32), slice(a.clone()), slice(b.clone()), slice_mut(sums)];
        sums = agreed(system(), "compute_units", &args, 4);
    }
    assert!(sums.iter().zip(a.iter().zip(&b)).all(|(sum, (a, b))| *sum == a + b));
}

#[test]
fn asymmetrical_units() {
    for n in [0_usize, 64, 100] {
        let (a, b) = (words(n, 3), words(n, 4));
        let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| a.wrapping_add(*b)).collect();
        let args = [scalar(n), slice(a), slice(b), slice_mut(vec![0_u32; n])];
        assert_eq!(agreed::<u32>(system(), "asymmetrical_units", &args, 3), expected);
    }
}

#[test]
fn hbm_range() {
    let (a, b) = (words(80, 12), words(80, 13));
    let sum = |(a, b): (&u32, &u32)| ScalarValue::from((u64::from(*a) + u64::from(*b)) as u32);
    let expected: Vec<ScalarValue> = a.iter().zip(&b).map(sum).collect();
    let vectors = |numbers: &[u32]| {
        let vector = |part: &[u32]| Lanes { lanes: std::array::from_fn(|lane| part[lane]) };
        records(&numbers.chunks_exact(16).map(vector).collect::<Vec<_>>(), &[Scalar::U32; 16])
    };
    let args = [slice(vectors(&a)), slice(vectors(&b)), slice_mut(vectors(&a))];
    assert_eq!(values_agreed(system(), "hbm_range", &args, 2), expected);
}

#[test]
fn hbm_channels() {
    let (a, b) = (words(50, 5), words(50, 6));
    let sums: Vec<u32> = a.iter().zip(&b).map(|(a, b)| (u64::from(*a) + u64::from(*b)) as u32).collect();
    let products: Vec<u32> = a.iter().zip(&b).map(|(a, b)| (u64::from(*a) * u64::from(*b)) as u32).collect();
    let out = || slice_mut(vec![0_u32; 50]);
    let args = [scalar(50_usize), slice(a), slice(b), out(), out()];
    assert_eq!(agreed::<u32>(system(), "hbm_channels", &args, 3), sums);
    assert_eq!(agreed::<u32>(system(), "hbm_channels", &args, 4), products);
}

/// What one kernel gives is what the other one takes.
#[test]
fn regions_in_a_row() {
    let (a, b, c) = (ints(30, 7, 1000), ints(30, 8, 1000), ints(30, 9, 1000));
    let args = [slice(a.clone()), slice(b.clone()), slice_mut(vec![0; 30])];
    let products: Vec<i32> = agreed(system(), "slr_multiply", &args, 2);
    let args = [slice(products), slice(c.clone()), slice_mut(vec![0; 30])];
    let sums: Vec<i32> = agreed(system(), "slr_add", &args, 2);
    assert!((0..30).all(|i| sums[i] == a[i] * b[i] + c[i]));
}

#[test]
fn clocked() {
    let (a, b) = (words(40, 14), words(40, 15));
    let expected: Vec<u32> = a.iter().zip(&b).map(|(a, b)| (u64::from(*a) + u64::from(*b)) as u32).collect();
    let args = [slice(a), slice(b), slice_mut(vec![0_u32; 40]), scalar(40_u32)];
    assert_eq!(agreed::<u32>(system(), "clocked", &args, 2), expected);
}

#[test]
fn mailbox() {
    let args = [scalar(-6), scalar(7), slice_mut(vec![0]), slice_mut(vec![0])];
    assert_eq!(agreed::<i32>(system(), "mailbox", &args, 2), [1]);
    assert_eq!(agreed::<i32>(system(), "mailbox", &args, 3), [-42]);
}

#[test]
fn plram() {
    let (small, large) = (ints(256, 10, 1000), ints(160, 11, 1000));
    let expected = product(&large, &small, 16, 16);
    let args = [slice(small), slice(large), slice_mut(vec![0; 160])];
    assert_eq!(agreed::<i32>(system(), "plram", &args, 2), expected);
}
