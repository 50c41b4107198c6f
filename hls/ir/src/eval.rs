//! Arithmetic on scalar values: the one definition of what the operations compute.
//!
//! Integers wrap (two's complement), division is total, floats are IEEE 754 with round to nearest even, and casts from
//! floats saturate. Of a shift's distance only the low [`Scalar::distance_bits`] count.

mod wide;

use sycl_hls_types::{Scalar, ScalarValue};

use crate::{BinaryOp, CompareOp, UnaryOp};

/// The result of a unary operation; `None` if `op` has no meaning for the operand's type.
#[must_use]
pub fn unary(op: UnaryOp, arg: &ScalarValue) -> Option<ScalarValue> {
    let ty = arg.ty();
    if !op.takes(ty) {
        return None;
    }
    Some(match (op, ty) {
        (UnaryOp::Neg, Scalar::F32) => (-arg.to_f32()).into(),
        (UnaryOp::Neg, Scalar::F64) => (-arg.to_f64()).into(),
        (_, Scalar::F32) => rounded_f32(op, arg.to_f32())?.into(),
        (_, Scalar::F64) => rounded_f64(op, arg.to_f64())?.into(),
        _ if ty.is_wide() => wide::unary(op, arg)?,
        (UnaryOp::Neg, _) => ScalarValue::from_bits(ty, arg.low_bits().wrapping_neg()),
        (UnaryOp::Not, _) => ScalarValue::from_bits(ty, !arg.low_bits()),
        _ => of_bits(op, ty, arg.low_bits())?,
    })
}

macro_rules! float_unary {
    ($name:ident, $float:ty) => {
        fn $name(op: UnaryOp, x: $float) -> Option<$float> {
            match op {
                UnaryOp::Abs => Some(x.abs()),
                UnaryOp::Sqrt => Some(x.sqrt()),
                UnaryOp::Floor => Some(x.floor()),
                UnaryOp::Ceil => Some(x.ceil()),
                UnaryOp::Trunc => Some(x.trunc()),
                UnaryOp::Round => Some(x.round()),
                UnaryOp::RoundEven => Some(x.round_ties_even()),
                UnaryOp::Flush => Some(if x.is_subnormal() { x * 0.0 } else { x }),
                _ => None,
            }
        }
    };
}

float_unary!(rounded_f32, f32);
float_unary!(rounded_f64, f64);

/// Operations on the bits of an integer of at most 64.
fn of_bits(op: UnaryOp, ty: Scalar, bits: u64) -> Option<ScalarValue> {
    let unused = 64 - ty.bits();
    Some(match op {
        UnaryOp::CountOnes => bits.count_ones().into(),
        UnaryOp::LeadingZeros => (bits.leading_zeros() - unused).into(),
        UnaryOp::TrailingZeros => bits.trailing_zeros().min(ty.bits()).into(),
        UnaryOp::SwapBytes => ScalarValue::from_bits(ty, bits.swap_bytes() >> unused),
        UnaryOp::ReverseBits => ScalarValue::from_bits(ty, bits.reverse_bits() >> unused),
        _ => return None,
    })
}

/// `a * b + c` of floats, rounded once; `None` for other types.
#[must_use]
pub fn fma(a: &ScalarValue, b: &ScalarValue, c: &ScalarValue) -> Option<ScalarValue> {
    match (a.ty(), b.ty(), c.ty()) {
        (Scalar::F32, Scalar::F32, Scalar::F32) => Some(a.to_f32().mul_add(b.to_f32(), c.to_f32()).into()),
        (Scalar::F64, Scalar::F64, Scalar::F64) => Some(a.to_f64().mul_add(b.to_f64(), c.to_f64()).into()),
        _ => None,
    }
}

