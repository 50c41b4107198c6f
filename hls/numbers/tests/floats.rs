//! Floating-point numbers of 16 bits, against arithmetic with integers.

use std::cmp::Ordering;

use sycl_hls_numbers::{Int, Uint, bf16, f16};

/// Checks that a result is the nearest number: it is closer than both neighbours, or as close and even. `exact` compares a
/// candidate with the exact result.
fn check_nearest(
    result: u16,
    value: impl Fn(u16) -> f64,
    distance: impl Fn(f64, f64) -> Ordering,
    what: &str,
) {
    for neighbour in [result.wrapping_sub(1), result.wrapping_add(1)] {
        if (neighbour ^ result) >> 15 != 0 || !value(neighbour).is_finite() {
            continue;
        }
        let order = distance(value(result), value(neighbour));
        assert!(order.is_lt() || order.is_eq() && result & 1 == 0, "{what}: {result:04x} {neighbour:04x}");
    }
}

/// A float as a multiple of 2^-600.
fn exact(value: f64) -> Int<1400> {
    let (sign, exponent) = (value < 0.0, value.abs().to_bits() >> 52);
    let significand = (value.to_bits() & ((1 << 52) - 1)) | if exponent == 0 { 0 } else { 1 << 52 };
    let shift = exponent.max(1) as i32 - 1075 + 600;
    let number = Int::<1400>::new(significand) << shift;
    if sign { (-number).to() } else { number }
}

macro_rules! arithmetic {
    ($format:ident, $random:ident) => {
        let value = |bits| $format::from_bits(bits).to_f64();
        for _ in 0..1500 {
            let (a, b) = ($format::from_bits($random.u16(..)), $format::from_bits($random.u16(..)));
            // Often of nearly equal magnitude, and often tiny.
            let b =
                if $random.bool() { $format::from_bits(a.to_bits() ^ $random.u16(0..1 << 12)) } else { b };
            if !a.is_finite() || !b.is_finite() {
                continue;
            }
            let (x, y) = (exact(a.to_f64()), exact(b.to_f64()));
            let unit = Int::<1400>::new(1) << 600;
            for (result, numerator, denominator) in [
                (a + b, (x + y).to::<Int<2900>>(), unit),
                (a - b, (x - y).to(), unit),
                (a * b, (x * y).to::<Int<2900>>() >> 600, unit),
                (a / b, (x * unit).to(), y),
            ] {
                if !result.is_finite() || denominator == 0 {
                    continue;
                }
                let distance = |one: f64, other: f64| {
                    let gap = |candidate: f64| {
                        let gap = (exact(candidate) * denominator
                            - numerator * if denominator == unit { unit } else { Int::new(1) })
                        .to::<Int<4000>>();
                        if gap < 0 { (-gap).to() } else { gap }
                    };
                    gap(one).cmp(&gap(other))
                };
                check_nearest(result.to_bits(), value, distance, &format!("{a:?} {b:?} {result:?}"));
            }
        }
    };
}

#[test]
fn arithmetic_is_rounded_correctly() {
    let mut random = fastrand::Rng::with_seed(5);
    arithmetic!(f16, random);
    arithmetic!(bf16, random);
}

#[test]
fn all_numbers_survive() {
    for bits in 0..=u16::MAX {
        let (half, brain) = (f16::from_bits(bits), bf16::from_bits(bits));
        assert!(half.is_nan() || f16::from_f64(half.to_f64()).to_bits() == bits);
        assert!(brain.is_nan() || bf16::from_f32(brain.to_f32()).to_bits() == bits);
        assert!(brain.is_nan() || brain.to_f32().to_bits() >> 16 == u32::from(bits));
    }
    assert!(f16::from_f64(f64::NAN).is_nan() && bf16::NAN.is_nan() && f16::NAN != f16::NAN);
}

#[test]
fn halves_are_rounded_to_even() {
    let tie = |bits: u16| (f16::from_bits(bits).to_f64() + f16::from_bits(bits + 1).to_f64()) / 2.0;
    for bits in [0, 1, 0x3ff, 0x400, 0x3c00, 0x3c01, 0x7bfe] {
        assert_eq!(f16::from_f64(tie(bits)).to_bits(), bits + (bits & 1), "{bits:x}");
        assert_eq!(f16::from_f64(tie(bits).next_up()).to_bits(), bits + 1);
        assert_eq!(f16::from_f64(tie(bits).next_down()).to_bits(), bits);
    }
    assert_eq!((f16::from_f64(65519.99), f16::from_f64(65520.0)), (f16::MAX, f16::INFINITY));
    assert_eq!(
        (f16::from_f64(-1e-30).to_bits(), f16::from_f64(1e300), bf16::from_f64(f64::MAX)),
        (0x8000, f16::INFINITY, bf16::INFINITY)
    );
}

#[test]
fn a_product_and_a_sum_are_rounded_once() {
    // 1 + 2^-11 is half way; the product adds 2^-70, which a sum of f64 loses.
    let one = f16::from_f64(1.0);
    let half = f16::from_f64(2.0_f64.powi(-11));
    let tiny = f16::from_f64(2.0_f64.powi(-24));
    assert_eq!(half.mul_add(one, one), one);
    let near = bf16::from_f64(2.0_f64.powi(-8)).mul_add(bf16::from_f64(1.0), bf16::from_f64(1.0));
    assert_eq!(near.to_f64(), 1.0);
    let above = bf16::from_f64(2.0_f64.powi(-60))
        .mul_add(bf16::from_f64(1.0), bf16::from_f64(1.0 + 2.0_f64.powi(-7)));
    assert_eq!(above.to_f64(), 1.0 + 2.0_f64.powi(-7));
    assert_eq!(tiny.mul_add(tiny, one), one);
}

#[test]
fn integers_are_rounded_once() {
    assert_eq!(f16::new(Uint::<200>::new(2049)).to_f64(), 2048.0);
    assert_eq!(f16::new((Uint::<200>::new(2049) << 3) + 1).to_f64(), 16400.0);
    assert_eq!(bf16::new(Int::<70>::new(-257)).to_f64(), -256.0);
    assert_eq!(f16::new(Uint::<100>::MAX), f16::INFINITY);
    assert_eq!(
        (f16::from_f32(1.5).to_string(), format!("{:?}", bf16::from_f32(-0.25))),
        ("1.5".into(), "-0.25".into())
    );
    assert_eq!(f16::from_f32(4.0).sqrt() % f16::from_f32(1.5), f16::from_f32(0.5));
}
