//! Deadlocks, by the operations that wait.

use std::collections::BTreeMap;

use sycl_hls_ir::depths::told;
use sycl_hls_ir::{ChannelEnd, Module, Span};
use sycl_hls_types::{Blocked, ChannelState, DataflowError, Waiting};

use super::Kernel;
use super::event::Action;
use crate::rtl::design::{Channel, ChannelId, Design, ProcessId};

/// No process can go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Deadlock {
    /// Processes wait for one another.
    Waiting {
        /// These.
        stuck: Vec<Stuck>,
        /// The depths of channels that free them; `None` if that is not known.
        freed: Option<BTreeMap<ChannelId, u64>>,
    },
    /// A region has ended, and this many elements are left in a channel of it.
    Left {
        /// The channel's name.
        channel: String,
        /// The elements.
        count: u64,
        /// The channel's declaration.
        span: Span,
    },
}

/// A process that waits for ever.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stuck {
    /// Its name.
    pub process: String,
    /// The operation; of one that has not begun, the process.
    pub span: Span,
    /// The channel that it waits for; `None`: the end of a process.
    pub channel: Option<ChannelId>,
    /// What it waits for.
    pub on: Waiting,
}

impl Deadlock {
    /// The error of the kernel of this module that has this design.
    #[must_use]
    pub fn error(&self, module: &Module, design: &Design) -> DataflowError {
        let channel = |id: ChannelId| {
            let Channel { name, depth, span, .. } = &design.channels[id];
            (name.as_str(), module.location(*span), *depth)
        };
        let blocked = |stuck: &Stuck| Blocked {
            process: stuck.process.clone(),
            at: module.location(stuck.span),
            on: stuck.on.clone(),
        };
        match self {
            Self::Waiting { stuck, freed } => {
                let error = DataflowError::stuck(stuck.iter().map(blocked).collect());
                match freed {
                    Some(freed) => error.with_depths(told(freed, channel)),
                    None => error,
                }
            }
            Self::Left { channel, count, span } => DataflowError::Leftover {
                channel: channel.clone(),
                count: *count,
                at: module.location(*span),
            },
        }
    }
}

impl Kernel<'_> {
    /// The channels, not of tokens, that are full and for which a process waits, with their depths.
    pub(super) fn full(&self) -> Vec<(ChannelId, u64)> {
        let waiting =
            self.processes.iter().filter_map(|(_, process)| process.waits_for(&self.links, self.now));
        let full = waiting.filter_map(|(_, action)| match action {
            Action::Send(id) if !self.design.is_token(id) => Some((id, self.links.fifos[id].depth)),
            _ => None,
        });
        full.collect()
    }

    /// Where no process can go on, a FIFO that may gets one more place. False if there is none.
    pub(super) fn grow(&mut self) -> bool {
        let full = self.full();
        let Some(fifo) = self.growth.grow(full) else { return false };
        let tokens = self.design.filled_of(fifo).into_iter().chain([fifo]);
        tokens.for_each(|fifo| self.links.fifos[fifo].depth += 1);
        true
    }

    /// What is left in a channel whose region has ended.
    fn left(&self) -> Option<Deadlock> {
        let (id, data) = self.design.channels.iter().find(|(id, data)| {
            data.opened.is_some_and(|first| {
                let mut region = self.design.started_with(first).into_iter();
                self.links.fifos[*id].left() > 0
                    && !region.any(|process| self.processes[process].is_running())
            })
        })?;
        Some(Deadlock::Left {
            channel: data.name.clone(),
            count: self.links.fifos[id].left(),
            span: data.span,
        })
    }

    /// The processes that wait, or what is left. Those that wait for the ends of what they have started are not named.
    pub(super) fn deadlock(&self) -> Deadlock {
        if let Some(left) = self.left() {
            return left;
        }
        let stuck = self.processes.iter().filter_map(|(id, process)| {
            let (span, action) = process.waits_for(&self.links, self.now)?;
            let name = |id: ProcessId| self.design.processes[id].name.clone();
            let (channel, on) = match action {
                Action::Receive(channel) if self.design.is_filled(channel) => {
                    (None, Waiting::Start(self.writer(channel)))
                }
                // It is in a later iteration than its reader.
                Action::Send(channel) if self.design.is_held(channel) => return None,
                Action::Receive(channel) | Action::More(channel) => {
                    (Some(channel), Waiting::Element(self.state(channel, ChannelEnd::Write)))
                }
                Action::Send(channel) => {
                    (Some(channel), Waiting::Place(self.state(channel, ChannelEnd::Read)))
                }
                Action::Follow(before) => (None, Waiting::Start(name(before))),
                _ => return None,
            };
            Some(Stuck { process: name(id), span, channel, on })
        });
        Deadlock::Waiting { stuck: stuck.collect(), freed: None }
    }

    /// The name of the process that sends through a channel.
    fn writer(&self, channel: ChannelId) -> String {
        let writer = self.design.owner_of_end(channel, ChannelEnd::Write);
        writer.map(|(_, process)| process.name.clone()).unwrap_or_default()
    }

    /// A channel whose other end is this one, with counts since its region was entered, or of one iteration.
    fn state(&self, channel: ChannelId, other: ChannelEnd) -> ChannelState {
        let (data, fifo) = (&self.design.channels[channel], &self.links.fifos[channel]);
        let partner = self.design.owner_of_end(channel, other);
        let runs = |id: ProcessId| self.processes[id].is_running();
        let state = ChannelState {
            channel: data.name.clone(),
            depth: fifo.depth,
            written: fifo.written - fifo.before,
            read: fifo.read - fifo.before,
            partner: partner.map(|(_, process)| process.name.clone()),
            partner_ended: partner.is_some_and(|(id, _)| !runs(id)),
            port: data.port.is_some(),
        };
        match data.per_iteration {
            Some(each) => state.in_iteration(each, other == ChannelEnd::Write),
            None => state,
        }
    }
}
