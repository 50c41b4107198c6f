//! Integer expressions.

use super::{Generator, Made, Range, number};
use crate::ast::{BinaryOp, Expr, ExprKind, Prim};

/// The ways to make an integer.
#[derive(Clone, Copy)]
enum Way {
    Leaf,
    Arithmetic,
    Wrapping,
    Method,
    Division,
    Bits,
    Shift,
    Unary,
    Cast,
    Choice,
    Match,
    Loop,
    Reduce,
    Block,
    Call,
    Small,
    Conflict,
    Wide,
    /// One that there may be none of.
    Element,
}

impl Generator {
    /// An integer of the type `ty`.
    pub fn int(&mut self, ty: Prim, known: bool) -> Made {
        if !self.deeper() {
            return self.leaf(ty, known);
        }
        let way = self.dice.weighted([
            (28, Way::Leaf),
            (22, Way::Arithmetic),
            (6, Way::Wrapping),
            (10, Way::Method),
            (8, Way::Division),
            (8, Way::Bits),
            (7, Way::Shift),
            (5, Way::Unary),
            (12, Way::Cast),
            (4, Way::Choice),
            (4, Way::Match),
            (3, Way::Loop),
            (5, Way::Reduce),
            (4, Way::Block),
            (7, Way::Call),
            (4, Way::Small),
            (3, Way::Conflict),
            (3, Way::Wide),
            (4, Way::Element),
        ]);
        let made = match way {
            Way::Leaf => self.leaf(ty, known),
            Way::Arithmetic => self.arithmetic(ty, known),
            Way::Wrapping => self.wrapping(ty),
            Way::Method => self.int_method(ty),
            Way::Division => self.division(ty, known),
            Way::Bits => self.bits(ty, known),
            Way::Shift => self.shift(ty, known),
            Way::Unary => self.unary(ty, known),
            Way::Cast => self.cast(ty),
            Way::Choice => self.if_value(ty, known),
            Way::Match => self.match_value(&ty.into()),
            Way::Reduce => self.reduced(ty).unwrap_or_else(|| self.leaf(ty, known)),
            Way::Loop => self.loop_value(&ty.into()),
            Way::Block => self.block_value(ty, known),
            Way::Call => self.call_value(&ty.into()).unwrap_or_else(|| self.leaf(ty, known)),
            Way::Small => self.small(ty, known),
            Way::Wide if self.dice.percent(50) => self.of_128_bits(ty),
            Way::Wide => self.of_any_width(ty),
            Way::Element => match self.element_option(&ty.into()) {
                Some(option) => self.unwrapped(ty, option),
                None => self.leaf(ty, known),
            },
            Way::Conflict => self.conflict(ty).unwrap_or_else(|| self.leaf(ty, known)),
        };
        self.shallower();
        made
    }

    /// `lhs op rhs`, where the result is known to fit if the operands' ranges say so.
    fn operate(&mut self, op: BinaryOp, ty: Prim, lhs: Made, rhs: Made) -> Made {
        let all = Range::of(ty);
        let range = Range::apply(op, lhs.range, rhs.range).filter(|range| range.within(all)).unwrap_or(all);
        let fixed = lhs.fixed || (rhs.fixed && !op.is_shift());
        Made::new(Expr::binary(ty, op, lhs.expr, rhs.expr), range, fixed)
    }

    fn arithmetic(&mut self, ty: Prim, known: bool) -> Made {
        let op = self.dice.of([BinaryOp::Add, BinaryOp::Sub, BinaryOp::Mul]);
        // What stands around a method does not decide the type of its receiver.
        let known = known && self.dice.percent(50);
        let lhs = self.operand(ty, known);
        let rhs = self.operand(ty, known || lhs.fixed);
        let fits = Range::apply(op, lhs.range, rhs.range).is_some_and(|range| range.within(Range::of(ty)));
        if fits || self.risky() {
            return self.operate(op, ty, lhs, rhs);
        }
        if known && !lhs.fixed {
            return self.operate(BinaryOp::BitXor, ty, lhs, rhs);
        }
        let name = match op {
            BinaryOp::Add => "wrapping_add",
            BinaryOp::Sub => "wrapping_sub",
            _ => "wrapping_mul",
        };
        method(ty, name, lhs, Some(rhs))
    }

