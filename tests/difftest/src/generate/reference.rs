//! References as variables, parts of slices, and what is done with whole slices.

use super::scope::{Var, VarId};
use super::{Generator, Range, number};
use crate::ast::{Block, Expr, ExprKind, Piece, Prim, Stmt, Template, Ty};

/// A part of an array or a slice.
pub(super) struct Part {
    pub expr: Expr,
    pub element: Ty,
    /// Elements, at least and at most.
    pub len: [u64; 2],
    pub of: VarId,
}

impl Generator {
    /// `let r = &mut a[i];` and its like, mostly in a block, at whose end what is borrowed is free again.
    pub fn let_reference(&mut self, into: &mut Vec<Stmt>) {
        if self.depth < 2 || self.dice.percent(60) {
            self.scope.enter();
            let mut stmts = Vec::new();
            self.let_reference_here(&mut stmts);
            stmts.extend(self.stmts(2));
            self.scope.leave();
            into.push(Stmt::Block(Block { stmts, tail: None }));
            return;
        }
        self.let_reference_here(into);
    }

    fn let_reference_here(&mut self, into: &mut Vec<Stmt>) {
        match self.dice.below(10) {
            0 | 3 if self.if_element(into).is_some() => return,
            1 | 2 if self.split(into).is_some() => return,
            _ => {}
        }
        let mutable = self.dice.percent(60);
        if self.dice.percent(45)
            && let Some(part) = self.part(mutable, 0)
        {
            let name = self.names.variable(&mut self.dice);
            self.scope.borrow(part.of, mutable);
            let mut var = Var::new(&name, part.element.slice());
            (var.reference, var.writable) = (true, mutable);
            [var.min_len, var.max_len] = part.len;
            self.scope.declare(var);
            into.push(let_ref(&name, mutable, part.expr));
            return;
        }
        let any = |var: &Var| !var.constant && var.ty != Ty::Unit;
        let vars = if mutable { self.scope.writable(any) } else { self.scope.readable(any) };
        let Some(id) = self.dice.pick(&vars).copied() else { return };
        let source = self.scope.get(id).clone();
        let paths = source.ty.paths(&|part| !matches!(part, Ty::Slice(_)));
        let path = self.dice.pick(&paths).cloned().unwrap_or_default();
        let place = self.place_of(id, &path);
        let name = self.names.variable(&mut self.dice);
        let mut var = Var::new(&name, place.ty.clone());
        (var.reference, var.writable) = (true, mutable);
        var.fixed = source.fixed;
        if path.is_empty() {
            (var.range, var.base) = (source.range, source.base);
        }
        self.scope.borrow(id, mutable);
        self.scope.declare(var);
        into.push(let_ref(&name, mutable, place));
    }

    /// `x[lo..hi]` of at least so many elements.
    pub(super) fn part(&mut self, mutable: bool, least: u64) -> Option<Part> {
        let whole = |ty: &Ty| matches!(ty, Ty::Slice(_) | Ty::Array(..));
        let long = |var: &Var| !matches!(var.ty, Ty::Slice(_)) || var.min_len >= least;
        // Methods are called on the elements, and literals take their type, so it must be decided.
        let wanted = |var: &Var| {
            var.fixed && long(var) && !(mutable && var.constant) && !var.ty.paths(&whole).is_empty()
        };
        let vars = if mutable { self.scope.writable(wanted) } else { self.scope.readable(wanted) };
        let of = *self.dice.pick(&vars)?;
        let paths = self.scope.get(of).ty.paths(&whole);
        let path = self.dice.pick(&paths)?.clone();
        let (min, max) = (self.scope.get(of).min_len, self.scope.get(of).max_len);
        let place = match path.is_empty() {
            true => self.scope.get(of).named(),
            false => self.place_of(of, &path),
        };
        let element = place.ty.element()?;
        let [min, max] = match &place.ty {
            Ty::Array(_, len) => len.bounds(),
            _ => [min, max],
        };
        if min < least {
            return None;
        }
        let borrows = self.scope.borrows();
        self.scope.borrow(of, mutable);
        let (bounds, len) = self.part_bounds(min, max, least);
        self.scope.release(borrows);
        let mut pieces = vec![Piece::Operand(place), "[".into()];
        pieces.extend(bounds);
        pieces.push("]".into());
        let expr = Template::new("part of a slice", pieces).expr(element.clone().slice());
        Some(Part { expr, element, len, of })
    }

