//! Kernels whose items combine values, in an order that all targets have.

use sycl_hls_tests::kernels::reductions::reductions::Hit;
use sycl_hls_tests::value::{records, scalar, slice, slice_mut};
use sycl_hls_tests::{Value, agreed, noise, subject};
use sycl_hls_types::Scalar;

use crate::corpus::everywhere;

subject!(reductions, "reductions.rs", sycl_hls_tests::kernels::reductions::reductions);

fn floats(count: usize, seed: u64) -> Vec<f32> {
    noise(count, seed).map(|n| (n % 20_001) as f32 / 128.0 - 70.0).collect()
}

fn numbers(count: usize, seed: u64) -> Vec<u32> {
    noise(count, seed).map(|n| n as u32).collect()
}

/// Where items put their values together: a block of 1,024 is full, begins, or the lanes are not all there.
const COUNTS: [usize; 9] = [0, 1, 5, 16, 33, 1023, 1024, 1025, 2600];

/// What the values are together in the order that the language has, written down once more.
fn sum(values: &[f32], before: f32) -> f32 {
    let together = |a: Option<f32>, b: Option<f32>| match (a, b) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    let mut totals = [None; 16];
    for block in values.chunks(1024) {
        for (lane, total) in totals.iter_mut().enumerate() {
            let part = block.iter().skip(lane).step_by(16).copied().reduce(|a, b| a + b);
            *total = together(*total, part);
        }
    }
    let tree = (0..4).fold(totals.to_vec(), |row, _| {
        let (low, high) = row.split_at(row.len() / 2);
        low.iter().zip(high).map(|(a, b)| together(*a, *b)).collect()
    });
    tree[0].map_or(before, |total| before + total)
}

/// Rows: F228, F229, F232.
#[test]
fn sums_of_floats_have_one_order() {
    for count in COUNTS {
        let (x, y) = (floats(count, 1), floats(count, 2));
        let products: Vec<f32> = x.iter().zip(&y).map(|(x, y)| x * y).collect();
        let args = [scalar(count as u64), slice(x), slice(y), slice_mut(vec![3.25_f32])];
        let found: Vec<f32> = agreed(reductions(), "dot", &args, 3);
        assert_eq!(found[0].to_bits(), sum(&products, 3.25).to_bits(), "{count}: {found:?}");
        everywhere(reductions(), "dot", &args);
    }
}

/// Rows: F207, F228, F235.
#[test]
fn several_results() {
    for count in COUNTS {
        let x = numbers(count, 3);
        let (total, largest) = (x.iter().fold(7_u32, |a, b| a.wrapping_add(*b)), x.iter().copied().max());
        let args = [scalar(count as u64), slice(x), slice_mut(vec![7_u32]), slice_mut(vec![9_u32])];
        let (found, _) = everywhere(reductions(), "sum_and_most", &args);
        assert_eq!(found[2], [total.into()]);
        assert_eq!(found[3], [largest.unwrap_or_default().max(9).into()]);
    }
}

/// A pipelined item ends in each cycle.
#[test]
fn an_item_in_each_cycle() {
    let cycles = |count: usize| {
        let (x, y) = (floats(count, 1), floats(count, 2));
        let args = [scalar(count as u64), slice(x), slice(y), slice_mut(vec![0_f32])];
        everywhere(reductions(), "dot", &args).1
    };
    assert_eq!(cycles(3000) - cycles(2000), 1000);
}

/// Rows: F236.
#[test]
fn items_combine_any_number_of_values() {
    for [rows, width] in [[0_usize, 3], [1, 1], [3, 7], [2, 700], [40, 33]] {
        let x: Vec<f64> = noise(rows * width, 5).map(|n| (n % 900) as f64 / 100.0 - 3.0).collect();
        let args = [scalar(rows as u64), scalar(width as u64), slice(x), slice_mut(vec![-0.0_f64])];
        everywhere(reductions(), "some", &args);
    }
    // Nothing is combined, so that nothing happens to the sign of the zero.
    let args = [scalar(1_u64), scalar(2_u64), slice(vec![-1.0, 0.5]), slice_mut(vec![-0.0_f64])];
    let found: Vec<f64> = agreed(reductions(), "some", &args, 3);
    assert!(found[0].is_sign_negative());
}

/// Rows: F232.
#[test]
fn an_operation_of_structs() {
    for count in [0, 1, 40, 1500] {
        let x = floats(count, 6);
        let nearest = x.iter().map(|x| (x - 2.5).abs()).enumerate();
        let nearest = nearest.min_by(|a, b| a.1.total_cmp(&b.1)).filter(|(_, distance)| *distance < 60.0);
        let best = [Hit { distance: 60.0, index: u32::MAX }];
        let best = slice_mut(records(&best, &[Scalar::F32, Scalar::U32]));
        let args = [scalar(count as u64), slice(x), scalar(2.5_f32), best];
        let (found, _) = everywhere(reductions(), "nearest", &args);
        let index = nearest.map_or(u32::MAX, |(index, _)| index as u32);
        assert_eq!(found[3][1], index.into());
    }
}

