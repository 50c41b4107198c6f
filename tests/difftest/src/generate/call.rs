//! Calls of helpers. A call borrows what it passes by reference until all its arguments are evaluated.

use super::place::levels_to;
use super::scope::{Var, VarId};
use super::{Generator, Helper, HelperParam, MAX_COST, Made};
use crate::ast::{Expr, ExprKind, ParamTy, Prim, Stmt, Ty};

impl Generator {
    /// A call of a helper that gives a `ty`.
    pub fn call_value(&mut self, ty: Prim) -> Option<Made> {
        let helper = self.callable(|helper| helper.ret.is_some_and(|(ret, _)| ret == ty))?;
        let range = helper.ret?.1;
        let args = self.args(&helper)?;
        self.cost += self.times * helper.cost;
        Some(Made::new(Expr::new(ty, ExprKind::Call(helper.name, args)), range, true))
    }

    /// A call for its effects, and the declarations of arrays for it to work on.
    pub fn call_stmt(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let helper = self.callable(|_| true)?;
        for param in &helper.params {
            if let ParamTy::Ref { ty: ty @ Ty::Array(..), .. } = &param.ty
                && self.dice.percent(60)
            {
                into.push(self.let_array_of(ty));
            }
        }
        let args = self.args(&helper)?;
        self.cost += self.times * helper.cost;
        let ty = helper.ret.map_or(Ty::Unit, |(ret, _)| ret.into());
        into.push(Stmt::Expr(Expr::new(ty, ExprKind::Call(helper.name, args))));
        Some(())
    }

    fn callable(&mut self, wanted: impl Fn(&Helper) -> bool) -> Option<Helper> {
        let affordable =
            |helper: &&Helper| self.cost + self.times * helper.cost <= MAX_COST && wanted(helper);
        let helpers: Vec<Helper> = self.helpers.iter().filter(affordable).cloned().collect();
        self.dice.pick(&helpers).cloned()
    }

    /// The arguments; `None` if there is nothing to pass to one of the parameters.
    fn args(&mut self, helper: &Helper) -> Option<Vec<Expr>> {
        let borrows = self.scope.borrows();
        self.depth += 1;
        let args = helper.params.iter().map(|param| self.arg(param)).collect();
        self.depth -= 1;
        self.scope.release(borrows);
        args
    }

    fn arg(&mut self, param: &HelperParam) -> Option<Expr> {
        match &param.ty {
            ParamTy::Scalar(prim) if prim.is_integer() => Some(self.clamped(*prim, param.range, true).expr),
            ParamTy::Scalar(prim) => Some(self.scalar(*prim, true).expr),
            ParamTy::Ref { mutable, ty } => self.reference(*mutable, ty, param.min_len),
        }
    }

    fn reference(&mut self, mutable: bool, ty: &Ty, min_len: u64) -> Option<Expr> {
        let wanted = |var: &Var| levels(var, ty, min_len).is_some() && !(mutable && var.constant);
        let vars = if mutable { self.scope.writable(wanted) } else { self.scope.readable(wanted) };
        let id = *self.dice.pick(&vars)?;
        let levels = levels(self.scope.get(id), ty, min_len)?;
        let place = self.place_of(id, levels);
        Some(self.pass(id, levels, mutable, place))
    }

    /// A place as an argument, borrowed from now on.
    fn pass(&mut self, id: VarId, levels: usize, mutable: bool, place: Expr) -> Expr {
        self.scope.borrow(id, mutable);
        if levels == 0 && self.scope.get(id).reference {
            return place;
        }
        Expr::new(place.ty.clone(), ExprKind::Ref(mutable, Box::new(place)))
    }
}

/// Number of indices that lead from a variable to what a reference to `ty` may refer to.
fn levels(var: &Var, ty: &Ty, min_len: u64) -> Option<usize> {
    let Ty::Slice(element) = ty else { return levels_to(var, ty) };
    if var.ty == *ty {
        return (var.min_len >= min_len).then_some(0);
    }
    let dims = var.ty.dims();
    let long_enough = dims.last().is_some_and(|last| *last >= min_len);
    (var.ty.leaf() == Some(*element) && long_enough).then(|| dims.len() - 1)
}
