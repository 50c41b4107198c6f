//! Literals and the constants of primitive types.

use sycl_hls_ir::{Diagnostic, Span};
use sycl_hls_types::ScalarValue;
use syn::{ExprLit, Lit};

use super::Resolver;
use super::expr::quoted;
use crate::codes;
use crate::hir::ExprKind;
use crate::lacking::{TYPES, never, not_yet, primitive};
use crate::names::plain_name;
use crate::ty::Prim;
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    pub(super) fn literal(&mut self, literal: &ExprLit, at: Span) -> ExprKind {
        let node = NodeKey::of(&literal.lit);
        match &literal.lit {
            Lit::Bool(value) => ExprKind::Value(Prim::Bool, value.value.into()),
            Lit::Byte(value) => ExprKind::Value(Prim::U8, value.value().into()),
            Lit::Int(int) => match (int.suffix(), int.base10_parse::<u128>()) {
                (_, Err(_)) => {
                    let error = Diagnostic::error(codes::LITERAL, at, "the number has more than 128 bits");
                    self.error(error.help("integers have up to 64 bits"))
                }
                ("", Ok(value)) => ExprKind::Int { value, suffix: None, node },
                ("f32" | "f64", Ok(_)) => self.suffixed_float(int.base10_digits(), int.suffix(), at),
                (suffix, Ok(value)) => match Prim::from_name(suffix) {
                    Some(prim) => ExprKind::Int { value, suffix: Some(prim), node },
                    None => self.bad_suffix(at, suffix),
                },
            },
            Lit::Float(float) if float.suffix().is_empty() => {
                ExprKind::Float(float.base10_digits().to_owned(), node)
            }
            Lit::Float(float) => self.suffixed_float(float.base10_digits(), float.suffix(), at),
            Lit::Char(_) => {
                let error = not_yet(codes::LITERAL, at, "a `char`");
                self.error(error.help("use a byte literal: `b'a'` is a `u8`"))
            }
            _ => {
                let error = never(codes::LITERAL, at, "text");
                self.error(error.help("use arrays of `u8`: `[b'a', b'b']`"))
            }
        }
    }

    fn suffixed_float(&mut self, digits: &str, suffix: &str, at: Span) -> ExprKind {
        let prim = Prim::from_name(suffix).filter(|prim| prim.is_float());
        match prim.and_then(|prim| Some((prim, float_value(prim, digits)?))) {
            Some((prim, value)) => ExprKind::Value(prim, value),
            None => self.bad_suffix(at, suffix),
        }
    }

    fn bad_suffix(&mut self, at: Span, suffix: &str) -> ExprKind {
        let unknown = || {
            let message = format!("there is no type `{suffix}` in the kernel language");
            Diagnostic::error(codes::LITERAL, at, message).help(TYPES)
        };
        let error = primitive(codes::LITERAL, at, suffix).unwrap_or_else(unknown);
        self.error(error)
    }

    /// `i32::MAX` and its like.
    pub(super) fn associated_const(&mut self, path: &syn::ExprPath, at: Span) -> ExprKind {
        let names: Vec<String> =
            path.path.segments.iter().map(|segment| plain_name(&segment.ident)).collect();
        if let [ty, name] = names.as_slice()
            && let Some(prim) = Prim::from_name(ty)
            && let Some((prim, value)) = constant_of(prim, name)
        {
            return ExprKind::Value(prim, value);
        }
        if self.front.is_rejected(&path.path) {
            return ExprKind::Error;
        }
        let message = format!("there is no constant {} in the kernel language", quoted(&path.path));
        let of_prim = names.len() == 2 && Prim::from_name(&names[0]).is_some();
        let help = match of_prim {
            true => {
                "there are MIN, MAX and BITS of integers, and MIN, MAX, EPSILON, MIN_POSITIVE, INFINITY, \
                     NEG_INFINITY and NAN of floats"
            }
            false => "write the number as a `const` of the module: names from outside are not visible in it",
        };
        self.error(Diagnostic::error(codes::NAME, at, message).help(help))
    }
}

/// The value of an integer literal, negated by the operator before it or not, if it fits.
pub(crate) fn int_value(prim: Prim, value: u128, negated: bool) -> Option<ScalarValue> {
    let magnitude = i128::try_from(value).ok()?;
    ScalarValue::from_integer(prim.scalar(), if negated { -magnitude } else { magnitude })
}

/// The nearest value to decimal digits.
pub(crate) fn float_value(prim: Prim, digits: &str) -> Option<ScalarValue> {
    match prim {
        Prim::F32 => digits.parse::<f32>().ok().map(Into::into),
        Prim::F64 => digits.parse::<f64>().ok().map(Into::into),
        _ => None,
    }
}

fn constant_of(prim: Prim, name: &str) -> Option<(Prim, ScalarValue)> {
    let scalar = prim.scalar();
    let value = match (prim, name) {
        (Prim::F32, "MIN") => f32::MIN.into(),
        (Prim::F32, "MAX") => f32::MAX.into(),
        (Prim::F32, "EPSILON") => f32::EPSILON.into(),
        (Prim::F32, "MIN_POSITIVE") => f32::MIN_POSITIVE.into(),
        (Prim::F32, "INFINITY") => f32::INFINITY.into(),
        (Prim::F32, "NEG_INFINITY") => f32::NEG_INFINITY.into(),
        (Prim::F32, "NAN") => f32::NAN.into(),
        (Prim::F64, "MIN") => f64::MIN.into(),
        (Prim::F64, "MAX") => f64::MAX.into(),
        (Prim::F64, "EPSILON") => f64::EPSILON.into(),
        (Prim::F64, "MIN_POSITIVE") => f64::MIN_POSITIVE.into(),
        (Prim::F64, "INFINITY") => f64::INFINITY.into(),
        (Prim::F64, "NEG_INFINITY") => f64::NEG_INFINITY.into(),
        (Prim::F64, "NAN") => f64::NAN.into(),
        (_, "MIN") if prim.is_integer() => ScalarValue::wrapping(scalar, scalar.range()?.0),
        (_, "MAX") if prim.is_integer() => ScalarValue::wrapping(scalar, scalar.range()?.1),
        (_, "BITS") if prim.is_integer() => return Some((Prim::U32, scalar.bits().into())),
        _ => return None,
    };
    Some((prim, value))
}
