//! Directives, where they may stand.

use super::Generator;
use crate::ast::{BinaryOp, Block, Expr, ExprKind, Func, Partition, Piece, Prim, Stmt, Ty, walk};

/// Directives that every loop can have besides.
const OTHERS: [&str; 8] = [
    "loop_tripcount(min = 1, max = 64, avg = 8)",
    "loop_flatten(off)",
    "loop_merge",
    "latency(min = 1, max = 100)",
    "performance(target_ti = 1000)",
    "dependence(array, inter, dependent = true)",
    "expression_balance(off)",
    "allocation(operation = mul, limit = 1)",
];

impl Generator {
    /// A partition of an array with these dimensions.
    pub fn partitions(&mut self, dims: &[u64]) -> Vec<Partition> {
        let dim = self.dice.below(dims.len() + 1) as u64;
        let smallest = match dim {
            0 => dims.iter().min(),
            dim => dims.get(dim as usize - 1),
        };
        let most = i128::from(smallest.copied().unwrap_or(1));
        let kind = self.dice.of(["complete", "block", "cyclic"]);
        let factor = (kind != "complete").then(|| self.dice.between(1, most).unsigned_abs() as u64);
        // Without it the first dimension is meant.
        let written = dim != 1 || self.dice.percent(50);
        vec![Partition { kind, factor, dim: written.then_some(dim) }]
    }

    /// Directives of a loop with this body.
    pub fn loop_directives(&mut self, constant: bool, body: &mut Block) -> Vec<String> {
        let mut directives = Vec::new();
        if self.dice.percent(45) && !self.is_variable(body) {
            directives.push(match self.dice.below(3) {
                0 => "pipeline".to_owned(),
                ii => format!("pipeline(ii = {ii})"),
            });
        }
        if self.dice.percent(15) {
            match self.dice.below(4) {
                0 if constant => directives.push("unroll".to_owned()),
                0 => {}
                factor => directives.push(format!("unroll(factor = {factor})")),
            }
        }
        if self.dice.percent(15) {
            directives.push(self.dice.of(OTHERS).to_owned());
        }
        directives
    }

    /// True if the block holds a loop whose bounds are no constants, in itself or in what it calls.
    pub fn is_variable(&self, block: &mut Block) -> bool {
        let mut search = Search { generator: self, found: false };
        walk::block(block, &mut search);
        search.found
    }

    /// True if one of the values comes from a loop whose bounds are no constants.
    pub fn has_loops(&self, values: &[&Expr]) -> bool {
        values
            .iter()
            .any(|value| self.is_variable(&mut Block { stmts: Vec::new(), tail: Some((*value).clone()) }))
    }

    /// True if this bound of a loop is known when the module is translated.
    pub fn is_constant(&self, bound: &Expr) -> bool {
        match &bound.kind {
            ExprKind::Literal(_) | ExprKind::Path(_) => true,
            ExprKind::Var(name) => !self.scope.visible(|var| var.constant && var.name == *name).is_empty(),
            ExprKind::Paren(inner) => self.is_constant(inner),
            ExprKind::Len(place) => {
                matches!(place.kind, ExprKind::Var(_)) && matches!(place.ty, Ty::Array(..))
            }
            _ => false,
        }
    }
}

/// True if a function has an operator of floats, so that `#[flush_denormals]` has an effect on it.
pub(super) fn computes_floats(func: &mut Func) -> bool {
    let mut found = false;
    walk::func(func, &mut |expr: &mut Expr| {
        if let ExprKind::Binary(op, lhs, _) = &expr.kind {
            found |= *op != BinaryOp::Rem && lhs.ty.prim().is_some_and(Prim::is_float);
        }
    });
    found
}

/// Features that are loops over what has no known length, or that may call a function with one.
const LOOPS: [&str; 19] = [
    "method",
    "operator of a type",
    "pow",
    "wrapping_pow",
    "saturating_pow",
    "checked_pow",
    "overflowing_pow",
    "isqrt",
    "fill",
    "copy_from_slice",
    "fold",
    "sum",
    "product",
    "any",
    "all",
    "count",
    "position",
    "least item",
    "greatest item",
];

struct Search<'g> {
    generator: &'g Generator,
    found: bool,
}

impl walk::Visit for Search<'_> {
    fn expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Template(template) = &expr.kind {
            // A method that is called may hold a loop.
            self.found |= template.pieces.iter().any(|piece| matches!(piece, Piece::Block(_)));
            self.found |= LOOPS.contains(&template.feature);
        }
        if let ExprKind::Call(name, _) = &expr.kind {
            self.found |= self.generator.helpers.iter().any(|helper| helper.variable && helper.name == *name);
        }
    }

    fn block(&mut self, block: &mut Block) {
        self.found |= block.stmts.iter().any(|stmt| match stmt {
            // It may be a loop.
            Stmt::Template(_) => true,
            Stmt::For(inner) => {
                !self.generator.is_constant(&inner.lo) || !self.generator.is_constant(&inner.hi)
            }
            _ => false,
        });
    }
}
