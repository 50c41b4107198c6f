//! Places: elements and rows of arrays and slices, and their indices.

use super::scope::{Var, VarId};
use super::{Generator, Made, Range, number};
use crate::ast::{BinaryOp, Expr, ExprKind, Prim, Step, Ty};

/// What an index must be less than.
#[derive(Clone, Copy)]
enum Bound {
    /// An array's length.
    Array(u64),
    /// The length of this slice.
    Slice(VarId),
}

impl Generator {
    /// An element of the type `ty` of an array or a slice.
    pub fn element(&mut self, ty: Prim) -> Option<Made> {
        let vars = self.scope.readable(|var| holds(var, ty));
        let id = *self.dice.pick(&vars)?;
        let var = self.scope.get(id);
        let (range, fixed) = match var.ty.is_aggregate() || var.ty.leaf().is_none() {
            true => (Range::of(ty), true),
            false => (var.range, var.fixed),
        };
        let path = self.path_within(id, ty)?;
        let place = self.place_of(id, &path);
        Some(Made::new(place, range, fixed))
    }

    /// A writable place of scalars of the type `ty` behind at least one index, and whether its type is decided.
    pub fn writable_element(&mut self, ty: Prim) -> Option<(Expr, bool)> {
        let vars = self.scope.writable(|var| holds(var, ty));
        let id = *self.dice.pick(&vars)?;
        let var = self.scope.get(id);
        let fixed = var.fixed;
        let path = self.path_within(id, ty)?;
        Some((self.place_of(id, &path), fixed))
    }

    /// A way from a variable to a scalar of the type in it.
    fn path_within(&mut self, id: VarId, ty: Prim) -> Option<Vec<Step>> {
        let paths = self.scope.get(id).ty.paths(&|part| *part == Ty::Prim(ty));
        self.dice.pick(&paths).cloned()
    }

    /// A variable or a part of one that holds a `ty`, which is no scalar.
    pub fn whole_place(&mut self, ty: &Ty, writable: bool) -> Option<(Expr, bool)> {
        let wanted = |var: &Var| !var.ty.paths(&|part| part == ty).is_empty();
        let vars = if writable { self.scope.writable(wanted) } else { self.scope.readable(wanted) };
        let id = *self.dice.pick(&vars)?;
        let var = self.scope.get(id);
        let (paths, fixed) = (var.ty.paths(&|part| part == ty), var.fixed);
        let path = self.dice.pick(&paths)?.clone();
        Some((self.place_of(id, &path), fixed))
    }

    /// A variable with some steps into it.
    pub fn place_of(&mut self, id: VarId, path: &[Step]) -> Expr {
        let var = self.scope.get(id);
        let mut place = if path.is_empty() { var.whole() } else { var.named() };
        for step in path {
            let bound = match (&place.ty, step) {
                (_, Step::Field(name)) => {
                    let field = place.ty.steps().into_iter().find(|(known, _)| known == step);
                    place = place.field(field.map_or(Ty::Unit, |(_, ty)| ty), name);
                    continue;
                }
                (Ty::Array(_, len), _) => Bound::Array(len.count),
                _ => Bound::Slice(id),
            };
            let index = if self.risky() { self.risky_index(bound) } else { self.safe_index(bound) };
            place = place.index(index);
        }
        place
    }

    /// An index that may be out of bounds.
    fn risky_index(&mut self, bound: Bound) -> Expr {
        match bound {
            Bound::Array(count) if self.dice.percent(20) => number(Prim::Usize, i128::from(count)),
            _ => self.scalar(Prim::Usize, true).expr,
        }
    }

    fn literal_below(&mut self, count: u64) -> Expr {
        let value = self.dice.between(0, i128::from(count) - 1);
        self.int_literal(Prim::Usize, value, true).expr
    }

    /// An index that is in bounds, except for a slice that is shorter than usual.
    fn safe_index(&mut self, bound: Bound) -> Expr {
        let count = match bound {
            Bound::Array(count) => count,
            Bound::Slice(id) => {
                if let Some(index) = self.index_below(id) {
                    return index;
                }
                self.scope.get(id).min_len
            }
        };
        if count == 0 || (matches!(bound, Bound::Slice(_)) && self.dice.percent(20)) {
            return self.index_modulo_len(bound);
        }
        let in_bounds = Range::new(0, i128::from(count) - 1);
        let vars =
            self.scope.readable(|var| var.ty.prim() == Some(Prim::Usize) && var.range.within(in_bounds));
        match (self.dice.below(10), self.dice.pick(&vars)) {
            (0..=3, Some(id)) => self.scope.get(*id).expr(),
            (0..=5, _) => self.literal_below(count),
            (6, _) => {
                // A narrower number as an index.
                let ty = self.any_int();
                let value = self.clamped(ty, in_bounds, false);
                let value = if value.range.within(in_bounds) {
                    value.fix()
                } else {
                    // A signed remainder may be negative.
                    self.int_literal(ty, 0, true).fix()
                };
                value.expr.cast(Prim::Usize)
            }
            _ => self.clamped(Prim::Usize, in_bounds, true).expr,
        }
    }

    /// A variable that is less than a slice's length.
    fn index_below(&mut self, slice: VarId) -> Option<Expr> {
        let vars = self.scope.readable(|var| var.below == Some(slice));
        let id = *self.dice.pick(&vars)?;
        self.dice.percent(60).then(|| self.scope.get(id).expr())
    }

    /// `x % slice.len()`, which fails if the slice is empty.
    fn index_modulo_len(&mut self, bound: Bound) -> Expr {
        let Bound::Slice(id) = bound else { return number(Prim::Usize, 0) };
        let len = Expr::new(Prim::Usize, ExprKind::Len(Box::new(self.scope.get(id).expr())));
        let value = self.scalar(Prim::Usize, true);
        Expr::binary(Prim::Usize, BinaryOp::Rem, value.expr, len)
    }
}

fn holds(var: &Var, ty: Prim) -> bool {
    var.ty.prim().is_none() && !var.ty.paths(&|part| *part == Ty::Prim(ty)).is_empty()
}
