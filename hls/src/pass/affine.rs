//! Affine forms: indices as sums of values with factors.

use std::collections::{BTreeMap, HashMap};

use sycl_hls_ir::{BinaryOp, Constants, Func, Module, OpId, OpKind, Place, Step, ValueId};

/// A sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::pass) struct Form {
    /// Factors of values, by their numbers.
    pub terms: BTreeMap<u32, i128>,
    pub constant: i128,
}

/// What is known of a function's values.
pub(in crate::pass) struct Values<'f> {
    pub func: &'f Func,
    pub constants: Constants,
    /// What computes each value.
    pub source: HashMap<ValueId, OpId>,
}

pub(in crate::pass) fn number(value: ValueId) -> u32 {
    value.into_raw().into_u32()
}

impl<'f> Values<'f> {
    pub fn new(module: &Module, func: &'f Func) -> Self {
        let (mut constants, mut source) = (Constants::default(), HashMap::new());
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
            source.extend(func.ops[op].result.map(|result| (result, op)));
        }
        Self { func, constants, source }
    }

    /// The indices of a place, with `None` for the steps to fields.
    pub fn indices(&self, place: &Place) -> Vec<Option<Form>> {
        let steps = place.path.iter().map(|step| match step {
            Step::Index(value) => Some(self.form(*value)),
            Step::Field(_) => None,
        });
        steps.collect()
    }

    /// True for integers of at most 64 bits, which a conversion to an index leaves as they are.
    fn is_index(&self, value: ValueId) -> bool {
        let ty = self.func.ty(value);
        ty.is_integer() && !ty.is_wide()
    }

    pub fn form(&self, value: ValueId) -> Form {
        if let Some(known) = self.constants.get(value).and_then(|known| known.to_integer()) {
            return Form { terms: BTreeMap::new(), constant: known };
        }
        let itself = || Form { terms: BTreeMap::from([(number(value), 1)]), constant: 0 };
        let Some(op) = self.source.get(&value) else { return itself() };
        // Indices do not wrap where the run has a defined result; numbers of other widths may.
        if self.func.ty(value).bits() != 64 {
            return itself();
        }
        let known = |value: ValueId| self.constants.get(value).and_then(|known| known.to_integer());
        match &self.func.ops[*op].kind {
            OpKind::Binary { op: BinaryOp::Add, lhs, rhs, .. } => self.form(*lhs).plus(&self.form(*rhs), 1),
            OpKind::Binary { op: BinaryOp::Sub, lhs, rhs, .. } => self.form(*lhs).plus(&self.form(*rhs), -1),
            OpKind::Binary { op: BinaryOp::Mul, lhs, rhs, .. } => match (known(*lhs), known(*rhs)) {
                (_, Some(factor)) => Form::default().plus(&self.form(*lhs), factor),
                (Some(factor), _) => Form::default().plus(&self.form(*rhs), factor),
                _ => itself(),
            },
            OpKind::Binary { op: BinaryOp::Shl, lhs, rhs, .. } => match known(*rhs) {
                Some(by @ 0..=40) => Form::default().plus(&self.form(*lhs), 1 << by),
                _ => itself(),
            },
            OpKind::Cast(inner) if self.is_index(*inner) => self.form(*inner),
            _ => itself(),
        }
    }
}

impl Form {
    /// The difference to another form, if that is a number.
    pub fn minus(self, other: &Self) -> Option<i128> {
        let rest = self.plus(other, -1);
        rest.terms.is_empty().then_some(rest.constant)
    }

    fn plus(mut self, other: &Self, factor: i128) -> Self {
        self.constant = self.constant.saturating_add(other.constant.saturating_mul(factor));
        for (value, count) in &other.terms {
            let sum = self.terms.entry(*value).or_default();
            *sum = sum.saturating_add(count.saturating_mul(factor));
        }
        self.terms.retain(|_, count| *count != 0);
        self
    }

    pub fn has(&self, value: ValueId) -> bool {
        self.terms.contains_key(&number(value))
    }
}
