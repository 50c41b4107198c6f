//! A call of a kernel: what `kernels::axpy::args(..)` returns.

use std::marker::PhantomData;
use std::sync::Arc;

use sycl_hls_types::ScalarValue;
use zerocopy::{Immutable, IntoBytes};

use crate::Element;
use crate::access::{Accessor, Group, Readable, Writable};
use crate::dag::{LaunchArg, Memory};
use crate::module::ModuleInfo;

/// A kernel with its arguments, to be passed to [`crate::Handler::single_task`] of the command group that
/// made its accessors.
#[must_use = "a call runs only when it is passed to `Handler::single_task`"]
pub struct KernelCall<'h> {
    pub(crate) module: &'static ModuleInfo,
    pub(crate) kernel: usize,
    pub(crate) args: Vec<LaunchArg>,
    group: Group<'h>,
}

impl<'h> KernelCall<'h> {
    /// A call of the kernel with this number, as yet without arguments. Part of the interface to the macro.
    #[doc(hidden)]
    pub const fn new(module: &'static ModuleInfo, kernel: usize) -> Self {
        Self { module, kernel, args: Vec::new(), group: PhantomData }
    }

    /// Adds a scalar argument.
    #[doc(hidden)]
    pub fn scalar(mut self, value: impl Into<ScalarValue>) -> Self {
        self.args.push(LaunchArg::Scalar(value.into()));
        self
    }

    /// Adds a struct that the kernel takes by value.
    #[doc(hidden)]
    pub fn structure(mut self, value: &(impl IntoBytes + Immutable)) -> Self {
        self.args.push(LaunchArg::Struct(value.as_bytes().to_vec()));
        self
    }

    /// Adds an argument that the kernel takes as `&[T]`.
    #[doc(hidden)]
    pub fn slice<T: Element, M: Readable>(self, accessor: Accessor<'h, T, M>) -> Self {
        self.memory(accessor, false)
    }

    /// Adds an argument that the kernel takes as `&mut [T]`.
    #[doc(hidden)]
    pub fn slice_mut<T: Element, M: Writable>(self, accessor: Accessor<'h, T, M>) -> Self {
        self.memory(accessor, true)
    }

    fn memory<T: Element, M>(mut self, accessor: Accessor<'h, T, M>, mutable: bool) -> Self {
        let storage = accessor.into_storage();
        let bytes = storage.len() * size_of::<T>();
        let memory: Arc<dyn Memory> = storage;
        self.args.push(LaunchArg::Slice { memory, bytes, mutable });
        self
    }
}
