//! What processes have in common: channels, the starts and ends of processes, and ports.
//!
//! All of it has registers: what one process does in a cycle, others see in the next one. So the order in which the processes of a
//! cycle are looked at does not matter.

use std::collections::VecDeque;

use la_arena::ArenaMap;
use sycl_hls_ir::{ChannelEnd, depths};
use sycl_hls_types::{Scalar, ScalarValue};

use super::event::Action;
use super::slices::Slices;
use crate::rtl::design::{ChannelId, Design, ProcessId};
use crate::rtl::predict::known::Known;
use crate::rtl::predict::value::Value;
use crate::rtl::predict::walk::Stop;
use crate::rtl::timing::AXI_WRITE;

/// What processes have in common.
#[derive(Debug)]
pub struct Links {
    pub fifos: ArenaMap<ChannelId, Fifo>,
    /// The processes that send through channels, or have those that do inside.
    feeders: ArenaMap<ChannelId, ProcessId>,
    /// The channels of the region of which this is the first process.
    opened: ArenaMap<ProcessId, Vec<ChannelId>>,
    runs: ArenaMap<ProcessId, Run>,
    written: Vec<Written>,
    /// The processes that were started in the cycle at hand, with the values of their parameters.
    pub started: Vec<(ProcessId, Vec<Value>)>,
    /// What slices hold, where that is followed.
    pub slices: Slices,
}

/// A channel.
#[derive(Debug)]
pub struct Fifo {
    pub depth: u64,
    /// The elements, and the cycles in which they were sent.
    elements: VecDeque<(Value, u64)>,
    /// How many elements were sent.
    pub written: u64,
    /// How many of them were received, or dropped when the region was entered again.
    pub read: u64,
    /// How many its reader holds that has ended.
    held: u64,
    /// How many had been sent when the region was entered.
    pub before: u64,
    /// The cycle in which one was received last.
    last_read: Option<u64>,
    /// The cycle from which on it has had a place.
    room_since: u64,
    /// The most places that were in use in a cycle. A place that is left in a cycle is in use in it.
    pub most: u64,
    /// What is at the other end of a port.
    outside: Option<Outside>,
}

/// What is outside of a kernel at a port: it never waits.
#[derive(Debug)]
enum Outside {
    /// It has sent these elements; as many as are asked for if that is not known.
    Sends(Option<VecDeque<ScalarValue>>),
    /// It takes all that comes.
    Receives,
}

/// Whether a process runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Run {
    Never,
    Runs,
    /// Its last cycle.
    Ended(u64),
}

/// The cycles in which something was written last through a bundle: certainly, and perhaps.
#[derive(Clone, Copy, Debug, Default)]
struct Written {
    certain: Option<u64>,
    possible: Option<u64>,
}

/// What decides when operations can happen in the cycles after one.
#[derive(PartialEq, Eq)]
pub struct LinksState {
    elements: Vec<usize>,
    running: Vec<bool>,
    /// For how many cycles nothing was written through each bundle, certainly and perhaps, as far as a fence would wait.
    quiet: Vec<[Option<u64>; 2]>,
}

impl Links {
    pub fn new(design: &Design, growth: &depths::Growth<ChannelId>, known: &Known<'_>) -> Self {
        let channels = design.channels.iter();
        let mut fifos: ArenaMap<ChannelId, Fifo> = channels
            .map(|(id, channel)| (id, Fifo::new(growth.depth(design.sized_with(id), channel.depth))))
            .collect();
        for (number, (id, channel, end)) in design.ports().enumerate() {
            fifos[id].outside = Some(match end {
                ChannelEnd::Read => Outside::Sends(known.stream(number, channel.ty)),
                ChannelEnd::Write => Outside::Receives,
            });
        }
        Self {
            fifos,
            feeders: design.channels.iter().filter_map(|(id, _)| Some((id, design.feeder(id)?))).collect(),
            opened: design.processes.iter().map(|(id, _)| (id, design.opened_with(id).collect())).collect(),
            runs: design.processes.iter().map(|(id, _)| (id, Run::Never)).collect(),
            written: vec![Written::default(); design.bundles.len()],
            started: Vec::new(),
            slices: Slices::default(),
        }
    }

