//! The special cases of C99's Annex F, exact results and symmetries, for both widths.

use sycl_hls_math as math;

/// Equal to the bit; all NaNs are one.
fn same<F: Into<f64>>(got: F, want: F) -> bool {
    let (got, want) = (got.into(), want.into());
    got.to_bits() == want.to_bits() || got.is_nan() && want.is_nan()
}

macro_rules! assert_same {
    ($got:expr, $want:expr) => {{
        let (got, want) = ($got, $want);
        assert!(same(got, want), "{} gives {got:?}, not {want:?}", stringify!($got));
    }};
}

macro_rules! for_both_widths {
    ($($(#[$attribute:meta])* fn $name:ident<$kind:ident>() $body:block)*) => {
        mod single {
            $($(#[$attribute])* #[test] fn $name() { type $kind = f32; use super::*; $body })*
        }
        mod double {
            $($(#[$attribute])* #[test] fn $name() { type $kind = f64; use super::*; $body })*
        }
    };
}

for_both_widths! {
    fn zeros_keep_their_sign<F>() {
        for zero in [0.0 as F, -0.0] {
            for function in [
                math::sin, math::tan, math::asin, math::atan, math::sinh, math::tanh, math::expm1, math::log1p,
                math::cbrt, math::erf,
            ] {
                assert_same!(function(zero), zero);
            }
            for function in [math::cos, math::cosh, math::exp, math::exp2, math::exp10, math::erfc] {
                assert_same!(function(zero), 1.0);
            }
            for function in [math::log, math::log2, math::log10] {
                assert_same!(function(zero), F::NEG_INFINITY);
            }
            assert_same!(math::rsqrt(zero), F::INFINITY.copysign(zero));
            assert_same!(math::recip(zero), F::INFINITY.copysign(zero));
            assert_same!(math::acos(zero), core::f64::consts::FRAC_PI_2 as F);
        }
    }

    fn infinities<F>() {
        let infinity = F::INFINITY;
        for function in [math::sinh, math::cbrt, math::expm1, math::exp, math::exp2, math::exp10, math::cosh] {
            assert_same!(function(infinity), infinity);
        }
        for function in [math::log, math::log2, math::log10, math::log1p] {
            assert_same!(function(infinity), infinity);
            assert_same!(function(-infinity), F::NAN);
        }
        for function in [math::exp, math::exp2, math::exp10] {
            assert_same!(function(-infinity), 0.0);
        }
        for function in [math::sin, math::cos, math::tan, math::asin, math::acos] {
            assert_same!(function(infinity), F::NAN);
            assert_same!(function(-infinity), F::NAN);
        }
        for function in [math::tanh, math::erf] {
            assert_same!(function(infinity), 1.0);
            assert_same!(function(-infinity), -1.0);
        }
        assert_same!(math::atan(infinity), core::f64::consts::FRAC_PI_2 as F);
        assert_same!(math::atan(-infinity), -core::f64::consts::FRAC_PI_2 as F);
        assert_same!(math::expm1(-infinity), -1.0);
        assert_same!(math::erfc(infinity), 0.0);
        assert_same!(math::erfc(-infinity), 2.0);
        assert_same!(math::cosh(-infinity), infinity);
        assert_same!(math::sinh(-infinity), -infinity);
        assert_same!(math::cbrt(-infinity), -infinity);
        assert_same!(math::rsqrt(infinity), 0.0);
        assert_same!(math::rsqrt(-infinity), F::NAN);
        assert_same!(math::recip(-infinity), -0.0);
    }

    fn nan_gives_nan<F>() {
        for function in [
            math::sin, math::cos, math::tan, math::asin, math::acos, math::atan, math::sinh, math::cosh, math::tanh,
            math::exp, math::exp2, math::exp10, math::expm1, math::log, math::log2, math::log10, math::log1p,
            math::cbrt, math::rsqrt, math::recip, math::erf, math::erfc,
        ] {
            assert_same!(function(F::NAN), F::NAN);
            assert_same!(function(-F::NAN), F::NAN);
        }
        for function in [math::atan2, math::fmod] {
            assert_same!(function(F::NAN, 1.0), F::NAN);
            assert_same!(function(1.0, F::NAN), F::NAN);
        }
        assert_same!(math::hypot(F::NAN, 1.0), F::NAN);
        assert_same!(math::sin_cos(F::NAN).1, F::NAN);
        assert_same!(math::powi(F::NAN, 1), F::NAN);
    }

    fn outside_of_the_domain<F>() {
        let beyond = 1.0 + F::EPSILON;
        for x in [beyond, -beyond, F::MAX, -F::MAX] {
            assert_same!(math::asin(x), F::NAN);
            assert_same!(math::acos(x), F::NAN);
        }
        for function in [math::log, math::log2, math::log10, math::rsqrt] {
            assert_same!(function(-F::from_bits(1)), F::NAN);
            assert_same!(function(-F::MAX), F::NAN);
        }
        assert_same!(math::log1p(-1.0 as F), F::NEG_INFINITY);
        assert_same!(math::log1p(-beyond), F::NAN);
    }

    fn ends_of_the_domain<F>() {
        let pi = core::f64::consts::PI;
        assert_same!(math::asin(1.0 as F), (pi / 2.0) as F);
        assert_same!(math::asin(-1.0 as F), (-pi / 2.0) as F);
        assert_same!(math::acos(-1.0 as F), pi as F);
        assert_same!(math::acos(1.0 as F), 0.0);
        for function in [math::log as fn(F) -> F, math::log2, math::log10] {
            assert_same!(function(1.0), 0.0);
        }
    }

    fn angles_of_the_axes<F>() {
        let pi = core::f64::consts::PI;
        let infinity = F::INFINITY;
        for (y, x, angle) in [
            (0.0, 0.0, 0.0), (0.0, -0.0, pi), (0.0, 1.0, 0.0), (0.0, -1.0, pi), (1.0, 0.0, pi / 2.0), (1.0, -0.0, pi / 2.0),
            (0.0, infinity, 0.0), (0.0, -infinity, pi), (1.0, infinity, 0.0), (1.0, -infinity, pi),
            (infinity, 1.0, pi / 2.0), (infinity, -1.0, pi / 2.0), (infinity, 0.0, pi / 2.0),
            (infinity, infinity, pi / 4.0), (infinity, -infinity, 3.0 * pi / 4.0), (1.0, 1.0, pi / 4.0),
            (1.0, -1.0, 3.0 * pi / 4.0),
        ] {
            assert_same!(math::atan2(y, x), angle as F);
            assert_same!(math::atan2(-y, x), -angle as F);
        }
        // Underflow to zero, to a subnormal number, and none.
        assert_same!(math::atan2(F::from_bits(1), F::MAX), 0.0);
        assert_same!(math::atan2(F::from_bits(3), 1.0), F::from_bits(3));
        assert_same!(math::atan2(F::from_bits(1), -1.0), pi as F);
    }

    fn powers_of_annex_f<F>() {
        let infinity = F::INFINITY;
        for x in [0.0 as F, -0.0, 1.0, -3.5, infinity, -infinity, F::NAN] {
            assert_same!(math::pow(x, 0.0), 1.0);
            assert_same!(math::pow(x, -0.0), 1.0);
            assert_same!(math::powi(x, 0), 1.0);
            assert_same!(math::pow(1.0, x), 1.0);
        }
        assert_same!(math::pow(-1.0 as F, infinity), 1.0);
        assert_same!(math::pow(-1.0 as F, -infinity), 1.0);
        assert_same!(math::pow(-8.0 as F, 1.0 / 3.0), F::NAN);
        assert_same!(math::pow(F::NAN, 2.0), F::NAN);
        assert_same!(math::pow(2.0, F::NAN), F::NAN);
        for (x, y, result) in [
            (0.0, 3.0, 0.0), (-0.0, 3.0, -0.0), (-0.0, 2.0, 0.0), (0.0, 0.5, 0.0), (-0.0, 0.5, 0.0),
            (0.0, -3.0, infinity), (-0.0, -3.0, -infinity), (-0.0, -2.0, infinity), (-0.0, -0.5, infinity),
            (-0.0, -infinity, infinity), (0.0, infinity, 0.0),
            (0.5, infinity, 0.0), (-0.5, infinity, 0.0), (0.5, -infinity, infinity), (-0.5, -infinity, infinity),
            (2.0, infinity, infinity), (-2.0, infinity, infinity), (2.0, -infinity, 0.0), (-2.0, -infinity, 0.0),
            (infinity, 0.5, infinity), (infinity, -0.5, 0.0), (-infinity, 3.0, -infinity), (-infinity, 2.0, infinity),
            (-infinity, 0.5, infinity), (-infinity, -3.0, -0.0), (-infinity, -2.0, 0.0), (-infinity, -0.5, 0.0),
            (-2.0, 3.0, -8.0), (-2.0, -2.0, 0.25), (F::MAX, 2.0, infinity), (-F::MAX, 3.0, -infinity),
            (F::MAX, -2.0, 0.0), (-F::MAX, -3.0, -0.0), (2.0, F::MAX, infinity), (0.5, F::MAX, 0.0),
        ] {
            assert_same!(math::pow(x, y), result);
            if y.abs() < 4.0 && y.fract() == 0.0 {
                assert_same!(math::powi(x, y as i32), result);
            }
        }
        // The largest odd number; beyond it all are even.
        let odd = 2.0 / F::EPSILON - 1.0;
        assert_same!(math::pow(-1.0, odd), -1.0);
        assert_same!(math::pow(-1.0, odd + 1.0), 1.0);
        assert_same!(math::powi(-1.0 as F, i32::MIN), 1.0);
        assert_same!(math::powi(2.0 as F, i32::MIN), 0.0);
        assert_same!(math::powi(0.5 as F, i32::MIN), infinity);
        assert_same!(math::powi(-1.0 as F, i32::MAX), -1.0);
    }

    fn lengths<F>() {
        let infinity = F::INFINITY;
        for (x, y, length) in [
            (3.0, 4.0, 5.0), (5.0, 12.0, 13.0), (8.0, 15.0, 17.0), (20.0, 21.0, 29.0), (0.0, 7.5, 7.5), (-0.0, 0.0, 0.0),
            (infinity, 1.0, infinity), (infinity, F::NAN, infinity), (F::NAN, -infinity, infinity),
            (F::MAX, F::MAX, infinity), (F::MAX, 1.0, F::MAX), (F::MIN_POSITIVE, 0.0, F::MIN_POSITIVE),
            (F::from_bits(3), F::from_bits(4), F::from_bits(5)),
        ] {
            assert_same!(math::hypot(x, y), length);
            assert_same!(math::hypot(-y, x), length);
        }
    }

    fn exact_powers<F>() {
        let bias = F::MAX_EXP - 1;
        for n in F::MIN_EXP - F::MANTISSA_DIGITS as i32..=bias {
            let power = math::exp2(n as F);
            assert_same!(power, (n as f64).exp2() as F);
            assert_same!(math::powi(2.0, n), power);
            assert_same!(math::log2(power), n as F);
        }
        assert_same!(math::exp2(F::MAX_EXP as F), F::INFINITY);
        let mut power: F = 1.0;
        // As far as powers of ten are floats.
        for n in 0..if F::MANTISSA_DIGITS == 24 { 11 } else { 23 } {
            assert_same!(math::exp10(n as F), power);
            assert_same!(math::log10(power), n as F);
            assert_same!(math::pow(10.0, n as F), power);
            power *= 10.0;
        }
    }

    fn exact_roots<F>() {
        for n in 1..200 {
            let x = n as F;
            assert_same!(math::cbrt(x * x * x), x);
            assert_same!(math::cbrt(-x * x * x / 32768.0), -x / 32.0);
            assert_same!(math::pow(x * x, 0.5), x);
            assert_same!(math::powi(x, 3), x * x * x);
            assert_same!(math::rsqrt((1u64 << (2 * (n % 30))) as F), 1.0 / (1u64 << (n % 30)) as F);
        }
    }

    fn limits_of_the_range<F>() {
        let largest = (F::MAX_EXP as F) * core::f64::consts::LN_2 as F;
        assert!(math::exp(largest * 0.9999).is_finite());
        assert_same!(math::exp(largest * 1.0001), F::INFINITY);
        assert_same!(math::expm1(largest * 1.0001), F::INFINITY);
        assert!(math::cosh(largest).is_finite() && math::sinh(largest).is_finite());
        assert_same!(math::sinh(-largest * 1.01), F::NEG_INFINITY);
        assert_same!(math::exp(-largest * 1.2), 0.0);
        assert_same!(math::exp2(F::MAX), F::INFINITY);
        assert_same!(math::exp10(-F::MAX), 0.0);
        // Halfway between zero and the least number is zero; above it the least number.
        let least = (F::MIN_EXP - F::MANTISSA_DIGITS as i32) as F;
        assert_same!(math::exp2(least - 1.0), 0.0);
        assert_same!(math::exp2(least - 0.99), F::from_bits(1));
        assert_same!(math::pow(2.0, least - 1.0), 0.0);
        assert_same!(math::exp2(least), F::from_bits(1));
    }

    fn subnormal_numbers<F>() {
        for bits in [1, 2, 3, 1000, 0x7_ffff] {
            let x = F::from_bits(bits);
            for function in [
                math::sin, math::tan, math::asin, math::atan, math::sinh, math::tanh, math::expm1, math::log1p,
            ] {
                assert_same!(function(x), x);
                assert_same!(function(-x), -x);
            }
            assert_same!(math::cos(x), 1.0);
            assert_same!(math::exp(-x), 1.0);
            assert_same!(math::fmod(1.0, x), 1.0 % x);
        }
    }

    fn parity_and_pairs<F>() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..20_000 {
            let x = (rng.f64() * 100.0 * 2f64.powi(rng.i32(-40..100))) as F;
            for function in [math::sin, math::tan, math::asin, math::atan, math::sinh, math::tanh, math::cbrt, math::erf] {
                assert_same!(function(-x), -function(x));
            }
            assert_same!(math::cos(-x), math::cos(x));
            assert_same!(math::cosh(-x), math::cosh(x));
            let (sine, cosine) = math::sin_cos(-x);
            assert_same!(sine, math::sin(-x));
            assert_same!(cosine, math::cos(x));
            assert_same!(math::recip(x), 1.0 / x);
        }
    }

    fn remainders_are_exact<F>() {
        let mut rng = fastrand::Rng::with_seed(2);
        let mut any = || F::from_bits(rng.u64(..) as _);
        for _ in 0..20_000 {
            let (x, y) = (any(), any());
            assert_same!(math::fmod(x, y), x % y);
            assert_same!(math::fmod(x, y * x), x % (y * x));
        }
        for (x, y) in [(5.5, 2.0), (-5.5, 2.0), (6.0, 3.0), (-6.0, 3.0), (0.0, 1.0), (-0.0, 1.0), (1.0, F::INFINITY),
            (F::INFINITY, 1.0), (1.0, 0.0), (F::MAX, F::from_bits(1)), (F::MAX, 3.0)] {
            assert_same!(math::fmod(x, y), x % y);
        }
    }
}

#[test]
fn roots_of_subnormal_cubes() {
    assert_same!(math::cbrt(f32::from_bits(4)), 2f32.powi(-49));
    assert_same!(math::cbrt(-f64::from_bits(1)), -(2f64.powi(-358)));
}

/// The arguments that come nearest to a multiple of pi/2, and the largest. True values from mpmath with 1000 digits.
#[test]
fn hard_angles() {
    assert_same!(math::sin(f64::MAX), 0.004961954789184062);
    assert_same!(math::cos(f64::MAX), -0.9999876894265599);
    assert_same!(math::cos(6381956970095103.0 * 2f64.powi(797)), -4.687165924254628e-19);
    assert_same!(math::sin(f32::MAX), -0.521_876_5_f32);
    assert_same!(math::cos(16367173.0_f32 * 2f32.powi(72)), -1.614_769_8e-9);
}
