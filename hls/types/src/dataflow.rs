//! Why processes of a dataflow region cannot go on, in the same words on every target.

use std::fmt;

use crate::{Depths, Fault, FaultKind, Location};

/// What stands before the last line of a deadlock's message.
const HELP: &str = "\n  help: ";

/// Why a run of processes ended early.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum DataflowError {
    /// No process can go on.
    Deadlock {
        /// Those that wait for one another in a circle, in the order of the source; where they form none, all that wait.
        blocked: Vec<Blocked>,
        /// What would free them.
        depths: Depths,
    },
    /// No process can go on, because this one reads what its producer, which has ended, never wrote, or what the kernel's port
    /// was not given.
    Exhausted(Box<Blocked>),
    /// A region ended, and not all that was written to a channel of it had been read.
    Leftover {
        /// The channel's name.
        channel: String,
        /// How many elements there are.
        count: u64,
        /// The channel's declaration.
        at: Location,
    },
}

/// A process that waits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blocked {
    /// Its name.
    pub process: String,
    /// The operation that waits.
    pub at: Location,
    /// What for.
    pub on: Waiting,
}

/// What a process waits for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Waiting {
    /// An element to read: the channel is empty.
    Element(ChannelState),
    /// A place to write to: the channel is full.
    Place(ChannelState),
    /// The end of the process before it, which writes what it reads.
    Start(String),
}

/// A channel, as one of its two processes sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ChannelState {
    /// The channel's name.
    pub channel: String,
    /// How many elements it holds.
    pub depth: u64,
    /// How many elements were written so far.
    pub written: u64,
    /// How many of them were read.
    pub read: u64,
    /// The process at its other end, if there is one.
    pub partner: Option<String>,
    /// True if that process has ended.
    pub partner_ended: bool,
    /// True if it is a port of the kernel, which has no process at its other end.
    pub port: bool,
}

impl DataflowError {
    /// The error of a run in which these processes wait and no other one can go on.
    #[must_use]
    pub fn stuck(mut blocked: Vec<Blocked>) -> Self {
        blocked.sort_by(|a, b| a.order().cmp(&b.order()));
        let is_exhausted = |blocked: &&Blocked| matches!(&blocked.on, Waiting::Element(channel) if channel.partner_ended || channel.port);
        match blocked.iter().find(is_exhausted) {
            Some(blocked) => Self::Exhausted(Box::new(blocked.clone())),
            None => {
                let blocked = circle(blocked);
                let is_full = |blocked: &Blocked| matches!(blocked.on, Waiting::Place(_));
                let depths = if blocked.iter().any(is_full) { Depths::Unknown } else { Depths::None };
                Self::Deadlock { blocked, depths }
            }
        }
    }

    /// The same with depths that were searched for, if it is a deadlock.
    #[must_use]
    pub fn with_depths(self, found: Depths) -> Self {
        match self {
            Self::Deadlock { blocked, .. } => Self::Deadlock { blocked, depths: found },
            other => other,
        }
    }

    /// The place in the source, if the error has a single one.
    #[must_use]
    pub fn at(&self) -> Option<&Location> {
        match self {
            Self::Deadlock { .. } => None,
            Self::Exhausted(blocked) => Some(&blocked.at),
            Self::Leftover { at, .. } => Some(at),
        }
    }

    /// The same as the error of a run of `kernel`.
    #[must_use]
    pub fn fault(&self, kernel: &str) -> Fault {
        Fault {
            kernel: kernel.to_owned(),
            kind: FaultKind::Dataflow,
            message: Reason(self).to_string(),
            at: self.at().cloned(),
        }
    }
}

