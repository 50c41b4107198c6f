//! What operations wait for that are not done in the cycle that they were scheduled in.

use sycl_hls_ir::ChannelEnd;
use sycl_hls_types::WaitCause;

use super::{ChannelId, Design, NodeKind, ProcessId};

/// Why a process waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// To read from a channel, which is empty.
    Empty(ChannelId),
    /// To write to a channel, which is full.
    Full(ChannelId),
    /// For the end of a process.
    End(ProcessId),
    /// For the responses to what was written through a bundle, by its position.
    Responses(usize),
}

impl NodeKind {
    /// What it may have to wait for, besides memory ports.
    #[must_use]
    pub const fn cause(&self) -> Option<Cause> {
        match self {
            Self::Receive(channel) | Self::More(channel) => Some(Cause::Empty(*channel)),
            Self::Send(channel) => Some(Cause::Full(*channel)),
            Self::Join(process) => Some(Cause::End(*process)),
            Self::Fence(bundle) => Some(Cause::Responses(*bundle)),
            _ => None,
        }
    }
}

impl Design {
    /// A cause in words of the source: arrays are handed over at the end of an iteration.
    #[must_use]
    pub fn named(&self, cause: Cause) -> WaitCause {
        let channel = |id: ChannelId| self.channels[id].name.clone();
        let at_end = |id: ChannelId, end: ChannelEnd| {
            let process = self.owner_of_end(id, end);
            WaitCause::End(process.map(|(_, process)| process.name.clone()).unwrap_or_default())
        };
        match cause {
            Cause::Empty(id) if self.is_filled(id) => at_end(id, ChannelEnd::Write),
            Cause::Full(id) if self.is_held(id) => at_end(id, ChannelEnd::Read),
            Cause::Empty(id) => WaitCause::Element(channel(id)),
            Cause::Full(id) => WaitCause::Place(channel(id)),
            Cause::End(process) => WaitCause::End(self.processes[process].name.clone()),
            Cause::Responses(bundle) => WaitCause::Responses(self.bundles[bundle].name.clone()),
        }
    }
}
