//! The walk that unifies.

use sycl_hls_ir::{Diagnostic, Span};

use super::Infer;
use crate::codes;
use crate::hir::{Block, ExprId, ExprKind, FnId, ForExpr, Method, Stmt};
use crate::lacking::{never, not_yet};
use crate::ty::{Prim, Ty};

impl Infer<'_, '_> {
    pub(super) fn block(&mut self, block: &Block) -> Ty {
        for stmt in &block.stmts {
            match stmt {
                Stmt::Expr(expr) => {
                    self.expr(*expr);
                }
                Stmt::Let { local, init, .. } => self.let_stmt(*local, *init),
            }
        }
        block.tail.map_or(Ty::Unit, |tail| self.expr(tail))
    }

    fn let_stmt(&mut self, local: crate::hir::LocalId, init: ExprId) {
        let span = self.body.locals[local].span;
        let found = self.expr(init);
        let declared = self.body.locals[local].ty.clone();
        if let Some(declared) = &declared {
            self.expect(&found, declared, self.body.exprs[init].span);
        }
        let ty = self.table.resolve(&declared.unwrap_or(found));
        let ty = match ty {
            Ty::Prim(_) | Ty::Var(_) | Ty::Array(..) | Ty::Error => ty,
            Ty::Ref { .. } | Ty::Slice(_) => {
                let error = not_yet(codes::TYPE, span, "a variable that holds a reference");
                self.front.report(error.help("use the array or slice itself"));
                Ty::Error
            }
            Ty::Unit => {
                let error = never(codes::TYPE, span, "a variable without a value, of type `()`,");
                self.front.report(error.help("leave `let` and the name away"));
                Ty::Error
            }
        };
        self.locals.insert(local, ty);
    }

    pub(super) fn expr(&mut self, id: ExprId) -> Ty {
        self.hinted(id, None)
    }

    /// The type of an expression. A literal takes the type `hint` if it can, as the operand of a cast does.
    fn hinted(&mut self, id: ExprId, hint: Option<Prim>) -> Ty {
        let ty = self.kind(id, hint);
        self.exprs.insert(id, ty.clone());
        ty
    }

    fn kind(&mut self, id: ExprId, hint: Option<Prim>) -> Ty {
        let body = self.body;
        let expr = &body.exprs[id];
        let span = expr.span;
        match &expr.kind {
            ExprKind::Error => Ty::Error,
            ExprKind::Unit => Ty::Unit,
            ExprKind::Value(prim, _) | ExprKind::Int { suffix: Some(prim), .. } => Ty::Prim(*prim),
            ExprKind::Int { suffix: None, .. } => match hint.filter(|prim| prim.is_integer()) {
                Some(prim) => Ty::Prim(prim),
                None => self.table.new_int(),
            },
            ExprKind::Float(..) => match hint.filter(|prim| prim.is_float()) {
                Some(prim) => Ty::Prim(prim),
                None => self.table.new_float(),
            },
            ExprKind::Local(local) => self.locals.get(*local).cloned().unwrap_or(Ty::Error),
            ExprKind::Const(id) => self.front.constant(*id).map_or(Ty::Error, |value| value.ty.clone()),
            ExprKind::Unary(_, arg) => self.hinted(*arg, hint),
            ExprKind::Binary(op, lhs, rhs) if op.is_shift() => {
                let ty = self.expr(*lhs);
                self.expr(*rhs);
                ty
            }
            ExprKind::Binary(_, lhs, rhs) => self.operands(*lhs, *rhs),
            ExprKind::Compare(_, lhs, rhs) => {
                self.operands(*lhs, *rhs);
                Ty::BOOL
            }
            ExprKind::Logic(_, lhs, rhs) => {
                for operand in [*lhs, *rhs] {
                    let ty = self.expr(operand);
                    self.expect(&ty, &Ty::BOOL, body.exprs[operand].span);
                }
                Ty::BOOL
            }
            ExprKind::Cast(value, ty) => {
                self.hinted(*value, ty.as_prim());
                ty.clone()
            }
            ExprKind::Assign(place, value) => {
                let (place, value_ty) = (self.expr(*place), self.expr(*value));
                self.expect(&value_ty, &place, body.exprs[*value].span);
                Ty::Unit
            }
            ExprKind::AssignOp(op, place, value) => {
                let (place, value_ty) = (self.expr(*place), self.expr(*value));
                if !op.is_shift() {
                    self.expect(&value_ty, &place, body.exprs[*value].span);
                }
                Ty::Unit
            }
            ExprKind::Index(base, index) => self.index(*base, *index),
            ExprKind::Ref { mutable, place } => {
                let inner = self.expr(*place);
                match inner {
                    inner @ Ty::Array(..) => Ty::Ref { mutable: *mutable, inner: Box::new(inner) },
                    // The second walk complains.
                    _ => Ty::Error,
                }
            }
            ExprKind::Array(elements) => self.array(elements, span),
            ExprKind::Repeat(element, len) => {
                let element = self.expr(*element);
                self.front.array_type(element, *len, span)
            }
            ExprKind::Call(func, args) => self.call(*func, args),
            ExprKind::Method { receiver, method, args, at } => self.method(*receiver, *method, args, *at),
            ExprKind::If { cond, then, otherwise } => self.if_expr(*cond, then, *otherwise),
            ExprKind::Block(block) => self.block(block),
            ExprKind::For(for_expr) => self.for_expr(for_expr),
        }
    }

