//! Cloning of regions, for passes that need the same code twice.

use rustc_hash::FxHashMap;

use crate::{ChannelId, Func, Op, OpId, OpKind, Region, RegionId, Root, SlotId, ValueId};

/// What stands for what in a clone. Values, slots and channels that are not in it stand for themselves.
#[derive(Clone, Debug, Default)]
pub struct Remap {
    /// Values.
    pub values: FxHashMap<ValueId, ValueId>,
    /// Slots.
    pub slots: FxHashMap<SlotId, SlotId>,
    /// Channels.
    pub channels: FxHashMap<ChannelId, ChannelId>,
    /// Operations that were cloned.
    pub ops: FxHashMap<OpId, OpId>,
}

/// Clones a region with everything inside it. Values, slots and channels that the region defines are cloned, too; `remap` has them
/// afterwards.
pub fn clone_region(func: &mut Func, region: RegionId, remap: &mut Remap) -> RegionId {
    let Region { params, ops } = func.regions[region].clone();
    let params = params.into_iter().map(|param| remap.define(func, param)).collect();
    let ops = ops.into_iter().map(|op| remap.clone_op(func, op)).collect();
    func.regions.alloc(Region { params, ops })
}

impl Remap {
    /// Clones one operation with its inner regions.
    pub fn clone_op(&mut self, func: &mut Func, op: OpId) -> OpId {
        let Op { mut kind, result, span } = func.ops[op].clone();
        if let OpKind::Declare { slot, .. } = kind {
            let cloned = func.slots.alloc(func.slots[slot].clone());
            self.slots.insert(slot, cloned);
        }
        if let OpKind::DeclareChannel(channel) = kind {
            let mut cloned = func.channels[channel].clone();
            if let Some(token) = &mut cloned.token {
                token.blocks = self.slots.get(&token.blocks).copied().unwrap_or(token.blocks);
            }
            let cloned = func.channels.alloc(cloned);
            self.channels.insert(channel, cloned);
        }
        kind.for_each_channel_mut(&mut |id| *id = self.channels.get(id).copied().unwrap_or(*id));
        kind.for_each_operand_mut(&mut |value| *value = self.value(*value));
        self.rename_slots(&mut kind);
        for region in kind.regions_mut() {
            *region = clone_region(func, *region, self);
        }
        let result = result.map(|result| self.define(func, result));
        let cloned = func.ops.alloc(Op { kind, result, span });
        self.ops.insert(op, cloned);
        cloned
    }

    /// What stands for a value.
    #[must_use]
    pub fn value(&self, value: ValueId) -> ValueId {
        self.values.get(&value).copied().unwrap_or(value)
    }

    fn define(&mut self, func: &mut Func, value: ValueId) -> ValueId {
        let cloned = func.values.alloc(func.values[value].clone());
        self.values.insert(value, cloned);
        cloned
    }

    fn rename_slots(&self, kind: &mut OpKind) {
        let rename = |slot: &mut SlotId| *slot = self.slots.get(slot).copied().unwrap_or(*slot);
        kind.for_each_place_mut(&mut |place| {
            if let Root::Slot(slot) = &mut place.root {
                rename(slot);
            }
        });
        if let OpKind::Declare { slot, .. } = kind {
            rename(slot);
        }
        if let Some(directives) = kind.loop_directives_mut() {
            directives.each_slot_mut(&mut |slot| rename(slot));
        }
    }
}
