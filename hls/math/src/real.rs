//! The functions for either width.

use super::{f32 as single, f64 as double};

mod sealed {
    pub trait Sealed {}
    impl Sealed for f32 {}
    impl Sealed for f64 {}
}

/// Defines [`Real`] and a free function for each of its own.
macro_rules! real {
    (
        unary { $($(#[doc = $unary_doc:literal])+ $unary:ident;)* }
        binary { $($(#[doc = $binary_doc:literal])+ $binary:ident($first:ident, $second:ident);)* }
    ) => {
        /// `f32` or `f64`.
        pub trait Real: Copy + sealed::Sealed {
            $($(#[doc = $unary_doc])+ fn $unary(self) -> Self;)*
            $($(#[doc = $binary_doc])+ fn $binary(self, $second: Self) -> Self;)*
            /// Sine and cosine of an angle in radians.
            fn sin_cos(self) -> (Self, Self);
            /// `self` to the power of the integer `n`.
            fn powi(self, n: i32) -> Self;
        }

        real!(@implement f32, single, [$($unary)*], [$($binary)*]);
        real!(@implement f64, double, [$($unary)*], [$($binary)*]);

        $($(#[doc = $unary_doc])+ pub fn $unary<T: Real>(x: T) -> T { x.$unary() })*
        $($(#[doc = $binary_doc])+ pub fn $binary<T: Real>($first: T, $second: T) -> T { $first.$binary($second) })*
    };
    (@implement $type:ty, $module:ident, [$($unary:ident)*], [$($binary:ident)*]) => {
        impl Real for $type {
            $(fn $unary(self) -> Self { $module::$unary(self) })*
            $(fn $binary(self, other: Self) -> Self { $module::$binary(self, other) })*
            fn sin_cos(self) -> (Self, Self) { $module::sin_cos(self) }
            fn powi(self, n: i32) -> Self { $module::powi(self, n) }
        }
    };
}

real! {
    unary {
        /// Sine of an angle in radians.
        sin;
        /// Cosine of an angle in radians.
        cos;
        /// Tangent of an angle in radians.
        tan;
        /// Arc sine, in radians from -pi/2 to pi/2.
        asin;
        /// Arc cosine, in radians from 0 to pi.
        acos;
        /// Arc tangent, in radians from -pi/2 to pi/2.
        atan;
        /// Hyperbolic sine.
        sinh;
        /// Hyperbolic cosine.
        cosh;
        /// Hyperbolic tangent.
        tanh;
        /// e to the power of `x`.
        exp;
        /// 2 to the power of `x`.
        exp2;
        /// 10 to the power of `x`.
        exp10;
        /// `exp(x) - 1`, without the loss of the small `x`.
        expm1;
        /// Natural logarithm.
        log;
        /// Logarithm in base 2.
        log2;
        /// Logarithm in base 10.
        log10;
        /// `log(1 + x)`, without the loss of the small `x`.
        log1p;
        /// Cube root.
        cbrt;
        /// `1 / sqrt(x)`.
        rsqrt;
        /// `1 / x`, correctly rounded.
        recip;
        /// The error function, `2 / sqrt(pi)` times the integral of `exp(-t^2)` from 0 to `x`.
        erf;
        /// `1 - erf(x)`, without the loss of the large `x`.
        erfc;
    }
    binary {
        /// The angle of the point `(x, y)`, in radians from -pi to pi.
        atan2(y, x);
        /// `x` to the power of `y`.
        pow(x, y);
        /// `sqrt(x^2 + y^2)`, without overflow on the way.
        hypot(x, y);
        /// The remainder of `x / y` with the quotient rounded to zero, exact; its sign is that of `x`.
        fmod(x, y);
    }
}

/// Sine and cosine of an angle in radians.
pub fn sin_cos<T: Real>(x: T) -> (T, T) {
    x.sin_cos()
}

/// `x` to the power of the integer `n`.
pub fn powi<T: Real>(x: T, n: i32) -> T {
    x.powi(n)
}