/// Those of the processes that wait for one another in a circle; all of them if none do. Who waits for the circle is not at fault,
/// and may be in a later iteration on hardware.
fn circle(blocked: Vec<Blocked>) -> Vec<Blocked> {
    let all = &blocked;
    let awaited = |from: usize| {
        let name = all[from].awaited();
        (0..all.len()).filter(move |to| Some(all[*to].process.as_str()) == name)
    };
    let is_in_circle = |first: usize| {
        let (mut seen, mut open) = (vec![false; blocked.len()], vec![first]);
        while let Some(from) = open.pop() {
            for to in awaited(from) {
                if !std::mem::replace(&mut seen[to], true) {
                    open.push(to);
                }
            }
        }
        seen[first]
    };
    let inside: Vec<bool> = (0..blocked.len()).map(is_in_circle).collect();
    if !inside.contains(&true) {
        return blocked;
    }
    blocked.into_iter().zip(inside).filter(|(_, is_inside)| *is_inside).map(|(blocked, _)| blocked).collect()
}

impl ChannelState {
    /// The same with counts of one iteration, of the counts of all iterations in which each passes so many elements.
    /// The operation that waits has this iteration; the other process has not ended it.
    #[must_use]
    pub fn in_iteration(mut self, each: u64, waits_to_read: bool) -> Self {
        let own = if waits_to_read { self.read } else { self.written };
        let before = own - own.checked_rem(each).unwrap_or(own);
        self.written = self.written.saturating_sub(before);
        self.read = self.read.saturating_sub(before);
        self
    }
}

impl Blocked {
    /// The process that it waits for, by its name, if that has not ended.
    fn awaited(&self) -> Option<&str> {
        match &self.on {
            Waiting::Element(state) | Waiting::Place(state) => {
                state.partner.as_deref().filter(|_| !state.partner_ended)
            }
            Waiting::Start(before) => Some(before),
        }
    }

    /// What blocked processes are sorted by.
    fn order(&self) -> (&str, u32, u32, &str) {
        (&self.at.file, self.at.line, self.at.column, &self.process)
    }
}

impl Fault {
    /// The message without the depths that free a deadlock, which only some targets know.
    #[must_use]
    pub fn reason(&self) -> &str {
        self.message.split_once(HELP).map_or(&self.message, |(reason, _)| reason)
    }
}

impl std::error::Error for DataflowError {}

impl fmt::Display for DataflowError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(at) = self.at() {
            write!(f, "{at}: ")?;
        }
        write!(f, "{}", Reason(self))
    }
}

impl fmt::Display for Blocked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { process, at, on } = self;
        write!(f, "{at}: {} waits ", Named(process))?;
        match on {
            Waiting::Element(state) => {
                write!(f, "to read from channel `{}`, which is empty: {state}", state.channel)
            }
            Waiting::Place(state) => {
                write!(f, "to write to channel `{}`, which is full: {state}", state.channel)
            }
            Waiting::Start(before) => {
                write!(f, "for the end of {}, which writes what it reads", Named(before))
            }
        }
    }
}

impl fmt::Display for ChannelState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {}, {} written, {} read", self.depth, self.written, self.read)?;
        match &self.partner {
            Some(partner) if self.partner_ended => {
                write!(f, "; {} at its other end has ended", Named(partner))
            }
            Some(_) => Ok(()),
            None => write!(f, "; no process has its other end"),
        }
    }
}

/// A process by its name, if it has one.
struct Named<'n>(&'n str);

impl fmt::Display for Named<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            "" => write!(f, "a process without a name"),
            name => write!(f, "process `{name}`"),
        }
    }
}

/// The error without its place.
struct Reason<'e>(&'e DataflowError);

