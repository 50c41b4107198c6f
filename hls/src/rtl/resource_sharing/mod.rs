//! Resource sharing: binding of computations to functional units, several to one unit (De Micheli, chapter 6).
//!
//! Blocks never run at the same time, and the iterations of a pipelined block start an initiation interval apart. So computations
//! of different blocks, or of different cycles of the interval, never need a unit in the same cycle. A unit stalls when its
//! block does, because the whole core does.
//!
//! Sharing keeps the schedule: a unit is shared where the multiplexers of its operands fit into the schedule's cycles. Where they
//! do not fit before the unit, they may fit into the cycle before, if the operands are there by then.

mod demand;
mod limited;
mod spread;

use la_arena::ArenaMap;

use super::design::{BlockId, Machine, MemoryId, NodeId};
use super::instance::{Module, module};
use super::operators::Operator;
use super::plan::BlockPlan;
use super::ports::MemoryPlan;
use super::timing::Clock;
use crate::sched::{Binding, Choice, Demand, RequestId, Signal, bind};
use demand::{Computed, collect};
pub(super) use limited::limit;
pub(super) use spread::spread;

/// The binding of a machine's computations to functional units.
#[derive(Clone, Debug, Default)]
pub struct Sharing {
    /// The constraints.
    pub demand: Demand,
    /// Their solution.
    pub binding: Binding,
    /// The units that compute more than one result.
    pub shared: Vec<SharedUnit>,
}

/// A functional unit that several computations share.
#[derive(Clone, Debug)]
pub struct SharedUnit {
    /// What it computes.
    pub operator: Operator,
    /// The module that does.
    pub module: Module,
    /// Cycles from its operands to its result.
    pub latency: u32,
    /// What it takes.
    pub operands: Vec<SharedOperand>,
    /// The nodes that it computes.
    pub nodes: Vec<(BlockId, NodeId)>,
    /// How many different results there are: nodes that compute the same in the same cycle have one.
    pub results: u32,
}

/// An operand of a shared unit.
#[derive(Clone, Debug)]
pub struct SharedOperand {
    /// When it is chosen.
    pub choice: Choice,
    /// The signals that it is chosen of: of each, the nodes that take it.
    pub sources: Vec<Vec<(BlockId, NodeId)>>,
}

impl SharedOperand {
    /// True if there is a register between the multiplexer and the unit.
    #[must_use]
    pub fn has_register(&self) -> bool {
        self.choice == Choice::Before
    }
}

/// A node's share in a unit.
#[derive(Clone, Debug)]
pub struct Share {
    /// Position in [`Sharing::shared`].
    pub unit: usize,
    /// When each operand is chosen.
    pub choices: Vec<Choice>,
}

/// Binds all computations to units, and notes in the blocks' plans which units are shared.
pub(super) fn share(
    machine: Machine<'_>,
    blocks: &mut ArenaMap<BlockId, BlockPlan>,
    memories: &ArenaMap<MemoryId, MemoryPlan>,
    clock: Clock,
) -> Sharing {
    let Computed { demand, nodes, kinds } = collect(machine, blocks, memories, clock);
    let binding = bind(&demand);
    let mut shared: Vec<SharedUnit> = Vec::new();
    for (unit, requests) in demand.requests_of(&binding).iter().enumerate() {
        let results = requests.iter().map(|request| results(machine, &nodes[*request])).sum();
        if results < 2 {
            continue;
        }
        let data = &binding.units[unit];
        let of_unit: Vec<(BlockId, NodeId)> =
            requests.iter().flat_map(|request| &nodes[*request]).copied().collect();
        for (block, node) in &of_unit {
            let share = Share { unit: shared.len(), choices: data.choices.clone() };
            blocks[*block].shared.insert(*node, share);
        }
        let sources = data.choices.iter().enumerate().map(|(operand, choice)| SharedOperand {
            choice: *choice,
            sources: sources(&demand, &binding, requests, operand, *choice)
                .into_iter()
                .map(|requests| requests.into_iter().map(|request| nodes[request][0]).collect())
                .collect(),
        });
        let kind = &kinds[data.kind];
        shared.push(SharedUnit {
            operator: kind.operator,
            module: kind.module.clone(),
            latency: kind.latency,
            operands: sources.collect(),
            nodes: of_unit,
            results,
        });
    }
    Sharing { demand, binding, shared }
}

/// How many results of a unit nodes have that are computed together: a quotient and a remainder are two.
fn results(machine: Machine<'_>, nodes: &[(BlockId, NodeId)]) -> u32 {
    let output = |(block, node): &(BlockId, NodeId)| {
        let block = &machine.blocks[*block];
        module(block, &block.nodes[*node]).map(|(_, output)| output)
    };
    let mut outputs: Vec<_> = nodes.iter().map(output).collect();
    outputs.sort_unstable();
    outputs.dedup();
    outputs.len() as u32
}

/// The requests of a unit by the signal that is an operand of theirs; the signal of most requests is the last one.
fn sources(
    demand: &Demand,
    binding: &Binding,
    requests: &[RequestId],
    operand: usize,
    choice: Choice,
) -> Vec<Vec<RequestId>> {
    let mut sources: Vec<(Option<Signal>, Vec<RequestId>)> = Vec::new();
    for request in requests {
        let ready = demand.requests[*request].operands[operand].at(choice);
        let signal = ready.map(|ready| ready.signal.resolved(&binding.of));
        match sources.iter_mut().find(|(other, _)| *other == signal) {
            Some((_, requests)) => requests.push(*request),
            None => sources.push((signal, vec![*request])),
        }
    }
    sources.sort_by_key(|(_, requests)| requests.len());
    sources.into_iter().map(|(_, requests)| requests).collect()
}
