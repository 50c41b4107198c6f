//! Calls of functions.

use sycl_hls_ir::{CallArg, CompareOp, Init, OpKind, Place, Span, ValueId};

use super::Lowerer;
use super::choose::Sink;
use super::operand::{Operand, View};
use crate::hir::{ExprId, ExprKind};
use crate::ty::Ty;
use crate::typed::Callee;
use crate::typed::Instance;

impl Lowerer<'_, '_, '_> {
    /// A call, or an operator that is one, whose value is a scalar.
    pub(super) fn called_value(&mut self, id: ExprId) -> Option<ValueId> {
        let ty = self.types.expr(id).clone();
        let (ty, span) = (self.scalar_type(&ty)?, self.called_at(id));
        let args = self.kind(id).arguments();
        let value = match self.part_of_caller(id) {
            Some(instance) => self.inlined(&instance, &args, &Sink::Value(ty), span)?,
            None => {
                let kind = self.call(id, &args, None)?;
                self.builder.compute(kind, ty, self.body.exprs[id].span)
            }
        };
        Some(if let ExprKind::Compare(CompareOp::Ne, ..) = self.kind(id) {
            self.not(value, span)
        } else {
            value
        })
    }

    /// A call whose value goes into memory.
    pub(super) fn call_into(&mut self, id: ExprId, to: &Place) -> Option<()> {
        let args = self.kind(id).arguments();
        if let Some(instance) = self.part_of_caller(id) {
            self.inlined(&instance, &args, &Sink::Store(to.clone()), self.called_at(id));
            return Some(());
        }
        let kind = self.call(id, &args, Some(to))?;
        self.builder.push(kind, self.body.exprs[id].span);
        Some(())
    }

    /// A call whose value goes into new memory.
    pub(super) fn called_memory(&mut self, id: ExprId) -> Option<Operand> {
        let ty = self.types.expr(id).clone();
        let ty = self.ir_type(&ty)?;
        let place = self.temporary("value", ty, Init::Uninit, self.span(id));
        self.call_into(id, &place)?;
        Some(Operand::Place(place))
    }

    /// A call for its effects.
    pub(super) fn call_effect(&mut self, id: ExprId) {
        let args = self.kind(id).arguments();
        if let Some(instance) = self.part_of_caller(id) {
            self.inlined(&instance, &args, &Sink::Effect, self.called_at(id));
        } else if let Some(kind) = self.call(id, &args, None) {
            self.builder.push(kind, self.body.exprs[id].span);
        }
    }

    /// Where rustc says that a call is: of a method, its name.
    fn called_at(&self, id: ExprId) -> Span {
        match self.kind(id) {
            ExprKind::Method(call) => call.at,
            _ => self.span(id),
        }
    }

    /// The IR operation of a call; `result` is where an aggregate goes.
    fn call(&mut self, id: ExprId, args: &[ExprId], result: Option<&Place>) -> Option<OpKind> {
        let types = self.types;
        let Some(Callee::Fn(instance)) = types.callee(id) else { return None };
        self.call_instance(instance, args, result)
    }

    /// True if it is a call of a function of the module or of its types, or an operator of these.
    pub(super) fn calls_function(&self, id: ExprId) -> bool {
        matches!(self.types.callee(id), Some(Callee::Fn(_)))
    }

    /// The same for an instance of a function that is known.
    pub(super) fn call_instance(
        &mut self,
        instance: &Instance,
        args: &[ExprId],
        result: Option<&Place>,
    ) -> Option<OpKind> {
        let signature = self.program.front.signature(instance);
        let mut actuals = Vec::with_capacity(args.len() + 1);
        for (&arg, param) in args.iter().zip(&signature.params) {
            actuals.push(self.argument(arg, &param.ty)?);
        }
        actuals.extend(result.cloned().map(CallArg::Place));
        Some(OpKind::Call { func: self.program.func(instance), args: actuals })
    }

    /// How an argument is passed: a value, or a place that the function accesses.
    fn argument(&mut self, arg: ExprId, param: &Ty) -> Option<CallArg> {
        let span = self.span(arg);
        match self.actual(arg, param)? {
            Operand::Value(value) if !param.is_ref() => Some(CallArg::Value(value)),
            Operand::Slice(view) => Some(self.view_argument(view, span)),
            operand => self.spilled(operand, param.deref(), span).map(CallArg::Place),
        }
    }

    /// What a parameter of this type stands for.
    pub(super) fn actual(&mut self, arg: ExprId, param: &Ty) -> Option<Operand> {
        if self.scalar_type(param).is_some() {
            return self.value(arg).map(Operand::Value);
        }
        match param {
            ty if ty.is_end() => self.end(arg).map(Operand::End),
            ty if ty.is_array_of_ends() => self.lvalue(arg),
            Ty::Ref { inner, .. } if matches!(**inner, Ty::Slice(_) | Ty::Global(_) | Ty::Local(..)) => {
                let view = self.view(arg)?;
                if let ExprKind::Ref { place, .. } = self.kind(arg) {
                    self.probe(&view.place, *place);
                }
                Some(Operand::Slice(view))
            }
            Ty::Ref { .. } if self.types.expr(arg).is_ref() => self.reference(arg),
            // A receiver is borrowed without an `&`.
            Ty::Ref { .. } => self.place(arg).map(Operand::Ref),
            _ => self.kept_argument(arg),
        }
    }

    /// A value that the callee gets; a receiver may be a reference to it.
    fn kept_argument(&mut self, arg: ExprId) -> Option<Operand> {
        let operand = Self::dereferenced(self.operand(arg)?);
        let span = self.span(arg);
        self.owned(operand, span)
    }

    fn view_argument(&mut self, view: View, span: Span) -> CallArg {
        match view.part {
            None => CallArg::Place(view.place),
            Some((lo, len)) => CallArg::Slice { place: view.place, lo, len: self.length_value(len, span) },
        }
    }
}
