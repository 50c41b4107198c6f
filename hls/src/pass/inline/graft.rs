//! The callee's side: a copy of its body among the operations of the caller.

use rustc_hash::FxHashMap;
use sycl_hls_ir::directive::{At, Unroll};
use sycl_hls_ir::{
    CallArg, ChannelId, Func, Module, Op, OpId, OpKind, ParamKind, Place, Region, RegionId, Root, Slot,
    SlotId, Span, ValueId,
};

use super::arg::{self, Len};
use crate::pass::rewrite::Emit;

/// What becomes of the callee's `return`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Ending {
    /// There is one at the end, whose value is used as it is.
    Value,
    /// There is one at the end; its value goes into a slot.
    Slot,
    /// Values go into a slot, and control leaves the block around the body.
    Block,
}

/// A body that is being copied.
pub(super) struct Graft<'a> {
    module: &'a Module,
    caller: &'a mut Func,
    callee: &'a Func,
    args: Vec<CallArg>,
    /// The call, which is the place of what has none in the user's source.
    call: Span,
    ending: Ending,
    /// Where results go.
    slot: Option<SlotId>,
    /// The returned value.
    value: Option<ValueId>,
    values: FxHashMap<ValueId, ValueId>,
    slots: FxHashMap<SlotId, SlotId>,
    channels: FxHashMap<ChannelId, ChannelId>,
}

impl<'a> Graft<'a> {
    pub fn new(
        module: &'a Module,
        caller: &'a mut Func,
        callee: &'a Func,
        args: Vec<CallArg>,
        call: Span,
        (ending, slot): (Ending, Option<SlotId>),
    ) -> Self {
        let mut values = FxHashMap::default();
        for (param, arg) in callee.params.iter().zip(&args) {
            if let (ParamKind::Scalar(value), CallArg::Value(arg)) = (&param.kind, arg) {
                values.insert(*value, *arg);
                caller.values[*arg].name.get_or_insert_with(|| param.name.clone());
            }
        }
        let (slots, channels) = (FxHashMap::default(), FxHashMap::default());
        Self { module, caller, callee, args, call, ending, slot, value: None, values, slots, channels }
    }

    /// The operations of the callee's body, and what it returns, if that is a value.
    pub fn body(mut self) -> (Vec<OpId>, Option<ValueId>) {
        let ops = self.ops(self.callee.body, 0);
        (ops, self.value)
    }

    /// The operations of a region that has this many loops and blocks around it.
    fn ops(&mut self, region: RegionId, level: u32) -> Vec<OpId> {
        let callee = self.callee;
        let mut out = Vec::new();
        for &op in &callee.regions[region].ops {
            self.op(&callee.ops[op], level, &mut out);
        }
        out
    }

    fn region(&mut self, region: RegionId, level: u32) -> RegionId {
        let params = &self.callee.regions[region].params;
        let params = params.iter().map(|param| self.define(*param)).collect();
        let ops = self.ops(region, level);
        self.caller.regions.alloc(Region { params, ops })
    }

    fn op(&mut self, op: &Op, level: u32, out: &mut Vec<OpId>) {
        let mut kind = op.kind.clone();
        kind.for_each_operand_mut(&mut |value| *value = self.values.get(value).copied().unwrap_or(*value));
        match &mut kind {
            OpKind::Return(value) => return self.returned(*value, level, op, out),
            OpKind::Len(index) => {
                let arg = self.args.get(*index);
                match arg.and_then(|arg| arg::len(self.module, self.caller, arg)) {
                    Some(Len::Value(len)) => {
                        self.values.extend(op.result.map(|result| (result, len)));
                        return;
                    }
                    Some(Len::Param(param)) => *index = param,
                    Some(Len::Const(len)) => kind = OpKind::Const(len.into()),
                    None => {}
                }
            }
            OpKind::Declare { slot, .. } => *slot = self.slot(*slot),
            OpKind::DeclareChannel(channel) => self.declare_channel(*channel),
            _ => {}
        }
        kind.for_each_channel_mut(&mut |id| *id = self.channels.get(id).copied().unwrap_or(*id));
        self.places(&mut kind, op, out);
        self.directives(&mut kind, op);
        self.inner(&mut kind, &op.kind, level);
        let result = op.result.map(|result| self.define(result));
        let span = self.place(op);
        out.push(self.caller.ops.alloc(Op { kind, result, span }));
    }

    /// Where an operation stands.
    fn place(&self, op: &Op) -> Span {
        if op.span == Span::NONE { self.call } else { op.span }
    }

    fn returned(&mut self, value: Option<ValueId>, level: u32, op: &Op, out: &mut Vec<OpId>) {
        let span = self.place(op);
        let mut emit = Emit { func: &mut *self.caller, into: out, span };
        if let (Some(slot), Some(value)) = (self.slot, value) {
            emit.effect(OpKind::Write(Place::whole(Root::Slot(slot)), value));
        }
        if self.ending == Ending::Block {
            emit.effect(OpKind::Break(level));
        } else {
            self.value = value.filter(|_| self.slot.is_none());
        }
    }

    /// Places of parameters and of the callee's slots become the caller's.
    fn places(&mut self, kind: &mut OpKind, op: &Op, out: &mut Vec<OpId>) {
        let span = self.place(op);
        let mut emit = Emit { func: &mut *self.caller, into: out, span };
        kind.for_each_place_mut(&mut |place| match place.root {
            Root::Slot(slot) => place.root = Root::Slot(self.slots.get(&slot).copied().unwrap_or(slot)),
            Root::Param(index) => {
                let arg = self.args.get(index);
                if let Some(actual) = arg.and_then(|arg| arg::place(arg, &place.path, &mut emit)) {
                    *place = actual;
                }
            }
            Root::Global(_) => {}
        });
    }

    fn directives(&mut self, kind: &mut OpKind, op: &Op) {
        let is_unrolled = self.callee.directives.is_pipelined();
        if let (OpKind::For(for_loop), true) = (&mut *kind, is_unrolled) {
            for_loop.directives.unroll = Some(At::new(Unroll::default(), self.place(op)));
        }
        if let Some(directives) = kind.loop_directives_mut() {
            arg::name_objects(directives, &self.args, &self.slots);
        }
    }

    fn inner(&mut self, kind: &mut OpKind, original: &OpKind, level: u32) {
        for ((region, deeper), copy) in original.inner_regions().zip(kind.regions_mut()) {
            *copy = self.region(region, level + deeper);
        }
    }

    fn slot(&mut self, slot: SlotId) -> SlotId {
        let data: Slot = self.callee.slots[slot].clone();
        let copy = self.caller.slots.alloc(data);
        self.slots.insert(slot, copy);
        copy
    }

    fn declare_channel(&mut self, channel: ChannelId) {
        let mut copy = self.callee.channels[channel].clone();
        if let Some(token) = &mut copy.token {
            token.blocks = self.slots.get(&token.blocks).copied().unwrap_or(token.blocks);
        }
        let copy = self.caller.channels.alloc(copy);
        self.channels.insert(channel, copy);
    }

    fn define(&mut self, value: ValueId) -> ValueId {
        let copy = self.caller.values.alloc(self.callee.values[value].clone());
        self.values.insert(value, copy);
        copy
    }
}