/// The bits of a value as `ty`; `None` if that is not as wide, or a `bool`.
#[must_use]
pub fn bits(value: &ScalarValue, ty: Scalar) -> Option<ScalarValue> {
    let fits = value.ty().bits() == ty.bits() && ty != Scalar::Bool;
    fits.then(|| {
        if ty.is_wide() {
            ScalarValue::from_big_bits(ty, &value.big_bits())
        } else {
            ScalarValue::from_bits(ty, value.low_bits())
        }
    })
}

/// The result of a binary operation; `None` if `op` has no meaning for the operands' types.
#[must_use]
pub fn binary(op: BinaryOp, lhs: &ScalarValue, rhs: &ScalarValue) -> Option<ScalarValue> {
    // Nearly all operations are these, on integers of at most 64 bits.
    if let Some((ty @ Scalar::Int { .. }, a, b)) = lhs.words(rhs)
        && let Some(bits) = whatever_sign(op, a, b)
    {
        return Some(ScalarValue::from_bits(ty, bits));
    }
    let ty = lhs.ty();
    if op.is_shift() {
        return shift(op, lhs, rhs);
    }
    if ty != rhs.ty() {
        return None;
    }
    match ty {
        Scalar::Int { .. } if ty.is_wide() => wide::binary(op, lhs, rhs),
        Scalar::Int { .. } => integer(op, ty, lhs, rhs),
        Scalar::F32 => float(op, lhs.to_f32(), rhs.to_f32()).map(Into::into),
        Scalar::F64 => float(op, lhs.to_f64(), rhs.to_f64()).map(Into::into),
        Scalar::Bool if op.takes_bools() => integer(op, ty, lhs, rhs),
        Scalar::Bool => None,
    }
}

/// True if the operation's exact result does not fit the type. False for floats and for division by zero.
#[must_use]
pub fn overflows(op: BinaryOp, lhs: &ScalarValue, rhs: &ScalarValue) -> bool {
    if lhs.ty().is_wide() {
        return wide::overflows(op, lhs, rhs);
    }
    let (Some((min, max)), Some(a), Some(b)) = (lhs.ty().range(), lhs.to_integer(), rhs.to_integer()) else {
        return false;
    };
    let exact = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        // The product of two u64 may need one bit more than there is.
        BinaryOp::Mul => return a.checked_mul(b).is_none_or(|exact| !(min..=max).contains(&exact)),
        // The remainder overflows where the quotient does.
        BinaryOp::Div | BinaryOp::Rem if b != 0 => a / b,
        _ => return false,
    };
    !(min..=max).contains(&exact)
}

/// The integer that is greater by `step`; `None` if the type has none.
#[must_use]
pub fn successor(value: &ScalarValue, step: u64) -> Option<ScalarValue> {
    if value.ty().is_wide() {
        return ScalarValue::from_big(value.ty(), &(value.to_big()? + step));
    }
    ScalarValue::from_integer(value.ty(), value.to_integer()? + i128::from(step))
}

/// True if an integer is the smallest one of its type, which has no negative.
#[must_use]
pub fn is_least(value: &ScalarValue) -> bool {
    value.ty().is_signed() && *value == ScalarValue::least(value.ty())
}

/// The result of a comparison; false if the types differ.
#[must_use]
pub fn compare(op: CompareOp, lhs: &ScalarValue, rhs: &ScalarValue) -> bool {
    let ty = lhs.ty();
    op.holds(if ty.is_float() {
        lhs.to_f64().partial_cmp(&rhs.to_f64())
    } else if ty.is_wide() {
        lhs.to_big().partial_cmp(&rhs.to_big())
    } else {
        lhs.to_integer().partial_cmp(&rhs.to_integer())
    })
}

/// `value as ty`; `None` where Rust has no such cast.
#[must_use]
pub fn cast(value: &ScalarValue, ty: Scalar) -> Option<ScalarValue> {
    let from = value.ty();
    if from == ty {
        return Some(value.clone());
    }
    match (from, ty) {
        (_, Scalar::Bool) | (Scalar::Bool, Scalar::Float(_)) => None,
        (Scalar::Float(_), Scalar::Int { .. }) => saturated(value.to_f64(), ty),
        (_, Scalar::F32) => Some(value.to_f32().into()),
        (_, Scalar::F64) => Some(value.to_f64().into()),
        _ if from.is_wide() || ty.is_wide() => Some(ScalarValue::wrapping_big(ty, &value.to_big()?)),
        _ => Some(ScalarValue::wrapping(ty, value.to_integer()?)),
    }
}

