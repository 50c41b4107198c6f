//! The affine forms of a function's values: indices as sums of other values.

use rustc_hash::FxHashMap;
use sycl_hls_ir::analysis::Affine;
use sycl_hls_ir::{Constants, Func, Module, OpId, OpKind, Place, Step, ValueId};

/// What is known of a function's values.
pub(in crate::pass) struct Values<'f> {
    pub func: &'f Func,
    pub constants: Constants,
    /// What computes each value.
    pub source: FxHashMap<ValueId, OpId>,
}

impl<'f> Values<'f> {
    pub fn new(module: &Module, func: &'f Func) -> Self {
        let (mut constants, mut source) = (Constants::default(), FxHashMap::default());
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
            source.extend(func.ops[op].result.map(|result| (result, op)));
        }
        Self { func, constants, source }
    }

    /// The indices of a place, with `None` for the steps to fields.
    pub fn indices(&self, place: &Place) -> Vec<Option<Affine<ValueId>>> {
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

    /// The sum that a value is; at least of itself.
    pub fn form(&self, value: ValueId) -> Affine<ValueId> {
        let known = self.constants.get(value).and_then(|known| known.to_integer());
        known.map(Affine::constant).or_else(|| self.computed(value)).unwrap_or_else(|| Affine::symbol(value))
    }

    /// The sum of what a value is computed of.
    fn computed(&self, value: ValueId) -> Option<Affine<ValueId>> {
        let op = self.source.get(&value)?;
        let bits = self.func.ty(value).bits();
        // Indices do not wrap where the run has a defined result; numbers of other widths may.
        if bits != 64 {
            return None;
        }
        match &self.func.ops[*op].kind {
            OpKind::Binary { op, lhs, rhs, .. } => {
                Affine::binary(*op, bits, &self.form(*lhs), &self.form(*rhs))
            }
            OpKind::Cast(inner) if self.is_index(*inner) => Some(self.form(*inner)),
            _ => None,
        }
    }
}
