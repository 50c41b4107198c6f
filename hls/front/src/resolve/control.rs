//! Loops, blocks and what leaves them.

use sycl_hls_ir::{Diagnostic, Span};
use syn::{Attribute, Expr, Label, Lifetime, Pat};

use super::Resolver;
use crate::codes;
use crate::extent::expr_span;
use crate::hir::LoopItems;
use crate::hir::{Arm, Arms, Block, ExprKind, ForExpr, WhileExpr};
use crate::ids::LoopId;
use crate::span::span;

/// What `break` and `continue` may name.
#[derive(Clone)]
pub(super) struct Target {
    id: LoopId,
    label: Option<String>,
    kind: TargetKind,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum TargetKind {
    /// `for` and `while`
    Counted,
    /// `loop`, whose `break` may have a value.
    Endless,
    /// A labelled block, which can only be left.
    Block,
}

/// What cannot be left early.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Enclosed {
    Closure,
    /// A statement of a dataflow region.
    Process,
}

/// Arms of `match` inside of each other: each takes a level of recursion.
const MAX_ARMS: usize = 300;

impl Resolver<'_, '_> {
    /// Resolves what a loop or labelled block holds, with it as a target of `break` and `continue`.
    pub(super) fn target<R>(
        &mut self,
        label: Option<&Label>,
        kind: TargetKind,
        inner: impl FnOnce(&mut Self, LoopId) -> R,
    ) -> R {
        let id = LoopId(self.loops);
        self.loops += 1;
        let label = label.map(|label| label.name.ident.to_string());
        self.targets.push(Target { id, label, kind });
        let result = inner(self, id);
        self.targets.pop();
        result
    }

    /// The directives of a loop; the variables that they name are looked up around it.
    pub(super) fn loop_attributes(&mut self, attrs: &[Attribute]) -> LoopItems {
        let scopes = &self.scopes;
        let lookup = |name: &str| scopes.iter().rev().find_map(|scope| scope.get(name)).copied();
        self.front.loop_directives(attrs, lookup)
    }

    /// A `for` loop: its iterator belongs to the scope around it, its pattern to its own.
    pub(super) fn for_loop(&mut self, for_loop: &syn::ExprForLoop) -> ExprKind {
        let directives = self.loop_attributes(&for_loop.attrs);
        self.attributes(&for_loop.expr);
        let iter = self.ending(&for_loop.expr);
        self.scoped(|resolver| {
            let pat = resolver.pattern(&for_loop.pat);
            let (id, body) = resolver.target(for_loop.label.as_ref(), TargetKind::Counted, |resolver, id| {
                (id, resolver.attributed_block(&for_loop.attrs, &for_loop.body))
            });
            ExprKind::For(Box::new(ForExpr { id, pat, iter, directives, body }))
        })
    }

    /// A `loop`: a `while` without a condition.
    pub(super) fn endless_loop(&mut self, endless: &syn::ExprLoop) -> ExprKind {
        let directives = self.loop_attributes(&endless.attrs);
        let (id, body) = self.target(endless.label.as_ref(), TargetKind::Endless, |resolver, id| {
            (id, resolver.attributed_block(&endless.attrs, &endless.body))
        });
        ExprKind::While(Box::new(WhileExpr { id, cond: None, directives, body }))
    }

    /// A block with its directives; one with a label can be left by `break`.
    pub(super) fn block_expr(&mut self, block: &syn::ExprBlock) -> ExprKind {
        match &block.label {
            None => {
                let directives = self.front.block_directives(&block.attrs);
                ExprKind::Block(
                    Block { directives, ..self.attributed_block(&block.attrs, &block.block) },
                    None,
                )
            }
            Some(label) => {
                let directives = self.front.block_directives(&block.attrs);
                let (id, block) = self.target(Some(label), TargetKind::Block, |resolver, id| {
                    (id, resolver.attributed_block(&block.attrs, &block.block))
                });
                ExprKind::Block(Block { directives, ..block }, Some(id))
            }
        }
    }

    /// A `break`, with a value only out of `loop` and labelled blocks.
    pub(super) fn break_expr(&mut self, expr: &syn::ExprBreak, at: Span) -> ExprKind {
        let Some(target) = self.find_target(expr.label.as_ref(), at, "break") else { return ExprKind::Error };
        let value = expr.expr.as_ref().map(|value| self.expr(value));
        if let (Some(value), TargetKind::Counted) = (value, target.kind) {
            let at = self.body.exprs[value].span;
            let error =
                Diagnostic::error(codes::EXPRESSION, at, "only `loop` and labelled blocks have a value")
                    .note("a `for` or `while` loop that ends by itself would have none");
            return self
                .error(error.help("write the value into a variable that is declared before the loop"));
        }
        ExprKind::Break(target.id, value)
    }

