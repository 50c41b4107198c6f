//! Operations of integers whose exact result may not fit, or may not exist, in every form of Rust. One that has no
//! argument is given its receiver as one.

use sycl_hls_ir::{BinaryOp, CompareOp, Init, Overflow, Step, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Numbers;
use crate::builtin::{Exact, Form};
use crate::lower::operand::Operand;
use crate::ty::{Prim, Ty};

/// The largest exponent of a power that is spelled out as products: ten of them.
const MAX_SPELLED_OUT: u64 = 63;

impl Numbers<'_, '_, '_, '_> {
    /// The forms that give a scalar.
    pub(super) fn exact_value(
        &mut self,
        form: Form,
        exact: Exact,
        x: ValueId,
        arg: ValueId,
    ) -> Option<ValueId> {
        match form {
            Form::Strict => self.strict(exact, x, arg),
            Form::Wrapping => self.wrapped(exact, x, arg),
            Form::Saturating => self.saturating(exact, x, arg),
            Form::Checked | Form::Overflowing => None,
        }
    }

    /// The result and whether it wrapped.
    pub(super) fn overflowing(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<Operand> {
        let (value, overflows) = match exact {
            Exact::Pow => self.power(x, arg)?,
            _ => {
                let value = self.wrapped(exact, x, arg)?;
                let overflows = self.overflow(exact, x, arg);
                (value, overflows.unwrap_or_else(|| self.lowerer.constant(false, self.span)))
            }
        };
        Some(Operand::Parts(vec![Operand::Value(value), Operand::Value(overflows)]))
    }

    /// The result as an `Option`. What is `None` has the value 0.
    pub(super) fn checked(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<Operand> {
        let result = exact.signature(self.prim).1.scalar();
        let zero = self.lowerer.zero_value(result, self.span);
        let undefined = self.undefined(exact, x, arg);
        // Where the remainder does not exist, nobody looks at what comes of another one.
        let arg = match (exact, undefined) {
            (Exact::NextMultipleOf, Some(by_zero)) => {
                let one = self.number(1);
                self.choose(by_zero, move |_| one, move |_| arg)?
            }
            _ => arg,
        };
        let (wrong, value) = match exact {
            Exact::Pow => {
                let (value, overflows) = self.power(x, arg)?;
                let value = self.choose(overflows, move |_| zero, move |_| value)?;
                (overflows, value)
            }
            _ => {
                let overflows = self.overflow(exact, x, arg);
                let wrong = self.either(undefined, overflows)?;
                let value = |numbers: &mut Numbers<'_, '_, '_, '_>| numbers.wrapped(exact, x, arg);
                (wrong, self.choose_as(result, wrong, move |_| Some(zero), value)?)
            }
        };
        let some = self.lowerer.not(wrong, self.span);
        Some(Operand::Parts(vec![Operand::Value(some), Operand::Value(value)]))
    }

    /// A condition that is true if one of two is; `None` stands for one that never is.
    fn either(&mut self, a: Option<ValueId>, b: Option<ValueId>) -> Option<ValueId> {
        match (a, b) {
            (Some(a), Some(b)) => Some(self.wrapping(BinaryOp::Or, a, b)),
            (a, b) => a.or(b),
        }
    }

    /// The exact result if it fits, else the nearest value of the type.
    fn saturating(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<ValueId> {
        if exact == Exact::Pow {
            let (value, overflows) = self.power(x, arg)?;
            let bound = self.bound(exact, x, arg)?;
            return self.choose(overflows, move |_| bound, move |_| value);
        }
        let Some(overflows) = self.overflow(exact, x, arg) else { return self.wrapped(exact, x, arg) };
        let bound = self.bound(exact, x, arg)?;
        let value = self.wrapped(exact, x, arg)?;
        self.choose(overflows, move |_| bound, move |_| value)
    }

    /// The value that is nearest to an exact result that does not fit.
    fn bound(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<ValueId> {
        let [min, max] = [ScalarValue::least, ScalarValue::greatest].map(|end| self.constant(end(self.ty)));
        let signed = self.prim.is_signed();
        let below = match exact {
            Exact::Binary(BinaryOp::Sub) if !signed => return Some(min),
            Exact::Mixed(BinaryOp::Sub) if !signed => self.lies(arg, CompareOp::Ge),
            Exact::Mixed(BinaryOp::Add) if !signed => self.lies(arg, CompareOp::Lt),
            Exact::Mixed(BinaryOp::Sub) => return Some(min),
            Exact::Binary(BinaryOp::Add | BinaryOp::Sub) if signed => self.lies(x, CompareOp::Lt),
            Exact::Binary(BinaryOp::Mul) if signed => {
                let (a, b) = (self.lies(x, CompareOp::Lt), self.lies(arg, CompareOp::Lt));
                self.compare(CompareOp::Ne, a, b)
            }
            Exact::Pow if signed => {
                let (negative, odd) = (self.lies(x, CompareOp::Lt), self.is_odd(arg));
                self.wrapping(BinaryOp::And, negative, odd)
            }
            _ => return Some(max),
        };
        self.choose(below, move |_| min, move |_| max)
    }

    fn is_odd(&mut self, x: ValueId) -> ValueId {
        let one = self.lowerer.constant(1_u32, self.span);
        let last = self.wrapping(BinaryOp::And, x, one);
        self.compare(CompareOp::Eq, last, one)
    }

    /// How an integer of any type compares to zero.
    fn lies(&mut self, x: ValueId, op: CompareOp) -> ValueId {
        let ty = self.lowerer.builder.func().ty(x);
        let zero = self.lowerer.zero_value(ty, self.span);
        self.compare(op, x, zero)
    }

    /// The condition that the operation has no result; `None` if it always has one.
    fn undefined(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<ValueId> {
        Some(match exact {
            Exact::Binary(BinaryOp::Div | BinaryOp::Rem)
            | Exact::DivEuclid
            | Exact::RemEuclid
            | Exact::NextMultipleOf => self.lies(arg, CompareOp::Eq),
            Exact::Ilog2 | Exact::Ilog10 => self.lies(x, CompareOp::Le),
            Exact::Ilog => {
                let (not_positive, too_small) = (self.lies(x, CompareOp::Le), self.is_no_base(arg));
                self.wrapping(BinaryOp::Or, not_positive, too_small)
            }
            Exact::Isqrt => self.lies(x, CompareOp::Lt),
            _ => return None,
        })
    }

    /// True if a number is below 2, so no base of a logarithm.
    fn is_no_base(&mut self, base: ValueId) -> ValueId {
        let two = self.number(2);
        self.compare(CompareOp::Lt, base, two)
    }

    /// The condition that the exact result does not fit; `None` if it always fits.
    fn overflow(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<ValueId> {
        let signed = self.prim.is_signed();
        Some(match exact {
            Exact::Binary(BinaryOp::Div | BinaryOp::Rem) | Exact::DivEuclid | Exact::RemEuclid if !signed => {
                return None;
            }
            Exact::Binary(op) => self.overflows(op, x, arg),
            Exact::DivEuclid => self.overflows(BinaryOp::Div, x, arg),
            Exact::RemEuclid => self.overflows(BinaryOp::Rem, x, arg),
            Exact::Shift(_) => {
                let width = self.width();
                self.compare(CompareOp::Ge, arg, width)
            }
            Exact::Mixed(op) => {
                // As a number of this type, a negative one wraps, and so does the result if it fits.
                let own = self.cast(arg, self.prim);
                let wraps = self.overflows(op, x, own);
                let negative = self.lies(if signed { own } else { arg }, CompareOp::Lt);
                self.compare(CompareOp::Ne, wraps, negative)
            }
            Exact::SignedDiff => {
                let not_below = self.compare(CompareOp::Ge, x, arg);
                let difference = self.wrapped(exact, x, arg)?;
                let negative = self.lies(difference, CompareOp::Lt);
                self.compare(CompareOp::Eq, not_below, negative)
            }
            Exact::Neg if !signed => self.lies(x, CompareOp::Ne),
            Exact::Neg | Exact::Abs => {
                let min = self.constant(ScalarValue::least(self.ty));
                self.compare(CompareOp::Eq, x, min)
            }
            Exact::NextPowerOfTwo => {
                let largest = self.constant(ScalarValue::highest_bit(self.ty));
                self.compare(CompareOp::Gt, x, largest)
            }
            Exact::NextMultipleOf => {
                let missing = self.missing(x, arg, Overflow::Wrapping)?;
                self.overflows(BinaryOp::Add, x, missing)
            }
            Exact::Pow | Exact::Ilog | Exact::Ilog2 | Exact::Ilog10 | Exact::Isqrt => return None,
        })
    }

    /// The result with what does not fit cut off. Only a division by zero stops the run.
    fn wrapped(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<ValueId> {
        Some(match exact {
            Exact::Binary(op) | Exact::Shift(op) => self.wrapping(op, x, arg),
            Exact::Mixed(op) => {
                let arg = self.cast(arg, self.prim);
                self.wrapping(op, x, arg)
            }
            Exact::SignedDiff => {
                let difference = self.wrapping(BinaryOp::Sub, x, arg);
                self.cast(difference, self.prim.other_sign())
            }
            Exact::DivEuclid => self.euclid(BinaryOp::Div, Overflow::Wrapping, x, arg)?,
            Exact::RemEuclid => self.euclid(BinaryOp::Rem, Overflow::Wrapping, x, arg)?,
            Exact::Neg => self.negated(x),
            Exact::Abs => {
                let negative = self.lies(x, CompareOp::Lt);
                self.choose(negative, move |numbers| numbers.negated(x), move |_| x)?
            }
            Exact::Pow => self.power(x, arg)?.0,
            Exact::NextPowerOfTwo => self.next_power_of_two(x, Overflow::Wrapping)?,
            Exact::NextMultipleOf => {
                let missing = self.missing(x, arg, Overflow::Wrapping)?;
                self.wrapping(BinaryOp::Add, x, missing)
            }
            Exact::Ilog2 => {
                let zeros = self.unary(UnaryOp::LeadingZeros, x);
                let highest = self.lowerer.constant(self.ty.bits() - 1, self.span);
                self.wrapping(BinaryOp::Sub, highest, zeros)
            }
            Exact::Ilog => self.library("ilog", &[x, arg], Scalar::U32)?,
            Exact::Ilog10 => {
                let ten = self.number(10);
                self.library("ilog", &[x, ten], Scalar::U32)?
            }
            Exact::Isqrt => self.library("isqrt", &[x], self.ty)?,
        })
    }

    /// The result; the run stops where it does not fit, as it does in Rust's library.
    fn strict(&mut self, exact: Exact, x: ValueId, arg: ValueId) -> Option<ValueId> {
        Some(match exact {
            Exact::DivEuclid => self.euclid(BinaryOp::Div, Overflow::Checked, x, arg)?,
            Exact::RemEuclid => self.euclid(BinaryOp::Rem, Overflow::Checked, x, arg)?,
            Exact::Abs => {
                let negative = self.lies(x, CompareOp::Lt);
                self.choose(negative, move |numbers| numbers.checked_neg(x), move |_| x)?
            }
            Exact::Pow => {
                let (value, overflows) = self.power(x, arg)?;
                self.stop_if(overflows, "attempt to multiply with overflow");
                value
            }
            Exact::NextPowerOfTwo => self.next_power_of_two(x, Overflow::Checked)?,
            Exact::NextMultipleOf => {
                let missing = self.missing(x, arg, Overflow::Checked)?;
                self.checked_binary(BinaryOp::Add, x, missing)
            }
            Exact::Ilog | Exact::Ilog2 | Exact::Ilog10 => {
                if exact == Exact::Ilog {
                    let too_small = self.is_no_base(arg);
                    self.stop_if(too_small, "base of integer logarithm must be at least 2");
                }
                let wrong = self.lies(x, CompareOp::Le);
                self.stop_if(wrong, "argument of integer logarithm must be positive");
                self.wrapped(exact, x, arg)?
            }
            Exact::Isqrt => {
                if self.prim.is_signed() {
                    let negative = self.lies(x, CompareOp::Lt);
                    self.stop_if(negative, "argument of integer square root cannot be negative");
                }
                self.wrapped(exact, x, arg)?
            }
            Exact::Binary(_) | Exact::Shift(_) | Exact::Mixed(_) | Exact::SignedDiff | Exact::Neg => {
                return None;
            }
        })
    }

    /// Stops the run with a message, where checks are on.
    fn stop_if(&mut self, wrong: ValueId, text: &str) {
        self.lowerer.builder.panic_with(wrong, text, self.span);
    }

    fn negated(&mut self, x: ValueId) -> ValueId {
        let zero = self.bits_of(0);
        self.wrapping(BinaryOp::Sub, zero, x)
    }

    /// What an unsigned number lacks to a multiple of `of`.
    fn missing(&mut self, x: ValueId, of: ValueId, overflow: Overflow) -> Option<ValueId> {
        let rest = self.lowerer.builder.binary(BinaryOp::Rem, overflow, x, of, self.span);
        let zero = self.bits_of(0);
        let none = self.compare(CompareOp::Eq, rest, zero);
        self.choose(none, move |_| zero, move |numbers| numbers.wrapping(BinaryOp::Sub, of, rest))
    }

    /// One more than all the bits below the highest one of `x - 1`.
    fn next_power_of_two(&mut self, x: ValueId, overflow: Overflow) -> Option<ValueId> {
        let (one, zero) = (self.number(1), self.bits_of(0));
        let all = self.constant(ScalarValue::greatest(self.ty));
        let small = self.compare(CompareOp::Le, x, one);
        let ones = self.choose(
            small,
            move |_| zero,
            move |numbers| {
                let below = numbers.wrapping(BinaryOp::Sub, x, one);
                let zeros = numbers.unary(UnaryOp::LeadingZeros, below);
                numbers.wrapping(BinaryOp::Shr, all, zeros)
            },
        )?;
        Some(self.lowerer.builder.binary(BinaryOp::Add, overflow, ones, one, self.span))
    }

    /// Quotient or remainder, where the remainder is never negative.
    fn euclid(&mut self, op: BinaryOp, overflow: Overflow, x: ValueId, by: ValueId) -> Option<ValueId> {
        let plain = self.lowerer.builder.binary(op, overflow, x, by, self.span);
        if !self.prim.is_signed() {
            return Some(plain);
        }
        let quotient = op == BinaryOp::Div;
        let rest = if quotient { self.wrapping(BinaryOp::Rem, x, by) } else { plain };
        let (zero, one) = (self.bits_of(0), self.number(1));
        let negative = self.compare(CompareOp::Lt, rest, zero);
        let by_positive = self.compare(CompareOp::Gt, by, zero);
        let corrected = self.choose(
            by_positive,
            move |numbers| match quotient {
                true => numbers.wrapping(BinaryOp::Sub, plain, one),
                false => numbers.wrapping(BinaryOp::Add, plain, by),
            },
            move |numbers| match quotient {
                true => numbers.wrapping(BinaryOp::Add, plain, one),
                false => numbers.wrapping(BinaryOp::Sub, plain, by),
            },
        )?;
        self.choose(negative, move |_| corrected, move |_| plain)
    }

    /// A power with what does not fit cut off, and whether that happened. A small exponent that is known makes it a few
    /// products, which a pipelined loop may hold; any other one takes a loop.
    fn power(&mut self, x: ValueId, exponent: ValueId) -> Option<(ValueId, ValueId)> {
        match self.lowerer.number(exponent) {
            Some(exponent @ ..=MAX_SPELLED_OUT) => Some(self.products(x, exponent)),
            _ => self.power_in_a_loop(x, exponent),
        }
    }

    /// The power by repeated squaring, and whether it overflowed.
    fn products(&mut self, x: ValueId, exponent: u64) -> (ValueId, ValueId) {
        let mut result: Option<ValueId> = None;
        let mut factor = x;
        // Of the result, and of the factor.
        let mut overflowed = [None, None];
        for bit in 0..u64::BITS - exponent.leading_zeros() {
            if bit > 0 {
                let too_large = self.overflows(BinaryOp::Mul, factor, factor);
                overflowed[1] = self.either(overflowed[1], Some(too_large));
                factor = self.wrapping(BinaryOp::Mul, factor, factor);
            }
            if exponent >> bit & 1 == 1 {
                overflowed[0] = self.either(overflowed[0], overflowed[1]);
                if let Some(product) = result {
                    let too_large = self.overflows(BinaryOp::Mul, product, factor);
                    overflowed[0] = self.either(overflowed[0], Some(too_large));
                }
                result = Some(result.map_or(factor, |product| self.wrapping(BinaryOp::Mul, product, factor)));
            }
        }
        let never = |numbers: &mut Self| numbers.lowerer.constant(false, numbers.span);
        (result.unwrap_or_else(|| self.number(1)), overflowed[0].unwrap_or_else(|| never(self)))
    }

    /// As the library's function has it.
    fn power_in_a_loop(&mut self, x: ValueId, exponent: ValueId) -> Option<(ValueId, ValueId)> {
        let span = self.span;
        let tuple = Ty::Tuple(vec![Ty::Prim(self.prim), Ty::BOOL]);
        let ty = self.lowerer.ir_type(&tuple)?;
        let place = self.lowerer.temporary("power", ty, Init::Uninit, span);
        self.library_into("pow", &[x, exponent], &place)?;
        let overflowed = self.lowerer.builder.read(place.then(Step::Field(1)), Prim::Bool.scalar(), span);
        let value = self.lowerer.builder.read(place.then(Step::Field(0)), self.ty, span);
        Some((value, overflowed))
    }
}
