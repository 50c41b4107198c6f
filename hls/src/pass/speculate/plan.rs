//! What can be done with the checks of a loop.

use rustc_hash::FxHashSet;
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{
    BinaryOp, CompareOp, ForLoop, Func, Op, OpId, OpKind, Overflow, Place, Root, SlotId, Type, ValueId,
};
use sycl_hls_types::{Operation, Scalar, TrapKind};

/// The checks of a loop, by what becomes of them.
#[derive(Debug, Default)]
pub(super) struct Plan {
    /// `trap_if` operations that a test before the loop replaces, with their conditions.
    pub hoisted: Vec<(OpId, ValueId)>,
    /// `trap_if` operations that a test after the loop replaces.
    pub deferred: Vec<OpId>,
    /// Scalars to restore before the loop runs again.
    pub restored: Vec<SlotId>,
}

/// What to do with a loop; `None` if there is nothing to gain, or it is no innermost loop, or one that ends early:
/// an exit may stand before a check that would then not count.
pub(super) fn plan(func: &Func, for_loop: &ForLoop) -> Option<Plan> {
    let ops = func.ops_inside(for_loop.body);
    if !ops.iter().all(|op| is_repeatable(&func.ops[*op].kind)) {
        return None;
    }
    let body = Body::new(func, for_loop, &ops);
    let mut plan = Plan::default();
    let mut rest = Vec::new();
    for &op in &ops {
        if let OpKind::TrapIf { cond, .. } = &func.ops[op].kind {
            if body.is_hoistable(*cond) { plan.hoisted.push((op, *cond)) } else { rest.push(op) }
        }
    }
    if rest.iter().all(|op| is_deferrable(func, *op))
        && let Some(restored) = body.state_to_restore()
    {
        (plan.deferred, plan.restored) = (rest, restored);
    }
    (!plan.hoisted.is_empty() || !plan.deferred.is_empty()).then_some(plan)
}

/// Loops, calls, exits and what processes have among themselves are not.
fn is_repeatable(kind: &OpKind) -> bool {
    let exit = kind.is_terminator() && !matches!(kind, OpKind::Yield(_));
    !exit
        && !kind.is_communication()
        && !matches!(
            kind,
            OpKind::For(_)
                | OpKind::While { .. }
                | OpKind::Block { .. }
                | OpKind::Call { .. }
                | OpKind::PanicIf { .. }
        )
}

/// After a failure of this kind the run can go on, with a wrong value but without harm.
fn is_deferrable(func: &Func, op: OpId) -> bool {
    match &func.ops[op].kind {
        OpKind::TrapIf { trap, .. } => match trap.kind {
            TrapKind::Overflow(operation) => !matches!(operation, Operation::Div | Operation::Rem),
            TrapKind::Shift(_) => true,
            _ => false,
        },
        _ => false,
    }
}

/// The body of a loop with what is known of it.
struct Body<'b> {
    func: &'b Func,
    induction: Option<ValueId>,
    definitions: ArenaMap<ValueId, &'b Op>,
    written: FxHashSet<Root>,
    read: FxHashSet<Root>,
    declared: FxHashSet<Root>,
}

impl<'b> Body<'b> {
    fn new(func: &'b Func, for_loop: &ForLoop, ops: &[OpId]) -> Self {
        let mut body = Self {
            func,
            induction: func.regions[for_loop.body].params.first().copied(),
            definitions: ArenaMap::default(),
            written: FxHashSet::default(),
            read: FxHashSet::default(),
            declared: FxHashSet::default(),
        };
        for &id in ops {
            let op = &func.ops[id];
            if let Some(result) = op.result {
                body.definitions.insert(result, op);
            }
            op.kind.for_each_read(&mut |place| {
                body.read.insert(place.root);
            });
            if let OpKind::Declare { slot, .. } = op.kind {
                body.declared.insert(Root::Slot(slot));
            } else {
                op.kind.for_each_write(|_| true, &mut |place| {
                    body.written.insert(place.root);
                });
            }
        }
        body
    }

