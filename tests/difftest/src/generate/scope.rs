//! The variables that are visible at a place of the program.

use super::range::Range;
use crate::ast::{Expr, ExprKind, Ty};

/// A variable, a parameter or a constant.
#[derive(Clone, Debug)]
pub(crate) struct Var {
    pub name: String,
    /// Of what it holds or refers to.
    pub ty: Ty,
    /// True if it, or what it refers to, can be written.
    pub writable: bool,
    /// True if it is a reference, so that it is passed on as it is.
    pub reference: bool,
    pub constant: bool,
    /// True if its type is decided where it is declared.
    pub fixed: bool,
    /// The integers that a scalar may hold.
    pub range: Range,
    /// The integers that an assignment may give a scalar; what is left to `range` is for `+=` and `-=`.
    pub base: Range,
    /// How much `+=` may still add, and `-=` take away.
    pub slack: [i128; 2],
    /// It is less than the length of this slice.
    pub below: Option<VarId>,
    /// A slice has at least so many elements, in most runs.
    pub min_len: u64,
    /// A slice has at most so many elements.
    pub max_len: u64,
}

/// A variable's position among all of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct VarId(usize);

impl Var {
    /// A variable that holds any value of its type.
    pub fn new(name: &str, ty: impl Into<Ty>) -> Self {
        let ty = ty.into();
        let range = Range::whole(&ty);
        Self {
            name: name.to_owned(),
            ty,
            writable: false,
            reference: false,
            constant: false,
            fixed: true,
            range,
            base: range,
            slack: [0; 2],
            below: None,
            min_len: 0,
            max_len: 0,
        }
    }

    /// The variable as an expression; a slice or an array behind a reference is that reference.
    pub fn expr(&self) -> Expr {
        let name = self.named();
        match self.ty {
            Ty::Slice(_) | Ty::Array(..) => name,
            _ => self.whole(),
        }
    }

    /// The variable by its name.
    pub fn named(&self) -> Expr {
        Expr::var(self.ty.clone(), &self.name)
    }

    /// What the variable holds or refers to.
    pub fn whole(&self) -> Expr {
        let name = self.named();
        match self.reference && !matches!(self.ty, Ty::Slice(_)) {
            true => Expr::new(self.ty.clone(), ExprKind::Unary('*', Box::new(name))),
            false => name,
        }
    }
}

/// What holds while a call's arguments are evaluated: memory that is borrowed.
#[derive(Clone, Copy, Debug)]
struct Borrow {
    var: VarId,
    mutable: bool,
}

/// Variables by scope, innermost last.
#[derive(Default)]
pub(crate) struct Scope {
    vars: Vec<Var>,
    /// The scopes that were entered, each with the number of variables and of borrows before.
    marks: Vec<(usize, usize)>,
    borrows: Vec<Borrow>,
    /// So many variables cannot be written: a closure is at hand.
    frozen: usize,
}

impl Scope {
    pub fn enter(&mut self) {
        self.marks.push((self.vars.len(), self.borrows.len()));
    }

    pub fn leave(&mut self) {
        let (vars, borrows) = self.marks.pop().unwrap_or((0, 0));
        self.vars.truncate(vars);
        self.borrows.truncate(borrows);
    }

    pub fn declare(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() - 1)
    }

    pub fn get(&self, id: VarId) -> &Var {
        &self.vars[id.0]
    }

    pub fn get_mut(&mut self, id: VarId) -> &mut Var {
        &mut self.vars[id.0]
    }

    /// The variables that are visible, not shadowed, and satisfy `wanted`.
    pub fn visible(&self, wanted: impl Fn(&Var) -> bool) -> Vec<VarId> {
        let shadowed = |at: usize| self.vars[at + 1..].iter().any(|later| later.name == self.vars[at].name);
        (0..self.vars.len()).filter(|&at| wanted(&self.vars[at]) && !shadowed(at)).map(VarId).collect()
    }

    /// As [`Scope::visible`], for reading.
    pub fn readable(&self, wanted: impl Fn(&Var) -> bool) -> Vec<VarId> {
        let mut found = self.visible(wanted);
        found.retain(|id| !self.borrows.iter().any(|borrow| borrow.mutable && borrow.var == *id));
        found
    }

    /// As [`Scope::visible`], for writing.
    pub fn writable(&self, wanted: impl Fn(&Var) -> bool) -> Vec<VarId> {
        let mut found = self.visible(|var| var.writable && wanted(var));
        found.retain(|id| id.0 >= self.frozen && !self.borrows.iter().any(|borrow| borrow.var == *id));
        found
    }

    /// True if the name means a variable of another type than this one.
    pub fn is_shadowed(&self, name: &str, ty: &Ty) -> bool {
        self.vars.iter().rev().find(|var| var.name == name).is_some_and(|var| var.ty != *ty)
    }

    /// True if a variable is declared behind the first `outer` ones, with this name.
    pub fn is_declared(&self, outer: usize, name: &str) -> bool {
        self.vars[outer..].iter().any(|var| var.name == name)
    }

    /// From now on the variables so far cannot be written; gives what was so before, for [`Scope::thaw`].
    pub fn freeze(&mut self) -> usize {
        std::mem::replace(&mut self.frozen, self.vars.len())
    }

    /// Ends a [`Scope::freeze`].
    pub const fn thaw(&mut self, before: usize) {
        self.frozen = before;
    }

    /// Borrows a variable until [`Scope::release`], or until the scope at hand is left.
    pub fn borrow(&mut self, var: VarId, mutable: bool) {
        self.borrows.push(Borrow { var, mutable });
    }

    /// How many borrows there are.
    pub fn borrows(&self) -> usize {
        self.borrows.len()
    }

    /// Ends all but the first borrows.
    pub fn release(&mut self, kept: usize) {
        self.borrows.truncate(kept);
    }

    /// Number of variables, for [`Scope::clear_to`].
    pub fn count(&self) -> usize {
        self.vars.len()
    }

    /// Variables are forgotten when a function ends.
    pub fn clear_to(&mut self, count: usize) {
        self.vars.truncate(count);
        self.marks.clear();
        self.borrows.clear();
    }
}
