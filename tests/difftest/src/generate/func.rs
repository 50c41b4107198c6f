//! Helper functions.

use super::control::Exits;
use super::scope::Var;
use super::{Generator, Helper, HelperParam, MAX_LEN, Range};
use crate::ast::{Block, Func, Operator, Param, ParamTy, Ty};

/// Operators that a type can have.
const OPERATORS: [Operator; 5] = [
    Operator { name: "Add", method: "add", symbol: "+" },
    Operator { name: "Mul", method: "mul", symbol: "*" },
    Operator { name: "BitXor", method: "bitxor", symbol: "^" },
    Operator { name: "Shl", method: "shl", symbol: "<<" },
    Operator { name: "Rem", method: "rem", symbol: "%" },
];

impl Generator {
    /// A function begins: gives what [`Generator::end`] needs.
    pub fn begin(&mut self, nodes: usize) -> usize {
        (self.times, self.cost, self.nodes, self.depth) = (1, 0, nodes, 0);
        self.scope.count()
    }

    /// A function ends: its variables are forgotten.
    pub fn end(&mut self, outer: usize) {
        self.scope.clear_to(outer);
    }

    /// A helper, which what is generated after it may call.
    pub fn helper(&mut self) -> Func {
        let nodes = 10 + self.dice.below(40);
        let outer = self.begin(nodes);
        let mut name = self.names.item(&mut self.dice);
        let mut owner = if self.dice.percent(35) { self.dice.pick(&self.adts).cloned() } else { None };
        let mut of_trait = owner.is_some() && self.dice.percent(40);
        if owner.is_none() && self.dice.percent(15) {
            // Its own methods would come before one of the same name.
            name = format!("of_number{}", self.helpers.len());
            (owner, of_trait) = (Some(self.any_prim().into()), true);
        }
        let operator = (owner.is_some() && !of_trait && self.dice.percent(40)).then(|| self.next_operator());
        let count = match operator {
            Some(_) => 1,
            None => self.dice.weighted([(8, 0), (25, 1), (32, 2), (20, 3), (15, 4)]),
        };
        let (mut params, mut seen): (Vec<Param>, Vec<HelperParam>) =
            (0..count).map(|_| self.helper_param(outer, operator.is_some())).unzip();
        if let Some(owner) = &owner {
            let (param, own) = self.self_param(owner, operator.is_some());
            params.insert(0, param);
            seen.insert(0, own);
        }
        let ret = (operator.is_some() || self.dice.percent(80)).then(|| self.any_ret());
        self.exits.ret = Some(ret.clone());
        let count = self.dice.below(4);
        let stmts = self.stmts(count);
        let tail = ret.as_ref().map(|ty| self.value(ty, true));
        self.exits = Exits::default();
        let exact = stmts.is_empty();
        let range = match (&tail, &ret) {
            (Some(tail), _) if exact => tail.range,
            // Other values may be returned early.
            (_, Some(ty)) => ty.prim().map_or(Range::one(0), Range::of),
            _ => Range::one(0),
        };
        let mut body = Block { stmts, tail: tail.map(|tail| tail.expr) };
        let variable = self.is_variable(&mut body);
        let of_trait = of_trait.then(|| format!("Has{}", self.helpers.len()));
        // A number's text may leave its type open, in which no method is looked for.
        let by_path = owner.as_ref().filter(|owner| owner.prim().is_some()).zip(of_trait.as_ref());
        let called = by_path.map(|(owner, of_trait)| format!("<{owner} as {of_trait}>::{name}"));
        self.helpers.push(Helper {
            name: called.clone().unwrap_or_else(|| name.clone()),
            method: owner.is_some() && called.is_none(),
            operator: operator.map(|operator| operator.symbol),
            params: seen,
            ret: ret.clone().map(|ty| (ty, range)),
            cost: self.cost.max(1),
            variable,
        });
        self.end(outer);
        let returns = ret.is_some() && self.dice.percent(15);
        let owner = owner.map(|owner| owner.to_string());
        let name = operator.map_or(name, |operator| operator.method.to_owned());
        Func {
            name,
            kernel: false,
            constant: false,
            flushes: false,
            owner,
            of_trait,
            operator,
            generics: String::new(),
            instances: Vec::new(),
            params,
            ret,
            returns,
            body,
        }
    }

