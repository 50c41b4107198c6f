//! Scalars as Rust literals.

use anyhow::{Context as _, anyhow, bail};
use sycl_hls_types::{Scalar, ScalarValue};
use syn::{Expr, ExprLit, ExprUnary, Lit, UnOp};

/// The value of a literal such as `-5`, `1_000u32`, `0xff`, `2.5` or `true`.
pub fn parse(text: &str, ty: Scalar) -> anyhow::Result<ScalarValue> {
    let not_a_literal = || anyhow!("write a Rust literal");
    let expr: Expr = syn::parse_str(text).map_err(|_| not_a_literal())?;
    let (literal, negative) = match &expr {
        Expr::Lit(ExprLit { lit, .. }) => (lit, false),
        Expr::Unary(ExprUnary { op: UnOp::Neg(_), expr, .. }) => match &**expr {
            Expr::Lit(ExprLit { lit, .. }) => (lit, true),
            _ => return Err(not_a_literal()),
        },
        _ => return Err(not_a_literal()),
    };
    let sign = if negative { "-" } else { "" };
    match literal {
        Lit::Bool(value) if ty == Scalar::Bool && !negative => Ok(value.value.into()),
        Lit::Int(int) => {
            suffix_fits(int.suffix(), ty)?;
            number(&format!("{sign}{}", int.base10_digits()), ty)
        }
        Lit::Float(float) if ty.is_float() => {
            suffix_fits(float.suffix(), ty)?;
            number(&format!("{sign}{}", float.base10_digits()), ty)
        }
        _ => Err(anyhow!("it is a literal of another type than {ty}")),
    }
}

fn suffix_fits(suffix: &str, ty: Scalar) -> anyhow::Result<()> {
    if suffix.is_empty() || suffix.parse() == Ok(ty) {
        return Ok(());
    }
    bail!("it says to be {suffix}")
}

fn number(digits: &str, ty: Scalar) -> anyhow::Result<ScalarValue> {
    match ty {
        Scalar::F32 => digits.parse::<f32>().map(Into::into).map_err(Into::into),
        Scalar::F64 => digits.parse::<f64>().map(Into::into).map_err(Into::into),
        Scalar::Bool => bail!("write true or false"),
        _ => {
            let value = digits.parse::<i128>().ok().and_then(|value| ScalarValue::from_integer(ty, value));
            let (min, max) = ty.range().unwrap_or_default();
            value.with_context(|| format!("{ty} goes from {min} to {max}"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn literals_of_every_type() {
        assert_eq!(parse("-5", Scalar::I32).unwrap(), (-5_i32).into());
        assert_eq!(parse("-2147483648", Scalar::I32).unwrap(), i32::MIN.into());
        assert_eq!(parse("1_000", Scalar::U32).unwrap(), 1000_u32.into());
        assert_eq!(parse("0xffu8", Scalar::U8).unwrap(), 255_u8.into());
        assert_eq!(parse("7usize", Scalar::U64).unwrap(), 7_u64.into());
        assert_eq!(parse("2.5", Scalar::F32).unwrap(), 2.5_f32.into());
        assert_eq!(parse("3", Scalar::F64).unwrap(), 3_f64.into());
        assert_eq!(parse("-1e-3f64", Scalar::F64).unwrap(), (-1e-3_f64).into());
        assert_eq!(parse("true", Scalar::Bool).unwrap(), true.into());
    }

    #[test]
    fn everything_else_says_why() {
        assert_eq!(parse("256", Scalar::U8).unwrap_err().to_string(), "u8 goes from 0 to 255");
        assert_eq!(parse("-1", Scalar::U32).unwrap_err().to_string(), "u32 goes from 0 to 4294967295");
        assert_eq!(
            parse("1.5", Scalar::I32).unwrap_err().to_string(),
            "it is a literal of another type than i32"
        );
        assert_eq!(parse("1u8", Scalar::I32).unwrap_err().to_string(), "it says to be u8");
        assert_eq!(parse("x + 1", Scalar::I32).unwrap_err().to_string(), "write a Rust literal");
        assert_eq!(parse("", Scalar::I32).unwrap_err().to_string(), "write a Rust literal");
        assert!(parse("1", Scalar::Bool).is_err());
        assert!(parse("-true", Scalar::Bool).is_err());
    }
}
