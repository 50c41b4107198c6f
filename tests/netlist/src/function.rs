//! What combinational cells compute, as yosys defines it (its `simlib.v`).

use crate::bits::{self, Bits};

/// A kind of combinational cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Function {
    Not,
    Pos,
    Neg,
    ReduceAnd,
    ReduceOr,
    ReduceXor,
    ReduceXnor,
    LogicNot,
    And,
    Or,
    Xor,
    Xnor,
    Add,
    Sub,
    Mul,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
    LogicAnd,
    LogicOr,
    Shl,
    Shr,
    Sshr,
    Mux,
    Pmux,
}

/// The types of cells.
const NAMES: [(&str, Function); 30] = {
    use Function::*;
    [
        ("$not", Not),
        ("$pos", Pos),
        ("$neg", Neg),
        ("$reduce_and", ReduceAnd),
        ("$reduce_or", ReduceOr),
        ("$reduce_bool", ReduceOr),
        ("$reduce_xor", ReduceXor),
        ("$reduce_xnor", ReduceXnor),
        ("$logic_not", LogicNot),
        ("$and", And),
        ("$or", Or),
        ("$xor", Xor),
        ("$xnor", Xnor),
        ("$add", Add),
        ("$sub", Sub),
        ("$mul", Mul),
        ("$eq", Eq),
        ("$ne", Ne),
        ("$lt", Lt),
        ("$le", Le),
        ("$gt", Gt),
        ("$ge", Ge),
        ("$logic_and", LogicAnd),
        ("$logic_or", LogicOr),
        ("$shl", Shl),
        ("$sshl", Shl),
        ("$shr", Shr),
        ("$sshr", Sshr),
        ("$mux", Mux),
        ("$pmux", Pmux),
    ]
};

/// The inputs of a cell; those that it lacks are empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Operands {
    pub a: Bits,
    pub b: Bits,
    pub select: Bits,
    pub a_signed: bool,
    pub b_signed: bool,
}

impl Function {
    /// The function of a type of cells.
    pub fn named(kind: &str) -> Option<Self> {
        NAMES.iter().find(|(name, _)| *name == kind).map(|(_, function)| *function)
    }

    /// The output, of so many bits.
    pub fn evaluate(self, operands: &Operands, width: usize) -> Bits {
        let Operands { a, b, select, a_signed, .. } = operands;
        let any = |bits: &[bool]| bits.contains(&true);
        let odd = |bits: &[bool]| bits.iter().filter(|bit| **bit).count() % 2 == 1;
        let bit = |bit: bool| bits::of(u64::from(bit), width);
        match self {
            Self::Not => bits::not(&bits::extend(a, width, *a_signed)),
            Self::Pos => bits::extend(a, width, *a_signed),
            Self::Neg => bits::subtract(&vec![false; width], &bits::extend(a, width, *a_signed)),
            Self::ReduceAnd => bit(!a.contains(&false)),
            Self::ReduceOr => bit(any(a)),
            Self::ReduceXor => bit(odd(a)),
            Self::ReduceXnor => bit(!odd(a)),
            Self::LogicNot => bit(!any(a)),
            Self::LogicAnd => bit(any(a) && any(b)),
            Self::LogicOr => bit(any(a) || any(b)),
            Self::And | Self::Or | Self::Xor | Self::Xnor | Self::Add | Self::Sub | Self::Mul => {
                let (a, b, _) = operands.extended(width);
                self.arithmetic(&a, &b)
            }
            Self::Eq | Self::Ne | Self::Lt | Self::Le | Self::Gt | Self::Ge => bit(self.compare(operands)),
            Self::Shl | Self::Shr | Self::Sshr => {
                let a = bits::extend(a, width.max(a.len()), *a_signed);
                let sign = self == Self::Sshr && *a_signed && a.last() == Some(&true);
                let shifted = match self {
                    Self::Shl => bits::shift_left(&a, b),
                    _ => bits::shift_right(&a, b, sign),
                };
                bits::extend(&shifted, width, false)
            }
            Self::Mux if select == &[true] => b.clone(),
            Self::Mux => a.clone(),
            // One is chosen at most.
            Self::Pmux => {
                let chosen = select.iter().position(|chosen| *chosen);
                chosen.map_or_else(|| a.clone(), |place| b[place * width..][..width].to_vec())
            }
        }
    }

