//! The area of operators, and what there is on a board.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashSet;
use serde::{Deserialize, Serialize};
use sycl_hls_ir::{Func, Pos};

use super::describe::Names;
use crate::rtl::area::{Area, Group, KernelArea};
use crate::rtl::design::{Block, Design, Machine, NodeId, NodeKind};
use crate::rtl::operator;

/// What something takes up, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Usage {
    /// Look-up tables, those that are memory or shift registers included.
    pub luts: Option<u64>,
    /// Flip-flops.
    pub ffs: Option<u64>,
    /// DSP slices.
    pub dsps: Option<u64>,
    /// Block RAM, in halves of 18,432 bits.
    pub ramb18s: Option<u64>,
    /// Ultra RAM, of 294,912 bits.
    pub urams: Option<u64>,
}

impl From<Area> for Usage {
    fn from(area: Area) -> Self {
        let known = |count: u32| Some(u64::from(count));
        Self {
            luts: known(area.luts),
            ffs: known(area.ffs),
            dsps: known(area.dsps),
            ramb18s: known(area.ramb18s),
            urams: known(area.urams),
        }
    }
}

/// Shares of what there is, in percent, as far as they are known.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Shares {
    /// Of look-up tables.
    pub luts: Option<f64>,
    /// Of flip-flops.
    pub ffs: Option<f64>,
    /// Of DSP slices.
    pub dsps: Option<f64>,
    /// Of block RAM.
    pub ramb18s: Option<f64>,
    /// Of ultra RAM.
    pub urams: Option<f64>,
}

impl Usage {
    /// The share that this is of `whole`; unknown where there is none.
    #[must_use]
    pub fn share_of(&self, whole: &Self) -> Shares {
        let share = |part: Option<u64>, whole: Option<u64>| {
            let whole = whole.filter(|whole| *whole > 0)?;
            Some(part? as f64 * 100.0 / whole as f64)
        };
        Shares {
            luts: share(self.luts, whole.luts),
            ffs: share(self.ffs, whole.ffs),
            dsps: share(self.dsps, whole.dsps),
            ramb18s: share(self.ramb18s, whole.ramb18s),
            urams: share(self.urams, whole.urams),
        }
    }
}

/// The operators of a kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operators {
    /// How many there are.
    pub count: u32,
    /// How many different results they have: more than there are operators where some are shared.
    #[serde(default)]
    pub results: u32,
    /// What they take up together.
    pub area: Area,
    /// The lines whose operations they compute.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub lines: BTreeSet<u32>,
    /// The arguments and variables of the same width that they compute with, directly or through operations of that width: why they are
    /// no narrower.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub widths: BTreeSet<String>,
}

/// What kernels can have on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Budget {
    /// The board.
    pub board: String,
    /// All that its platform leaves.
    pub all: Area,
    /// The region (SLR) with the most look-up tables, where regions are known: what lies in one needs no crossing.
    pub region: Option<Area>,
}

pub(super) fn operators(design: &Design, func: &Func, area: &KernelArea) -> BTreeMap<String, Operators> {
    let mut sources = sources(design, func);
    let operators = area.operators().into_iter().map(|(kind, Group { count, results, area })| {
        let kind = kind.to_string();
        let Sources { lines, widths } = sources.remove(&kind).unwrap_or_default();
        (kind, Operators { count, results, area, lines, widths })
    });
    operators.collect()
}

/// Where the operators of a kind come from.
#[derive(Default)]
struct Sources {
    lines: BTreeSet<u32>,
    widths: BTreeSet<String>,
}

/// Where the operators of each kind come from.
fn sources(design: &Design, func: &Func) -> BTreeMap<String, Sources> {
    let mut sources: BTreeMap<String, Sources> = BTreeMap::new();
    let machines = design.processes.iter().map(|(process, _)| Names::new(design, process, func).machine);
    for (machine, block) in
        machines.flat_map(|machine| machine.blocks.iter().map(move |(_, block)| (machine, block)))
    {
        // Lines are those of the kernels' own file.
        let own = |at: Pos| at.line != 0 && at.file() == 0;
        for (id, node) in block.nodes.iter().filter(|(_, node)| own(node.span.start)) {
            if let Some(kind) = operator(block, node) {
                let own = sources.entry(kind.to_string()).or_default();
                own.lines.insert(node.span.start.line);
                own.widths.extend(widths(func, machine, block, id));
            }
        }
    }
    sources
}

/// The arguments, variables, arrays and slices of whose width an operation of integers is, through others of this width.
fn widths(func: &Func, machine: Machine<'_>, block: &Block, node: NodeId) -> BTreeSet<String> {
    let ty = block.nodes[node].ty;
    let mut names = BTreeSet::new();
    let (mut seen, mut open) = (FxHashSet::from_iter([node]), vec![node]);
    while let Some(id) = open.pop().filter(|_| ty.is_integer()) {
        match block.nodes[id].kind {
            NodeKind::Arg(position, _) => _ = names.insert(machine.args[position].name.clone()),
            NodeKind::Var(var) => _ = names.insert(machine.vars[var].name.clone()),
            NodeKind::Load(memory) => _ = names.insert(machine.memories[memory].name.clone()),
            NodeKind::AxiRead(access) => names.extend(func.param(access.param).map(|it| it.name.clone())),
            _ => {
                let wide =
                    block.nodes[id].args.iter().filter(|arg| block.nodes[**arg].ty.bits() == ty.bits());
                open.extend(wide.copied().filter(|arg| seen.insert(*arg)));
            }
        }
    }
    names
}
