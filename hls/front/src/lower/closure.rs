//! Closures and functions that variables and parameters stand for: each call is a copy of the closure.

use std::rc::Rc;

use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{Diagnostic, Root, Span, ValueId};

use super::Lowerer;
use super::choose::Sink;
use super::operand::{Operand, View};
use crate::codes;
use crate::hir::{Body, Closure, ExprId, ExprKind, LocalId};
use crate::ty::Ty;
use crate::typed::{Callee, Instance, TypedBody};

/// Operations of a function above which no more closures are copied into it.
const MAX_OPERATIONS: usize = 1 << 17;

/// What can be called.
#[derive(Debug)]
pub(super) enum Callable {
    Closure {
        /// The body in which it is written.
        typed: Rc<TypedBody>,
        id: ExprId,
        /// What the variables of that body stand for.
        bindings: ArenaMap<LocalId, Operand>,
    },
    Function(Instance),
}

impl<'f, 'a> Lowerer<'_, 'f, 'a> {
    /// A closure where it is made, which names the variables in it.
    pub(super) fn closure(&mut self, id: ExprId) -> Operand {
        variables_in(self.body, id).for_each(|local| self.regions.touch(local));
        let (typed, bindings) = (Rc::clone(self.typed), self.bindings.clone());
        Operand::Callable(Rc::new(Callable::Closure { typed, id, bindings }))
    }

    /// A function in the place of a closure.
    pub(super) fn function(&self, id: ExprId) -> Option<Operand> {
        let Some(Callee::Fn(instance)) = self.types.callee(id) else { return None };
        Some(Operand::Callable(Rc::new(Callable::Function(instance.clone()))))
    }

    /// `f(x)` of a variable, whose value goes into `sink`.
    pub(super) fn call_variable(
        &mut self,
        local: LocalId,
        args: &[ExprId],
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        let of_function = |lowerer: &mut Self, instance: &Instance, actuals: Vec<Operand>| {
            if lowerer.is_part_of_caller(instance, &actuals) {
                lowerer.inlined(instance, actuals, sink, span)
            } else {
                lowerer.call_instance(instance, actuals, sink, span)
            }
        };
        self.copy_of_variable(local, args, of_function, |lowerer, body| lowerer.sink(body, sink))
    }

    /// The reference that `f(x)` of a variable gives.
    pub(super) fn reference_of_variable(
        &mut self,
        local: LocalId,
        args: &[ExprId],
        span: Span,
    ) -> Option<Operand> {
        let of_function = |lowerer: &mut Self, instance: &Instance, actuals: Vec<Operand>| {
            lowerer.inlined_reference(instance, actuals, span)
        };
        self.copy_of_variable(local, args, of_function, |lowerer, body| lowerer.reference(body))
    }

    /// A copy of what a variable stands for, where it is called: of a function, or of a closure with this body.
    fn copy_of_variable<R>(
        &mut self,
        local: LocalId,
        args: &[ExprId],
        of_function: impl FnOnce(&mut Self, &Instance, Vec<Operand>) -> Option<R>,
        of_body: impl FnOnce(&mut Lowerer<'_, 'f, 'a>, ExprId) -> Option<R>,
    ) -> Option<R> {
        self.bounded_copies()?;
        let Some(Operand::Callable(callable)) = self.bindings.get(local).cloned() else { return None };
        let Ty::Fn(params, _) = self.types.local(local).clone() else { return None };
        let actuals = args.iter().zip(&params).map(|(arg, param)| self.actual(*arg, param));
        let actuals = actuals.collect::<Option<Vec<Operand>>>()?;
        match &*callable {
            Callable::Function(instance) => of_function(self, instance, actuals),
            Callable::Closure { typed, id, bindings } => {
                let ExprKind::Closure(closure) = &typed.body.exprs[*id].kind else { return None };
                if Rc::ptr_eq(typed, self.typed) {
                    let outer = std::mem::replace(&mut self.bindings, bindings.clone());
                    let value = self.copy_of(closure, &actuals, of_body);
                    self.bindings = outer;
                    return value;
                }
                let first = self.builder.func().ops.len();
                let value = self.within_body(typed, |inner| {
                    inner.bindings = bindings.clone();
                    inner.copy_of(closure, &actuals, of_body)
                });
                self.own_places.push(first..self.builder.func().ops.len());
                value
            }
        }
    }

    /// `None`, and a complaint, if closures that call each other have grown too large: each level may double their copies.
    fn bounded_copies(&mut self) -> Option<()> {
        let func = self.builder.func();
        if func.ops.len() <= MAX_OPERATIONS {
            return Some(());
        }
        let message = format!("with its copies of closures, this has more than {MAX_OPERATIONS} operations");
        let error = Diagnostic::error(codes::DEPTH, func.span, message);
        self.program.front.report(error.help("call a function without closures in them: it is not copied"));
        None
    }

    /// A copy of a closure, whose parameters stand for the arguments.
    fn copy_of<R>(
        &mut self,
        closure: &Closure,
        args: &[Operand],
        of_body: impl FnOnce(&mut Lowerer<'_, 'f, 'a>, ExprId) -> Option<R>,
    ) -> Option<R> {
        self.scope(|lowerer| {
            for (arg, pat) in args.iter().zip(&closure.params) {
                lowerer.bind(arg, *pat);
            }
            of_body(lowerer, closure.body)
        })
    }
}

/// The variables that a closure names, its own included.
fn variables_in(body: &Body, closure: ExprId) -> impl Iterator<Item = LocalId> {
    let end = closure.into_raw().into_u32() as usize;
    let inside = body.closures.iter().find(|inside| inside.end == end).cloned().unwrap_or_default();
    let exprs = body.exprs.iter().skip(inside.start).take(inside.len());
    exprs.filter_map(|(_, expr)| match expr.kind {
        ExprKind::Local(local) | ExprKind::CallVariable(local, _) => Some(local),
        _ => None,
    })
}

/// True of a reference into this memory, and of a closure that names what lies there.
pub(super) fn reaches(operand: &Operand, memory: Root) -> bool {
    match operand {
        Operand::Place(place) | Operand::Ref(place) | Operand::Slice(View { place, .. }) => {
            place.root == memory
        }
        Operand::Parts(parts) => parts.iter().any(|part| reaches(part, memory)),
        Operand::Callable(callable) => match &**callable {
            Callable::Closure { typed, id, bindings } => variables_in(&typed.body, *id)
                .any(|local| bindings.get(local).is_some_and(|operand| reaches(operand, memory))),
            Callable::Function(_) => false,
        },
        Operand::Unit | Operand::Value(_) | Operand::End(_) => false,
    }
}
