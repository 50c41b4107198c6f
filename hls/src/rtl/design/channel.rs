//! Channels between processes.

use la_arena::Idx;
use sycl_hls_ir::{ChannelEnd, Span};
use sycl_hls_types::Scalar;

use super::ProcessId;

/// A channel's id.
pub type ChannelId = Idx<Channel>;

/// A FIFO from one process to another, or the registers between a process and a port. What is sent in cycle t can be
/// received in t + 1, and a place that is left in cycle t can be taken in t + 1, so that an element can pass in each
/// cycle from a depth of 2 on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Channel {
    /// The Rust name.
    pub name: String,
    /// Type of an element.
    pub ty: Scalar,
    /// How many elements it holds, at least 1.
    pub depth: u64,
    /// The first process of the region that it belongs to; when that is started, the channel is emptied. `None` for tokens, of
    /// which none is left when a region ends.
    pub opened: Option<ProcessId>,
    /// How many elements pass in each iteration of its region, where iterations overlap and that is a constant.
    pub per_iteration: Option<u64>,
    /// The kernel's end of it, if it is an AXI-stream port: the other end is outside of the kernel.
    pub port: Option<ChannelEnd>,
    /// Its declaration.
    pub span: Span,
}

impl Channel {
    /// The type of what [`NodeKind::TryReceive`](super::NodeKind::TryReceive) gives: an element behind the bit that tells whether
    /// there is one; `None` if no type is that wide.
    #[must_use]
    pub const fn received(&self) -> Option<Scalar> {
        Scalar::int(false, self.ty.bits() + 1)
    }
}