    /// The first cycle in which an operation can happen, by what was done so far; `None` if another process has to do something
    /// first.
    ///
    /// # Errors
    /// When it waits for a write of which nobody knows whether it is done.
    pub fn ready_at(&self, action: Action, now: u64) -> Result<Option<u64>, Stop> {
        Ok(match action {
            Action::Receive(channel) => self.fifos[channel].readable_at(),
            Action::More(channel) => self.fifos[channel].readable_at().or_else(|| self.exhausted_at(channel)),
            Action::Send(channel) => self.fifos[channel].writable_at(),
            Action::Join(process) if self.left(process) => None,
            Action::Join(process) => self.over_at(process).map(|cycle| cycle.max(self.emptied_at(process))),
            Action::Follow(process) => self.over_at(process),
            Action::Fence(bundle) => {
                let Written { certain, possible } = self.written[bundle];
                let response = |cycle: u64| cycle + u64::from(AXI_WRITE);
                if possible.is_some_and(|cycle| response(cycle) > now && possible > certain) {
                    return Err(Stop::Undecided);
                }
                Some(certain.map_or(0, response))
            }
            Action::TryReceive(_)
            | Action::TrySend(_)
            | Action::Empty(_)
            | Action::Full(_)
            | Action::Unread(_)
            | Action::Start(_)
            | Action::Write(_) => Some(0),
        })
    }

    /// Its state after a cycle, whenever that is.
    pub fn state(&self, now: u64) -> LinksState {
        let quiet = |cycle: Option<u64>| cycle.map(|cycle| (now - cycle).min(AXI_WRITE.into()));
        let written = self.written.iter().map(|it| [quiet(it.certain), quiet(it.possible)]);
        LinksState {
            elements: self.fifos.values().map(|fifo| fifo.elements.len()).collect(),
            running: self.runs.values().map(|run| *run == Run::Runs).collect(),
            quiet: written.collect(),
        }
    }

    /// How many elements were sent through each channel.
    pub fn sent(&self) -> ArenaMap<ChannelId, u64> {
        self.fifos.iter().map(|(id, fifo)| (id, fifo.written)).collect()
    }

    /// So many elements more pass through a channel.
    pub fn pass(&mut self, channel: ChannelId, elements: u64) {
        let fifo = &mut self.fifos[channel];
        (fifo.written, fifo.read) = (fifo.written + elements, fifo.read + elements);
        if let Some(Outside::Sends(Some(given))) = &mut fifo.outside {
            given.drain(..given.len().min(usize::try_from(elements).unwrap_or(usize::MAX)));
        }
    }

    /// The cycle from which on a process does not run any more.
    fn over_at(&self, process: ProcessId) -> Option<u64> {
        match self.runs[process] {
            Run::Never => Some(0),
            Run::Runs => None,
            Run::Ended(last) => Some(last + 1),
        }
    }

    /// The cycle from which on nothing more comes through a channel, if what sends has ended.
    fn exhausted_at(&self, channel: ChannelId) -> Option<u64> {
        self.feeders.get(channel).map_or(Some(0), |feeder| self.over_at(*feeder))
    }

    /// The cycle from which on the channels of the region of which this is the first process have been empty, if they are.
    fn emptied_at(&self, process: ProcessId) -> u64 {
        let reads = self.opened[process].iter().filter_map(|channel| self.fifos[*channel].last_read);
        reads.max().map_or(0, |last| last + 1)
    }

    /// True if there are elements in channels of the region of which this is the first process.
    fn left(&self, process: ProcessId) -> bool {
        self.opened[process].iter().any(|channel| self.fifos[*channel].left() > 0)
    }

    /// A process is started, and is at work from the next cycle on. The first one of a region empties its channels.
    pub fn start(&mut self, process: ProcessId, values: Vec<Value>) {
        for channel in &self.opened[process] {
            self.fifos[*channel].open();
        }
        self.runs[process] = Run::Runs;
        self.started.push((process, values));
    }

    /// This was the last cycle of a process.
    pub fn end(&mut self, process: ProcessId, now: u64) {
        self.runs[process] = Run::Ended(now);
    }

    /// The last cycle of a process, if it has ended.
    pub fn ended(&self, process: ProcessId) -> Option<u64> {
        match self.runs[process] {
            Run::Ended(last) => Some(last),
            Run::Never | Run::Runs => None,
        }
    }

