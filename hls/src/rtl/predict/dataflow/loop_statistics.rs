//! What the loops of a process do in a run of the kernel.

use rustc_hash::FxHashSet;

use crate::rtl::design::BlockId;
use crate::rtl::predict::count::Count;
use crate::rtl::predict::state::LoopStatistic;
use crate::rtl::predict::{LoopCount, Nest};

/// The loops of a process.
#[derive(Debug)]
pub struct LoopStatistics(Vec<Loop>);

#[derive(Debug)]
struct Loop {
    head: BlockId,
    blocks: FxHashSet<BlockId>,
    statistic: LoopStatistic,
    /// The cycle in which it was entered, while it is at work, modulo 2^64: skipped cycles come before it.
    entered: Option<u64>,
}

impl LoopStatistics {
    pub fn new(nests: &[Nest]) -> Self {
        let mut loops = Vec::new();
        add(nests, &mut loops);
        Self(loops)
    }

    /// A block begins in a cycle, or, with `None`, the process ends with the cycle before.
    pub fn begin(&mut self, block: Option<BlockId>, now: u64) {
        for it in &mut self.0 {
            let is_inside = block.is_some_and(|block| it.blocks.contains(&block));
            match (it.entered, is_inside) {
                (None, true) => {
                    it.entered = Some(now);
                    it.statistic.enter();
                }
                (Some(entered), false) => {
                    it.entered = None;
                    it.statistic.ended(Count::exactly(now.wrapping_sub(entered)));
                }
                _ => {}
            }
        }
        block.into_iter().for_each(|block| self.iterate(block));
    }

    /// An iteration of the loop with this head begins, if there is one.
    pub fn iterate(&mut self, head: BlockId) {
        if let Some(it) = self.0.iter_mut().find(|it| it.head == head) {
            it.statistic.begin_iteration();
        }
    }

    /// So many cycles are skipped, with so many iterations of the loop with this head.
    pub fn pass(&mut self, head: BlockId, iterations: u64, cycles: u64) {
        for it in &mut self.0 {
            it.entered = it.entered.map(|entered| entered.wrapping_sub(cycles));
            if it.head == head {
                it.statistic.iterate(Count::exactly(iterations));
            }
        }
    }

    /// What the loops have done; of a run that was not followed to its end, at least that.
    pub fn counts(&self, is_whole: bool) -> Vec<LoopCount> {
        let of = |count: Count| if is_whole { count } else { Count::at_least(count.least) };
        let counts = self.0.iter().map(|it| LoopCount {
            head: it.head,
            entries: of(it.statistic.entries),
            trips: it.statistic.trips.map(of),
            iterations: of(it.statistic.iterations),
            cycles: of(it.statistic.cycles),
        });
        counts.collect()
    }
}

/// The loops, outer ones first.
fn add(nests: &[Nest], loops: &mut Vec<Loop>) {
    for nest in nests {
        let blocks = nest.blocks.iter().copied().collect();
        loops.push(Loop { head: nest.head, blocks, statistic: LoopStatistic::NONE, entered: None });
        add(&nest.inner, loops);
    }
}
