//! Which integer type C++ computes in, and what the result then is.
//!
//! C++ promotes what is narrower than `int`, and converts both operands of an operator to one type (C++14, [conv.prom] and
//! [expr]/10). So an expression has a type and a value of its own. The value is congruent to the number that KIR has, modulo two
//! to the power of the width of the KIR type; where it is also within the KIR type, both are equal. Casts are written only
//! where neither is enough for what is computed next, or where a signed operation could overflow.

use sycl_hls_ir::BinaryOp;
use sycl_hls_ir::analysis::Interval;
use sycl_hls_types::Scalar;

/// An integer expression as C++ sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Number {
    /// Its type in C++, before any promotion. `int` is [`Scalar::I32`].
    pub ty: Scalar,
    /// Its values.
    pub range: Interval,
}

impl Number {
    /// Any value of an integer type that C++ itself has, or of `bool`.
    pub fn any(ty: Scalar) -> Option<Self> {
        if is_class(ty) {
            return None;
        }
        Some(Self { ty, range: Interval::of(ty)? })
    }

    /// An expression of the type whose values are also in this range.
    pub fn within(ty: Scalar, range: Option<Interval>) -> Option<Self> {
        let all = Self::any(ty)?.range;
        Some(Self { ty, range: range.map_or(all, |range| all.intersection(range)) })
    }

    /// The same after a conversion.
    pub fn converted(self, ty: Scalar) -> Self {
        let all = Interval::of(ty).unwrap_or(self.range);
        Self { ty, range: if all.contains(self.range) { self.range } else { all } }
    }

    /// The type after promotion.
    pub fn promoted(self) -> Scalar {
        promoted(self.ty)
    }
}

/// True for the integers of any width, which are classes of AMD's. Their operators give numbers of other types, of which the
/// conversion to the type itself keeps the low bits.
pub(super) const fn is_class(ty: Scalar) -> bool {
    ty.is_integer() && !ty.is_native()
}

/// The type in which C++ computes with values of a type.
pub(super) const fn promoted(ty: Scalar) -> Scalar {
    if ty.bits() < 32 { Scalar::I32 } else { ty }
}

/// The unsigned type in which what a type wraps around is computed.
pub(super) fn wrapping(ty: Scalar) -> Scalar {
    if ty.bits() <= 32 { Scalar::U32 } else { Scalar::U64 }
}

/// The type to which both operands of an operator are converted.
pub(super) fn common(a: Scalar, b: Scalar) -> Scalar {
    let (a, b) = (promoted(a), promoted(b));
    match a.bits().cmp(&b.bits()) {
        std::cmp::Ordering::Less => b,
        std::cmp::Ordering::Greater => a,
        std::cmp::Ordering::Equal if a.is_signed() => b,
        std::cmp::Ordering::Equal => a,
    }
}

/// What an operator without a cast gives, if that is right for operands and a result of the KIR type `ty` and defined in C++.
pub(super) fn result(op: BinaryOp, ty: Scalar, a: Number, b: Number) -> Option<Number> {
    if op.is_shift() {
        return shifted(op, ty, a, b.range);
    }
    let common = common(a.ty, b.ty);
    let all = Interval::of(common)?;
    let keeps_operands = all.contains(a.range) && all.contains(b.range);
    let exact = Interval::binary(op, a.range, b.range);
    if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
        // The quotient that does not fit is undefined for remainders, too. KIR does not divide so in the type itself.
        let quotient = Interval::binary(BinaryOp::Div, a.range, b.range).unwrap_or(all);
        let fits = keeps_operands && (all.contains(quotient) || common == promoted(ty));
        return fits.then(|| Number { ty: common, range: all.intersection(exact.unwrap_or(all)) });
    }
    match exact {
        Some(range) if keeps_operands && all.contains(range) => Some(Number { ty: common, range }),
        _ if !common.is_signed() && common.bits() >= ty.bits() => Some(Number { ty: common, range: all }),
        _ => None,
    }
}

/// The same for a shift by a distance that the shift looks at as a whole.
fn shifted(op: BinaryOp, ty: Scalar, a: Number, distance: Interval) -> Option<Number> {
    let promoted = a.promoted();
    let all = Interval::of(promoted)?;
    if distance.hi >= promoted.bits().into() {
        return None;
    }
    let exact = Interval::binary(op, a.range, distance)?;
    let is_defined = op == BinaryOp::Shr || !promoted.is_signed() || a.range.lo >= 0;
    if is_defined && all.contains(exact) {
        return Some(Number { ty: promoted, range: exact });
    }
    let wraps = !promoted.is_signed() && promoted.bits() >= ty.bits();
    wraps.then_some(Number { ty: promoted, range: all })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(ty: Scalar, lo: i128, hi: i128) -> Number {
        Number { ty, range: Interval { lo, hi } }
    }

    #[test]
    fn the_common_type_is_that_of_cpp() {
        assert_eq!(common(Scalar::U8, Scalar::I16), Scalar::I32);
        assert_eq!(common(Scalar::U32, Scalar::I32), Scalar::U32);
        assert_eq!(common(Scalar::U32, Scalar::I64), Scalar::I64);
        assert_eq!(common(Scalar::U64, Scalar::I32), Scalar::U64);
        assert_eq!(common(Scalar::Bool, Scalar::U8), Scalar::I32);
    }

    #[test]
    fn signed_overflow_is_refused() {
        let any = |ty| Number::any(ty).unwrap();
        let i32 = any(Scalar::I32);
        assert_eq!(result(BinaryOp::Add, Scalar::I32, i32, i32), None);
        assert_eq!(result(BinaryOp::Mul, Scalar::U16, any(Scalar::U16), any(Scalar::U16)), None);
        let sum = result(BinaryOp::Add, Scalar::U8, any(Scalar::U8), any(Scalar::U8));
        assert_eq!(sum, Some(number(Scalar::I32, 0, 510)));
        let small = number(Scalar::I32, 0, 100);
        assert_eq!(result(BinaryOp::Mul, Scalar::U64, small, small), Some(number(Scalar::I32, 0, 10_000)));
        assert_eq!(result(BinaryOp::Add, Scalar::I32, i32, any(Scalar::U32)), Some(any(Scalar::U32)));
    }

    #[test]
    fn a_type_that_is_too_narrow_is_refused() {
        let any = |ty| Number::any(ty).unwrap();
        // The product of two u32 as u64 is no product in 32 bits.
        assert_eq!(result(BinaryOp::Mul, Scalar::U64, any(Scalar::U32), any(Scalar::U32)), None);
        // A negative i64 in an `int` is none as `uint32_t`.
        let negative = number(Scalar::I32, -1, 5);
        assert_eq!(result(BinaryOp::Or, Scalar::I64, negative, any(Scalar::U32)), None);
        assert_eq!(result(BinaryOp::Div, Scalar::I64, any(Scalar::I32), negative), None);
        let distance = number(Scalar::I32, 0, 63);
        assert_eq!(result(BinaryOp::Shl, Scalar::U64, number(Scalar::I32, 1, 1), distance), None);
        assert_eq!(result(BinaryOp::Shr, Scalar::U64, any(Scalar::U32), distance), None);
    }
}
