//! Types in functions, and references that `min` and `max` give.

use sycl_hls_tests::subject;
use sycl_hls_tests::value::slice_mut;

use super::{any, everywhere, values};

subject!(local_types, "local_types.rs", sycl_hls_tests::kernels::local_types::local_types);

#[test]
fn types_in_functions() {
    let (result, _) = everywhere(local_types(), "local", &[slice_mut((1..=16).collect::<Vec<u32>>())]);
    assert_eq!(result[0][..4], values(&[11_u32, 2, 3, 14]));
    for seed in 0..8 {
        any(local_types(), "local", &[slice_mut((seed..seed + 16).collect::<Vec<u32>>())]);
    }
}

#[test]
fn names_that_hide_others() {
    let mut x: Vec<u32> = (0..16).collect();
    x[0] = 5;
    let (result, _) = everywhere(local_types(), "shadowed", &[slice_mut(x)]);
    assert_eq!(result[0][..11], values(&[48_u32, 1, 66, 45, 48, 51, 6, 5105, 507, 24, 29]));
}

#[test]
fn extremes_of_references() {
    for first in [1_u32, 40, 100] {
        let x = [first, 7, 9, 60, 3, u32::MAX - 99, 12];
        any(local_types(), "extremes", &[slice_mut(x.to_vec()), slice_mut(vec![0_u32; 6])]);
        let x = [first, 7, 9, 60, 3];
        let (result, _) =
            everywhere(local_types(), "extremes", &[slice_mut(x.to_vec()), slice_mut(vec![0_u32; 6])]);
        assert_eq!(result[1][0], (x.iter().max().unwrap() + x.iter().min().unwrap()).into());
    }
    any(local_types(), "extremes", &[slice_mut(vec![1_u32; 3]), slice_mut(vec![0_u32; 6])]);
}
