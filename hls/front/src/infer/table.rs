//! Unification of types whose unknown parts are the types of literals.

use crate::ty::{Prim, Ty, Var};

/// What is known of a literal's type.
#[derive(Clone, Copy, PartialEq, Debug)]
enum State {
    /// Some integer type.
    Int,
    /// Some float type.
    Float,
    /// The same as another one's.
    Same(Var),
    Known(Prim),
}

#[derive(Debug, Default)]
pub(super) struct Table {
    vars: Vec<State>,
}

impl Table {
    pub fn new_int(&mut self) -> Ty {
        self.new_var(State::Int)
    }

    pub fn new_float(&mut self) -> Ty {
        self.new_var(State::Float)
    }

    fn new_var(&mut self, state: State) -> Ty {
        self.vars.push(state);
        Ty::Var(Var(self.vars.len() - 1))
    }

    /// The type with everything known filled in.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        match ty {
            Ty::Var(var) => {
                let root = self.root(*var);
                match self.vars[root.0] {
                    State::Known(prim) => Ty::Prim(prim),
                    _ => Ty::Var(root),
                }
            }
            Ty::Array(element, len) => Ty::array(self.resolve(element), *len),
            Ty::Slice(element) => Ty::Slice(Box::new(self.resolve(element))),
            Ty::Ref { mutable, inner } => Ty::Ref { mutable: *mutable, inner: Box::new(self.resolve(inner)) },
            other => other.clone(),
        }
    }

    /// Like [`Table::resolve`], with Rust's fallback for literals that nothing decides: `i32` and `f64`.
    pub fn resolve_or_default(&self, ty: &Ty) -> Ty {
        match self.resolve(ty) {
            Ty::Var(var) if self.vars[var.0] == State::Float => Ty::Prim(Prim::F64),
            Ty::Var(_) => Ty::Prim(Prim::I32),
            Ty::Array(element, len) => Ty::array(self.resolve_or_default(&element), len),
            Ty::Ref { mutable, inner } => {
                Ty::Ref { mutable, inner: Box::new(self.resolve_or_default(&inner)) }
            }
            other => other,
        }
    }

    /// How to speak of the type in a message.
    pub fn show(&self, ty: &Ty) -> String {
        match self.resolve(ty) {
            Ty::Var(var) if self.vars[var.0] == State::Float => "{float}".to_owned(),
            Ty::Var(_) => "{integer}".to_owned(),
            Ty::Array(element, len) => format!("[{}; {len}]", self.show(&element)),
            other => other.to_string(),
        }
    }

    fn root(&self, mut var: Var) -> Var {
        while let State::Same(other) = self.vars[var.0] {
            var = other;
        }
        var
    }

    /// Makes two types one; false if they differ.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (Ty::Error, _) | (_, Ty::Error) => true,
            (Ty::Var(a), Ty::Var(b)) => self.unify_vars(a, b),
            (Ty::Var(var), Ty::Prim(prim)) | (Ty::Prim(prim), Ty::Var(var)) => self.decide(var, prim),
            (Ty::Array(a, a_len), Ty::Array(b, b_len)) => a_len == b_len && self.unify(&a, &b),
            (Ty::Slice(a), Ty::Slice(b)) => self.unify(&a, &b),
            (Ty::Ref { mutable: a_mut, inner: a }, Ty::Ref { mutable: b_mut, inner: b }) => {
                a_mut == b_mut && self.unify(&a, &b)
            }
            (a, b) => a == b,
        }
    }

    fn unify_vars(&mut self, a: Var, b: Var) -> bool {
        if a != b {
            if self.vars[a.0] != self.vars[b.0] {
                return false;
            }
            self.vars[a.0] = State::Same(b);
        }
        true
    }

    fn decide(&mut self, var: Var, prim: Prim) -> bool {
        let fits = match self.vars[var.0] {
            State::Int => prim.is_integer(),
            State::Float => prim.is_float(),
            State::Same(_) | State::Known(_) => false,
        };
        if fits {
            self.vars[var.0] = State::Known(prim);
        }
        fits
    }
}
