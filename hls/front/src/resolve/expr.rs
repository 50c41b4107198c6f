//! Expressions.

use sycl_hls_ir::{BinaryOp, CompareOp, Diagnostic, Span, UnaryOp};
use syn::{BinOp, Expr, UnOp};

use super::{MAX_DEPTH, Resolver};
use crate::codes;
use crate::directives::LocalDirectives;
use crate::front::Item;
use crate::hir::{Block, ExprId, ExprKind, ForExpr, Local, Logic};
use crate::lacking::{macro_call, nearest, never, not_yet};
use crate::names::{path_text, plain_name};
use crate::span::{span, span_of};

impl Resolver<'_, '_> {
    pub fn expr(&mut self, expr: &Expr) -> ExprId {
        let at = expr_span(expr);
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
        self.body.expr(kind, at)
    }

    fn kind(&mut self, expr: &Expr, at: Span) -> ExprKind {
        match expr {
            Expr::Lit(literal) => self.literal(literal, at),
            Expr::Path(path) => self.path(path, at),
            Expr::Paren(_) | Expr::Group(_) => self.kind(unparenthesized(expr), at),
            Expr::Unary(unary) => self.unary(unary, at),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => ExprKind::Assign(self.expr(&assign.left), self.expr(&assign.right)),
            Expr::Cast(cast) => {
                let value = self.expr(&cast.expr);
                ExprKind::Cast(value, self.front.ty(&cast.ty))
            }
            Expr::Index(index) => self.index(index),
            Expr::Field(field) => self.field(field, at),
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
            Expr::Call(call) => self.call(call, at),
            Expr::MethodCall(call) => self.method_call(call),
            Expr::If(branch) => self.if_expr(branch),
            Expr::Block(block) if block.label.is_none() => {
                let directives = self.front.block_directives(&block.attrs);
                ExprKind::Block(Block { directives, ..self.block(&block.block) })
            }
            Expr::ForLoop(for_loop) => self.for_loop(for_loop),
            Expr::Macro(item) if self.front.is_rejected(&item.mac.path) => ExprKind::Error,
            Expr::Macro(item) => self.error(macro_call(at, &item.mac.path)),
            Expr::Reference(_) => self.not_yet(
                at,
                "a reference that is not an argument of a helper function",
                "use the variable itself",
            ),
            other => self.missing(other, at),
        }
    }

    fn index(&mut self, index: &syn::ExprIndex) -> ExprKind {
        if let Expr::Range(range) = &*index.index {
            let help = "pass the whole array or slice together with the bounds";
            return self.not_yet(span_of(range), "a part of an array or slice", help);
        }
        ExprKind::Index(self.expr(&index.expr), self.expr(&index.index))
    }

    fn field(&mut self, field: &syn::ExprField, at: Span) -> ExprKind {
        let base = self.expr(&field.base);
        if self.is_wrong(base) {
            return ExprKind::Error;
        }
        self.not_yet(
            at,
            "a field",
            "structs and tuples are not supported yet: use one variable for each part",
        )
    }

    /// What the kernel language, or as yet the tool, lacks, by name.
    fn missing(&mut self, expr: &Expr, at: Span) -> ExprKind {
        let guard = "guard the rest of the body with an `if`";
        let bounded = "use `for` with a constant bound, and an `if` inside";
        let (what, help) = match expr {
            Expr::While(expr) => {
                return self.not_yet(span(expr.while_token.span), "`while`", bounded);
            }
            Expr::Loop(expr) => return self.not_yet(span(expr.loop_token.span), "`loop`", bounded),
            Expr::Break(_) => return self.not_yet(at, "`break`", guard),
            Expr::Continue(_) => return self.not_yet(at, "`continue`", guard),
            Expr::Match(expr) => {
                return self.not_yet(span(expr.match_token.span), "`match`", "use `if` and `else if`");
            }
            Expr::Let(_) => return self.not_yet(at, "`if let`", "compare with `==`"),
            Expr::Return(_) => return self.early_return(at),
            Expr::Range(_) => return self.range(at),
            Expr::Struct(expr) if self.front.is_rejected(&expr.path) => return ExprKind::Error,
            Expr::Struct(_) => return self.not_yet(at, "a struct", "use one variable for each field"),
            Expr::Tuple(_) => return self.not_yet(at, "a tuple", "use one variable for each part"),
            Expr::Block(_) => return self.not_yet(at, "a labelled block", "use `if` and `else`"),
            Expr::Closure(_) => ("a closure", "write a helper function, or the code itself"),
            Expr::Unsafe(_) => ("`unsafe`", "nothing in kernels needs it: use indices"),
            Expr::Async(_) | Expr::Await(_) => ("`async`", "to the host, a kernel is asynchronous by itself"),
            Expr::Try(_) | Expr::TryBlock(_) => ("`?`", "there are no `Result`s on the device: use `if`"),
            Expr::RawAddr(_) => ("a raw pointer", "use a slice and an index"),
            Expr::Const(_) => ("a `const` block", "use a `const` item of the module"),
            _ => ("this expression", "write it with operators, `if`, `for`, arrays and helper functions"),
        };
        self.never(at, what, help)
    }

