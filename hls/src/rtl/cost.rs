//! What passes ask of the scheduler.

use super::design::{Block, Machine};
use super::plan::{BlockPlan, plan_block};
use super::timing::Clock;

/// What blocks cost at a clock: the schedule that they would get.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// The clock.
    pub clock: Clock,
}

impl Cost {
    /// The schedule of a block, which need not be part of the process. `None`: there is none.
    #[must_use]
    pub fn plan(self, machine: Machine<'_>, block: &Block) -> Option<BlockPlan> {
        plan_block(machine, block, self.clock)
    }

    /// The initiation interval that a pipelined loop would have, in cycles. `None` for other blocks.
    #[must_use]
    pub fn interval(self, machine: Machine<'_>, block: &Block) -> Option<u32> {
        self.plan(machine, block)?.schedule.ii
    }

    /// The cycles of a pipelined loop with a known trip count. `None` for other blocks.
    #[must_use]
    pub fn cycles(self, machine: Machine<'_>, block: &Block) -> Option<u64> {
        let trip_count = block.repeat.as_ref()?.trip_count?;
        let plan = self.plan(machine, block)?;
        let interval = u64::from(plan.schedule.ii?);
        Some((trip_count - 1).saturating_mul(interval) + u64::from(plan.depth))
    }
}
