//! What can only be checked with final types: operators, casts, literals, mutability and aliasing.

use std::collections::HashSet;

use sycl_hls_ir::directive::DirectiveSet as _;
use sycl_hls_ir::{BinaryOp, Diagnostic, Span, UnaryOp, cast};

use sycl_hls_types::ScalarValue;

use super::Types;
use crate::codes;
use crate::front::Front;
use crate::hir::{Block, Body, ExprId, ExprKind, FnId, ForExpr, PlaceRoot};
use crate::lacking::not_yet;
use crate::resolve::int_value;
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
                    self.assignable(*lhs);
                }
            }
            ExprKind::Compare(_, lhs, _) => self.comparable(*lhs, span),
            ExprKind::Cast(value, ty) => self.cast(*value, ty, span),
            ExprKind::Assign(place, _) => self.assignable(*place),
            ExprKind::Ref { mutable, place } => self.reference(*mutable, *place, span),
            ExprKind::Call(func, args) => self.call(*func, args),
            ExprKind::Index(base, _) => self.indexed(*base),
            ExprKind::For(for_expr) => self.for_expr(for_expr),
            ExprKind::Block(block) => self.block(id, block),
            _ => {}
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
            UnaryOp::Not => (!prim.is_float(), "!"),
        };
        if !fits {
            let message = format!("the operator `{symbol}` has no meaning for `{}`", prim.name());
            let help = match (op, prim) {
                (UnaryOp::Neg, Prim::Bool) => "the opposite of `x` is `!x`",
                (UnaryOp::Neg, _) => "use a signed type, or `wrapping_neg()` if wrapping around is meant",
                (UnaryOp::Not, _) => "it is an operator of integers and `bool`",
            };
            self.front.report(Diagnostic::error(codes::OPERATOR, span, message).help(help));
            return;
        }
        if let (UnaryOp::Neg, ExprKind::Int { value, .. }) = (op, &self.body.exprs[arg].kind) {
            self.literal(arg, *value, true, span);
        }
    }

    /// The operand's type, if it is a scalar; complains about arrays.
    fn scalar_operand(&mut self, id: ExprId, span: Span) -> Option<Prim> {
        let ty = self.types.expr(id);
        match ty {
            Ty::Prim(prim) => return Some(*prim),
            Ty::Error => {}
            other => {
                let message = format!("a `{other}` has no operators");
                let error = Diagnostic::error(codes::ARRAY_VALUE, span, message);
                self.front.report(error.help("work on its elements in a loop"));
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

    fn comparable(&mut self, lhs: ExprId, span: Span) {
        if let Ty::Array(..) | Ty::Slice(_) | Ty::Ref { .. } = self.types.expr(lhs) {
            let error = Diagnostic::error(codes::ARRAY_VALUE, span, "arrays cannot be compared");
            self.front.report(error.help("compare their elements in a loop"));
        }
    }

    fn cast(&mut self, value: ExprId, ty: &Ty, span: Span) {
        let from = self.types.expr(value);
        let (Ty::Prim(from), Ty::Prim(to)) = (from, ty) else {
            if !matches!((from, ty), (Ty::Error, _) | (_, Ty::Error)) {
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

    fn indexed(&mut self, base: ExprId) {
        if self.body.place_root(base).is_none() && !matches!(self.types.expr(base), Ty::Error) {
            let span = self.body.exprs[base].span;
            let error =
                Diagnostic::error(codes::EXPRESSION, span, "only a variable or a constant can be indexed");
            self.front.report(error.help("give the array a name with `let` first"));
        }
    }

    /// Complains unless the place can be written.
    fn assignable(&mut self, place: ExprId) {
        let span = self.body.exprs[place].span;
        match self.body.place_root(place) {
            Some(root) => self.mutable(root, span, "assigned to"),
            None if matches!(self.types.expr(place), Ty::Error) => {}
            None => {
                let error = Diagnostic::error(codes::IMMUTABLE, span, "this cannot be assigned to");
                self.front.report(error.help("variables and elements of arrays and slices can"));
            }
        }
    }

    fn mutable(&mut self, root: PlaceRoot, span: Span, what: &str) {
        let local = match root {
            PlaceRoot::Local(local) => local,
            PlaceRoot::Const(id) => {
                let name = &self.front.consts[id.0].name;
                let error = Diagnostic::error(
                    codes::IMMUTABLE,
                    span,
                    format!("the constant `{name}` cannot be {what}"),
                );
                let error = error.help(format!("copy it into a variable: `let mut copy = {name};`"));
                self.front.report(error);
                return;
            }
        };
        let variable = &self.body.locals[local];
        let (writable, help) = match self.types.local(local) {
            Ty::Error => return,
            Ty::Ref { mutable, inner } => (*mutable, format!("take `{}: &mut {inner}`", variable.name)),
            _ => (variable.mutable, format!("declare it `mut {}`", variable.name)),
        };
        if !writable {
            let message = format!("`{}` is not mutable and cannot be {what}", variable.name);
            let error = Diagnostic::error(codes::IMMUTABLE, span, message);
            self.front.report(error.related(variable.span, "declared here").help(help));
        }
    }

    fn reference(&mut self, mutable: bool, place: ExprId, span: Span) {
        let Some(root) = self.body.place_root(place) else {
            if !matches!(self.types.expr(place), Ty::Error) {
                let error =
                    Diagnostic::error(codes::EXPRESSION, span, "a reference is made to a variable only");
                self.front.report(error.help("give the value a name with `let` first"));
            }
            return;
        };
        if !matches!(self.types.expr(place), Ty::Array(..) | Ty::Error) {
            self.front.report(no_reference(self.types.expr(place), span));
            return;
        }
        if mutable {
            self.mutable(root, span, "borrowed as mutable");
        }
    }

    fn call(&mut self, func: FnId, args: &[ExprId]) {
        let is_mutable = |index: usize| {
            let param = self.front.funcs[func.0].params.get(index);
            param.is_some_and(|param| matches!(param.ty, Ty::Ref { mutable: true, .. }))
        };
        let mutable: Vec<bool> = (0..args.len()).map(is_mutable).collect();
        for (index, &arg) in args.iter().enumerate() {
            let Some(root @ PlaceRoot::Local(local)) = self.argument_root(arg) else { continue };
            // Of two mutable ones, the first is complained about.
            let conflicts = |other: &usize| *other != index && !(mutable[*other] && *other < index);
            let mut others = (0..args.len()).filter(conflicts);
            let other = others.find(|other| self.argument_root(args[*other]) == Some(root));
            let (true, Some(other)) = (mutable[index], other) else { continue };
            let message = format!("`{}` is passed as mutable and once more", self.body.locals[local].name);
            let error = Diagnostic::error(codes::ALIAS, self.body.exprs[arg].span, message)
                .related(self.body.exprs[args[other]].span, "passed here, too")
                .note("what `&mut` refers to is reached in one way only: reads and writes are reordered relying on it");
            self.front.report(error.help("pass a copy, or write a helper function that takes it once"));
        }
    }

    /// The memory that a reference argument lies in.
    fn argument_root(&self, arg: ExprId) -> Option<PlaceRoot> {
        match self.body.exprs[arg].kind {
            ExprKind::Ref { place, .. } => self.body.place_root(place),
            ExprKind::Local(local) if matches!(self.types.local(local), Ty::Ref { .. }) => {
                Some(PlaceRoot::Local(local))
            }
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

    fn for_expr(&mut self, for_expr: &ForExpr) {
        let types = self.types;
        for error in for_expr.directives.check(|local| types.local(local)) {
            self.front.report(error);
        }
        let Some(prim) = self.prim(for_expr.lo) else { return };
        if !prim.is_integer() {
            let span = self.body.exprs[for_expr.lo].span;
            let message = format!("a loop counts with an integer, not with `{}`", prim.name());
            let help =
                format!("count with an integer, and compute the value from it: `i as {}`", prim.name());
            self.front.report(Diagnostic::error(codes::RANGE, span, message).help(help));
        }
    }
}

const SCALARS: &str = "only numbers and `bool` can be cast: take an element of the array";

/// An operator between types that do not have it.
fn no_meaning(op: BinaryOp, left: Prim, right: Prim, span: Span) -> Diagnostic {
    let symbol = op.symbol();
    if op == BinaryOp::Rem && left.is_float() {
        return not_yet(codes::OPERATOR, span, "the remainder of floats")
            .help("compute `x - y * n`, where `n` is the whole number of times that `y` fits");
    }
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

/// A reference to what no helper function takes as one.
fn no_reference(ty: &Ty, span: Span) -> Diagnostic {
    match ty {
        Ty::Ref { .. } | Ty::Slice(_) => {
            let message = format!("this is a `{ty}` already");
            Diagnostic::error(codes::EXPRESSION, span, message).help("pass it as it is, without `&`")
        }
        _ => not_yet(codes::EXPRESSION, span, &format!("a reference to a `{ty}`"))
            .help("pass the value, and return the new one"),
    }
}
