//! Loops: none, one or more iterations, with bounds that are known or not.

use super::assign::assign;
use super::scope::{Var, VarId};
use super::{Generator, MAX_TIMES, Made, Range};
use crate::ast::{Expr, ExprKind, For, Prim, Stmt, Ty};

/// The bounds of a loop, and what is known of its variable.
struct Bounds {
    ty: Prim,
    lo: Made,
    hi: Made,
    inclusive: bool,
    /// At most.
    trips: u64,
    /// The variable is less than this slice's length.
    below: Option<VarId>,
    /// A variable that the bounds are computed from, for the body to change.
    from: Option<VarId>,
}

impl Generator {
    /// `for name in lo..hi { .. }`
    pub fn for_stmt(&mut self) -> Stmt {
        let bounds = self.bounds();
        let mutable = bounds.below.is_none() && self.dice.percent(15);
        let name = if self.dice.percent(10) { "_".to_owned() } else { self.names.variable(&mut self.dice) };
        self.scope.enter();
        if name != "_" {
            let var = self.loop_variable(&name, mutable, &bounds);
            self.scope.declare(var);
        }
        let outer = self.times;
        self.times *= bounds.trips.max(1);
        let label = self.enter_loop(None);
        let mut body = self.block(3);
        self.exits.levels.pop();
        let changed = bounds.from.map(|id| self.scope.get(id).clone()).filter(|var| var.name != name);
        if let Some(var) = changed {
            // The bounds are computed once, before.
            let value = self.literal(bounds.ty, var.fixed).expr;
            body.stmts.insert(0, assign(var.expr(), None, value));
        }
        self.times = outer;
        self.scope.leave();
        let (lo, hi) = (bounds.lo.expr, bounds.hi.expr);
        let constant = self.is_constant(&lo) && self.is_constant(&hi);
        let directives = self.loop_directives(constant, &mut body);
        let mutable = mutable && name != "_";
        Stmt::For(For { name, mutable, label, lo, hi, inclusive: bounds.inclusive, directives, body })
    }

    fn loop_variable(&mut self, name: &str, mutable: bool, bounds: &Bounds) -> Var {
        let mut var = Var::new(name, bounds.ty);
        let last = bounds.hi.range.hi - i128::from(!bounds.inclusive);
        var.range = Range::new(bounds.lo.range.lo, last.max(bounds.lo.range.lo));
        if mutable {
            // It may be assigned more than its bounds.
            let room = if bounds.ty.is_signed() { Range::new(-100, 100) } else { Range::new(0, 100) };
            var.range = var.range.union(room);
            var.writable = true;
        }
        var.base = var.range;
        var.fixed = bounds.lo.fixed || bounds.hi.fixed;
        var.below = bounds.below;
        var
    }

    /// How many iterations a loop here may have.
    fn most_trips(&self) -> u64 {
        (MAX_TIMES / self.times.max(1)).max(1)
    }

    fn bounds(&mut self) -> Bounds {
        let found = match self.dice.weighted([(45, 0), (25, 1), (20, 2), (10, 3)]) {
            1 => self.slice_bounds(),
            2 => return self.variable_bounds(),
            3 => self.array_bounds(),
            _ => None,
        };
        found.unwrap_or_else(|| self.literal_bounds())
    }

    fn literal_bounds(&mut self) -> Bounds {
        let ty = self.any_int();
        let wished = self.dice.weighted([(26, 0), (22, 1), (18, 2), (16, 3), (10, 4), (8, 7)]);
        let trips = wished.min(i128::from(self.most_trips()));
        let all = Range::of(ty);
        let at_the_end = self.dice.percent(6);
        let inclusive = at_the_end || self.dice.percent(15);
        let lo = match self.dice.below(10) {
            _ if at_the_end => all.hi - trips + 1,
            0..=5 => 0,
            6 | 7 => self.dice.between(1, 9),
            _ if ty.is_signed() => self.dice.between(-4, -1),
            _ => 2,
        };
        // Without any iteration the bounds may stand the other way round.
        let surplus = if trips == 0 && lo > 2 && self.dice.percent(50) { 2 } else { 0 };
        let hi = lo + trips - i128::from(inclusive) - surplus;
        // An empty loop at the end of the type has no such bounds.
        let (lo, hi, trips) = if all.contains(lo) && all.contains(hi) {
            (lo, hi, trips)
        } else {
            (1, 1, i128::from(inclusive))
        };
        let lo = self.int_literal(ty, lo, false);
        let hi = self.int_literal(ty, hi, lo.fixed);
        Bounds { ty, lo, hi, inclusive, trips: trips.unsigned_abs() as u64, below: None, from: None }
    }

    fn slice_bounds(&mut self) -> Option<Bounds> {
        let most = self.most_trips();
        let vars = self.scope.readable(|var| matches!(var.ty, Ty::Slice(_)) && var.max_len <= most);
        let id = *self.dice.pick(&vars)?;
        let var = self.scope.get(id);
        let (len, max) = (var.expr(), var.max_len);
        let lo = self.dice.weighted([(80, 0), (20, 1)]);
        let lo = self.int_literal(Prim::Usize, lo, true);
        let hi = Expr::new(Prim::Usize, ExprKind::Len(Box::new(len)));
        let hi = Made::new(hi, Range::new(0, i128::from(max)), true);
        // One too far.
        let inclusive = self.dice.percent(6);
        Some(Bounds { ty: Prim::Usize, lo, hi, inclusive, trips: max, below: Some(id), from: None })
    }

    fn array_bounds(&mut self) -> Option<Bounds> {
        let most = self.most_trips();
        let fits = |var: &Var| var.ty.length().is_some_and(|[_, len]| len <= most);
        let vars = self.scope.readable(fits);
        let var = self.scope.get(*self.dice.pick(&vars)?);
        let [least, len] = var.ty.length()?;
        let hi = Expr::new(Prim::Usize, ExprKind::Len(Box::new(var.expr())));
        let hi = Made::new(hi, Range::new(i128::from(least), i128::from(len)), true);
        let lo = self.int_literal(Prim::Usize, 0, true);
        Some(Bounds { ty: Prim::Usize, lo, hi, inclusive: false, trips: len, below: None, from: None })
    }

    fn variable_bounds(&mut self) -> Bounds {
        let from = if self.dice.percent(60) { self.any_value(|_| true) } else { None };
        let known = from.and_then(|id| self.scope.get(id).ty.prim());
        let ty = known.unwrap_or_else(|| self.any_int());
        let most = self.most_trips().min(8);
        let lo = match self.dice.below(4) {
            0 => self.clamped(ty, Range::new(0, 3), false),
            1 => self.int_literal(ty, 1, false),
            _ => self.int_literal(ty, 0, false),
        };
        let in_bounds = Range::new(0, i128::from(most) - 1);
        let hi = match from.map(|id| self.scope.get(id)) {
            Some(var) => {
                let value = Made::new(var.expr(), var.range, var.fixed);
                self.clamp(ty, value, in_bounds)
            }
            None => self.clamped(ty, in_bounds, lo.fixed),
        };
        Bounds { ty, lo, hi, inclusive: self.dice.percent(15), trips: most, below: None, from }
    }
}
