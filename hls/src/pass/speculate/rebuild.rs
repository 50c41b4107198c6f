//! The loop with its checks before and after it.

use std::collections::BTreeMap;

use rustc_hash::FxHashSet;
use sycl_hls_ir::{
    BinaryOp, CompareOp, ForLoop, Func, Init, Op, OpId, OpKind, Overflow, Place, Region, RegionId, Remap,
    Root, Slot, SlotId, Span, UnaryOp, ValueId, clone_region,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::plan::Plan;
use crate::pass::rewrite::{Emit, expand_region};

/// Appends what takes the place of the loop `op`.
pub(super) fn rebuild(func: &mut Func, op: OpId, for_loop: &ForLoop, plan: &Plan, into: &mut Vec<OpId>) {
    let span = func.ops[op].span;
    let safe = precondition(func, for_loop, plan, span, into);
    let mut emit = Emit { func, into, span };
    let saved: Vec<(SlotId, ValueId)> = plan.restored.iter().map(|slot| (*slot, emit.read(*slot))).collect();
    let fast = fast_region(emit.func, for_loop, plan, span);
    let slow = emit.region(|emit| {
        let again = emit.constant(true.into());
        emit.effect(OpKind::Yield(again));
    });
    let again = emit.compute(OpKind::If { cond: safe, then: fast, otherwise: slow }, Scalar::Bool);
    let checked = emit.region(|emit| {
        for (slot, value) in saved {
            emit.effect(OpKind::Write(whole(slot), value));
        }
        emit.into.push(op);
    });
    let nothing = emit.region(|_| ());
    emit.effect(OpKind::If { cond: again, then: checked, otherwise: nothing });
}

fn whole(slot: SlotId) -> Place {
    Place::whole(Root::Slot(slot))
}

/// A value that is true if no hoisted check would fail in any iteration.
fn precondition(
    func: &mut Func,
    for_loop: &ForLoop,
    plan: &Plan,
    span: Span,
    into: &mut Vec<OpId>,
) -> ValueId {
    let induction = func.regions[for_loop.body].params.first().copied();
    let definitions: BTreeMap<ValueId, OpId> = func
        .ops_inside(for_loop.body)
        .into_iter()
        .filter_map(|op| func.ops[op].result.map(|result| (result, op)))
        .collect();
    let mut emit = Emit { func, into, span };
    let last = if for_loop.inclusive { for_loop.hi } else { emit.minus_one(for_loop.hi) };
    let mut failed = None;
    for end in [for_loop.lo, last] {
        let mut copier = Copier { definitions: &definitions, remap: Remap::default() };
        copier.remap.values.extend(induction.map(|induction| (induction, end)));
        for (_, cond) in &plan.hoisted {
            let cond = copier.copy(&mut emit, *cond);
            failed = Some(emit.or_with(failed, cond));
        }
    }
    match failed {
        Some(failed) => emit.not(failed),
        None => emit.constant(true.into()),
    }
}

/// Copies what a condition is computed from, once for each end of the loop.
struct Copier<'c> {
    definitions: &'c BTreeMap<ValueId, OpId>,
    remap: Remap,
}

impl Copier<'_> {
    fn copy(&mut self, emit: &mut Emit<'_>, value: ValueId) -> ValueId {
        if self.remap.values.contains_key(&value) {
            return self.remap.value(value);
        }
        let Some(&op) = self.definitions.get(&value) else { return value };
        let mut operands = Vec::new();
        emit.func.ops[op].kind.for_each_operand(&mut |operand| operands.push(operand));
        for operand in operands {
            self.copy(emit, operand);
        }
        let copy = self.remap.clone_op(emit.func, op);
        if let OpKind::Binary { overflow, .. } = &mut emit.func.ops[copy].kind {
            // A result that does not fit is found by its own check.
            *overflow = Overflow::Wrapping;
        }
        let result = self.remap.value(value);
        emit.func.values[result].name = None;
        emit.into.push(copy);
        result
    }
}

/// The loop without its hoisted checks and with its deferred ones noted; yields whether one of those failed.
fn fast_region(func: &mut Func, for_loop: &ForLoop, plan: &Plan, span: Span) -> RegionId {
    let mut ops = Vec::new();
    let mut emit = Emit { func, into: &mut ops, span };
    let notes = Notes::declare(&mut emit, plan);
    let mut remap = Remap::default();
    let body = clone_region(emit.func, for_loop.body, &mut remap);
    let copies =
        |ops: &mut dyn Iterator<Item = OpId>| -> FxHashSet<OpId> { ops.map(|op| remap.ops[&op]).collect() };
    let hoisted = copies(&mut plan.hoisted.iter().map(|(op, _)| *op));
    let deferred = copies(&mut plan.deferred.iter().copied());
    expand_region(emit.func, body, &mut |func, op, into| {
        if deferred.contains(&op) {
            notes.note(func, op, into);
        } else if !hoisted.contains(&op) {
            into.push(op);
        }
    });
    emit.effect(OpKind::For(ForLoop { body, ..for_loop.clone() }));
    let failed = notes.any(&mut emit);
    emit.effect(OpKind::Yield(failed));
    func.regions.alloc(Region { params: Vec::new(), ops })
}

/// Where deferred checks note their failures: for each integer type a word whose highest bit says so, which a vector
/// unit can compute, and a `bool` for everything else.
struct Notes {
    slots: BTreeMap<Scalar, SlotId>,
}

