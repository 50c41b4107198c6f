//! Kernels with generic parameters: numbers, which are constants to the code; a length of arrays; a type.

use super::generic::Formula;
use super::scope::Var;
use super::{Generator, Made, Range};
use crate::ast::{Bound, Expr, ExprKind, Instance, InstanceArg, Len, LenExpr, Prim, Ty};

/// The name of the parameter that lengths are written with.
const LENGTH: &str = "N";

/// The parameters of the kernel at hand.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parameters {
    /// Each as it is declared.
    declared: Vec<String>,
    pub instances: Vec<Instance>,
    /// Of the length.
    pub length: Option<[u64; 2]>,
    /// Of the type.
    pub bound: Option<Bound>,
}

impl Parameters {
    /// What stands behind the function's name.
    pub fn text(&self) -> String {
        if self.declared.is_empty() { String::new() } else { format!("<{}>", self.declared.join(", ")) }
    }

    /// An array of this length.
    fn array(&self, element: Ty) -> Option<Ty> {
        self.length.map(|bounds| element.array(Len::open(LENGTH, bounds)))
    }

    /// The length as that of a slice.
    pub fn slice_length(&self) -> Option<(LenExpr, Range)> {
        let [least, most] = self.length?;
        Some((LenExpr::Param(LENGTH.to_owned()), Range::new(i128::from(least), i128::from(most))))
    }
}

impl Generator {
    /// Parameters for a kernel, which its code sees from now on.
    pub fn kernel_parameters(&mut self) {
        self.parameters = Parameters::default();
        let mut columns = Vec::new();
        let count = self.dice.weighted([(20, 1), (60, 2), (20, 3)]);
        if self.dice.percent(65) {
            columns.push(self.length_parameter(count));
        }
        if self.dice.percent(45) || columns.is_empty() {
            columns.push(self.type_parameter(count));
        }
        if self.dice.percent(25) {
            columns.push(self.number_parameter(count));
        }
        self.dice.shuffle(&mut columns);
        let mut instances: Vec<Instance> = Vec::new();
        for row in 0..count {
            let args = columns.iter().map(|(name, args)| (name.to_string(), args[row])).collect();
            let instance = Instance { args };
            if !instances.contains(&instance) {
                instances.push(instance);
            }
        }
        self.parameters.declared = columns.iter().map(|(name, _)| self.parameter_text(name)).collect();
        self.parameters.instances = instances;
    }

    fn parameter_text(&self, name: &str) -> String {
        match (name, self.parameters.bound) {
            ("T", Some(bound)) => format!("T: {bound:?}"),
            _ => {
                let of = self.scope.visible(|var| var.name == name);
                let ty = of.first().map_or(Ty::Unit, |id| self.scope.get(*id).ty.clone());
                format!("const {name}: {ty}")
            }
        }
    }

    fn length_parameter(&mut self, count: usize) -> (&'static str, Vec<InstanceArg>) {
        let numbers: Vec<i128> = (0..count).map(|_| self.dice.between(1, 5)).collect();
        let range = self.constant_parameter(LENGTH, Prim::Usize, &numbers);
        self.parameters.length = Some([range.lo, range.hi].map(|end| end.unsigned_abs() as u64));
        (LENGTH, numbers.into_iter().map(InstanceArg::Number).collect())
    }

    /// A number or a `bool` of any type.
    fn number_parameter(&mut self, count: usize) -> (&'static str, Vec<InstanceArg>) {
        let name = "K";
        if self.dice.percent(25) {
            let values = (0..count).map(|_| InstanceArg::Bool(self.dice.percent(50))).collect();
            self.constant_parameter(name, Prim::Bool, &[0, 1]);
            return (name, values);
        }
        let ty = self.any_int();
        let least = if ty.is_signed() { -40 } else { 0 };
        let numbers: Vec<i128> = (0..count).map(|_| self.dice.between(least, 100)).collect();
        self.constant_parameter(name, ty, &numbers);
        (name, numbers.into_iter().map(InstanceArg::Number).collect())
    }

    /// Declares a parameter that stands for one of the numbers.
    fn constant_parameter(&mut self, name: &str, ty: Prim, numbers: &[i128]) -> Range {
        let range = numbers.iter().copied().map(Range::one).reduce(Range::union).unwrap_or(Range::one(0));
        let mut var = Var::new(name, ty);
        var.constant = true;
        (var.range, var.base) = (range, range);
        self.scope.declare(var);
        range
    }

    fn type_parameter(&mut self, count: usize) -> (&'static str, Vec<InstanceArg>) {
        let bound = self.dice.of([Bound::Number, Bound::Integer]);
        let ty = |generator: &mut Self| match bound {
            Bound::Number => generator.dice.of(Prim::ELEMENTS),
            Bound::Integer => generator.any_int(),
        };
        let types = (0..count).map(|_| InstanceArg::Type(ty(self))).collect();
        self.parameters.bound = Some(bound);
        ("T", types)
    }

    /// The type parameter, or an array whose length is a parameter, or one of the other.
    pub fn parameter_type(&mut self, array: bool) -> Option<Ty> {
        let ty = self.parameters.bound.map(Ty::Param);
        let leaf = match ty {
            Some(ty) if self.dice.percent(60) => ty,
            _ => self.dice.of(Prim::ELEMENTS).into(),
        };
        match self.parameters.array(leaf.clone()) {
            Some(open) if array || self.dice.percent(50) => Some(open),
            None if array && leaf.prim().is_none() => {
                let len = self.dice.between(1, 4).unsigned_abs() as u64;
                Some(leaf.array(len))
            }
            _ => Some(leaf).filter(|leaf| !array && leaf.prim().is_none()),
        }
    }

    /// A value of the type parameter's type.
    pub fn parameter_value(&mut self, bound: Bound) -> Made {
        self.nodes = self.nodes.saturating_sub(1);
        let ty = Ty::Param(bound);
        let numbers = ["T::ONE", "T::ZERO", "T::MAX", "T::MIN"].map(ToOwned::to_owned).to_vec();
        let places = (0..3).filter_map(|_| self.whole_place(&ty, false)).map(|(place, _)| place);
        let mut operands: Vec<Expr> = places.collect();
        if operands.is_empty() {
            operands.push(Expr::new(ty.clone(), ExprKind::Path("T::ONE".to_owned())));
        }
        let is_float = bound == Bound::Number;
        let depth = if self.deeper() {
            self.shallower();
            // What does not fit stops the run.
            u32::from(!is_float || self.dice.percent(50)) * self.dice.of([1, 1, 2])
        } else {
            0
        };
        let expr = self.formula(&Formula { ty, operands, numbers, is_float }, depth);
        Made::new(expr, Range::one(0), true)
    }
}
