//! Kernel bundles: kernels that are ready to run on the devices of a context.

use std::fmt;
use std::path::Path;
use std::ptr;
use std::sync::Arc;

use sycl_hls_backend::{BackendKind, LoadError};

use crate::module::ModuleInfo;
use crate::programs::Programs;
use crate::{Context, Device, Error, ImageKernel, Result};

/// A kernel of this program (S20 §4.11.3): what `kernels::axpy::id()` returns.
#[derive(Clone, Copy)]
pub struct KernelId {
    module: &'static ModuleInfo,
    kernel: usize,
}

impl KernelId {
    /// The kernel with this number in a module. Part of the interface to the macro.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(module: &'static ModuleInfo, kernel: usize) -> Self {
        Self { module, kernel }
    }

    /// The kernel's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.module.kernel(self.kernel).map_or("", |kernel| &kernel.name)
    }
}

impl PartialEq for KernelId {
    fn eq(&self, other: &Self) -> bool {
        ptr::eq(self.module, other.module) && self.kernel == other.kernel
    }
}

impl Eq for KernelId {}

impl fmt::Debug for KernelId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KernelId").field(&self.name()).finish()
    }
}

/// How far the kernels of a bundle are (S20 §4.11.2). The runtime neither compiles nor links: images are built before a program runs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BundleState {
    /// In source form. No device has an online compiler ([`crate::Aspect::OnlineCompiler`]).
    Input,
    /// Compiled. No device has an online linker ([`crate::Aspect::OnlineLinker`]).
    Object,
    /// Ready to run.
    Executable,
}

/// Kernels in their executable form, for devices of one context (S20 §4.11.6). Clones are the same bundle; equality is identity.
///
/// ```
/// #[sycl_hls::kernels]
/// mod kernels {
///     use sycl_hls::device::*;
///
///     #[kernel]
///     pub fn double(x: &mut [u32]) {
///         for x in x {
///             *x *= 2;
///         }
///     }
/// }
///
/// use sycl_hls::{BundleState, KernelBundle, Queue, Selector};
///
/// # fn main() -> Result<(), sycl_hls::Error> {
/// let q = Queue::new(Selector::host())?;
/// let devices = [q.device().clone()];
/// // Now, and not when it is launched, is found out whether the kernel can run.
/// let bundle = KernelBundle::new(q.context(), &devices, &[kernels::double::id()], BundleState::Executable)?;
/// let x = sycl_hls::Buffer::from_vec(vec![1, 2]);
/// q.submit(|h| {
///     h.use_kernel_bundle(&bundle)?;
///     let x = x.read_write(h);
///     h.single_task(kernels::double::args(x))
/// })?;
/// assert_eq!(x.into_vec()?, [2, 4]);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct KernelBundle(Arc<Inner>);

struct Inner {
    context: Context,
    programs: Vec<(Device, Arc<Programs>)>,
    kernels: Vec<KernelId>,
}

impl KernelBundle {
    /// The kernels in a state, on these devices (S20 §4.11.7, `get_kernel_bundle`). On a board, this finds and loads the images that hold
    /// them. Devices and kernels that are named twice are there once.
    ///
    /// # Errors
    /// [`Error::Invalid`] when there is no device, one is not of the context, the state is not [`BundleState::Executable`], or none of
    /// the devices can run one of the kernels.
    pub fn new(
        context: &Context,
        devices: &[Device],
        kernels: &[KernelId],
        state: BundleState,
    ) -> Result<Self> {
        let devices = of_context(context, devices)?;
        match state {
            BundleState::Executable => {}
            BundleState::Input => return Err(no_tool(context, "compiles")),
            BundleState::Object => return Err(no_tool(context, "links")),
        }
        let programs = devices.into_iter().map(|device| {
            let programs = Arc::clone(device.programs());
            (device, programs)
        });
        Self::checked(context, programs.collect(), kernels)
    }

