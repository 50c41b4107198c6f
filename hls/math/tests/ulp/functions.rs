//! What is measured, and where.

use astro_float::BigFloat;
use sycl_hls_math::{f32 as single, f64 as double};

use crate::ulp::reference::{self, Reference};

const ALL: (f64, f64) = (-f64::MAX, f64::MAX);
const POSITIVE: (f64, f64) = (0.0, f64::MAX);

/// A function of one argument.
pub struct Unary {
    pub name: &'static str,
    pub single: fn(f32) -> f32,
    pub double: fn(f64) -> f64,
    pub exact: fn(&mut Reference, f64) -> BigFloat,
    pub domain: (f64, f64),
}

/// A function of two arguments.
pub struct Binary {
    pub name: &'static str,
    pub single: fn(f32, f32) -> f32,
    pub double: fn(f64, f64) -> f64,
    pub exact: fn(&mut Reference, f64, f64) -> BigFloat,
    pub domains: [(f64, f64); 2],
    /// Whether the result is within so many powers of two.
    pub relevant: fn(f64, f64, f64) -> bool,
}

macro_rules! unary {
    ($($name:ident $domain:expr;)*) => {
        &[$(Unary {
            name: stringify!($name),
            single: single::$name,
            double: double::$name,
            exact: reference::$name,
            domain: $domain,
        }),*]
    };
}

pub const UNARY: &[Unary] = unary! {
    sin ALL;
    cos ALL;
    tan ALL;
    asin (-1.0, 1.0);
    acos (-1.0, 1.0);
    atan ALL;
    sinh (-720.0, 720.0);
    cosh (-720.0, 720.0);
    tanh (-100.0, 100.0);
    exp (-800.0, 720.0);
    exp2 (-1100.0, 1030.0);
    exp10 (-330.0, 310.0);
    expm1 (-100.0, 720.0);
    log POSITIVE;
    log2 POSITIVE;
    log10 POSITIVE;
    log1p (-1.0, f64::MAX);
    cbrt ALL;
    rsqrt POSITIVE;
    recip ALL;
    erf (-7.0, 7.0);
    erfc (-7.0, 28.0);
};

fn always(_: f64, _: f64, _: f64) -> bool {
    true
}

fn power_within(x: f64, y: f64, limit: f64) -> bool {
    (x.abs().log2() * y).abs() < limit
}

pub const BINARY: &[Binary] = &[
    Binary {
        name: "atan2",
        single: single::atan2,
        double: double::atan2,
        exact: reference::atan2,
        domains: [ALL, ALL],
        relevant: always,
    },
    Binary {
        name: "pow",
        single: single::pow,
        double: double::pow,
        exact: reference::pow,
        domains: [POSITIVE, ALL],
        relevant: power_within,
    },
    Binary {
        name: "powi",
        single: |x, n| single::powi(x, n as i32),
        double: |x, n| double::powi(x, n as i32),
        exact: |reference, x, n| reference::pow(reference, x, f64::from(n as i32)),
        domains: [POSITIVE, (-2e9, 2e9)],
        relevant: |x, n, limit| power_within(x, f64::from(n as i32), limit),
    },
    Binary {
        name: "hypot",
        single: single::hypot,
        double: double::hypot,
        exact: reference::hypot,
        domains: [ALL, ALL],
        relevant: always,
    },
];