    /// An operator that no other helper is.
    fn next_operator(&self) -> Operator {
        OPERATORS[self.helpers.len() % OPERATORS.len()]
    }

    fn any_ret(&mut self) -> Ty {
        match self.dice.below(10) {
            0 | 1 => self.any_aggregate(),
            2 => self.any_shape(),
            3 | 4 => Ty::Prim(self.any_prim()).option(),
            _ => self.any_prim().into(),
        }
    }

    /// `self`, `mut self`, `&self` or `&mut self`.
    fn self_param(&mut self, owner: &Ty, by_value: bool) -> (Param, HelperParam) {
        let (reference, mutable) = (!by_value && self.dice.percent(65), self.dice.percent(45));
        let ty = match reference {
            true => ParamTy::Ref { mutable, ty: owner.clone() },
            false => ParamTy::Value(owner.clone()),
        };
        let mut var = Var::new("self", owner.clone());
        (var.reference, var.writable) = (reference, mutable);
        if let (false, Some(prim)) = (reference, owner.prim().filter(|prim| prim.is_integer())) {
            var.range = self.bases(prim).0;
            var.base = var.range;
        }
        let seen = HelperParam { ty: ty.clone(), range: var.range, min_len: 0 };
        self.scope.declare(var);
        let mutable = mutable && !reference;
        (Param { name: "self".to_owned(), ty, mutable, len: None, bundle: None }, seen)
    }

    /// A name that no parameter of the function has yet.
    pub fn param_name(&mut self, outer: usize) -> String {
        loop {
            let name = self.names.variable(&mut self.dice);
            if !self.scope.is_declared(outer, &name) {
                return name;
            }
        }
    }

    fn helper_param(&mut self, outer: usize, by_value: bool) -> (Param, HelperParam) {
        let name = self.param_name(outer);
        let (ty, mutable) = match self.dice.below(if by_value { 4 } else { 10 }) {
            0..=2 => (ParamTy::Value(self.any_prim().into()), self.dice.percent(25)),
            3 => (ParamTy::Value(self.any_aggregate()), self.dice.percent(25)),
            4 if self.dice.percent(50) => (ParamTy::Value(self.any_shape()), self.dice.percent(25)),
            4 => {
                let ty = if self.dice.percent(50) { self.any_aggregate() } else { self.any_prim().into() };
                (ParamTy::Ref { mutable: self.dice.percent(60), ty }, false)
            }
            5..=7 => (ParamTy::Ref { mutable: self.dice.percent(50), ty: self.any_shape() }, false),
            _ => {
                let ty = self.any_element().slice();
                (ParamTy::Ref { mutable: self.dice.percent(50), ty }, false)
            }
        };
        let mut var = Var::new(&name, ty.target());
        match &ty {
            ParamTy::Value(ty) => {
                var.writable = mutable;
                if let Some(prim) = ty.prim().filter(|prim| prim.is_integer()) {
                    var.range = self.bases(prim).0;
                    var.base = var.range;
                }
            }
            ParamTy::Ref { mutable, ty } => {
                (var.writable, var.reference) = (*mutable, true);
                if matches!(ty, Ty::Slice(_)) {
                    (var.min_len, var.max_len) = (self.dice.of([0, 1, 2, 3]), MAX_LEN);
                }
            }
        }
        let seen = HelperParam { ty: ty.clone(), range: var.range, min_len: var.min_len };
        self.scope.declare(var);
        (Param { name, ty, mutable, len: None, bundle: None }, seen)
    }
}