    /// Something is written through a bundle, or perhaps.
    pub fn write(&mut self, bundle: usize, now: u64, certain: bool) {
        let written = &mut self.written[bundle];
        *(if certain { &mut written.certain } else { &mut written.possible }) = Some(now);
    }
}

impl Fifo {
    fn new(depth: u64) -> Self {
        Self {
            depth,
            elements: VecDeque::new(),
            written: 0,
            read: 0,
            held: 0,
            before: 0,
            last_read: None,
            room_since: 0,
            most: 0,
            outside: None,
        }
    }

    /// Its region is entered: it is empty.
    fn open(&mut self) {
        self.elements.clear();
        (self.read, self.before, self.held) = (self.written, self.written, 0);
    }

    /// How many elements it holds.
    pub fn len(&self) -> u64 {
        self.elements.len() as u64
    }

    /// How many are left when its region ends: what its reader has taken ahead, too.
    pub fn left(&self) -> u64 {
        self.len() + self.held
    }

    /// The element that was received last is left.
    pub fn unread(&mut self) {
        (self.read, self.held) = (self.read - 1, self.held + 1);
    }

    /// What is sent in one cycle can be received in the next one.
    fn readable_at(&self) -> Option<u64> {
        if let Some(Outside::Sends(given)) = &self.outside {
            return given.as_ref().is_none_or(|given| !given.is_empty()).then_some(0);
        }
        self.elements.front().map(|(_, sent)| sent + 1)
    }

    /// A place that is left in one cycle can be taken in the next one.
    fn writable_at(&self) -> Option<u64> {
        (self.len() < self.depth).then_some(self.room_since)
    }

    /// True if nothing can be received in this cycle.
    pub fn is_empty(&self, now: u64) -> bool {
        self.readable_at().is_none_or(|cycle| cycle > now)
    }

    /// True if nothing can be sent in this cycle.
    pub fn is_full(&self, now: u64) -> bool {
        self.writable_at().is_none_or(|cycle| cycle > now)
    }

    /// How many elements are left to be received at a port; `None` if that is not known or it is none.
    pub fn given(&self) -> Option<u64> {
        match &self.outside {
            Some(Outside::Sends(Some(given))) => Some(given.len() as u64),
            _ => None,
        }
    }

    pub fn send(&mut self, value: Value, now: u64) {
        if self.outside.is_some() {
            (self.written, self.read) = (self.written + 1, self.read + 1);
            return;
        }
        self.elements.push_back((value, now));
        self.written += 1;
        let left = u64::from(self.last_read == Some(now));
        self.most = self.most.max(self.len() + left);
    }

    /// The oldest element.
    pub fn receive(&mut self, now: u64) -> Value {
        if let Some(Outside::Sends(given)) = &mut self.outside {
            (self.written, self.read) = (self.written + 1, self.read + 1);
            return given.as_mut().and_then(VecDeque::pop_front).map_or(Value::Unknown, Value::Known);
        }
        if self.len() == self.depth {
            self.room_since = now + 1;
        }
        self.read += 1;
        self.last_read = Some(now);
        self.elements.pop_front().map_or(Value::Unknown, |(value, _)| value)
    }

    /// The oldest element, if there is one, above the bit that tells whether there is.
    pub fn try_receive(&mut self, ty: Scalar, now: u64) -> Value {
        if self.is_empty(now) {
            return Value::LowestBit(false);
        }
        match self.receive(now) {
            Value::Known(value) if !ty.is_wide() => {
                Value::Known(ScalarValue::from_bits(ty, value.low_bits() << 1 | 1))
            }
            _ => Value::LowestBit(true),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A place that is left in a cycle is in use in it, whichever process is looked at first.
    #[test]
    fn places_in_use_do_not_depend_on_the_order_of_processes() {
        for reader_first in [false, true] {
            let mut fifo = Fifo::new(4);
            fifo.send(Value::Unknown, 0);
            for now in 1..4 {
                if reader_first {
                    fifo.receive(now);
                }
                fifo.send(Value::Unknown, now);
                if !reader_first {
                    fifo.receive(now);
                }
            }
            assert_eq!((fifo.len(), fifo.most), (1, 2));
        }
    }
}
