//! What a simulation shows of processes and channels when a run does not end.

use std::collections::HashSet;

use serde::{Deserialize, Serialize};

use crate::{Blocked, ChannelState, DataflowError, Location, ObservedCounters, Waiting};

/// The processes and channels of a simulated kernel, with the numbers of the signals that tell of them.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ObservedDataflow {
    /// The processes.
    pub processes: Vec<ObservedProcess>,
    /// The channels.
    pub channels: Vec<ObservedChannel>,
    /// The operations that may wait; of one process, those of older iterations first.
    pub operations: Vec<ObservedOperation>,
    /// What is counted.
    #[serde(default)]
    pub counters: ObservedCounters,
}

/// A process.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedProcess {
    /// Its name.
    pub name: String,
    /// Set from its start to its end.
    pub running: u32,
}

/// A channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedChannel {
    /// Its name.
    pub name: String,
    /// How many elements it holds.
    pub depth: u64,
    /// Its declaration.
    pub at: Location,
    /// The lowest bit of how many elements were written, of [`COUNT_BITS`].
    pub written: u32,
    /// The lowest bit of how many elements were read.
    pub read: u32,
    /// The position of the process that writes, if there is one.
    pub writer: Option<usize>,
    /// The position of the process that reads.
    pub reader: Option<usize>,
    /// How many elements pass in each iteration of its region, if the counts are those of several iterations.
    pub per_iteration: Option<u64>,
    /// True if it is a port of the kernel.
    #[serde(default)]
    pub port: bool,
    /// The positions of the processes of its region. None for tokens, of which none is left.
    pub region: Vec<usize>,
}

/// An operation that may wait.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ObservedOperation {
    /// The position of its process.
    pub process: usize,
    /// Its place.
    pub at: Location,
    /// Set while it waits.
    pub waits: u32,
    /// What for.
    pub on: Awaited,
}

/// What an operation waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Awaited {
    /// An element of the channel at this position.
    Element(usize),
    /// A place in the channel at this position.
    Place(usize),
    /// The end of the process at this position.
    End(usize),
}

/// Bits of the number of elements that were written or read.
pub const COUNT_BITS: u32 = 64;

impl ObservedDataflow {
    /// How many elements were read from the port with this name, where these signals are set; 0 if there is none.
    #[must_use]
    pub fn read(&self, channel: &str, set: &[u32]) -> u64 {
        let set: HashSet<u32> = set.iter().copied().collect();
        let found = self.channels.iter().find(|it| it.port && it.name == channel);
        found.map_or(0, |channel| count(channel.read, &set))
    }

    /// Why a kernel stands still in which these signals are set, if processes wait for one another, or a region has ended with
    /// elements left in a channel.
    #[must_use]
    pub fn error(&self, set: &[u32]) -> Option<DataflowError> {
        let set: HashSet<u32> = set.iter().copied().collect();
        let waiting = |process: usize| {
            let mut operations = self.operations.iter().filter(|it| it.process == process);
            operations.find(|it| set.contains(&it.waits) && self.is_due(it, &set))
        };
        let blocked = (0..self.processes.len()).filter_map(|process| self.blocked(waiting(process)?, &set));
        let blocked: Vec<Blocked> = blocked.collect();
        if let Some(left) = self.channels.iter().find_map(|channel| self.left(channel, &set)) {
            return Some(left);
        }
        (!blocked.is_empty()).then(|| DataflowError::stuck(blocked))
    }

    /// The elements that are left in a channel, if its region has ended.
    fn left(&self, channel: &ObservedChannel, set: &HashSet<u32>) -> Option<DataflowError> {
        let runs = |process: &usize| self.processes.get(*process).is_some_and(|it| set.contains(&it.running));
        let has_ended = !channel.region.is_empty() && !channel.region.iter().any(runs);
        let count = count(channel.written, set).saturating_sub(count(channel.read, set));
        (has_ended && count > 0).then(|| DataflowError::Leftover {
            channel: channel.name.clone(),
            count,
            at: channel.at.clone(),
        })
    }

    /// True if a process waits for another one only while that runs.
    fn is_due(&self, operation: &ObservedOperation, set: &HashSet<u32>) -> bool {
        let Awaited::End(before) = operation.on else { return true };
        self.processes.get(before).is_some_and(|before| set.contains(&before.running))
    }

