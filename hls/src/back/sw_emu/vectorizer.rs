//! What g++ must not vectorize.
//!
//! GCC (12.2) takes a loop in which an integer is multiplied by itself, between conversions of its sign, for the product of
//! many numbers, and computes it in an order that gives another result: `x = (int16_t)((uint32_t)x * (uint32_t)x)` at
//! `-O3`, more types with `-march=native`. No other operation is affected, and clang++ is not.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;
use sycl_hls_ir::{BinaryOp, Func, Module, OpKind, ParamKind, Place, Root, Step, ValueId};
use sycl_hls_types::Scalar;

/// Turns the vectorizer of loops off, for g++ alone.
pub(super) const OFF: &str = "#if defined(__GNUC__) && !defined(__clang__)\n\
     #pragma GCC optimize (\"no-tree-loop-vectorize\")\n\
     #endif\n\n";

/// True if an integer may be multiplied by itself from one iteration to the next, once helpers are inlined and loop-invariant
/// elements are kept in registers. Products that are used only in indices, bounds and comparisons do not count.
pub(super) fn must_rest(module: &Module) -> bool {
    module.funcs.iter().any(|(_, func)| Products::of(func).any())
}

struct Products<'f> {
    func: &'f Func,
    computed_by: ArenaMap<ValueId, &'f OpKind>,
    /// What is written, returned or given to a helper, and of what that was computed.
    kept: FxHashSet<ValueId>,
}

impl<'f> Products<'f> {
    fn of(func: &'f Func) -> Self {
        let mut computed_by = ArenaMap::default();
        for (_, op) in func.ops.iter() {
            if let Some(result) = op.result {
                computed_by.insert(result, &op.kind);
            }
        }
        let kept = kept(func, &computed_by);
        Self { func, computed_by, kept }
    }

    fn any(&self) -> bool {
        self.func.ops.iter().any(|(_, op)| match op.kind {
            OpKind::Binary { op: BinaryOp::Mul, lhs, rhs, .. } if self.func.ty(lhs).is_integer() => {
                let (mut factors, mut others) = (Vec::new(), Vec::new());
                self.factors(lhs, &mut factors);
                self.factors(rhs, &mut others);
                let carried = factors.iter().chain(&others).any(|factor| self.is_carried(*factor));
                let is_power =
                    || factors.iter().any(|factor| others.iter().any(|other| self.is_same(*factor, *other)));
                (carried || is_power()) && op.result.is_some_and(|product| self.kept.contains(&product))
            }
            _ => false,
        })
    }

    /// What a value is the product of, conversions and signs aside.
    fn factors(&self, value: ValueId, factors: &mut Vec<ValueId>) {
        match self.computed_by.get(value) {
            Some(OpKind::Cast(arg) | OpKind::Bits(arg) | OpKind::Unary { arg, .. }) => {
                self.factors(*arg, factors)
            }
            Some(OpKind::Binary { op: BinaryOp::Mul, lhs, rhs, .. }) => {
                self.factors(*lhs, factors);
                self.factors(*rhs, factors);
            }
            _ => factors.push(value),
        }
    }

    /// True if it is what an earlier iteration may have left, as a variable or an argument of a helper.
    fn is_carried(&self, factor: ValueId) -> bool {
        match self.computed_by.get(factor) {
            Some(OpKind::Read(place)) => match place.root {
                Root::Slot(slot) => self.func.slots[slot].mutable && self.stays(place),
                Root::Param(index) => {
                    self.func.param(index).is_some_and(|param| matches!(param.kind, ParamKind::Ref { .. }))
                }
                Root::Global(_) => false,
            },
            Some(_) => false,
            None => !self.func.is_kernel(),
        }
    }

    /// True if it is the same place each time.
    fn stays(&self, place: &Place) -> bool {
        place.path.iter().all(|step| match step {
            Step::Index(index) => matches!(self.computed_by.get(*index), Some(OpKind::Const(_))),
            Step::Field(_) => true,
        })
    }

    fn is_same(&self, factor: ValueId, other: ValueId) -> bool {
        factor == other
            || match (self.computed_by.get(factor), self.computed_by.get(other)) {
                (Some(OpKind::Read(place)), Some(OpKind::Read(other))) => place == other,
                _ => false,
            }
    }
}

/// The values that are written, returned or given to a helper, and those of which they are computed.
fn kept(func: &Func, computed_by: &ArenaMap<ValueId, &OpKind>) -> FxHashSet<ValueId> {
    let mut open = Vec::new();
    for (_, op) in func.ops.iter() {
        match &op.kind {
            OpKind::Write(_, value) => open.push(*value),
            OpKind::Read(_) | OpKind::For(_) | OpKind::TrapIf { .. } | OpKind::PanicIf { .. } => {}
            kind if kind.is_pure() => {}
            kind => kind.for_each_operand(&mut |value| open.push(value)),
        }
    }
    let mut kept = FxHashSet::default();
    while let Some(value) = open.pop() {
        // A comparison is no part of a product.
        let is_new = kept.insert(value) && func.ty(value) != Scalar::Bool;
        if let Some(kind) = computed_by.get(value).filter(|kind| is_new && kind.is_pure()) {
            kind.for_each_operand(&mut |value| open.push(value));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use sycl_hls_ir::parse;

    use super::*;

    /// True if a helper of two numbers that ends with these lines must rest. `%2` is their product.
    fn rests(lines: &str) -> bool {
        let text = format!(
            "module m\nfn @f(%0.a: u64, %1.b: u64, &2.line: mut [u64]) {{\n%2 = mul %0, %1: u64\n%3 = add %2, %0: u64\n{lines}\n}}\n"
        );
        must_rest(&parse(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }

    #[test]
    fn products_that_are_kept_may_be_multiplied_again() {
        assert!(rests("write &2[%0], %2\nreturn"));
        assert!(rests("write &2[%0], %3\nreturn"), "what is computed of it");
        assert!(rests("slot $0.x: mut u64 = %3\nreturn"));
    }

    #[test]
    fn indices_and_bounds_are_no_products_of_many_numbers() {
        assert!(!rests("write &2[%3], %0\nreturn"));
        assert!(!rests("%4 = read &2[%3]: u64\nwrite &2[%0], %4\nreturn"));
        assert!(!rests("for %4.i in %0..%3 {\nwrite &2[%4], %0\n}\nreturn"));
        assert!(!rests("%4 = lt %3, %1: bool\nif %4 {\nwrite &2[%0], %0\n} else {\n}\nreturn"));
    }
}
