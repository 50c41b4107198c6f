//! Functions of `math`, and random numbers.

use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{agree, agreed, noise, subject};

subject!(math, "math.rs", sycl_hls_tests::kernels::math::math);

macro_rules! functions {
    ($($test:ident: $ty:ident, $bits:ident, $kernel:literal;)*) => {$(
        #[test]
        fn $test() {
            const CORNERS: [$ty; 16] = [
                0.0, -0.0, 1.0, -1.0, 0.5, 2.0, -3.0, 1e-40, 1e-3, 88.0, -100.0, 1e10, 3.0e38,
                $ty::INFINITY, $ty::NEG_INFINITY, $ty::NAN,
            ];
            let numbers = |seed| {
                let small = noise(100, seed).map(|n| (n % 20_000) as $ty / 1000.0 - 10.0);
                let any = noise(100, seed + 1).map(|n| $ty::from_bits(n as $bits));
                CORNERS.into_iter().chain(small).chain(any)
            };
            let x: Vec<$ty> = numbers(11).chain(CORNERS.iter().flat_map(|x| [*x; 16])).collect();
            let z: Vec<$ty> = numbers(21).chain(CORNERS.iter().cycle().take(256).copied()).collect();
            let y = vec![0 as $ty; 28 * x.len()];
            agree(math(), $kernel, &[slice(x), slice(z), slice_mut(y)]);
        }
    )*};
}

functions! {
    singles: f32, u32, "functions_f32";
    doubles: f64, u64, "functions_f64";
}

/// Random123's known answer for the counter and the key 0 is among the package's own tests.
#[test]
fn random_numbers() {
    let args =
        [scalar(5_u32), slice_mut(vec![0_u32; 40]), slice_mut(vec![0_f32; 10]), slice_mut(vec![0_f64; 10])];
    let singles: Vec<f32> = agreed(math(), "random", &args, 2);
    assert!(singles.iter().all(|x| (0.0..1.0).contains(x)));
}
