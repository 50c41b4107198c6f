//! The body of a function with the types that were inferred.

use rustc_hash::FxHashSet;
use sycl_hls_ir::UnaryOp;
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_types::ScalarValue;

use crate::builtin::Builtin;
use crate::hir::{Access, Arm, Arms, Body, ExprId, ExprKind, Iter, LetStmt, LocalId, PatId, PatKind, Stmt};
use crate::ids::FnId;
use crate::literal::{float_value, int_value};
use crate::ty::{GenericArg, Prim, Ty};
use crate::typings::Typings;

/// A function with arguments for its generic parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Instance {
    pub func: FnId,
    pub generics: Vec<GenericArg>,
}

/// A function's body with its types.
#[derive(Debug)]
pub(crate) struct TypedBody {
    pub body: Body,
    pub types: Types,
}

/// The type of every expression and variable of a body, and what its names mean that depend on types.
#[derive(Debug)]
pub(crate) struct Types {
    pub exprs: ArenaMap<ExprId, Ty>,
    pub locals: ArenaMap<LocalId, Ty>,
    pub pats: ArenaMap<PatId, Ty>,
    /// Positions of fields.
    pub fields: ArenaMap<ExprId, usize>,
    pub callees: ArenaMap<ExprId, Callee>,
    /// Variables that have blocks.
    pub guards: FxHashSet<LocalId>,
}

/// The function that a call refers to.
#[derive(Clone, Debug)]
pub(crate) enum Callee {
    Fn(Instance),
    Builtin(Builtin),
}

impl Types {
    /// The type of an expression.
    pub fn expr(&self, id: ExprId) -> &Ty {
        self.exprs.get(id).unwrap_or(&Ty::Error)
    }

    /// The type of a variable.
    pub fn local(&self, id: LocalId) -> &Ty {
        self.locals.get(id).unwrap_or(&Ty::Error)
    }

    /// The type of the value that a pattern matches.
    pub fn pat(&self, id: PatId) -> &Ty {
        self.pats.get(id).unwrap_or(&Ty::Error)
    }

    /// The position of the field that a field expression names.
    pub fn field(&self, id: ExprId) -> Option<usize> {
        self.fields.get(id).copied()
    }

    /// The function that a call refers to.
    pub fn callee(&self, id: ExprId) -> Option<&Callee> {
        self.callees.get(id)
    }

    /// True of what is no value of its own: a part of a variable or a constant, and what lies behind a reference that a call gives.
    pub fn is_place(&self, body: &Body, id: ExprId) -> bool {
        let mut base = id;
        while let ExprKind::Index(inner, ..) | ExprKind::Field(inner, _) | ExprKind::Deref(inner) =
            body.exprs[base].kind
        {
            base = inner;
        }
        body.place_root(id).is_some() || base != id && self.expr(base).is_ref()
    }

    /// How many ends, or tuples of ends, an iterator gives by value: each is for a process of its own. `None` of other items.
    pub fn ends_given(&self, iter: &Iter) -> Option<u64> {
        self.ends(iter, &|access| access == Access::Value)
    }

    /// How many ends, or tuples of ends, an iterator gives by value or reference. `None` of other items.
    pub fn ends_lent(&self, iter: &Iter) -> Option<u64> {
        self.ends(iter, &|_| true)
    }

    /// The number of ends that an iterator gives, if it is one of ends.
    fn ends(&self, iter: &Iter, fits: &impl Fn(Access) -> bool) -> Option<u64> {
        match iter {
            Iter::Items { base, access } if fits(*access) => match self.expr(*base) {
                ty @ Ty::Array(_, count) if ty.is_array_of_ends() => Some(*count),
                _ => None,
            },
            Iter::Zip(a, b) => Some(self.ends(a, fits)?.min(self.ends(b, fits)?)),
            Iter::Enumerate(inner) => self.ends(inner, fits),
            _ => None,
        }
    }

