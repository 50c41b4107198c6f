//! What a block does at its ports that something may wait for.
//!
//! With ideal memory the ports always have room for requests and elements, and a read's element is there when the
//! schedule expects it: one request and one element a cycle are all that a schedule asks of a bundle. What remains are
//! fences, which wait for the responses to all that was written.

use crate::rtl::design::{Block, NodeId, NodeKind};
use crate::rtl::plan::BlockPlan;
use crate::rtl::timing::AXI_WRITE;

use super::count::Count;

/// Something that happens in a cycle of a block.
#[derive(Clone, Copy, Debug)]
pub struct Event {
    /// The cycle, counted from the iteration's start.
    pub cycle: u32,
    /// The bundle's position.
    pub bundle: usize,
    /// True if it waits for earlier writes; false if it writes.
    pub waits: bool,
    /// It happens only if this is true.
    pub when: Option<NodeId>,
}

/// The events of a block in the order of time.
pub fn timeline(block: &Block, plan: &BlockPlan) -> Vec<Event> {
    let events = block.nodes.iter().filter_map(|(id, node)| {
        let (bundle, waits) = match &node.kind {
            NodeKind::AxiWrite(access) => (access.bundle, false),
            NodeKind::Fence(bundle) => (*bundle, true),
            _ => return None,
        };
        // A write whose last part follows counts from there.
        let cycle = plan.end(id);
        Some(Event { cycle, bundle, waits, when: node.when })
    });
    let mut events: Vec<Event> = events.collect();
    events.sort_by_key(|event| event.cycle);
    events
}

/// How long nothing was written through a bundle, in cycles; no more is counted than a fence would wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Quiet {
    least: u32,
    most: u32,
}

impl Quiet {
    /// All that was written has arrived.
    pub const LONG: Self = Self { least: AXI_WRITE, most: AXI_WRITE };
    /// One of the two.
    pub fn or(self, other: Self) -> Self {
        Self { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    /// After so many cycles more.
    pub fn after(self, cycles: Count) -> Self {
        let capped = |cycles: u64| u32::try_from(cycles).unwrap_or(AXI_WRITE).min(AXI_WRITE);
        let most = cycles.most.map_or(AXI_WRITE, capped);
        Self {
            least: (self.least + capped(cycles.least)).min(AXI_WRITE),
            most: (self.most + most).min(AXI_WRITE),
        }
    }

    /// Something is written now: certainly, not at all, or nobody knows.
    pub fn written(self, certain: Option<bool>) -> Self {
        self.written_before(0, certain)
    }

    /// Something was written so many cycles ago: certainly, not at all, or nobody knows. What is said of writes before
    /// this one may be said in any order.
    pub fn written_before(self, cycles: u64, certain: Option<bool>) -> Self {
        let since = Self { least: 0, most: 0 }.after(Count::exactly(cycles));
        let sooner = Self { least: self.least.min(since.least), most: self.most.min(since.most) };
        match certain {
            Some(true) => sooner,
            Some(false) => self,
            None => Self { most: self.most, ..sooner },
        }
    }

    /// How long a fence waits.
    pub fn wait(self) -> Count {
        Count { least: u64::from(AXI_WRITE - self.most), most: Some(u64::from(AXI_WRITE - self.least)) }
    }
}
