//! What can only be checked with final types: operators, casts, literals, mutability and aliasing.

use std::collections::HashSet;

use sycl_hls_ir::directive::DirectiveSet as _;
use sycl_hls_ir::{BinaryOp, CompareOp, Diagnostic, Span, UnaryOp, cast};

use sycl_hls_types::ScalarValue;

use super::{Callee, Types};
use crate::codes;
use crate::directives::LoopItems;
use crate::front::Front;
use crate::hir::{
    Access, Block, Body, ExprId, ExprKind, GenericArg, Iter, LocalId, MethodCall, PatId, PatKind, PlaceRoot,
};
use crate::resolve::int_value;
use crate::signature::borrows;
use crate::ty::{Prim, Ty};

pub(super) fn validate(front: &mut Front<'_>, body: &Body, types: &Types) {
    let negated: HashSet<ExprId> =
        body.exprs.iter().filter_map(|(_, expr)| negated_literal(body, &expr.kind)).collect();
    let mut validator = Validator { front, body, types };
    for (id, _) in body.exprs.iter() {
        // The minus sign is checked together with its literal.
        if !negated.contains(&id) {
            validator.expr(id);
        }
    }
    for (_, pat) in body.pats.iter() {
        if let PatKind::Or(cases) = &pat.kind {
            validator.alternatives(cases, pat.span);
        }
    }
    for (id, local) in body.locals.iter() {
        if !local.directives.is_empty() {
            validator.front.check_local(local, types.local(id), body, types);
        }
    }
}

/// The literal behind a minus sign.
fn negated_literal(body: &Body, kind: &ExprKind) -> Option<ExprId> {
    match kind {
        ExprKind::Unary(UnaryOp::Neg, arg) if matches!(body.exprs[*arg].kind, ExprKind::Int { .. }) => {
            Some(*arg)
        }
        _ => None,
    }
}

struct Validator<'v, 'a> {
    front: &'v mut Front<'a>,
    body: &'v Body,
    types: &'v Types,
}

impl Validator<'_, '_> {
    fn prim(&self, id: ExprId) -> Option<Prim> {
        self.types.expr(id).as_prim()
    }

