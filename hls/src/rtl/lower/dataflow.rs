//! Regions of processes that run at the same time.
//!
//! The process at hand starts those of the region in one block, which waits until all have ended. What they use of the values
//! around the region they are started with.

use la_arena::ArenaMap;
use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::dataflow::ProcessAccesses;
use sycl_hls_ir::{
    BinaryOp, ChannelAccess, ChannelId, CompareOp, Func, OpKind, Place, RegionId, Root, SlotId, Span, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::storage::{Kept, ParamStorage};
use super::{Builder, Unsupported};
use crate::rtl::design::{self, Channel, Design, NodeId, NodeKind, Process, ProcessId, Target, VarId};

/// What a process knows of the values that were computed around it.
#[derive(Clone, Debug, Default)]
pub(super) struct Captured {
    /// Values that are the same in all processes.
    known: FxHashMap<ValueId, Known>,
    /// Those that are used, in the order of the process's parameters.
    used: Vec<(ValueId, VarId)>,
}

#[derive(Clone, Debug)]
enum Known {
    Constant(ScalarValue),
    Arg(NodeKind, Scalar),
}

/// Processes that are started together, each with the values of its parameters.
pub(super) type Started = Vec<(ProcessId, Vec<ValueId>)>;

/// The locals that a process accesses and that are declared outside of it: they are memories, because registers belong to one
/// process.
pub(super) fn reached_by_processes(func: &Func) -> FxHashSet<SlotId> {
    let mut reached = FxHashSet::default();
    for op in func.ops_in_order() {
        let OpKind::Process { body, .. } = &func.ops[op].kind else { continue };
        let mut own = FxHashSet::default();
        for inner in func.ops_inside(*body) {
            let kind = &func.ops[inner].kind;
            let mut note = |place: &Place| match (place.root, kind) {
                (Root::Slot(slot), OpKind::Declare { .. }) => _ = own.insert(slot),
                (Root::Slot(slot), _) if !own.contains(&slot) => _ = reached.insert(slot),
                _ => {}
            };
            kind.for_each_write(|_| true, &mut note);
            kind.for_each_read(&mut note);
        }
    }
    reached
}

impl<'m> Builder<'m> {
    /// The processes of a region run, and control goes on when all have ended.
    pub(super) fn dataflow(&mut self, body: RegionId) -> Result<(), Unsupported> {
        let func = self.func;
        self.declare_shared(body);
        let mut started: Started = Vec::new();
        let (shared, mut before) = (func.shared_slots(body), ProcessAccesses::default());
        for op in func.processes(body) {
            let OpKind::Process { name, body } = &func.ops[op].kind else { continue };
            let accesses = ProcessAccesses::new(self.module, func, *body);
            let (id, values) = self.process_of(name, func.ops[op].span, |builder| {
                builder.begin_blocks(*body, &accesses)?;
                builder.flow_region(*body)
            })?;
            if let Some((last, _)) = started.last().filter(|_| accesses.follows(&before, &shared)) {
                self.design.processes[id].after.push(*last);
            }
            started.push((id, values));
            before = accesses;
        }
        self.start_and_join(body, &started);
        Ok(())
    }

    /// The channels and the memory that the processes of a region have in common.
    pub(super) fn declare_shared(&mut self, region: RegionId) {
        let func = self.func;
        for &op in &func.regions[region].ops {
            match &func.ops[op].kind {
                OpKind::DeclareChannel(id) => {
                    let data = &func.channels[*id];
                    let channel = self.design.channels.alloc(Channel {
                        name: data.name.clone(),
                        ty: data.element,
                        depth: data.depth,
                        opened: None,
                        per_iteration: None,
                        port: None,
                        span: data.span,
                    });
                    self.channels.insert(*id, channel);
                }
                OpKind::Declare { slot, .. } => self.allocate_memories(*slot),
                _ => {}
            }
        }
        self.hand_blocks_over(region);
    }

    /// These processes of a region run, with its channels, and control goes on when all have ended.
    pub(super) fn start_and_join(&mut self, region: RegionId, started: &Started) {
        let (func, span) = (self.func, self.span);
        for op in &func.regions[region].ops {
            if let OpKind::DeclareChannel(id) = func.ops[*op].kind
                && let Some(channel) = self.channels.get(id)
            {
                self.design.channels[*channel].opened = started.first().map(|(process, _)| *process);
            }
        }
        // What was written before has arrived when the processes begin.
        for bundle in 0..self.design.bundles.len() {
            self.node(NodeKind::Fence(bundle), Scalar::Bool, Vec::new());
        }
        let (block, after) = (self.new_block(span), self.new_block(span));
        self.close(block);
        self.start(block);
        for (process, values) in started {
            let values: Vec<NodeId> = values.iter().map(|value| self.value(*value)).collect();
            self.node(NodeKind::Start(*process), Scalar::Bool, values);
        }
        for (process, _) in started {
            self.node(NodeKind::Join(*process), Scalar::Bool, Vec::new());
        }
        self.close(after);
        self.start(after);
    }

    /// A process of a region, which does what `fill` builds, with the values that it is started with. `fill` says whether
    /// control does not reach its end.
    pub(super) fn process_of(
        &mut self,
        name: &str,
        span: Span,
        fill: impl FnOnce(&mut Self) -> Result<bool, Unsupported>,
    ) -> Result<(ProcessId, Vec<ValueId>), Unsupported> {
        let id = self.design.processes.alloc(Process::new(name, span));
        let mut builder = self.inner(Process::new(name, span));
        let done = builder.new_block(span);
        builder.done = done;
        builder.span = span;
        if !fill(&mut builder)? {
            builder.block_mut().next = Target::Block(done);
        }
        builder.finish_in(done);
        builder.span = span;
        builder.keep_own_fences();
        let Self { design, mut process, captured, .. } = builder;
        self.design = design;
        let used = captured.unwrap_or_default().used;
        process.params = used.iter().map(|(_, var)| *var).collect();
        self.design.processes[id] = process;
        Ok((id, used.into_iter().map(|(value, _)| value).collect()))
    }

    /// A builder for a process that is started by the one at hand.
    fn inner(&self, process: Process) -> Self {
        let mut known = self.captured.as_ref().map(|captured| captured.known.clone()).unwrap_or_default();
        for (value, (block, node)) in self.values.iter() {
            let data = &self.process.blocks[*block].nodes[*node];
            match &data.kind {
                NodeKind::Const(constant) => _ = known.insert(value, Known::Constant(constant.clone())),
                NodeKind::Arg(..) => _ = known.insert(value, Known::Arg(data.kind.clone(), data.ty)),
                _ => {}
            }
        }
        let mut slots = ArenaMap::default();
        for (slot, storage) in self.slots.iter() {
            // Registers belong to one process.
            if storage.leaves.iter().all(|(_, kept)| matches!(kept, Kept::Banks(_))) {
                slots.insert(slot, storage.clone());
            }
        }
        // The root alone writes outputs.
        let params = self.params.iter().map(|param| ParamStorage { output: None, ..param.clone() });
        Self {
            params: params.collect(),
            current: process.entry,
            process,
            slots,
            captured: Some(Captured { known, used: Vec::new() }),
            values: ArenaMap::default(),
            value_vars: ArenaMap::default(),
            initial: FxHashMap::default(),
            env: FxHashMap::default(),
            active: None,
            guarded: false,
            frames: Vec::new(),
            left: Vec::new(),
            inline_exits: FxHashMap::default(),
            tables: FxHashMap::default(),
            courses: FxHashMap::default(),
            distance: None,
            yielded: None,
            dataflow_loop: None,
            ..self.clone()
        }
    }

    /// A value that was computed around the process at hand.
    pub(super) fn captured_value(&mut self, value: ValueId) -> Option<NodeId> {
        let captured = self.captured.as_ref()?;
        match captured.known.get(&value).cloned() {
            Some(Known::Constant(constant)) => return Some(self.constant(constant)),
            Some(Known::Arg(kind, ty)) => return Some(self.node(kind, ty, Vec::new())),
            None => {}
        }
        let used = captured.used.iter().find(|(used, _)| *used == value).map(|(_, var)| *var);
        let var = used.unwrap_or_else(|| {
            let data = &self.func.values[value];
            let name = data.name.clone().unwrap_or_else(|| "value".to_owned());
            let var = self.new_var(name, data.ty);
            self.captured.iter_mut().for_each(|captured| captured.used.push((value, var)));
            var
        });
        Some(self.read_var(var))
    }

    /// An operation on a channel.
    pub(super) fn channel(
        &mut self,
        channel: ChannelId,
        access: &ChannelAccess,
    ) -> Result<Option<NodeId>, Unsupported> {
        let Some(&channel) = self.channels.get(channel) else {
            return Err(self.unsupported("a channel of another region"));
        };
        let ty = self.design.channels[channel].ty;
        let (kind, ty, values) = match access {
            ChannelAccess::Unread => (NodeKind::Unread(channel), Scalar::Bool, Vec::new()),
            ChannelAccess::Read => (NodeKind::Receive(channel), ty, Vec::new()),
            ChannelAccess::Write(value) => (NodeKind::Send(channel), ty, vec![self.value(*value)]),
            ChannelAccess::TryRead(place) => return self.try_receive(channel, place).map(Some),
            ChannelAccess::TryWrite(value) => {
                (NodeKind::TrySend(channel), Scalar::Bool, vec![self.value(*value)])
            }
            ChannelAccess::Empty => (NodeKind::Empty(channel), Scalar::Bool, Vec::new()),
            ChannelAccess::Full => (NodeKind::Full(channel), Scalar::Bool, Vec::new()),
            ChannelAccess::More => (NodeKind::More(channel), Scalar::Bool, Vec::new()),
        };
        let node = self.on_channel(kind, ty, values);
        Ok(access.has_result().then_some(node))
    }

    fn on_channel(&mut self, kind: NodeKind, ty: Scalar, values: Vec<NodeId>) -> NodeId {
        let node = self.node(kind, ty, values);
        self.block_mut().nodes[node].when = self.active;
        node
    }

    /// Writes what a channel holds to a place, if there is something; gives whether there is.
    fn try_receive(&mut self, channel: design::ChannelId, place: &Place) -> Result<NodeId, Unsupported> {
        let data = &self.design.channels[channel];
        let (ty, received) = (data.ty, data.received());
        let received = received.ok_or_else(|| self.unsupported("a channel of elements so wide"))?;
        let node = self.on_channel(NodeKind::TryReceive(channel), received, Vec::new());
        let one = self.number(received, 1);
        let (flag, bits) = (self.binary(BinaryOp::And, node, one), self.binary(BinaryOp::Shr, node, one));
        let found = self.compare(CompareOp::Eq, flag, one);
        let element = match Scalar::int(false, ty.bits()) {
            Some(unsigned) if ty != Scalar::Bool => {
                let bits = self.cast(bits, unsigned);
                self.bits_as(bits, ty)
            }
            _ => self.compare(CompareOp::Eq, bits, one),
        };
        let (active, guarded) = (self.active, self.guarded);
        self.active = Some(active.map_or(found, |active| self.and(active, found)));
        self.guarded = true;
        let parts = self.parts(place);
        self.write_scalar(place.root, &parts, element)?;
        (self.active, self.guarded) = (active, guarded);
        Ok(found)
    }

    /// Removes the fences of the process at hand for what it does not write: others that do wait for it themselves, and control
    /// never comes to a write under a condition that is known to be false.
    pub(super) fn keep_own_fences(&mut self) {
        for bundle in 0..self.design.bundles.len() {
            let writes =
                |kind: &NodeKind| matches!(kind, NodeKind::AxiWrite(access) if access.bundle == bundle);
            if self.process.has(writes) {
                continue;
            }
            let nodes = self.process.blocks.iter_mut().flat_map(|(_, block)| block.nodes.iter_mut());
            for (_, node) in nodes.filter(|(_, node)| node.kind == NodeKind::Fence(bundle)) {
                node.kind = NodeKind::Const(true.into());
                node.when = None;
            }
        }
    }
}

/// Several processes access nothing together but channels; they access ports and arrays one after another. The complaint is about
/// the second one.
pub(super) fn owned(design: &Design) -> Result<(), Unsupported> {
    let begin = |process: &Process| process.blocks[process.entry].span;
    for (id, memory) in design.memories.iter() {
        let users = design.accessors(id);
        let together = design.concurrent(&users).filter(|_| memory.handover.is_none());
        let external = users.get(1).filter(|_| memory.external.is_some());
        if let Some(second) = together.map(|(_, second)| second).or(external.copied()) {
            let span = begin(&design.processes[second]);
            let what = format!("`{}`, an array that several processes access", memory.name);
            return Err(Unsupported { what, help: None, span });
        }
    }
    for (number, bundle) in design.bundles.iter().enumerate() {
        for (verb, users) in [("read", design.readers(number)), ("write", design.writers(number))] {
            let Some((first, second)) = design.concurrent(&users) else { continue };
            let span = begin(&design.processes[second]);
            let [first, second] = [first, second].map(|id| &design.processes[id].name);
            let what = format!(
                "an AXI port through which several processes {verb} at the same time (`{first}` and `{second}`, `{}`)",
                bundle.name
            );
            let help = Some("give their slices bundles of their own, with `#[m_axi(bundle = \"..\")]`");
            return Err(Unsupported { what, help, span });
        }
    }
    Ok(())
}
