//! Bitwidth reduction: operations and memory have as many bits as their values need ([`ranges`]), or as anything looks at
//! ([`demanded`]), whichever is less. Numbers of `usize` cost no more than those of the type that they fit.
//!
//! What an operation computes in fewer bits is extended to its type, for those that use it: extensions are wires, and an operation
//! that is narrow itself takes its operand from before the extension.
//!
//! Sums from which indices and the bounds of loops are computed stay as they are ([`Addresses`]): a sum of few bits may wrap around as far as
//! hardware is concerned, and then nothing would be known of the distance of two accesses.

mod addresses;

use rustc_hash::FxHashMap;
use sycl_hls_ir::analysis::{Demanded, Interval, Ranges, demanded};
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{
    BinaryOp, CompareOp, Constants, Func, Init, Module, Op, OpId, OpKind, Overflow, Place, RegionId, Root,
    SlotId, Type, UnaryOp, Value, ValueId, cast,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::rewrite::{Emit, each_func_with_ranges, expand, wrapping};
use addresses::Addresses;

/// At least one in so many bits is saved: operations of almost the same width can share an operator.
const LEAST: u32 = 8;

pub(super) fn run(module: &mut Module) {
    each_func_with_ranges(module, |module, func, ranges| Reduction::new(module, func, ranges).run(func));
}

/// What is known of a function.
struct Reduction<'r> {
    ranges: &'r Ranges,
    demanded: Demanded,
    addresses: Addresses,
    constants: Constants,
    /// What conversions among integers convert.
    converted: FxHashMap<ValueId, ValueId>,
    /// The new types of locals.
    slots: ArenaMap<SlotId, Scalar>,
}

impl<'r> Reduction<'r> {
    fn new(module: &Module, func: &Func, ranges: &'r Ranges) -> Self {
        let (mut constants, mut converted) = (Constants::default(), FxHashMap::default());
        for op in func.ops_in_order().into_iter().map(|op| &func.ops[op]) {
            constants.learn(module, func, op);
            if let (OpKind::Cast(value) | OpKind::Bits(value), Some(result)) = (&op.kind, op.result)
                && ![*value, result].iter().any(|value| func.ty(*value).is_float())
            {
                converted.insert(result, *value);
            }
        }
        let (demanded, addresses) = (demanded(module, func), Addresses::of(func, &constants));
        let mut own = Self { ranges, demanded, addresses, constants, converted, slots: ArenaMap::default() };
        own.slots = own.narrow_slots(func);
        own
    }

    /// The locals that get fewer bits.
    fn narrow_slots(&self, func: &Func) -> ArenaMap<SlotId, Scalar> {
        let narrow = |(id, slot): (SlotId, &sycl_hls_ir::Slot)| {
            let ty = slot.ty.leaf().filter(|ty| ty.is_integer() && !slot.persistent)?;
            let is_kept = self.addresses.has_slot(id) || func.is_blocks(id);
            let demanded = self.demanded.slot(id).filter(|_| !is_kept)?;
            let narrow = narrower(ty, demanded, self.ranges.slot(func, id))?;
            Some((id, narrow))
        };
        func.slots.iter().filter_map(narrow).collect()
    }

    fn run(&mut self, func: &mut Func) {
        for (slot, ty) in self.slots.iter() {
            let dims = func.slots[slot].ty.dims();
            let scalar = Type::Scalar(*ty);
            func.slots[slot].ty = dims.iter().rev().fold(scalar, |ty, len| Type::array(ty, *len));
        }
        expand(func, &mut |func, op, into| self.op(func, op, into));
    }

