//! A call of a kernel: what `kernels::axpy::args(..)` returns.

use std::marker::PhantomData;
use std::sync::Arc;

use bytemuck::Pod;
use sycl_hls_types::KernelInterface;

use crate::access::{Accessor, Group, Readable, Writable};
use crate::args::ScalarArg;
use crate::dag::{LaunchArg, Memory};
use crate::index::{NdRange, Range};
use crate::module::ModuleInfo;
use crate::reduction::Reduced;
use crate::view::View;
use crate::{Element, Error, Result};

/// A kernel with its arguments, to be passed to [`crate::Handler::single_task`] of the command group that
/// made its accessors.
#[must_use = "a call runs only when it is passed to `Handler::single_task`"]
pub struct KernelCall<'h> {
    pub(crate) module: &'static ModuleInfo,
    pub(crate) kernel: usize,
    pub(crate) args: Vec<LaunchArg>,
    /// The first argument whose elements are not contiguous.
    pub(crate) scattered: Option<usize>,
    /// The arguments of which each item has its own part, and how many bytes that is.
    own: Vec<(usize, usize)>,
    /// The arguments that are buffers of one element.
    pub(crate) single: Vec<usize>,
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
}

/// A kernel that runs for each item of work-groups in `D` dimensions, with its arguments, to be passed to
/// [`crate::Handler::parallel_for`] of the command group that made its accessors.
#[must_use = "a call runs only when it is passed to `Handler::parallel_for`"]
pub struct NdCall<'h, const D: usize>(KernelCall<'h>);

impl<'h, const D: usize> NdCall<'h, D> {
    /// The call without its range. Part of the interface to the macro.
    #[doc(hidden)]
    pub const fn new(call: KernelCall<'h>) -> Self {
        Self(call)
    }
}

/// A kernel with its arguments that runs over a range of type `R`: [`ParallelCall`] or [`NdCall`].
#[diagnostic::on_unimplemented(
    message = "the kernel does not run over a `{R}`",
    label = "a range of another kind",
    note = "a kernel of an `Item<D>` runs over D numbers, `[n]`, and one of an `NdItem<D>` over an `NdRange<D>`"
)]
pub trait ParallelKernel<'h, R>: Sealed {
    /// The call for this range, which is the kernel's first arguments.
    ///
    /// # Errors
    /// [`Error::NdRange`] when the kernel cannot run in such groups.
    #[doc(hidden)]
    fn over(self, range: R) -> Result<KernelCall<'h>>;
}

/// What only this crate implements.
pub trait Sealed {}

impl<const D: usize> Sealed for ParallelCall<'_, D> {}
impl<const D: usize> Sealed for NdCall<'_, D> {}

impl<'h, R: Into<Range<D>>, const D: usize> ParallelKernel<'h, R> for ParallelCall<'h, D> {
    fn over(self, range: R) -> Result<KernelCall<'h>> {
        let range = range.into().to_array();
        self.0.check_own(&range)?;
        Ok(self.0.after(&range))
    }
}

impl<'h, const D: usize> ParallelKernel<'h, NdRange<D>> for NdCall<'h, D> {
    fn over(self, range: NdRange<D>) -> Result<KernelCall<'h>> {
        let numbers = work_groups(self.0.module.kernel(self.0.kernel)?, range)?;
        self.0.check_own(&range.global().to_array())?;
        Ok(self.0.after(&numbers))
    }
}

/// What a kernel takes first that runs over these work-groups: their numbers in each dimension, and their sizes unless these are constant.
///
/// # Errors
/// [`Error::NdRange`] when it cannot run in such groups.
pub(crate) fn work_groups<const D: usize>(kernel: &KernelInterface, range: NdRange<D>) -> Result<Vec<usize>> {
    let (global, local) = (range.global().to_array(), range.local().to_array());
    let refused = |why: String| Err(Error::NdRange(format!("kernel `{}`: {why}", kernel.name)));
    let required = &kernel.work_group;
    if !required.is_empty() && !local.iter().copied().eq(required.iter().map(|size| *size as usize)) {
        return refused(format!(
            "`#[reqd_work_group_size]` demands groups of {required:?} items, and the range has groups of {local:?}"
        ));
    }
    // Without items there are no groups (S20 §3.11).
    if !global.contains(&0) && global.iter().zip(&local).any(|(all, size)| all.checked_rem(*size) != Some(0))
    {
        return refused(format!(
            "{global:?} items are not a whole number of groups of {local:?}; make them a multiple in each dimension"
        ));
    }
    let sizes: &[usize] = if required.is_empty() { &local } else { &[] };
    Ok([&range.group().to_array(), sizes].concat())
}

