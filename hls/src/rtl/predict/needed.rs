//! Which computations decide where control goes and when: only those are followed, from one process to the next.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;

use super::known::{Known, written_slice};
use super::timeline::{Event, timeline};
use crate::rtl::design::{Block, BlockId, ChannelId, Design, Machine, NodeId, NodeKind, ProcessId, VarId};
use crate::rtl::{Plan, ProcessPlan};

/// What is followed of a block.
#[derive(Clone, Debug, Default)]
pub struct Needed {
    /// The nodes, each after its operands.
    pub nodes: Vec<NodeId>,
    /// The variables that it leaves.
    pub writes: Vec<(VarId, NodeId)>,
    /// What it does at its ports, in the order of time.
    pub events: Vec<Event>,
}

/// What is followed of each block of a process.
pub type NeededBlocks = ArenaMap<BlockId, Needed>;

/// What decides something in the process that gets it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Passed {
    /// The channels whose elements do.
    channels: FxHashSet<ChannelId>,
    /// The parameters of processes that do, by their positions.
    params: FxHashSet<(ProcessId, usize)>,
}

/// What is followed of each block of each process.
pub fn needed(design: &Design, plan: &Plan, known: &Known<'_>) -> ArenaMap<ProcessId, NeededBlocks> {
    let mut passed = Passed::default();
    loop {
        let of_process =
            |id: ProcessId| (id, needed_of((design.machine(id), known), &plan.processes[id], &passed));
        let needed: ArenaMap<_, _> = design.processes.iter().map(|(id, _)| of_process(id)).collect();
        let more = Passed::of(design, &needed);
        if more == passed {
            return needed;
        }
        passed = more;
    }
}

impl Passed {
    fn of(design: &Design, needed: &ArenaMap<ProcessId, NeededBlocks>) -> Self {
        let mut passed = Self::default();
        for (id, process) in design.processes.iter() {
            for (block, data) in process.blocks.iter() {
                for node in &needed[id][block].nodes {
                    match data.nodes[*node].kind {
                        NodeKind::Receive(channel) | NodeKind::TryReceive(channel) => {
                            passed.channels.insert(channel);
                        }
                        NodeKind::Var(var) => {
                            let position = process.params.iter().position(|param| *param == var);
                            passed.params.extend(position.map(|position| (id, position)));
                        }
                        _ => {}
                    }
                }
            }
        }
        passed
    }

    /// The operands of a block's operations that decide something elsewhere.
    fn operands(&self, block: &Block) -> FxHashSet<NodeId> {
        let mut operands = FxHashSet::default();
        for (_, node) in block.nodes.iter() {
            match node.kind {
                NodeKind::Send(channel) | NodeKind::TrySend(channel) if self.channels.contains(&channel) => {
                    operands.extend(&node.args);
                }
                NodeKind::Start(process) => {
                    let decides = |position: &usize| self.params.contains(&(process, *position));
                    operands.extend((0..node.args.len()).filter(decides).map(|position| node.args[position]));
                }
                _ => {}
            }
        }
        operands
    }
}

fn needed_of(
    (machine, known): (Machine<'_>, &Known<'_>),
    plan: &ProcessPlan,
    passed: &Passed,
) -> NeededBlocks {
    let events: ArenaMap<BlockId, Vec<Event>> =
        machine.blocks.iter().map(|(id, block)| (id, timeline(block, &plan.blocks[id]))).collect();
    let mut vars = FxHashSet::default();
    loop {
        let before = vars.len();
        for (id, block) in machine.blocks.iter() {
            let nodes = cone((machine, known), block, (&events[id], passed), &vars);
            vars.extend(nodes.iter().filter_map(|node| match block.nodes[*node].kind {
                NodeKind::Var(var) => Some(var),
                _ => None,
            }));
        }
        if vars.len() == before {
            break;
        }
    }
    let of_block = |(id, block): (BlockId, &Block)| {
        let events: Vec<Event> = events[id].clone();
        let nodes = cone((machine, known), block, (&events, passed), &vars);
        let writes = block.writes.iter().filter(|(var, _)| vars.contains(var)).copied().collect();
        (id, Needed { nodes, writes, events })
    };
    machine.blocks.iter().map(of_block).collect()
}

/// The nodes of a block that decide something, in order.
fn cone(
    (machine, known): (Machine<'_>, &Known<'_>),
    block: &Block,
    (events, passed): (&[Event], &Passed),
    vars: &FxHashSet<VarId>,
) -> Vec<NodeId> {
    let exits = block.exits.iter().map(|(node, _)| *node);
    let again = block.repeat.iter().map(|repeat| repeat.again);
    let whens = events.iter().filter_map(|event| event.when);
    let kept = block.writes.iter().filter(|(var, _)| vars.contains(var)).map(|(_, node)| *node);
    let synchronizing = block.nodes.iter().filter(|(_, node)| node.is_synchronizing());
    let whens = whens.chain(synchronizing.filter_map(|(_, node)| node.when));
    let mut wanted = passed.operands(block);
    wanted.extend(exits.chain(again).chain(whens).chain(kept));
    if known.follows_writes {
        let writes = block.nodes.iter().filter(|(_, node)| written_slice(machine, &node.kind).is_some());
        wanted.extend(writes.flat_map(|(_, node)| node.args.iter().copied().chain(node.when)));
    }
    let ids: Vec<NodeId> = block.nodes.iter().map(|(id, _)| id).collect();
    for id in ids.iter().rev() {
        let node = &block.nodes[*id];
        if wanted.contains(id) && !known.comes_from_nowhere(machine, &node.kind) {
            // Requests of bursts are no part of what is read.
            let address = matches!(node.kind, NodeKind::AxiRead(_)).then_some(1);
            wanted.extend(node.args.iter().take(address.unwrap_or(usize::MAX)));
        }
    }
    ids.into_iter().filter(|id| wanted.contains(id)).collect()
}
