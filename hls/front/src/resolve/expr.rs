//! Expressions.

use sycl_hls_ir::{BinaryOp, CompareOp, Diagnostic, Span, UnaryOp};
use syn::{BinOp, Expr, UnOp};

use super::syntax::unparenthesized;
use super::{MAX_DEPTH, Resolver, assign};
use crate::codes;
use crate::extent::expr_span;
use crate::hir::{ExprId, ExprKind, FieldName, Logic};
use crate::lacking::macro_call;
use crate::macros::panic_text;
use crate::names::plain_name;
use crate::span::{span, span_of};
use crate::typings::NodeKey;

impl Resolver<'_, '_> {
    /// Resolves an expression and all in it.
    pub fn expr(&mut self, expr: &Expr) -> ExprId {
        // Parentheses belong to what they enclose, as in rustc. Of a field, they enclose no index that may be out of
        // bounds: its message names the index.
        let at = match unparenthesized(expr) {
            field @ Expr::Field(_) => expr_span(field),
            _ => expr_span(expr),
        };
        if self.depth == MAX_DEPTH {
            let silent = std::mem::replace(&mut self.too_deep, true);
            if silent {
                return self.body.expr(ExprKind::Error, at);
            }
            let message = format!("more than {MAX_DEPTH} operators or blocks lie inside of each other");
            return self
                .error_expr(Diagnostic::error(codes::DEPTH, at, message).help("split the code with `let`"));
        }
        self.attributes(expr);
        self.depth += 1;
        let kind = self.kind(expr, at);
        self.depth -= 1;
        let id = self.body.expr(kind, at);
        if let Some(nodes) = &mut self.body.flushing {
            nodes.push((id, NodeKey::of(unparenthesized(expr))));
        }
        id
    }