/// The whole part of a float as an integer: 0 for NaN, the nearest value for what is outside of the type.
fn saturated(value: f64, ty: Scalar) -> Option<ScalarValue> {
    match ty.range() {
        Some((min, max)) => Some(ScalarValue::wrapping(ty, (value as i128).clamp(min, max))),
        None => Some(wide::saturated(value, ty)),
    }
}

fn shift(op: BinaryOp, lhs: &ScalarValue, rhs: &ScalarValue) -> Option<ScalarValue> {
    let ty = lhs.ty();
    if !ty.is_integer() || !rhs.ty().is_integer() {
        return None;
    }
    let distance = rhs.low_bits() & ty.distance_mask();
    if ty.is_wide() {
        return wide::shift(op, lhs, distance);
    }
    let value = lhs.to_integer()?;
    Some(ScalarValue::wrapping(ty, if op == BinaryOp::Shl { value << distance } else { value >> distance }))
}

/// Of integers of at most 64 bits, and of `bool`.
fn integer(op: BinaryOp, ty: Scalar, lhs: &ScalarValue, rhs: &ScalarValue) -> Option<ScalarValue> {
    match whatever_sign(op, lhs.low_bits(), rhs.low_bits()) {
        Some(bits) => Some(ScalarValue::from_bits(ty, bits)),
        None => Some(ScalarValue::wrapping(ty, by_sign(op, lhs.to_integer()?, rhs.to_integer()?))),
    }
}

/// The low bits of results that do not depend on signs.
#[inline]
const fn whatever_sign(op: BinaryOp, a: u64, b: u64) -> Option<u64> {
    Some(match op {
        BinaryOp::Add => a.wrapping_add(b),
        BinaryOp::Sub => a.wrapping_sub(b),
        BinaryOp::Mul => a.wrapping_mul(b),
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        _ => return None,
    })
}

fn by_sign(op: BinaryOp, a: i128, b: i128) -> i128 {
    match op {
        BinaryOp::Div if b == 0 => -1,
        BinaryOp::Div => a / b,
        BinaryOp::Rem if b == 0 => a,
        BinaryOp::Rem => a % b,
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        _ => a,
    }
}

fn float<T>(op: BinaryOp, a: T, b: T) -> Option<T>
where
    T: std::ops::Add<Output = T>
        + std::ops::Neg<Output = T>
        + std::ops::Sub<Output = T>
        + std::ops::Mul<Output = T>
        + std::ops::Div<Output = T>
        + std::ops::Rem<Output = T>
        + Into<f64>
        + Copy,
{
    match op {
        BinaryOp::Add => Some(a + b),
        BinaryOp::Sub => Some(a - b),
        BinaryOp::Mul => Some(a * b),
        BinaryOp::Div => Some(a / b),
        BinaryOp::Rem => Some(a % b),
        BinaryOp::Min => Some(if is_below(a.into(), b.into()) { a } else { b }),
        BinaryOp::Max => Some(if is_below((-a).into(), (-b).into()) { a } else { b }),
        _ => None,
    }
}

