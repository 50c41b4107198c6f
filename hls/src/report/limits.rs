//! What keeps the iterations of a pipelined loop from starting more often.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::describe::Names;
use crate::rtl::design::{BlockId, NodeId, NodeKind, Whole};
use crate::rtl::{BlockPlan, ProcessPlan, operator};
use crate::sched::{self, TaskId, limit};

/// An operation at its place in the source.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// What it is.
    pub what: String,
    /// The line in the source file; 0 if it has none.
    pub line: u32,
}

/// What limits a loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Limit {
    /// The kind.
    pub kind: LimitKind,
    /// The operations: of a recurrence, in the order in which each waits for the one before.
    pub places: Vec<Place>,
}

/// The kinds of limits.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum LimitKind {
    /// The user asks for this interval.
    #[serde(rename = "asked")]
    Requested,
    /// An iteration waits for what the one before computes.
    Recurrence,
    /// Whether there is another iteration is known only then.
    Exit,
    /// Too many accesses of one memory, port or channel.
    Ports {
        /// Its name.
        of: String,
        /// How many accesses an iteration has.
        accesses: u32,
        /// How many there can be in a cycle.
        ports: u32,
        /// Why the memory is not split into banks.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        whole: Option<Place>,
    },
    /// There may be only so many operators (`#[allocation]`).
    Units {
        /// What they compute.
        of: String,
        /// How often an iteration computes that.
        computations: u32,
        /// How many operators there may be.
        units: u32,
    },
    /// What waits, and ports that are taken, together.
    Both,
    /// Iterations do not overlap, because of what the place says.
    Apart,
    /// What the tool says that made the hardware.
    Said(String),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            LimitKind::Requested => return f.write_str("as asked for"),
            LimitKind::Said(text) => f.write_str(text)?,
            LimitKind::Recurrence => f.write_str("recurrence")?,
            LimitKind::Exit => f.write_str("the loop's condition")?,
            LimitKind::Ports { of, accesses, ports, .. } => {
                write!(f, "ports of `{of}`, {accesses} accesses where a cycle has {ports}")?;
            }
            LimitKind::Units { of, computations, units } => {
                write!(f, "`allocation` of {units} x {of}, {computations} of them in an iteration")?;
            }
            LimitKind::Both => f.write_str("recurrences and ports together")?,
            LimitKind::Apart => f.write_str("iterations do not overlap")?,
        }
        for (index, place) in self.places.iter().enumerate() {
            let mark = match (index, &self.kind) {
                (0, _) => ": ",
                (_, LimitKind::Ports { .. } | LimitKind::Units { .. }) => ", ",
                _ => " -> ",
            };
            write!(f, "{mark}{place}")?;
        }
        if let LimitKind::Ports { whole: Some(why), .. } = &self.kind {
            write!(f, "; not in banks: {why}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line == 0 { f.write_str(&self.what) } else { write!(f, "{} (line {})", self.what, self.line) }
    }
}

/// Why a pipelined block's interval is no shorter, or why a loop that shall be a pipeline is none; `None` if the interval is 1,
/// or nobody asks for a pipeline.
pub(super) fn limits(names: &Names<'_>, plan: &ProcessPlan, block: BlockId) -> Option<Limit> {
    let BlockPlan { problem, schedule, .. } = &plan.blocks[block];
    if let Some(refused) = &names.machine.blocks[block].refused {
        let place = Place { what: refused.what.clone(), line: refused.span.start.line_in_file() };
        return Some(Limit { kind: LimitKind::Apart, places: vec![place] });
    }
    let ii = schedule.ii.filter(|ii| *ii > 1)?;
    let wanted = names.machine.blocks[block].repeat.as_ref().and_then(|repeat| repeat.ii);
    if wanted == Some(ii) {
        return Some(Limit { kind: LimitKind::Requested, places: Vec::new() });
    }
    let places = |tasks: &[TaskId]| -> Vec<Place> {
        let mut places: Vec<Place> =
            tasks.iter().filter_map(|task| names.place(block, node(names, block, *task)?)).collect();
        places.dedup();
        places
    };
    Some(match limit(problem, ii - 1)? {
        sched::Limit::Recurrence(tasks) => {
            // The task behind those of nodes is the next iteration's start.
            let exit = tasks.iter().any(|task| node(names, block, *task).is_none());
            let kind = if exit { LimitKind::Exit } else { LimitKind::Recurrence };
            Limit { kind, places: places(&tasks) }
        }
        sched::Limit::Resource { resource, tasks } => {
            let first = tasks.first().and_then(|task| node(names, block, *task))?;
            let (users, capacity) = (tasks.len() as u32, problem.capacities[resource]);
            let kind = match shared(names, block, first) {
                Some(of) => {
                    let whole = whole(names, block, first);
                    LimitKind::Ports { of, accesses: users, ports: capacity, whole }
                }
                None => {
                    let data = &names.machine.blocks[block];
                    let of = operator(data, &data.nodes[first])?.to_string();
                    LimitKind::Units { of, computations: users, units: capacity }
                }
            };
            Limit { kind, places: places(&tasks) }
        }
        sched::Limit::Together => Limit { kind: LimitKind::Both, places: Vec::new() },
    })
}

fn node(names: &Names<'_>, block: BlockId, task: TaskId) -> Option<NodeId> {
    let nodes = &names.machine.blocks[block].nodes;
    (task < nodes.len()).then(|| NodeId::from_raw((task as u32).into()))
}

/// Why the memory that a node accesses is not split into banks.
fn whole(names: &Names<'_>, block: BlockId, node: NodeId) -> Option<Place> {
    let block = &names.machine.blocks[block];
    let (NodeKind::Load(memory) | NodeKind::Store(memory)) = block.nodes[node].kind else { return None };
    if names.machine.memories[memory].requested {
        return Some(Place { what: "a directive says how it is stored".to_owned(), line: 0 });
    }
    let found = block.whole.iter().find(|whole| whole.memory == memory);
    found.map(|Whole { why, .. }| Place { what: why.what.clone(), line: why.span.start.line_in_file() })
}

/// The memory, port or channel that a node uses.
fn shared(names: &Names<'_>, block: BlockId, node: NodeId) -> Option<String> {
    let machine = names.machine;
    let kind = &machine.blocks[block].nodes[node].kind;
    if let Some((channel, _)) = kind.end() {
        return Some(machine.channels[channel].name.clone());
    }
    match kind {
        NodeKind::Load(memory) | NodeKind::Store(memory) => Some(machine.memories[*memory].name.clone()),
        NodeKind::AxiRead(access) | NodeKind::AxiWrite(access) => {
            Some(machine.bundles[access.bundle].name.clone())
        }
        NodeKind::Fence(bundle) => Some(machine.bundles[*bundle].name.clone()),
        _ => None,
    }
}
