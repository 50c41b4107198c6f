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
}

/// The arguments of one run in the order of the kernel's parameters, without hidden lengths.
pub type Args<'a> = Vec<KernelArg<'a>>;

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