    /// True if an iterator runs over an array of ends.
    pub fn runs_over_ends(&self, iter: &Iter) -> bool {
        matches!(iter, Iter::Items { base, .. } if self.expr(*base).deref().is_array_of_ends())
            || iter.parts().into_iter().any(|part| self.runs_over_ends(part))
    }

    /// The functions that are called.
    pub fn calls(&self) -> impl Iterator<Item = &Instance> {
        self.callees.iter().filter_map(|(_, callee)| match callee {
            Callee::Fn(instance) => Some(instance),
            Callee::Builtin(_) => None,
        })
    }

    /// True if the items of a group wait for each other somewhere: at a barrier, or in a group function.
    pub fn is_cooperative(&self) -> bool {
        self.callees
            .iter()
            .any(|(_, callee)| matches!(callee, Callee::Builtin(called) if called.is_of_all_items()))
    }

    /// The value of a literal, also of one with a minus sign; `None` if it does not fit its type.
    pub fn literal(&self, body: &Body, id: ExprId) -> Option<ScalarValue> {
        let prim = self.expr(id).as_prim()?;
        match &body.exprs[id].kind {
            ExprKind::Int { value, .. } => int_value(prim, *value, false),
            ExprKind::Float(digits, _) => float_value(prim, digits),
            ExprKind::Unary(UnaryOp::Neg, arg) => match &body.exprs[*arg].kind {
                ExprKind::Int { value, .. } => int_value(prim, *value, true),
                ExprKind::Float(digits, _) => float_value(prim, &format!("-{digits}")),
                _ => None,
            },
            _ => None,
        }
    }

    /// True for `end.acquire()`.
    pub fn acquires(&self, id: ExprId) -> bool {
        matches!(self.callee(id), Some(Callee::Builtin(Builtin::Acquire)))
    }

    /// Records the inferred types of variables, which the host code annotates.
    pub fn record_lets(&self, typings: &mut Typings, body: &Body) {
        for block in body.blocks() {
            for stmt in &block.stmts {
                let Stmt::Let(LetStmt { pat, init: Some(init), node: Some(node), .. }) = stmt else {
                    continue;
                };
                let ty = self.expr(*init);
                // On the host it is a guard.
                if self.acquires(*init) {
                    continue;
                }
                if !matches!(body.pats[*pat].kind, PatKind::Wild) && !ty.is_wrong() && *ty != Ty::Never {
                    typings.lets.insert(*node, ty.clone());
                }
            }
        }
    }

    /// Of two arms without guards of which one never ends, as of `?`: that one, and the one whose value the `match` has.
    pub fn leaving_arm<'a>(&self, scrutinee: ExprId, arms: &'a Arms) -> Option<(&'a Arm, &'a Arm)> {
        let [first, second] = arms.of(self.expr(scrutinee))? else { return None };
        let leaves = |arm: &Arm| *self.expr(arm.body) == Ty::Never;
        match (leaves(first), leaves(second)) {
            _ if first.guard.is_some() || second.guard.is_some() => None,
            (true, false) => Some((first, second)),
            (false, true) => Some((second, first)),
            _ => None,
        }
    }

    /// Notes for the host code which `min` and `max` are of floats. They are so in all instances: a type parameter has them
    /// as a `Float`, whose they are, or of integers.
    pub fn record_min_max(&self, typings: &mut Typings, body: &Body) {
        for (id, callee) in self.callees.iter() {
            if let (Callee::Builtin(Builtin::MinMax(_)), ExprKind::Method(call)) =
                (callee, &body.exprs[id].kind)
                && self.expr(id).as_prim().is_some_and(Prim::is_float)
            {
                typings.min_max.insert(call.node, self.expr(call.receiver).is_ref());
            }
        }
    }

    /// Records the inferred types of literals, which the host code annotates.
    pub fn record_literals(&self, typings: &mut Typings, body: &Body) {
        for (id, expr) in body.exprs.iter() {
            if let ExprKind::Int { suffix: None, node, .. } | ExprKind::Float(_, node) = expr.kind
                && let Some(prim) = self.expr(id).as_prim()
            {
                typings.literals.insert(node, prim);
            }
        }
    }
}
