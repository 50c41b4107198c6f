//! Methods of numbers.

use super::{Generator, Made, Range, number};
use crate::ast::{Expr, ExprKind, Piece, Prim, Template, Ty};

/// The ways to use a method that gives an integer of its receiver's type.
#[derive(Clone, Copy)]
enum Way {
    Saturating,
    Checked,
    Exact,
    Rotated,
    Permuted,
    MinMax,
    Clamped,
    Euclidean,
    Signed,
    Power,
    Root,
}

impl Generator {
    /// An integer of the type `ty` from a method.
    pub fn int_method(&mut self, ty: Prim) -> Made {
        match ty {
            Prim::U32 if self.dice.percent(35) => return self.counted(),
            _ if !ty.is_signed() && self.dice.percent(20) => return self.unsigned_method(ty),
            _ => {}
        }
        let way = self.dice.of([
            Way::Saturating,
            Way::Checked,
            Way::Exact,
            Way::Exact,
            Way::Rotated,
            Way::Permuted,
            Way::MinMax,
            Way::Clamped,
            Way::Euclidean,
            Way::Signed,
            Way::Power,
            Way::Root,
        ]);
        match way {
            Way::Saturating => {
                let name = self.dice.of(["saturating_add", "saturating_sub", "saturating_mul"]);
                self.of_two(ty, name)
            }
            Way::Checked => self.checked(ty),
            Way::Exact => self.exact_method(ty),
            Way::Rotated => {
                let name = self.dice.of(["rotate_left", "rotate_right"]);
                let receiver = self.receiver(ty);
                let distance = self.scalar(Prim::U32, true).expr;
                method(ty, receiver, name, vec![distance])
            }
            Way::Permuted => {
                let name = self.dice.of(["swap_bytes", "reverse_bits"]);
                let receiver = self.receiver(ty);
                method(ty, receiver, name, Vec::new())
            }
            Way::MinMax => self.extreme(ty),
            Way::Clamped => self.clamped_between(ty),
            Way::Euclidean => self.euclidean(ty),
            Way::Signed if ty.is_signed() => self.signed_method(ty),
            Way::Power => self.power(ty),
            _ => self.root(ty),
        }
    }

    pub(super) fn receiver(&mut self, ty: Prim) -> Expr {
        self.scalar(ty, false).fix().expr
    }

    /// `x.name(y)`
    fn of_two(&mut self, ty: Prim, name: &'static str) -> Made {
        let receiver = self.receiver(ty);
        let arg = self.scalar(ty, true).expr;
        method(ty, receiver, name, vec![arg])
    }

    /// `x.checked_add(y)` and its like, as an `Option`.
    pub fn checked_option(&mut self, ty: Prim) -> Expr {
        let receiver = self.receiver(ty);
        let shift = self.dice.percent(25);
        let name = match shift {
            true => self.dice.of(["checked_shl", "checked_shr"]),
            false => {
                self.dice.of(["checked_add", "checked_sub", "checked_mul", "checked_div", "checked_rem"])
            }
        };
        let arg = match (shift, self.dice.below(3)) {
            (true, 0) => self.scalar(Prim::U32, true).expr,
            (true, _) => self.distance_u32(),
            (false, 0) => self.literal(ty, true).expr,
            (false, _) => self.scalar(ty, true).expr,
        };
        receiver.method(Ty::Prim(ty).option(), name, name, vec![arg])
    }

    pub(super) fn distance_u32(&mut self) -> Expr {
        let value = self.dice.between(0, 66);
        self.int_literal(Prim::U32, value, true).expr
    }

    fn checked(&mut self, ty: Prim) -> Made {
        let element = if self.dice.percent(40) { self.element_option(&ty.into()) } else { None };
        let option = element.unwrap_or_else(|| self.checked_option(ty));
        self.unwrapped(ty, option)
    }

    /// A scalar of an `Option`.
    pub fn unwrapped(&mut self, ty: Prim, option: Expr) -> Made {
        if self.risky() {
            return Made::any(ty, option.method(ty, "unwrap", "unwrap", Vec::new()).kind, true);
        }
        if self.gives_option() && self.dice.percent(80) {
            return question(ty, option);
        }
        if ty.is_integer() && self.dice.percent(35) {
            return self.through_result(ty, option);
        }
        if self.depth < 3 && self.dice.percent(25) {
            return self.mapped_or(ty, option);
        }
        let default = self.scalar(ty, true).expr;
        Made::any(ty, option.method(ty, "unwrap_or", "unwrap_or", vec![default]).kind, true)
    }

    /// True if the function returns an `Option`, and can be left from here.
    fn gives_option(&self) -> bool {
        matches!(self.exits.ret, Some(Some(Ty::Option(_))))
    }

    /// A scalar that leaves the function if there is none.
    pub fn tried(&mut self, ty: Prim) -> Option<Made> {
        if !self.gives_option() {
            return None;
        }
        let checked = ty.is_integer() && self.dice.percent(60);
        let option = if checked { self.checked_option(ty) } else { self.element_option(&ty.into())? };
        Some(question(ty, option))
    }