    /// True if the condition can be tested before the loop, for its first and its last value.
    fn is_hoistable(&self, cond: ValueId) -> bool {
        if self.is_invariant(cond) {
            return true;
        }
        match self.definitions.get(cond).map(|op| &op.kind) {
            Some(OpKind::Compare { op: CompareOp::Ge, lhs, rhs }) => {
                self.is_affine(*lhs) && self.is_invariant(*rhs)
            }
            Some(OpKind::Overflows { op: BinaryOp::Add | BinaryOp::Sub, lhs, rhs }) => {
                self.is_affine(*lhs) && self.is_affine(*rhs)
            }
            Some(OpKind::Overflows { op: BinaryOp::Mul, lhs, rhs }) => self.is_product(*lhs, *rhs),
            _ => false,
        }
    }

    /// True if the value is the same in every iteration, and computable before the loop.
    fn is_invariant(&self, value: ValueId) -> bool {
        if Some(value) == self.induction {
            return false;
        }
        let Some(op) = self.definitions.get(value) else { return true };
        match &op.kind {
            OpKind::Read(place) => self.is_unchanged(place),
            // The check that it can be computed would come too late: it is hoisted to the same place.
            OpKind::Binary { op: BinaryOp::Div | BinaryOp::Rem, rhs, .. } if !self.is_safe_divisor(*rhs) => {
                false
            }
            kind if kind.is_pure() => {
                let mut invariant = true;
                kind.for_each_operand(&mut |operand| invariant &= self.is_invariant(operand));
                invariant
            }
            _ => false,
        }
    }

    /// True if every value can be divided by this one.
    fn is_safe_divisor(&self, divisor: ValueId) -> bool {
        if self.func.ty(divisor).is_float() {
            return true;
        }
        match self.definitions.get(divisor).map(|op| &op.kind) {
            Some(OpKind::Const(value)) => !matches!(value.to_integer(), Some(0 | -1)),
            _ => false,
        }
    }

    /// True if it is a scalar, or a field of a struct, that the loop neither writes nor creates. Slices are behind
    /// an index.
    fn is_unchanged(&self, place: &Place) -> bool {
        place.indices().next().is_none()
            && !self.written.contains(&place.root)
            && !self.declared.contains(&place.root)
    }

    /// True if the value is `a * i + b` for invariant `a` and `b`, where it does not overflow. Every operation in it has a
    /// check of its own, which is hoisted, too.
    fn is_affine(&self, value: ValueId) -> bool {
        if Some(value) == self.induction || self.is_invariant(value) {
            return true;
        }
        match self.definitions.get(value).map(|op| &op.kind) {
            Some(OpKind::Binary {
                op: BinaryOp::Add | BinaryOp::Sub,
                overflow: Overflow::Checked,
                lhs,
                rhs,
            }) => self.is_affine(*lhs) && self.is_affine(*rhs),
            Some(OpKind::Binary { op: BinaryOp::Mul, overflow: Overflow::Checked, lhs, rhs }) => {
                self.is_product(*lhs, *rhs)
            }
            Some(OpKind::Cast(from)) => {
                keeps_values(self.func.ty(*from), self.func.ty(value)) && self.is_affine(*from)
            }
            _ => false,
        }
    }

    fn is_product(&self, lhs: ValueId, rhs: ValueId) -> bool {
        (self.is_affine(lhs) && self.is_invariant(rhs)) || (self.is_invariant(lhs) && self.is_affine(rhs))
    }

    /// The scalars that the loop both reads and writes; `None` if it does that to more than scalars.
    fn state_to_restore(&self) -> Option<Vec<SlotId>> {
        let mut restored = Vec::new();
        for &root in self.written.intersection(&self.read) {
            if self.declared.contains(&root) {
                continue;
            }
            match root {
                Root::Slot(slot) if matches!(self.func.slots[slot].ty, Type::Scalar(_)) => {
                    restored.push(slot)
                }
                _ => return None,
            }
        }
        restored.sort();
        Some(restored)
    }
}

/// True if every integer of one type is the same number in the other.
fn keeps_values(from: Scalar, to: Scalar) -> bool {
    match (from.is_signed(), to.is_signed()) {
        _ if from.is_float() || to.is_float() => false,
        (true, false) => false,
        (false, true) => from.bits() < to.bits(),
        _ => from.bits() <= to.bits(),
    }
}
