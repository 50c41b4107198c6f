//! Scalars without operands: literals, constants, variables, elements, lengths.

use sycl_hls_types::ScalarValue;

use super::dice::Dice;
use super::{Generator, Made, Range};
use crate::ast::{Expr, ExprKind, Form, Literal, Prim, Step, Ty};

/// Integers at which something changes.
const CORNERS: [i128; 22] =
    [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 15, 16, 31, 32, 63, 64, 100, 127, 128, 255, 256, 65_536];

/// Floats at which something changes.
const FLOATS: [f64; 24] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    1.5,
    2.0,
    -2.5,
    0.1,
    3.25,
    100.0,
    255.5,
    256.0,
    1e10,
    -1e10,
    2_147_483_648.0,
    4_294_967_296.0,
    9.3e18,
    1.9e19,
    16_777_217.0,
    1e-3,
    1e30,
    -7.75,
    1e-40,
];

impl Generator {
    /// A scalar without operands, or an element.
    pub fn leaf(&mut self, ty: Prim, known: bool) -> Made {
        let found = match self.dice.weighted([(25, 0), (45, 1), (20, 2), (5, 3), (5, 4)]) {
            1 => self.variable(ty),
            2 => self.element(ty),
            3 => self.path(ty),
            4 if ty == Prim::Usize => self.length(),
            _ => None,
        };
        found.unwrap_or_else(|| self.literal(ty, known))
    }

    /// A variable or constant of the type.
    pub fn variable(&mut self, ty: Prim) -> Option<Made> {
        let vars = self.scope.readable(|var| var.ty == Ty::Prim(ty));
        let var = self.scope.get(*self.dice.pick(&vars)?);
        Some(Made::new(var.expr(), var.range, var.fixed))
    }

    /// `i32::MAX` and its like.
    fn path(&mut self, ty: Prim) -> Option<Made> {
        let names: &[&str] = match ty {
            Prim::Bool => return None,
            Prim::F32 | Prim::F64 => {
                &["MIN", "MAX", "EPSILON", "MIN_POSITIVE", "INFINITY", "NEG_INFINITY", "NAN"]
            }
            Prim::U32 => &["MIN", "MAX", "BITS"],
            _ => &["MIN", "MAX"],
        };
        let name = *self.dice.pick(names)?;
        let all = Range::of(ty);
        let range = match name {
            "MIN" => Range::one(all.lo),
            "BITS" => Range::new(8, 64),
            _ => Range::one(all.hi),
        };
        let owner = if name == "BITS" { self.any_int() } else { ty };
        let path = Expr::new(ty, ExprKind::Path(format!("{owner}::{name}")));
        Some(Made::new(path, range, true))
    }

    /// The length of an array, a row or a slice.
    fn length(&mut self) -> Option<Made> {
        let vars = self.scope.readable(|var| var.ty.is_array() || matches!(var.ty, Ty::Slice(_)));
        let id = *self.dice.pick(&vars)?;
        let dims = self.scope.get(id).ty.dims();
        let depth = if dims.len() > 1 { self.dice.below(dims.len()) } else { 0 };
        let place = if depth == 0 {
            self.scope.get(id).named()
        } else {
            self.place_of(id, &vec![Step::Index; depth])
        };
        let [least, most] = place.ty.length().unwrap_or([0, self.scope.get(id).max_len]);
        let range = Range::new(i128::from(least), i128::from(most));
        Some(Made::new(Expr::new(Prim::Usize, ExprKind::Len(Box::new(place))), range, true))
    }

    /// A literal of the type.
    pub fn literal(&mut self, ty: Prim, known: bool) -> Made {
        match ty {
            Prim::Bool => {
                let value = self.dice.percent(50);
                Made::any(ty, ExprKind::Literal(Literal::plain(ty, value.into())), true)
            }
            Prim::F32 | Prim::F64 => {
                let value = float_value(&mut self.dice, ty);
                self.float_literal(ty, value)
            }
            _ => {
                let value = int_value(&mut self.dice, Range::of(ty));
                self.int_literal(ty, value, known)
            }
        }
    }

    /// An integer as a literal in some form.
    pub fn int_literal(&mut self, ty: Prim, value: i128, known: bool) -> Made {
        let fits_default = Range::of(Prim::I32).contains(value);
        let suffix = (!known && !fits_default) || self.dice.percent(20);
        let byte = ty == Prim::U8 && (i128::from(b'a')..=i128::from(b'z')).contains(&value);
        let form = match self.dice.below(20) {
            0 => Form::Hex,
            1 => Form::Octal,
            2 => Form::Binary,
            3 => Form::Grouped,
            4 if byte => Form::Byte,
            _ => Form::Plain,
        };
        let literal = Literal {
            ty,
            value: ScalarValue::wrapping(ty.scalar(), value),
            form,
            suffix: suffix || form == Form::Byte,
        };
        let fixed = literal.suffix;
        Made::new(Expr::new(ty, ExprKind::Literal(literal)), Range::one(value), fixed)
    }

    pub fn float_literal(&mut self, ty: Prim, value: f64) -> Made {
        let value = match ty {
            Prim::F32 => ScalarValue::from(value as f32),
            _ => ScalarValue::from(value),
        };
        let suffix = self.dice.percent(25);
        let form = self.dice.of([Form::Plain, Form::Plain, Form::Exponent, Form::Short]);
        let literal = Literal { ty, value, form, suffix };
        Made::any(ty, ExprKind::Literal(literal), suffix)
    }
}

/// An integer of the range, likely one at which something changes.
pub(crate) fn int_value(dice: &mut Dice, range: Range) -> i128 {
    let value = match dice.weighted([(50, 0), (12, 1), (12, 2), (10, 3), (16, 4)]) {
        0 => dice.of(CORNERS),
        1 => range.hi - dice.of([0, 0, 0, 1, 1, 2, 5]),
        2 => range.lo + dice.of([0, 0, 0, 1, 1, 2, 5]),
        3 => -dice.of(CORNERS),
        _ => dice.between(range.lo, range.hi),
    };
    if range.contains(value) { value } else { dice.between(range.lo, range.hi) }
}

/// A finite float, likely one at which something changes.
pub(crate) fn float_value(dice: &mut Dice, ty: Prim) -> f64 {
    if dice.percent(80) {
        return dice.of(FLOATS);
    }
    let value = match ty {
        Prim::F32 => f64::from(f32::from_bits(dice.bits() as u32)),
        _ => f64::from_bits(dice.bits()),
    };
    if value.is_finite() { value } else { 0.75 }
}
