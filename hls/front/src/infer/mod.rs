//! Types of expressions, inferred as rustc does.
//!
//! One walk in evaluation order unifies; a literal that nothing decides falls back to `i32` or `f64`. Then a second
//! walk checks what needs final types. What rustc would leave open, this says "annotate here" to.

mod access;
mod call;
mod control;
mod exhaustive;
mod expr;
mod generic;
mod iter;
mod method;
mod mismatch;
mod pattern;
mod table;
mod validate;

use std::collections::HashMap;

use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{Diagnostic, UnaryOp};
use sycl_hls_types::ScalarValue;

use crate::builtin::Builtin;
use crate::codes;
use crate::front::{Front, Instance};
use crate::hir::{Body, ExprId, ExprKind, GenericArg, LetStmt, LocalId, LoopId, PatId, PatKind, Stmt};
use crate::resolve::{float_value, int_value};
use crate::ty::{Prim, Ty};
pub(crate) use pattern::{MAX_ELEMENTS, part_position};
use table::Table;

/// The type of every expression and variable of a body, and what its names mean that depend on types.
#[derive(Debug)]
pub(crate) struct Types {
    exprs: ArenaMap<ExprId, Ty>,
    locals: ArenaMap<LocalId, Ty>,
    pats: ArenaMap<PatId, Ty>,
    /// Positions of fields.
    fields: ArenaMap<ExprId, usize>,
    callees: ArenaMap<ExprId, Callee>,
}

/// What a call calls.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Fn(Instance),
    Builtin(Builtin),
}

/// Infers all types. `expected` is what the body computes, `before` how many messages there were before its names were
/// resolved. The result is `None` after a complaint.
pub(crate) fn infer(front: &mut Front<'_>, body: &Body, expected: &Ty, before: usize) -> Option<Types> {
    let errors = front.diagnostics.len();
    let mut infer = Infer {
        front,
        body,
        table: Table::default(),
        ret: expected.clone(),
        wanted: None,
        breaks: HashMap::new(),
        exprs: ArenaMap::default(),
        locals: ArenaMap::default(),
        pats: ArenaMap::default(),
        fields: ArenaMap::default(),
        callees: ArenaMap::default(),
    };
    for &param in &body.params {
        let ty = body.locals[param].ty.clone().unwrap_or(Ty::Error);
        infer.locals.insert(param, ty);
    }
    let found = infer.block(&body.block);
    let at = infer.block_span(&body.block);
    infer.expect_body(&found, expected, at);
    let complete = infer.front.diagnostics.len() == before && !expected.is_wrong();
    let types = infer.finish(complete);
    validate::validate(front, body, &types);
    if front.diagnostics.len() == errors {
        exhaustive::check(front, body, &types);
    }
    (front.diagnostics.len() == errors).then_some(types)
}

struct Infer<'i, 'a> {
    front: &'i mut Front<'a>,
    body: &'i Body,
    table: Table,
    /// What the function returns.
    ret: Ty,
    /// The declared type of the variable whose value comes next.
    wanted: Option<Ty>,
    /// The values that `break` gives to loops and blocks.
    breaks: HashMap<LoopId, Ty>,
    exprs: ArenaMap<ExprId, Ty>,
    locals: ArenaMap<LocalId, Ty>,
    pats: ArenaMap<PatId, Ty>,
    fields: ArenaMap<ExprId, usize>,
    callees: ArenaMap<ExprId, Callee>,
}

impl Infer<'_, '_> {
    /// `complete`: nothing was complained about that could leave a type open.
    fn finish(mut self, complete: bool) -> Types {
        if complete {
            self.open_locals();
        }
        let Self { table, exprs, locals, pats, fields, callees, .. } = self;
        let exprs = exprs.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let locals = locals.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let pats = pats.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let callees = callees.iter().map(|(id, callee)| (id, decided(&table, callee))).collect();
        Types { exprs, locals, pats, fields, callees }
    }

    /// Complains about variables whose type nothing decides, or which are too large.
    fn open_locals(&mut self) {
        let exprs: Vec<(ExprId, Ty)> = self
            .exprs
            .iter()
            .map(|(id, ty)| (id, self.table.resolve(ty)))
            .filter(|(_, ty)| ty.written_parts() > 1)
            .collect();
        for (id, ty) in exprs {
            let at = self.body.exprs[id].span;
            let fits = match ty.is_wrong() {
                // Where nothing was complained about, it was too large to be filled in.
                true => !self.front.diagnostics.is_empty() || self.front.too_many_parts(at),
                false => self.front.is_bounded(&ty, at),
            };
            if !fits {
                return;
            }
        }
        for (id, callee) in self.callees.clone().iter() {
            let Callee::Fn(Instance { func, generics }) = callee else { continue };
            let params = self.front.funcs[func.0].generics.clone();
            let is_open = |arg: &GenericArg| matches!(arg, GenericArg::Ty(ty) if self.table.is_open(ty));
            if let Some(param) =
                params.iter().zip(generics).find(|(_, arg)| is_open(arg)).map(|(param, _)| param)
            {
                return self.undecided(*func, param, self.body.exprs[id].span);
            }
        }
        let open = self.locals.iter().find(|(_, ty)| self.table.is_open(ty)).map(|(id, _)| id);
        let open = open.map(|id| self.body.locals[id].span);
        let open_expr = || {
            self.exprs.iter().find(|(_, ty)| self.table.is_open(ty)).map(|(id, _)| self.body.exprs[id].span)
        };
        if let Some(at) = open.or_else(open_expr) {
            let error = Diagnostic::error(codes::ANNOTATE, at, "nothing decides the type of this");
            self.front.report(error.help("annotate it: `let x: Option<u32> = None;`"));
        }
    }
}

