//! Functions that are parts of their callers: those that take ends of streams or closures, which are known there, those that get two
//! parts of one array of which they write one, and the methods of `Result`, which stop a run where they are called.

use std::rc::Rc;

use sycl_hls_ir::{
    Diagnostic, Func, FuncDirectives, FuncKind, Init, OpKind, Place, Root, Span, Type, ValueId,
};

use super::Lowerer;
use super::choose::Sink;
use super::closure::reaches;
use super::operand::{Operand, View};
use crate::codes;
use crate::front::{ParamItem, Signature};
use crate::hir::{Body, ExprId, ExprKind, LocalId, PatKind, Stmt};
use crate::ids::LoopId;
use crate::overload::{INDEX, INDEX_MUT, Overload};
use crate::ty::Ty;
use crate::typed::{Callee, Instance, TypedBody};

/// The block that `return` leaves.
const BODY: LoopId = LoopId(usize::MAX);

impl<'f, 'a> Lowerer<'_, 'f, 'a> {
    /// True of a function that is lowered as a part of its caller, or must be for these arguments: no function of KIR gets memory
    /// twice that it writes.
    pub(super) fn is_part_of_caller(&mut self, instance: &Instance, actuals: &[Operand]) -> bool {
        let signature = self.program.front.signature(instance);
        self.program.front.is_of_result(instance.func)
            || signature.is_part_of_caller()
            || writes_shared(&signature, actuals)
    }

    /// The arguments of a call. A function that is a part of its caller uses a value where it lies if nothing writes it meanwhile.
    pub(super) fn actuals(&mut self, instance: &Instance, args: &[ExprId]) -> Option<Vec<Operand>> {
        let signature = self.program.front.signature(instance);
        let simple = |arg: &ExprId| {
            matches!(self.kind(*arg), ExprKind::Local(_) | ExprKind::Closure(_) | ExprKind::Function(..))
        };
        let lends = signature.is_part_of_caller() && args.iter().all(simple);
        let mut actuals = Vec::new();
        for (&arg, param) in args.iter().zip(&signature.params) {
            let by_value = !param.mutable && !param.ty.holds_ref() && self.scalar_type(&param.ty).is_none();
            actuals.push(match lends && by_value {
                true => Self::dereferenced(self.operand(arg)?),
                false => self.actual(arg, &param.ty)?,
            });
        }
        for index in 0..actuals.len() {
            let Operand::Place(Place { root, .. }) = actuals[index] else { continue };
            let mut closures = actuals.iter().filter(|actual| matches!(actual, Operand::Callable(_)));
            if closures.any(|closure| reaches(closure, root)) {
                actuals[index] = self.owned(actuals[index].clone(), self.span(args[index]))?;
            }
        }
        Some(actuals)
    }

    /// The body of a function where it is called; its value goes into `sink`.
    pub(super) fn inlined(
        &mut self,
        instance: &Instance,
        actuals: Vec<Operand>,
        sink: &Sink,
        span: Span,
    ) -> Option<ValueId> {
        self.inlined_as(instance, actuals, span, |inner| {
            let body = inner.body;
            if returns(body) {
                return inner.labelled(BODY, &body.block, sink, span);
            }
            if let (Sink::Store(place), Some(local)) = (sink, returned(body)) {
                inner.returned = matches!(place.root, Root::Slot(_)).then(|| (local, place.clone()));
            }
            inner.block(&body.block, sink)
        })
    }

    /// The reference that a call gives, whose function is a part of its caller.
    pub(super) fn called_reference(&mut self, id: ExprId) -> Option<Operand> {
        let types = self.types;
        let Some(Callee::Fn(instance)) = types.callee(id) else { return None };
        let args = self.kind(id).arguments();
        let actuals = self.actuals(instance, &args)?;
        self.inlined_reference(instance, actuals, self.called_at(id))
    }

    /// The reference that a function gives for these arguments.
    pub(super) fn inlined_reference(
        &mut self,
        instance: &Instance,
        actuals: Vec<Operand>,
        span: Span,
    ) -> Option<Operand> {
        self.inlined_as(instance, actuals, span, |inner| {
            let block = &inner.body.block;
            inner.scope(|inner| {
                inner.stmts(block);
                inner.reference(block.tail?)
            })
        })
    }

    /// The body of a function where it is called, as `run` lowers it.
    fn inlined_as<R>(
        &mut self,
        instance: &Instance,
        actuals: Vec<Operand>,
        span: Span,
        run: impl FnOnce(&mut Lowerer<'_, 'f, 'a>) -> Option<R>,
    ) -> Option<R> {
        let typed = self.program.front.body(instance)?;
        let signature = self.program.front.signature(instance);
        // Its operations are its own, wherever they stand.
        let others = FuncDirectives { flush_denormals: None, ..signature.directives.clone() };
        if !others.is_empty() {
            let at = self.program.front.funcs[instance.func.0].span;
            let (what, known) = if signature.takes_end() {
                ("takes ends of streams", "its streams are known")
            } else if signature.ret.is_ref() {
                ("gives a reference", "it is known what that refers to")
            } else if signature.is_part_of_caller() {
                ("takes a closure", "the closure is known")
            } else {
                ("gets two parts of one array", "the parts are known to be apart")
            };
            let message = format!("directives of a function that {what} have no effect");
            let error = Diagnostic::error(codes::NO_EFFECT, at, message)
                .note(format!("it is a part of the function that calls it, in which {known}"));
            self.program.front.report(error.help("put them on the loops in it"));
        }
        let (first, outer) = (self.builder.func().ops.len(), self.own_places.len());
        let value = self.within_body(&typed, |inner| {
            let body = inner.body;
            for (&local, operand) in body.params.iter().zip(actuals) {
                inner.bind_param(local, operand);
            }
            run(inner)
        });
        let inner = self.own_places.split_off(outer);
        if !self.is_tracked(instance) {
            self.own_places.push(first..self.builder.func().ops.len());
            return value;
        }
        let ops = self.builder.func_mut().ops.iter_mut().enumerate().skip(first);
        let is_within = |index: &usize| !inner.iter().any(|own| own.contains(index));
        ops.filter(|(index, _)| is_within(index)).for_each(|(_, (_, op))| op.span = span);
        self.own_places.extend(inner);
        value
    }

    /// True of what panics where it is called, as far as rustc says: the functions of `Index`, which are `#[track_caller]`. Places in the
    /// library are none in the user's source either.
    fn is_tracked(&self, instance: &Instance) -> bool {
        let front = &self.program.front;
        let is_index =
            |known: &Overload| known.func == instance.func && [INDEX, INDEX_MUT].contains(&known.method);
        front.is_library(front.funcs[instance.func.0].unit) || front.overloads.iter().any(is_index)
    }

    /// The memory that a variable is because its value goes there in the end.
    pub(super) fn returned_place(&self, local: LocalId) -> Option<Place> {
        self.returned.as_ref().filter(|(returned, _)| *returned == local).map(|(_, place)| place.clone())
    }

    /// True if the variable is the memory at which its value is wanted.
    pub(super) fn is_returned(&self, local: LocalId, to: &Place) -> bool {
        self.returned.as_ref().is_some_and(|(returned, place)| *returned == local && place == to)
    }

    /// Gives memory its first value.
    pub(super) fn first_value(&mut self, place: &Place, ty: Type, init: Init, span: Span) {
        match init {
            Init::Uninit => {}
            Init::Fill(value) => _ = self.builder.push(OpKind::Fill(place.clone(), value), span),
            init => {
                let from = self.temporary("value", ty, init, span);
                self.builder.push(OpKind::Copy { to: place.clone(), from }, span);
            }
        }
    }

    /// Binds a parameter of an inlined function to its argument.
    fn bind_param(&mut self, local: LocalId, operand: Operand) {
        let mutable = self.body.locals[local].mutable;
        match operand {
            // The caller's value keeps its name.
            Operand::Value(_) if !mutable => {
                self.bindings.insert(local, operand);
            }
            Operand::Place(place) if !mutable => {
                self.adopted(&place, local);
                self.bindings.insert(local, Operand::Place(place));
            }
            operand => {
                let span = self.body.locals[local].span;
                self.declare_local(local, operand, span);
            }
        }
    }

    /// Lowers another body into the function at hand.
    pub(super) fn within_body<R>(
        &mut self,
        typed: &Rc<TypedBody>,
        run: impl FnOnce(&mut Lowerer<'_, 'f, 'a>) -> R,
    ) -> R {
        let nothing = Func::new("", FuncKind::Helper, None, Span::NONE);
        let mut inner = Lowerer::new(self.program, nothing, typed);
        std::mem::swap(&mut inner.builder, &mut self.builder);
        std::mem::swap(&mut inner.settled, &mut self.settled);
        std::mem::swap(&mut inner.temporaries, &mut self.temporaries);
        std::mem::swap(&mut inner.known, &mut self.known);
        std::mem::swap(&mut inner.opposites, &mut self.opposites);
        std::mem::swap(&mut inner.own_places, &mut self.own_places);
        inner.regions.share(&mut self.regions);
        inner.reachable = self.reachable;
        inner.item = Some(BODY);
        let result = run(&mut inner);
        let Lowerer {
            builder,
            settled,
            temporaries,
            known,
            opposites,
            own_places,
            mut regions,
            reachable,
            ..
        } = inner;
        (self.builder, self.settled, self.temporaries) = (builder, settled, temporaries);
        (self.known, self.opposites, self.own_places, self.reachable) =
            (known, opposites, own_places, reachable);
        self.regions.share(&mut regions);
        result
    }
}

/// True if the function is left before its end somewhere.
fn returns(body: &Body) -> bool {
    body.exprs.iter().any(|(_, expr)| matches!(expr.kind, ExprKind::Return(_)))
}

/// The variable of the function's outermost block whose value it gives.
fn returned(body: &Body) -> Option<LocalId> {
    let ExprKind::Local(local) = body.exprs[body.block.tail?].kind else { return None };
    let declares = |stmt: &Stmt| matches!(stmt, Stmt::Let(stmt) if matches!(body.pats[stmt.pat].kind, PatKind::Bind(it, None) if it == local));
    let is_plain = body.locals[local].directives.is_empty();
    (is_plain && body.block.stmts.iter().any(declares)).then_some(local)
}

/// True if a `&mut` parameter and another one get parts of the same memory: the parts are apart, but nobody can see it.
fn writes_shared(signature: &Signature, actuals: &[Operand]) -> bool {
    let roots: Vec<Option<(Root, bool)>> = signature.params.iter().zip(actuals).map(borrowed).collect();
    roots.iter().enumerate().any(|(index, first)| {
        let mut others = roots[index + 1..].iter().flatten();
        first.is_some_and(|(root, writes)| others.any(|(other, also)| *other == root && (writes || *also)))
    })
}

/// The memory that an argument gives to its parameter by a reference, and whether it may be written.
fn borrowed((param, actual): (&ParamItem, &Operand)) -> Option<(Root, bool)> {
    let Ty::Ref { mutable, .. } = param.ty else { return None };
    match actual {
        Operand::Ref(place) | Operand::Place(place) | Operand::Slice(View { place, .. }) => {
            Some((place.root, mutable))
        }
        _ => None,
    }
}
