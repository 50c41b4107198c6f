//! Methods of integers whose exact result may not fit, besides the operators'.

use super::methods::{field, method};
use super::{Generator, Made};
use crate::ast::{Expr, Prim, Ty};

impl Generator {
    /// An integer of the type `ty`.
    pub fn exact_method(&mut self, ty: Prim) -> Made {
        let receiver = self.receiver(ty);
        match self.dice.below(7) {
            0 => {
                let name = self.dice.of([
                    "wrapping_div",
                    "wrapping_rem",
                    "wrapping_div_euclid",
                    "wrapping_rem_euclid",
                    "saturating_div",
                ]);
                let by = self.divisor(ty, true).expr;
                method(ty, receiver, name, vec![by])
            }
            1 => {
                let other = self.scalar(ty, true).expr;
                method(ty, receiver, "midpoint", vec![other])
            }
            2 => {
                let name = self.dice.of(["unbounded_shl", "unbounded_shr"]);
                let distance = self.distance_u32();
                method(ty, receiver, name, vec![distance])
            }
            3 => {
                let exponent = self.scalar(Prim::U32, true).expr;
                method(ty, receiver, "saturating_pow", vec![exponent])
            }
            4 => {
                let option = self.exact_option(ty);
                self.unwrapped(ty, option)
            }
            5 => self.of_one_sign(ty, receiver),
            _ => {
                let pair = self.overflowing_pair(ty, receiver);
                Made::any(ty, field(pair, ty, 0).kind, true)
            }
        }
    }

    /// The wrapped result and whether it wrapped.
    pub fn overflowing_pair(&mut self, ty: Prim, receiver: Expr) -> Expr {
        let name = self.dice.of([
            "overflowing_neg",
            "overflowing_pow",
            "overflowing_shl",
            "overflowing_shr",
            "overflowing_add",
            "overflowing_sub",
            "overflowing_mul",
        ]);
        let args = match name {
            "overflowing_neg" => Vec::new(),
            "overflowing_add" | "overflowing_sub" | "overflowing_mul" => vec![self.scalar(ty, true).expr],
            _ => vec![self.distance_u32()],
        };
        receiver.method(Ty::Prim(ty), name, name, args)
    }

    /// What there may be none of, as an `Option`.
    pub fn exact_option(&mut self, ty: Prim) -> Expr {
        let receiver = self.receiver(ty);
        let name = self.dice.of(["checked_neg", "checked_pow", "checked_div_euclid", "checked_rem_euclid"]);
        let args = match name {
            "checked_neg" => Vec::new(),
            "checked_pow" => vec![self.distance_u32()],
            _ => vec![self.scalar(ty, true).expr],
        };
        receiver.method(Ty::Prim(ty).option(), name, name, args)
    }

    fn of_one_sign(&mut self, ty: Prim, receiver: Expr) -> Made {
        if ty.is_signed() {
            let name = self.dice.of(["wrapping_abs", "saturating_abs", "saturating_neg"]);
            return method(ty, receiver, name, Vec::new());
        }
        let name = self.dice.of(["checked_next_power_of_two", "checked_next_multiple_of"]);
        let args = if name.ends_with("of") { vec![self.scalar(ty, true).expr] } else { Vec::new() };
        let option = receiver.method(Ty::Prim(ty).option(), name, name, args);
        self.unwrapped(ty, option)
    }
}
