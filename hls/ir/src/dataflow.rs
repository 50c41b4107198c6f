//! What the processes of a dataflow region have in common.

use rustc_hash::FxHashSet;

use crate::{
    ChannelAccess, ChannelEnd, ChannelId, Func, Module, Op, OpId, OpKind, ParamKind, RegionId, Root, SlotId,
    Span, ValueId,
};

/// What a process does with memory and channels, all that it calls and the regions inside included.
#[derive(Clone, Debug, Default)]
pub struct ProcessAccesses {
    /// Memory that is not declared inside.
    pub memories: Vec<MemoryAccess>,
    /// Channels that are not declared inside.
    pub channels: Vec<EndAccess>,
}

/// An access to memory.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess {
    /// The memory.
    pub root: Root,
    /// True if it may be written.
    pub write: bool,
    /// The operation.
    pub span: Span,
}

/// An access to a channel.
#[derive(Clone, Copy, Debug)]
pub struct EndAccess {
    /// The channel.
    pub channel: ChannelId,
    /// Which side.
    pub end: ChannelEnd,
    /// The body of the innermost process around the operation.
    pub process: RegionId,
    /// The operation.
    pub span: Span,
}

/// A process that runs again and again, as long as more comes through a channel.
#[derive(Clone, Copy, Debug)]
pub struct Task {
    /// The channel that it asks.
    pub channel: ChannelId,
    /// What it does each time.
    pub body: RegionId,
}

impl Func {
    /// The process with this body as a task, if it is one: a loop whose condition is `more`.
    #[must_use]
    pub fn task(&self, process: RegionId) -> Option<Task> {
        self.regions[process].ops.iter().find_map(|op| match self.ops[*op].kind {
            OpKind::While { cond, body, .. } => Some(Task { channel: self.more(cond)?, body }),
            OpKind::Scope { body, .. } | OpKind::Block { body } => self.task(body),
            _ => None,
        })
    }

    /// The channel of a condition that is `more`, and nothing else.
    #[must_use]
    pub fn more(&self, cond: RegionId) -> Option<ChannelId> {
        let [more, end] = self.regions[cond].ops[..] else { return None };
        match (&self.ops[more].kind, &self.ops[end].kind) {
            (OpKind::Channel { channel, access: ChannelAccess::More }, OpKind::Yield(value))
                if self.ops[more].result == Some(*value) =>
            {
                Some(*channel)
            }
            _ => None,
        }
    }

    /// The values that are the same in all of a run: a kernel's scalars, constants, and what is computed of these alone.
    #[must_use]
    pub fn stable_values(&self) -> FxHashSet<ValueId> {
        let is_kernel = self.is_kernel();
        let scalars = self.params.iter().filter_map(|param| match param.kind {
            ParamKind::Scalar(value) => Some(value),
            _ => None,
        });
        let mut stable: FxHashSet<ValueId> = scalars.filter(|_| is_kernel).collect();
        for op in self.ops_in_order() {
            let op = &self.ops[op];
            let mut known = op.kind.is_pure() && (is_kernel || !matches!(op.kind, OpKind::Len(_)));
            op.kind.for_each_operand(&mut |value| known &= stable.contains(&value));
            stable.extend(op.result.filter(|_| known));
        }
        stable
    }

    /// The processes of a `dataflow` with this body, in order.
    #[must_use]
    pub fn processes(&self, body: RegionId) -> Vec<OpId> {
        let is_process = |op: &OpId| matches!(self.ops[*op].kind, OpKind::Process { .. });
        self.regions[body].ops.iter().copied().filter(is_process).collect()
    }

    /// The slots that the body of a `dataflow` declares, but for those whose blocks are handed over by tokens: what one process
    /// writes, the next one reads when that has ended.
    #[must_use]
    pub fn shared_slots(&self, body: RegionId) -> FxHashSet<SlotId> {
        let declared = |op: &OpId| match self.ops[*op].kind {
            OpKind::Declare { slot, .. } => Some(slot).filter(|slot| !self.is_blocks(*slot)),
            _ => None,
        };
        self.regions[body].ops.iter().filter_map(declared).collect()
    }
}

impl ProcessAccesses {
    /// Of the process with this body.
    #[must_use]
    pub fn new(module: &Module, func: &Func, body: RegionId) -> Self {
        let mut accesses = Self::default();
        accesses.region(module, func, body, body);
        let (mut slots, mut channels) = (FxHashSet::default(), FxHashSet::default());
        for op in func.ops_inside(body) {
            match func.ops[op].kind {
                OpKind::Declare { slot, .. } => _ = slots.insert(Root::Slot(slot)),
                OpKind::DeclareChannel(channel) => _ = channels.insert(channel),
                _ => {}
            }
        }
        accesses.memories.retain(|access| !slots.contains(&access.root));
        accesses.channels.retain(|access| !channels.contains(&access.channel));
        accesses
    }

    /// Of each process of the region with this body, in order.
    #[must_use]
    pub fn of_processes(module: &Module, func: &Func, body: RegionId) -> Vec<Self> {
        let bodies = func.processes(body).into_iter().flat_map(|op| func.ops[op].kind.regions());
        bodies.map(|process| Self::new(module, func, process)).collect()
    }

    /// True if it accesses a slot.
    #[must_use]
    pub fn has(&self, slot: SlotId) -> bool {
        self.memories.iter().any(|access| access.root == Root::Slot(slot))
    }

    /// True if it writes a slot.
    #[must_use]
    pub fn writes(&self, slot: SlotId) -> bool {
        self.memories.iter().any(|access| access.root == Root::Slot(slot) && access.write)
    }

    /// True if it reads or writes a slot of its region that the process before it writes: it starts when that has ended.
    #[must_use]
    pub fn follows(&self, before: &Self, shared: &FxHashSet<SlotId>) -> bool {
        shared.iter().any(|slot| before.writes(*slot) && self.has(*slot))
    }

    fn region(&mut self, module: &Module, func: &Func, region: RegionId, process: RegionId) {
        for &op in &func.regions[region].ops {
            let op = &func.ops[op];
            self.op(module, func, op, process);
            for inner in op.kind.regions() {
                let is_process = matches!(op.kind, OpKind::Process { .. });
                self.region(module, func, inner, if is_process { inner } else { process });
            }
        }
    }

    fn op(&mut self, module: &Module, func: &Func, op: &Op, process: RegionId) {
        let span = op.span;
        if let OpKind::Channel { channel, access } = &op.kind {
            self.channels.push(EndAccess { channel: *channel, end: access.end(), process, span });
        }
        if let OpKind::Call { func: callee, args } = &op.kind {
            for (param, arg) in module.funcs[*callee].params.iter().zip(args) {
                let mutable = match param.kind {
                    ParamKind::Scalar(_) | ParamKind::Stream { .. } => continue,
                    ParamKind::Slice { mutable, .. } | ParamKind::Ref { mutable, .. } => mutable,
                    ParamKind::Output { .. } => true,
                };
                if let Some(place) = arg.place() {
                    self.memories.push(MemoryAccess { root: place.root, write: mutable, span });
                }
            }
            return;
        }
        let memories = &mut self.memories;
        op.kind
            .for_each_read(&mut |place| memories.push(MemoryAccess { root: place.root, write: false, span }));
        op.kind.for_each_write(|root| func.is_writable(root), &mut |place| {
            memories.push(MemoryAccess { root: place.root, write: true, span })
        });
    }
}