    /// The type that two operands have in common.
    fn operands(&mut self, lhs: ExprId, rhs: ExprId) -> Ty {
        let (left, right) = (self.expr(lhs), self.expr(rhs));
        if self.table.unify(&right, &left) {
            return left;
        }
        // Where a number without a type meets one with a type, it is the one to change.
        let left_is_open = matches!(self.table.resolve(&left), Ty::Var(_));
        let (found, expected, at) = if left_is_open { (left, right, lhs) } else { (right, left, rhs) };
        let error = self.mismatch(&found, &expected, self.body.exprs[at].span);
        self.front.report(error);
        expected
    }

    fn index(&mut self, base: ExprId, index: ExprId) -> Ty {
        let base_ty = self.expr(base);
        let index_ty = self.expr(index);
        if !self.table.unify(&index_ty, &Ty::USIZE) {
            let message = format!("an index is a `usize`, not a `{}`", self.table.show(&index_ty));
            let error = Diagnostic::error(codes::MISMATCH, self.body.exprs[index].span, message);
            self.front.report(error.help("convert it: `[.. as usize]`"));
        }
        match self.table.resolve(&base_ty).deref() {
            Ty::Array(element, _) | Ty::Slice(element) => (**element).clone(),
            Ty::Error => Ty::Error,
            other => {
                let message = format!("a `{}` cannot be indexed", self.table.show(other));
                let error = Diagnostic::error(codes::MISMATCH, self.body.exprs[base].span, message);
                self.front.report(error.help("arrays and slices can"));
                Ty::Error
            }
        }
    }

    fn array(&mut self, elements: &[ExprId], span: Span) -> Ty {
        let Some((first, rest)) = elements.split_first() else {
            let error =
                Diagnostic::error(codes::ARRAY_LENGTH, span, "an array without elements is no memory");
            self.front.report(error.help("give it at least one element"));
            return Ty::Error;
        };
        let element = self.expr(*first);
        for &other in rest {
            let ty = self.expr(other);
            self.expect(&ty, &element, self.body.exprs[other].span);
        }
        self.front.array_type(element, elements.len() as u64, span)
    }

