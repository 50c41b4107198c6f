//! A call of a kernel: what `kernels::axpy::args(..)` returns.

use std::marker::PhantomData;
use std::sync::Arc;

use bytemuck::Pod;

use crate::Element;
use crate::access::{Accessor, Group, Readable, Writable};
use crate::args::ScalarArg;
use crate::dag::{LaunchArg, Memory};
use crate::index::Range;
use crate::module::ModuleInfo;
use crate::view::View;

/// A kernel with its arguments, to be passed to [`crate::Handler::single_task`] of the command group that
/// made its accessors.
#[must_use = "a call runs only when it is passed to `Handler::single_task`"]
pub struct KernelCall<'h> {
    pub(crate) module: &'static ModuleInfo,
    pub(crate) kernel: usize,
    pub(crate) args: Vec<LaunchArg>,
    /// The first argument whose elements are not contiguous.
    pub(crate) scattered: Option<usize>,
    group: Group<'h>,
}

/// A kernel that runs for each item of a `D`-dimensional range, with its arguments, to be passed to
/// [`crate::Handler::parallel_for`] of the command group that made its accessors.
#[must_use = "a call runs only when it is passed to `Handler::parallel_for`"]
pub struct ParallelCall<'h, const D: usize>(KernelCall<'h>);

impl<'h, const D: usize> ParallelCall<'h, D> {
    /// The call without its range. Part of the interface to the macro.
    #[doc(hidden)]
    pub const fn new(call: KernelCall<'h>) -> Self {
        Self(call)
    }

    /// The call for this range, whose extents are the kernel's first arguments.
    pub(crate) fn over(self, range: Range<D>) -> KernelCall<'h> {
        let mut call = self.0;
        let extents = range.to_array().map(|extent| LaunchArg::Scalar((extent as u64).into()));
        call.args.splice(0..0, extents);
        call.scattered = call.scattered.map(|index| index + D);
        call
    }
}

impl<'h> KernelCall<'h> {
    /// A call of the kernel with this number, as yet without arguments. Part of the interface to the macro.
    #[doc(hidden)]
    pub const fn new(module: &'static ModuleInfo, kernel: usize) -> Self {
        Self { module, kernel, args: Vec::new(), scattered: None, group: PhantomData }
    }

    /// Adds a scalar argument.
    #[doc(hidden)]
    pub fn scalar(mut self, value: impl ScalarArg) -> Self {
        self.args.push(LaunchArg::Scalar(value.value()));
        self
    }

    /// Adds a struct that the kernel takes by value.
    #[doc(hidden)]
    pub fn structure(mut self, value: &impl Pod) -> Self {
        self.args.push(LaunchArg::Struct(bytemuck::bytes_of(value).to_vec()));
        self
    }

    /// Adds an end of a stream, which the queue has.
    #[doc(hidden)]
    pub fn stream(mut self) -> Self {
        self.args.push(LaunchArg::Stream(None));
        self
    }

    /// Adds an argument that the kernel takes as `&[T]`.
    #[doc(hidden)]
    pub fn slice<T>(self, argument: impl ReadSlice<'h, T>) -> Self {
        argument.add_to(self)
    }

    /// Adds an argument that the kernel takes as `&mut [T]`.
    #[doc(hidden)]
    pub fn slice_mut<T>(self, argument: impl WrittenSlice<'h, T>) -> Self {
        argument.add_to(self)
    }

    fn memory<T: Element, M, const D: usize>(
        mut self,
        accessor: Accessor<'h, T, M, D>,
        mutable: bool,
    ) -> Self {
        let View { storage, window, initialized, buffer: _ } = accessor.into_view();
        let elements = window.contiguous().unwrap_or_else(|| {
            self.scattered.get_or_insert(self.args.len());
            0..0
        });
        let bytes = elements.start * size_of::<T>()..elements.end * size_of::<T>();
        let memory: Arc<dyn Memory> = storage;
        self.args.push(LaunchArg::Slice { memory, bytes, mutable, initialized });
        self
    }
}

/// What a kernel takes as `&[T]`: an accessor that reads, with any number of dimensions, which are no parameter of the
/// launcher then.
#[diagnostic::on_unimplemented(
    message = "the kernel takes `&[{T}]` here, and `{Self}` is no accessor of such elements",
    label = "not `&[{T}]`",
    note = "make the accessor with `buffer.read(h)`, of a buffer with elements of type `{T}`"
)]
pub trait ReadSlice<'h, T> {
    /// Adds the accessor to a call. Part of the interface to the macro.
    #[doc(hidden)]
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h>;
}

/// What a kernel takes as `&mut [T]`: as [`ReadSlice`], of an accessor that writes.
#[diagnostic::on_unimplemented(
    message = "the kernel takes `&mut [{T}]` here, and `{Self}` is no accessor of such elements",
    label = "not `&mut [{T}]`",
    note = "make the accessor with `buffer.read_write(h)`, of a buffer with elements of type `{T}`"
)]
pub trait WrittenSlice<'h, T> {
    /// Adds the accessor to a call. Part of the interface to the macro.
    #[doc(hidden)]
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h>;
}

impl<'h, T: Element, M: Readable, const D: usize> ReadSlice<'h, T> for Accessor<'h, T, M, D> {
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h> {
        call.memory(self, false)
    }
}

impl<'h, T: Element, M: Writable, const D: usize> WrittenSlice<'h, T> for Accessor<'h, T, M, D> {
    fn add_to(self, call: KernelCall<'h>) -> KernelCall<'h> {
        call.memory(self, true)
    }
}
