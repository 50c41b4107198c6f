//! What a port has under way: no more than its bridge and the bank admit, each for a latency at least. So a port moves no more in a
//! cycle than it may have under way, divided by the latency (Little's law).

use super::bank::Clocked;
use super::moved::{Moved, longest_burst};
use super::{Bounds, Stream};
use crate::rtl::design::Bundle;

/// What streams have in one direction of a port.
struct Port<'b> {
    bundle: &'b Bundle,
    is_write: bool,
    bank: Clocked<'b>,
    moved: Moved,
}

impl Port<'_> {
    /// How often latencies follow each other, at least: whatever has no room waits for the answer of what has it.
    fn least_rounds(&self) -> u64 {
        let bursts = self.moved.bursts.least.div_ceil(self.bank.queue_depth());
        let beats = if self.is_write { 0 } else { self.moved.beats.least.div_ceil(room(self.bundle)) };
        bursts.max(beats)
    }

    /// What bursts take, at most, where the bank accepts no more of them. A burst then waits a latency from the answer of that so
    /// many bursts before it; with ideal memory, for the beats of all between them. What these have less than the longest bursts
    /// they have less in all rounds together.
    fn most_queued(&self) -> Option<u64> {
        let (bursts, depth) = (self.moved.bursts.most?, self.bank.queue_depth());
        let rounds = bursts.saturating_sub(1) / depth;
        let latency = self.bank.most_latency(self.is_write).checked_add(2)?;
        let of = |beats: u64| rounds.checked_mul(latency.saturating_sub(depth.saturating_mul(beats)));
        let missing = bursts.checked_mul(self.moved.longest)?.saturating_sub(self.moved.beats.least);
        Some(of(1)?.min(of(self.moved.longest)?.saturating_add(missing)))
    }
}

/// Beats that a bridge has room for: those that were requested and not taken yet (`ROOM` of `axi_read.v`).
fn room(bundle: &Bundle) -> u64 {
    u64::from(Bundle::capacity(bundle.read_burst)) + 2 * longest_burst(bundle, false)
}

impl Bounds<'_> {
    /// Cycles from the first address to the last answer of what these streams have, at least, at the port that takes longest.
    /// What a stream has begins and ends so many times; each time it has something, if it has anything for certain.
    pub(super) fn least_under_way(&self, times: u64, is_one: impl Fn(&Stream) -> bool + Copy) -> u64 {
        let cycles = self.ports_of(is_one).map(|port| {
            let times = times.min(port.moved.requests.least);
            port.least_rounds().max(times).saturating_mul(port.bank.least_latency(port.is_write))
        });
        cycles.max().unwrap_or(0)
    }

    /// What all bursts take, at most, where banks accept no more of them.
    pub(super) fn most_queued(&self) -> Option<u64> {
        self.ports_of(|_| true).try_fold(0_u64, |all, port| all.checked_add(port.most_queued()?))
    }

    /// What these streams have at ports of banks.
    fn ports_of(&self, is_one: impl Fn(&Stream) -> bool + Copy) -> impl Iterator<Item = Port<'_>> {
        let ports = self.design.bundles.iter().enumerate();
        let both = ports.flat_map(|(number, bundle)| [(number, bundle, false), (number, bundle, true)]);
        both.filter_map(move |(number, bundle, is_write)| {
            let is_own = move |it: &&Stream| (it.bundle, it.is_write) == (number, is_write) && is_one(it);
            let own = self.streams.iter().filter(is_own);
            let (_, bank) = self.bank(own.clone().next()?)?;
            let moved = own.fold(Moved::NONE, |all, it| all.and(it.all()));
            Some(Port { bundle, is_write, bank, moved })
        })
    }
}
