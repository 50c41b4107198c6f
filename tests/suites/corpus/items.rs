//! Items in the bodies of functions, type aliases, and default values.

use sycl_hls_tests::kernels::items::items::Sample;
use sycl_hls_tests::value::{records, slice, slice_mut};
use sycl_hls_tests::{agreed, subject};
use sycl_hls_types::Scalar;

subject!(items, "items.rs", sycl_hls_tests::kernels::items::items);

#[test]
fn inner() {
    let args = [slice(vec![257_u32, 2, 200, 4]), slice_mut(vec![0_u32; 7])];
    let y: Vec<u32> = agreed(items(), "inner", &args, 1);
    assert_eq!(y, [557, 102, 600, 104, 1, 6 + 88, 1]);
}

#[test]
fn defaults() {
    let samples = [Sample { value: 5, weight: 3 }, Sample { value: -8, weight: 0 }];
    let args = [slice(records(&samples, &[Scalar::I32, Scalar::U32])), slice_mut(vec![0_i32; 4])];
    assert_eq!(agreed::<i32>(items(), "defaults", &args, 1), [1, 7 + 12 + 1, -8, 1]);
}
