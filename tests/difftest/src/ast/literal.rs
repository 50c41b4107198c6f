//! Literals and the ways to write them.

use std::fmt;

use sycl_hls_types::ScalarValue;

use super::Prim;

/// A finite number or a `bool`.
#[derive(Clone, Debug)]
pub struct Literal {
    /// The type.
    pub ty: Prim,
    /// The value.
    pub value: ScalarValue,
    /// How it is written.
    pub form: Form,
    /// True if the type is written behind it.
    pub suffix: bool,
}

/// How a number is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// `100`, `1.5`
    Plain,
    /// `0x64`
    Hex,
    /// `0o144`
    Octal,
    /// `0b110_0100`
    Binary,
    /// `1_00`
    Grouped,
    /// `b'd'`
    Byte,
    /// `1.5e0`
    Exponent,
    /// `1.`, of a whole float without suffix; with a suffix `1f32`.
    Short,
}

impl Literal {
    /// The value, written plainly.
    #[must_use]
    pub fn plain(ty: Prim, value: ScalarValue) -> Self {
        Self { ty, value, form: Form::Plain, suffix: false }
    }

    /// An integer; one that does not fit wraps.
    #[must_use]
    pub fn int(ty: Prim, value: i128) -> Self {
        Self::plain(ty, ScalarValue::wrapping(ty.scalar(), value))
    }

    /// True if the text begins with a minus sign.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        match self.value.to_integer() {
            Some(number) => number < 0,
            None => self.value.to_f64().is_sign_negative(),
        }
    }

    fn integer_text(&self, number: i128) -> String {
        let sign = if number < 0 { "-" } else { "" };
        let magnitude = number.unsigned_abs();
        match self.form {
            Form::Hex => format!("{sign}{magnitude:#x}"),
            Form::Octal => format!("{sign}{magnitude:#o}"),
            Form::Binary => format!("{sign}0b_{magnitude:b}"),
            Form::Grouped => {
                let digits = magnitude.to_string();
                let (head, tail) = digits.split_at(1);
                if tail.is_empty() { format!("{sign}{head}") } else { format!("{sign}{head}_{tail}") }
            }
            Form::Byte if matches!(u8::try_from(number), Ok(b'a'..=b'z')) => {
                format!("b'{}'", char::from(number as u8))
            }
            _ => format!("{sign}{magnitude}"),
        }
    }

    fn float_text(&self) -> String {
        let text = match self.value.ty() {
            sycl_hls_types::Scalar::F32 => {
                let value = self.value.to_f32();
                if self.form == Form::Exponent { format!("{value:e}") } else { format!("{value:?}") }
            }
            _ if self.form == Form::Exponent => format!("{:e}", self.value.to_f64()),
            _ => format!("{:?}", self.value.to_f64()),
        };
        match (self.form, text.strip_suffix(".0")) {
            (Form::Short, Some(whole)) if self.suffix => whole.to_owned(),
            (Form::Short, Some(whole)) => format!("{whole}."),
            _ => text,
        }
    }
}

impl fmt::Display for Literal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match (self.ty, self.value.to_integer()) {
            (Prim::Bool, _) => return write!(f, "{}", self.value),
            (_, Some(number)) => self.integer_text(number),
            (_, None) => self.float_text(),
        };
        let separator = if self.form == Form::Hex || self.form == Form::Grouped { "_" } else { "" };
        match self.suffix && !text.starts_with('b') {
            true => write!(f, "{text}{separator}{}", self.ty),
            false => f.write_str(&text),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(ty: Prim, value: impl Into<ScalarValue>, form: Form, suffix: bool) -> String {
        Literal { ty, value: value.into(), form, suffix }.to_string()
    }

    #[test]
    fn forms_are_rust() {
        assert_eq!(text(Prim::I32, -100, Form::Plain, false), "-100");
        assert_eq!(text(Prim::I32, i32::MIN, Form::Hex, true), "-0x80000000_i32");
        assert_eq!(text(Prim::U8, b'd', Form::Byte, true), "b'd'");
        assert_eq!(text(Prim::U8, 5_u8, Form::Byte, true), "5u8");
        assert_eq!(text(Prim::U64, 12_u64, Form::Grouped, true), "1_2_u64");
        assert_eq!(text(Prim::U64, 5_u64, Form::Binary, false), "0b_101");
        assert_eq!(text(Prim::F64, -0.0, Form::Plain, false), "-0.0");
        assert_eq!(text(Prim::F32, 1_f32, Form::Short, false), "1.");
        assert_eq!(text(Prim::F32, 1_f32, Form::Short, true), "1f32");
        assert_eq!(text(Prim::F32, 0.1_f32, Form::Exponent, true), "1e-1f32");
    }
}
