//! Contexts: devices of one platform, and who gets the failures of their queues.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use sycl_hls_backend::{BackendKind, DeviceInfo, MemoryOrder, MemoryScope};

use crate::dag::AsyncHandler;
use crate::{Device, Error, Platform, Result};

/// Devices of one platform that queues are made for (S20 §4.6.3). Clones are the same context; equality is identity
/// (S20 §4.5.2). A queue that is made without one belongs to its platform's [default context](Platform::default_context).
///
/// Dropping a context waits for nothing (S20 §3.9.8.1): its queues keep it.
///
/// ```
/// use sycl_hls::{BackendKind, Context, Device, Queue, Selector};
///
/// let boards = ["sw_emu/u200", "sw_emu/u280"].map(|name| Device::new(Selector::by_name(name)));
/// let boards: Vec<Device> = boards.into_iter().collect::<Result<_, _>>()?;
/// let context = Context::builder(&boards).async_handler(|error| eprintln!("{error}")).build()?;
/// let q = Queue::builder(Selector::device(&boards[1])).context(&context).build()?;
/// assert_eq!((q.context(), context.backend()), (&context, BackendKind::SwEmu));
/// # Ok::<(), sycl_hls::Error>(())
/// ```
#[derive(Clone)]
pub struct Context(Arc<Inner>);

struct Inner {
    platform: Platform,
    devices: Vec<Device>,
    handler: Option<AsyncHandler>,
}

/// A context in the making: [`Context::builder`].
#[must_use = "a builder makes a context with `build()`"]
pub struct ContextBuilder {
    devices: Vec<Device>,
    handler: Option<AsyncHandler>,
}

impl ContextBuilder {
    /// Has `handler` called with the failures of commands on queues that have no handler of their own (S20 §4.13.1.3); see
    /// [`Queue`](crate::Queue) for when.
    pub fn async_handler(mut self, handler: impl Fn(Error) + Send + Sync + 'static) -> Self {
        self.handler = Some(Arc::new(handler));
        self
    }

    /// The context.
    ///
    /// # Errors
    /// [`Error::Invalid`] when there is no device, or they are of several platforms.
    pub fn build(self) -> Result<Context> {
        let mut devices: Vec<Device> = Vec::new();
        for device in self.devices {
            if !devices.contains(&device) {
                devices.push(device);
            }
        }
        let Some(first) = devices.first() else {
            return Err(Error::Invalid("a context needs a device".to_owned()));
        };
        let platform = first.platform();
        if let Some(other) = devices.iter().find(|device| device.platform() != platform) {
            return Err(Error::Invalid(format!(
                "the devices of a context are of one platform, and `{}` and `{}` are not; make a context for each platform",
                first.info().id,
                other.info().id
            )));
        }
        Ok(Context(Arc::new(Inner { platform, devices, handler: self.handler })))
    }
}

impl Context {
    /// How accesses of what items share can be ordered on all of its devices (`info::context::atomic_memory_order_capabilities`, S20
    /// §4.6.3.3).
    pub const ATOMIC_ORDERS: &[MemoryOrder] = DeviceInfo::ATOMIC_ORDERS;

    /// How fences order accesses on all of its devices (`info::context::atomic_fence_order_capabilities`, S20 §4.6.3.3).
    pub const FENCE_ORDERS: &[MemoryOrder] = DeviceInfo::FENCE_ORDERS;

    /// Among whom accesses and fences order on all of its devices (`info::context::atomic_memory_scope_capabilities`,
    /// `atomic_fence_scope_capabilities`, S20 §4.6.3.3).
    pub const SCOPES: &[MemoryScope] = DeviceInfo::SCOPES;

    /// A context of these devices, each of which is in it once (S20 §4.6.3.1).
    ///
    /// # Errors
    /// As [`ContextBuilder::build`].
    pub fn new(devices: &[Device]) -> Result<Self> {
        Self::builder(devices).build()
    }

    /// A context of these devices, with settings (S20 §4.6.3.1).
    pub fn builder(devices: &[Device]) -> ContextBuilder {
        ContextBuilder { devices: devices.to_vec(), handler: None }
    }

    /// The context of all devices of a platform, without a handler.
    pub(crate) fn of_platform(platform: &Platform) -> Self {
        Self(Arc::new(Inner { platform: platform.clone(), devices: platform.devices(), handler: None }))
    }

    /// Its devices, in the order in which they were given (S20 §4.6.3.2, `get_devices`).
    #[must_use]
    pub fn devices(&self) -> &[Device] {
        &self.0.devices
    }

    /// The platform of its devices (S20 §4.6.3.2, `get_platform`).
    #[must_use]
    pub fn platform(&self) -> &Platform {
        &self.0.platform
    }

    /// The family of its devices (S20 §4.6.3.2, `get_backend`).
    #[must_use]
    pub fn backend(&self) -> BackendKind {
        self.platform().backend()
    }

    /// Who gets the failures of queues without a handler.
    pub(crate) fn handler(&self) -> Option<&AsyncHandler> {
        self.0.handler.as_ref()
    }
}

impl PartialEq for Context {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Context {}

impl Hash for Context {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("devices", &self.0.devices).finish_non_exhaustive()
    }
}
