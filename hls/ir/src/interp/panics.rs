//! Where Rust panics: what the pass `checks` makes explicit.

use sycl_hls_types::{Operation, ScalarValue, TrapKind, TrapSite};

use super::Error;
use super::exec::Machine;
use super::frame::Frame;
use crate::{BinaryOp, Op, OpKind, Overflow, Span, Trap, UnaryOp, is_least, overflows};

impl Machine<'_> {
    /// Ends the run if Rust would panic at this operation for another reason than an index.
    pub fn check(&self, frame: &Frame<'_>, op: &Op) -> Result<(), Error> {
        let get = |value| self.value(frame, value, op.span);
        let failed = match &op.kind {
            OpKind::Unary { op: UnaryOp::Neg, overflow: Overflow::Checked, arg } => {
                let arg = get(*arg)?;
                is_least(arg).then(|| (TrapKind::Overflow(Operation::Neg), vec![arg.clone()]))
            }
            OpKind::Binary { op, overflow, lhs, rhs } => {
                let (lhs, rhs) = (get(*lhs)?, get(*rhs)?);
                let failure = failure(*op, *overflow == Overflow::Checked, lhs, rhs);
                failure.map(|kind| (kind, vec![lhs.clone(), rhs.clone()]))
            }
            OpKind::PanicIf { cond, trap } if get(*cond)?.is_true() => {
                return Err(self.trap(frame, trap, op.span)?);
            }
            _ => None,
        };
        match failed {
            Some((kind, operands)) => Err(self.fault(kind, &operands, None, op.span)),
            None => Ok(()),
        }
    }

    /// The error of an explicit check.
    pub fn trap(&self, frame: &Frame<'_>, trap: &Trap, span: Span) -> Result<Error, Error> {
        let operands: Result<Vec<ScalarValue>, Error> =
            trap.operands.iter().map(|value| self.value(frame, *value, span).cloned()).collect();
        Ok(self.fault(trap.kind, &operands?, trap.object.clone(), span))
    }

    /// The error of a check that reports these values.
    pub fn fault(&self, kind: TrapKind, values: &[ScalarValue], object: Option<String>, span: Span) -> Error {
        let operands = values.iter().map(|value| value.ty()).collect();
        let site = TrapSite { kind, operands, object, at: self.module.location(span) };
        Error::Fault(site.fault_with(self.name, values))
    }
}

/// Why Rust panics at a binary operation, if it does. `wrapping_div` wraps for `MIN / -1` and yet panics for a
/// divisor of 0.
fn failure(op: BinaryOp, checked: bool, lhs: &ScalarValue, rhs: &ScalarValue) -> Option<TrapKind> {
    let operation = op.operation().filter(|_| lhs.ty().is_integer())?;
    match op {
        BinaryOp::Div | BinaryOp::Rem if !rhs.is_true() => Some(TrapKind::DivideByZero(operation)),
        BinaryOp::Shl | BinaryOp::Shr => {
            let width = i128::from(lhs.ty().bits());
            let too_far = !rhs.to_integer().is_some_and(|distance| (0..width).contains(&distance));
            (checked && too_far).then_some(TrapKind::Shift(operation))
        }
        _ => (checked && overflows(op, lhs, rhs)).then_some(TrapKind::Overflow(operation)),
    }
}
