//! Values that are known when the code is translated.

use la_arena::ArenaMap;
use sycl_hls_types::ScalarValue;

use crate::{Func, Module, Op, OpKind, ValueId, binary, bits, cast, compare, fma, overflows, unary};

/// The known values of one function, collected operation by operation.
#[derive(Debug, Default)]
pub struct Constants {
    known: ArenaMap<ValueId, ScalarValue>,
}

impl Constants {
    /// The value, if it is known.
    #[must_use]
    pub fn get(&self, value: ValueId) -> Option<&ScalarValue> {
        self.known.get(value)
    }

    /// Learns from an operation whose operands were learned before.
    pub fn learn(&mut self, module: &Module, func: &Func, op: &Op) {
        if let Some(result) = op.result
            && let Some(value) = self.evaluate(module, func, op)
        {
            self.known.insert(result, value);
        }
    }

    /// What an operation computes, if all its operands are known and it computes only from them.
    #[must_use]
    pub fn evaluate(&self, module: &Module, func: &Func, op: &Op) -> Option<ScalarValue> {
        match &op.kind {
            OpKind::Const(value) => Some(value.clone()),
            OpKind::Global(global) => module.globals[*global].leaves.first().cloned(),
            OpKind::Unary { op, arg, .. } => unary(*op, self.get(*arg)?),
            OpKind::Binary { op, lhs, rhs, .. } => binary(*op, self.get(*lhs)?, self.get(*rhs)?),
            OpKind::Fma { a, b, c } => fma(self.get(*a)?, self.get(*b)?, self.get(*c)?),
            OpKind::Overflows { op, lhs, rhs } => {
                Some(overflows(*op, self.get(*lhs)?, self.get(*rhs)?).into())
            }
            OpKind::Bits(value) => bits(self.get(*value)?, func.ty(op.result?)),
            OpKind::Compare { op, lhs, rhs } => Some(compare(*op, self.get(*lhs)?, self.get(*rhs)?).into()),
            OpKind::Cast(value) => cast(self.get(*value)?, func.ty(op.result?)),
            _ => None,
        }
    }
}