/// True if `a` is the minimum of the two. A NaN is not, unless both are.
fn is_below(a: f64, b: f64) -> bool {
    b.is_nan() || a < b || (a == b && a.is_sign_negative())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn int(ty: Scalar, value: i128) -> ScalarValue {
        ScalarValue::from_integer(ty, value).unwrap()
    }

    macro_rules! same_as_rust {
        ($name:ident, $ty:ty) => {
            proptest! {
                #[test]
                fn $name(a: $ty, b: $ty, distance in 0u32..200) {
                    let v = |x: $ty| ScalarValue::from(x);
                    let op = |op| binary(op, &v(a), &v(b)).unwrap();
                    prop_assert_eq!(op(BinaryOp::Add), v(a.wrapping_add(b)));
                    prop_assert_eq!(op(BinaryOp::Sub), v(a.wrapping_sub(b)));
                    prop_assert_eq!(op(BinaryOp::Mul), v(a.wrapping_mul(b)));
                    prop_assert_eq!(op(BinaryOp::And), v(a & b));
                    prop_assert_eq!(op(BinaryOp::Or), v(a | b));
                    prop_assert_eq!(op(BinaryOp::Xor), v(a ^ b));
                    if b != 0 {
                        prop_assert_eq!(op(BinaryOp::Div), v(a.wrapping_div(b)));
                        prop_assert_eq!(op(BinaryOp::Rem), v(a.wrapping_rem(b)));
                        prop_assert_eq!(overflows(BinaryOp::Div, &v(a), &v(b)), a.overflowing_div(b).1);
                        prop_assert_eq!(overflows(BinaryOp::Rem, &v(a), &v(b)), a.overflowing_rem(b).1);
                    }
                    prop_assert_eq!(overflows(BinaryOp::Add, &v(a), &v(b)), a.overflowing_add(b).1);
                    prop_assert_eq!(overflows(BinaryOp::Sub, &v(a), &v(b)), a.overflowing_sub(b).1);
                    prop_assert_eq!(overflows(BinaryOp::Mul, &v(a), &v(b)), a.overflowing_mul(b).1);
                    let by = |op| binary(op, &v(a), &distance.into()).unwrap();
                    prop_assert_eq!(by(BinaryOp::Shl), v(a.wrapping_shl(distance)));
                    prop_assert_eq!(by(BinaryOp::Shr), v(a.wrapping_shr(distance)));
                    prop_assert_eq!(unary(UnaryOp::Not, &v(a)).unwrap(), v(!a));
                    prop_assert_eq!(op(BinaryOp::Min), v(a.min(b)));
                    prop_assert_eq!(op(BinaryOp::Max), v(a.max(b)));
                    let of_bits = |op| unary(op, &v(a)).unwrap();
                    prop_assert_eq!(of_bits(UnaryOp::CountOnes), a.count_ones().into());
                    prop_assert_eq!(of_bits(UnaryOp::LeadingZeros), a.leading_zeros().into());
                    prop_assert_eq!(of_bits(UnaryOp::TrailingZeros), a.trailing_zeros().into());
                    prop_assert_eq!(of_bits(UnaryOp::SwapBytes), v(a.swap_bytes()));
                    prop_assert_eq!(of_bits(UnaryOp::ReverseBits), v(a.reverse_bits()));
                    prop_assert_eq!(cast(&v(a), Scalar::I16).unwrap(), ScalarValue::from(a as i16));
                    prop_assert_eq!(compare(CompareOp::Lt, &v(a), &v(b)), a < b);
                    prop_assert_eq!(compare(CompareOp::Ge, &v(a), &v(b)), a >= b);
                    prop_assert_eq!(cast(&v(a), Scalar::F32).unwrap(), ScalarValue::from(a as f32));
                    prop_assert_eq!(cast(&v(a), Scalar::F64).unwrap(), ScalarValue::from(a as f64));
                    prop_assert_eq!(cast(&v(a), Scalar::U8).unwrap(), ScalarValue::from(a as u8));
                    prop_assert_eq!(cast(&v(a), Scalar::I32).unwrap(), ScalarValue::from(a as i32));
                    prop_assert_eq!(cast(&v(a), Scalar::U64).unwrap(), ScalarValue::from(a as u64));
                }
            }
        };
    }

    same_as_rust!(u8_is_as_in_rust, u8);
    same_as_rust!(u16_is_as_in_rust, u16);
    same_as_rust!(i8_is_as_in_rust, i8);
    same_as_rust!(i16_is_as_in_rust, i16);
    same_as_rust!(u32_is_as_in_rust, u32);
    same_as_rust!(u64_is_as_in_rust, u64);
    same_as_rust!(i32_is_as_in_rust, i32);
    same_as_rust!(i64_is_as_in_rust, i64);

    proptest! {
        #[test]
        fn floats_are_as_in_rust(a: u32, b: u32, c: u64) {
            let (x, y, z) = (f32::from_bits(a), f32::from_bits(b), f64::from_bits(c));
            let same = |a: ScalarValue, b: ScalarValue| a.same_result(&b);
            prop_assert!(same(binary(BinaryOp::Add, &x.into(), &y.into()).unwrap(), (x + y).into()));
            prop_assert!(same(binary(BinaryOp::Div, &x.into(), &y.into()).unwrap(), (x / y).into()));
            prop_assert!(same(unary(UnaryOp::Neg, &x.into()).unwrap(), (-x).into()));
            prop_assert!(same(binary(BinaryOp::Rem, &x.into(), &y.into()).unwrap(), (x % y).into()));
            let one = |op| unary(op, &z.into()).unwrap();
            prop_assert!(same(one(UnaryOp::Abs), z.abs().into()));
            prop_assert!(same(one(UnaryOp::Sqrt), z.sqrt().into()));
            let least = f32::from_bits(a & 0x80ff_ffff);
            let flushed = if least.is_subnormal() { 0_f32.copysign(least) } else { least };
            prop_assert_eq!(unary(UnaryOp::Flush, &least.into()), Some(flushed.into()));
            prop_assert!(z.is_subnormal() || same(one(UnaryOp::Flush), z.into()));
            prop_assert!(same(one(UnaryOp::Floor), z.floor().into()));
            prop_assert!(same(unary(UnaryOp::Ceil, &x.into()).unwrap(), x.ceil().into()));
            prop_assert!(same(unary(UnaryOp::Trunc, &x.into()).unwrap(), x.trunc().into()));
            prop_assert!(same(unary(UnaryOp::Round, &x.into()).unwrap(), x.round().into()));
            prop_assert!(same(unary(UnaryOp::RoundEven, &x.into()).unwrap(), x.round_ties_even().into()));
            prop_assert!(same(fma(&x.into(), &y.into(), &x.into()).unwrap(), x.mul_add(y, x).into()));
            prop_assert_eq!(bits(&x.into(), Scalar::U32), Some(a.into()));
            prop_assert_eq!(bits(&c.into(), Scalar::F64), Some(z.into()));
            prop_assert_eq!(compare(CompareOp::Le, &x.into(), &y.into()), x <= y);
            prop_assert_eq!(compare(CompareOp::Ne, &x.into(), &y.into()), x != y);
            prop_assert_eq!(cast(&x.into(), Scalar::U8).unwrap(), ScalarValue::from(x as u8));
            prop_assert_eq!(cast(&x.into(), Scalar::I32).unwrap(), ScalarValue::from(x as i32));
            prop_assert_eq!(cast(&z.into(), Scalar::I64).unwrap(), ScalarValue::from(z as i64));
            prop_assert_eq!(cast(&z.into(), Scalar::U64).unwrap(), ScalarValue::from(z as u64));
            prop_assert!(same(cast(&z.into(), Scalar::F32).unwrap(), (z as f32).into()));
            prop_assert!(same(cast(&x.into(), Scalar::F64).unwrap(), f64::from(x).into()));
        }
    }

    #[test]
    fn division_is_total_as_on_hardware() {
        let div = |a: i32, b: i32| binary(BinaryOp::Div, &a.into(), &b.into()).unwrap();
        assert_eq!(div(5, 0), int(Scalar::I32, -1));
        assert_eq!(div(i32::MIN, -1), int(Scalar::I32, i128::from(i32::MIN)));
        let rem = |a: i32, b: i32| binary(BinaryOp::Rem, &a.into(), &b.into()).unwrap();
        assert_eq!(rem(5, 0), int(Scalar::I32, 5));
        assert_eq!(rem(i32::MIN, -1), int(Scalar::I32, 0));
        assert_eq!(binary(BinaryOp::Div, &5_u8.into(), &0_u8.into()), Some(int(Scalar::U8, 255)));
    }

    #[test]
    fn minima_and_maxima_ignore_nans_and_know_the_sign_of_zero() {
        let nan = f32::NAN;
        for (a, b, min, max) in [
            (1.0, 2.0, 1.0, 2.0),
            (-0.0, 0.0, -0.0, 0.0),
            (nan, 3.0, 3.0, 3.0),
            (nan, nan, nan, nan),
            (-1.0, f32::NEG_INFINITY, f32::NEG_INFINITY, -1.0),
        ] {
            for (a, b) in [(a, b), (b, a)] {
                let of = |op| binary(op, &ScalarValue::from(a), &b.into()).unwrap();
                assert!(of(BinaryOp::Min).same_result(&min.into()), "min {a} {b}");
                assert!(of(BinaryOp::Max).same_result(&max.into()), "max {a} {b}");
            }
        }
    }

    #[test]
    fn halves_round_as_asked() {
        let round = |op, x: f64| unary(op, &x.into()).unwrap().to_f64();
        assert_eq!(
            [-2.5, -0.5, 0.5, 1.5, 2.5].map(|x| round(UnaryOp::Round, x)),
            [-3.0, -1.0, 1.0, 2.0, 3.0]
        );
        assert_eq!([-2.5, -1.5, 0.5, 2.5].map(|x| round(UnaryOp::RoundEven, x)), [-2.0, -2.0, 0.0, 2.0]);
    }

    #[test]
    fn what_rust_has_no_meaning_for_has_none_here() {
        assert_eq!(binary(BinaryOp::Add, &true.into(), &true.into()), None);
        assert_eq!(binary(BinaryOp::And, &1_f32.into(), &1_f32.into()), None);
        assert_eq!(binary(BinaryOp::Add, &1_i32.into(), &1_u32.into()), None);
        assert_eq!(binary(BinaryOp::Shl, &1_f32.into(), &1_u32.into()), None);
        assert_eq!(unary(UnaryOp::Neg, &1_u32.into()), None);
        assert_eq!(unary(UnaryOp::Abs, &1_i32.into()), None);
        assert_eq!(unary(UnaryOp::CountOnes, &1_f32.into()), None);
        assert_eq!(unary(UnaryOp::CountOnes, &true.into()), None);
        assert_eq!(binary(BinaryOp::Min, &true.into(), &true.into()), None);
        assert_eq!(bits(&1_f32.into(), Scalar::U64), None);
        assert_eq!(fma(&1_f32.into(), &1_f32.into(), &1_f64.into()), None);
        assert_eq!(unary(UnaryOp::Not, &1_f64.into()), None);
        assert_eq!(cast(&1_u8.into(), Scalar::Bool), None);
        assert_eq!(cast(&true.into(), Scalar::F32), None);
        assert_eq!(cast(&true.into(), Scalar::U64), Some(1_u64.into()));
        assert_eq!(unary(UnaryOp::Not, &true.into()), Some(false.into()));
    }

    /// Bytes of memory that the type's bits do not fill are no part of a number.
    #[test]
    fn bytes_of_any_number_are_swapped() {
        for (bits, value, swapped) in
            [(24, 0x01_0203, 0x03_0201), (72, 0x01_0203, 0x03_0201 << 48), (128, 1, 1 << 120)]
        {
            let ty = Scalar::int(false, bits).unwrap();
            let [value, swapped] = [value, swapped].map(|it: i128| ScalarValue::wrapping(ty, it));
            assert_eq!(unary(UnaryOp::SwapBytes, &value), Some(swapped), "{bits} bits");
        }
    }
}
