//! What a block does at channels, processes and ports: all that may have to wait, or that something waits for.

use crate::rtl::BlockPlan;
use crate::rtl::design::{Block, ChannelId, NodeId, NodeKind, ProcessId};

/// An operation in a cycle of a block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    /// The cycle, counted from the iteration's start.
    pub cycle: u32,
    /// The operation.
    pub node: NodeId,
    /// It happens only if this is true.
    pub when: Option<NodeId>,
    /// What it does.
    pub action: Action,
}

/// What an operation does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Takes an element out of a channel.
    Receive(ChannelId),
    /// Puts an element into a channel.
    Send(ChannelId),
    /// Takes an element out of a channel if there is one.
    TryReceive(ChannelId),
    /// Puts an element into a channel if there is a place.
    TrySend(ChannelId),
    /// Asks whether there is no element in a channel.
    Empty(ChannelId),
    /// Asks whether there is no place in a channel.
    Full(ChannelId),
    /// Counts an element that was received as one that is left.
    Unread(ChannelId),
    /// Waits for an element in a channel, or the end of what sends.
    More(ChannelId),
    /// Starts a process.
    Start(ProcessId),
    /// Waits for the end of a process before it begins.
    Follow(ProcessId),
    /// Waits for the end of a process that it has started; for the first one of a region, until its channels are empty.
    Join(ProcessId),
    /// Writes through a bundle, by its position.
    Write(usize),
    /// Waits for the responses to what was written through a bundle, by its position.
    Fence(usize),
}

/// The events of a block in the order of time; of one cycle, those that may wait come before writes.
pub fn events(block: &Block, plan: &BlockPlan) -> Vec<Event> {
    let events = block.nodes.iter().filter_map(|(node, data)| {
        let action = match data.kind {
            NodeKind::Receive(channel) => Action::Receive(channel),
            NodeKind::Send(channel) => Action::Send(channel),
            NodeKind::TryReceive(channel) => Action::TryReceive(channel),
            NodeKind::TrySend(channel) => Action::TrySend(channel),
            NodeKind::Empty(channel) => Action::Empty(channel),
            NodeKind::Full(channel) => Action::Full(channel),
            NodeKind::More(channel) => Action::More(channel),
            NodeKind::Unread(channel) => Action::Unread(channel),
            NodeKind::Start(process) => Action::Start(process),
            NodeKind::Join(process) => Action::Join(process),
            NodeKind::AxiWrite(access) => Action::Write(access.bundle),
            NodeKind::Fence(bundle) => Action::Fence(bundle),
            _ => return None,
        };
        Some(Event { cycle: plan.end(node), node, when: data.when, action })
    });
    let mut events: Vec<Event> = events.collect();
    events.sort_by_key(|event| (event.cycle, matches!(event.action, Action::Write(_))));
    events
}
