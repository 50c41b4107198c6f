//! Expressions whose value is an array.

use super::{Generator, Made, Range};
use crate::ast::{Block, Expr, ExprKind, If, Ty};

impl Generator {
    /// An array of the type `ty`.
    pub fn array(&mut self, ty: &Ty, known: bool) -> Made {
        self.nodes = self.nodes.saturating_sub(1);
        let copied = if self.dice.percent(35) { self.whole_place(ty, false) } else { None };
        if let Some((place, fixed)) = copied {
            return Made::new(place, Range::whole(ty), fixed);
        }
        if self.depth < 3 && self.nodes > 0 {
            match self.dice.below(12) {
                0 | 1 => return self.array_if(ty, known),
                2 => return self.array_block(ty, known),
                3 | 4 => {
                    if let Some(made) = self.call_value(ty) {
                        return made;
                    }
                }
                _ => {}
            }
        }
        let Some(element) = ty.element() else {
            return Made::new(Expr::var(ty.clone(), "_"), Range::whole(ty), true);
        };
        let open = matches!(ty, Ty::Array(_, len) if len.is_open());
        if open || self.dice.percent(40) {
            self.repeat(ty, &element, known)
        } else {
            self.list(ty, &element, known)
        }
    }

    fn element_value(&mut self, ty: &Ty, known: bool) -> Made {
        match ty.prim() {
            Some(prim) if self.dice.percent(60) => self.leaf(prim, known),
            Some(prim) => self.scalar(prim, known),
            None => self.value(ty, known),
        }
    }

    fn repeat(&mut self, ty: &Ty, element: &Ty, known: bool) -> Made {
        let value = self.element_value(element, known);
        let len = match ty {
            Ty::Array(_, len) => len.clone(),
            _ => 1.into(),
        };
        let kind = ExprKind::Repeat(Box::new(value.expr), len);
        Made::new(Expr::new(ty.clone(), kind), Range::whole(ty), value.fixed)
    }

    fn list(&mut self, ty: &Ty, element: &Ty, known: bool) -> Made {
        let count = ty.dims().first().copied().unwrap_or(1);
        let mut elements = Vec::new();
        let mut fixed = false;
        for _ in 0..count {
            let value = self.element_value(element, known || fixed);
            fixed |= value.fixed;
            elements.push(value.expr);
        }
        Made::new(Expr::new(ty.clone(), ExprKind::List(elements)), Range::whole(ty), fixed)
    }

    fn array_if(&mut self, ty: &Ty, known: bool) -> Made {
        self.depth += 1;
        let cond = self.boolean().expr;
        let (then, then_fixed) = self.array_arm(ty, known);
        let (otherwise, else_fixed) = self.array_arm(ty, known || then_fixed);
        self.depth -= 1;
        let branch = If { cond, then, otherwise: Some(otherwise), chained: self.dice.percent(50) };
        let expr = Expr::new(ty.clone(), ExprKind::If(Box::new(branch)));
        Made::new(expr, Range::whole(ty), then_fixed || else_fixed)
    }

    fn array_block(&mut self, ty: &Ty, known: bool) -> Made {
        self.depth += 1;
        let (block, fixed) = self.array_arm(ty, known);
        self.depth -= 1;
        Made::new(Expr::new(ty.clone(), ExprKind::Block(Box::new(block))), Range::whole(ty), fixed)
    }

    fn array_arm(&mut self, ty: &Ty, known: bool) -> (Block, bool) {
        self.scope.enter();
        let stmts = if self.dice.percent(40) { self.stmts(1) } else { Vec::new() };
        let value = self.array(ty, known);
        self.scope.leave();
        (Block { stmts, tail: Some(value.expr) }, value.fixed)
    }
}
