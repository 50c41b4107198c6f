//! Methods of iterators that give one of the items.

use sycl_hls_tests::subject;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_types::FaultKind;

use super::{everywhere, stops, values};

subject!(choices, "choices.rs", sycl_hls_tests::kernels::choices::choices);

#[test]
fn the_best_by_a_key() {
    for x in [vec![], vec![5_u32], vec![30, 71, 12, 71, 14, 12, 70], vec![u32::MAX, 0, u32::MAX, 0]] {
        everywhere(choices(), "peaks", &[slice(x), slice_mut(vec![3_u32; 7])]);
    }
    let args = [slice(vec![30, 71, 12, 71, 14_u32]), slice_mut(vec![0_u32; 7])];
    let (found, _) = everywhere(choices(), "peaks", &args);
    assert_eq!(found[1][..4], values(&[5_u32, 3, 71, 4014]));
}

#[test]
fn the_best_of_floats() {
    for x in [vec![-0.0_f32, 0.0], vec![2.5, -7.0, 0.25, 9.5, -0.25], vec![1.0]] {
        everywhere(choices(), "floats", &[slice(x), slice_mut(vec![0_f32; 4])]);
    }
    for x in [vec![], vec![1.0, f32::NAN, 3.0]] {
        stops(choices(), "floats", &[slice(x), slice_mut(vec![0_f32; 4])], FaultKind::Other);
    }
}

#[test]
fn the_first_that_fits() {
    for limit in [-5, 0, 3, 100] {
        let args = [slice(vec![1, 4, 4, 1, 9, -6, 1]), scalar(limit), slice_mut(vec![0; 6])];
        everywhere(choices(), "found", &args);
    }
    everywhere(choices(), "found", &[slice(vec![1, 2]), scalar(1), slice_mut(vec![0; 6])]);
    stops(
        choices(),
        "found",
        &[slice(Vec::<i32>::new()), scalar(0), slice_mut(vec![0; 6])],
        FaultKind::Index,
    );
}

#[test]
fn a_state_that_goes_from_item_to_item() {
    for (count, outputs) in [(0, 3), (3, 5), (7, 3), (9, 9)] {
        let x: Vec<i32> = (0..count).map(|i| i * i - 5).collect();
        everywhere(choices(), "running", &[slice(x), slice_mut((0..outputs).collect::<Vec<i32>>())]);
    }
}
