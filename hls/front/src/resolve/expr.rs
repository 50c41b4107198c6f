//! Expressions.

use sycl_hls_ir::{BinaryOp, CompareOp, Diagnostic, Span, UnaryOp};
use syn::{BinOp, Expr, UnOp};

use super::{MAX_DEPTH, Resolver};
use crate::codes;
use crate::directives::Site;
use crate::front::plain_name;
use crate::hir::{ExprId, ExprKind, ForExpr, Local, Logic};
use crate::items::{Item, macro_error};
use crate::span::{span, span_of};
use crate::types::path_text;

impl Resolver<'_, '_> {
    pub fn expr(&mut self, expr: &Expr) -> ExprId {
        let at = expr_span(expr);
        if self.depth == MAX_DEPTH {
            let error = Diagnostic::error(codes::DEPTH, at, "the expression is nested too deeply");
            return self.error_expr(error.help("split it with `let`"));
        }
        self.depth += 1;
        let kind = self.kind(expr, at);
        self.depth -= 1;
        self.body.expr(kind, at)
    }

    fn kind(&mut self, expr: &Expr, at: Span) -> ExprKind {
        match expr {
            Expr::Lit(literal) => self.literal(literal, at),
            Expr::Path(path) => self.path(path, at),
            Expr::Paren(paren) => self.kind(&paren.expr, at),
            Expr::Group(group) => self.kind(&group.expr, at),
            Expr::Unary(unary) => self.unary(unary, at),
            Expr::Binary(binary) => self.binary(binary),
            Expr::Assign(assign) => ExprKind::Assign(self.expr(&assign.left), self.expr(&assign.right)),
            Expr::Cast(cast) => {
                let value = self.expr(&cast.expr);
                ExprKind::Cast(value, self.front.ty(&cast.ty))
            }
            Expr::Index(index) => ExprKind::Index(self.expr(&index.expr), self.expr(&index.index)),
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
                self.front.no_directives(&block.attrs);
                ExprKind::Block(self.block(&block.block))
            }
            Expr::ForLoop(for_loop) => self.for_loop(for_loop),
            Expr::Macro(_) => self.error(macro_error(at)),
            Expr::Reference(_) => {
                let message = "a reference can only be made as an argument of a helper function";
                let note = "references stored in variables are not in the subset yet";
                self.error(
                    Diagnostic::error(codes::EXPRESSION, at, message).note(note).help("use the array itself"),
                )
            }
            other => self.missing(other, at),
        }
    }

    /// What the subset lacks, by name.
    fn missing(&mut self, expr: &Expr, at: Span) -> ExprKind {
        let (what, help) = match expr {
            Expr::While(_) => {
                ("`while`", "it is not in the subset yet: use `for` with a constant bound and an `if`")
            }
            Expr::Loop(_) => {
                ("`loop`", "it is not in the subset yet: use `for` with a constant bound and an `if`")
            }
            Expr::Break(_) => {
                ("`break`", "it is not in the subset yet: guard the rest of the body with an `if`")
            }
            Expr::Continue(_) => {
                ("`continue`", "it is not in the subset yet: guard the rest of the body with an `if`")
            }
            Expr::Match(_) => ("`match`", "it is not in the subset yet: use `if` and `else if`"),
            Expr::Let(_) => ("`if let`", "patterns are not in the subset yet: compare with `==`"),
            Expr::Return(_) => return self.early_return(at),
            Expr::Range(_) => return self.range(at),
            Expr::Closure(_) => ("a closure", "write a helper function, or the code itself"),
            Expr::Struct(_) => ("a struct", "it is not in the subset yet: use one variable for each field"),
            Expr::Field(_) => ("a field access", "structs and tuples are not in the subset yet"),
            Expr::Tuple(_) => ("a tuple", "it is not in the subset yet: use one variable for each part"),
            Expr::Unsafe(_) => ("`unsafe`", "kernels need none"),
            Expr::Async(_) | Expr::Await(_) => ("`async`", "a kernel is asynchronous to the host by itself"),
            Expr::Try(_) | Expr::TryBlock(_) => ("`?`", "there are no `Result`s on the device: use `if`"),
            Expr::RawAddr(_) => ("a raw pointer", "use a slice and an index"),
            Expr::Const(_) => ("a `const` block", "use a `const` item of the module"),
            Expr::Block(_) => ("a labelled block", "`break` is not in the subset yet"),
            _ => ("this expression", "see the kernel language for what there is"),
        };
        self.unsupported(at, what, help)
    }

    fn early_return(&mut self, at: Span) -> ExprKind {
        let message = "`return` can only be the last statement of a function";
        let note = "leaving early is not in the subset yet";
        let help = "compute the result in an `if` whose value ends the function";
        self.error(Diagnostic::error(codes::EARLY_RETURN, at, message).note(note).help(help))
    }

    fn range(&mut self, at: Span) -> ExprKind {
        let message = "a range can only be what a `for` loop runs over";
        let help = "to pass a part of an array, pass the array and the bounds";
        self.error(Diagnostic::error(codes::RANGE, at, message).help(help))
    }

    fn unary(&mut self, unary: &syn::ExprUnary, at: Span) -> ExprKind {
        match unary.op {
            UnOp::Neg(_) => ExprKind::Unary(UnaryOp::Neg, self.expr(&unary.expr)),
            UnOp::Not(_) => ExprKind::Unary(UnaryOp::Not, self.expr(&unary.expr)),
            _ => {
                self.unsupported(at, "`*`", "references to scalars are not in the subset yet: pass the value")
            }
        }
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
            _ => self.unsupported(span_of(&binary.op), "this operator", "use an operator of Rust"),
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
                Some(Item::Fn(_)) => {
                    self.unsupported(at, "a function as a value", "call the function by its name")
                }
                None => self.unknown_name(&name, at),
            };
        }
        self.associated_const(path, at)
    }

    fn unknown_name(&mut self, name: &str, at: Span) -> ExprKind {
        let locals = self.scopes.iter().flat_map(std::collections::HashMap::keys);
        let items =
            self.front.names.iter().filter(|(_, item)| matches!(item, Item::Const(_))).map(|(name, _)| name);
        let nearest = nearest(name, locals.chain(items));
        let error =
            Diagnostic::error(codes::NAME, at, format!("there is no variable or constant `{name}` here"));
        let error = error.help(match nearest {
            Some(other) => format!("there is `{other}`"),
            None => "names from outside of the kernels module are not visible in it".to_owned(),
        });
        self.error(error)
    }

    fn if_expr(&mut self, branch: &syn::ExprIf) -> ExprKind {
        self.front.no_directives(&branch.attrs);
        let cond = self.expr(&branch.cond);
        let then = self.block(&branch.then_branch);
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| self.expr(otherwise));
        ExprKind::If { cond, then, otherwise }
    }

    fn for_loop(&mut self, for_loop: &syn::ExprForLoop) -> ExprKind {
        let directives = self.front.directives(&for_loop.attrs, Site::Loop);
        let directives = self.front.loop_directives(&directives);
        if let Some(label) = &for_loop.label {
            let help = "`break` and `continue` are not in the subset yet, and nothing else needs a label";
            self.unsupported(span_of(label), "a label", help);
        }
        let Some((lo, hi, inclusive)) = self.bounds(&for_loop.expr) else { return ExprKind::Error };
        self.scoped(|resolver| {
            let Some(var) = resolver.loop_variable(&for_loop.pat) else { return ExprKind::Error };
            let body = resolver.block(&for_loop.body);
            ExprKind::For(Box::new(ForExpr { var, lo, hi, inclusive, directives, body }))
        })
    }

    fn bounds(&mut self, expr: &Expr) -> Option<(ExprId, ExprId, bool)> {
        match expr {
            Expr::Paren(paren) => self.bounds(&paren.expr),
            Expr::Group(group) => self.bounds(&group.expr),
            Expr::Range(syn::ExprRange { start: Some(start), limits, end: Some(end), .. }) => {
                let (lo, hi) = (self.expr(start), self.expr(end));
                Some((lo, hi, matches!(limits, syn::RangeLimits::Closed(_))))
            }
            other => {
                let message = "a `for` loop runs over a range with two ends";
                let note = "hardware needs a counter; iterators, `.rev()` and `.step_by()` are not in the subset yet";
                let error = Diagnostic::error(codes::RANGE, span_of(other), message).note(note);
                self.front.report(error.help("write `for i in lo..hi` or `for i in lo..=hi`"));
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
                self.front.report(
                    Diagnostic::error(codes::PATTERN, span_of(other), message).help("write `for i in ..`"),
                );
                return None;
            }
        };
        let mutable = matches!(pat, syn::Pat::Ident(pattern) if pattern.mutability.is_some());
        let local = Local { name, mutable, ty: None, span: span_of(pat), partitions: Vec::new(), node: None };
        Some(self.declare(local))
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

/// The name most like `name`, if one is like it at all.
pub(super) fn nearest<'n>(name: &str, candidates: impl Iterator<Item = &'n String>) -> Option<String> {
    candidates
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.8)
        .max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| b.1.cmp(a.1)))
        .map(|(_, candidate)| candidate.clone())
}

/// A path in backquotes.
pub(super) fn quoted(path: &syn::Path) -> String {
    format!("`{}`", path_text(path))
}

/// The place of an identifier.
pub(super) fn ident_span(ident: &proc_macro2::Ident) -> Span {
    span(ident.span())
}