    /// An operand that is small in many cases.
    fn operand(&mut self, ty: Prim, known: bool) -> Made {
        if self.dice.percent(60) { self.small(ty, known) } else { self.scalar(ty, known) }
    }

    /// A small number.
    pub fn small(&mut self, ty: Prim, known: bool) -> Made {
        let narrow = |range: Range| range.hi - range.lo <= 1 << 12;
        match self.dice.below(5) {
            0 => {
                let value = self.dice.between(0, 9);
                self.int_literal(ty, value, known)
            }
            1 | 2 => {
                let vars = self
                    .scope
                    .readable(|var| var.ty.prim() == Some(ty) && !var.constant && narrow(var.range));
                match self.dice.pick(&vars) {
                    Some(id) => {
                        let var = self.scope.get(*id);
                        Made::new(var.expr(), var.range, var.fixed)
                    }
                    None => self.clamped(ty, Range::new(0, 7), known),
                }
            }
            3 if Range::of(Prim::U8).within(Range::of(ty)) && ty != Prim::U8 => {
                let value = self.scalar(Prim::U8, true).fix();
                Made::new(value.expr.cast(ty), value.range, true)
            }
            _ => self.clamped(ty, Range::new(0, 15), known),
        }
    }

    /// Any integer, cut down to a range that begins at 0 or below.
    pub fn clamped(&mut self, ty: Prim, range: Range, known: bool) -> Made {
        let value = self.scalar(ty, known);
        self.clamp(ty, value, range)
    }

    /// The integer itself if it lies in the range, else one made of it that does.
    pub fn clamp(&mut self, ty: Prim, value: Made, range: Range) -> Made {
        if value.range.within(range) {
            return value;
        }
        if !range.contains(0) {
            let literal = self.dice.between(range.lo, range.hi);
            return self.int_literal(ty, literal, true);
        }
        let remainder = range.hi < Range::of(ty).hi && range.lo <= -range.hi * i128::from(ty.is_signed());
        if remainder && self.dice.percent(50) {
            let divisor = Made::new(number(ty, range.hi + 1), Range::one(range.hi + 1), false);
            return self.operate(BinaryOp::Rem, ty, value, divisor);
        }
        let mut mask = 0;
        while mask * 2 < range.hi {
            mask = mask * 2 + 1;
        }
        let mask = Made::new(number(ty, mask), Range::one(mask), false);
        self.operate(BinaryOp::BitAnd, ty, value, mask)
    }

    fn wrapping(&mut self, ty: Prim) -> Made {
        let receiver = self.scalar(ty, false).fix();
        match self.dice.below(7) {
            0 => method(ty, "wrapping_neg", receiver, None),
            1 | 2 => {
                let name = self.dice.of(["wrapping_shl", "wrapping_shr"]);
                let distance = self.scalar(Prim::U32, true);
                method(ty, name, receiver, Some(distance))
            }
            3 => {
                let name = self.dice.of(["wrapping_div", "wrapping_rem"]);
                let divisor = self.divisor(ty, true);
                method(ty, name, receiver, Some(divisor))
            }
            _ => {
                let name = self.dice.of(["wrapping_add", "wrapping_sub", "wrapping_mul"]);
                let arg = self.scalar(ty, true);
                method(ty, name, receiver, Some(arg))
            }
        }
    }

    fn division(&mut self, ty: Prim, known: bool) -> Made {
        let op = self.dice.of([BinaryOp::Div, BinaryOp::Rem]);
        let lhs = self.scalar(ty, known);
        let mut rhs = self.divisor(ty, known || lhs.fixed);
        let overflows = lhs.range.contains(Range::of(ty).lo) && rhs.range.contains(-1) && ty.is_signed();
        if overflows && !self.risky() {
            let value = self.dice.between(2, 20);
            rhs = self.int_literal(ty, value, known || lhs.fixed);
        }
        self.operate(op, ty, lhs, rhs)
    }