    /// Of operands of the output's width.
    fn arithmetic(self, a: &[bool], b: &[bool]) -> Bits {
        let each = |digit: fn(bool, bool) -> bool| a.iter().zip(b).map(|(a, b)| digit(*a, *b)).collect();
        match self {
            Self::And => each(|a, b| a & b),
            Self::Or => each(|a, b| a | b),
            Self::Xor => each(|a, b| a ^ b),
            Self::Xnor => each(|a, b| a == b),
            Self::Add => bits::add(a, b, false),
            Self::Sub => bits::subtract(a, b),
            _ => bits::multiply(a, b),
        }
    }

    fn compare(self, operands: &Operands) -> bool {
        let (a, b, signed) = operands.extended(operands.a.len().max(operands.b.len()));
        match self {
            Self::Eq => a == b,
            Self::Ne => a != b,
            Self::Lt => bits::less(&a, &b, signed),
            Self::Ge => !bits::less(&a, &b, signed),
            Self::Gt => bits::less(&b, &a, signed),
            _ => !bits::less(&b, &a, signed),
        }
    }
}

impl Operands {
    /// Both in a width, and whether they have signs: only both together.
    fn extended(&self, width: usize) -> (Bits, Bits, bool) {
        let signed = self.a_signed && self.b_signed;
        (bits::extend(&self.a, width, signed), bits::extend(&self.b, width, signed), signed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The output of so many bits for operands: value, width and sign.
    fn of(kind: &str, a: (i64, usize, bool), b: (i64, usize, bool), width: usize) -> u64 {
        let operands = Operands {
            a: bits::of(a.0 as u64, a.1),
            b: bits::of(b.0 as u64, b.1),
            a_signed: a.2,
            b_signed: b.2,
            ..Operands::default()
        };
        bits::number(&Function::named(kind).unwrap().evaluate(&operands, width))
    }

    fn unsigned(kind: &str, a: i64, b: i64) -> u64 {
        of(kind, (a, 8, false), (b, 8, false), 8)
    }

    fn signed(kind: &str, a: i64, b: i64) -> i64 {
        i64::from(of(kind, (a, 8, true), (b, 8, true), 8) as i8)
    }

    #[test]
    fn cells_of_one_operand() {
        let unary = |kind: &str, a: (i64, usize, bool), width: usize| of(kind, a, (0, 0, false), width);
        for (kind, a, width, expected) in [
            ("$not", (0x5a, 8, false), 8, 0xa5),
            ("$not", (0, 2, false), 4, 0xf),
            ("$pos", (0x9, 4, true), 8, 0xf9),
            ("$pos", (0x9, 4, false), 8, 0x09),
            ("$neg", (5, 8, false), 8, 0xfb),
            ("$neg", (-128, 8, true), 9, 0x080),
            ("$reduce_and", (7, 3, false), 1, 1),
            ("$reduce_and", (6, 3, false), 1, 0),
            ("$reduce_or", (4, 3, false), 2, 1),
            ("$reduce_or", (0, 3, false), 1, 0),
            ("$reduce_bool", (2, 3, false), 1, 1),
            ("$reduce_xor", (7, 3, false), 1, 1),
            ("$reduce_xor", (6, 3, false), 1, 0),
            ("$reduce_xnor", (6, 3, false), 1, 1),
            ("$logic_not", (0, 3, false), 2, 1),
            ("$logic_not", (4, 3, false), 1, 0),
        ] {
            assert_eq!(unary(kind, a, width), expected, "{kind} of {a:?} in {width}");
        }
    }

    #[test]
    fn cells_that_work_bit_by_bit() {
        assert_eq!(unsigned("$and", 0xcc, 0xaa), 0x88);
        assert_eq!(unsigned("$or", 0xcc, 0xaa), 0xee);
        assert_eq!(unsigned("$xor", 0xcc, 0xaa), 0x66);
        assert_eq!(unsigned("$xnor", 0xcc, 0xaa), 0x99);
        assert_eq!(unsigned("$logic_and", 4, 0), 0);
        assert_eq!(unsigned("$logic_and", 4, 3), 1);
        assert_eq!(unsigned("$logic_or", 0, 0), 0);
        assert_eq!(unsigned("$logic_or", 0, 8), 1);
        // One sign alone counts for nothing.
        assert_eq!(of("$or", (-1, 4, true), (0, 8, false), 8), 0x0f);
        assert_eq!(of("$or", (-1, 4, true), (0, 8, true), 8), 0xff);
    }

    #[test]
    fn arithmetic_wraps_and_keeps_signs() {
        for (a, b) in [(0, 0), (127, 1), (-128, -1), (-1, -128), (100, 100), (-7, 13), (55, -56)] {
            assert_eq!(signed("$add", a, b), i64::from((a as i8).wrapping_add(b as i8)), "{a} + {b}");
            assert_eq!(signed("$sub", a, b), i64::from((a as i8).wrapping_sub(b as i8)), "{a} - {b}");
            assert_eq!(signed("$mul", a, b), i64::from((a as i8).wrapping_mul(b as i8)), "{a} * {b}");
            let wide = |kind: &str| of(kind, (a, 8, true), (b, 8, true), 16) as i16;
            assert_eq!((wide("$mul"), wide("$sub")), ((a * b) as i16, (a - b) as i16), "{a}, {b}");
        }
        assert_eq!(of("$add", (255, 8, false), (1, 8, false), 9), 256);
        assert_eq!(of("$sub", (1, 8, false), (2, 8, false), 16), 0xffff);
        let [a, b] = [bits::of(u64::MAX, 64), bits::of(u64::MAX, 64)].map(|it| bits::extend(&it, 128, false));
        let product = bits::multiply(&a, &b);
        let expected = u128::from(u64::MAX) * u128::from(u64::MAX);
        assert_eq!(
            (bits::number(&product), bits::number(&product[64..])),
            (expected as u64, (expected >> 64) as u64)
        );
    }

    #[test]
    fn comparisons_know_signs() {
        for (a, b) in [(0, 0), (1, 2), (2, 1), (-1, 1), (1, -1), (-128, 127), (-5, -4), (-4, -4)] {
            let (plain_a, plain_b) = (a as u8, b as u8);
            for (kind, with, without) in [
                ("$eq", a == b, a == b),
                ("$ne", a != b, a != b),
                ("$lt", a < b, plain_a < plain_b),
                ("$le", a <= b, plain_a <= plain_b),
                ("$gt", a > b, plain_a > plain_b),
                ("$ge", a >= b, plain_a >= plain_b),
            ] {
                assert_eq!(signed(kind, a, b), i64::from(with), "{a} {kind} {b}");
                assert_eq!(unsigned(kind, a, b), u64::from(without), "{a} {kind} {b} without signs");
            }
        }
        assert_eq!(of("$eq", (-1, 4, true), (-1, 8, true), 1), 1);
        assert_eq!(of("$eq", (-1, 4, false), (-1, 8, true), 1), 0);
    }

    #[test]
    fn shifts_go_as_far_as_there_are_bits() {
        let shift =
            |kind: &str, a: (i64, usize, bool), by: i64, width: usize| of(kind, a, (by, 8, false), width);
        for (kind, a, by, width, expected) in [
            ("$shl", (0x81, 8, false), 1, 8, 0x02),
            ("$shl", (0x81, 8, false), 4, 16, 0x810),
            ("$sshl", (-1, 4, true), 4, 16, 0xfff0),
            ("$shl", (0xff, 8, false), 8, 8, 0),
            ("$shl", (0xff, 8, false), 200, 8, 0),
            ("$shr", (0x81, 8, false), 7, 8, 1),
            ("$shr", (0x81, 8, false), 7, 4, 1),
            ("$shr", (-1, 8, true), 4, 8, 0x0f),
            ("$shr", (-1, 8, true), 4, 16, 0x0fff),
            ("$sshr", (-128, 8, true), 7, 8, 0xff),
            ("$sshr", (-128, 8, false), 7, 8, 0x01),
            ("$sshr", (-1, 8, true), 250, 16, 0xffff),
            ("$sshr", (64, 8, true), 250, 8, 0),
        ] {
            assert_eq!(shift(kind, a, by, width), expected, "{kind} of {a:?} by {by} in {width}");
        }
        // A distance of more bits than a number of ours has.
        let mut far = bits::of(0, 70);
        far[69] = true;
        assert_eq!(bits::shift_right(&[true, true], &far, false), [false, false]);
    }

    #[test]
    fn choices() {
        let choose = |function: Function, b: u64, b_bits: usize, select: u64, select_bits: usize| {
            let (a, b, select) = (bits::of(1, 4), bits::of(b, b_bits), bits::of(select, select_bits));
            bits::number(&function.evaluate(&Operands { a, b, select, ..Operands::default() }, 4))
        };
        assert_eq!(choose(Function::Mux, 2, 4, 0, 1), 1);
        assert_eq!(choose(Function::Mux, 2, 4, 1, 1), 2);
        assert_eq!(choose(Function::Pmux, 0x432, 12, 0, 3), 1);
        for (select, expected) in [(1, 2), (2, 3), (4, 4)] {
            assert_eq!(choose(Function::Pmux, 0x432, 12, select, 3), expected);
        }
    }
}
