//! Powers with known exponents, on corner values.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, subject};

use crate::corpus::any;

subject!(powers, "powers.rs", sycl_hls_tests::kernels::powers::powers);

#[test]
fn forms() {
    let x = [0, 1, -1, 2, -2, 3, -3, 7, -10, 46340, 46341, -46341, 65536, i32::MAX, i32::MIN, 1290];
    let small = [0_u8, 1, 2, 3, 4, 5, 6, 7, 15, 16, 17, 127, 128, 200, 254, 255];
    let kernels = ["0", "1", "2", "3", "5", "8", "31", "63"].map(|n| format!("forms_of_{n}"));
    let large = ["64", "1000"].map(|n| format!("large_forms_of_{n}"));
    for kernel in kernels.iter().chain(&large) {
        let (y, z) = (slice_mut(vec![0_i32; 80]), slice_mut(vec![0_u8; 80]));
        agree(powers(), kernel, &[slice(x.to_vec()), slice(small.to_vec()), y, z]);
    }
}

#[test]
fn strict() {
    for x in [0, 1, -1, 2, -2, 3, 1 << 31, -(1 << 31), 3_037_000_500, i64::MIN] {
        for which in 0..8_u32 {
            any(powers(), "strict", &[scalar(x), scalar(which), slice_mut(vec![0_i64])]);
        }
    }
}