    fn extreme(&mut self, ty: Prim) -> Made {
        let smaller = self.dice.percent(50);
        let (a, b) = (self.scalar(ty, false).fix(), self.scalar(ty, true));
        let range = match smaller {
            true => Range::new(a.range.lo.min(b.range.lo), a.range.hi.min(b.range.hi)),
            false => Range::new(a.range.lo.max(b.range.lo), a.range.hi.max(b.range.hi)),
        };
        let name = if smaller { "min" } else { "max" };
        Made { range, ..method(ty, a.expr, name, vec![b.expr]) }
    }

    fn clamped_between(&mut self, ty: Prim) -> Made {
        let receiver = self.receiver(ty);
        if self.risky() {
            let bounds = vec![self.scalar(ty, true).expr, self.scalar(ty, true).expr];
            return method(ty, receiver, "clamp", bounds);
        }
        let all = Range::of(ty);
        let lo = self.dice.between(all.lo.max(-50), 50);
        let hi = if self.dice.percent(20) { all.hi } else { self.dice.between(lo, 100) };
        let bounds = vec![self.int_literal(ty, lo, true).expr, self.int_literal(ty, hi, true).expr];
        Made { range: Range::new(lo, hi), ..method(ty, receiver, "clamp", bounds) }
    }

    fn euclidean(&mut self, ty: Prim) -> Made {
        let name = self.dice.of(["div_euclid", "rem_euclid"]);
        let (value, mut by) = (self.scalar(ty, false).fix(), self.divisor(ty, true));
        let overflows = ty.is_signed() && by.range.contains(-1) && value.range.contains(Range::of(ty).lo);
        if overflows && !self.risky() {
            let divisor = self.dice.between(2, 20) * self.dice.of([1, -1]);
            by = self.int_literal(ty, divisor, true);
        }
        method(ty, value.expr, name, vec![by.expr])
    }

    fn signed_method(&mut self, ty: Prim) -> Made {
        let value = self.scalar(ty, false).fix();
        if self.dice.percent(50) {
            return Made { range: Range::new(-1, 1), ..method(ty, value.expr, "signum", Vec::new()) };
        }
        if value.range.contains(Range::of(ty).lo) && !self.risky() {
            let value = value.expr.method(ty, "saturating_add", "saturating_add", vec![number(ty, 1)]);
            return method(ty, value, "abs", Vec::new());
        }
        method(ty, value.expr, "abs", Vec::new())
    }

    fn power(&mut self, ty: Prim) -> Made {
        if self.dice.percent(50) {
            let receiver = self.receiver(ty);
            let exponent = self.scalar(Prim::U32, true).expr;
            return method(ty, receiver, "wrapping_pow", vec![exponent]);
        }
        let base =
            if self.risky() { self.scalar(ty, true) } else { self.clamped(ty, Range::new(0, 7), true) };
        let most = if base.range.magnitude() < 8 { 2 } else { 3 };
        let exponent = self.dice.between(0, most);
        let exponent = number(Prim::U32, exponent);
        if base.range.magnitude() > 11 && !self.risky() {
            return method(ty, base.fix().expr, "wrapping_pow", vec![exponent]);
        }
        method(ty, base.fix().expr, "pow", vec![exponent])
    }

    fn root(&mut self, ty: Prim) -> Made {
        let value = self.scalar(ty, false).fix();
        let hi = Range::of(ty).hi;
        if value.range.lo >= 0 || self.risky() {
            return Made { range: Range::new(0, hi), ..method(ty, value.expr, "isqrt", Vec::new()) };
        }
        let value = value.expr.method(ty, "max", "max", vec![number(ty, 0)]);
        Made { range: Range::new(0, hi), ..method(ty, value, "isqrt", Vec::new()) }
    }

    /// A `u32` that counts the bits of any integer.
    fn counted(&mut self) -> Made {
        let ty = self.any_int();
        let receiver = self.receiver(ty);
        let name = self.dice.of([
            "count_ones",
            "count_zeros",
            "leading_zeros",
            "leading_ones",
            "trailing_zeros",
            "trailing_ones",
            "ilog2",
        ]);
        let range = Range::new(0, i128::from(ty.scalar().bits()));
        let receiver = if name == "ilog2" && !self.risky() {
            receiver.method(ty, "max", "max", vec![number(ty, 1)])
        } else {
            receiver
        };
        Made { range, ..method(Prim::U32, receiver, name, Vec::new()) }
    }

