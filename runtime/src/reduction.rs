//! What a reduction's result is bound to (S20 §4.9.2.2).

use crate::access::ReadWrite;
use crate::device::{KnownIdentity, Operation};
use crate::{Accessor, Buffer, Element, Handler, KernelCall};

/// A buffer of one element to which the items of a range combine values: [`Buffer::reduction`].
pub struct Reduction<'h, T, const D: usize = 1>(Accessor<'h, T, ReadWrite, D>);

/// As [`Reduction`], of an element that first becomes the identity of the operation: [`Buffer::reduction_from_identity`].
pub struct ReductionFromIdentity<'h, T, const D: usize = 1>(Accessor<'h, T, ReadWrite, D>);

impl<T: Element, const D: usize> Buffer<T, D> {
    /// Lets the command of group `h` combine values to the buffer's only element, with the value that it has (S20 §4.9.2.1,
    /// `reduction`): what a kernel takes as `&mut Reducer<T, O>`.
    ///
    /// Launching a kernel with a buffer of another range is [`crate::Error::Invalid`].
    pub fn reduction<'h>(&self, h: &mut Handler<'h>) -> Reduction<'h, T, D> {
        Reduction(self.read_write(h))
    }

    /// As [`Buffer::reduction`], where the value that the buffer has does not count: the operation's identity is in its place
    /// (`property::reduction::initialize_to_identity`, S20 §4.9.2.2). Operations of a kernels module have no known identity, and rustc
    /// refuses them.
    ///
    /// ```
    /// #[sycl_hls::kernels]
    /// mod kernels {
    ///     use sycl_hls::device::*;
    ///
    ///     #[kernel]
    ///     pub fn sum(item: Item<1>, x: &[u32], sum: &mut Reducer<u32, Plus>) {
    ///         *sum += x[item.id(0)];
    ///     }
    /// }
    ///
    /// # use sycl_hls::{Buffer, Error, Queue, Selector};
    /// # fn main() -> Result<(), Error> {
    /// # let q = Queue::new(Selector::host())?;
    /// let (x, sum) = (Buffer::from_slice(&[1, 2, 3]), Buffer::from_slice(&[99]));
    /// q.submit(|h| {
    ///     let (x, sum) = (x.read(h), sum.reduction_from_identity(h));
    ///     h.parallel_for([3], kernels::sum::args(x, sum))
    /// })?;
    /// assert_eq!(sum.into_vec()?, [6]);
    /// # Ok(())
    /// # }
    /// ```
    pub fn reduction_from_identity<'h>(&self, h: &mut Handler<'h>) -> ReductionFromIdentity<'h, T, D> {
        ReductionFromIdentity(self.read_write_no_init(h))
    }
}

/// What a kernel takes as `&mut Reducer<T, O>`.
#[diagnostic::on_unimplemented(
    message = "the kernel takes `&mut Reducer<{T}, {O}>` here, and `{Self}` is no reduction of such values",
    label = "not `&mut Reducer<{T}, {O}>`",
    note = "make it with `buffer.reduction(h)`, of a buffer with one element of type `{T}`"
)]
pub trait Reduced<'h, T, O> {
    /// Adds the buffer to a call. Part of the interface to the macro.
    #[doc(hidden)]
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h>;
}

impl<'h, T: Element, O: Operation<T>, const D: usize> Reduced<'h, T, O> for Reduction<'h, T, D> {
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h> {
        call.memory(self.0, true).single()
    }
}

impl<'h, T: Element, O: KnownIdentity<T>, const D: usize> Reduced<'h, T, O>
    for ReductionFromIdentity<'h, T, D>
{
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h> {
        call.memory(self.0, true).single().filled(bytemuck::bytes_of(&O::IDENTITY))
    }
}
