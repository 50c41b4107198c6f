//! The arms of the `match` that a method of `Option` or `Result` is.

use sycl_hls_ir::Span;
use sycl_hls_types::ScalarValue;

use super::methods::{Method, Outcome, Outcome as O};
use crate::hir::{Arm, Block, Closure, ExprId, ExprKind, LetStmt, LocalId, MethodArms, PatId, PatKind, Stmt};
use crate::resolve::Resolver;
use crate::ty::{AdtRef, Prim};

/// A variant of `Option` or `Result`.
enum Variant {
    Some,
    None,
    Of(AdtRef, usize),
}

/// What a method was given.
#[derive(Default)]
pub(super) struct Given {
    pub default: Option<LocalId>,
    pub found: Option<Closure>,
    pub missing: Option<Closure>,
    /// The text of a stop, and its place.
    pub stop: Option<(String, Span)>,
}

impl Resolver<'_, '_> {
    /// The arms that a method stands for.
    pub(super) fn method_arms(
        &mut self,
        method: &Method,
        given: &Given,
        name_at: Span,
        at: Span,
    ) -> MethodArms {
        let takes = given.missing.as_ref().map(|closure| closure.params.len());
        let result = self.front.result().filter(|_| method.of_result && takes != Some(0));
        let option = (method.of_option && takes != Some(1))
            .then(|| self.two_arms([Variant::Some, Variant::None], method, given, at));
        let result = result.map(|id| {
            let variants = [0, 1].map(|variant| Variant::Of(self.front.adt_ref(id), variant));
            (id, self.two_arms(variants, method, given, at))
        });
        MethodArms { name: method.name.to_owned(), at: name_at, option, result, own: None }
    }

    /// `match x { Some(value) => found, None => missing }`, or the same of `Result`.
    fn two_arms(
        &mut self,
        [found, missing]: [Variant; 2],
        method: &Method,
        given: &Given,
        at: Span,
    ) -> Vec<Arm> {
        let found = self.arm(&found, method.found, given.found.as_ref(), given, at);
        let missing = self.arm(&missing, method.missing, given.missing.as_ref(), given, at);
        vec![found, missing]
    }

    /// The arm of a variant.
    fn arm(
        &mut self,
        variant: &Variant,
        outcome: Outcome,
        closure: Option<&Closure>,
        given: &Given,
        at: Span,
    ) -> Arm {
        let local = self.hidden(at);
        let param = closure.and_then(|closure| closure.params.first().copied());
        let inner = match param.filter(|_| outcome != O::Filtered) {
            Some(param) => param,
            None => self.body.pat(PatKind::Bind(local, None), at),
        };
        let pat = match variant {
            Variant::Some => PatKind::Some(inner),
            Variant::None => PatKind::None,
            Variant::Of(adt, variant) => {
                PatKind::Fields { adt: adt.clone(), variant: Some(*variant), fields: vec![(0, inner)] }
            }
        };
        let result = closure.map(|closure| closure.body);
        let of_local = |resolver: &mut Self, local| resolver.body.expr(ExprKind::Local(local), at);
        let body = match (outcome, result, given.default) {
            (O::Kept | O::Returned, _, _) => {
                let value = of_local(self, local);
                let kept = self.wrapped(variant, value, at);
                if outcome == O::Kept { kept } else { self.body.expr(ExprKind::Return(Some(kept)), at) }
            }
            (O::Mapped, Some(result), _) => self.wrapped(variant, result, at),
            (O::Closure, Some(result), _) => result,
            (O::Filtered, Some(result), _) => self.filtered(local, param, result, at),
            (O::ErrOfClosure, Some(result), _) => self.variant_of_library(1, result, at),
            (O::Default, _, Some(default)) => of_local(self, default),
            (O::ErrOfDefault, _, Some(default)) => {
                let error = of_local(self, default);
                self.variant_of_library(1, error, at)
            }
            (O::Flag(flag), _, _) => self.body.expr(ExprKind::Value(Prim::Bool, ScalarValue::from(flag)), at),
            (O::Ok, _, _) => {
                let value = of_local(self, local);
                self.variant_of_library(0, value, at)
            }
            (O::Inner, _, _) => of_local(self, local),
            _ => match &given.stop {
                Some((text, at)) => self.body.expr(ExprKind::Panic(text.clone()), *at),
                None => self.body.expr(ExprKind::Error, at),
            },
        };
        Arm { pat: self.body.pat(pat, at), guard: None, body }
    }

    /// A value in a variant, which may have no place for it.
    fn wrapped(&mut self, variant: &Variant, value: ExprId, at: Span) -> ExprId {
        let kind = match variant {
            Variant::Some => ExprKind::Some(value),
            Variant::None => ExprKind::None(None),
            Variant::Of(adt, variant) => ExprKind::Construct {
                adt: adt.clone(),
                variant: Some(*variant),
                fields: vec![(0, value)],
                base: None,
            },
        };
        self.body.expr(kind, at)
    }

    /// `Ok(value)` or `Err(value)`.
    pub(super) fn variant_of_library(&mut self, variant: usize, value: ExprId, at: Span) -> ExprId {
        match self.front.result() {
            Some(id) => {
                let variant = Variant::Of(self.front.adt_ref(id), variant);
                self.wrapped(&variant, value, at)
            }
            None => self.body.expr(ExprKind::Error, at),
        }
    }

    /// `if { let param = &value; body } { Some(value) } else { None }`
    fn filtered(&mut self, value: LocalId, param: Option<PatId>, body: ExprId, at: Span) -> ExprId {
        let Some(param) = param else { return body };
        let place = self.body.expr(ExprKind::Local(value), at);
        let reference = self.body.expr(ExprKind::Ref { mutable: false, place }, at);
        let bound =
            LetStmt { pat: param, ty: None, init: Some(reference), otherwise: None, span: at, node: None };
        let cond = Block { stmts: vec![Stmt::Let(bound)], tail: Some(body), span: at, ..Block::default() };
        let cond = self.body.expr(ExprKind::Block(cond, None), at);
        let found = self.body.expr(ExprKind::Local(value), at);
        let found = self.body.expr(ExprKind::Some(found), at);
        let then = Block { tail: Some(found), span: at, ..Block::default() };
        let otherwise = Some(self.body.expr(ExprKind::None(None), at));
        self.body.expr(ExprKind::If { cond, then, otherwise }, at)
    }
}