    /// The kernels as the image at `path` has them, on these devices (S20 §C.7.5, `create_bundle`).
    ///
    /// # Errors
    /// As [`KernelBundle::new`]; [`Error::Load`] with [`crate::Errc::Build`] when the image cannot be read or is not for a device.
    pub fn from_image(
        context: &Context,
        devices: &[Device],
        kernels: &[KernelId],
        path: impl AsRef<Path>,
    ) -> Result<Self> {
        let programs = of_context(context, devices)?.into_iter().map(|device| {
            let programs = Arc::new(Programs::of_image(device.backend(), path.as_ref())?);
            Ok((device, programs))
        });
        Self::checked(context, programs.collect::<Result<_>>()?, kernels)
    }

    fn checked(
        context: &Context,
        programs: Vec<(Device, Arc<Programs>)>,
        named: &[KernelId],
    ) -> Result<Self> {
        let mut kernels: Vec<KernelId> = Vec::new();
        for kernel in named {
            let mut refused = None;
            let runs = programs.iter().any(|(_, programs)| {
                refused = programs.program_with(kernel.module, kernel.kernel).err();
                refused.is_none()
            });
            if let (false, Some(reason)) = (runs, refused) {
                let name = kernel.name();
                return Err(Error::Invalid(format!(
                    "no device of the bundle can run kernel `{name}`: {reason}"
                )));
            }
            if !kernels.contains(kernel) {
                kernels.push(*kernel);
            }
        }
        Ok(Self(Arc::new(Inner { context: context.clone(), programs, kernels })))
    }

    /// Whether [`KernelBundle::new`] would give a bundle (S20 §4.11.8, `has_kernel_bundle`): false where the state is one that devices do
    /// not have, or none of them can run a kernel.
    ///
    /// # Errors
    /// [`Error::Invalid`] when there is no device, or one is not of the context.
    pub fn exists(
        context: &Context,
        devices: &[Device],
        kernels: &[KernelId],
        state: BundleState,
    ) -> Result<bool> {
        let devices = of_context(context, devices)?;
        let runs = |kernel: &KernelId| devices.iter().any(|device| device.can_run(&[*kernel]));
        Ok(state == BundleState::Executable && kernels.iter().all(runs))
    }

    /// Its context (S20 §4.11.12).
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }

    /// Its devices, each once (S20 §4.11.12).
    pub fn devices(&self) -> impl Iterator<Item = &Device> {
        self.0.programs.iter().map(|(device, _)| device)
    }

    /// The family of its devices (S20 §4.11.12, `get_backend`).
    #[must_use]
    pub fn backend(&self) -> BackendKind {
        self.context().backend()
    }

    /// Whether it has no kernel (S20 §4.11.12, `empty`).
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.kernels.is_empty()
    }

    /// What it has for each of its devices (S20 §4.11.12, `begin` and `end`).
    pub fn images(&self) -> impl Iterator<Item = DeviceImage<'_>> {
        self.0.programs.iter().map(|(device, programs)| DeviceImage { device, programs, bundle: self })
    }

    /// Whether it has a kernel for one of its devices (S20 §4.11.12, `has_kernel` with a device).
    #[must_use]
    pub fn has_kernel_for(&self, kernel: KernelId, device: &Device) -> bool {
        self.images().any(|image| image.device() == device && image.has_kernel(kernel))
    }

    /// Its kernels, each once (S20 §4.11.12, `get_kernel_ids`).
    #[must_use]
    pub fn kernel_ids(&self) -> &[KernelId] {
        &self.0.kernels
    }

    /// Whether it has a kernel (S20 §4.11.12).
    #[must_use]
    pub fn has_kernel(&self, kernel: KernelId) -> bool {
        self.0.kernels.contains(&kernel)
    }

    /// A kernel of the image that the bundle was made of, by its name.
    ///
    /// # Errors
    /// [`Error::Invalid`] when no image of the bundle has such a kernel, or hosts do not start it alone because it is linked to others.
    pub fn kernel(&self, name: &str) -> Result<ImageKernel> {
        let mut known: Vec<&str> = Vec::new();
        let (mut interface, mut programs) = (None, Vec::new());
        for (device, of_device) in &self.0.programs {
            let Some((image, program)) = of_device.named() else { continue };
            for module in &image.modules {
                known.extend(module.kernels.iter().map(|kernel| kernel.name.as_str()));
                if let Some(found) = module.kernel(name).filter(|_| module.group_of(name).is_none()) {
                    interface = Some(found.clone());
                    programs.push((device.clone(), Arc::clone(program)));
                }
            }
        }
        let lacking = || {
            let kernels = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            Error::Invalid(format!(
                "the bundle has no kernel `{name}` that is started by its name; kernels: {kernels}"
            ))
        };
        Ok(ImageKernel::new(self.clone(), interface.ok_or_else(lacking)?, programs))
    }

    /// What a kernel is on a device.
    ///
    /// # Errors
    /// [`Error::Load`] when the bundle is not for the device, or has no such kernel.
    pub(crate) fn programs(&self, device: &Device, kernel: KernelId) -> Result<&Programs> {
        let found = self.0.programs.iter().find(|(own, _)| own == device);
        let lacking =
            |what: String| Error::Load(LoadError::Unsupported { device: device.info().id.clone(), what });
        let (_, programs) = found.ok_or_else(|| lacking("a kernel bundle for other devices".to_owned()))?;
        if !self.has_kernel(kernel) {
            let name = kernel.name();
            return Err(lacking(format!(
                "kernel `{name}` out of a bundle without it; name `{name}::id()` where it is made"
            )));
        }
        Ok(programs)
    }
}

