//! `if` and `while`, and chains of `let` in their conditions: `if let Some(a) = x && a > 0 && let Some(b) = y`.
//!
//! A condition begins with its only `let`, or has none. Another `let` begins a condition inside of what the first one guards:
//!
//! ```text
//! if let P = x && a && let Q = y { then } else { otherwise }
//! 'chain: { if let P = x && a { if let Q = y { break 'chain then } } otherwise }
//! ```

use syn::{BinOp, Expr, ExprBinary};

use super::Resolver;
use super::control::TargetKind;
use crate::extent::expr_span;
use crate::hir::{Block, ExprId, ExprKind, Logic, Stmt, WhileExpr};
use crate::span::span_of;

impl Resolver<'_, '_> {
    /// An `if`, whose condition may bind variables for its first branch.
    pub(super) fn if_expr(&mut self, branch: &syn::ExprIf) -> ExprKind {
        let conditions = conditions(&branch.cond);
        let otherwise = branch.else_branch.as_ref().map(|(_, otherwise)| &**otherwise);
        match (conditions.as_slice(), otherwise) {
            ([cond], otherwise) => {
                let (cond, then) = self.scoped(|resolver| {
                    let cond = resolver.condition(cond);
                    (cond, resolver.block(&branch.then_branch))
                });
                let otherwise = otherwise.map(|otherwise| self.expr(otherwise));
                ExprKind::If { cond, then, otherwise }
            }
            (conditions, None) => self.chain(conditions, &mut |resolver| resolver.block(&branch.then_branch)),
            (conditions, Some(otherwise)) => self.alternative(conditions, branch, otherwise),
        }
    }

    /// A `while` or `while let` loop, whose condition may bind variables for the body.
    pub(super) fn while_loop(&mut self, while_loop: &syn::ExprWhile) -> ExprKind {
        let directives = self.loop_attributes(&while_loop.attrs);
        let conditions = conditions(&while_loop.cond);
        let (label, attrs, body) = (while_loop.label.as_ref(), &while_loop.attrs, &while_loop.body);
        if let [cond] = conditions.as_slice() {
            return self.scoped(|resolver| {
                let cond = Some(resolver.condition(cond));
                let (id, body) = resolver.target(label, TargetKind::Counted, |resolver, id| {
                    (id, resolver.attributed_block(attrs, body))
                });
                ExprKind::While(Box::new(WhileExpr { id, cond, directives, body }))
            });
        }
        // An iteration that does not reach the end of the chain is the last one.
        let at = span_of(&while_loop.cond);
        let (id, body) = self.target(label, TargetKind::Counted, |resolver, id| {
            let (inner, chain) = resolver.target(None, TargetKind::Block, |resolver, inner| {
                let goes_on = resolver.body.expr(ExprKind::Break(inner, None), at);
                let chain = resolver.chain(&conditions, &mut |resolver| {
                    let mut block = resolver.attributed_block(attrs, body);
                    block.stmts.extend(block.tail.take().map(Stmt::Expr));
                    block.stmts.push(Stmt::Expr(goes_on));
                    block
                });
                (inner, chain)
            });
            let chain = resolver.body.expr(chain, at);
            let leaves = resolver.body.expr(ExprKind::Break(id, None), at);
            let block = Block { stmts: [chain, leaves].map(Stmt::Expr).into(), span: at, ..Block::default() };
            let block = resolver.body.expr(ExprKind::Block(block, Some(inner)), at);
            (id, Block { stmts: vec![Stmt::Expr(block)], span: at, ..Block::default() })
        });
        ExprKind::While(Box::new(WhileExpr { id, cond: None, directives, body }))
    }

    /// A chain with an `else`, which is what is left where the first branch has not ended the whole.
    fn alternative(&mut self, conditions: &[Vec<&Expr>], branch: &syn::ExprIf, otherwise: &Expr) -> ExprKind {
        let at = span_of(branch);
        let (id, chain) = self.target(None, TargetKind::Block, |resolver, id| {
            let chain = resolver.chain(conditions, &mut |resolver| {
                let then = resolver.block(&branch.then_branch);
                let span = then.span;
                let then = resolver.body.expr(ExprKind::Block(then, None), span);
                let ends = resolver.body.expr(ExprKind::Break(id, Some(then)), span);
                Block { stmts: vec![Stmt::Expr(ends)], span, ..Block::default() }
            });
            (id, chain)
        });
        let chain = self.body.expr(chain, at);
        let otherwise = self.expr(otherwise);
        let block =
            Block { stmts: vec![Stmt::Expr(chain)], tail: Some(otherwise), span: at, ..Block::default() };
        ExprKind::Block(block, Some(id))
    }

    /// Conditions inside of each other, and a block inside of the last one.
    fn chain(&mut self, conditions: &[Vec<&Expr>], then: &mut dyn FnMut(&mut Self) -> Block) -> ExprKind {
        let Some((cond, rest)) = conditions.split_first() else { return ExprKind::Block(then(self), None) };
        self.scoped(|resolver| {
            let cond = resolver.condition(cond);
            let then = if rest.is_empty() {
                then(resolver)
            } else {
                let inner = resolver.chain(rest, then);
                let span = resolver.body.exprs[cond].span;
                let inner = resolver.body.expr(inner, span);
                Block { stmts: vec![Stmt::Expr(inner)], span, ..Block::default() }
            };
            ExprKind::If { cond, then, otherwise: None }
        })
    }

    /// Operands of `&&`, of which the first may be a `let`.
    fn condition(&mut self, operands: &[&Expr]) -> ExprId {
        let mut all: Option<ExprId> = None;
        for operand in operands {
            let next = match operand {
                Expr::Let(test) => self.let_condition(test),
                other => self.expr(other),
            };
            all = Some(match all {
                None => next,
                Some(lhs) => {
                    let span = self.body.exprs[lhs].span.to(expr_span(operand));
                    self.body.expr(ExprKind::Logic(Logic::And, lhs, next), span)
                }
            });
        }
        all.unwrap_or_else(|| self.body.expr(ExprKind::Error, sycl_hls_ir::Span::NONE))
    }

    /// The condition `let pattern = value`.
    fn let_condition(&mut self, test: &syn::ExprLet) -> ExprId {
        let scrutinee = self.expr(&test.expr);
        let pat = self.pattern(&test.pat);
        self.body.expr(ExprKind::Let(pat, scrutinee), span_of(test))
    }
}

/// The operands of a condition, in a list for each `let` and one for what stands before the first one.
fn conditions(cond: &Expr) -> Vec<Vec<&Expr>> {
    if !has_let(cond) {
        return vec![vec![cond]];
    }
    let mut operands = Vec::new();
    let mut next = cond;
    while let Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) = next {
        operands.push(&**right);
        next = left;
    }
    operands.push(next);
    let mut conditions: Vec<Vec<&Expr>> = Vec::new();
    for operand in operands.into_iter().rev() {
        match conditions.last_mut() {
            Some(last) if !matches!(operand, Expr::Let(_)) => last.push(operand),
            _ => conditions.push(vec![operand]),
        }
    }
    conditions
}

/// True of `let ..`, alone or as an operand of `&&`.
fn has_let(cond: &Expr) -> bool {
    match cond {
        Expr::Let(_) => true,
        Expr::Binary(ExprBinary { left, op: BinOp::And(_), right, .. }) => has_let(left) || has_let(right),
        _ => false,
    }
}
