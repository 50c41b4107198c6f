//! Whether other ports of arrays make blocks slower.

use crate::rtl::cost::Cost;
use crate::rtl::design::{Block, BlockId, Design, Process};

/// True if one of these blocks has a longer interval in the second design than in the first one, or more than `slack`
/// cycles from the start of an iteration to its end beyond those that it has in the first one. `slack` takes the
/// block as it was, and its interval.
pub(super) fn is_slower(
    [before, after]: [(&Design, &Process); 2],
    blocks: impl IntoIterator<Item = BlockId>,
    slack: impl Fn(&Block, Option<u32>) -> u64,
    cost: Cost,
) -> bool {
    blocks.into_iter().any(|id| {
        let plan =
            |(design, process): (&Design, &Process)| cost.plan(design.with(process), &process.blocks[id]);
        let (Some(old), Some(new)) = (plan(before), plan(after)) else { return true };
        let (was, is) = (old.schedule.ii, new.schedule.ii);
        is > was || u64::from(new.depth) > u64::from(old.depth) + slack(&before.1.blocks[id], was)
    })
}
