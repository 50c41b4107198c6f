//! Operators of our own RTL at their corners, and loops at the ends of their counters, in whole kernels.

use std::sync::OnceLock;

use sycl_hls_tests::kernels::corners::corners::__SYCL_HLS_MODULE as MODULE;
use sycl_hls_tests::value::{scalar, slice, slice_mut};
use sycl_hls_tests::{Subject, noise};

fn corners() -> &'static Subject {
    static SUBJECT: OnceLock<Subject> = OnceLock::new();
    SUBJECT.get_or_init(|| Subject::interpreted("corners.rs", &MODULE))
}

/// All pairs.
fn pairs<T: Copy>(a: &[T], b: &[T]) -> (Vec<T>, Vec<T>) {
    a.iter().flat_map(|a| b.iter().map(|b| (*a, *b))).unzip()
}

/// `/` and `%` truncate, also of MIN / -1; distances of shifts are masked, `>>` keeps the sign, and so does widening;
/// words of 64 bits have halves; constants divide.
#[test]
fn integers_at_their_bounds() {
    let a = [0, 1, -1, 7, -7, 127, 128, -129, 640, i32::MAX, i32::MIN, i32::MIN + 1, 0x1234_5678];
    let b = [1, -1, 2, -3, 7, 31, 32, 33, 63, 64, -64, i32::MAX, i32::MIN];
    let (a, b) = pairs(&a, &b);
    let y = vec![0_i64; 32 * a.len()];
    corners().cycles("integers", &[slice(a), slice(b), slice_mut(y)]);
}

/// Products with reciprocals are quotients: of all numbers of 8 bits, and of wider ones around powers of two, multiples of the
/// divisors and the types' ends.
#[test]
fn constants_divide() {
    corners().cycles("bytes_by_constants", &[slice_mut(vec![0_i32; 8 * 256])]);
    let edges = (0..64).flat_map(|bit| [(1_u64 << bit) - 1, 1 << bit, (1_u64 << bit).wrapping_neg()]);
    let by =
        [3, 7, 10, 100, 1000, 274_177, 1_000_000_007, 1 << 15, (1 << 31) - 1, (1 << 63) - 1, (1 << 63) + 1];
    let multiples = by.into_iter().flat_map(|by| {
        let last = u64::MAX - u64::MAX % by;
        let last_32 = u64::from(u32::MAX) - u64::from(u32::MAX) % by;
        [last, last - 1, last_32, last_32.wrapping_sub(1), by - 1, by.wrapping_neg(), (by - 1).wrapping_neg()]
    });
    let x: Vec<u64> = edges.chain(multiples).chain(noise(100, 7)).collect();
    let y = vec![0_i64; 16 * x.len()];
    corners().cycles("words_by_constants", &[slice(x), slice_mut(y)]);
}

/// Zeros with signs, denormals, ties, comparisons of NaNs; NaNs and what is too large as integers; numbers of 64 bits
/// and doubles as singles, rounded once; products and sums that are rounded once.
#[test]
fn floats_at_their_corners() {
    let tiny = f32::from_bits(1);
    let some = [0.0, -0.0, tiny, -tiny, f32::MIN_POSITIVE, 1.0, -1.5, 0.1, 16_777_217.0, f32::MAX];
    let odd = [f32::INFINITY, f32::NEG_INFINITY, f32::NAN, 127.5, -128.9, 255.5, 1.0 + f32::EPSILON];
    let all = [some.as_slice(), &odd].concat();
    let (a, b) = pairs(&all, &all);
    let wide: [f64; 17] = [
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        -1.0,
        5e-324,
        // Halfway between singles, between denormal ones, below the smallest, and above the largest.
        1.0 + f64::from(f32::EPSILON) / 2.0,
        1.0 + f64::from(f32::EPSILON) * 1.5,
        1.5 * f64::from(tiny),
        0.5 * f64::from(tiny),
        0.500_000_1 * f64::from(tiny),
        3.402_823_567_797_337e38,
        2_147_483_647.9,
        -2_147_483_648.9,
        4_294_967_295.9,
        9.3e18,
        1.9e19,
    ];
    let words = [0, 1, 1 << 24, (1 << 24) + 1, (1 << 25) + 2, (1 << 25) + 6, u64::MAX, u64::MAX - (1 << 39)];
    // As a double each is halfway between two singles, and as a number it is not.
    let twice =
        [(1 << 60) + (1 << 36) + 1, (1 << 60) + (3 << 36) - 1, (1 << 63) + (1 << 39) + 1, i64::MAX as u64];
    let words: Vec<u64> = words.into_iter().chain(twice).chain(noise(5, 1)).collect();
    let count = a.len();
    let cycled = |values: &[f64]| values.iter().copied().cycle().take(count).collect::<Vec<_>>();
    let n: Vec<u64> = words.into_iter().cycle().take(count).collect();
    let results = [slice_mut(vec![0_f32; 12 * count]), slice_mut(vec![0_f64; 4 * count])];
    let [y, z] = results;
    let args = [slice(a), slice(b), slice(cycled(&wide)), slice(n), y, z, slice_mut(vec![0_i64; 8 * count])];
    corners().cycles("floats", &args);
}

/// Values at the edges of a type and around the constants of the kernels.
macro_rules! against_constants {
    ($($test:ident, $kernel:literal, $ty:ty, $constants:literal;)*) => {$(
        #[test]
        fn $test() {
            let edges = [<$ty>::MIN, <$ty>::MIN + 1, <$ty>::MAX, <$ty>::MAX - 1, <$ty>::MAX / 2, 0, 1, 2, 100];
            let x: Vec<$ty> = edges.into_iter().chain(edges.map(|it| it.wrapping_neg().wrapping_sub(7))).collect();
            let y = vec![0_i64; 6 * $constants * x.len()];
            corners().cycles($kernel, &[slice(x), slice_mut(y)]);
        }
    )*};
}

against_constants! {
    i64_against_constants, "i64_constants", i64, 8;
    isize_against_constants, "isize_constants", i64, 8;
    u64_against_constants, "u64_constants", u64, 6;
    i32_against_constants, "i32_constants", i32, 8;
    u32_against_constants, "u32_constants", u32, 6;
    i16_against_constants, "i16_constants", i16, 8;
    i8_against_constants, "i8_constants", i8, 8;
    u8_against_constants, "u8_constants", u8, 6;
}

/// No iterations, one, fewer than a pipeline has stages and more; counters that end where their type does, forwards,
/// backwards and in steps that would leave it.
#[test]
fn counters_at_the_ends_of_their_types() {
    const MAX: u64 = u64::MAX;
    let bounds = [(MAX - 9, MAX), (MAX, MAX), (0, 0), (5, 4), (MAX, 0), (0, 3), (MAX - 2, MAX - 1)];
    for ((from, to), n) in bounds.into_iter().zip([0_u8, 1, 2, 5, 17, 200, 255]) {
        let low = i64::MIN + i64::from(n % 5);
        let args = [scalar(n), scalar(from), scalar(to), scalar(low), slice_mut(vec![0_u64; 700])];
        corners().cycles("counters", &args);
    }
}
