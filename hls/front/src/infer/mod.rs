//! Types of expressions, inferred as rustc does.
//!
//! One walk in evaluation order unifies; a literal that nothing decides falls back to `i32` or `f64`. Then a second
//! walk checks what needs final types. What rustc would leave open, this says "annotate here" to.

mod access;
mod adt;
mod call;
mod closure;
mod control;
mod conversion;
mod exhaustive;
mod expr;
mod generic;
mod initialized;
mod iter;
mod method;
mod mismatch;
mod number;
mod order;
mod overload;
mod packet;
mod pattern;
mod table;
mod validate;

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::Diagnostic;
use sycl_hls_ir::la_arena::ArenaMap;

use crate::builtin::{Builtin, NumberMethod};
use crate::codes;
use crate::front::Front;
use crate::hir::{Body, ExprId, LocalId, PatId};
use crate::ids::LoopId;
use crate::ty::{GenericArg, Ty};
use crate::typed::{Callee, Instance, Types};
use conversion::Into;
use packet::{OpenCall, OpenPacket};
pub(crate) use pattern::{MAX_ELEMENTS, part_position};
use table::Table;

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
        breaks: FxHashMap::default(),
        exprs: ArenaMap::default(),
        locals: ArenaMap::default(),
        pats: ArenaMap::default(),
        fields: ArenaMap::default(),
        callees: ArenaMap::default(),
        guards: FxHashSet::default(),
        open_packets: Vec::new(),
        open_calls: Vec::new(),
        conversions: Vec::new(),
    };
    for _ in 0..body.holes {
        infer.table.new_any();
    }
    for &param in &body.params {
        let ty = body.locals[param].ty.clone().unwrap_or(Ty::Error);
        infer.locals.insert(param, ty);
    }
    let found = infer.block_for(&body.block, Some(expected));
    let at = infer.block_span(&body.block);
    infer.expect_body(&found, expected, at);
    let is_complete = |infer: &Infer<'_, '_>| infer.front.diagnostics.len() == before && !expected.is_wrong();
    infer.decide_packets(is_complete(&infer));
    infer.decide_conversions(is_complete(&infer));
    let complete = is_complete(&infer);
    let mut types = infer.finish(complete);
    for (written, index_mut) in validate::validate(front, body, &types) {
        if let Some(Callee::Fn(instance)) = types.callees.get_mut(written) {
            instance.func = index_mut;
        }
    }
    if front.diagnostics.len() == errors {
        exhaustive::check(front, body, &types);
        // The library fills arrays in loops.
        if !front.is_library(front.env.unit) {
            initialized::check(front, body, &types);
        }
    }
    (front.diagnostics.len() == errors).then_some(types)
}

struct Infer<'i, 'a> {
    front: &'i mut Front<'a>,
    body: &'i Body,
    /// Variables that have blocks.
    guards: FxHashSet<LocalId>,
    table: Table,
    /// What the function returns.
    ret: Ty,
    /// The declared type of the variable whose value comes next.
    wanted: Option<Ty>,
    /// The values that `break` gives to loops and blocks.
    breaks: FxHashMap<LoopId, Ty>,
    exprs: ArenaMap<ExprId, Ty>,
    locals: ArenaMap<LocalId, Ty>,
    pats: ArenaMap<PatId, Ty>,
    fields: ArenaMap<ExprId, usize>,
    callees: ArenaMap<ExprId, Callee>,
    /// Packets whose types were not known when they were made.
    open_packets: Vec<OpenPacket>,
    /// What is called of them, in order.
    open_calls: Vec<OpenCall<'i>>,
    /// The calls of `into`, in order.
    conversions: Vec<Into>,
}

impl Infer<'_, '_> {
    /// `complete`: nothing was complained about that could leave a type open.
    fn finish(mut self, complete: bool) -> Types {
        if complete {
            self.open_locals();
        }
        let Self { table, exprs, locals, pats, fields, callees, guards, .. } = self;
        let exprs = exprs.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let locals = locals.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let pats = pats.iter().map(|(id, ty)| (id, table.resolve_or_default(ty))).collect();
        let callees = callees.iter().map(|(id, callee)| (id, decided(&table, callee))).collect();
        Types { exprs, locals, pats, fields, callees, guards }
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
        let narrowed = self.callees.iter().find(|(id, callee)| {
            matches!(callee, Callee::Builtin(Builtin::Number(NumberMethod::To)))
                && self.exprs.get(*id).is_some_and(|ty| self.table.is_open(ty))
        });
        if let Some((id, _)) = narrowed {
            let at = self.body.exprs[id].span;
            let error = Diagnostic::error(codes::ANNOTATE, at, "nothing decides what this is narrowed to");
            return self.front.report(error.help("write it: `.to::<Int<12>>()`"));
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
            let generics = generics.iter().map(|arg| arg.map(|ty| table.resolve_or_default(ty)));
            Callee::Fn(Instance { func: *func, generics: generics.collect() })
        }
        Callee::Builtin(builtin) => Callee::Builtin(*builtin),
    }
}
