//! The methods of `Option`.

use sycl_hls_ir::{BinaryOp, Init, OpKind, Overflow, Span, ValueId};
use sycl_hls_types::TrapKind;

use super::Lowerer;
use super::operand::Operand;
use crate::builtin::Builtin;
use crate::hir::{ExprId, MethodCall};
use crate::ty::Ty;

impl Lowerer<'_, '_, '_> {
    /// Methods of `Option` without closures.
    pub(super) fn of_option(&mut self, call: &MethodCall, builtin: Builtin) -> Option<Operand> {
        let span = call.at;
        let operand = Self::dereferenced(self.operand(call.receiver)?);
        let some = self.part(&operand, 0)?;
        let some = self.scalar(&some, span)?;
        match builtin {
            Builtin::IsSome => Some(Operand::Value(some)),
            Builtin::IsNone => Some(Operand::Value(self.not(some, span))),
            Builtin::Unwrap => {
                let none = self.not(some, span);
                self.builder.panic_if(none, TrapKind::UnwrapNone, Vec::new(), span);
                let value = self.part(&operand, 1)?;
                self.owned(value, span)
            }
            Builtin::Copied => self.copied(call, some, &operand),
            Builtin::Or => {
                let value = self.part(&operand, 1)?;
                let value = self.owned(value, span)?;
                let other = self.kept(*call.args.first()?)?;
                let (other_some, other_value) = (self.part(&other, 0)?, self.part(&other, 1)?);
                let (other_some, other_value) =
                    (self.scalar(&other_some, span)?, self.owned(other_value, span)?);
                let any = self.builder.binary(BinaryOp::Or, Overflow::Wrapping, some, other_some, span);
                let value = self.select(some, value, other_value, call)?;
                Some(Operand::Parts(vec![Operand::Value(any), value]))
            }
            _ => {
                let value = self.part(&operand, 1)?;
                let value = self.owned(value, span)?;
                let default = match call.args.first() {
                    Some(default) => self.kept(*default)?,
                    None => self.zero_of(call.receiver, span)?,
                };
                self.select(some, value, default, call)
            }
        }
    }

    /// The default of what an `Option` is of, whose type has zeros as its default.
    fn zero_of(&mut self, option: ExprId, span: Span) -> Option<Operand> {
        let types = self.types;
        let Ty::Option(value) = types.expr(option).deref() else { return None };
        let ty = self.ir_type(value)?;
        Some(self.zero(&ty, span))
    }

    /// The one value or the other, both evaluated.
    fn select(&mut self, cond: ValueId, yes: Operand, no: Operand, call: &MethodCall) -> Option<Operand> {
        let span = call.at;
        if let (Operand::Value(yes), Operand::Value(no)) = (&yes, &no) {
            let (yes, no) = (*yes, *no);
            let ty = self.builder.func().ty(yes);
            return self.choose(cond, ty, span, |_| Some(yes), |_| Some(no)).map(Operand::Value);
        }
        let types = self.types;
        let Ty::Option(value) = types.expr(call.receiver).deref() else { return None };
        let ty = self.ir_type(value.deref())?;
        let place = self.temporary("chosen", ty, Init::Uninit, span);
        let then = self.with_region(|lowerer| lowerer.store_operand(&place, yes, span));
        let otherwise = self.with_region(|lowerer| lowerer.store_operand(&place, no, span));
        self.push_control(OpKind::If { cond, then, otherwise }, span);
        Some(Operand::Place(place))
    }

    /// `o.copied()` of an `Option` of a reference, which is followed only where there is one.
    fn copied(&mut self, call: &MethodCall, some: ValueId, option: &Operand) -> Option<Operand> {
        let span = call.at;
        let reference = self.part(option, 1)?;
        let types = self.types;
        let Ty::Option(value) = types.expr(call.receiver).deref() else { return None };
        let ty = self.ir_type(value.deref())?;
        let value = match ty.scalar() {
            Some(scalar) => {
                let read = |lowerer: &mut Self| lowerer.scalar(&reference, span);
                let zero = |lowerer: &mut Self| Some(lowerer.zero_value(scalar, span));
                Operand::Value(self.choose(some, scalar, span, read, zero)?)
            }
            None => {
                let zero = self.zero(&ty, span);
                self.select(some, Self::dereferenced(reference), zero, call)?
            }
        };
        Some(Operand::Parts(vec![Operand::Value(some), value]))
    }
}
