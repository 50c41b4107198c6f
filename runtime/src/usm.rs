//! Unified shared memory (USM, S20 §4.8): memory whose users nobody orders but the program.

use std::fmt;
use std::marker::PhantomData;
use std::ops;
use std::panic::Location;
use std::sync::Arc;

use sycl_hls_backend::Aspect;
use sycl_hls_memory::Refusal;

use crate::access::{Accessor, Read, ReadWrite, Write};
use crate::dag::{Entered, Use, not_lent};
use crate::host::Kept;
use crate::storage::{Storage, zeros};
use crate::view::part_of;
use crate::{Context, Element, Error, Handler, HostRead, HostWrite, Queue, Range, Result};

/// Memory of a device, which only commands use (`usm::alloc::device`, S20 §4.8.2).
#[derive(Clone, Copy, Debug)]
pub enum Device {}

/// Memory of the host that commands use, too (`usm::alloc::host`, S20 §4.8.2).
#[derive(Clone, Copy, Debug)]
pub enum Host {}

/// Memory that is where it is used (`usm::alloc::shared`, S20 §4.8.2).
#[derive(Clone, Copy, Debug)]
pub enum Shared {}

/// A kind of memory as a value (`usm::alloc`, S20 §4.8.2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alloc {
    /// [`Device`]
    Device,
    /// [`Host`]
    Host,
    /// [`Shared`]
    Shared,
}

/// A kind of memory.
pub trait Kind: sealed::Sealed {
    /// The kind.
    const ALLOC: Alloc;
    /// What a device has that has such memory.
    const ASPECT: Aspect;
}

/// A kind of memory whose elements the host uses without a command.
#[diagnostic::on_unimplemented(
    message = "the host has no elements of memory of kind `{Self}`",
    label = "used on the host",
    note = "copy it with a command, `h.copy(memory.read(h), &download)`, or allocate `Usm<T, usm::Shared>`"
)]
pub trait HostKind: Kind {}

impl Kind for Device {
    const ALLOC: Alloc = Alloc::Device;
    const ASPECT: Aspect = Aspect::UsmDeviceAllocations;
}

impl Kind for Host {
    const ALLOC: Alloc = Alloc::Host;
    const ASPECT: Aspect = Aspect::UsmHostAllocations;
}

impl Kind for Shared {
    const ALLOC: Alloc = Alloc::Shared;
    const ASPECT: Aspect = Aspect::UsmSharedAllocations;
}

impl HostKind for Host {}
impl HostKind for Shared {}

mod sealed {
    pub trait Sealed {}
    impl Sealed for super::Device {}
    impl Sealed for super::Host {}
    impl Sealed for super::Shared {}
}

/// Elements of one dimension for commands of a context, without an order of its own (S20 §4.8): commands that use it run after what they
/// [depend on](Handler::depends_on) and, on a queue that is in order, after the command before. Clones and [parts](Self::part) share
/// the elements, which are freed when nobody has them any more.
///
/// No order is no undefined behaviour: a command that begins while another one uses the same elements, and one of both may write
/// them, fails with an error that names both, and so does a use by the host.
///
/// ```
/// #[sycl_hls::kernels]
/// mod kernels {
///     #[kernel]
///     pub fn double(x: &mut [u32]) {
///         for x in x {
///             *x *= 2;
///         }
///     }
/// }
///
/// use sycl_hls::{Queue, Selector, Usm, usm};
///
/// # fn main() -> Result<(), sycl_hls::Error> {
/// let q = Queue::new(Selector::host())?;
/// let x = Usm::<u32, usm::Shared>::zeroed(&q, 3)?;
/// x.host_write()?.copy_from_slice(&[1, 2, 3]);
/// let mut last = None;
/// for _ in 0..2 {
///     let event = q.submit(|h| {
///         last.iter().for_each(|last| h.depends_on(last)); // or the queue is in order
///         let x = x.read_write(h);
///         h.single_task(kernels::double::args(x))
///     })?;
///     last = Some(event);
/// }
/// q.wait()?;
/// assert_eq!(*x.host_read()?, [4, 8, 12]);
/// # Ok(())
/// # }
/// ```
pub struct Usm<T, K> {
    storage: Arc<Storage<T>>,
    elements: ops::Range<usize>,
    context: Context,
    device: crate::Device,
    kind: PhantomData<fn() -> K>,
}

impl<T: Element, K: Kind> Usm<T, K> {
    /// So many zeros for commands of the queue's context (`malloc_device`, `malloc_host` and `malloc_shared`, S20 §4.8.3).
    ///
    /// # Errors
    /// [`Error::Unsupported`] when the queue's device has no such memory, and [`Error::OutOfMemory`].
    pub fn zeroed(q: &Queue, len: usize) -> Result<Self> {
        if !q.device().has(K::ASPECT) {
            let device = &q.device().info().id;
            return Err(Error::Unsupported(format!(
                "`{device}` lacks the aspect `{}`, so that such memory cannot be allocated for it; use a `Buffer`",
                K::ASPECT
            )));
        }
        let (storage, context) = (Arc::new(Storage::new(zeros(len)?)), q.context().clone());
        let of_host = context.devices().first().filter(|_| K::ALLOC == Alloc::Host);
        let device = of_host.unwrap_or(q.device()).clone();
        Ok(Self { storage, elements: 0..len, context, device, kind: PhantomData })
    }