impl Device {
    /// Whether the device can run all these kernels (S20 §4.11.9, `is_compatible`): the host runs every kernel, a board those of which there
    /// is an image for it.
    #[must_use]
    pub fn can_run(&self, kernels: &[KernelId]) -> bool {
        kernels.iter().all(|kernel| self.programs().program_with(kernel.module, kernel.kernel).is_ok())
    }
}

/// The kernels of a bundle in the form of one of its devices (S20 §4.11.14): functions of the program on the host, images of a board.
#[derive(Clone, Copy)]
pub struct DeviceImage<'b> {
    device: &'b Device,
    programs: &'b Programs,
    bundle: &'b KernelBundle,
}

impl<'b> DeviceImage<'b> {
    /// The device.
    #[must_use]
    pub const fn device(&self) -> &'b Device {
        self.device
    }

    /// Whether the device can run a kernel of the bundle (S20 §4.11.14).
    #[must_use]
    pub fn has_kernel(&self, kernel: KernelId) -> bool {
        self.bundle.has_kernel(kernel) && self.programs.program_with(kernel.module, kernel.kernel).is_ok()
    }
}

impl fmt::Debug for DeviceImage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DeviceImage").field("device", self.device).finish_non_exhaustive()
    }
}

/// The devices, each once.
///
/// # Errors
/// [`Error::Invalid`] when there is none, or one is not of the context.
fn of_context(context: &Context, devices: &[Device]) -> Result<Vec<Device>> {
    if devices.is_empty() {
        return Err(Error::Invalid("a kernel bundle needs a device".to_owned()));
    }
    let mut found: Vec<Device> = Vec::new();
    for device in devices {
        if !context.devices().contains(device) {
            let id = &device.info().id;
            return Err(Error::Invalid(format!(
                "`{id}` is no device of the context; make the bundle of devices of its context"
            )));
        }
        if !found.contains(device) {
            found.push(device.clone());
        }
    }
    Ok(found)
}

/// The error that kernels cannot be brought into another state.
fn no_tool(context: &Context, what: &str) -> Error {
    Error::Invalid(format!(
        "no device of `{}` {what} kernels while a program runs; ask for `BundleState::Executable`, and build images with \
         `sycl-hls build`",
        context.backend()
    ))
}

impl PartialEq for KernelBundle {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for KernelBundle {}

impl fmt::Debug for KernelBundle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let devices: Vec<&Device> = self.devices().collect();
        f.debug_struct("KernelBundle").field("devices", &devices).field("kernels", &self.0.kernels).finish()
    }
}