    /// What stands between the brackets, and how many elements that leaves.
    fn part_bounds(&mut self, min: u64, max: u64, least: u64) -> (Vec<Piece>, [u64; 2]) {
        if self.risky() {
            let (lo, hi) = (self.scalar(Prim::Usize, true).expr, self.scalar(Prim::Usize, true).expr);
            let dots = self.dice.of(["..", "..="]);
            return (vec![Piece::Operand(lo), dots.into(), Piece::Operand(hi)], [0, max]);
        }
        let lo = self.dice.between(0, i128::from(min - least)).unsigned_abs() as u64;
        let hi = self.dice.between(i128::from(lo + least), i128::from(min)).unsigned_abs() as u64;
        let index = |value: u64| Piece::Expr(number(Prim::Usize, i128::from(value)));
        match self.dice.below(8) {
            5 | 6 if min > least => self.moving_bounds(min, least),
            0 => (vec![index(lo), "..".into()], [min - lo, max - lo]),
            1 if hi >= least => (vec!["..".into(), index(hi)], [hi, hi]),
            2 => (vec!["..".into()], [min, max]),
            3 if hi > lo => (vec![index(lo), "..=".into(), index(hi - 1)], [hi - lo; 2]),
            4 if least == 0 => {
                let end = self.clamped(Prim::Usize, Range::new(0, i128::from(min)), true).expr;
                (vec!["..".into(), Piece::Operand(end)], [0, min])
            }
            _ => (vec![index(lo), "..".into(), index(hi)], [hi - lo; 2]),
        }
    }

    /// Ends that differ by a number, and are none themselves.
    fn moving_bounds(&mut self, min: u64, least: u64) -> (Vec<Piece>, [u64; 2]) {
        let inclusive = least + 2 <= min && self.dice.percent(40);
        let most = min - u64::from(inclusive);
        let len = self.dice.between(i128::from(least), i128::from(most) - 1).unsigned_abs() as u64;
        let len = if inclusive { len.max(1) } else { len };
        let first = self.clamped(Prim::Usize, Range::new(0, i128::from(most - len)), true).expr;
        let (after, to) = if inclusive { (" + 1", "..=") } else { ("", "..") };
        let pieces = vec![
            Piece::Operand(first.clone()),
            format!("{after}{to}").into(),
            Piece::Operand(first),
            format!(" + {len}").into(),
        ];
        (pieces, [len; 2])
    }

    /// `x.fill(..)`, `x.swap(..)` or `x.copy_from_slice(..)`.
    pub fn slice_method(&mut self, into: &mut Vec<Stmt>) {
        let Some(to) = self.part(true, 1) else { return self.assignment(into) };
        let borrows = self.scope.borrows();
        // The part may be one of an array in an element.
        let whole = self.dice.percent(30) && self.scope.get(to.of).ty == to.element.clone().slice();
        let (receiver, len) = match whole {
            true => (
                self.scope.get(to.of).named(),
                [self.scope.get(to.of).min_len, self.scope.get(to.of).max_len],
            ),
            false => (to.expr, to.len),
        };
        self.scope.borrow(to.of, true);
        let expr = match self.dice.below(3) {
            0 => {
                let value = self.value(&to.element, true).expr;
                receiver.method(Ty::Unit, "fill", "fill", vec![value])
            }
            1 if len[0] > 0 => {
                let at = Range::new(0, i128::from(len[0]) - 1);
                let indices = [(); 2].map(|()| self.clamped(Prim::Usize, at, true).expr);
                receiver.method(Ty::Unit, "swap", "swap", indices.to_vec())
            }
            _ => match self.same_length(&to.element, len) {
                Some(from) => {
                    let from = Expr::new(from.ty.clone(), ExprKind::Ref(false, Box::new(from)));
                    receiver.method(Ty::Unit, "copy_from_slice", "copy_from_slice", vec![from])
                }
                None => {
                    let value = self.value(&to.element, true).expr;
                    receiver.method(Ty::Unit, "fill", "fill", vec![value])
                }
            },
        };
        self.scope.release(borrows);
        into.push(Stmt::Expr(expr));
    }

    /// An array or a part of something with so many elements of the type.
    fn same_length(&mut self, element: &Ty, len: [u64; 2]) -> Option<Expr> {
        let [least, most] = len;
        let part = self.part(false, least)?;
        if part.element == *element && ((part.len == len && least == most) || self.risky()) {
            return Some(part.expr);
        }
        (least == most && (1..=5).contains(&least))
            .then(|| self.array(&element.clone().array(least), true).expr)
    }
}

fn let_ref(name: &str, mutable: bool, place: Expr) -> Stmt {
    let mutable = if mutable { "mut " } else { "" };
    // A variable that is a reference itself would be moved.
    let pieces = vec![format!("let {name} = &{mutable}").into(), Piece::Operand(place), ";".into()];
    Stmt::Template(Template::loose("let reference", pieces))
}