    /// The `len` elements from `start` on. Commands on parts without a common element never conflict; one with an accessor uses all
    /// elements of what the accessor is of, also where it is [ranged](Accessor::ranged).
    ///
    /// # Errors
    /// [`Error::Invalid`] when the part reaches out of these elements.
    pub fn part(&self, start: usize, len: usize) -> Result<Self> {
        if start > self.len() || len > self.len() - start {
            return Err(Error::Invalid(format!(
                "{len} elements from {start} on reach out of memory of {} elements",
                self.len()
            )));
        }
        let start = self.elements.start + start;
        Ok(Self { elements: start..start + len, ..self.clone() })
    }

    /// The kind of memory (S20 §4.8.4, `get_pointer_type`).
    #[must_use]
    pub const fn alloc(&self) -> Alloc {
        K::ALLOC
    }

    /// The device for which it was allocated; for memory of the host, the first one of the context (S20 §4.8.4, `get_pointer_device`).
    #[must_use]
    pub const fn device(&self) -> &crate::Device {
        &self.device
    }

    /// Number of elements.
    #[must_use]
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are no elements.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// The context that it was allocated for (S20 §4.8.3).
    #[must_use]
    pub const fn context(&self) -> &Context {
        &self.context
    }

    /// Lets the command of group `h` read the elements. A queue of another context refuses the group.
    pub fn read<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Read> {
        self.accessor(h, false)
    }

    /// Lets the command of group `h` write the elements; as [`Self::read`].
    pub fn write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, Write> {
        self.accessor(h, true)
    }

    /// Lets the command of group `h` read and write the elements; as [`Self::read`].
    pub fn read_write<'h>(&self, h: &mut Handler<'h>) -> Accessor<'h, T, ReadWrite> {
        self.accessor(h, true)
    }

    fn accessor<'h, M>(&self, h: &mut Handler<'h>, writes: bool) -> Accessor<'h, T, M> {
        h.use_unordered(&self.context, self.used(writes));
        Accessor::new(Arc::clone(&self.storage), self.elements.start, Range::from(self.len()), None)
    }

    /// The elements, for reading on the host. Waits for nothing: wait for the events of commands that write them first. While the result
    /// lives, commands that write them fail.
    ///
    /// # Errors
    /// [`Error::Invalid`] when a command or another guard writes some of them at this moment, [`Error::Kernel`] when a host task has
    /// forgotten (`mem::forget`) a guard of them.
    #[track_caller]
    pub fn host_read(&self) -> Result<HostRead<'_, T>>
    where
        K: HostKind,
    {
        let kept = self.enter(false)?;
        let data = self.storage.read_now(self.elements.clone()).map_err(stays_locked)?;
        Ok(HostRead::new(data, Range::from(self.len()), kept))
    }

    /// The elements, for reading and writing on the host; as [`Self::host_read`]. While the result lives, commands that use them fail.
    ///
    /// # Errors
    /// [`Error::Invalid`] when a command or another guard uses some of them at this moment, [`Error::Kernel`] as for
    /// [`Self::host_read`].
    #[track_caller]
    pub fn host_write(&self) -> Result<HostWrite<'_, T>>
    where
        K: HostKind,
    {
        let kept = self.enter(true)?;
        let data = self.storage.write_now(self.elements.clone()).map_err(stays_locked)?;
        Ok(HostWrite::new(data, Range::from(self.len()), kept))
    }

    #[track_caller]
    fn enter(&self, writes: bool) -> Result<Kept> {
        let name = format!("the host at {}", Location::caller());
        let entered: Result<Entered, Arc<str>> = self.used(writes).enter(&Arc::from(name.as_str()));
        let conflict = |other| {
            Error::Invalid(format!(
                "{name} uses memory that {other} uses at the same time, and one of both writes; wait for the event of the command first"
            ))
        };
        Ok(Kept::Failing { _entered: entered.map_err(conflict)? })
    }

    fn used(&self, writes: bool) -> Use {
        Use { part: part_of(&self.storage, &self.elements), writes }
    }
}

/// Nobody uses the elements, and they are not there: a guard was forgotten.
fn stays_locked(refusal: Refusal) -> Error {
    Error::Kernel(Arc::new(not_lent("host_access", refusal)).into())
}

impl<T, K> Clone for Usm<T, K> {
    fn clone(&self) -> Self {
        Self {
            storage: Arc::clone(&self.storage),
            elements: self.elements.clone(),
            context: self.context.clone(),
            device: self.device.clone(),
            kind: PhantomData,
        }
    }
}

impl<T: Element, K: Kind> fmt::Debug for Usm<T, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Usm")
            .field("element", &format_args!("{}", std::any::type_name::<T>()))
            .field("kind", &K::ASPECT.name())
            .field("len", &self.len())
            .finish_non_exhaustive()
    }
}
