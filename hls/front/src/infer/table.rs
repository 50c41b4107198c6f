//! Unification of types whose unknown parts are the types of literals, of `None` and of generic arguments.

use std::cell::Cell;

use crate::size::MAX_PARTS;
use crate::ty::{GenericArg, Prim, Ty, Var, function_text};

/// What is known of a type.
#[derive(Clone, PartialEq, Debug)]
enum State {
    /// Nothing.
    Any,
    /// Some integer type.
    Int,
    /// Some float type.
    Float,
    /// The same as another one's.
    Same(Var),
    Known(Ty),
}

/// Type variables and what is known of them: union-find.
#[derive(Debug, Default)]
pub(super) struct Table {
    vars: Vec<State>,
}

/// Parts of a type with everything known filled in above which it is taken for wrong: unknowns that stand for each
/// other twice would double it with every step.
const MAX_FILLED: usize = 4 * MAX_PARTS;

impl Table {
    /// A variable for any type.
    pub fn new_any(&mut self) -> Ty {
        self.new_var(State::Any)
    }

    /// A variable for an integer type, such as that of a literal without a suffix.
    pub fn new_int(&mut self) -> Ty {
        self.new_var(State::Int)
    }

    /// A variable for `f32` or `f64`.
    pub fn new_float(&mut self) -> Ty {
        self.new_var(State::Float)
    }

    /// A type that is not known yet.
    fn new_var(&mut self, state: State) -> Ty {
        self.vars.push(state);
        Ty::Var(Var(self.vars.len() - 1))
    }

    /// The type with all known parts substituted.
    pub fn resolve(&self, ty: &Ty) -> Ty {
        self.map(ty, &|var| Ty::Var(var), &Cell::new(MAX_FILLED))
    }

    /// Like [`Table::resolve`], with Rust's fallback for literals that nothing decides: `i32` and `f64`.
    pub fn resolve_or_default(&self, ty: &Ty) -> Ty {
        let of_open = |var: Var| match &self.vars[var.0] {
            State::Float => Ty::Prim(Prim::F64),
            State::Int => Ty::Prim(Prim::I32),
            _ => Ty::Error,
        };
        self.map(ty, &of_open, &Cell::new(MAX_FILLED))
    }

    /// The type with `of_open` of what is not known, as long as there are parts `left`.
    fn map(&self, ty: &Ty, of_open: &impl Fn(Var) -> Ty, left: &Cell<usize>) -> Ty {
        if left.get() == 0 {
            return Ty::Error;
        }
        left.set(left.get() - 1);
        let of = |inner: &Ty| self.map(inner, of_open, left);
        match ty {
            Ty::Var(var) => {
                let root = self.root(*var);
                match &self.vars[root.0] {
                    State::Known(ty) => of(ty),
                    _ => of_open(root),
                }
            }
            Ty::Tuple(parts) => Ty::Tuple(parts.iter().map(of).collect()),
            Ty::Option(value) => Ty::option(of(value)),
            Ty::Array(element, len) => Ty::array(of(element), *len),
            Ty::Slice(element) => Ty::Slice(Box::new(of(element))),
            Ty::Global(element) => Ty::Global(Box::new(of(element))),
            Ty::Local(element, len) => Ty::Local(Box::new(of(element)), *len),
            Ty::End(end, element) => Ty::End(*end, Box::new(of(element))),
            Ty::Block(array) => Ty::Block(Box::new(of(array))),
            Ty::Ref { mutable, inner } => Ty::reference(*mutable, of(inner)),
            Ty::Adt(adt) => Ty::Adt(adt.map(of)),
            Ty::Fn(params, ret) => map_fn(params, ret, &of),
            other => other.clone(),
        }
    }

