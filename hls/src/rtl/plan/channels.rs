//! When blocks use channels, and how they wait.
//!
//! A process keeps the order of its operations on channels in an iteration, a cycle at least from one to the next: an operation
//! that has to wait would hold back another one of its cycle. One that does not wait may be in the cycle of the one before it, if
//! that has not changed its channel. Where iterations overlap, it must not hold back those of older
//! iterations either, or two processes could wait for each other for ever. Three ways lead there:
//!
//! * All operations of an iteration lie within an interval, so that the older iterations have done theirs ([`is_safe`]). The
//!   whole process waits.
//! * The pipeline flushes ([`can_flush`]): the cycle that has to wait and those before it do, those behind it go on.
//! * The next iteration's operations come after this one's ([`order_iterations`]), which may need a longer interval.

use super::{BlockPlan, index};
use crate::rtl::design::{Block, Machine, NodeId, NodeKind};
use crate::sched::{Edge, Problem};

/// The operations on channels, and those on processes, in the order of the program.
fn operations(block: &Block) -> Vec<NodeId> {
    block.nodes.iter().filter(|(_, node)| node.is_synchronizing()).map(|(id, _)| id).collect()
}

/// Keeps the order of operations in an iteration, and that of the operations on one side of a channel in all of them.
pub(super) fn order(block: &Block, problem: &mut Problem) {
    let operations = operations(block);
    let kind = |node: NodeId| &block.nodes[node].kind;
    for pair in operations.windows(2) {
        let together = are_together(kind(pair[0]), kind(pair[1]));
        let (from, to) = (index(pair[0]), index(pair[1]));
        problem.edges.push(Edge::Order { from, to, cycles: u32::from(!together), distance: 0 });
    }
    // An element a cycle passes an end, and what follows sees what the channel holds then.
    for (position, to) in operations.iter().enumerate() {
        let same = |from: &&NodeId| kind(**from).end() == kind(*to).end() && moves(kind(**from));
        let sees = kind(*to).end().is_some() && !matches!(kind(*to), NodeKind::Unread(_));
        if let Some(from) = operations[..position].iter().rfind(same).filter(|_| sees) {
            let (from, to) = (index(*from), index(*to));
            problem.edges.push(Edge::Order { from, to, cycles: 1, distance: 0 });
        }
    }
    if block.repeat.is_some() {
        for (position, first) in operations.iter().enumerate() {
            let same = |node: &&NodeId| kind(**node).end() == kind(*first).end();
            if operations[..position].iter().any(|node| same(&node)) {
                continue;
            }
            if let Some(last) = operations.iter().rfind(same) {
                let (from, to) = (index(*last), index(*first));
                problem.edges.push(Edge::Order { from, to, cycles: 1, distance: 1 });
            }
        }
    }
}

/// Buffers are accessed between the tokens for them: what is accessed before a token has ended with it, and what is accessed behind
/// one begins after it. A writer takes a buffer only when it has a value for it, which may have been on its way for many cycles.
pub(super) fn order_buffers(machine: Machine<'_>, block: &Block, problem: &mut Problem) {
    let (operations, received) = (operations(block), of_channels(block));
    for (access, data) in block.nodes.iter() {
        let handover = data.kind.memory().and_then(|memory| machine.memories[memory].handover);
        let Some(handover) = handover else { continue };
        for token in operations.iter().copied() {
            let Some((channel, _)) = block.nodes[token].kind.end() else { continue };
            let is_before = token.into_raw() < access.into_raw();
            if is_before && block.nodes[token].kind == NodeKind::Send(handover.held) {
                let known = data.args.iter().filter(|arg| !received[index(**arg)]);
                known.for_each(|arg| behind(problem, *arg, token, 0));
            }
            match [handover.held, handover.filled].contains(&channel) {
                true if is_before => behind(problem, token, access, 1),
                true => behind(problem, access, token, 1),
                false => {}
            }
        }
    }
}

/// A node starts when the one before it has ended, and so many cycles at least after that has started.
fn behind(problem: &mut Problem, before: NodeId, node: NodeId, least: u32) {
    let cycles = problem.tasks[index(before)].latency.max(least);
    problem.edges.push(Edge::Order { from: index(before), to: index(node), cycles, distance: 0 });
}

/// For each node, whether it is an operation on a channel or computed of what one gives.
fn of_channels(block: &Block) -> Vec<bool> {
    let mut all: Vec<bool> = Vec::with_capacity(block.nodes.len());
    for (_, node) in block.nodes.iter() {
        let of_them = node.args.iter().chain(&node.when).any(|arg| all[index(*arg)]);
        all.push(of_them || node.is_synchronizing());
    }
    all
}

/// True if the second of two operations may be in the cycle of the first one.
fn are_together(first: &NodeKind, second: &NodeKind) -> bool {
    match (first, second) {
        // Processes start together, and all have ended when the last one has.
        (NodeKind::Start(_), NodeKind::Start(_)) | (NodeKind::Join(_), NodeKind::Join(_)) => true,
        // It waits for nothing else.
        (NodeKind::More(channel), NodeKind::Receive(received)) => channel == received,
        _ => first.end().is_some() && second.end().is_some() && !second.waits(),
    }
}

/// True if an element passes an end.
const fn moves(kind: &NodeKind) -> bool {
    !matches!(kind, NodeKind::Empty(_) | NodeKind::Full(_) | NodeKind::More(_) | NodeKind::Unread(_))
}

/// True if no operation that has to wait can hold back one of an older iteration.
pub(super) fn is_safe(block: &Block, plan: &BlockPlan) -> bool {
    let cycles: Vec<u32> = operations(block).into_iter().map(|node| plan.start(node)).collect();
    match (cycles.iter().min(), cycles.iter().max(), plan.schedule.ii) {
        (Some(first), Some(last), Some(ii)) => last - first < ii,
        _ => true,
    }
}

/// True if each cycle of the pipeline can wait by itself: an iteration starts in each cycle, so that nothing but channels and AXI
/// ports is used in several cycles of the block, and what memories answer is kept in a register.
pub(super) fn can_flush(machine: Machine<'_>, block: &Block, plan: &BlockPlan) -> bool {
    let is_kept = |kind: &NodeKind| match kind {
        NodeKind::Load(memory) => machine.memories[*memory].latency == 1,
        NodeKind::Fence(_) => false,
        _ => true,
    };
    plan.schedule.ii == Some(1) && block.nodes.iter().all(|(_, node)| is_kept(&node.kind))
}

/// The operations of an iteration come after those of the iteration before.
pub(super) fn order_iterations(block: &Block, problem: &mut Problem) {
    let operations = operations(block);
    if let (Some(first), Some(last)) = (operations.first(), operations.last()) {
        let (from, to) = (index(*last), index(*first));
        problem.edges.push(Edge::Order { from, to, cycles: 1, distance: 1 });
    }
}