    /// Expressions that give a value.
    fn kind(&mut self, expr: &Expr, at: Span) -> ExprKind {
        match expr {
            Expr::Lit(literal) => self.literal_kind(&literal.lit, at),
            Expr::Path(path) => self.path(path, at),
            Expr::Paren(_) | Expr::Group(_) => self.kind(unparenthesized(expr), at),
            Expr::Unary(unary) => self.unary(unary, at),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) if assign::takes_apart(&assign.left) => self.destructure(assign, at),
            Expr::Assign(assign) => ExprKind::Assign(self.expr(&assign.left), self.expr(&assign.right)),
            Expr::Cast(cast) => {
                let value = self.expr(&cast.expr);
                ExprKind::Cast(value, self.front.ty(&cast.ty))
            }
            Expr::Index(index) => self.index(index),
            Expr::Field(field) => self.field(field),
            Expr::Array(array) => {
                ExprKind::Array(array.elems.iter().map(|element| self.expr(element)).collect())
            }
            Expr::Repeat(repeat) => {
                let value = self.expr(&repeat.expr);
                match self.front.array_length(&repeat.len) {
                    Some(len) => ExprKind::Repeat(value, len),
                    None => ExprKind::Error,
                }
            }
            Expr::Tuple(tuple) if tuple.elems.is_empty() => ExprKind::Unit,
            Expr::Tuple(tuple) => ExprKind::Tuple(tuple.elems.iter().map(|part| self.expr(part)).collect()),
            Expr::Struct(expr) => self.struct_expr(expr, at),
            Expr::Call(call) => self.call(call, at),
            Expr::MethodCall(call) => self.method_call(call, at),
            Expr::Macro(item) if self.front.is_rejected(&item.mac.path) => ExprKind::Error,
            Expr::Macro(item) => self.macro_expr(&item.mac, at),
            Expr::Reference(reference) => {
                let place = self.expr(&reference.expr);
                ExprKind::Ref { mutable: reference.mutability.is_some(), place }
            }
            other => self.control(other, at),
        }
    }

    /// `panic!` and its like; other macros are reported.
    pub(super) fn macro_expr(&mut self, item: &syn::Macro, at: Span) -> ExprKind {
        match panic_text(item) {
            Some(text) => ExprKind::Panic(text),
            None => self.error(macro_call(at, &item.path)),
        }
    }

    /// Expressions that move control.
    fn control(&mut self, expr: &Expr, at: Span) -> ExprKind {
        match expr {
            Expr::If(branch) => self.if_expr(branch),
            Expr::Match(expr) => self.match_expr(expr),
            Expr::Block(block) => self.block_expr(block),
            Expr::ForLoop(for_loop) => self.for_loop(for_loop),
            Expr::While(while_loop) => self.while_loop(while_loop),
            Expr::Loop(endless) => self.endless_loop(endless),
            Expr::Break(expr) => self.break_expr(expr, at),
            Expr::Continue(expr) => self.continue_expr(expr, at),
            Expr::Return(expr) => self.return_expr(expr, at),
            Expr::Try(expr) => self.question_mark(expr, at),
            other => self.missing(other, at),
        }
    }

    /// `a[i]` and `a[lo..hi]`.
    fn index(&mut self, index: &syn::ExprIndex) -> ExprKind {
        let at = span(index.bracket_token.span.open()).to(span(index.bracket_token.span.close()));
        if let Expr::Range(range) = unparenthesized(&index.index) {
            return self.part(&index.expr, range, at);
        }
        ExprKind::Index(self.expr(&index.expr), self.expr(&index.index), at)
    }

    /// The part of an array or a slice in a range.
    pub(super) fn part(&mut self, base: &Expr, range: &syn::ExprRange, at: Span) -> ExprKind {
        let base = self.expr(base);
        let mut bound = |bound: &Option<Box<Expr>>| bound.as_ref().map(|bound| self.expr(bound));
        let (lo, hi) = (bound(&range.start), bound(&range.end));
        let inclusive = matches!(range.limits, syn::RangeLimits::Closed(_));
        ExprKind::Part { base, lo, hi, inclusive, at }
    }

    /// `a.x` and `a.0`.
    fn field(&mut self, field: &syn::ExprField) -> ExprKind {
        let base = self.expr(&field.base);
        let name = match &field.member {
            syn::Member::Named(ident) => FieldName::Name(plain_name(ident)),
            syn::Member::Unnamed(index) => FieldName::Position(index.index as usize),
        };
        ExprKind::Field(base, name)
    }

    /// What the kernel language lacks, by name.
    fn missing(&mut self, expr: &Expr, at: Span) -> ExprKind {
        let (what, help) = match expr {
            Expr::Range(_) => return self.range(at),
            Expr::Let(_) => (
                "`let` inside of an expression",
                "write `if let` or `while let`, perhaps with several `let` and conditions between `&&`",
            ),
            Expr::Closure(_) => return self.closure_as_value(at),
            Expr::Unsafe(_) => ("`unsafe`", "nothing in kernels needs it: use indices"),
            Expr::Async(_) | Expr::Await(_) => ("`async`", "to the host, a kernel is asynchronous by itself"),
            Expr::TryBlock(_) => ("a `try` block", "use `match`, or `let Some(x) = .. else { .. }`"),
            Expr::RawAddr(_) => ("a raw pointer", "use a slice and an index"),
            Expr::Const(_) => ("a `const` block", "use a `const` item of the module"),
            _ => ("this expression", "write it with operators, `if`, loops, arrays and functions"),
        };
        self.never(at, what, help)
    }

    /// Reports a range outside of `for` and indices.
    fn range(&mut self, at: Span) -> ExprKind {
        let message = "a range is no value: it is what a loop runs over, or what an index takes out";
        let help = "write `for i in lo..hi` or `x[lo..hi]`, or use two variables for the bounds";
        self.error(Diagnostic::error(codes::RANGE, at, message).help(help))
    }

    /// `-a`, `!a` and `*a`.
    fn unary(&mut self, unary: &syn::ExprUnary, at: Span) -> ExprKind {
        match unary.op {
            UnOp::Neg(_) => ExprKind::Unary(UnaryOp::Neg, self.expr(&unary.expr)),
            UnOp::Not(_) => ExprKind::Unary(UnaryOp::Not, self.expr(&unary.expr)),
            UnOp::Deref(_) => ExprKind::Deref(self.expr(&unary.expr)),
            _ => self.never(at, "this operator", "use one of those that Rust has for numbers"),
        }
    }

    /// Operators, also `&&`, `||` and `op=`.
    fn binary(&mut self, binary: &syn::ExprBinary) -> ExprKind {
        let (lhs, rhs) = (self.expr(&binary.left), self.expr(&binary.right));
        if let Some((op, assigns)) = arithmetic(&binary.op) {
            return if assigns { ExprKind::AssignOp(op, lhs, rhs) } else { ExprKind::Binary(op, lhs, rhs) };
        }
        match binary.op {
            BinOp::And(_) => ExprKind::Logic(Logic::And, lhs, rhs),
            BinOp::Or(_) => ExprKind::Logic(Logic::Or, lhs, rhs),
            BinOp::Eq(_) => ExprKind::Compare(CompareOp::Eq, lhs, rhs),
            BinOp::Ne(_) => ExprKind::Compare(CompareOp::Ne, lhs, rhs),
            BinOp::Lt(_) => ExprKind::Compare(CompareOp::Lt, lhs, rhs),
            BinOp::Le(_) => ExprKind::Compare(CompareOp::Le, lhs, rhs),
            BinOp::Gt(_) => ExprKind::Compare(CompareOp::Gt, lhs, rhs),
            BinOp::Ge(_) => ExprKind::Compare(CompareOp::Ge, lhs, rhs),
            _ => {
                self.never(span_of(&binary.op), "this operator", "use one of those that Rust has for numbers")
            }
        }
    }
}

/// The arithmetic behind an operator, and whether it assigns.
fn arithmetic(op: &BinOp) -> Option<(BinaryOp, bool)> {
    Some(match op {
        BinOp::Add(_) => (BinaryOp::Add, false),
        BinOp::Sub(_) => (BinaryOp::Sub, false),
        BinOp::Mul(_) => (BinaryOp::Mul, false),
        BinOp::Div(_) => (BinaryOp::Div, false),
        BinOp::Rem(_) => (BinaryOp::Rem, false),
        BinOp::BitAnd(_) => (BinaryOp::And, false),
        BinOp::BitOr(_) => (BinaryOp::Or, false),
        BinOp::BitXor(_) => (BinaryOp::Xor, false),
        BinOp::Shl(_) => (BinaryOp::Shl, false),
        BinOp::Shr(_) => (BinaryOp::Shr, false),
        BinOp::AddAssign(_) => (BinaryOp::Add, true),
        BinOp::SubAssign(_) => (BinaryOp::Sub, true),
        BinOp::MulAssign(_) => (BinaryOp::Mul, true),
        BinOp::DivAssign(_) => (BinaryOp::Div, true),
        BinOp::RemAssign(_) => (BinaryOp::Rem, true),
        BinOp::BitAndAssign(_) => (BinaryOp::And, true),
        BinOp::BitOrAssign(_) => (BinaryOp::Or, true),
        BinOp::BitXorAssign(_) => (BinaryOp::Xor, true),
        BinOp::ShlAssign(_) => (BinaryOp::Shl, true),
        BinOp::ShrAssign(_) => (BinaryOp::Shr, true),
        _ => return None,
    })
}