impl Notes {
    fn declare(emit: &mut Emit<'_>, plan: &Plan) -> Self {
        let mut slots = BTreeMap::new();
        for &op in &plan.deferred {
            let ty = Self::word(emit.func, op);
            slots.entry(ty).or_insert_with(|| {
                let zero = emit.constant(ScalarValue::from_bits(ty, 0));
                let slot = emit.func.slots.alloc(Slot::variable("failed", ty));
                emit.effect(OpKind::Declare { slot, init: Init::Fill(zero) });
                slot
            });
        }
        Self { slots }
    }

    /// The type of the word that a check notes its failure in.
    fn word(func: &Func, trap: OpId) -> Scalar {
        match Self::sum(func, trap) {
            Some((_, lhs, _)) if func.ty(lhs).bits() >= 32 => func.ty(lhs),
            _ => Scalar::Bool,
        }
    }

    /// The sum or difference whose overflow a check is about.
    fn sum(func: &Func, trap: OpId) -> Option<(BinaryOp, ValueId, ValueId)> {
        use sycl_hls_types::{Operation, TrapKind};
        let OpKind::TrapIf { trap, .. } = &func.ops[trap].kind else { return None };
        match (trap.kind, trap.operands.as_slice()) {
            (TrapKind::Overflow(Operation::Add), [lhs, rhs]) => Some((BinaryOp::Add, *lhs, *rhs)),
            (TrapKind::Overflow(Operation::Sub), [lhs, rhs]) => Some((BinaryOp::Sub, *lhs, *rhs)),
            _ => None,
        }
    }

    fn note(&self, func: &mut Func, trap: OpId, into: &mut Vec<OpId>) {
        let Op { kind, span, .. } = func.ops[trap].clone();
        let OpKind::TrapIf { cond, .. } = kind else { return };
        let word = Self::word(func, trap);
        let sum = Self::sum(func, trap);
        let mut emit = Emit { func, into, span };
        let failure = match sum {
            Some((op, lhs, rhs)) if word != Scalar::Bool => emit.overflow_bit(op, lhs, rhs),
            _ => cond,
        };
        let Some(&slot) = self.slots.get(&word) else { return };
        let so_far = emit.read(slot);
        let noted = emit.or(so_far, failure);
        emit.effect(OpKind::Write(whole(slot), noted));
    }

    /// True if any check has failed.
    fn any(&self, emit: &mut Emit<'_>) -> ValueId {
        let mut any = None;
        for (&ty, &slot) in &self.slots {
            let word = emit.read(slot);
            let failed = match ty {
                Scalar::Bool => word,
                _ => emit.highest_bit(word),
            };
            any = Some(emit.or_with(any, failed));
        }
        any.unwrap_or_else(|| emit.constant(false.into()))
    }
}

impl Emit<'_> {
    fn read(&mut self, slot: SlotId) -> ValueId {
        // Only scalars are saved and noted.
        let ty = self.func.slots[slot].ty.scalar().unwrap_or(Scalar::Bool);
        self.compute(OpKind::Read(whole(slot)), ty)
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> ValueId {
        let ty = self.func.ty(lhs);
        self.compute(OpKind::Binary { op, overflow: Overflow::Wrapping, lhs, rhs }, ty)
    }

    fn or(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.binary(BinaryOp::Or, lhs, rhs)
    }

    fn or_with(&mut self, so_far: Option<ValueId>, value: ValueId) -> ValueId {
        so_far.map_or(value, |so_far| self.or(so_far, value))
    }

    fn and(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.binary(BinaryOp::And, lhs, rhs)
    }

    fn xor(&mut self, lhs: ValueId, rhs: ValueId) -> ValueId {
        self.binary(BinaryOp::Xor, lhs, rhs)
    }

    fn not(&mut self, arg: ValueId) -> ValueId {
        let ty = self.func.ty(arg);
        self.compute(OpKind::Unary { op: UnaryOp::Not, overflow: Overflow::Wrapping, arg }, ty)
    }

    fn minus_one(&mut self, value: ValueId) -> ValueId {
        let one = self.constant(ScalarValue::from_bits(self.func.ty(value), 1));
        self.binary(BinaryOp::Sub, value, one)
    }

    /// A word whose highest bit is set exactly if `lhs op rhs` overflows (Warren, Hacker's Delight, 2-13).
    fn overflow_bit(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId) -> ValueId {
        let result = self.binary(op, lhs, rhs);
        match (op, self.func.ty(lhs).is_signed()) {
            (BinaryOp::Add, true) => {
                let (a, b) = (self.xor(lhs, result), self.xor(rhs, result));
                self.and(a, b)
            }
            (_, true) => {
                let (a, b) = (self.xor(lhs, rhs), self.xor(lhs, result));
                self.and(a, b)
            }
            (BinaryOp::Add, false) => {
                let (both, either, not_result) = (self.and(lhs, rhs), self.or(lhs, rhs), self.not(result));
                let carried = self.and(either, not_result);
                self.or(both, carried)
            }
            (_, false) => {
                let not_lhs = self.not(lhs);
                let (both, either) = (self.and(not_lhs, rhs), self.or(not_lhs, rhs));
                let borrowed = self.and(either, result);
                self.or(both, borrowed)
            }
        }
    }

    fn highest_bit(&mut self, word: ValueId) -> ValueId {
        let ty = self.func.ty(word);
        let highest = self.constant(ScalarValue::highest_bit(ty));
        let bit = self.and(word, highest);
        let zero = self.constant(ScalarValue::from_bits(ty, 0));
        self.compute(OpKind::Compare { op: CompareOp::Ne, lhs: bit, rhs: zero }, Scalar::Bool)
    }
}
