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
