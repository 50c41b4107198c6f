//! Which processes access what, and which of them can be at work at the same time.

use sycl_hls_ir::ChannelEnd;

use super::{BlockId, Channel, ChannelId, Design, Handover, MemoryId, NodeKind, Process, ProcessId};

impl Design {
    /// The processes that have an operation of such a kind.
    #[must_use]
    pub fn processes_with(&self, is: impl Fn(&NodeKind) -> bool) -> Vec<ProcessId> {
        self.processes.iter().filter(|(_, process)| process.has(&is)).map(|(id, _)| id).collect()
    }

    /// The processes that read through a bundle. The root has the port if all reads were removed.
    #[must_use]
    pub fn readers(&self, bundle: usize) -> Vec<ProcessId> {
        let is_read = |kind: &NodeKind| matches!(kind, NodeKind::AxiRead(access) if access.bundle == bundle);
        self.or_root(self.processes_with(is_read), self.bundles[bundle].reads)
    }

    /// The processes that write through a bundle. The root has the port if all writes were removed.
    #[must_use]
    pub fn writers(&self, bundle: usize) -> Vec<ProcessId> {
        let is_write =
            |kind: &NodeKind| matches!(kind, NodeKind::AxiWrite(access) if access.bundle == bundle);
        self.or_root(self.processes_with(is_write), self.bundles[bundle].writes)
    }

    fn or_root(&self, users: Vec<ProcessId>, is_used: bool) -> Vec<ProcessId> {
        if users.is_empty() && is_used { vec![self.root] } else { users }
    }

    /// Two of these processes that can be at work at the same time.
    #[must_use]
    pub fn concurrent(&self, processes: &[ProcessId]) -> Option<(ProcessId, ProcessId)> {
        let pairs = processes.iter().enumerate().flat_map(|(position, first)| {
            processes[position + 1..].iter().map(move |second| (*first, *second))
        });
        pairs.into_iter().find(|(first, second)| self.are_concurrent(*first, *second))
    }

    /// True if two processes can be at work at the same time: they, or processes around them, are started together, and neither
    /// waits for the other's end. A process that starts others waits for them.
    #[must_use]
    pub fn are_concurrent(&self, first: ProcessId, second: ProcessId) -> bool {
        let (first, second) = (self.lineage(first), self.lineage(second));
        let apart = first.iter().zip(&second).find(|(first, second)| first != second);
        apart.is_some_and(|((first, place), (second, other))| {
            place == other && !self.is_after(*first, *second) && !self.is_after(*second, *first)
        })
    }

    /// True if a process begins after the end of another one.
    fn is_after(&self, process: ProcessId, other: ProcessId) -> bool {
        // What a process waits for has a lower number: there is no circle.
        let before = self.processes[process].after.iter().filter(|before| **before < process);
        before.into_iter().any(|before| *before == other || self.is_after(*before, other))
    }

    /// True if several processes access a local array.
    #[must_use]
    pub fn is_shared(&self, memory: MemoryId) -> bool {
        self.accessors(memory).len() > 1
    }

    /// The processes that access a memory.
    #[must_use]
    pub fn accessors(&self, memory: MemoryId) -> Vec<ProcessId> {
        self.processes_with(|kind| kind.accesses(memory))
    }

    /// The process that has an end of a channel; `None` if nothing is sent, or received.
    #[must_use]
    pub fn owner_of_end(&self, channel: ChannelId, end: ChannelEnd) -> Option<(ProcessId, &Process)> {
        self.processes.iter().find(|(_, process)| process.has_end(channel, end))
    }

    /// True if a process may hold an element of a channel when it ends.
    #[must_use]
    pub fn is_held_back(&self, channel: ChannelId) -> bool {
        self.processes.iter().any(|(_, process)| process.has(|kind| *kind == NodeKind::Unread(channel)))
    }

    /// The process that sends through a channel, or the one around it in the region that has the channel; `None` if nothing is
    /// sent.
    #[must_use]
    pub fn feeder(&self, channel: ChannelId) -> Option<ProcessId> {
        let (writer, _) = self.owner_of_end(channel, ChannelEnd::Write)?;
        let region = self.start_of(self.channels[channel].opened?)?;
        let around = self.lineage(writer).into_iter().find(|(_, start)| *start == Some(region));
        around.map(|(process, _)| process)
    }

    fn handovers(&self) -> impl Iterator<Item = Handover> {
        self.memories.iter().filter_map(|(_, memory)| memory.handover)
    }

    /// The handovers of iterations of a loop, whose tokens no region empties.
    fn loop_handovers(&self) -> impl Iterator<Item = Handover> {
        self.handovers().filter(|handover| self.channels[handover.held].opened.is_none())
    }