    /// Appends what becomes of an operation.
    fn op(&mut self, func: &mut Func, op: OpId, into: &mut Vec<OpId>) {
        let (kind, span) = (func.ops[op].kind.clone(), func.ops[op].span);
        let mut emit = Emit { func, into, span };
        if let Some(kind) = self.written(&kind, &mut emit) {
            func.ops[op].kind = kind;
            into.push(op);
            return;
        }
        let Some(result) = func.ops[op].result else {
            into.push(op);
            return;
        };
        let mut emit = Emit { func, into, span };
        // Regions and reads stay the operation that they are, of another type.
        if let Some(ty) = self.retyped(&kind, result, &mut emit) {
            let narrow = func.values.alloc(Value { ty, name: None, bind_op: None });
            func.ops[op].result = Some(narrow);
            into.push(op);
            self.extends(func, result, narrow);
            into.push(func.ops.alloc(Op { kind: OpKind::Cast(narrow), result: Some(result), span }));
            return;
        }
        if let Some(kind) = self.computed(&kind, result, &mut emit) {
            if let OpKind::Cast(narrow) = kind
                && !func.ty(result).is_float()
            {
                self.extends(func, result, narrow);
            }
            func.ops[op].kind = kind;
        }
        into.push(op);
    }

    /// A value is the extension of a narrow one from now on, which has its name and its operator.
    fn extends(&mut self, func: &mut Func, result: ValueId, narrow: ValueId) {
        func.values[narrow].name = func.values[result].name.take();
        func.values[narrow].bind_op = func.values[result].bind_op.take();
        self.converted.insert(result, narrow);
    }

    /// What is written to a local of fewer bits.
    fn written(&self, kind: &OpKind, emit: &mut Emit<'_>) -> Option<OpKind> {
        let of_place = |place: &Place| match place.root {
            Root::Slot(slot) => self.slots.get(slot).copied(),
            _ => None,
        };
        Some(match kind {
            OpKind::Write(place, value) => {
                OpKind::Write(place.clone(), self.narrowed(*value, of_place(place)?, emit))
            }
            OpKind::Fill(place, value) => {
                OpKind::Fill(place.clone(), self.narrowed(*value, of_place(place)?, emit))
            }
            OpKind::Declare { slot, init } => {
                let ty = *self.slots.get(*slot)?;
                let init = match init {
                    Init::Fill(value) => Init::Fill(self.narrowed(*value, ty, emit)),
                    Init::List(values) => {
                        Init::List(values.iter().map(|value| self.narrowed(*value, ty, emit)).collect())
                    }
                    Init::Uninit | Init::Copy(_) => return None,
                };
                OpKind::Declare { slot: *slot, init }
            }
            _ => return None,
        })
    }

    /// The type of fewer bits that the result of a read or a choice gets. What regions yield is narrowed here.
    fn retyped(&self, kind: &OpKind, result: ValueId, emit: &mut Emit<'_>) -> Option<Scalar> {
        match kind {
            OpKind::Read(Place { root: Root::Slot(slot), .. }) => self.slots.get(*slot).copied(),
            OpKind::If { then, otherwise, .. } if !self.addresses.has(result) => {
                let ty = self.of_result(emit.func, result)?;
                for region in [*then, *otherwise] {
                    self.yield_narrowed(region, ty, emit);
                }
                Some(ty)
            }
            _ => None,
        }
    }

    fn yield_narrowed(&self, region: RegionId, ty: Scalar, emit: &mut Emit<'_>) {
        let mut ops = std::mem::take(&mut emit.func.regions[region].ops);
        if let Some(last) = ops.pop() {
            if let OpKind::Yield(value) = emit.func.ops[last].kind {
                let mut inner = Emit { func: emit.func, into: &mut ops, span: emit.span };
                let value = self.narrowed(value, ty, &mut inner);
                emit.func.ops[last].kind = OpKind::Yield(value);
            }
            ops.push(last);
        }
        emit.func.regions[region].ops = ops;
    }