impl fmt::Display for Reason<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            DataflowError::Deadlock { blocked, depths } => {
                write!(f, "deadlock: no process can go on")?;
                blocked.iter().try_for_each(|blocked| write!(f, "\n  {blocked}"))?;
                write!(f, "{HELP}{depths}")
            }
            DataflowError::Exhausted(blocked) => {
                let Blocked { process, on, .. } = &**blocked;
                let Waiting::Element(state) = on else { return write!(f, "{blocked}") };
                let (channel, producer) = (&state.channel, state.partner.as_deref().unwrap_or_default());
                let (written, read) = (state.written, state.read + 1);
                if state.port {
                    write!(
                        f,
                        "{} reads from the stream `{channel}` more than the host has sent: ",
                        Named(process)
                    )?;
                    return write!(f, "{written} sent, {read} asked for");
                }
                write!(f, "{} reads from channel `{channel}` more than ", Named(process))?;
                write!(f, "{}, which has ended, wrote: {written} written, {read} read", Named(producer))
            }
            DataflowError::Leftover { channel, count, .. } => write!(
                f,
                "{count} of the elements in channel `{channel}` are left when its dataflow region ends"
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocked(process: &str, line: u32, written: u64, partner_ended: bool) -> Blocked {
        let partner = Some("other".to_owned());
        let state = ChannelState {
            channel: "a".into(),
            depth: 2,
            written,
            read: written,
            partner,
            partner_ended,
            port: false,
        };
        let at = Location { file: "k.rs".into(), line, column: 5 };
        Blocked { process: process.into(), at, on: Waiting::Element(state) }
    }

    #[test]
    fn processes_that_wait_are_told_in_the_order_of_the_source() {
        let error = DataflowError::stuck(vec![blocked("b", 12, 0, false), blocked("a", 3, 1, false)]);
        let fault = error.fault("k");
        assert_eq!(
            fault.to_string(),
            "kernel `k`: deadlock: no process can go on\n  \
             k.rs:3:5: process `a` waits to read from channel `a`, which is empty: depth 2, 1 written, 1 read\n  \
             k.rs:12:5: process `b` waits to read from channel `a`, which is empty: depth 2, 0 written, 0 read\n  help: no depth of a channel frees it"
        );
        assert!(fault.reason().ends_with("0 written, 0 read"), "{}", fault.reason());
        assert_eq!((fault.kind, fault.at), (FaultKind::Dataflow, None));
    }

    /// `a` and `b` wait for each other, `c` for `a`, and `d` for `c`.
    #[test]
    fn who_waits_for_the_circle_is_not_told() {
        let waits = |process: &str, line, partner: &str| {
            let mut blocked = blocked(process, line, 0, false);
            if let Waiting::Element(state) = &mut blocked.on {
                state.partner = Some(partner.to_owned());
            }
            blocked
        };
        let of = |all: &[Blocked]| match DataflowError::stuck(all.to_vec()) {
            DataflowError::Deadlock { blocked, .. } => {
                blocked.into_iter().map(|blocked| blocked.process).collect::<Vec<_>>()
            }
            other => panic!("{other}"),
        };
        let all = [waits("c", 1, "a"), waits("a", 2, "b"), waits("b", 3, "a"), waits("d", 4, "c")];
        assert_eq!(of(&all), ["a", "b"]);
        assert_eq!(of(&all[..2]), ["c", "a"]);
    }

    #[test]
    fn counts_of_all_turns_become_those_of_one() {
        let Waiting::Element(state) = blocked("a", 1, 23, false).on else { panic!("it reads") };
        let counts = |state: ChannelState| (state.written, state.read);
        assert_eq!(counts(state.clone().in_iteration(10, true)), (3, 3));
        let full = ChannelState { written: 23, read: 21, ..state };
        assert_eq!(counts(full.clone().in_iteration(10, false)), (3, 1));
        assert_eq!(counts(full.in_iteration(0, false)), (23, 21));
    }

    #[test]
    fn a_producer_that_has_ended_is_told_instead_of_a_deadlock() {
        let error = DataflowError::stuck(vec![blocked("b", 12, 0, false), blocked("a", 13, 5, true)]);
        let reason = "process `a` reads from channel `a` more than process `other`, which has ended, wrote: 5 written, 6 read";
        assert_eq!(error.to_string(), format!("k.rs:13:5: {reason}"));
        assert_eq!(error.fault("k").to_string(), format!("kernel `k`: {reason}, at k.rs:13:5"));
    }

    #[test]
    fn a_port_that_was_given_too_little_is_told_instead_of_a_deadlock() {
        let mut last = blocked("k", 13, 5, false);
        if let Waiting::Element(state) = &mut last.on {
            (state.partner, state.port) = (None, true);
        }
        let error = DataflowError::stuck(vec![blocked("b", 12, 0, false), last]);
        assert_eq!(
            error.to_string(),
            "k.rs:13:5: process `k` reads from the stream `a` more than the host has sent: 5 sent, 6 asked for"
        );
    }
}
