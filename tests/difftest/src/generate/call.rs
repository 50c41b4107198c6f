//! Calls of helpers. A call borrows what it passes by reference until all its arguments are evaluated.

use super::scope::{Var, VarId};
use super::{Generator, Helper, HelperParam, MAX_COST, Made};
use crate::ast::{Expr, ExprKind, ParamTy, Piece, Step, Stmt, Template, Ty};

impl Generator {
    /// A call of a helper that gives a `ty`.
    pub fn call_value(&mut self, ty: &Ty) -> Option<Made> {
        let helper = self.callable(|helper| helper.ret.as_ref().is_some_and(|(ret, _)| ret == ty))?;
        let range = helper.ret.as_ref()?.1;
        let args = self.args(&helper)?;
        self.cost += self.times * helper.cost;
        Some(Made::new(called(&helper, ty.clone(), args), range, true))
    }

    /// A call for its effects, and the declarations of arrays for it to work on.
    pub fn call_stmt(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let helper = self.callable(|helper| helper.operator.is_none())?;
        for param in &helper.params {
            if let ParamTy::Ref { ty: ty @ Ty::Array(..), .. } = &param.ty
                && self.dice.percent(60)
            {
                into.push(self.let_array_of(ty));
            }
        }
        let args = self.args(&helper)?;
        self.cost += self.times * helper.cost;
        let ty = helper.ret.as_ref().map_or(Ty::Unit, |(ret, _)| ret.clone());
        into.push(Stmt::Expr(called(&helper, ty, args)));
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
            ParamTy::Value(Ty::Prim(prim)) if prim.is_integer() => {
                Some(self.clamped(*prim, param.range, true).expr)
            }
            ParamTy::Value(ty) => Some(self.value(ty, true).expr),
            ParamTy::Ref { mutable, ty } => self.reference(*mutable, ty, param.min_len),
        }
    }

    fn reference(&mut self, mutable: bool, ty: &Ty, min_len: u64) -> Option<Expr> {
        if matches!(ty, Ty::Slice(_))
            && self.dice.percent(30)
            && let Some(part) = self.part(mutable, min_len).filter(|part| part.expr.ty == *ty)
        {
            self.scope.borrow(part.of, mutable);
            return Some(Expr::new(ty.clone(), ExprKind::Ref(mutable, Box::new(part.expr))));
        }
        let wanted = |var: &Var| !(targets(var, ty, min_len).is_empty() || mutable && var.constant);
        let vars = if mutable { self.scope.writable(wanted) } else { self.scope.readable(wanted) };
        let id = *self.dice.pick(&vars)?;
        let path = self.dice.pick(&targets(self.scope.get(id), ty, min_len))?.clone();
        let place = self.place_of(id, &path);
        Some(self.pass(id, &path, mutable, place))
    }

    /// A place as an argument, borrowed from now on.
    fn pass(&mut self, id: VarId, path: &[Step], mutable: bool, place: Expr) -> Expr {
        self.scope.borrow(id, mutable);
        if path.is_empty() && self.scope.get(id).reference {
            return self.scope.get(id).named();
        }
        Expr::new(place.ty.clone(), ExprKind::Ref(mutable, Box::new(place)))
    }
}

/// The ways from a variable to what a reference to `ty` may refer to.
fn targets(var: &Var, ty: &Ty, min_len: u64) -> Vec<Vec<Step>> {
    let Ty::Slice(element) = ty else { return var.ty.paths(&|part| part == ty) };
    if var.ty == *ty {
        return if var.min_len >= min_len { vec![Vec::new()] } else { Vec::new() };
    }
    var.ty.paths(&|part| match part {
        Ty::Array(of, len) => of == element && len.count >= min_len,
        _ => false,
    })
}

/// A call of a function, or of a method of its first argument.
fn called(helper: &Helper, ty: Ty, mut args: Vec<Expr>) -> Expr {
    if !helper.method {
        return Expr::new(ty, ExprKind::Call(helper.name.clone(), args));
    }
    if let (Some(symbol), [left, right]) = (helper.operator, args.as_slice()) {
        let operand = |arg: &Expr| Piece::Operand(arg.clone());
        let pieces = vec![operand(left), format!(" {symbol} ").into(), operand(right)];
        return Template::loose("operator of a type", pieces).expr(ty);
    }
    let receiver = match args.remove(0) {
        Expr { kind: ExprKind::Ref(_, place), .. } => *place,
        other => other,
    };
    receiver.method(ty, "method", &helper.name, args)
}
