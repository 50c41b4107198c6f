//! Deadlocks, by the operations that wait.

use sycl_hls_ir::{ChannelEnd, Module, Span};
use sycl_hls_types::{Blocked, ChannelState, DataflowError, Waiting};

use super::Kernel;
use super::event::Action;
use crate::rtl::design::{ChannelId, ProcessId};

/// No process can go on: these wait for one another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadlock(pub Vec<Stuck>);

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
    /// The error of a kernel of this module.
    #[must_use]
    pub fn error(&self, module: &Module) -> DataflowError {
        let blocked = self.0.iter().map(|stuck| Blocked {
            process: stuck.process.clone(),
            at: module.location(stuck.span),
            on: stuck.on.clone(),
        });
        DataflowError::stuck(blocked.collect())
    }
}

impl Kernel<'_> {
    /// The processes that wait. Those that wait for the ends of what they have started are not named.
    pub(super) fn deadlock(&self) -> Deadlock {
        let stuck = self.processes.iter().filter_map(|(id, process)| {
            let (span, action) = process.waits_for(&self.links, self.now)?;
            let name = |id: ProcessId| self.design.processes[id].name.clone();
            let (channel, on) = match action {
                Action::Receive(channel) if self.design.is_filled(channel) => {
                    (None, Waiting::Start(self.writer(channel)))
                }
                // It is in a later turn than its reader.
                Action::Send(channel) if self.design.is_held(channel) => return None,
                Action::Receive(channel) => {
                    (Some(channel), Waiting::Element(self.state(channel, ChannelEnd::Write)))
                }
                Action::Send(channel) => {
                    (Some(channel), Waiting::Place(self.state(channel, ChannelEnd::Read)))
                }
                Action::Join(before) if self.design.processes[id].after.contains(&before) => {
                    (None, Waiting::Start(name(before)))
                }
                _ => return None,
            };
            Some(Stuck { process: name(id), span, channel, on })
        });
        Deadlock(stuck.collect())
    }

    /// The name of the process that sends through a channel.
    fn writer(&self, channel: ChannelId) -> String {
        let writer = self.design.owner_of_end(channel, ChannelEnd::Write);
        writer.map(|(_, process)| process.name.clone()).unwrap_or_default()
    }

    /// A channel whose other end is this one.
    fn state(&self, channel: ChannelId, other: ChannelEnd) -> ChannelState {
        let (data, fifo) = (&self.design.channels[channel], &self.links.fifos[channel]);
        let partner = self.design.owner_of_end(channel, other);
        let runs = |id: ProcessId| self.processes[id].is_running();
        ChannelState {
            channel: data.name.clone(),
            depth: fifo.depth,
            written: fifo.written,
            read: fifo.read,
            partner: partner.map(|(_, process)| process.name.clone()),
            partner_ended: partner.is_some_and(|(id, _)| !runs(id)),
        }
    }
}