    /// What an operation is in fewer bits; `None` where it needs all that it has.
    fn computed(&self, kind: &OpKind, result: ValueId, emit: &mut Emit<'_>) -> Option<OpKind> {
        match *kind {
            OpKind::Binary { op, lhs, rhs, .. } if emit.func.ty(lhs).is_integer() => {
                self.binary(op, lhs, rhs, result, emit)
            }
            OpKind::Unary { op: op @ (UnaryOp::Neg | UnaryOp::Not), arg, .. }
                if !self.addresses.has(result) =>
            {
                let ty = self.of_result(emit.func, result)?;
                let arg = self.narrowed(arg, ty, emit);
                if op == UnaryOp::Not {
                    let not = OpKind::Unary { op, overflow: Overflow::Wrapping, arg };
                    return Some(OpKind::Cast(emit.compute(not, ty)));
                }
                // Only signed numbers are negated.
                let zero = emit.constant(ScalarValue::from_bits(ty, 0));
                Some(extended(BinaryOp::Sub, zero, arg, ty, emit))
            }
            OpKind::Compare { op, lhs, rhs } => {
                let is_kept = [lhs, rhs].iter().any(|value| self.addresses.has(*value));
                let ty = self.of_operands(emit.func, &[lhs, rhs]).filter(|_| !is_kept)?;
                let [lhs, rhs] = [lhs, rhs].map(|value| self.narrowed(value, ty, emit));
                Some(OpKind::Compare { op, lhs, rhs })
            }
            OpKind::Cast(value) if emit.func.ty(result).is_float() => {
                let ty = self.of_operands(emit.func, &[value])?;
                Some(OpKind::Cast(self.narrowed(value, ty, emit)))
            }
            _ => None,
        }
    }

    fn binary(
        &self,
        op: BinaryOp,
        lhs: ValueId,
        rhs: ValueId,
        result: ValueId,
        emit: &mut Emit<'_>,
    ) -> Option<OpKind> {
        let is_kept = self.addresses.has(result);
        match op {
            BinaryOp::Mul => self.product(lhs, rhs, result, emit),
            BinaryOp::Add
            | BinaryOp::Sub
            | BinaryOp::And
            | BinaryOp::Or
            | BinaryOp::Xor
            | BinaryOp::Min
            | BinaryOp::Max => {
                let is_compared = matches!(op, BinaryOp::Min | BinaryOp::Max);
                let ty = match is_compared {
                    true => self.of_operands(emit.func, &[lhs, rhs]),
                    false => self.of_result(emit.func, result),
                };
                let ty = ty.filter(|_| !is_kept)?;
                let [lhs, rhs] = [lhs, rhs].map(|value| self.narrowed(value, ty, emit));
                Some(extended(op, lhs, rhs, ty, emit))
            }
            BinaryOp::Div | BinaryOp::Rem => self.division(op, lhs, rhs, result, emit),
            BinaryOp::Shl | BinaryOp::Shr => {
                let full = emit.func.ty(lhs);
                let mut ty = self.of_result(emit.func, result).filter(|_| !is_kept)?;
                let distance = self.constants.get(rhs)?.low_bits() & full.distance_mask();
                if op == BinaryOp::Shr {
                    let looked_at = self.demanded.value(result).saturating_add(u32::try_from(distance).ok()?);
                    ty = narrower(full, looked_at, self.ranges.value(emit.func, lhs))?;
                }
                // Nothing is left of it.
                if distance >= u64::from(ty.bits()) && (op == BinaryOp::Shl || !ty.is_signed()) {
                    return Some(OpKind::Const(ScalarValue::from_bits(full, 0)));
                }
                let distance = distance.min(u64::from(ty.bits()) - 1);
                let lhs = self.narrowed(lhs, ty, emit);
                let rhs = emit.constant(ScalarValue::from_bits(Scalar::U32, distance));
                Some(extended(op, lhs, rhs, ty, emit))
            }
        }
    }

    /// A product in as many bits as are needed, of factors whose upper bits are seen to be 0.
    fn product(&self, lhs: ValueId, rhs: ValueId, result: ValueId, emit: &mut Emit<'_>) -> Option<OpKind> {
        let is_kept = self.addresses.has(result);
        // That is a sum, as far as indices are concerned.
        if is_kept && [lhs, rhs].iter().any(|factor| self.constants.get(*factor).is_some()) {
            return None;
        }
        let narrow = self.of_result(emit.func, result).filter(|_| !is_kept);
        let ty = narrow.unwrap_or(emit.func.ty(result));
        let factors = [lhs, rhs].map(|value| {
            let own = self.of_operands(emit.func, &[value]);
            let is_known = self.constants.get(value).is_some();
            let own = own.filter(|own| !is_known && !own.is_signed() && own.bits() < ty.bits());
            let value = own.map_or(value, |own| self.narrowed(value, own, emit));
            self.narrowed(value, ty, emit)
        });
        match (narrow, factors) {
            (Some(ty), [lhs, rhs]) => Some(extended(BinaryOp::Mul, lhs, rhs, ty, emit)),
            (None, same) if same == [lhs, rhs] => None,
            (None, [lhs, rhs]) => Some(wrapping(BinaryOp::Mul, lhs, rhs)),
        }
    }