    /// A `continue` of a loop; a block has no next iteration.
    pub(super) fn continue_expr(&mut self, expr: &syn::ExprContinue, at: Span) -> ExprKind {
        let Some(target) = self.find_target(expr.label.as_ref(), at, "continue") else {
            return ExprKind::Error;
        };
        if target.kind == TargetKind::Block {
            let error = Diagnostic::error(codes::EXPRESSION, at, "a block cannot be continued");
            return self.error(error.help("`break` leaves it"));
        }
        ExprKind::Continue(target.id)
    }

    /// The loop or block that a `break` or `continue` means: that with the label, or the innermost loop. Reports that there is none.
    fn find_target(&mut self, label: Option<&Lifetime>, at: Span, what: &str) -> Option<Target> {
        let found = match label {
            None => self.targets.iter().rev().find(|target| target.kind != TargetKind::Block),
            Some(label) => {
                let name = label.ident.to_string();
                self.targets.iter().rev().find(|target| target.label.as_deref() == Some(name.as_str()))
            }
        };
        if let Some(found) = found {
            return Some(found.clone());
        }
        if self.enclosed == Some(Enclosed::Process) {
            self.leaves_process(what, at);
            return None;
        }
        let (message, help) = match label {
            Some(label) => (
                format!("there is no loop with the label `'{}` around this", label.ident),
                "labels are written before a loop: `'outer: for ..`",
            ),
            None => (
                format!("`{what}` is not inside of a loop"),
                "leave a block early with a label: `'done: { .. break 'done; .. }`",
            ),
        };
        let at = label.map_or(at, |label| span(label.apostrophe).to(span(label.ident.span())));
        self.front.report(Diagnostic::error(codes::NAME, at, message).help(help));
        None
    }

    /// A `return` from the function; closures and processes cannot be left by it.
    pub(super) fn return_expr(&mut self, expr: &syn::ExprReturn, at: Span) -> ExprKind {
        let value = expr.expr.as_ref().map(|value| self.expr(value));
        match self.enclosed {
            None => ExprKind::Return(value),
            Some(Enclosed::Closure) => {
                self.never(at, "`return` in a closure", "let the closure end with its value")
            }
            Some(Enclosed::Process) => {
                self.leaves_process("return", at);
                ExprKind::Error
            }
        }
    }

    /// Reports what would leave a process of a dataflow region.
    fn leaves_process(&mut self, what: &str, at: Span) {
        let message = format!("`{what}` leaves a process of a dataflow region");
        let error = Diagnostic::error(codes::PROCESS, at, message)
            .note("all processes of a region run, and the region ends when all have ended (HLS 214-169)");
        self.front.report(error.help("call a function that returns, or `break` a loop of the process"));
    }

    /// A `match`; each arm has a scope for what its pattern binds.
    pub(super) fn match_expr(&mut self, expr: &syn::ExprMatch) -> ExprKind {
        let scrutinee = self.expr(&expr.expr);
        if expr.arms.is_empty() {
            return self.never(span(expr.match_token.span), "a `match` without arms", "give it an arm");
        }
        if self.arms + expr.arms.len() > MAX_ARMS {
            let message = format!("more than {MAX_ARMS} arms of `match` follow each other");
            let error = Diagnostic::error(codes::DEPTH, span(expr.match_token.span), message).note(
                "each arm is tried after the ones before it, so on hardware it lies inside of their `else`",
            );
            return self.error(error.help("compute the value, or look it up in a `const` array"));
        }
        self.arms += expr.arms.len();
        let arms = expr.arms.iter().map(|arm| {
            self.scoped(|resolver| {
                let (pat, guard) = match &arm.pat {
                    Pat::Guard(guarded) => (&*guarded.pat, Some(&guarded.guard)),
                    pat => (pat, None),
                };
                let pat = resolver.pattern(pat);
                let guard = guard.map(|guard| resolver.expr(guard));
                Arm { pat, guard, body: resolver.expr(&arm.body) }
            })
        });
        let arms = Arms::Written(arms.collect());
        self.arms -= expr.arms.len();
        ExprKind::Match { scrutinee, arms }
    }

    /// Inside of `inner`, neither the loops around nor the function can be left.
    pub(super) fn enclosed<R>(&mut self, what: Enclosed, inner: impl FnOnce(&mut Self) -> R) -> R {
        let targets = std::mem::take(&mut self.targets);
        let outer = self.enclosed.replace(what);
        let callables = self.callables.clone();
        if what == Enclosed::Process {
            // What they name would be shared by processes.
            self.callables.clear();
        }
        let result = self.scoped(inner);
        self.callables = callables;
        self.enclosed = outer;
        self.targets = targets;
        result
    }

    /// A block that a `let .. else` or an arm of another form has.
    pub(super) fn branch(&mut self, expr: &Expr) -> Block {
        match expr {
            Expr::Block(block) if block.label.is_none() => self.block(&block.block),
            other => {
                let at = expr_span(other);
                let tail = Some(self.expr(other));
                Block { tail, span: at, ..Block::default() }
            }
        }
    }
}
