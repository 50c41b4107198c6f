//! Kernels of images, by name: programs run them without having their Rust source (interop kernels, S20 §4.9.5.2, §C.7.6).

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use bytemuck::Pod;
use sycl_hls_backend::{BackendKind, LoadError, Program};
use sycl_hls_types::{KernelInterface, Param, ParamKind};

use crate::access::{Accessor, Group, Mode};
use crate::args::ScalarArg;
use crate::call::{slice_argument, work_groups};
use crate::dag::{Action, Launch, LaunchArg};
use crate::index::{NdRange, Range};
use crate::launch::check;
use crate::{Context, Device, Element, Error, KernelBundle, Result};

/// A kernel of an image, known by its name: what [`crate::KernelBundle::kernel`] gives. Clones are the same kernel.
///
/// ```no_run
/// use sycl_hls::{Buffer, KernelBundle, Queue, Selector};
///
/// # fn main() -> Result<(), sycl_hls::Error> {
/// let q = Queue::new(Selector::sw_emu("u200"))?;
/// let bundle = KernelBundle::from_image(q.context(), &[q.device().clone()], &[], "vadd.xclbin")?;
/// let vadd = bundle.kernel("vadd")?;
/// let (x, y) = (Buffer::from_vec(vec![1_u32; 100]), Buffer::from_vec(vec![0_u32; 100]));
/// q.submit(|h| {
///     let (x, y) = (x.read(h), y.write(h));
///     h.launch(vadd.call().set_arg(0, 100_u32).set_arg(1, x).set_arg(2, y))
/// })?;
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct ImageKernel(Arc<Inner>);

struct Inner {
    bundle: KernelBundle,
    interface: KernelInterface,
    programs: Vec<(Device, Arc<dyn Program>)>,
}

impl ImageKernel {
    /// The kernel of a bundle with this interface, as these devices have loaded it.
    pub(crate) fn new(
        bundle: KernelBundle,
        interface: KernelInterface,
        programs: Vec<(Device, Arc<dyn Program>)>,
    ) -> Self {
        Self(Arc::new(Inner { bundle, interface, programs }))
    }

    /// The bundle that it is of (S20 §4.11.13, `get_kernel_bundle`).
    #[must_use]
    pub fn bundle(&self) -> &KernelBundle {
        &self.0.bundle
    }

    /// The bundle's context (S20 §4.11.13, `get_context`).
    #[must_use]
    pub fn context(&self) -> &Context {
        self.bundle().context()
    }

    /// The family of the bundle's devices (S20 §4.11.13, `get_backend`).
    #[must_use]
    pub fn backend(&self) -> BackendKind {
        self.bundle().backend()
    }

    /// The attributes of the kernel that a launch has to know (`info::kernel::attributes`, S20 §4.11.13, Table 115):
    /// `reqd_work_group_size(8, 4)`, or nothing.
    #[must_use]
    pub fn attributes(&self) -> String {
        let sizes: Vec<String> = self.0.interface.work_group.iter().map(u32::to_string).collect();
        if sizes.is_empty() { String::new() } else { format!("reqd_work_group_size({})", sizes.join(", ")) }
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0.interface.name
    }

    /// How many arguments it takes (`info::kernel::num_args`). A kernel that runs for each item of a range takes the range first, a number for
    /// each dimension; one that runs for work-groups the numbers of groups, and then the sizes of groups unless they are constant.
    #[must_use]
    pub fn num_args(&self) -> usize {
        self.0.interface.params.len()
    }

    /// A call of it, as yet without arguments, for [`crate::Handler::launch`].
    pub fn call<'h>(&self) -> ImageCall<'h> {
        let args = self.0.interface.params.iter().map(|_| None).collect();
        ImageCall { kernel: self.clone(), args, wrong: None, group: Group::default() }
    }
}

impl fmt::Debug for ImageKernel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ImageKernel").field(&self.name()).finish()
    }
}

/// A kernel of an image with its arguments.
#[must_use = "a call runs only when it is passed to `Handler::launch`"]
pub struct ImageCall<'h> {
    kernel: ImageKernel,
    args: Vec<Option<LaunchArg>>,
    /// The first argument that does not fit.
    wrong: Option<Error>,
    group: Group<'h>,
}

impl<'h> ImageCall<'h> {
    /// Binds the argument at a position, counted from 0: a number, or an accessor for a slice (`set_arg`, S20 §4.9.5.2). What does
    /// not fit is an error of [`crate::Handler::launch`].
    pub fn set_arg(self, index: usize, argument: impl ImageArg<'h>) -> Self {
        argument.bind_to(self, index)
    }

    /// Binds the argument at a position to a struct, which the kernel takes by value.
    pub fn set_struct(self, index: usize, value: &impl Pod) -> Self {
        self.bind(index, LaunchArg::Struct(bytemuck::bytes_of(value).to_vec()))
    }

    /// Binds the first arguments to a range of items.
    pub fn over<const D: usize>(self, range: impl Into<Range<D>>) -> Self {
        self.numbers(&range.into().to_array())
    }

    /// Binds the first arguments to a range of work-groups.
    pub fn over_groups<const D: usize>(self, range: NdRange<D>) -> Self {
        match work_groups(&self.kernel.0.interface, range) {
            Ok(numbers) => self.numbers(&numbers),
            Err(error) => self.refused(error),
        }
    }