    /// A divisor that is not 0.
    pub fn divisor(&mut self, ty: Prim, known: bool) -> Made {
        if self.risky() {
            return self.scalar(ty, known);
        }
        let all = Range::of(ty);
        match self.dice.below(4) {
            0 => {
                let value = self.scalar(ty, known);
                let one = Made::new(number(ty, 1), Range::one(1), false);
                let odd = self.operate(BinaryOp::BitOr, ty, value, one);
                Made { range: if ty.is_signed() { all } else { Range::new(1, all.hi) }, ..odd }
            }
            1 => {
                let value = self.clamped(ty, Range::new(0, 7), known);
                let one = Made::new(number(ty, 1), Range::one(1), false);
                self.operate(BinaryOp::Add, ty, value, one)
            }
            2 if ty.is_signed() => self.int_literal(ty, -1, known),
            _ => {
                let value = self.dice.between(1, 20);
                self.int_literal(ty, value, known)
            }
        }
    }

    fn bits(&mut self, ty: Prim, known: bool) -> Made {
        let op = self.dice.of([BinaryOp::BitAnd, BinaryOp::BitOr, BinaryOp::BitXor]);
        let lhs = self.scalar(ty, known);
        let rhs = self.scalar(ty, known || lhs.fixed);
        self.operate(op, ty, lhs, rhs)
    }

    fn shift(&mut self, ty: Prim, known: bool) -> Made {
        let op = self.dice.of([BinaryOp::Shl, BinaryOp::Shr]);
        let value = self.scalar(ty, known);
        let distance = self.distance(ty);
        self.operate(op, ty, value, distance)
    }

    /// How far to shift a value of the type `ty`; of any type itself.
    pub fn distance(&mut self, ty: Prim) -> Made {
        let own = if self.dice.percent(25) { ty } else { self.any_int() };
        if self.risky() {
            return self.scalar(own, false);
        }
        let last = i128::from(ty.scalar().bits()) - 1;
        if self.dice.percent(40) {
            let value = self.dice.between(0, last);
            return self.int_literal(own, value, false);
        }
        let value = self.scalar(own, false);
        let mask = Made::new(number(own, last), Range::one(last), false);
        self.operate(BinaryOp::BitAnd, own, value, mask)
    }

    fn unary(&mut self, ty: Prim, known: bool) -> Made {
        let value = self.scalar(ty, known);
        let Range { lo, hi } = value.range;
        if !ty.is_signed() || self.dice.percent(40) {
            let range = if ty.is_signed() { Range::new(-hi - 1, -lo - 1) } else { Range::of(ty) };
            return Made::new(Expr::new(ty, ExprKind::Unary('!', Box::new(value.expr))), range, value.fixed);
        }
        if lo == Range::of(ty).lo && !self.risky() {
            return method(ty, "wrapping_neg", value.fix(), None);
        }
        let range = if lo == Range::of(ty).lo { Range::of(ty) } else { Range::new(-hi, -lo) };
        Made::new(Expr::new(ty, ExprKind::Unary('-', Box::new(value.expr))), range, value.fixed)
    }

    /// A cast of any scalar.
    pub fn cast(&mut self, ty: Prim) -> Made {
        let from = loop {
            let from = self.any_prim();
            if from.casts_to(ty) {
                break from;
            }
        };
        let value = self.cast_operand(from, ty);
        let range = match from {
            Prim::Bool => Range::new(0, 1),
            _ if from.is_integer() && value.range.within(Range::of(ty)) => value.range,
            _ => Range::of(ty),
        };
        Made::new(value.expr.cast(ty), range, true)
    }

    /// What is cast to `to`. A literal without suffix takes the type of the cast, if it can.
    pub fn cast_operand(&mut self, from: Prim, to: Prim) -> Made {
        let value = self.scalar(from, false);
        let literal = matches!(value.expr.kind, ExprKind::Literal(_));
        let fits = value.range.lo >= 0 && value.range.within(Range::of(to));
        if literal && fits && to.is_integer() { value } else { value.fix() }
    }
}

fn method(ty: Prim, name: &'static str, receiver: Made, arg: Option<Made>) -> Made {
    let receiver = receiver.fix();
    Made::any(ty, ExprKind::Method(name, Box::new(receiver.expr), arg.map(|arg| Box::new(arg.expr))), true)
}
