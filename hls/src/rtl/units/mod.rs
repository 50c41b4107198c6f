//! Which computations share a unit of the operators' library.
//!
//! Blocks never run at the same time, and the iterations of a pipelined block start just an interval apart. So what is in
//! another block, or in another cycle of the interval, never wants a unit in the same cycle. A unit stands still when its
//! block does, because the whole core does.
//!
//! The schedule is what it was: units are shared where the choice of their operands fits into its cycles. Where it does not
//! fit before the unit, it may fit into the cycle before, if the operands are there by then.

mod demand;
mod limited;
mod spread;

use la_arena::ArenaMap;

use super::instance::{Module, module};
use super::machine::{BlockId, Machine, MemoryId, NodeId};
use super::operators::Operator;
use super::plan::BlockPlan;
use super::ports::MemoryPlan;
use super::timing::Clock;
use crate::sched::{Binding, Choice, Demand, RequestId, Signal, bind};
use demand::{Computed, collect};
pub(super) use limited::limit;
pub(super) use spread::spread;

/// The units of a machine's computations.
#[derive(Clone, Debug, Default)]
pub struct Units {
    /// The constraints.
    pub demand: Demand,
    /// Their solution.
    pub binding: Binding,
    /// The units that compute more than one thing.
    pub shared: Vec<SharedUnit>,
}

/// A unit that several computations share.
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
    /// Is there a register between the choice and the unit?
    #[must_use]
    pub fn has_register(&self) -> bool {
        self.choice == Choice::Before
    }
}

/// A node's share in a unit.
#[derive(Clone, Debug)]
pub struct Share {
    /// Position in [`Units::shared`].
    pub unit: usize,
    /// When each operand is chosen.
    pub choices: Vec<Choice>,
}

/// Finds units for all computations, and tells the blocks which of them are shared.
pub(super) fn share(
    machine: &Machine,
    blocks: &mut ArenaMap<BlockId, BlockPlan>,
    memories: &ArenaMap<MemoryId, MemoryPlan>,
    clock: Clock,
) -> Units {
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
    Units { demand, binding, shared }
}

/// How many results of a unit nodes have that are computed together: a quotient and a remainder are two.
fn results(machine: &Machine, nodes: &[(BlockId, NodeId)]) -> u32 {
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
