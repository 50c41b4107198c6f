//! `panic!` and assertions: checks that stop a run in emulation. Hardware has none, and goes on.

use sycl_hls_ir::{Overflow, Span, UnaryOp, ValueId};
use sycl_hls_types::{Scalar, ScalarValue};

use super::Lowerer;
use crate::hir::{Block, ExprId, ExprKind, Stmt};

impl Lowerer<'_, '_, '_> {
    /// Stops the run with this text.
    pub(super) fn panic(&mut self, text: &str, span: Span) {
        let always = self.constant(true, span);
        self.builder.panic_with(always, text, span);
    }

    /// What stands for a value that there is none of, because the run has stopped; `None` where control never comes.
    pub(super) fn behind_panic(&mut self, ty: Scalar, span: Span) -> Option<ValueId> {
        self.reachable.then(|| self.constant(ScalarValue::from_bits(ty, 0), span))
    }

    /// `if a {} else { panic!(..) }`, as assertions are written out, and `if a { panic!(..) }`: a check without a branch.
    /// False if the expression is none of them.
    pub(super) fn check(&mut self, cond: ExprId, then: &Block, otherwise: Option<ExprId>) -> bool {
        if self.has_let(cond) {
            return false;
        }
        let panics = match otherwise.map(|otherwise| self.kind(otherwise)) {
            None => then,
            Some(ExprKind::Block(otherwise, None)) if then.stmts.is_empty() && then.tail.is_none() => {
                otherwise
            }
            Some(_) => return false,
        };
        let panic = match (panics.stmts.as_slice(), panics.tail) {
            ([Stmt::Expr(panic)], None) => *panic,
            ([], Some(panic)) => panic,
            _ => return false,
        };
        let ExprKind::Panic(text) = self.kind(panic) else { return false };
        if let Some(mut wrong) = self.value(cond) {
            let span = self.span(panic);
            if otherwise.is_some() {
                wrong = self.builder.unary(UnaryOp::Not, Overflow::Wrapping, wrong, span);
            }
            self.builder.panic_with(wrong, text.as_str(), span);
        }
        true
    }
}