    fn numbers(mut self, numbers: &[usize]) -> Self {
        for (index, number) in numbers.iter().enumerate() {
            self = self.set_arg(index, *number as u64);
        }
        self
    }

    /// Binds an argument.
    fn bind(mut self, index: usize, argument: LaunchArg) -> Self {
        let interface = &self.kernel.0.interface;
        let misfit = match interface.params.get(index) {
            Some(param) => misfit(interface, param, &argument),
            None => {
                let (name, count) = (&interface.name, interface.params.len());
                Some(Error::Invalid(format!(
                    "kernel `{name}` has no argument {index}: it takes {count}, which count from 0"
                )))
            }
        };
        match misfit {
            Some(error) => self.refused(error),
            None => {
                self.args[index] = Some(argument);
                self
            }
        }
    }

    /// The call with an error, of which the first one counts.
    fn refused(mut self, error: Error) -> Self {
        self.wrong.get_or_insert(error);
        self
    }

    /// The command on a device.
    ///
    /// # Errors
    /// As [`crate::Handler::launch`].
    pub(crate) fn prepare(self, device: &Device) -> Result<Action> {
        let Self { kernel, args, wrong, .. } = self;
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let Inner { interface, programs, .. } = &*kernel.0;
        let Some((_, program)) = programs.iter().find(|(own, _)| own == device) else {
            let what = format!("kernel `{}` of an image for other devices", interface.name);
            return Err(LoadError::Unsupported { device: device.info().id.clone(), what }.into());
        };
        let args = args.into_iter().zip(&interface.params).map(|(arg, param)| {
            let message = || format!("kernel `{}`: argument `{}` is not set", interface.name, param.name);
            arg.ok_or_else(|| Error::KernelArgument(message()))
        });
        let mut args = args.collect::<Result<Vec<LaunchArg>>>()?;
        check(interface, &mut args)?;
        let kernel = Cow::Owned(interface.name.clone());
        Ok(Action::Launch(Launch { program: Arc::clone(program), kernel, args }))
    }
}

/// What a kernel's argument can be bound to by its position: a number, or an accessor.
pub trait ImageArg<'h> {
    /// The call with the argument. Part of the implementation.
    #[doc(hidden)]
    fn bind_to(self, call: ImageCall<'h>, index: usize) -> ImageCall<'h>;
}

impl<'h, T: ScalarArg> ImageArg<'h> for T {
    fn bind_to(self, call: ImageCall<'h>, index: usize) -> ImageCall<'h> {
        call.bind(index, LaunchArg::Scalar(self.value()))
    }
}

impl<'h, T: Element, M: Mode, const D: usize> ImageArg<'h> for Accessor<'h, T, M, D> {
    fn bind_to(self, call: ImageCall<'h>, index: usize) -> ImageCall<'h> {
        let (argument, is_contiguous) = slice_argument(self, M::WRITES);
        let param = call.kernel.0.interface.params.get(index);
        let wrong = param.and_then(|param| match &param.kind {
            _ if !is_contiguous => Some("is bound to elements that are not contiguous in memory".to_owned()),
            ParamKind::Slice { element, .. } if element.size() != size_of::<T>() as u64 => Some(format!(
                "has elements of {} bytes, and is bound to ones of {}",
                element.size(),
                size_of::<T>()
            )),
            ParamKind::Output { scalar, .. } if scalar.bytes() != size_of::<T>() => {
                Some(format!("is a `{scalar}`, and is bound to elements of {} bytes", size_of::<T>()))
            }
            _ => None,
        });
        match (wrong, param) {
            (Some(wrong), Some(param)) => {
                let text = format!("kernel `{}`: argument `{}` {wrong}", call.kernel.name(), param.name);
                call.refused(Error::KernelArgument(text))
            }
            _ => call.bind(index, argument),
        }
    }
}

/// Why an argument does not fit a parameter.
fn misfit(interface: &KernelInterface, param: &Param, argument: &LaunchArg) -> Option<Error> {
    let wanted = match (&param.kind, argument) {
        (ParamKind::Scalar { scalar }, LaunchArg::Scalar(value)) if value.ty() == *scalar => return None,
        (ParamKind::Scalar { scalar }, _) => format!("a number of type `{scalar}`"),
        (ParamKind::Struct { layout }, LaunchArg::Struct(given)) if given.len() as u64 == layout.size => {
            return None;
        }
        (ParamKind::Struct { layout }, _) => format!("a struct of {} bytes, for `set_struct`", layout.size),
        (
            ParamKind::Slice { mutable: true, .. } | ParamKind::Output { .. },
            LaunchArg::Slice { mutable: false, .. },
        ) => "an accessor that writes".to_owned(),
        (ParamKind::Slice { .. } | ParamKind::Output { .. }, LaunchArg::Slice { .. }) => return None,
        (ParamKind::Slice { .. } | ParamKind::Output { .. }, _) => "an accessor".to_owned(),
        (ParamKind::Stream { .. }, _) => "a stream, which a call by name cannot pass".to_owned(),
    };
    let (kernel, argument) = (&interface.name, &param.name);
    Some(Error::KernelArgument(format!("kernel `{kernel}`: argument `{argument}` is {wanted}")))
}
