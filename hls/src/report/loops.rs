//! Loops, nested as in the source.

use serde::{Deserialize, Serialize};
use sycl_hls_ir::{Module, Pos};

use super::area::Usage;
use super::describe::Names;
use super::limits::{Limit, limits};
use super::transfers::{Transfer, transfers};
use crate::rtl::ProcessPlan;
use crate::rtl::area::{Area, ProcessArea};
use crate::rtl::predict::{Count, LoopCount, Nest, nests};

/// A loop.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Loop {
    /// Its label in the source, as `'rows`.
    pub label: Option<String>,
    /// Where it begins; 0 if that is nowhere in the source.
    pub line: u32,
    /// The beginning of its source, or the tool's name for it.
    pub source: String,
    /// The interval that the user asks for, in cycles.
    pub wanted: Option<u32>,
    /// Cycles from the start of one iteration to that of the next; `None` if they do not overlap.
    pub interval: Option<u32>,
    /// Why the interval is no shorter.
    pub limit: Option<Limit>,
    /// Cycles of one iteration, where iterations overlap.
    pub depth: Option<u32>,
    /// How often it is entered in a run.
    pub entries: Count,
    /// Iterations of one entry; `None` if it is never entered.
    pub trips: Option<Count>,
    /// Iterations in a run.
    pub iterations: Count,
    /// Cycles in a run.
    pub cycles: Count,
    /// Cycles from one entry to its end, where a tool tells that, and not how often it is entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub latency: Option<Count>,
    /// What it accesses through memory ports, without the loops in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transfers: Vec<Transfer>,
    /// What its blocks take up, with those of the loops in it: operators and registers, without memories and variables, and
    /// without operators that loops share.
    pub area: Usage,
    /// How many loops of the source it is: more than one where a nest has become one loop.
    pub joined: u32,
    /// The loops in it.
    pub loops: Vec<Self>,
}

/// What is known of a process's blocks.
pub(super) struct Known<'k> {
    pub counts: &'k [LoopCount],
    pub area: &'k ProcessArea,
}

pub(super) fn loops(module: &Module, names: &Names<'_>, plan: &ProcessPlan, known: &Known<'_>) -> Vec<Loop> {
    let nests = nests(names.machine);
    nests.iter().map(|nest| one(module, names, plan, known, nest)).collect()
}

fn one(module: &Module, names: &Names<'_>, plan: &ProcessPlan, known: &Known<'_>, nest: &Nest) -> Loop {
    let block = &names.machine.blocks[nest.head];
    let schedule = &plan.blocks[nest.head];
    let interval = schedule.schedule.ii;
    let count = known.counts.iter().find(|count| count.head == nest.head);
    let unknown = Count::at_least(0);
    let of = |field: fn(&LoopCount) -> Count| count.map_or(unknown, field);
    let source = module.source.text(block.span).unwrap_or_default();
    Loop {
        label: label(source),
        line: block.span.start.line_in_file(),
        source: in_file(module, block.span.start, source.trim_end_matches('{').trim_end()),
        wanted: block.requested.map(|requested| requested.ii),
        interval,
        limit: limits(names, plan, nest.head),
        depth: interval.map(|_| schedule.depth),
        entries: of(|count| count.entries),
        trips: count.and_then(|count| count.trips),
        iterations: of(|count| count.iterations),
        cycles: of(|count| count.cycles),
        latency: None,
        transfers: transfers(names, nest),
        area: nest.blocks.iter().map(|block| known.area.blocks[*block].total()).sum::<Area>().into(),
        joined: block.repeat.as_ref().map_or(1, |repeat| repeat.counters.len().max(1)) as u32,
        loops: nest.inner.iter().map(|inner| one(module, names, plan, known, inner)).collect(),
    }
}

/// A line of the source, with its file if that is not the module's own.
fn in_file(module: &Module, at: Pos, line: &str) -> String {
    match at.file() {
        0 => line.to_owned(),
        _ => format!("{line} in {}", module.source.file_of(at).file),
    }
}

/// The label in front of a loop in its line of source.
#[must_use]
pub fn label(line: &str) -> Option<String> {
    let label = line.strip_prefix('\'')?.split(':').next()?;
    let is_name = !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '_');
    is_name.then(|| format!("'{label}"))
}
