//! Arguments of a kernel run.

use sycl_hls_types::ScalarValue;

/// One argument, as memory of the host that is valid while the kernel runs.
#[derive(Debug)]
pub enum KernelArg<'a> {
    /// A scalar by value.
    Scalar(ScalarValue),
    /// A struct by value: its bytes.
    Struct(&'a [u8]),
    /// A `&[T]`: the elements' bytes, aligned for `T`.
    Slice(&'a [u8]),
    /// A `&mut [T]`: the elements' bytes, aligned for `T`.
    SliceMut(&'a mut [u8]),
    /// An end of a stream: the elements' bytes. A run takes what the kernel reads from the front, and adds at the end what it
    /// writes.
    Stream(&'a mut Vec<u8>),
}

/// The arguments of one run in the order of the kernel's parameters, without hidden lengths.
pub type Args<'a> = Vec<KernelArg<'a>>;

/// What is in a piece of the host's memory: equal contents are equal bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Content {
    /// The number of the memory, which no other one in the process has or will have.
    pub memory: u64,
    /// How often the memory has been written, in whole or in part.
    pub version: u64,
    /// The piece's first byte in the memory.
    pub start: usize,
    /// Its bytes.
    pub len: usize,
}

/// What is in the memory of a slice before a run and after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Contents {
    /// Before.
    pub before: Content,
    /// After, if the run succeeds: the same where the kernel only reads.
    pub after: Content,
    /// Whether the kernel needs what is there before; what it does not write may become anything if not.
    pub needed: bool,
}

/// An argument is not what the kernel's parameter says. The runtime checks arguments before a run, so a user
/// sees this only when an image and its description disagree.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("argument {index} of the kernel should be {expected}")]
pub struct ArgError {
    /// Position of the argument, from 0.
    pub index: usize,
    /// What the kernel takes there.
    pub expected: String,
}