    /// True if nothing at all is known of a part of the type.
    pub fn is_open(&self, ty: &Ty) -> bool {
        match self.resolve(ty) {
            Ty::Var(var) => self.vars[var.0] == State::Any,
            Ty::Tuple(parts) => parts.iter().any(|part| self.is_open(part)),
            Ty::Option(inner) | Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Ref { inner, .. } => {
                self.is_open(&inner)
            }
            Ty::Adt(adt) => adt.types().any(|ty| self.is_open(ty)),
            Ty::Fn(params, ret) => params.iter().any(|param| self.is_open(param)) || self.is_open(&ret),
            _ => false,
        }
    }

    /// The text for the type in a message.
    pub fn show(&self, ty: &Ty) -> String {
        match self.resolve(ty) {
            Ty::Var(var) => match self.vars[var.0] {
                State::Float => "{float}".to_owned(),
                State::Int => "{integer}".to_owned(),
                _ => "_".to_owned(),
            },
            Ty::Array(element, len) => format!("[{}; {len}]", self.show(&element)),
            Ty::Option(value) => format!("Option<{}>", self.show(&value)),
            Ty::Ref { mutable, inner } => {
                format!("&{}{}", if mutable { "mut " } else { "" }, self.show(&inner))
            }
            Ty::Tuple(parts) => {
                let parts: Vec<String> = parts.iter().map(|part| self.show(part)).collect();
                format!("({})", parts.join(", "))
            }
            Ty::Adt(adt) if !adt.args.is_empty() => {
                let args: Vec<String> = adt.args.iter().map(|arg| self.show_arg(arg)).collect();
                format!("{}<{}>", adt.name, args.join(", "))
            }
            Ty::Fn(params, ret) => self.show_fn(&params, &ret),
            other => other.to_string(),
        }
    }

    /// The text for what can be called.
    fn show_fn(&self, params: &[Ty], ret: &Ty) -> String {
        let params: Vec<String> = params.iter().map(|param| self.show(param)).collect();
        function_text(&params, &self.show(ret))
    }

    /// The text for an argument of a type's parameter.
    fn show_arg(&self, arg: &GenericArg) -> String {
        match arg {
            GenericArg::Ty(ty) => self.show(ty),
            GenericArg::Const(value) => value.to_string(),
        }
    }

    /// The variable that stands for all that are equal to this one.
    fn root(&self, mut var: Var) -> Var {
        while let State::Same(other) = self.vars[var.0] {
            var = other;
        }
        var
    }

