//! Calls of functions.

use sycl_hls_ir::{CallArg, CompareOp, Init, OpKind, Span, ValueId};

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
        let sink = Sink::Value(self.scalar_type(&ty)?);
        let value = self.call(id, &sink)?;
        Some(if let ExprKind::Compare(CompareOp::Ne, ..) = self.kind(id) {
            self.not(value, self.called_at(id))
        } else {
            value
        })
    }

    /// A call whose value goes into new memory.
    pub(super) fn called_memory(&mut self, id: ExprId) -> Option<Operand> {
        let ty = self.types.expr(id).clone();
        let ty = self.ir_type(&ty)?;
        let place = self.temporary("value", ty, Init::Uninit, self.span(id));
        self.call(id, &Sink::Store(place.clone()));
        Some(Operand::Place(place))
    }

    /// A call of a function of the module or the library, whose value goes into `sink`; gives it if it is a scalar.
    pub(super) fn call(&mut self, id: ExprId, sink: &Sink) -> Option<ValueId> {
        let types = self.types;
        let Some(Callee::Fn(instance)) = types.callee(id) else { return None };
        let args = self.kind(id).arguments();
        let actuals = self.actuals(instance, &args)?;
        if self.is_part_of_caller(instance, &actuals) {
            return self.inlined(instance, actuals, sink, self.called_at(id));
        }
        self.call_instance(instance, actuals, sink, self.span(id))
    }

    /// Where rustc says that a call is: of a method, its name; of an index, the brackets.
    pub(super) fn called_at(&self, id: ExprId) -> Span {
        match self.kind(id) {
            ExprKind::Method(call) => call.at,
            ExprKind::Index(_, _, brackets) => *brackets,
            _ => self.span(id),
        }
    }

    /// True if it is a call of a function of the module or of its types, or an operator of these, that gives a value.
    pub(super) fn calls_function(&self, id: ExprId) -> bool {
        matches!(self.types.callee(id), Some(Callee::Fn(_))) && !self.gives_reference(id)
    }

    /// True if it is such a call that gives a reference, to which an index expression is the referent.
    pub(super) fn gives_reference(&self, id: ExprId) -> bool {
        matches!(self.types.callee(id), Some(Callee::Fn(_)))
            && (self.types.expr(id).is_ref() || matches!(self.kind(id), ExprKind::Index(..)))
    }

    /// A call of a function with these arguments, whose value goes into `sink`.
    pub(super) fn call_instance(
        &mut self,
        instance: &Instance,
        actuals: Vec<Operand>,
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        let result = match sink {
            Sink::Store(place) => Some(CallArg::Place(place.clone())),
            _ => None,
        };
        let signature = self.program.front.signature(instance);
        let args = actuals.into_iter().zip(&signature.params);
        let args = args.map(|(actual, param)| self.argument(actual, &param.ty, span)).chain(result.map(Some));
        let args = args.collect::<Option<Vec<CallArg>>>()?;
        let kind = OpKind::Call { func: self.program.func(instance), args };
        if let Sink::Value(ty) = sink {
            return Some(self.builder.compute(kind, *ty, span));
        }
        self.builder.push(kind, span);
        None
    }

    /// How an argument is passed: a value, or a place that the function accesses.
    fn argument(&mut self, actual: Operand, param: &Ty, span: Span) -> Option<CallArg> {
        match actual {
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
            Ty::Fn(..) => self.operand(arg),
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
