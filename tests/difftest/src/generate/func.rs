//! Helper functions.

use super::scope::Var;
use super::{Generator, Helper, HelperParam, MAX_LEN, Range};
use crate::ast::{Block, Func, Param, ParamTy, Prim, Ty};

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
        let name = self.names.item(&mut self.dice);
        let count = self.dice.weighted([(8, 0), (25, 1), (32, 2), (20, 3), (15, 4)]);
        let (params, seen): (Vec<Param>, Vec<HelperParam>) =
            (0..count).map(|_| self.helper_param(outer)).unzip();
        let count = self.dice.below(4);
        let stmts = self.stmts(count);
        let ret = self.dice.percent(75).then(|| self.any_prim());
        let tail = ret.map(|ty| self.scalar(ty, true));
        let range = tail.as_ref().map_or(Range::one(0), |tail| tail.range);
        let mut body = Block { stmts, tail: tail.map(|tail| tail.expr) };
        let variable = self.is_variable(&mut body);
        self.helpers.push(Helper {
            name: name.clone(),
            params: seen,
            ret: ret.map(|ty| (ty, range)),
            cost: self.cost.max(1),
            variable,
        });
        self.end(outer);
        let returns = ret.is_some() && self.dice.percent(15);
        Func { name, kernel: false, params, ret, returns, body }
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

    fn helper_param(&mut self, outer: usize) -> (Param, HelperParam) {
        let name = self.param_name(outer);
        let (ty, mutable) = match self.dice.below(10) {
            0..=4 => (ParamTy::Scalar(self.any_prim()), self.dice.percent(25)),
            5..=7 => (ParamTy::Ref { mutable: self.dice.percent(50), ty: self.any_shape() }, false),
            _ => {
                let element = self.dice.of(Prim::ELEMENTS);
                (ParamTy::Ref { mutable: self.dice.percent(50), ty: Ty::Slice(element) }, false)
            }
        };
        let mut var = Var::new(&name, ty.target());
        match &ty {
            ParamTy::Scalar(prim) => {
                var.writable = mutable;
                if prim.is_integer() {
                    var.range = self.bases(*prim).0;
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