fn decided(table: &Table, callee: &Callee) -> Callee {
    match callee {
        Callee::Fn(Instance { func, generics }) => {
            let generics = generics.iter().map(|arg| match arg {
                GenericArg::Ty(ty) => GenericArg::Ty(table.resolve_or_default(ty)),
                GenericArg::Const(value) => GenericArg::Const(*value),
            });
            Callee::Fn(Instance { func: *func, generics: generics.collect() })
        }
        Callee::Builtin(builtin) => Callee::Builtin(*builtin),
    }
}

impl Types {
    /// The type of an expression.
    pub fn expr(&self, id: ExprId) -> &Ty {
        self.exprs.get(id).unwrap_or(&Ty::Error)
    }

    /// The type of a variable.
    pub fn local(&self, id: LocalId) -> &Ty {
        self.locals.get(id).unwrap_or(&Ty::Error)
    }

    /// The type of what a pattern is held against.
    pub fn pat(&self, id: PatId) -> &Ty {
        self.pats.get(id).unwrap_or(&Ty::Error)
    }

    /// The position of the field that a field expression names.
    pub fn field(&self, id: ExprId) -> Option<usize> {
        self.fields.get(id).copied()
    }

    /// What a call calls.
    pub fn callee(&self, id: ExprId) -> Option<&Callee> {
        self.callees.get(id)
    }

    /// The functions that are called.
    pub fn calls(&self) -> impl Iterator<Item = &Instance> {
        self.callees.iter().filter_map(|(_, callee)| match callee {
            Callee::Fn(instance) => Some(instance),
            Callee::Builtin(_) => None,
        })
    }

    /// The value of a literal, also of one with a minus sign; `None` if it does not fit its type.
    pub fn literal(&self, body: &Body, id: ExprId) -> Option<ScalarValue> {
        let prim = self.expr(id).as_prim()?;
        match &body.exprs[id].kind {
            ExprKind::Int { value, .. } => int_value(prim, *value, false),
            ExprKind::Float(digits, _) => float_value(prim, digits),
            ExprKind::Unary(UnaryOp::Neg, arg) => match &body.exprs[*arg].kind {
                ExprKind::Int { value, .. } => int_value(prim, *value, true),
                ExprKind::Float(digits, _) => float_value(prim, &format!("-{digits}")),
                _ => None,
            },
            _ => None,
        }
    }

    /// Notes the inferred types of variables for the host code.
    pub fn record_lets(&self, front: &mut Front<'_>, body: &Body) {
        for block in body.blocks() {
            for stmt in &block.stmts {
                let Stmt::Let(LetStmt { pat, init: Some(init), node: Some(node), .. }) = stmt else {
                    continue;
                };
                let ty = self.expr(*init);
                if !matches!(body.pats[*pat].kind, PatKind::Wild) && !ty.is_wrong() && *ty != Ty::Never {
                    front.typings.lets.insert(*node, ty.clone());
                }
            }
        }
    }

    /// Notes for the host code which `min` and `max` are of floats. They are so in all instances: a type parameter has them
    /// as a `Float`, whose they are, or of integers.
    pub fn record_min_max(&self, front: &mut Front<'_>, body: &Body) {
        for (id, callee) in self.callees.iter() {
            if let (Callee::Builtin(Builtin::MinMax(_)), ExprKind::Method(call)) =
                (callee, &body.exprs[id].kind)
                && self.expr(id).as_prim().is_some_and(Prim::is_float)
            {
                front.typings.min_max.insert(call.node, self.expr(call.receiver).is_ref());
            }
        }
    }

    /// Notes for the host code of which types literals are.
    pub fn record_literals(&self, front: &mut Front<'_>, body: &Body) {
        for (id, expr) in body.exprs.iter() {
            if let ExprKind::Int { suffix: None, node, .. } | ExprKind::Float(_, node) = expr.kind
                && let Some(prim) = self.expr(id).as_prim()
            {
                front.typings.literals.insert(node, prim);
            }
        }
    }
}
