//! Periods in which a kernel does the same again and again: they are counted instead of followed.
//!
//! The kernel is in a state in which it was before, but for the time and for what counters hold. So it does the same again as
//! long as nothing that decides changes, which is known of loops whose variables grow by the same number in every iteration
//! (`trend`). A process that is started, ends or enters a block is not in the same state again; and where an element that passes
//! decides something, nothing is skipped.

use la_arena::ArenaMap;
use rustc_hash::FxHashSet;

use super::Kernel;
use super::course::Account;
use super::links::LinksState;
use super::process::ProcessState;
use crate::rtl::design::{ChannelId, Design, NodeKind, ProcessId};
use crate::rtl::predict::needed::NeededBlocks;
use crate::rtl::predict::pipelined::Alike;
use crate::rtl::predict::value::Value;

/// A state of a kernel, and what it had done until then.
struct Mark {
    now: u64,
    links: LinksState,
    /// How many elements were sent through each channel.
    sent: ArenaMap<ChannelId, u64>,
    processes: ArenaMap<ProcessId, ProcessMark>,
}

/// A process at a mark.
struct ProcessMark {
    state: ProcessState,
    vars: Vec<Value>,
    /// Iterations that had begun.
    begun: u64,
    account: Account,
}

/// What is repeated by a process.
struct Repeated {
    process: ProcessId,
    alike: Alike,
    /// Iterations of a period.
    each: u64,
}

/// The state that is compared with those that follow it. It is renewed after twice as many steps each time.
pub struct Watch {
    mark: Option<Mark>,
    steps: u64,
    renew: u64,
    /// The channels whose elements decide something.
    followed: FxHashSet<ChannelId>,
}

impl Watch {
    pub fn new(design: &Design, needed: &ArenaMap<ProcessId, NeededBlocks>) -> Self {
        let mut followed = FxHashSet::default();
        for (id, process) in design.processes.iter() {
            for (block, data) in process.blocks.iter() {
                followed.extend(needed[id][block].nodes.iter().filter_map(
                    |node| match data.nodes[*node].kind {
                        NodeKind::Receive(channel) | NodeKind::TryReceive(channel) => Some(channel),
                        _ => None,
                    },
                ));
            }
        }
        Self { mark: None, steps: 0, renew: 1, followed }
    }

    /// What was is not repeated: a FIFO has got another depth.
    pub fn forget(&mut self) {
        self.mark = None;
    }
}

impl Kernel<'_> {
    /// Skips what is repeated, if the state behind the cycle at hand is the one that is watched for.
    pub fn skip_periods(&mut self, watch: &mut Watch) {
        watch.steps += 1;
        if let Some(mark) = watch.mark.take_if(|mark| self.is_at(mark)) {
            self.skip_from(&mark, &watch.followed);
        }
        if watch.steps >= watch.renew {
            watch.renew *= 2;
            watch.mark = self.mark();
        }
    }

    fn mark(&mut self) -> Option<Mark> {
        let mut processes = ArenaMap::default();
        for (id, process) in self.processes.iter_mut() {
            process.settle(&self.links, self.now);
            let mark = ProcessMark {
                state: process.state(self.now)?,
                vars: process.vars.clone(),
                begun: process.begun,
                account: process.course.account(),
            };
            processes.insert(id, mark);
        }
        let (links, sent) = (self.links.state(self.now), self.links.sent());
        Some(Mark { now: self.now, links, sent, processes })
    }

    fn is_at(&self, mark: &Mark) -> bool {
        let mut processes = self.processes.iter();
        processes.all(|(id, process)| process.is_in(&mark.processes[id].state, self.now))
            && self.links.state(self.now) == mark.links
    }

    /// The periods that are like the one since the mark.
    fn skip_from(&mut self, mark: &Mark, followed: &FxHashSet<ChannelId>) {
        let sent = self.links.sent();
        let moved = sent.iter().map(|(channel, sent)| (channel, sent - mark.sent[channel]));
        let moved: Vec<(ChannelId, u64)> = moved.filter(|(_, elements)| *elements > 0).collect();
        if moved.iter().any(|(channel, _)| followed.contains(channel)) {
            return;
        }
        let mut repeated = Vec::new();
        let mut periods = u64::MAX;
        for (id, process) in self.processes.iter_mut() {
            let each = process.begun - mark.processes[id].begun;
            if each > 0 {
                let alike = process.alike(&mark.processes[id].vars, each);
                periods = periods.min(alike.iterations / each);
                repeated.push(Repeated { process: id, alike, each });
            }
        }
        // What is given to a port may come to its end first.
        for (channel, elements) in &moved {
            if let Some(given) = self.links.fifos[*channel].given() {
                periods = periods.min(given / elements);
            }
        }
        // What no counter ends is never done.
        if !repeated.is_empty() && periods > 0 {
            self.skip(mark, (self.now - mark.now, periods), &repeated);
            moved.into_iter().for_each(|(channel, elements)| self.links.pass(channel, elements * periods));
        }
    }

    /// So many more periods of so many cycles pass.
    fn skip(&mut self, mark: &Mark, (period, periods): (u64, u64), repeated: &[Repeated]) {
        for (id, process) in self.processes.iter_mut() {
            process.settle(&self.links, self.now);
            process.course.repeat(&mark.processes[id].account, period, periods);
            match repeated.iter().find(|it| it.process == id) {
                Some(Repeated { alike, each, .. }) => process.pass(alike, each * periods, period * periods),
                None => process.pass(&Alike::NONE, 0, period * periods),
            }
        }
        self.skipped += period * periods;
    }
}
