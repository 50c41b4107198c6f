//! Demanded bits: how many of the lowest bits of each integer anything looks at.
//!
//! What is above them has no influence on what a function writes, sends or gives back, nor on where control goes. Sums, products and
//! bitwise operations look at no higher bits of their operands than those that are looked at of their result; divisions,
//! comparisons and indices look at all.

use la_arena::ArenaMap;

use crate::{
    BinaryOp, Constants, Func, Init, Module, Op, OpKind, Place, RegionId, Root, SlotId, UnaryOp, ValueId,
};

/// Walks over a function before all bits of locals that still change are demanded.
const ROUNDS: u32 = 4;

/// The demanded bits in one function.
#[derive(Clone, Debug, Default)]
pub struct Demanded {
    values: ArenaMap<ValueId, u32>,
    slots: ArenaMap<SlotId, u32>,
}

impl Demanded {
    /// How many of a value's lowest bits are looked at: 0 where it is not used.
    #[must_use]
    pub fn value(&self, value: ValueId) -> u32 {
        self.values.get(value).copied().unwrap_or(0)
    }

    /// How many of the lowest bits are looked at of the scalars in a local scalar or array of scalars. `None` of other locals, and of
    /// what is read or written as a whole.
    #[must_use]
    pub fn slot(&self, slot: SlotId) -> Option<u32> {
        self.slots.get(slot).copied()
    }
}

/// The demanded bits in a function.
#[must_use]
pub fn demanded(module: &Module, func: &Func) -> Demanded {
    let mut constants = Constants::default();
    for op in func.ops_in_order() {
        constants.learn(module, func, &func.ops[op]);
    }
    let found = Demanded { slots: element_wise(func), ..Demanded::default() };
    let mut walk = Walk { func, constants, found, grown: Vec::new() };
    for round in 0.. {
        walk.region(func.body, 0);
        if walk.grown.is_empty() {
            break;
        }
        for slot in std::mem::take(&mut walk.grown) {
            if round >= ROUNDS {
                walk.found.slots.insert(slot, bits_of(func, slot));
            }
        }
    }
    walk.found
}

/// No bits of the locals whose scalars are read and written one at a time, or filled.
fn element_wise(func: &Func) -> ArenaMap<SlotId, u32> {
    let scalars = func.slots.iter().filter(|(_, slot)| slot.ty.leaf().is_some());
    let mut slots: ArenaMap<SlotId, u32> = scalars.map(|(id, _)| (id, 0)).collect();
    let mut forget = |place: &Place| {
        if let Root::Slot(slot) = place.root {
            slots.remove(slot);
        }
    };
    for op in func.ops_in_order() {
        let kind = &func.ops[op].kind;
        if matches!(kind, OpKind::Read(_) | OpKind::Write(..) | OpKind::Fill(..)) {
            continue;
        }
        if let OpKind::Declare { init: Init::Uninit | Init::Fill(_) | Init::List(_), .. } = kind {
            continue;
        }
        kind.for_each_read(&mut forget);
        kind.for_each_write(|_| true, &mut forget);
    }
    slots
}

fn bits_of(func: &Func, slot: SlotId) -> u32 {
    func.slots[slot].ty.leaf().map_or(0, |ty| ty.bits())
}

/// Walks over a function, from its end to its beginning.
struct Walk<'w> {
    func: &'w Func,
    constants: Constants,
    found: Demanded,
    /// The locals of which more was demanded in this walk than before.
    grown: Vec<SlotId>,
}

impl Walk<'_> {
    /// Of what a region yields, so many bits are demanded.
    fn region(&mut self, region: RegionId, yielded: u32) {
        let func = self.func;
        for &op in func.regions[region].ops.iter().rev() {
            self.op(&func.ops[op], yielded);
        }
    }

    fn demand(&mut self, value: ValueId, bits: u32) {
        let bits = bits.min(self.func.ty(value).bits());
        if bits > self.found.value(value) {
            self.found.values.insert(value, bits);
        }
    }

    fn op(&mut self, op: &Op, yielded: u32) {
        let of_result = op.result.map_or(0, |result| self.found.value(result));
        let is_needless = op.kind.is_pure() && of_result == 0;
        match &op.kind {
            _ if is_needless => {}
            OpKind::Yield(value) => self.demand(*value, yielded),
            OpKind::If { cond, then, otherwise } => {
                self.demand(*cond, 1);
                self.region(*then, of_result);
                self.region(*otherwise, of_result);
            }
            OpKind::Binary { op, lhs, rhs, .. } => self.binary(*op, *lhs, *rhs, of_result),
            OpKind::Unary { op: UnaryOp::Neg | UnaryOp::Not, arg, .. } if !self.func.ty(*arg).is_float() => {
                self.demand(*arg, of_result);
            }
            OpKind::Cast(value) | OpKind::Bits(value) => {
                let types = op.result.map(|result| [self.func.ty(*value), self.func.ty(result)]);
                let is_exact = types.is_some_and(|types| types.iter().all(|ty| ty.is_integer()));
                self.demand(*value, if is_exact { of_result } else { u32::MAX });
            }
            OpKind::Read(place) => {
                self.indices(place);
                if let Root::Slot(slot) = place.root
                    && let Some(known) = self.found.slots.get_mut(slot)
                    && *known < of_result
                {
                    *known = of_result;
                    self.grown.push(slot);
                }
            }
            OpKind::Write(place, value) | OpKind::Fill(place, value) => {
                self.indices(place);
                self.write(place.root, *value);
            }
            OpKind::Declare { slot, init: Init::Fill(value) } => self.write(Root::Slot(*slot), *value),
            OpKind::Declare { slot, init: Init::List(values) } => {
                values.iter().for_each(|value| self.write(Root::Slot(*slot), *value));
            }
            kind => {
                kind.for_each_operand(&mut |operand| self.demand(operand, u32::MAX));
                // Of what a condition yields.
                kind.regions().for_each(|region| self.region(region, u32::MAX));
            }
        }
    }

    fn indices(&mut self, place: &Place) {
        place.indices().for_each(|index| self.demand(index, u32::MAX));
    }

    fn write(&mut self, root: Root, value: ValueId) {
        let of_slot = if let Root::Slot(slot) = root { self.found.slot(slot) } else { None };
        self.demand(value, of_slot.unwrap_or(u32::MAX));
    }

    fn binary(&mut self, op: BinaryOp, lhs: ValueId, rhs: ValueId, bits: u32) {
        let ty = self.func.ty(lhs);
        let known = |value| self.constants.get(value);
        let distance =
            || Some(u32::try_from(known(rhs)?.low_bits() & ty.distance_mask()).unwrap_or(u32::MAX));
        let (left, right) = match op {
            _ if ty.is_float() => (u32::MAX, u32::MAX),
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Or | BinaryOp::Xor => (bits, bits),
            BinaryOp::And => {
                let within = |mask| known(mask).map_or(bits, |mask| bits.min(mask.bit_length()));
                (within(rhs), within(lhs))
            }
            BinaryOp::Shl => (distance().map_or(bits, |by| bits.saturating_sub(by)), u32::MAX),
            BinaryOp::Shr => (distance().map_or(u32::MAX, |by| bits.saturating_add(by)), u32::MAX),
            BinaryOp::Div | BinaryOp::Rem | BinaryOp::Min | BinaryOp::Max => (u32::MAX, u32::MAX),
        };
        self.demand(lhs, left);
        self.demand(rhs, right);
    }
}
