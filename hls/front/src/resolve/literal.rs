//! Literals and the constants of primitive types.

use sycl_hls_ir::{Diagnostic, Span, UnaryOp};
use sycl_hls_types::ScalarValue;
use syn::Lit;

use super::Resolver;
use crate::codes;
use crate::hir::ExprKind;
use crate::lacking::{TYPES, never, primitive};
use crate::literal::float_value;
use crate::ty::Prim;
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    /// A literal. In patterns and generic arguments a minus sign is a part of it.
    pub(super) fn literal_kind(&mut self, lit: &Lit, at: Span) -> ExprKind {
        let node = NodeKey::of(lit);
        match lit {
            Lit::Int(int) if let Some(digits) = int.base10_digits().strip_prefix('-') => {
                let Ok(value) = digits.parse() else { return self.too_long(at) };
                self.negated(ExprKind::Int { value, suffix: Prim::from_name(int.suffix()), node }, at)
            }
            Lit::Float(float) if let Some(digits) = float.base10_digits().strip_prefix('-') => {
                self.negated(ExprKind::Float(digits.to_owned(), node), at)
            }
            Lit::Bool(value) => ExprKind::Value(Prim::Bool, value.value.into()),
            Lit::Byte(value) => ExprKind::Value(Prim::U8, value.value().into()),
            Lit::Int(int) => match (int.suffix(), int.base10_parse::<u128>()) {
                (_, Err(_)) => self.too_long(at),
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
            Lit::ByteStr(text) => {
                let byte = |byte: u8| self.body.expr(ExprKind::Value(Prim::U8, byte.into()), at);
                let bytes = text.value().into_iter().map(byte).collect();
                ExprKind::Ref { mutable: false, place: self.body.expr(ExprKind::Array(bytes), at) }
            }
            Lit::Char(_) => {
                let error = never(codes::LITERAL, at, "a `char`");
                self.error(error.help("use a byte literal: `b'a'` is a `u8`"))
            }
            _ => {
                let error = never(codes::LITERAL, at, "text");
                self.error(error.help("use bytes: `b\"text\"`"))
            }
        }
    }

    /// Reports an integer of more than 128 bits.
    fn too_long(&mut self, at: Span) -> ExprKind {
        let error = Diagnostic::error(codes::LITERAL, at, "the number has more than 128 bits");
        self.error(error.help("integers have up to 64 bits"))
    }

    /// `-x` of a literal, which may be the least number of a type.
    fn negated(&mut self, magnitude: ExprKind, at: Span) -> ExprKind {
        ExprKind::Unary(UnaryOp::Neg, self.body.expr(magnitude, at))
    }

    /// A float with a suffix: `1f32`.
    fn suffixed_float(&mut self, digits: &str, suffix: &str, at: Span) -> ExprKind {
        let prim = Prim::from_name(suffix).filter(|prim| prim.is_float());
        match prim.and_then(|prim| Some((prim, float_value(prim, digits)?))) {
            Some((prim, value)) => ExprKind::Value(prim, value),
            None => self.bad_suffix(at, suffix),
        }
    }

    /// Reports a suffix that is no type of the language.
    fn bad_suffix(&mut self, at: Span, suffix: &str) -> ExprKind {
        let unknown = || {
            let message = format!("there is no type `{suffix}` in the kernel language");
            Diagnostic::error(codes::LITERAL, at, message).help(TYPES)
        };
        let error = primitive(codes::LITERAL, at, suffix).unwrap_or_else(unknown);
        self.error(error)
    }
}

/// The constants of numeric types: `i32::MAX`, `f32::EPSILON`.
pub(super) fn constant_of(prim: Prim, name: &str) -> Option<(Prim, ScalarValue)> {
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
        (_, "MIN") if prim.is_integer() => ScalarValue::least(scalar),
        (_, "MAX") if prim.is_integer() => ScalarValue::greatest(scalar),
        (_, "ZERO") => ScalarValue::from_bits(scalar, 0),
        (Prim::F32, "ONE") => 1_f32.into(),
        (Prim::F64, "ONE") => 1_f64.into(),
        (_, "ONE") if prim.is_integer() => ScalarValue::from_bits(scalar, 1),
        (_, "BITS") if prim.is_integer() => return Some((Prim::U32, scalar.bits().into())),
        _ => return None,
    };
    Some((prim, value))
}

/// A constant of `core::f32::consts` or `core::f64::consts`.
pub(super) fn math_constant(prim: Prim, name: &str) -> Option<ScalarValue> {
    macro_rules! constants {
        ($($name:ident),*) => {
            match (prim, name) {
                $((Prim::F32, stringify!($name)) => Some(std::f32::consts::$name.into()),
                (Prim::F64, stringify!($name)) => Some(std::f64::consts::$name.into()),)*
                _ => None,
            }
        };
    }
    constants!(
        PI,
        TAU,
        E,
        SQRT_2,
        FRAC_1_SQRT_2,
        LN_2,
        LN_10,
        LOG2_E,
        LOG2_10,
        LOG10_E,
        LOG10_2,
        FRAC_PI_2,
        FRAC_PI_3,
        FRAC_PI_4,
        FRAC_PI_6,
        FRAC_PI_8,
        FRAC_1_PI,
        FRAC_2_PI,
        FRAC_2_SQRT_PI
    )
}
