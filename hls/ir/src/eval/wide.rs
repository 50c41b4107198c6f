//! Arithmetic on integers of more than 64 bits: exact, then wrapped to the type.

use num_bigint::{BigInt, BigUint};
use num_traits::{FromPrimitive as _, Zero as _};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::{BinaryOp, UnaryOp};

/// Of an operation that takes the type.
pub(super) fn unary(op: UnaryOp, arg: &ScalarValue) -> Option<ScalarValue> {
    let (ty, bits) = (arg.ty(), arg.big_bits());
    let width = u64::from(ty.bits());
    let count = |count: u64| u32::try_from(count).ok().map(Into::into);
    match op {
        UnaryOp::Neg => Some(ScalarValue::wrapping_big(ty, &-arg.to_big()?)),
        UnaryOp::Not => Some(ScalarValue::wrapping_big(ty, &!arg.to_big()?)),
        UnaryOp::CountOnes => count(bits.count_ones()),
        UnaryOp::LeadingZeros => count(width - bits.bits()),
        UnaryOp::TrailingZeros => count(bits.trailing_zeros().unwrap_or(width)),
        UnaryOp::SwapBytes => Some(backwards(ty, &arg.to_le_bytes())),
        UnaryOp::ReverseBits => {
            let bytes: Vec<u8> = arg.to_le_bytes().into_iter().map(u8::reverse_bits).collect();
            Some(backwards(ty, &bytes))
        }
        _ => None,
    }
}

/// The number whose bytes in memory, from the last to the first, are these; those above the number's bits come last.
fn backwards(ty: Scalar, bytes: &[u8]) -> ScalarValue {
    let unused = bytes.len() as u32 * 8 - ty.bits();
    ScalarValue::from_big_bits(ty, &(BigUint::from_bytes_be(bytes) >> unused))
}

/// Of two integers of one type; no shift.
pub(super) fn binary(op: BinaryOp, lhs: &ScalarValue, rhs: &ScalarValue) -> Option<ScalarValue> {
    let (a, b) = (lhs.to_big()?, rhs.to_big()?);
    let exact = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div if b.is_zero() => BigInt::from(-1),
        BinaryOp::Div => a / b,
        BinaryOp::Rem if b.is_zero() => a,
        BinaryOp::Rem => a % b,
        BinaryOp::And => a & b,
        BinaryOp::Or => a | b,
        BinaryOp::Xor => a ^ b,
        BinaryOp::Min => a.min(b),
        BinaryOp::Max => a.max(b),
        BinaryOp::Shl | BinaryOp::Shr => return None,
    };
    Some(ScalarValue::wrapping_big(lhs.ty(), &exact))
}

pub(super) fn shift(op: BinaryOp, value: &ScalarValue, distance: u64) -> Option<ScalarValue> {
    let number = value.to_big()?;
    let exact = if op == BinaryOp::Shl { number << distance } else { number >> distance };
    Some(ScalarValue::wrapping_big(value.ty(), &exact))
}

/// As [`overflows`](super::overflows).
pub(super) fn overflows(op: BinaryOp, lhs: &ScalarValue, rhs: &ScalarValue) -> bool {
    let (Some(a), Some(b)) = (lhs.to_big(), rhs.to_big()) else { return false };
    let exact = match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div | BinaryOp::Rem if !b.is_zero() => a / b,
        _ => return false,
    };
    ScalarValue::from_big(lhs.ty(), &exact).is_none()
}

/// The whole part of a float in a wide type, or the value of that which is nearest.
pub(super) fn saturated(value: f64, ty: Scalar) -> ScalarValue {
    // There is no such number of NaN and the infinities.
    let exact = BigInt::from_f64(value.trunc());
    let fitting = exact.as_ref().and_then(|exact| ScalarValue::from_big(ty, exact));
    fitting.unwrap_or_else(|| nearest(value, ty))
}

/// The extreme value of the type on the side of a float; 0 for NaN.
fn nearest(value: f64, ty: Scalar) -> ScalarValue {
    match value > 0.0 {
        _ if value.is_nan() => ScalarValue::from_bits(ty, 0),
        true => ScalarValue::greatest(ty),
        false => ScalarValue::least(ty),
    }
}
