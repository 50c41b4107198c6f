//! Functions that are parts of their callers: those that take ends of streams, which are known there, the methods of `Result`, which
//! stop a run where they are called, and the functions of `core::mem`, which may get two elements of one array.

use sycl_hls_ir::{Diagnostic, Func, FuncDirectives, FuncKind, Span, ValueId};

use super::Lowerer;
use super::choose::Sink;
use super::operand::Operand;
use crate::codes;
use crate::hir::{ExprId, ExprKind, LocalId};
use crate::ids::LoopId;
use crate::typed::{Callee, Instance, TypedBody};

/// The block that `return` leaves.
const BODY: LoopId = LoopId(usize::MAX);

impl<'f, 'a> Lowerer<'_, 'f, 'a> {
    /// The function that a call names, if it is lowered as a part of its caller.
    pub(super) fn part_of_caller(&mut self, id: ExprId) -> Option<Instance> {
        let Some(Callee::Fn(instance)) = self.types.callee(id).cloned() else { return None };
        let is_part = self.program.front.is_part_of_caller(instance.func)
            || self.program.front.signature(&instance).takes_end();
        is_part.then_some(instance)
    }

    /// The body of a function where it is called; its value goes into `sink`.
    pub(super) fn inlined(
        &mut self,
        instance: &Instance,
        args: &[ExprId],
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        let typed = self.program.front.body(instance)?;
        let signature = self.program.front.signature(instance);
        // Its operations are its own, wherever they stand.
        let others = FuncDirectives { flush_denormals: None, ..signature.directives.clone() };
        if !others.is_empty() {
            let at = self.program.front.funcs[instance.func.0].span;
            let message = "directives of a function that takes ends of streams have no effect";
            let error = Diagnostic::error(codes::NO_EFFECT, at, message)
                .note("it is a part of the process that calls it, in which its streams are known");
            self.program.front.report(error.help("put them on the loops in it"));
        }
        let mut actuals = Vec::new();
        for (&arg, param) in args.iter().zip(&signature.params) {
            actuals.push(self.actual(arg, &param.ty)?);
        }
        let first = self.builder.func().ops.len();
        let value = self.within_body(&typed, |inner| {
            let body = inner.body;
            for (&local, operand) in body.params.iter().zip(actuals) {
                inner.bind_param(local, operand);
            }
            let returns = body.exprs.iter().any(|(_, expr)| matches!(expr.kind, ExprKind::Return(_)));
            if returns {
                inner.labelled(BODY, &body.block, sink, span)
            } else {
                inner.block(&body.block, sink)
            }
        });
        // Places in the library are none in the user's source.
        if self.program.front.is_library(self.program.front.funcs[instance.func.0].unit) {
            self.builder.func_mut().ops.iter_mut().skip(first).for_each(|(_, op)| op.span = span);
        }
        value
    }

    /// Binds a parameter of an inlined function to its argument.
    fn bind_param(&mut self, local: LocalId, operand: Operand) {
        match operand {
            // The caller's value keeps its name.
            Operand::Value(_) if !self.body.locals[local].mutable => {
                self.bindings.insert(local, operand);
            }
            operand => {
                let span = self.body.locals[local].span;
                self.declare_local(local, operand, span);
            }
        }
    }

    /// Lowers another body into the function at hand.
    fn within_body<R>(&mut self, typed: &TypedBody, run: impl FnOnce(&mut Lowerer<'_, 'f, 'a>) -> R) -> R {
        let nothing = Func::new("", FuncKind::Helper, None, Span::NONE);
        let mut inner = Lowerer::new(self.program, nothing, &typed.body, &typed.types);
        std::mem::swap(&mut inner.builder, &mut self.builder);
        std::mem::swap(&mut inner.settled, &mut self.settled);
        std::mem::swap(&mut inner.temporaries, &mut self.temporaries);
        std::mem::swap(&mut inner.known, &mut self.known);
        std::mem::swap(&mut inner.opposites, &mut self.opposites);
        inner.regions.share(&mut self.regions);
        inner.reachable = self.reachable;
        inner.item = Some(BODY);
        let result = run(&mut inner);
        let Lowerer { builder, settled, temporaries, known, opposites, mut regions, reachable, .. } = inner;
        (self.builder, self.settled, self.temporaries) = (builder, settled, temporaries);
        (self.known, self.opposites, self.reachable) = (known, opposites, reachable);
        self.regions.share(&mut regions);
        result
    }
}