    /// True for a channel of tokens of a loop: the buffers that are held.
    #[must_use]
    pub fn is_held(&self, channel: ChannelId) -> bool {
        self.loop_handovers().any(|handover| handover.held == channel)
    }

    /// True for a channel of tokens of a loop: the buffers that wait for their reader.
    #[must_use]
    pub fn is_filled(&self, channel: ChannelId) -> bool {
        self.loop_handovers().any(|handover| handover.filled == channel)
    }

    /// True for a channel that is none of the source: of a stream of blocks, the tokens for those that are held are its channel.
    #[must_use]
    pub fn is_token(&self, channel: ChannelId) -> bool {
        self.is_held(channel) || self.handovers().any(|handover| handover.filled == channel)
    }

    /// The channel whose depth a channel has: tokens for filled buffers have as many places as those for held ones.
    #[must_use]
    pub fn sized_with(&self, channel: ChannelId) -> ChannelId {
        self.handovers().find(|handover| handover.filled == channel).map_or(channel, |handover| handover.held)
    }

    /// The tokens for filled buffers that belong to those for held ones.
    #[must_use]
    pub fn filled_of(&self, held: ChannelId) -> Option<ChannelId> {
        self.handovers().find_map(|handover| (handover.held == held).then_some(handover.filled))
    }

    /// How many buffers a memory has.
    #[must_use]
    pub fn buffers(&self, memory: MemoryId) -> u64 {
        self.memories[memory].handover.map_or(1, |handover| self.channels[handover.held].depth)
    }

    /// A process and those around it, the outermost one first, each with the place where it is started.
    fn lineage(&self, process: ProcessId) -> Vec<(ProcessId, Option<(ProcessId, BlockId)>)> {
        let (mut lineage, mut inner) = (Vec::new(), Some(process));
        while let Some(process) = inner {
            let start = self.start_of(process).filter(|_| lineage.len() < self.processes.len());
            lineage.push((process, start));
            inner = start.map(|(outer, _)| outer);
        }
        lineage.reverse();
        lineage
    }

    /// The processes that are started together with one, and that one.
    #[must_use]
    pub fn started_with(&self, process: ProcessId) -> Vec<ProcessId> {
        let Some((outer, block)) = self.start_of(process) else { return Vec::new() };
        let nodes = self.processes[outer].blocks[block].nodes.iter();
        let started = nodes.filter_map(|(_, node)| match node.kind {
            NodeKind::Start(started) => Some(started),
            _ => None,
        });
        started.collect()
    }

    /// True if a process, or one around it, is started together with this one.
    #[must_use]
    pub fn is_part_of_region(&self, process: ProcessId, first: ProcessId) -> bool {
        let place = self.start_of(first);
        place.is_some() && self.lineage(process).iter().any(|(_, start)| *start == place)
    }

    /// The channels of the source between its processes: those that carry no tokens, and are no ports.
    pub fn fifos(&self) -> impl Iterator<Item = ChannelId> {
        let own = self.channels.iter().filter(|(_, channel)| channel.port.is_none());
        own.map(|(id, _)| id).filter(|id| !self.is_token(*id))
    }

    /// The AXI-stream ports in the order of the kernel's parameters, with the end that the kernel has.
    pub fn ports(&self) -> impl Iterator<Item = (ChannelId, &Channel, ChannelEnd)> {
        self.channels.iter().filter_map(|(id, channel)| Some((id, channel, channel.port?)))
    }

    /// True if it has one process and no channel.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.processes.len() == 1 && self.channels.is_empty()
    }

    /// True if a process may wait for others, or at an AXI-stream port. The root waits for nothing else but ends.
    #[must_use]
    pub fn is_observed(&self, id: ProcessId) -> bool {
        id != self.root || self.processes[id].has(|kind| kind.end().is_some())
    }

    /// The channels that are emptied when a process is started.
    pub fn opened_with(&self, process: ProcessId) -> impl Iterator<Item = ChannelId> {
        self.channels.iter().filter(move |(_, channel)| channel.opened == Some(process)).map(|(id, _)| id)
    }

    /// The process that starts another one, and the block in which it does.
    #[must_use]
    pub fn start_of(&self, process: ProcessId) -> Option<(ProcessId, BlockId)> {
        self.processes.iter().find_map(|(id, outer)| {
            let mut blocks = outer.blocks.iter();
            let starts = |block: &super::Block| {
                block.nodes.iter().any(|(_, node)| node.kind == NodeKind::Start(process))
            };
            blocks.find(|(_, block)| starts(block)).map(|(block, _)| (id, block))
        })
    }
}
