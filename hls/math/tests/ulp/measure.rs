//! Errors, in units in the last place of the true result.

use astro_float::{BigFloat, RoundingMode, Sign};
use sycl_hls_math::SOURCES;

use crate::ulp::reference::big;

/// The largest error so far, and the arguments that have it.
#[derive(Clone, Debug, Default)]
pub struct Worst {
    pub error: f64,
    arguments: (f64, f64),
}

impl Worst {
    pub fn see(&mut self, error: f64, arguments: (f64, f64)) {
        if error > self.error {
            *self = Worst { error, arguments };
        }
    }

    pub fn max(self, other: Worst) -> Worst {
        if other.error > self.error { other } else { self }
    }

    pub fn place(&self) -> String {
        let (x, y) = self.arguments;
        if y == 0.0 { format!("{x:e}") } else { format!("{x:e}, {y:e}") }
    }
}

/// A width: bits of the significand, the smallest exponent and the first one that is too large.
struct Width {
    significand: i32,
    smallest: i32,
    beyond: i32,
}

const SINGLE: Width = Width { significand: 24, smallest: -126, beyond: 128 };
const DOUBLE: Width = Width { significand: 53, smallest: -1022, beyond: 1024 };

pub fn error_of_double(got: f64, exact: &BigFloat) -> f64 {
    error(got, exact, &DOUBLE)
}

pub fn error_of_single(got: f32, exact: &BigFloat) -> f64 {
    error(got.into(), exact, &SINGLE)
}

/// What is wrong altogether counts as infinitely far.
fn error(got: f64, exact: &BigFloat, width: &Width) -> f64 {
    let wrong = |is: bool| if is { 0.0 } else { f64::INFINITY };
    if exact.is_nan() || got.is_nan() {
        return wrong(exact.is_nan() && got.is_nan());
    }
    if exact.is_inf() {
        return wrong(got.is_infinite() && (got > 0.0) == exact.is_positive());
    }
    let exponent = exact.exponent().unwrap_or(i32::MIN / 2);
    if got.is_infinite() && exponent > width.beyond {
        return wrong((got > 0.0) == exact.is_positive());
    }
    let got = if got.is_infinite() { power_of_two(width.beyond, got < 0.0) } else { big(got) };
    let ulp = (exponent - 1).max(width.smallest) - (width.significand - 1);
    // Exact: the operands are of few bits.
    magnitude(&exact.sub(&got, 1024, RoundingMode::ToEven), ulp)
}

fn power_of_two(exponent: i32, negative: bool) -> BigFloat {
    let mut power = BigFloat::from_f64(if negative { -1.0 } else { 1.0 }, 64);
    power.set_exponent(exponent + 1);
    power
}

/// |x| / 2^unit.
fn magnitude(x: &BigFloat, unit: i32) -> f64 {
    if x.is_zero() {
        return 0.0;
    }
    let (words, _, _, exponent, _): (_, _, Sign, _, _) = x.as_raw_parts().unwrap();
    *words.last().unwrap() as f64 * 2f64.powi(exponent - 64 - unit)
}

/// The same where the truth is known to 64 bits: 2^-29 of a unit.
pub fn error_of_single_by_double(got: f32, exact: f64) -> f64 {
    if got.is_nan() || exact.is_nan() {
        return if got.is_nan() && exact.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let beyond = 2f64.powi(SINGLE.beyond);
    let got = f64::from(got).clamp(-beyond, beyond);
    let exact = exact.clamp(-beyond, beyond);
    let exponent = ((exact.to_bits() >> 52 & 0x7ff) as i32 - 1023).clamp(SINGLE.smallest, SINGLE.beyond - 1);
    (got - exact).abs() / 2f64.powi(exponent - (SINGLE.significand - 1))
}

/// What the function's documentation says: "Error below 0.52 ULP", or "correctly rounded" or "exact".
pub fn documented_bound(module: &str, name: &str) -> f64 {
    let (_, text) = SOURCES.iter().find(|(title, _)| *title == module).unwrap();
    let before = text.split(&format!("pub fn {name}(")).next().unwrap();
    let documentation = before.rsplit("\n\n").next().unwrap().replace("\n///", "");
    if documentation.contains("correctly rounded") {
        return 0.5;
    }
    let (_, bound) =
        documentation.split_once("Error below ").unwrap_or_else(|| panic!("no bound: {documentation}"));
    bound.split(' ').next().unwrap().parse().unwrap()
}