/// Rows: F228, F235.
#[test]
fn operations_of_integers() {
    for count in [0, 3, 100] {
        let x: Vec<i16> = noise(count, 8).map(|n| n as i16).collect();
        let mut args: Vec<Value> = vec![scalar(count as u64), slice(x.clone())];
        args.extend([3_i16, -1, 0, 0, 1, 0, i16::MAX].map(|before| slice_mut(vec![before])));
        let (found, _) = everywhere(reductions(), "bits", &args);
        assert_eq!(found[3], [x.iter().fold(-1_i16, |a, b| a & b).into()]);
        assert_eq!(found[5], [x.iter().fold(0_i16, |a, b| a ^ b).into()]);
        assert_eq!(found[6], [i16::from(x.iter().all(|x| *x != 0)).into()]);
    }
}

/// Rows: F233.
#[test]
fn identities_change_nothing() {
    let values = [0.5_f32, -3.0, 7.5, f32::MAX];
    let mut args = vec![scalar(20_u64), slice_mut(vec![9_f32; 4]), slice_mut(vec![9; 3])];
    args.extend(values.map(|value| slice_mut(vec![value])));
    args.extend([5, 0, -9].map(|value| slice_mut(vec![value])));
    let (found, _) = everywhere(reductions(), "identities", &args);
    assert_eq!(found[1], [0.0, 1.0, f32::INFINITY, f32::NEG_INFINITY].map(Into::into));
    assert_eq!(found[2], [-1, 1, i32::MIN].map(Into::into));
    assert_eq!(found[3..7].concat(), values.map(Into::into));
    assert_eq!(found[7..].concat(), [5, 0, -9].map(Into::into));
}

#[test]
fn items_of_groups() {
    for [rows, columns, height, width] in [[2_u64, 3, 3, 4], [1, 1, 1, 1], [5, 2, 9, 16], [0, 2, 2, 2]] {
        let items = (rows * columns * height * width) as usize;
        let mut args = [rows, columns, height, width].map(scalar).to_vec();
        args.extend([slice(floats(items + 1, 9)), slice_mut(floats(items, 10))]);
        args.extend([slice_mut(vec![1_f32]), slice_mut(vec![f32::NAN])]);
        everywhere(reductions(), "grouped", &args);
    }
}

#[test]
fn barriers() {
    for groups in [0_usize, 1, 3, 140] {
        let args = [
            scalar(groups as u64),
            slice(floats(groups * 8, 11)),
            slice_mut(vec![1_f32]),
            slice_mut(vec![2_f32]),
        ];
        everywhere(reductions(), "around_a_barrier", &args);
    }
}

#[test]
fn arrays() {
    for extents in [[1_usize, 1, 1], [3, 5, 7], [2, 33, 20], [1, 0, 4]] {
        let points: Vec<[f32; 3]> =
            floats(3 * extents.iter().product::<usize>(), 12).chunks(3).map(|x| [x[0], x[1], x[2]]).collect();
        let mut args = extents.map(scalar).to_vec();
        args.push(slice(records(&points, &[Scalar::F32; 3])));
        args.push(slice_mut(records(&[[1_f32, -2.0, 0.5]], &[Scalar::F32; 3])));
        args.push(slice_mut(vec![0_u32]));
        everywhere(reductions(), "center", &args);
    }
}

#[test]
fn fixed_point_numbers() {
    let bits = Scalar::int(false, 12).expect("12 bits");
    for count in [0, 9, 1100] {
        let x: Vec<u16> = noise(count, 13).map(|n| n as u16 % 64).collect();
        let total = x.iter().sum::<u16>().min(4095);
        let [x, sum] = [x, vec![0]].map(|raw| records(&raw, &[bits]));
        let (found, _) =
            everywhere(reductions(), "capped", &[scalar(count as u64), slice(x), slice_mut(sum)]);
        assert_eq!(found[2][0].bits(), Some(total.into()));
    }
}

/// An operation that is not even commutative shows the order of operands.
#[test]
fn the_order_of_operands() {
    for count in COUNTS {
        let x: Vec<u32> = (1..=count as u32).collect();
        everywhere(reductions(), "second", &[scalar(count as u64), slice(x), slice_mut(vec![0_u32])]);
    }
}

#[test]
fn generic() {
    let args = [scalar(3_u64), slice(vec![200_u8, 100, 7]), slice_mut(vec![1_u8])];
    assert_eq!(agreed::<u8>(reductions(), "total_u8", &args, 2), [52]);
    let args = [scalar(2_u64), slice(vec![0.1, 0.2]), slice_mut(vec![0.3])];
    assert_eq!(agreed::<f64>(reductions(), "total_f64", &args, 2), [0.3 + (0.1 + 0.2)]);
}
