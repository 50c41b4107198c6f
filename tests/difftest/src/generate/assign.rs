//! Assignments.

use super::scope::VarId;
use super::{Generator, Made, Range, number};
use crate::ast::{BinaryOp, Expr, Prim, Stmt, Ty};

impl Generator {
    /// An assignment to whatever can be written here; without any such thing, a declaration.
    pub fn assignment(&mut self, into: &mut Vec<Stmt>) {
        let done = match self.dice.weighted([(40, 0), (45, 1), (15, 2)]) {
            0 => self.assign_variable(into),
            1 => self.assign_element(into),
            _ => self.assign_whole(into),
        };
        if done.is_none() && self.assign_variable(into).is_none() && self.assign_element(into).is_none() {
            into.push(self.let_scalar());
        }
    }

    fn assign_variable(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let vars = self.scope.writable(|var| var.ty.prim().is_some());
        let id = *self.dice.pick(&vars)?;
        let ty = self.scope.get(id).ty.prim()?;
        let compound = self.dice.percent(50);
        let stmt = match ty {
            _ if compound && ty.is_integer() => {
                self.update_integer(id, ty, into);
                return Some(());
            }
            _ if compound => self.compound(self.scope.get(id).expr(), ty, self.scope.get(id).fixed),
            _ if ty.is_integer() => {
                let value = self.scalar(ty, self.scope.get(id).fixed);
                // The value may have shadowed nothing that outlives it, so the name still means the variable.
                let value = self.clamp(ty, value, self.scope.get(id).base);
                assign(self.scope.get(id).expr(), None, value.expr)
            }
            _ => {
                let value = self.scalar(ty, self.scope.get(id).fixed);
                assign(self.scope.get(id).expr(), None, value.expr)
            }
        };
        into.push(stmt);
        Some(())
    }

    /// A compound assignment that keeps an integer within its range.
    fn update_integer(&mut self, id: VarId, ty: Prim, into: &mut Vec<Stmt>) {
        let var = self.scope.get(id);
        let (place, base, all, fixed) = (var.expr(), var.base, Range::of(ty), var.fixed);
        if base == all {
            into.push(self.compound(place, ty, fixed));
            return;
        }
        match self.dice.below(4) {
            0 | 1 => {
                let direction = self.dice.below(2);
                let op = [BinaryOp::Add, BinaryOp::Sub][direction];
                if let Some(value) = self.affordable(id, ty, direction) {
                    into.push(assign(place, Some(op), value.expr));
                    return;
                }
            }
            2 => {
                let value = self.small(ty, fixed);
                let range = self.scope.get(id).range;
                if Range::apply(BinaryOp::Mul, range, value.range).is_some_and(|product| product.within(all))
                {
                    into.push(assign(place.clone(), Some(BinaryOp::Mul), value.expr));
                }
            }
            _ => {}
        }
        let mask = (base.hi.min(127) + 1) / 2;
        let (op, limit) = match self.dice.below(3) {
            0 => (BinaryOp::Rem, base.hi),
            1 => (BinaryOp::BitAnd, (mask + 1).cast_unsigned().next_power_of_two().cast_signed() / 2 - 1),
            _ => (BinaryOp::Div, base.hi + 1),
        };
        // A quotient need not be within the base; what follows makes it so.
        let (op, limit) = if op == BinaryOp::Div { (BinaryOp::Rem, base.hi.max(1)) } else { (op, limit) };
        into.push(assign(place, Some(op), number(ty, limit)));
    }

    /// Something to add to a variable or to subtract from it that it has room for, however often that happens.
    fn affordable(&mut self, id: VarId, ty: Prim, direction: usize) -> Option<Made> {
        let fixed = self.scope.get(id).fixed;
        let value = if self.dice.percent(70) { self.small(ty, fixed) } else { self.scalar(ty, fixed) };
        let times = i128::from(self.times);
        let var = self.scope.get_mut(id);
        let (up, down) = (value.range.hi.max(0) * times, -value.range.lo.min(0) * times);
        let (more, less) = (direction, 1 - direction);
        if var.slack[more] < up || var.slack[less] < down {
            return None;
        }
        var.slack[more] -= up;
        var.slack[less] -= down;
        Some(value)
    }

    fn assign_element(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let vars = self.scope.writable(|var| var.ty.prim().is_none());
        let ty = self.scope.get(*self.dice.pick(&vars)?).ty.clone();
        let ty = match ty.leaf() {
            Some(leaf) => leaf,
            None => self.any_prim(),
        };
        let (place, fixed) = self.writable_element(ty)?;
        let stmt = if self.dice.percent(45) {
            self.compound(place, ty, fixed)
        } else {
            let value = self.scalar(ty, fixed);
            assign(place, None, value.expr)
        };
        into.push(stmt);
        Some(())
    }

    /// `place op= value`, mostly with an operator that cannot fail.
    fn compound(&mut self, place: Expr, ty: Prim, known: bool) -> Stmt {
        use BinaryOp::{Add, BitAnd, BitOr, BitXor, Div, Mul, Rem, Shl, Shr, Sub};
        let op = match ty {
            Prim::Bool => self.dice.of([BitAnd, BitOr, BitXor]),
            _ if ty.is_float() => self.dice.of([Add, Sub, Mul, Div]),
            _ if self.risky() || self.dice.percent(3) => self.dice.of([Add, Sub, Mul]),
            _ => self.dice.of([BitAnd, BitOr, BitXor, Div, Rem, Shl, Shr]),
        };
        let value = match op {
            Div | Rem if ty.is_signed() => {
                let value = self.dice.between(2, 20);
                self.int_literal(ty, value, known)
            }
            Div | Rem if ty.is_integer() => self.divisor(ty, known),
            Shl | Shr => self.distance(ty),
            Add | Sub | Mul if ty.is_integer() => self.small(ty, known),
            _ => self.scalar(ty, known),
        };
        assign(place, Some(op), value.expr)
    }

    fn assign_whole(&mut self, into: &mut Vec<Stmt>) -> Option<()> {
        let whole = |ty: &Ty| ty.is_array() || ty.is_aggregate();
        let vars = self.scope.writable(|var| !var.ty.paths(&whole).is_empty());
        let var = self.scope.get(*self.dice.pick(&vars)?);
        let paths = var.ty.paths(&whole);
        let ty = self.dice.pick(&paths)?.iter().fold(var.ty.clone(), |ty, step| {
            ty.steps().into_iter().find(|(known, _)| known == step).map_or(Ty::Unit, |(_, ty)| ty)
        });
        let (place, fixed) = self.whole_place(&ty, true)?;
        let value = self.value(&ty, fixed);
        into.push(assign(place, None, value.expr));
        Some(())
    }
}

pub(super) fn assign(place: Expr, op: Option<BinaryOp>, value: Expr) -> Stmt {
    Stmt::Assign { place, op, value }
}
