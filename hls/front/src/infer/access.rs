//! Checks mutability, and aliasing of arguments of calls.

use sycl_hls_ir::{Diagnostic, Span};

use super::validate::Validator;
use crate::codes;
use crate::hir::{ExprId, ExprKind, LocalId, MethodCall, PlaceRoot};
use crate::overload::{INDEX_MUT, Overload};
use crate::signature::borrows;
use crate::ty::{GenericArg, Ty};
use crate::typed::Callee;

impl Validator<'_, '_> {
    /// Complains unless the place can be written.
    pub(super) fn assignable(&mut self, place: ExprId, what: &str) {
        let span = self.body.exprs[place].span;
        let body = self.body;
        let base = match &body.exprs[place].kind {
            ExprKind::Error => return,
            ExprKind::Local(local) => return self.mutable_local(*local, span, what),
            ExprKind::Const(id) => return self.constant(*id, span, what),
            ExprKind::Index(base, index, _) if matches!(self.types.callee(place), Some(Callee::Fn(_))) => {
                self.index_mut(place, *base, *index, what);
                *base
            }
            ExprKind::Deref(base) | ExprKind::Index(base, ..) | ExprKind::Field(base, _) => *base,
            ExprKind::Part { base, .. } => *base,
            _ => {
                if !self.types.expr(place).is_wrong() && !self.types.expr(place).is_ref() {
                    let error = Diagnostic::error(codes::IMMUTABLE, span, format!("this cannot be {what}"));
                    self.front.report(error.help("variables, fields and elements of arrays and slices can"));
                }
                return;
            }
        };
        match self.types.expr(base) {
            Ty::Ref { mutable: true, .. } | Ty::Error => {}
            Ty::Ref { mutable: false, inner } => self.behind_shared(base, inner, span, what),
            _ => self.assignable(base, what),
        }
    }

    /// What is written is what `IndexMut` refers to.
    fn index_mut(&mut self, id: ExprId, base: ExprId, index: ExprId, what: &str) {
        let (left, index) = (self.types.expr(base).deref(), self.types.expr(index));
        let mut known =
            self.front.overloads.iter().filter(|known| known.method == INDEX_MUT && known.is_of(left));
        let fits = |known: &&Overload| known.right_of(left).is_none_or(|right| right == *index.deref());
        if let Some(found) = known.find(fits) {
            return self.written.push((id, found.func));
        }
        let message = format!("an element of a `{left}` cannot be {what}: it has no `IndexMut`");
        let error = Diagnostic::error(codes::IMMUTABLE, self.body.exprs[id].span, message);
        self.front.report(error.help(format!("write `impl IndexMut<{index}> for {left}`")));
    }

    /// A write through `&T`.
    fn behind_shared(&mut self, reference: ExprId, inner: &Ty, span: Span, what: &str) {
        let ExprKind::Local(local) = self.body.exprs[reference].kind else {
            let error =
                Diagnostic::error(codes::IMMUTABLE, span, format!("what is behind `&` cannot be {what}"));
            self.front.report(error.help("take a reference with `&mut`"));
            return;
        };
        let variable = &self.body.locals[local];
        let message = format!("`{}` is not mutable and cannot be {what}", variable.name);
        let error =
            Diagnostic::error(codes::IMMUTABLE, span, message).related(variable.span, "declared here");
        let help = match variable.name.as_str() {
            _ if self.types.guards.contains(&local) => format!(
                "a block that is received is only read: copy it, `let mut copy = *{};`",
                variable.name
            ),
            "self" => "take `&mut self`".to_owned(),
            name => format!("take `{name}: &mut {inner}`"),
        };
        self.front.report(error.help(help));
    }

    /// Reports that a constant is changed; `what` says how: assigned to, or borrowed as mutable.
    fn constant(&mut self, id: crate::ids::ConstId, span: Span, what: &str) {
        let name = self.front.const_title(id);
        let error =
            Diagnostic::error(codes::IMMUTABLE, span, format!("the constant `{name}` cannot be {what}"));
        self.front.report(error.help(format!("copy it into a variable: `let mut copy = {name};`")));
    }

    /// Reports that a variable without `mut` is changed; `what` says how.
    fn mutable_local(&mut self, local: LocalId, span: Span, what: &str) {
        let variable = &self.body.locals[local];
        if variable.mutable || self.types.local(local).is_wrong() {
            return;
        }
        let message = format!("`{}` is not mutable and cannot be {what}", variable.name);
        let error =
            Diagnostic::error(codes::IMMUTABLE, span, message).related(variable.span, "declared here");
        self.front.report(error.help(format!("declare it `mut {}`", variable.name)));
    }

    /// `r += 1` of a reference.
    pub(super) fn computed_reference(&mut self, reference: ExprId) {
        let message = format!("a `{}` is a reference, not a number", self.types.expr(reference));
        let error = Diagnostic::error(codes::MISMATCH, self.body.exprs[reference].span, message);
        self.front.report(error.help("assign to what it refers to: `*..`"));
    }

