//! MachSuite: sorting.

use sycl_hls_tests::kernels::suites::sorting::sorting as kernels;
use sycl_hls_tests::value::slice_mut;
use sycl_hls_tests::{agreed, noise, subject};

use super::{ints, quarters};

subject!(sorting, "suites/sorting.rs", kernels);

#[test]
fn sort_merge() {
    for seed in 0..4 {
        let integers: Vec<i32> = ints(64, seed, 20).into_iter().map(|n| n as i32).collect();
        let floats: Vec<f32> = quarters(21, seed).into_iter().map(|n| n as f32).collect();
        let args = [slice_mut(integers.clone()), slice_mut(floats.clone())];
        let (mut by_value, mut by_order) = (integers, floats);
        by_value.sort_unstable();
        by_order.sort_unstable_by(f32::total_cmp);
        assert_eq!(agreed::<i32>(sorting(), "sort_merge", &args, 0), by_value);
        assert_eq!(agreed::<f32>(sorting(), "sort_merge", &args, 1), by_order);
    }
}

#[test]
fn sort_radix() {
    for shift in [0, 16, 30] {
        let values: Vec<u32> = noise(64, 9).map(|n| n as u32 >> shift).collect();
        let mut sorted = values.clone();
        sorted.sort_unstable();
        assert_eq!(agreed::<u32>(sorting(), "sort_radix", &[slice_mut(values)], 0), sorted);
    }
}
