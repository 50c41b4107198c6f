//! The schedules of blocks, for a chart.

use serde::{Deserialize, Serialize};

use super::describe::Names;
use crate::rtl::ProcessPlan;
use crate::rtl::design::{BlockId, Target};

/// When a block does what.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BlockSchedule {
    /// Where it begins in the source.
    pub line: u32,
    /// Cycles from the start of one iteration to that of the next, if it is the body of a pipelined loop.
    pub interval: Option<u32>,
    /// Cycles that it takes, or one iteration of it.
    pub depth: u32,
    /// What is done, by the cycle in which it starts.
    pub rows: Vec<Row>,
}

/// An operation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Row {
    /// What it does.
    pub what: String,
    /// The Rust name of its result.
    pub name: Option<String>,
    /// Its line in the source; 0 if it has none.
    pub line: u32,
    /// The first of its cycles.
    pub start: u32,
    /// The cycle in which its result is there.
    pub end: u32,
}

/// The blocks that do something, in the order of the source.
pub(super) fn blocks(names: &Names<'_>, plan: &ProcessPlan) -> Vec<BlockSchedule> {
    let blocks =
        names.machine.blocks.iter().map(|(id, data)| (data.next == Target::Done, block(names, plan, id)));
    let mut blocks: Vec<(bool, BlockSchedule)> = blocks.filter(|(_, block)| !block.rows.is_empty()).collect();
    // The one that ends the kernel has the kernel's line.
    blocks.sort_by_key(|(is_end, block)| (*is_end, block.line));
    blocks.into_iter().map(|(_, block)| block).collect()
}

fn block(names: &Names<'_>, plan: &ProcessPlan, id: BlockId) -> BlockSchedule {
    let (block, plan) = (&names.machine.blocks[id], &plan.blocks[id]);
    let rows = block.nodes.iter().filter_map(|(node, data)| {
        Some(Row {
            what: names.work(id, node)?,
            name: data.name.clone(),
            line: data.span.start.line_in_file(),
            start: plan.start(node),
            end: plan.end(node),
        })
    });
    let mut rows: Vec<Row> = rows.collect();
    rows.sort_by_key(|row| (row.start, row.end));
    BlockSchedule {
        line: block.span.start.line_in_file(),
        interval: plan.schedule.ii,
        depth: plan.depth,
        rows,
    }
}
