//! The functions with many digits: those of astro-float, whose results are correctly rounded, and a few made of them.

use astro_float::{BigFloat, Consts, RoundingMode};

const MODE: RoundingMode = RoundingMode::None;
/// Bits of intermediate results. Enough for differences: smaller arguments than 2^-100 have series.
const BITS: usize = 320;

/// What astro-float keeps between calls.
pub struct Reference {
    constants: Consts,
}

impl Reference {
    pub fn new() -> Self {
        Reference { constants: Consts::new().unwrap() }
    }
}

/// `BigFloat::from_f64` of astro-float 0.9.6 halves subnormal numbers; they take another way.
pub fn big(x: f64) -> BigFloat {
    if x.is_normal() || x == 0.0 {
        return BigFloat::from_f64(x, BITS);
    }
    let mut scaled = BigFloat::from_f64(x * 2f64.powi(200), BITS);
    let exponent = scaled.exponent().unwrap();
    scaled.set_exponent(exponent - 200);
    scaled
}

fn add(x: &BigFloat, y: &BigFloat) -> BigFloat {
    x.add(y, BITS, MODE)
}

fn mul(x: &BigFloat, y: &BigFloat) -> BigFloat {
    x.mul(y, BITS, MODE)
}

fn div(x: &BigFloat, y: &BigFloat) -> BigFloat {
    x.div(y, BITS, MODE)
}

macro_rules! given {
    ($($name:ident = $method:ident;)*) => {
        $(pub fn $name(r: &mut Reference, x: f64) -> BigFloat {
            big(x).$method(BITS, MODE, &mut r.constants)
        })*
    };
}

given! {
    sin = sin;
    cos = cos;
    tan = tan;
    asin = asin;
    acos = acos;
    atan = atan;
    sinh = sinh;
    cosh = cosh;
    tanh = tanh;
    exp = exp;
    log = ln;
    log2 = log2;
    log10 = log10;
}

pub fn exp2(r: &mut Reference, x: f64) -> BigFloat {
    big(2.0).pow(&big(x), BITS, MODE, &mut r.constants)
}

pub fn exp10(r: &mut Reference, x: f64) -> BigFloat {
    big(10.0).pow(&big(x), BITS, MODE, &mut r.constants)
}

/// x + x^2 / a + x^3 / b, for the smallest arguments.
fn three_terms(x: f64, a: f64, b: f64) -> BigFloat {
    let (x, one) = (big(x), big(1.0));
    let square = mul(&x, &x);
    let series = add(&add(&one, &div(&x, &big(a))), &div(&square, &big(b)));
    mul(&x, &series)
}

const SMALL: f64 = 1e-30;

pub fn expm1(r: &mut Reference, x: f64) -> BigFloat {
    if x.abs() < SMALL {
        return three_terms(x, 2.0, 6.0);
    }
    add(&exp(r, x), &big(-1.0))
}

pub fn log1p(r: &mut Reference, x: f64) -> BigFloat {
    if x.abs() < SMALL {
        return three_terms(x, -2.0, 3.0);
    }
    add(&big(1.0), &big(x)).ln(BITS, MODE, &mut r.constants)
}

pub fn cbrt(_: &mut Reference, x: f64) -> BigFloat {
    big(x).cbrt(BITS, MODE)
}

pub fn rsqrt(_: &mut Reference, x: f64) -> BigFloat {
    div(&big(1.0), &big(x).sqrt(BITS, MODE))
}

pub fn recip(_: &mut Reference, x: f64) -> BigFloat {
    div(&big(1.0), &big(x))
}

/// 2 x exp(-x^2) / sqrt(pi) times the sum of (2 x^2)^n / (1 * 3 * .. * (2n + 1)), whose terms are positive.
fn erf_with(r: &mut Reference, x: f64, bits: usize) -> BigFloat {
    let square = big(x).mul(&big(x), bits, MODE);
    let (mut term, mut sum) = (big(2.0), big(2.0));
    for n in 1.. {
        let factor = square.mul(&big(2.0), bits, MODE).div(&big(f64::from(2 * n + 1)), bits, MODE);
        term = term.mul(&factor, bits, MODE);
        sum = sum.add(&term, bits, MODE);
        if term.exponent().is_none_or(|exponent| exponent < sum.exponent().unwrap_or(0) - bits as i32) {
            break;
        }
    }
    let bell = square.neg().exp(bits, MODE, &mut r.constants);
    let root = r.constants.pi(bits, MODE).sqrt(bits, MODE);
    big(x).mul(&sum, bits, MODE).mul(&bell, bits, MODE).div(&root, bits, MODE)
}

pub fn erf(r: &mut Reference, x: f64) -> BigFloat {
    erf_with(r, x, BITS)
}

/// 1 - erf(x), with as many more bits as the difference loses.
pub fn erfc(r: &mut Reference, x: f64) -> BigFloat {
    let bits = BITS + if x > 1.0 { (x * x * 1.5) as usize } else { 0 };
    big(1.0).sub(&erf_with(r, x, bits), bits, MODE)
}

pub fn atan2(r: &mut Reference, y: f64, x: f64) -> BigFloat {
    let pi = r.constants.pi(BITS, MODE);
    if x == 0.0 || y == 0.0 {
        let angle = if y == 0.0 { big(if x < 0.0 { 1.0 } else { 0.0 }) } else { big(0.5) };
        return mul(&mul(&angle, &pi), &big(1f64.copysign(y)));
    }
    let angle = div(&big(y), &big(x)).atan(BITS, MODE, &mut r.constants);
    let turn = if y < 0.0 { pi.neg() } else { pi };
    if x < 0.0 { add(&angle, &turn) } else { angle }
}

pub fn pow(r: &mut Reference, x: f64, y: f64) -> BigFloat {
    big(x).pow(&big(y), BITS, MODE, &mut r.constants)
}

pub fn hypot(_: &mut Reference, x: f64, y: f64) -> BigFloat {
    let (x, y) = (big(x), big(y));
    add(&mul(&x, &x), &mul(&y, &y)).sqrt(BITS, MODE)
}
