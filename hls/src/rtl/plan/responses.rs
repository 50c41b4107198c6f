//! Requests and their responses in one iteration.
//!
//! A pipeline that sends a request and receives the response in the next cycle has one request under way: its iterations stand
//! still for as long as the response takes. Where the pipeline flushes, it receives as many cycles later as the processes on the
//! way need, so that meanwhile further iterations send theirs.

use la_arena::ArenaMap;
use sycl_hls_ir::ChannelEnd;

use super::{BlockPlan, ProcessPlan, index, solved};
use crate::rtl::design::{Block, BlockId, ChannelId, Design, NodeKind, ProcessId};
use crate::sched::Edge;

/// The plans of the processes of a design, before and after.
type Plans = ArenaMap<ProcessId, ProcessPlan>;

/// For the pipelines of a process that flush: the cycles from each request to its response.
pub(super) fn responses(design: &Design, process: ProcessId, plans: &Plans) -> ArenaMap<BlockId, Vec<Edge>> {
    let blocks = design.processes[process].blocks.iter();
    let flushing = blocks.filter(|(id, _)| plans[process].blocks[*id].flushes);
    let edges = flushing.map(|(id, block)| (id, edges(design, process, plans, block)));
    edges.filter(|(_, edges)| !edges.is_empty()).collect()
}

fn edges(design: &Design, process: ProcessId, plans: &Plans, block: &Block) -> Vec<Edge> {
    let mut edges = Vec::new();
    for (request, data) in block.nodes.iter() {
        let NodeKind::Send(sent) = data.kind else { continue };
        for (response, data) in block.nodes.iter().filter(|(node, _)| *node > request) {
            let NodeKind::Receive(received) = data.kind else { continue };
            if let Some(cycles) = cycles(design, plans, (sent, received), &mut vec![process]) {
                let (from, to) = (index(request), index(response));
                edges.push(Edge::Order { from, to, cycles, distance: 0 });
            }
        }
    }
    edges
}

/// Cycles from the one in which something is sent through a channel to the one in which what other processes make of it can be
/// received from another channel; `None` if nothing of it gets there. What is sent in a cycle can be received in the next one.
fn cycles(
    design: &Design,
    plans: &Plans,
    (from, to): (ChannelId, ChannelId),
    passed: &mut Vec<ProcessId>,
) -> Option<u32> {
    if from == to {
        return Some(1);
    }
    let (process, data) = design.owner_of_end(from, ChannelEnd::Read)?;
    if passed.contains(&process) {
        return None;
    }
    passed.push(process);
    let mut longest = None;
    for (id, block) in data.blocks.iter() {
        let plan = &plans[process].blocks[id];
        let start = |kind: &NodeKind| {
            block.nodes.iter().find(|(_, node)| node.kind == *kind).map(|(node, _)| plan.start(node))
        };
        let Some(received) = start(&NodeKind::Receive(from)) else { continue };
        for (next, _) in design.channels.iter() {
            let sent = start(&NodeKind::Send(next)).filter(|sent| *sent > received);
            let rest = sent.and_then(|_| cycles(design, plans, (next, to), passed));
            longest = longest.max(sent.zip(rest).map(|(sent, rest)| 1 + sent - received + rest));
        }
    }
    passed.pop();
    longest
}

/// The plan of a pipeline that flushes with these distances between its operations, if its interval stays.
pub(super) fn apart(block: &Block, plan: BlockPlan, edges: &[Edge]) -> BlockPlan {
    let mut problem = plan.problem.clone();
    problem.edges.extend(edges.iter().cloned());
    match solved(block, problem) {
        Some(later) if later.schedule.ii == plan.schedule.ii => BlockPlan { flushes: true, ..later },
        _ => plan,
    }
}