    /// What only unsigned integers give.
    fn unsigned_method(&mut self, ty: Prim) -> Made {
        let signed = Prim::INTS.into_iter().find(|signed| signed.is_signed() && signed.unsigned() == ty);
        match self.dice.below(4) {
            0 => {
                let divisor = self.divisor(ty, true).expr;
                let receiver = self.receiver(ty);
                method(ty, receiver, "div_ceil", vec![divisor])
            }
            1 => {
                let receiver = self.receiver(signed.unwrap_or(ty));
                let name = if signed.is_some() { "unsigned_abs" } else { "count_ones" };
                method(ty, receiver, name, Vec::new())
            }
            2 if ty.scalar().bits() != 16 && ty != Prim::U8 && ty != Prim::Usize => {
                let float = if ty == Prim::U32 { Prim::F32 } else { Prim::F64 };
                let receiver = self.receiver(float);
                // A NaN's bits are no one's promise.
                let least = Expr::new(float, ExprKind::Path(format!("{float}::NEG_INFINITY")));
                let value = receiver.method(float, "max", "max", vec![least]);
                let zero = value.method(float, "min", "min", vec![number_float(float)]);
                method(ty, zero, "to_bits", Vec::new())
            }
            _ => {
                let of = signed.filter(|_| self.dice.percent(50)).unwrap_or(ty);
                let receiver = self.receiver(of);
                let other = self.scalar(of, true).expr;
                method(ty, receiver, "abs_diff", vec![other])
            }
        }
    }

    /// A `bool` from a method.
    pub fn bool_method(&mut self) -> Made {
        let ty = self.any_prim();
        let name = match ty {
            Prim::Bool => return self.leaf(Prim::Bool, true),
            Prim::F32 | Prim::F64 => {
                self.dice.of(["is_nan", "is_infinite", "is_finite", "is_normal", "is_subnormal"])
            }
            _ if self.dice.percent(35) => {
                let option = self.checked_option(ty);
                let name = self.dice.of(["is_some", "is_none"]);
                return method(Prim::Bool, option, name, Vec::new());
            }
            _ if self.dice.percent(35) => {
                let receiver = self.receiver(ty);
                let pair = self.overflowing_pair(ty, receiver);
                return Made::any(Prim::Bool, field(pair, Prim::Bool, 1).kind, true);
            }
            _ if ty.is_signed() => self.dice.of(["is_positive", "is_negative"]),
            _ => "is_power_of_two",
        };
        let receiver = self.receiver(ty);
        method(Prim::Bool, receiver, name, Vec::new())
    }

    /// A float of the type `ty` from a method.
    pub fn float_method(&mut self, ty: Prim) -> Made {
        let receiver = self.receiver(ty);
        let (name, args): (_, &[Prim]) = match self.dice.below(16) {
            0 | 6 => ("mul_add", &[ty, ty]),
            1 => {
                // A NaN's sign is no one's promise.
                let integer = self.any_int();
                let sign = self.scalar(integer, false).fix().expr.cast(ty);
                return method(ty, receiver, "copysign", vec![sign]);
            }
            2 | 3 => {
                // Which of two zeros is the greater one is no one's promise.
                let name = self.dice.of(["min", "max"]);
                let one = Expr::new(ty, ExprKind::Path(format!("{ty}::MIN_POSITIVE")));
                let bound = if self.dice.percent(50) { one } else { self.float_literal(ty, 1.5).expr };
                return method(ty, receiver, name, vec![bound]);
            }
            4 => return self.float_clamp(ty, receiver),
            5 | 7 => {
                let bits = if ty == Prim::F32 { Prim::U32 } else { Prim::U64 };
                let value = self.scalar(bits, true).expr;
                let pieces =
                    vec![format!("{ty}::from_bits(").into(), crate::ast::Piece::Expr(value), ")".into()];
                return Made::any(ty, Template::new("from_bits", pieces).expr(ty).kind, true);
            }
            _ => (
                self.dice.of([
                    "abs",
                    "sqrt",
                    "floor",
                    "ceil",
                    "trunc",
                    "round",
                    "round_ties_even",
                    "fract",
                    "signum",
                    "recip",
                ]),
                &[],
            ),
        };
        let args = args.iter().map(|arg| self.scalar(*arg, true).expr).collect();
        method(ty, receiver, name, args)
    }

    fn float_clamp(&mut self, ty: Prim, receiver: Expr) -> Made {
        if self.risky() {
            let bounds = vec![self.leaf(ty, true).expr, self.leaf(ty, true).expr];
            return method(ty, receiver, "clamp", bounds);
        }
        let bounds =
            ["MIN_POSITIVE", "MAX"].map(|name| Expr::new(ty, ExprKind::Path(format!("{ty}::{name}"))));
        method(ty, receiver, "clamp", bounds.to_vec())
    }
}

fn number_float(ty: Prim) -> Expr {
    Expr::new(ty, ExprKind::Path(format!("{ty}::MAX")))
}

pub(super) fn method(ty: Prim, receiver: Expr, name: &'static str, args: Vec<Expr>) -> Made {
    Made::any(ty, receiver.method(ty, name, name, args).kind, true)
}

/// `tuple.index`
pub(super) fn field(tuple: Expr, ty: Prim, index: usize) -> Expr {
    let pieces = vec![crate::ast::Piece::Operand(tuple), format!(".{index}").into()];
    Template::new("tuple field", pieces).expr(ty)
}

/// `option?`
fn question(ty: Prim, option: Expr) -> Made {
    let pieces = vec![Piece::Operand(option), "?".into()];
    Made::any(ty, Template::new("?", pieces).expr(ty).kind, true)
}