impl<'h> KernelCall<'h> {
    /// A call of the kernel with this number, as yet without arguments. Part of the interface to the macro.
    #[doc(hidden)]
    pub const fn new(module: &'static ModuleInfo, kernel: usize) -> Self {
        Self {
            module,
            kernel,
            args: Vec::new(),
            scattered: None,
            own: Vec::new(),
            single: Vec::new(),
            group: PhantomData,
        }
    }

    /// The call with these numbers before its arguments.
    fn after(mut self, numbers: &[usize]) -> Self {
        self.args.splice(0..0, numbers.iter().map(|number| LaunchArg::Scalar((*number as u64).into())));
        self.scattered = self.scattered.map(|index| index + numbers.len());
        self.single.iter_mut().for_each(|index| *index += numbers.len());
        self
    }

    /// Each item of a range has its part of an argument with `#[each]`, and there is nothing else in it.
    fn check_own(&self, range: &[usize]) -> Result<()> {
        let items = range.iter().try_fold(1_usize, |all, size| all.checked_mul(*size));
        for (index, bytes) in &self.own {
            let Some(LaunchArg::Slice { bytes: given, .. }) = self.args.get(*index) else { continue };
            if self.scattered.is_some()
                || items.and_then(|items| items.checked_mul(*bytes)) == Some(given.len())
            {
                continue;
            }
            let kernel = self.module.kernel(self.kernel)?;
            let extents = kernel.params.len().saturating_sub(self.args.len());
            let argument = kernel.params.get(extents + index).map_or("", |param| &param.name);
            return Err(Error::NdRange(format!(
                "kernel `{}`: argument `{argument}` has {} parts for {range:?} items; each item has its own part of it: run over as \
                 many items, or bind a ranged accessor of those",
                kernel.name,
                given.len() / bytes.max(&1),
            )));
        }
        Ok(())
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

    /// Says of the last argument that each item has a `T` of it.
    #[doc(hidden)]
    pub fn own<T>(mut self) -> Self {
        self.own.extend(self.args.len().checked_sub(1).map(|last| (last, size_of::<T>())));
        self
    }

    /// Adds an argument that the kernel takes as `&mut [T]`.
    #[doc(hidden)]
    pub fn slice_mut<T>(self, argument: impl WrittenSlice<'h, T>) -> Self {
        argument.add_to(self)
    }

    /// Adds an argument that the kernel takes as `&mut Reducer<T, O>`.
    #[doc(hidden)]
    pub fn reduction<T, O>(self, argument: impl Reduced<'h, T, O>) -> Self {
        argument.add_to(self)
    }

    /// The last argument is a buffer of one element.
    pub(crate) fn single(mut self) -> Self {
        self.single.extend(self.args.len().checked_sub(1));
        self
    }

    /// The last argument becomes this before the kernel runs.
    pub(crate) fn filled(mut self, value: &[u8]) -> Self {
        if let Some(LaunchArg::Slice { initialized, filled, .. }) = self.args.last_mut() {
            (*initialized, *filled) = (true, Some(value.to_vec()));
        }
        self
    }

    pub(crate) fn memory<T: Element, M, const D: usize>(
        mut self,
        accessor: Accessor<'h, T, M, D>,
        mutable: bool,
    ) -> Self {
        let (argument, is_contiguous) = slice_argument(accessor, mutable);
        if !is_contiguous {
            self.scattered.get_or_insert(self.args.len());
        }
        self.args.push(argument);
        self
    }
}

/// An accessor as an argument of a kernel, and whether its elements are contiguous; the argument has none otherwise.
pub(crate) fn slice_argument<T: Element, M, const D: usize>(
    accessor: Accessor<'_, T, M, D>,
    mutable: bool,
) -> (LaunchArg, bool) {
    let View { storage, window, initialized, buffer: _ } = accessor.into_view();
    let contiguous = window.contiguous();
    let is_contiguous = contiguous.is_some();
    let elements = contiguous.unwrap_or_default();
    let bytes = elements.start * size_of::<T>()..elements.end * size_of::<T>();
    let memory: Arc<dyn Memory> = storage;
    (LaunchArg::Slice { memory, bytes, mutable, initialized, filled: None }, is_contiguous)
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