    fn call(&mut self, func: FnId, args: &[ExprId]) -> Ty {
        for (index, &arg) in args.iter().enumerate() {
            let found = self.expr(arg);
            let expected =
                self.front.funcs[func.0].params.get(index).map_or(Ty::Error, |param| param.ty.clone());
            self.coerce(&found, &expected, self.body.exprs[arg].span);
        }
        self.front.funcs[func.0].ret.clone()
    }

    /// An argument fits a parameter as it is, as a reborrow, or as an array behind a reference to a slice.
    fn coerce(&mut self, found: &Ty, expected: &Ty, at: Span) {
        let fits = match (found, expected) {
            (Ty::Ref { mutable: found_mut, inner: found }, Ty::Ref { mutable, inner: expected }) => {
                let inner = match (&**found, &**expected) {
                    (Ty::Array(a, _), Ty::Slice(b)) => self.table.unify(a, b),
                    (a, b) => self.table.unify(a, b),
                };
                inner && (*found_mut || !mutable)
            }
            _ => self.table.unify(found, expected),
        };
        if !fits {
            let error = self.mismatch(found, expected, at);
            self.front.report(error);
        }
    }

    fn method(&mut self, receiver: ExprId, method: Method, args: &[ExprId], at: Span) -> Ty {
        let receiver_ty = self.expr(receiver);
        let ty = self.table.resolve(&receiver_ty);
        let arg = args.first().map(|arg| (*arg, self.expr(*arg)));
        if method == Method::Len {
            if !matches!(ty.deref(), Ty::Array(..) | Ty::Slice(_) | Ty::Error) {
                let message = format!("a `{}` has no length", self.table.show(&ty));
                let error = Diagnostic::error(codes::METHOD, at, message);
                self.front.report(error.help("arrays and slices have one"));
            }
            return Ty::USIZE;
        }
        match &ty {
            Ty::Prim(prim) if prim.is_integer() => {}
            Ty::Var(_) => {
                let message = "the type of the number is not decided here";
                let note = "rustc, too, must know the type before it looks for a method";
                let error =
                    Diagnostic::error(codes::ANNOTATE, self.body.exprs[receiver].span, message).note(note);
                self.front
                    .report(error.help("annotate the variable: `let x: u32 = ..`, or the literal: `1_u32`"));
                return Ty::Error;
            }
            Ty::Error => return Ty::Error,
            other => {
                let message = format!("a `{}` has no method `{}`", self.table.show(other), method.name());
                let error = Diagnostic::error(codes::METHOD, at, message);
                self.front
                    .report(error.help("it is a method of integers; the operators of floats never overflow"));
                return Ty::Error;
            }
        }
        if let Some((arg, arg_ty)) = arg {
            let by_u32 = matches!(method, Method::WrappingShift(_));
            let expected = if by_u32 { Ty::Prim(Prim::U32) } else { ty.clone() };
            self.expect(&arg_ty, &expected, self.body.exprs[arg].span);
        }
        ty
    }

    fn if_expr(&mut self, cond: ExprId, then: &Block, otherwise: Option<ExprId>) -> Ty {
        let cond_ty = self.expr(cond);
        self.expect(&cond_ty, &Ty::BOOL, self.body.exprs[cond].span);
        let then_ty = self.block(then);
        match otherwise {
            None => {
                let at = self.block_span(then);
                self.only_if(&then_ty, at)
            }
            Some(otherwise) => {
                let ty = self.expr(otherwise);
                let at = self.value_span(otherwise);
                self.expect(&ty, &then_ty, at);
                then_ty
            }
        }
    }

    fn for_expr(&mut self, for_expr: &ForExpr) -> Ty {
        let lo = self.expr(for_expr.lo);
        let hi = self.expr(for_expr.hi);
        self.expect(&hi, &lo, self.body.exprs[for_expr.hi].span);
        self.locals.insert(for_expr.var, lo);
        let body = self.block(&for_expr.body);
        let at = self.block_span(&for_expr.body);
        self.expect(&body, &Ty::Unit, at);
        Ty::Unit
    }
}