    /// `&place` and `&mut place`: the latter needs a mutable place.
    pub(super) fn reference(&mut self, mutable: bool, place: ExprId) {
        if mutable && self.types.is_place(self.body, place) {
            self.assignable(place, "borrowed as mutable");
        }
    }

    /// Something is written through a reference to `id`, which may be one itself.
    pub(super) fn borrowed_as_mutable(&mut self, id: ExprId, what: &str) {
        match self.types.expr(id) {
            Ty::Ref { mutable: true, .. } => {}
            Ty::Ref { mutable: false, inner } => {
                let span = self.body.exprs[id].span;
                self.behind_shared(id, inner, span, what);
            }
            _ if self.types.is_place(self.body, id) => self.assignable(id, what),
            _ => {}
        }
    }

    /// A method of the module that takes `&mut self` borrows its receiver.
    pub(super) fn own_method(&mut self, id: ExprId, call: &MethodCall) {
        let Some(Callee::Fn(instance)) = self.types.callee(id) else { return };
        let takes_mut = matches!(
            self.front.funcs[instance.func.0].sig.inputs.first(),
            Some(syn::FnArg::Receiver(receiver)) if borrows(receiver) == Some(true)
        );
        if takes_mut {
            self.borrowed_as_mutable(call.receiver, "borrowed as mutable");
        }
        self.call(id, &self.body.exprs[id].kind.arguments());
    }

    /// An operator of the module takes its operands as a function does.
    pub(super) fn own_operator(&mut self, id: ExprId, kind: &ExprKind) {
        if let ExprKind::AssignOp(_, place, _) = kind {
            self.assignable(*place, "assigned to");
        }
        self.call(id, &kind.arguments());
    }

    /// Reports arguments of a call that overlap where one of them is `&mut` (`SH0306`).
    pub(super) fn call(&mut self, id: ExprId, args: &[ExprId]) {
        let Some(Callee::Fn(instance)) = self.types.callee(id).cloned() else { return };
        if !instance.generics.is_empty() && instance.generics.iter().any(is_wrong) {
            return;
        }
        let signature = self.front.signature(&instance);
        let is_mutable = |index: usize| {
            let param = signature.params.get(index);
            param.is_some_and(|param| matches!(param.ty, Ty::Ref { mutable: true, .. }))
        };
        let mutable: Vec<bool> = (0..args.len()).map(is_mutable).collect();
        let borrowed = |index: usize| signature.params.get(index).is_some_and(|param| param.ty.is_ref());
        for (index, &arg) in args.iter().enumerate().filter(|(index, _)| mutable[*index]) {
            let Some(PlaceRoot::Local(local)) = self.body.place_root(arg) else { continue };
            // Of two mutable ones, the first is complained about.
            let conflicts = |other: &usize| *other != index && !(mutable[*other] && *other < index);
            let mut others = (0..args.len()).filter(|other| conflicts(other) && borrowed(*other));
            let Some(other) = others.find(|other| self.overlap(arg, args[*other])) else { continue };
            let message = format!("`{}` is passed as mutable and once more", self.body.locals[local].name);
            let error = Diagnostic::error(codes::ALIAS, self.body.exprs[arg].span, message)
                .related(self.body.exprs[args[other]].span, "passed here, too")
                .note("what `&mut` refers to is reached in one way only: reads and writes are reordered relying on it");
            self.front.report(error.help("pass a copy, or write a helper function that takes it once"));
        }
    }

    /// True if two arguments may refer to the same memory.
    fn overlap(&self, a: ExprId, b: ExprId) -> bool {
        let (Some(a_root), Some(b_root)) = (self.body.place_root(a), self.body.place_root(b)) else {
            return false;
        };
        let fields = |id: ExprId| {
            let mut fields = Vec::new();
            self.fields(id, &mut fields);
            fields
        };
        let apart =
            fields(a).into_iter().zip(fields(b)).any(|(a, b)| matches!((a, b), (Some(a), Some(b)) if a != b));
        a_root == b_root && !apart
    }

    /// The steps from a place's root: fields by position, `None` for indices.
    fn fields(&self, id: ExprId, steps: &mut Vec<Option<usize>>) {
        match &self.body.exprs[id].kind {
            ExprKind::Field(base, _) => {
                self.fields(*base, steps);
                steps.push(self.types.field(id));
            }
            ExprKind::Index(base, ..) | ExprKind::Part { base, .. } => {
                self.fields(*base, steps);
                steps.push(None);
            }
            ExprKind::Ref { place, .. } => self.fields(*place, steps),
            ExprKind::Deref(base) => self.fields(*base, steps),
            _ => {}
        }
    }
}

fn is_wrong(arg: &GenericArg) -> bool {
    matches!(arg, GenericArg::Ty(ty) if ty.is_wrong())
}
