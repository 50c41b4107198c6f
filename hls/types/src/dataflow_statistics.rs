//! What a simulation counts of processes and channels in all of a run.

use std::collections::HashSet;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::Location;
use crate::observed::count;

/// What an operation of a process waits for.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitCause {
    /// An element of this channel, which is empty.
    Element(String),
    /// A place in this channel, which is full.
    Place(String),
    /// The end of this process.
    End(String),
    /// The responses to what was written through this port.
    Responses(String),
}

impl fmt::Display for WaitCause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Element(channel) => write!(f, "`{channel}` is empty"),
            Self::Place(channel) => write!(f, "`{channel}` is full"),
            Self::End(process) => write!(f, "the end of `{process}`"),
            Self::Responses(port) => write!(f, "responses to writes through `{port}`"),
        }
    }
}

/// The counters of a simulated kernel of several processes, each a number of [`COUNT_BITS`](crate::COUNT_BITS) signals.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct ObservedCounters {
    /// The processes.
    pub processes: Vec<ProcessCounters>,
    /// The channels.
    pub channels: Vec<ChannelCounters>,
}

/// A process, with the lowest signals of its counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProcessCounters {
    /// Its name.
    pub name: String,
    /// Where it begins.
    pub at: Location,
    /// How often it is started.
    pub starts: u32,
    /// Cycles from its starts to its ends.
    pub cycles: u32,
    /// Those in which it stands still for its memory ports alone.
    pub ports: u32,
    /// Those in which it waits for others.
    pub waits: Vec<WaitCounter>,
}

/// An operation that may wait, with the lowest signal of its counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitCounter {
    /// What for.
    pub what: WaitCause,
    /// The operation.
    pub at: Location,
    /// For how many cycles.
    pub cycles: u32,
}

/// A channel, with the lowest signals of its counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChannelCounters {
    /// Its name.
    pub name: String,
    /// Its declaration.
    pub at: Location,
    /// How many elements it holds.
    pub depth: u64,
    /// Bits of an element.
    pub bits: u32,
    /// How many elements are sent.
    pub elements: u32,
    /// The most places that are in use in a cycle.
    pub most: u32,
    /// The counters of operations that wait for an element.
    pub empty: Vec<u32>,
    /// The counters of operations that wait for a place.
    pub full: Vec<u32>,
}

/// What processes and channels did in all of a run.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct DataflowStatistics {
    /// The processes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<ProcessStatistics>,
    /// The channels.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<ChannelStatistics>,
}

/// What a process did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProcessStatistics {
    /// Its name.
    pub name: String,
    /// Where it begins in the source.
    pub line: u32,
    /// How often it was started.
    pub starts: u64,
    /// Cycles from its starts to its ends, together.
    pub cycles: u64,
    /// Those in which it stood still for its memory ports alone.
    pub ports: u64,
    /// What it waited for in the others, the longest first.
    pub waits: Vec<WaitStatistics>,
}

/// What a process waited for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct WaitStatistics {
    /// What.
    pub what: WaitCause,
    /// The line of the operation.
    pub line: u32,
    /// For how many cycles. A cycle in which several operations wait counts for one: of the oldest iteration, the first.
    pub cycles: u64,
}

/// What passed through a channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ChannelStatistics {
    /// Its name.
    pub name: String,
    /// Where it is declared in the source.
    pub line: u32,
    /// How many elements it holds.
    pub depth: u64,
    /// Bits of an element.
    pub bits: u32,
    /// How many elements were sent.
    pub elements: u64,
    /// The most places that were in use in a cycle. A place that is left in a cycle is in use in it.
    pub most: u64,
    /// Cycles in which its receiver waited because it was empty.
    pub empty: u64,
    /// Cycles in which its sender waited because it was full.
    pub full: u64,
}

impl ObservedCounters {
    /// What the counters say when these signals are set.
    #[must_use]
    pub fn statistics(&self, set: &[u32]) -> DataflowStatistics {
        let set: HashSet<u32> = set.iter().copied().collect();
        DataflowStatistics {
            processes: self.processes.iter().map(|process| process.statistics(&set)).collect(),
            channels: self.channels.iter().map(|channel| channel.statistics(&set)).collect(),
        }
    }
}

impl ProcessCounters {
    fn statistics(&self, set: &HashSet<u32>) -> ProcessStatistics {
        let mut waits: Vec<(&Location, WaitStatistics)> = Vec::new();
        for wait in &self.waits {
            let cycles = count(wait.cycles, set);
            // What stands in the source once may be several operations.
            let same = waits.iter_mut().find(|(at, it)| **at == wait.at && it.what == wait.what);
            match same {
                Some((_, it)) => it.cycles += cycles,
                None => {
                    let figures = WaitStatistics { what: wait.what.clone(), line: wait.at.line, cycles };
                    waits.push((&wait.at, figures));
                }
            }
        }
        let mut waits: Vec<WaitStatistics> =
            waits.into_iter().map(|(_, it)| it).filter(|it| it.cycles > 0).collect();
        waits.sort_by_key(|wait| std::cmp::Reverse(wait.cycles));
        ProcessStatistics {
            name: self.name.clone(),
            line: self.at.line,
            starts: count(self.starts, set),
            cycles: count(self.cycles, set),
            ports: count(self.ports, set),
            waits,
        }
    }
}

impl ChannelCounters {
    fn statistics(&self, set: &HashSet<u32>) -> ChannelStatistics {
        let sum = |counters: &[u32]| counters.iter().map(|counter| count(*counter, set)).sum();
        ChannelStatistics {
            name: self.name.clone(),
            line: self.at.line,
            depth: self.depth,
            bits: self.bits,
            elements: count(self.elements, set),
            most: count(self.most, set),
            empty: sum(&self.empty),
            full: sum(&self.full),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_of_one_place_are_added_up() {
        let at = |line| Location { file: "k.rs".to_owned(), line, column: 9 };
        let wait =
            |line, cycles| WaitCounter { what: WaitCause::Element("c".to_owned()), at: at(line), cycles };
        let counters = ObservedCounters {
            processes: vec![ProcessCounters {
                name: "take".to_owned(),
                at: at(4),
                starts: 0,
                cycles: 64,
                ports: 128,
                waits: vec![wait(5, 192), wait(6, 256), wait(6, 320), wait(7, 384)],
            }],
            channels: vec![ChannelCounters {
                name: "c".to_owned(),
                at: at(2),
                depth: 2,
                bits: 32,
                elements: 448,
                most: 512,
                empty: vec![192, 256, 320],
                full: vec![384],
            }],
        };
        let statistics = counters.statistics(&[0, 65, 66, 192, 256, 320, 321, 449, 512]);
        let process = &statistics.processes[0];
        assert_eq!((process.starts, process.cycles, process.ports, process.line), (1, 6, 0, 4));
        let waits: Vec<(u32, u64)> = process.waits.iter().map(|wait| (wait.line, wait.cycles)).collect();
        assert_eq!(waits, [(6, 4), (5, 1)]);
        let channel = &statistics.channels[0];
        assert_eq!((channel.elements, channel.most, channel.empty, channel.full), (2, 1, 5, 0));
    }
}
