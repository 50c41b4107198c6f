//! Why a run ended early.

use std::fmt;

use sycl_hls_types::{Fault, Location};

/// Why a run ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A check failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The code left memory or read what was never written.
    #[error("{at}: the run has no defined result: {what}")]
    Undefined {
        /// What it did.
        what: String,
        /// Where.
        at: Location,
    },
    /// It took more operations than it was given.
    #[error("{at}: the run was ended after {steps} operations")]
    Steps {
        /// How many there were.
        steps: u64,
        /// Where it was.
        at: Location,
    },
    /// More calls wait for one another than may.
    #[error("{at}: the run was ended at a depth of {calls} calls")]
    Calls {
        /// How many there may be.
        calls: usize,
        /// The call that is one too many.
        at: Location,
    },
    /// No process can go on: these wait for one another.
    #[error("deadlock: no process can go on{}", Lines(.0))]
    Deadlock(Vec<Blocked>),
    /// No process can go on, because this one reads what its producer, which has ended, never wrote.
    #[error("{}", Exhausted(.0))]
    Exhausted(Box<Blocked>),
    /// A region ended, and not all that was written to a channel of it had been read.
    #[error("{at}: {count} of the elements in channel `{channel}` are left when its dataflow region ends")]
    Leftover {
        /// The channel's name.
        channel: String,
        /// How many elements there are.
        count: u64,
        /// The channel's declaration.
        at: Location,
    },
    /// An argument does not fit its parameter.
    #[error("argument `{0}` does not fit its parameter")]
    Argument(String),
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

/// Each on a line of its own.
struct Lines<'b>(&'b [Blocked]);

impl fmt::Display for Lines<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|blocked| write!(f, "\n  {blocked}"))
    }
}

/// A process that waits for an element which never comes.
struct Exhausted<'b>(&'b Blocked);

impl fmt::Display for Exhausted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Blocked { process, at, on } = self.0;
        let Waiting::Element(state) = on else { return write!(f, "{}", self.0) };
        let (channel, producer) = (&state.channel, state.partner.as_deref().unwrap_or_default());
        let (written, read) = (state.written, state.read + 1);
        write!(f, "{at}: {} reads from channel `{channel}` more than ", Named(process))?;
        write!(f, "{}, which has ended, wrote: {written} written, {read} read", Named(producer))
    }
}
