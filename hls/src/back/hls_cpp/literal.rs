//! Literals.

use sycl_hls_types::{Scalar, ScalarValue};

use super::number::is_class;
use crate::abi::type_name;

/// A C++ literal of exactly the value's type (wider than `int` where that has no literals).
pub(super) fn literal(value: &ScalarValue) -> String {
    match value.ty() {
        Scalar::F32 => float(value.to_f64(), format!("{:?}", value.to_f32()), "f", "float"),
        Scalar::F64 => float(value.to_f64(), format!("{:?}", value.to_f64()), "", "double"),
        Scalar::Bool => value.is_true().to_string(),
        ty if is_class(ty) => of_words(ty, &value.big_bits().to_u64_digits()),
        ty => {
            let number = value.to_integer().unwrap_or_default();
            let suffix = match ty {
                Scalar::U32 => "U",
                Scalar::U64 => "ULL",
                Scalar::I64 => "LL",
                _ => "",
            };
            // The smallest number has no literal: it would be the negation of one that is too large.
            match ty.range() {
                Some((min, _)) if number == min && ty.is_signed() => format!("({}{suffix} - 1)", min + 1),
                _ => format!("{number}{suffix}"),
            }
        }
    }
}

/// An integer of any width: of words of 64 bits.
fn of_words(ty: Scalar, words: &[u64]) -> String {
    let name = type_name(ty);
    match words {
        [] => format!("{name}(0)"),
        [word] if *word <= i32::MAX as u64 => format!("{name}({word})"),
        [word] => format!("{name}({word}ULL)"),
        [low, rest @ ..] => {
            format!("{name}({name}({} << 64) | {name}({low}ULL))", of_words(ty, rest))
        }
    }
}

/// True if the value has no literal but `std::numeric_limits`.
pub(super) fn needs_limits(value: &ScalarValue) -> bool {
    value.ty().is_float() && !value.to_f64().is_finite()
}

/// A literal for a place where the type is clear without a suffix: next to an operand of the type.
pub(super) fn short_literal(value: &ScalarValue) -> String {
    match value.to_integer() {
        Some(number)
            if value.ty() != Scalar::Bool
                && !is_class(value.ty())
                && i128::from(i32::MIN) < number
                && number <= i32::MAX.into() =>
        {
            number.to_string()
        }
        _ => literal(value),
    }
}

/// `shortest` is the shortest decimal text that reads back as the same value.
fn float(value: f64, shortest: String, suffix: &str, ty: &str) -> String {
    if value.is_nan() {
        return format!("std::numeric_limits<{ty}>::quiet_NaN()");
    }
    if value.is_infinite() {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}std::numeric_limits<{ty}>::infinity()");
    }
    let has_point = shortest.contains(['.', 'e']);
    format!("{shortest}{}{suffix}", if has_point { "" } else { ".0" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_have_their_types() {
        let text = |value: ScalarValue| literal(&value);
        assert_eq!(text(5_i32.into()), "5");
        assert_eq!(text(5_u32.into()), "5U");
        assert_eq!(text(5_u64.into()), "5ULL");
        assert_eq!(text((-5_i64).into()), "-5LL");
        assert_eq!(text(i32::MIN.into()), "(-2147483647 - 1)");
        assert_eq!(text(i64::MIN.into()), "(-9223372036854775807LL - 1)");
        assert_eq!(text(true.into()), "true");
        assert_eq!(text(0.1_f32.into()), "0.1f");
        assert_eq!(text(9_f32.into()), "9.0f");
        assert_eq!(text((-0.0_f64).into()), "-0.0");
        assert_eq!(text(f64::MAX.into()), "1.7976931348623157e308");
        assert_eq!(text(f64::NEG_INFINITY.into()), "-std::numeric_limits<double>::infinity()");
    }

    #[test]
    fn short_literals_drop_what_is_clear() {
        let text = |value: ScalarValue| short_literal(&value);
        assert_eq!(text(5_u64.into()), "5");
        assert_eq!(text(u64::MAX.into()), "18446744073709551615ULL");
        assert_eq!(text(i32::MIN.into()), "(-2147483647 - 1)");
        assert_eq!(text(3_000_000_000_u32.into()), "3000000000U");
    }
}