    /// Unifies two types; false if they differ.
    pub fn unify(&mut self, a: &Ty, b: &Ty) -> bool {
        match (self.resolve(a), self.resolve(b)) {
            (Ty::Error | Ty::Never, _) | (_, Ty::Error | Ty::Never) => true,
            (Ty::Var(a), Ty::Var(b)) => self.unify_vars(a, b),
            (Ty::Var(var), ty) | (ty, Ty::Var(var)) => self.decide(var, &ty),
            (Ty::Tuple(a), Ty::Tuple(b)) => {
                a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| self.unify(a, b))
            }
            (Ty::Option(a), Ty::Option(b)) => self.unify(&a, &b),
            (Ty::Array(a, a_len), Ty::Array(b, b_len)) => a_len == b_len && self.unify(&a, &b),
            (Ty::Slice(a), Ty::Slice(b)) | (Ty::Block(a), Ty::Block(b)) => self.unify(&a, &b),
            (Ty::End(a_end, a), Ty::End(b_end, b)) => a_end == b_end && self.unify(&a, &b),
            (Ty::Ref { mutable: a_mut, inner: a }, Ty::Ref { mutable: b_mut, inner: b }) => {
                a_mut == b_mut && self.unify(&a, &b)
            }
            (Ty::Fn(a, a_ret), Ty::Fn(b, b_ret)) => self.unify_fns((&a, &a_ret), (&b, &b_ret)),
            (Ty::Adt(a), Ty::Adt(b)) => {
                let mut pairs = a.args.iter().zip(b.args.iter());
                a.id == b.id
                    && a.args.len() == b.args.len()
                    && pairs.all(|pair| match pair {
                        (GenericArg::Ty(a), GenericArg::Ty(b)) => self.unify(a, b),
                        (a, b) => a == b,
                    })
            }
            (a, b) => a == b,
        }
    }

    /// Unifies what is called with these types, and gives these.
    fn unify_fns(&mut self, (a, a_ret): (&[Ty], &Ty), (b, b_ret): (&[Ty], &Ty)) -> bool {
        a.len() == b.len() && a.iter().zip(b).all(|(a, b)| self.unify(a, b)) && self.unify(a_ret, b_ret)
    }

    /// True if a type can still become another one. A type with parameters but no arguments is one with any.
    pub fn may_be(&self, ty: &Ty, other: &Ty) -> bool {
        match (self.resolve(ty), self.resolve(other)) {
            (Ty::Error | Ty::Never, _) | (_, Ty::Error | Ty::Never) => true,
            (Ty::Var(a), Ty::Var(b)) => !matches!(
                (&self.vars[a.0], &self.vars[b.0]),
                (State::Int, State::Float) | (State::Float, State::Int)
            ),
            (Ty::Var(var), known) | (known, Ty::Var(var)) => match self.vars[var.0] {
                State::Int => known.as_prim().is_some_and(Prim::is_integer),
                State::Float => known.as_prim().is_some_and(Prim::is_float),
                _ => true,
            },
            (Ty::Adt(a), Ty::Adt(b)) if a.id == b.id => {
                let mut pairs = a.args.iter().zip(b.args.iter());
                pairs.all(|pair| match pair {
                    (GenericArg::Ty(a), GenericArg::Ty(b)) => self.may_be(a, b),
                    (a, b) => a == b,
                })
            }
            (Ty::Tuple(a), Ty::Tuple(b)) if a.len() == b.len() => {
                a.iter().zip(&b).all(|(a, b)| self.may_be(a, b))
            }
            (ty, other) => ty == other,
        }
    }

    /// Makes two variables equal; false if what is known of them contradicts.
    fn unify_vars(&mut self, a: Var, b: Var) -> bool {
        if a == b {
            return true;
        }
        // The one of which less is known becomes the other.
        let (from, to) = match (&self.vars[a.0], &self.vars[b.0]) {
            (State::Any, _) => (a, b),
            (_, State::Any) => (b, a),
            (x, y) if x == y => (a, b),
            _ => return false,
        };
        self.vars[from.0] = State::Same(to);
        true
    }

    /// Gives a variable its type; false if that contradicts what is known of it.
    fn decide(&mut self, var: Var, ty: &Ty) -> bool {
        let prim = ty.as_prim();
        let fits = match self.vars[var.0] {
            State::Any => !self.mentions(ty, var),
            State::Int => prim.is_some_and(Prim::is_integer),
            State::Float => prim.is_some_and(Prim::is_float),
            State::Same(_) | State::Known(_) => false,
        };
        if fits {
            self.vars[var.0] = State::Known(ty.clone());
        }
        fits
    }

    /// True if a type contains a variable, which then cannot be that type.
    fn mentions(&self, ty: &Ty, var: Var) -> bool {
        match self.resolve(ty) {
            Ty::Var(other) => other == var,
            Ty::Tuple(parts) => parts.iter().any(|part| self.mentions(part, var)),
            Ty::Option(inner) | Ty::Array(inner, _) | Ty::Slice(inner) | Ty::Ref { inner, .. } => {
                self.mentions(&inner, var)
            }
            Ty::Adt(adt) => adt.types().any(|ty| self.mentions(ty, var)),
            Ty::Fn(params, ret) => {
                params.iter().any(|param| self.mentions(param, var)) || self.mentions(&ret, var)
            }
            _ => false,
        }
    }
}

/// What can be called, with what `of` makes of its types. Apart from other types, since these nest deeply.
fn map_fn(params: &[Ty], ret: &Ty, of: &impl Fn(&Ty) -> Ty) -> Ty {
    Ty::Fn(params.iter().map(of).collect(), Box::new(of(ret)))
}
