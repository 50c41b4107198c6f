//! Local arrays, constant tables and external memories.

use la_arena::Idx;
use sycl_hls_types::{Scalar, ScalarValue};

use super::ChannelId;

/// A memory's id.
pub type MemoryId = Idx<Memory>;

/// A local array or a constant table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// The Rust name.
    pub name: String,
    /// Type of an element.
    pub ty: Scalar,
    /// Number of elements.
    pub depth: u64,
    /// What a constant table holds, or what a persistent memory holds before the first run.
    pub contents: Option<Vec<ScalarValue>>,
    /// True if it is written, and keeps what it holds from run to run.
    pub persistent: bool,
    /// Of an external memory, to which the core has ports: the position of the kernel's parameter, a slice under
    /// [`Slices::Memories`](crate::rtl::Slices).
    pub external: Option<usize>,
    /// What can be accessed in one cycle.
    pub ports: Vec<Port>,
    /// Cycles from an index to its element.
    pub latency: u32,
    /// What it is made of, if the user has said so.
    pub made_of: Option<MadeOf>,
    /// True if the user has requested how the array is stored (`bind_storage`): its ports stay as they are.
    pub requested: bool,
    /// How one process hands it over to another one: in each iteration of a loop, or block after block. Then there are several
    /// buffers of it (two are a ping-pong memory): one is written while another one is read.
    pub handover: Option<Handover>,
}

/// The tokens, channels of `bool`, by which a writer hands buffers over to a reader. The writer
/// sends `held`, writes one of the buffers and sends `filled`; the reader receives `filled`, reads this buffer and
/// receives `held`. So the writer waits at `held` while no buffer is free.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handover {
    /// The buffers that are written, wait for their reader or are read: a place for each.
    pub held: ChannelId,
    /// The buffers that wait for their reader.
    pub filled: ChannelId,
}

/// The buffers of a memory that is handed over in each iteration of a loop.
pub const BUFFERS: u64 = 2;

impl Memory {
    /// Bits of an element's number.
    #[must_use]
    pub fn address_bits(&self) -> u32 {
        (64 - (self.depth.max(2) - 1).leading_zeros()).max(1)
    }
}

/// What a port of a memory can do, one of it in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Port {
    /// True if it can read.
    pub reads: bool,
    /// True if it can write.
    pub writes: bool,
}

/// What a memory is made of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum MadeOf {
    /// Look-up tables. One port of theirs writes.
    Luts,
    /// Block RAM.
    Block,
    /// Ultra RAM, which begins without contents.
    Ultra,
}