    fn expr(&mut self, id: ExprId) {
        let body = self.body;
        let expr = &body.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Int { value, .. } => self.literal(id, *value, false, span),
            ExprKind::Unary(op, arg) => self.unary(*op, *arg, span),
            ExprKind::Binary(op, lhs, rhs) | ExprKind::AssignOp(op, lhs, rhs) => {
                self.binary(*op, *lhs, *rhs, span);
                if matches!(expr.kind, ExprKind::AssignOp(..)) {
                    self.assignable(*lhs, "assigned to");
                }
            }
            ExprKind::Compare(op, lhs, _) => self.comparable(*op, *lhs, span),
            ExprKind::Cast(value, ty) => self.cast(*value, ty, span),
            ExprKind::Assign(place, _) if self.types.expr(*place).holds_ref() => {
                self.chosen_reference(span);
            }
            ExprKind::Assign(place, _) => self.assignable(*place, "assigned to"),
            ExprKind::If { .. }
            | ExprKind::Match { .. }
            | ExprKind::While(_)
            | ExprKind::Block(_, Some(_))
                if self.types.expr(id).holds_ref() =>
            {
                self.chosen_reference(span);
            }
            ExprKind::Ref { mutable, place } => self.reference(*mutable, *place),
            ExprKind::Call { args, .. } => self.call(id, args),
            ExprKind::Method(call) => {
                if let Some(Callee::Builtin(builtin)) = self.types.callee(id)
                    && builtin.writes()
                {
                    self.borrowed_as_mutable(call.receiver, "written");
                }
                self.own_method(id, call);
            }
            ExprKind::For(for_expr) => {
                self.loop_items(&for_expr.directives);
                self.iter(&for_expr.iter);
            }
            ExprKind::While(while_expr) => self.loop_items(&while_expr.directives),
            ExprKind::Block(block, _) => self.block(id, block),
            ExprKind::Reduce(reduce) => self.iter(&reduce.iter),
            _ => {}
        }
    }

    /// On hardware a memory is wired to what reaches it, so a reference is known when kernels are translated.
    fn chosen_reference(&mut self, at: Span) {
        let message = "a reference that is chosen when the kernel runs is not in the kernel language";
        let error = Diagnostic::error(codes::EXPRESSION, at, message)
            .note("on hardware, memories are wired to what reaches them: there are no pointers");
        self.front.report(error.help("choose an index, or the value"));
    }

    /// A variable of `a | b` that refers to one thing or another.
    fn alternatives(&mut self, cases: &[PatId], at: Span) {
        let mut locals = Vec::new();
        cases.iter().take(1).for_each(|case| self.body.variables(*case, &mut locals));
        if locals.iter().any(|local| matches!(self.types.local(*local), Ty::Ref { mutable: true, .. })) {
            self.chosen_reference(at);
        }
    }

    fn literal(&mut self, id: ExprId, value: u128, negated: bool, span: Span) {
        let Some(prim) = self.prim(id) else { return };
        if int_value(prim, value, negated).is_none() {
            let sign = if negated { "-" } else { "" };
            let message = format!("the literal `{sign}{value}` does not fit `{}`", prim.name());
            let mut error = Diagnostic::error(codes::LITERAL, span, message);
            if let Some((min, max)) = prim.scalar().range() {
                error = error.note(format!("`{}` goes from {min} to {max}", prim.name()));
            }
            self.front.report(error);
        }
    }

    fn unary(&mut self, op: UnaryOp, arg: ExprId, span: Span) {
        let Some(prim) = self.scalar_operand(arg, span) else { return };
        let (fits, symbol) = match op {
            UnaryOp::Neg => (prim.scalar().is_signed() || prim.is_float(), "-"),
            _ => (!prim.is_float(), "!"),
        };
        if !fits {
            let message = format!("the operator `{symbol}` has no meaning for `{}`", prim.name());
            let help = match (op, prim) {
                (UnaryOp::Neg, Prim::Bool) => "the opposite of `x` is `!x`",
                (UnaryOp::Neg, _) => "use a signed type, or `wrapping_neg()` if wrapping around is meant",
                _ => "it is an operator of integers and `bool`",
            };
            self.front.report(Diagnostic::error(codes::OPERATOR, span, message).help(help));
            return;
        }
        if let (UnaryOp::Neg, ExprKind::Int { value, .. }) = (op, &self.body.exprs[arg].kind) {
            self.literal(arg, *value, true, span);
        }
    }

    /// The operand's type, if it is a scalar; complains about everything else.
    fn scalar_operand(&mut self, id: ExprId, span: Span) -> Option<Prim> {
        let ty = self.types.expr(id).deref();
        match ty {
            Ty::Prim(prim) => return Some(*prim),
            Ty::Error | Ty::Never => {}
            other => {
                let message = format!("a `{other}` has no operators");
                let error = Diagnostic::error(codes::ARRAY_VALUE, span, message);
                self.front.report(error.help("work on its parts"));
            }
        }
        None
    }

    fn binary(&mut self, op: BinaryOp, lhs: ExprId, rhs: ExprId, span: Span) {
        let Some(left) = self.scalar_operand(lhs, span) else { return };
        let Some(right) = self.scalar_operand(rhs, span) else { return };
        let fits = if op.is_shift() {
            left.is_integer() && right.is_integer()
        } else if left == Prim::Bool {
            op.takes_bools()
        } else {
            !left.is_float() || op.takes_floats()
        };
        if fits {
            return;
        }
        self.front.report(no_meaning(op, left, right, span));
    }

    fn comparable(&mut self, op: CompareOp, lhs: ExprId, span: Span) {
        let ty = self.types.expr(lhs).deref();
        let message = match (ty, op) {
            (Ty::Prim(_) | Ty::Error | Ty::Never, _) => return,
            (ty, _) if self.front.is_plain_enum(ty) => return,
            (ty, CompareOp::Eq | CompareOp::Ne) if self.front.has_equality(ty) => return,
            (ty, _) => format!("a `{ty}` cannot be compared"),
        };
        let error = Diagnostic::error(codes::ARRAY_VALUE, span, message);
        self.front.report(error.help("compare its parts, or use `match`"));
    }

    fn cast(&mut self, value: ExprId, ty: &Ty, span: Span) {
        let from = self.types.expr(value);
        if self.front.is_plain_enum(from) && ty.as_prim().is_some_and(Prim::is_integer) {
            return;
        }
        let (Ty::Prim(from), Ty::Prim(to)) = (from, ty) else {
            if !matches!((from, ty), (Ty::Error | Ty::Never, _) | (_, Ty::Error)) {
                let message = format!("there is no cast from `{from}` to `{ty}`");
                self.front.report(Diagnostic::error(codes::CAST, span, message).help(SCALARS));
            }
            return;
        };
        if cast(ScalarValue::from_bits(from.scalar(), 0), to.scalar()).is_some() {
            return;
        }
        let message = format!("there is no cast from `{}` to `{}`", from.name(), to.name());
        let help = match to {
            Prim::Bool => "compare with zero: `x != 0`".to_owned(),
            to => format!("cast to an integer first: `b as u32 as {}`", to.name()),
        };
        self.front.report(Diagnostic::error(codes::CAST, span, message).help(help));
    }

    /// Complains unless the place can be written.
    fn assignable(&mut self, place: ExprId, what: &str) {
        let span = self.body.exprs[place].span;
        let body = self.body;
        let base = match &body.exprs[place].kind {
            ExprKind::Error => return,
            ExprKind::Local(local) => return self.mutable_local(*local, span, what),
            ExprKind::Const(id) => return self.constant(*id, span, what),
            ExprKind::Deref(base) | ExprKind::Index(base, _) | ExprKind::Field(base, _) => *base,
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
            "self" => "take `&mut self`".to_owned(),
            name => format!("take `{name}: &mut {inner}`"),
        };
        self.front.report(error.help(help));
    }

    fn constant(&mut self, id: crate::hir::ConstId, span: Span, what: &str) {
        let name = self.front.consts[id.0].name.clone();
        let error =
            Diagnostic::error(codes::IMMUTABLE, span, format!("the constant `{name}` cannot be {what}"));
        self.front.report(error.help(format!("copy it into a variable: `let mut copy = {name};`")));
    }

    fn mutable_local(&mut self, local: LocalId, span: Span, what: &str) {
        let variable = &self.body.locals[local];
        if variable.mutable || variable.deferred || self.types.local(local).is_wrong() {
            return;
        }
        let message = format!("`{}` is not mutable and cannot be {what}", variable.name);
        let error =
            Diagnostic::error(codes::IMMUTABLE, span, message).related(variable.span, "declared here");
        let help = match self.types.local(local) {
            Ty::Ref { inner, .. } if what == "assigned to" => {
                format!("assign to what it refers to: `*{}`, of type `{inner}`", variable.name)
            }
            _ => format!("declare it `mut {}`", variable.name),
        };
        self.front.report(error.help(help));
    }

    fn reference(&mut self, mutable: bool, place: ExprId) {
        if mutable && self.body.place_root(place).is_some() {
            self.assignable(place, "borrowed as mutable");
        }
    }

    /// Something is written through a reference to `id`, which may be one itself.
    fn borrowed_as_mutable(&mut self, id: ExprId, what: &str) {
        match self.types.expr(id) {
            Ty::Ref { mutable: true, .. } => {}
            Ty::Ref { mutable: false, inner } => {
                let span = self.body.exprs[id].span;
                self.behind_shared(id, inner, span, what);
            }
            _ if self.body.place_root(id).is_some() => self.assignable(id, what),
            _ => {}
        }
    }

    /// A method of the module that takes `&mut self` borrows its receiver.
    fn own_method(&mut self, id: ExprId, call: &MethodCall) {
        let Some(Callee::Fn(instance)) = self.types.callee(id) else { return };
        let takes_mut = matches!(
            self.front.funcs[instance.func.0].sig.inputs.first(),
            Some(syn::FnArg::Receiver(receiver)) if borrows(receiver) == Some(true)
        );
        if takes_mut {
            self.borrowed_as_mutable(call.receiver, "borrowed as mutable");
        }
        let mut args = vec![call.receiver];
        args.extend(&call.args);
        self.call(id, &args);
    }

    fn call(&mut self, id: ExprId, args: &[ExprId]) {
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
        for (index, &arg) in args.iter().enumerate() {
            let Some(PlaceRoot::Local(local)) = self.argument_root(arg) else { continue };
            // Of two mutable ones, the first is complained about.
            let conflicts = |other: &usize| *other != index && !(mutable[*other] && *other < index);
            let mut others = (0..args.len()).filter(conflicts);
            let other = others.find(|other| self.overlap(arg, args[*other]));
            let (true, Some(other)) = (mutable[index], other) else { continue };
            let message = format!("`{}` is passed as mutable and once more", self.body.locals[local].name);
            let error = Diagnostic::error(codes::ALIAS, self.body.exprs[arg].span, message)
                .related(self.body.exprs[args[other]].span, "passed here, too")
                .note("what `&mut` refers to is reached in one way only: reads and writes are reordered relying on it");
            self.front.report(error.help("pass a copy, or write a helper function that takes it once"));
        }
    }

    /// May two arguments refer to the same memory?
    fn overlap(&self, a: ExprId, b: ExprId) -> bool {
        let (Some(a_root), Some(b_root)) = (self.argument_root(a), self.argument_root(b)) else {
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
            ExprKind::Index(base, _) | ExprKind::Part { base, .. } => {
                self.fields(*base, steps);
                steps.push(None);
            }
            ExprKind::Ref { place, .. } => self.fields(*place, steps),
            ExprKind::Deref(base) => self.fields(*base, steps),
            _ => {}
        }
    }

    /// The memory that a reference argument lies in.
    fn argument_root(&self, arg: ExprId) -> Option<PlaceRoot> {
        match self.body.exprs[arg].kind {
            ExprKind::Ref { place, .. } => self.body.place_root(place),
            _ if self.types.expr(arg).is_ref() => self.body.place_root(arg),
            _ => None,
        }
    }

    /// What directives say about statements cannot be said about a value.
    fn block(&mut self, id: ExprId, block: &Block) {
        let Some(directives) = &block.directives else { return };
        if matches!(self.types.expr(id), Ty::Unit | Ty::Error) {
            return;
        }
        let at = directives.entries().first().map_or(block.span, |entry| entry.span);
        let message = "a directive of a block is about statements, and this block is a value";
        let error = Diagnostic::error(codes::MISPLACED_DIRECTIVE, at, message);
        self.front.report(error.help("assign the value to a variable inside of the block"));
    }

    fn loop_items(&mut self, items: &LoopItems) {
        let types = self.types;
        for error in items.check(|local| types.local(local)) {
            self.front.report(error);
        }
    }

    fn iter(&mut self, iter: &Iter) {
        match iter {
            Iter::Range { lo, .. } => self.range(*lo),
            Iter::Items { base, access: Access::Mutable } | Iter::Chunks { base, mutable: true, .. } => {
                self.borrowed_as_mutable(*base, "borrowed as mutable");
            }
            Iter::Zip(a, b) => {
                self.iter(a);
                self.iter(b);
            }
            Iter::Enumerate(inner)
            | Iter::Rev(inner)
            | Iter::StepBy(inner, _)
            | Iter::Take(inner, _)
            | Iter::Skip(inner, _)
            | Iter::Copied(inner)
            | Iter::Map(inner, _) => self.iter(inner),
            _ => {}
        }
    }

    fn range(&mut self, lo: ExprId) {
        let Some(prim) = self.prim(lo) else { return };
        if !prim.is_integer() {
            let span = self.body.exprs[lo].span;
            let message = format!("a loop counts with an integer, not with `{}`", prim.name());
            let help =
                format!("count with an integer, and compute the value from it: `i as {}`", prim.name());
            self.front.report(Diagnostic::error(codes::RANGE, span, message).help(help));
        }
    }
}

fn is_wrong(arg: &GenericArg) -> bool {
    matches!(arg, GenericArg::Ty(ty) if ty.is_wrong())
}

const SCALARS: &str = "only numbers and `bool` can be cast: take an element of the array";

/// An operator between types that do not have it.
fn no_meaning(op: BinaryOp, left: Prim, right: Prim, span: Span) -> Diagnostic {
    let symbol = op.symbol();
    if op.is_shift() && left.is_integer() {
        let message = format!("the operator `{symbol}` shifts by an integer, not by a `{}`", right.name());
        return Diagnostic::error(codes::OPERATOR, span, message).help("convert it: `.. as u32`");
    }
    let message = format!("the operator `{symbol}` has no meaning for `{}`", left.name());
    Diagnostic::error(codes::OPERATOR, span, message).help(match left {
        Prim::Bool => "`bool` has `&`, `|`, `^`, `!`, `&&` and `||`",
        _ => "it is an operator of integers",
    })
}