    fn early_return(&mut self, at: Span) -> ExprKind {
        let what = "`return` before the end of a function";
        let help = "compute the result in an `if` whose value ends the function";
        self.error(not_yet(codes::EARLY_RETURN, at, what).help(help))
    }

    fn range(&mut self, at: Span) -> ExprKind {
        let message = "a range can only be what a `for` loop runs over";
        let help = "write `for i in lo..hi`, or use two variables for the bounds";
        self.error(Diagnostic::error(codes::RANGE, at, message).help(help))
    }

    fn unary(&mut self, unary: &syn::ExprUnary, at: Span) -> ExprKind {
        match unary.op {
            UnOp::Neg(_) => ExprKind::Unary(UnaryOp::Neg, self.expr(&unary.expr)),
            UnOp::Not(_) => ExprKind::Unary(UnaryOp::Not, self.expr(&unary.expr)),
            _ => self.dereference(unary, at),
        }
    }

    fn dereference(&mut self, unary: &syn::ExprUnary, at: Span) -> ExprKind {
        let reference = self.expr(&unary.expr);
        if self.is_wrong(reference) {
            return ExprKind::Error;
        }
        self.not_yet(at, "the operator `*` of references", "pass scalars by value, and index arrays")
    }

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

    fn path(&mut self, path: &syn::ExprPath, at: Span) -> ExprKind {
        if let Some(ident) = path.path.get_ident() {
            let name = plain_name(ident);
            if let Some(local) = self.lookup(&name) {
                return ExprKind::Local(local);
            }
            return match self.front.names.get(&name) {
                Some(Item::Const(id)) => ExprKind::Const(*id),
                Some(Item::Fn(_)) => self.never(at, "a function as a value", "call the function by its name"),
                None if self.front.rejected.contains(&name) => ExprKind::Error,
                None => self.unknown_name(&name, at),
            };
        }
        self.associated_const(path, at)
    }

    fn unknown_name(&mut self, name: &str, at: Span) -> ExprKind {
        let locals = self.scopes.iter().flat_map(std::collections::HashMap::keys);
        let items =
            self.front.names.iter().filter(|(_, item)| matches!(item, Item::Const(_))).map(|(name, _)| name);
        let nearest = nearest(name, locals.chain(items)).map(|other| format!("there is `{other}`"));
        if self.constant {
            let error =
                Diagnostic::error(codes::CONSTANT, at, format!("`{name}` is not a constant of the module"))
                    .note(
                        "the value must be known when the kernels are translated: hardware has a fixed size",
                    );
            let help =
                nearest.unwrap_or_else(|| "use a literal, or a `const` of the kernels module".to_owned());
            return self.error(error.help(help));
        }
        let error =
            Diagnostic::error(codes::NAME, at, format!("there is no variable or constant `{name}` here"));
        let elsewhere = "names from outside of the kernels module are not visible in it";
        self.error(error.help(nearest.unwrap_or_else(|| elsewhere.to_owned())))
    }

