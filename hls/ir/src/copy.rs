//! Copying regions: what a pass does that needs the same code twice.

use std::collections::HashMap;

use crate::{CallArg, Func, Init, Op, OpId, OpKind, Place, Region, RegionId, Root, SlotId, ValueId};

/// What stands for what in a copy. Values and slots that are not in it stand for themselves.
#[derive(Clone, Debug, Default)]
pub struct Remap {
    /// Values.
    pub values: HashMap<ValueId, ValueId>,
    /// Slots.
    pub slots: HashMap<SlotId, SlotId>,
    /// Operations that were copied.
    pub ops: HashMap<OpId, OpId>,
}

/// Copies a region with everything inside it. Values and slots that the region defines get copies of their own,
/// which `remap` holds afterwards.
pub fn copy_region(func: &mut Func, region: RegionId, remap: &mut Remap) -> RegionId {
    let Region { params, ops } = func.regions[region].clone();
    let params = params.into_iter().map(|param| remap.define(func, param)).collect();
    let ops = ops.into_iter().map(|op| remap.copy_op(func, op)).collect();
    func.regions.alloc(Region { params, ops })
}

impl Remap {
    /// Copies one operation with its inner regions.
    pub fn copy_op(&mut self, func: &mut Func, op: OpId) -> OpId {
        let Op { mut kind, result, span } = func.ops[op].clone();
        if let OpKind::Declare { slot, .. } = kind {
            let copy = func.slots.alloc(func.slots[slot].clone());
            self.slots.insert(slot, copy);
        }
        kind.for_each_operand_mut(&mut |value| *value = self.value(*value));
        self.rename_slots(&mut kind);
        match &mut kind {
            OpKind::For(for_loop) => for_loop.body = copy_region(func, for_loop.body, self),
            OpKind::While { cond, body, .. } => {
                *cond = copy_region(func, *cond, self);
                *body = copy_region(func, *body, self);
            }
            OpKind::Block { body } => *body = copy_region(func, *body, self),
            OpKind::Scope { body, .. } => *body = copy_region(func, *body, self),
            OpKind::If { then, otherwise, .. } => {
                *then = copy_region(func, *then, self);
                *otherwise = copy_region(func, *otherwise, self);
            }
            _ => {}
        }
        let result = result.map(|result| self.define(func, result));
        let copy = func.ops.alloc(Op { kind, result, span });
        self.ops.insert(op, copy);
        copy
    }

    /// What stands for a value.
    #[must_use]
    pub fn value(&self, value: ValueId) -> ValueId {
        self.values.get(&value).copied().unwrap_or(value)
    }

    fn define(&mut self, func: &mut Func, value: ValueId) -> ValueId {
        let copy = func.values.alloc(func.values[value].clone());
        self.values.insert(value, copy);
        copy
    }

    fn rename_slots(&self, kind: &mut OpKind) {
        let rename = |slot: &mut SlotId| *slot = self.slots.get(slot).copied().unwrap_or(*slot);
        let in_place = |place: &mut Place| {
            if let Root::Slot(slot) = &mut place.root {
                rename(slot);
            }
        };
        match kind {
            OpKind::Declare { slot, init } => {
                rename(slot);
                if let Init::Copy(from) = init {
                    in_place(from);
                }
            }
            OpKind::Read(place) | OpKind::Write(place, _) | OpKind::Fill(place, _) => in_place(place),
            OpKind::For(for_loop) => for_loop.directives.each_slot_mut(&mut |slot| rename(slot)),
            OpKind::Copy { to, from } => {
                in_place(to);
                in_place(from);
            }
            OpKind::Call { args, .. } => {
                for arg in args {
                    if let CallArg::Place(place) | CallArg::Slice { place, .. } = arg {
                        in_place(place);
                    }
                }
            }
            _ => {}
        }
    }
}