    /// A division in as many bits as its operands need. A divisor of 0 gives all ones, in all bits.
    fn division(
        &self,
        op: BinaryOp,
        lhs: ValueId,
        rhs: ValueId,
        result: ValueId,
        emit: &mut Emit<'_>,
    ) -> Option<OpKind> {
        let full = emit.func.ty(lhs);
        // The smallest number by -1 is larger than any operand.
        let values = if full.is_signed() { &[lhs, rhs, result][..] } else { &[lhs, rhs] };
        let ty = self.of_operands(emit.func, values)?;
        let divisor = self.ranges.value(emit.func, rhs)?;
        let [narrow_lhs, narrow_rhs] = [lhs, rhs].map(|value| self.narrowed(value, ty, emit));
        let narrow = extended(op, narrow_lhs, narrow_rhs, ty, emit);
        // All ones are -1, of signed numbers; so are they of unsigned ones that are as wide.
        if op == BinaryOp::Rem || ty.is_signed() || !divisor.contains(Interval::exactly(0)) {
            return Some(narrow);
        }
        if let OpKind::Cast(quotient) = narrow {
            emit.func.values[quotient].bind_op = emit.func.values[result].bind_op.take();
        }
        let quotient = emit.compute(narrow, full);
        let zero = emit.constant(ScalarValue::from_bits(ty, 0));
        let by_zero = OpKind::Compare { op: CompareOp::Eq, lhs: narrow_rhs, rhs: zero };
        let by_zero = emit.compute(by_zero, Scalar::Bool);
        let zero = emit.constant(ScalarValue::from_bits(full, 0));
        let one = emit.compute(OpKind::Cast(by_zero), full);
        let mask = emit.compute(wrapping(BinaryOp::Sub, zero, one), full);
        Some(wrapping(BinaryOp::Or, quotient, mask))
    }

    /// The type of fewer bits for a result of which higher bits than those are not computed.
    fn of_result(&self, func: &Func, result: ValueId) -> Option<Scalar> {
        narrower(func.ty(result), self.demanded.value(result), self.ranges.value(func, result))
    }

    /// The type of fewer bits that has all values that operands have.
    fn of_operands(&self, func: &Func, operands: &[ValueId]) -> Option<Scalar> {
        let all = operands.iter().map(|operand| self.ranges.value(func, *operand));
        let all = all.collect::<Option<Vec<_>>>()?.into_iter().reduce(Interval::union)?;
        let full = func.ty(*operands.first()?);
        narrower(full, full.bits(), Some(all))
    }

    /// A value in fewer bits.
    fn narrowed(&self, value: ValueId, ty: Scalar, emit: &mut Emit<'_>) -> ValueId {
        if emit.func.ty(value) == ty {
            return value;
        }
        if let Some(known) = self.constants.get(value).and_then(|known| cast(known, ty)) {
            return emit.constant(known);
        }
        let mut source = value;
        while emit.func.ty(source).bits() >= ty.bits()
            && let Some(inner) = self.converted.get(&source)
        {
            source = *inner;
        }
        if emit.func.ty(source) == ty { source } else { emit.compute(OpKind::Cast(source), ty) }
    }
}

/// An operation in fewer bits, and what of it is in all of them.
fn extended(op: BinaryOp, lhs: ValueId, rhs: ValueId, ty: Scalar, emit: &mut Emit<'_>) -> OpKind {
    OpKind::Cast(emit.compute(wrapping(op, lhs, rhs), ty))
}

/// The type of clearly fewer bits for values in a range, of which so many bits are looked at.
fn narrower(ty: Scalar, demanded: u32, range: Option<Interval>) -> Option<Scalar> {
    if !ty.is_integer() || demanded == 0 {
        return None;
    }
    let narrow = match range.and_then(Interval::narrowest) {
        Some(narrow) if narrow.bits() <= demanded => narrow,
        _ => Scalar::int(false, demanded)?,
    };
    (narrow.bits() + ty.bits() / LEAST <= ty.bits()).then_some(narrow)
}