    fn blocked(&self, operation: &ObservedOperation, set: &HashSet<u32>) -> Option<Blocked> {
        let process = self.processes.get(operation.process)?;
        let on = match operation.on {
            Awaited::Element(channel) => {
                let channel = self.channels.get(channel)?;
                Waiting::Element(self.state(channel, true, set))
            }
            Awaited::Place(channel) => {
                let channel = self.channels.get(channel)?;
                Waiting::Place(self.state(channel, false, set))
            }
            Awaited::End(before) => Waiting::Start(self.processes.get(before)?.name.clone()),
        };
        Some(Blocked { process: process.name.clone(), at: operation.at.clone(), on })
    }

    /// A channel as the process at one of its ends sees it.
    fn state(&self, channel: &ObservedChannel, reads: bool, set: &HashSet<u32>) -> ChannelState {
        let other = if reads { channel.writer } else { channel.reader };
        let partner = other.and_then(|other| self.processes.get(other));
        let state = ChannelState {
            channel: channel.name.clone(),
            depth: channel.depth,
            written: count(channel.written, set),
            read: count(channel.read, set),
            partner: partner.map(|partner| partner.name.clone()),
            partner_ended: partner.is_some_and(|partner| !set.contains(&partner.running)),
            port: channel.port,
        };
        match channel.per_iteration {
            Some(each) => state.in_iteration(each, reads),
            None => state,
        }
    }
}

/// The number whose lowest bit is this signal, of [`COUNT_BITS`].
pub(crate) fn count(lowest: u32, set: &HashSet<u32>) -> u64 {
    let bits = (0..COUNT_BITS).filter(|bit| set.contains(&(lowest + bit)));
    bits.fold(0, |count, bit| count | 1 << bit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn observed() -> ObservedDataflow {
        let process = |name: &str, running| ObservedProcess { name: name.to_owned(), running };
        let channel = ObservedChannel {
            name: "c".to_owned(),
            depth: 4,
            at: Location { file: "k.rs".to_owned(), line: 2, column: 5 },
            written: 100,
            read: 200,
            writer: Some(0),
            reader: Some(1),
            per_iteration: None,
            port: false,
            region: vec![0, 1, 2],
        };
        let operation = |process, line, waits, on| {
            let at = Location { file: "k.rs".to_owned(), line, column: 9 };
            ObservedOperation { process, at, waits, on }
        };
        ObservedDataflow {
            processes: vec![process("make", 1), process("take", 2), process("last", 3)],
            channels: vec![channel],
            operations: vec![
                operation(0, 5, 10, Awaited::Place(0)),
                operation(1, 8, 11, Awaited::Element(0)),
                operation(1, 7, 12, Awaited::Element(0)),
                operation(2, 9, 13, Awaited::End(1)),
            ],
            counters: ObservedCounters::default(),
        }
    }

    /// Of several iterations of a process the oldest one is told.
    #[test]
    fn signals_say_who_waits_for_what() {
        let error = observed().error(&[1, 2, 3, 10, 12, 13, 100, 102, 200]).unwrap();
        assert_eq!(
            error.to_string(),
            "deadlock: no process can go on\n  \
             k.rs:5:9: process `make` waits to write to channel `c`, which is full: depth 4, 5 written, 1 read\n  \
             k.rs:7:9: process `take` waits to read from channel `c`, which is empty: depth 4, 5 written, 1 read\n  \
             help: `sycl-hls report` searches for depths that free it"
        );
        let oldest = observed().error(&[1, 2, 11, 12]).unwrap();
        assert!(
            oldest.to_string().contains("k.rs:8:9") && !oldest.to_string().contains("k.rs:7:9"),
            "{oldest}"
        );
        assert_eq!(observed().error(&[1, 2, 3]), None);
    }

    #[test]
    fn a_region_that_ends_with_elements_is_told() {
        let said = "k.rs:2:5: 4 of the elements in channel `c` are left when its dataflow region ends";
        assert_eq!(observed().error(&[100, 102, 200]).unwrap().to_string(), said);
        assert_eq!(observed().error(&[3, 100, 102, 200]), None);
    }

    #[test]
    fn a_producer_that_has_ended_is_told() {
        let error = observed().error(&[2, 11, 101, 201]).unwrap();
        let said = "process `take` reads from channel `c` more than process `make`, which has ended, wrote: 2 written, 3 read";
        assert_eq!(error.to_string(), format!("k.rs:8:9: {said}"));
    }
}