    fn if_expr(&mut self, branch: &syn::ExprIf) -> ExprKind {
        let cond = self.expr(&branch.cond);
        let then = self.block(&branch.then_branch);
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| self.expr(otherwise));
        ExprKind::If { cond, then, otherwise }
    }

    fn for_loop(&mut self, for_loop: &syn::ExprForLoop) -> ExprKind {
        let scopes = &self.scopes;
        let lookup = |name: &str| scopes.iter().rev().find_map(|scope| scope.get(name)).copied();
        let directives = self.front.loop_directives(&for_loop.attrs, lookup);
        if let Some(label) = &for_loop.label {
            let help = "leave it away: `break` and `continue`, which need it, are not supported yet, either";
            self.not_yet(span_of(label), "a label", help);
        }
        let bounds = self.bounds(&for_loop.expr);
        self.scoped(|resolver| {
            let var = resolver.loop_variable(&for_loop.pat);
            let (Some((lo, hi, inclusive)), Some(var)) = (bounds, var) else { return ExprKind::Error };
            let body = resolver.block(&for_loop.body);
            ExprKind::For(Box::new(ForExpr { var, lo, hi, inclusive, directives, body }))
        })
    }

    fn bounds(&mut self, expr: &Expr) -> Option<(ExprId, ExprId, bool)> {
        self.attributes(expr);
        match unparenthesized(expr) {
            Expr::Range(syn::ExprRange { start: Some(start), limits, end: Some(end), .. }) => {
                let (lo, hi) = (self.expr(start), self.expr(end));
                Some((lo, hi, matches!(limits, syn::RangeLimits::Closed(_))))
            }
            Expr::Range(range) => {
                let message = "a loop over a range without an end has no end";
                let error = Diagnostic::error(codes::RANGE, span_of(range), message);
                self.front.report(error.help("write both ends: `for i in lo..hi`"));
                None
            }
            other => {
                self.front.report(no_range(other));
                None
            }
        }
    }

    fn loop_variable(&mut self, pat: &syn::Pat) -> Option<crate::hir::LocalId> {
        let name = match pat {
            syn::Pat::Wild(_) => "_".to_owned(),
            syn::Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
                plain_name(&pattern.ident)
            }
            other => {
                let message = "the variable of a loop is a plain name";
                let error = Diagnostic::error(codes::PATTERN, span_of(other), message);
                self.front.report(error.help("write `for i in ..`"));
                return None;
            }
        };
        let mutable = matches!(pat, syn::Pat::Ident(pattern) if pattern.mutability.is_some());
        let local = Local {
            name,
            mutable,
            ty: None,
            span: span_of(pat),
            directives: LocalDirectives::default(),
            node: None,
        };
        Some(self.declare(local))
    }
}

/// What a loop cannot run over.
fn no_range(expr: &Expr) -> Diagnostic {
    let Expr::MethodCall(call) = expr else {
        let error = Diagnostic::error(codes::RANGE, span_of(expr), "a `for` loop runs over a range");
        return error.note("hardware needs a counter").help("write `for i in 0..x.len()` and index with `i`");
    };
    let name = format!("`.{}()`", call.method);
    let at = span(call.method.span());
    match call.method.to_string().as_str() {
        "rev" => not_yet(codes::RANGE, at, &name).help("compute the index: `let j = n - 1 - i;`"),
        "step_by" => not_yet(codes::RANGE, at, &name).help("compute the index: `let j = i * step;`"),
        _ => never(codes::RANGE, at, &format!("the iterator {name}"))
            .note("hardware needs a counter")
            .help("write `for i in 0..x.len()` and index with `i`"),
    }
}

/// The place of an expression; a loop's attributes do not belong to it.
fn expr_span(expr: &Expr) -> Span {
    match expr {
        Expr::ForLoop(for_loop) => {
            span(for_loop.for_token.span).to(span(for_loop.body.brace_token.span.close()))
        }
        other => span_of(other),
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

/// A path in backquotes.
pub(super) fn quoted(path: &syn::Path) -> String {
    format!("`{}`", path_text(path))
}

/// The place of an identifier.
pub(super) fn ident_span(ident: &proc_macro2::Ident) -> Span {
    span(ident.span())
}

/// What stands in parentheses, however many: they do not nest anything.
pub(super) fn unparenthesized(mut expr: &Expr) -> &Expr {
    while let Expr::Paren(syn::ExprParen { expr: inner, .. })
    | Expr::Group(syn::ExprGroup { expr: inner, .. }) = expr
    {
        expr = inner;
    }
    expr
}
