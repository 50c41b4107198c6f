//! The handler of a command group: collects its requirements and its command.

use std::error;
use std::marker::PhantomData;
use std::sync::Arc;

use crate::access::{Accessor, Group, Writable};
use crate::copy::{CopySource, CopyTarget};
use crate::dag::{Action, Command, Completion, NodeId, Part, Use};
use crate::host_task::{self, TaskAccess, TaskData};
use crate::launch;
use crate::port::Streams;
use crate::programs::Programs;
use crate::requirements::{NoInit, Requirements};
use crate::transfer;
use crate::{
    Context, Device, Element, Error, Event, ImageCall, KernelBundle, KernelCall, KernelId, ParallelKernel,
    Result,
};

/// What a command group tells the runtime (S20 §4.9.4). Only [`crate::Queue::submit`] makes one.
///
/// `'h` is different for every command group, so that accessors cannot move from one to another.
pub struct Handler<'h> {
    programs: &'h Programs,
    streams: &'h Streams,
    queue: (&'h Context, &'h Device),
    bundle: Option<KernelBundle>,
    requirements: Requirements,
    unordered: Vec<Use>,
    after: Vec<(NodeId, Arc<Completion>)>,
    command: Option<Result<Action>>,
    /// Why it cannot have a command.
    refused: Option<Error>,
    group: Group<'h>,
}

impl<'h> Handler<'h> {
    /// Makes the kernel call the command of this group; it runs once (S20 §4.9.4.2.1).
    ///
    /// # Errors
    /// - [`Error::Invalid`] when the group has a command already (S20 §4.9.3), when a buffer is bound to a
    ///   `&mut` argument and to another one, when an accessor has fewer elements than the kernel's `#[len(..)]`
    ///   demands, or when they are not contiguous in memory ([`Accessor::ranged`]).
    /// - [`Error::NoImage`], [`Error::StaleImage`] or [`Error::Load`] when the device has no image with the
    ///   kernel.
    ///
    /// After an error nothing of the group is enqueued, even if its closure goes on and returns `Ok`: then
    /// `submit` returns the error.
    pub fn single_task(&mut self, call: KernelCall<'h>) -> Result<()> {
        self.run_kernel(Ok(call))?;
        let launched = match &self.command {
            Some(Ok(action)) => action.streams(),
            _ => Vec::new(),
        };
        // One run of a kernel follows another.
        launched.into_iter().for_each(|stream| self.require(Part::stream(stream), true));
        Ok(())
    }

    /// Makes the kernel call the command of this group; it runs for each item of the range (S20 §4.9.4.2.2), in
    /// any order. A kernel of an `Item<D>` takes D numbers as the range, one of an `NdItem<D>` an [`crate::NdRange`]. On a device the
    /// range is a loop nest of the kernel.
    ///
    /// ```
    /// #[sycl_hls::kernels]
    /// mod kernels {
    ///     use sycl_hls::device::*;
    ///
    ///     #[kernel]
    ///     pub fn scale(item: Item<1>, a: f32, x: &[f32], y: &Global<f32>) {
    ///         let i = item.id(0);
    ///         y.set(i, a * x[i]);
    ///     }
    /// }
    ///
    /// # use sycl_hls::{Buffer, Error, Queue, Selector};
    /// # fn main() -> Result<(), Error> {
    /// # let q = Queue::new(Selector::host())?;
    /// let (x, y) = (Buffer::from_slice(&[1.0, 2.0]), Buffer::from_vec(vec![0.0; 2]));
    /// q.submit(|h| {
    ///     let (x, y) = (x.read(h), y.write(h));
    ///     h.parallel_for([2], kernels::scale::args(3.0, x, y))
    /// })?;
    /// assert_eq!(y.into_vec()?, [3.0, 6.0]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As [`single_task`](Self::single_task); [`Error::NdRange`] when the items are no whole groups (S20 §4.9.4.2.2), or the kernel
    /// is made for groups of another size (`#[reqd_work_group_size(..)]`, S20 §5.8.1).
    pub fn parallel_for<R>(&mut self, range: R, call: impl ParallelKernel<'h, R>) -> Result<()> {
        self.run_kernel(call.over(range))
    }

    /// Makes a call of a kernel by its name the command of this group; it runs once. Kernel bundles of the group have no say in it (S20
    /// §4.9.4.2).
    ///
    /// # Errors
    /// - [`Error::KernelArgument`] when an argument is missing, or bound to something else than the kernel takes.
    /// - [`Error::Invalid`] when a position is none of an argument; also as [`single_task`](Self::single_task).
    /// - [`Error::Load`] when the kernel's bundle is not for the queue's device, and [`Error::NdRange`] when groups have another
    ///   size than the kernel demands.
    pub fn launch(&mut self, call: ImageCall<'h>) -> Result<()> {
        let (_, device) = self.queue;
        self.command(|| call.prepare(device))
    }

    /// Makes the group's kernel one of a bundle (S20 §4.9.4.4).
    ///
    /// A kernel that the bundle does not have, or not for the queue's device, is an error where it is launched: [`Error::Load`] with
    /// [`crate::Errc::KernelNotSupported`].
    ///
    /// # Errors
    /// [`Error::Invalid`] when the bundle is of another context than the queue, and when the group has a command already.
    pub fn use_kernel_bundle(&mut self, bundle: &KernelBundle) -> Result<()> {
        let wrong = if bundle.context() != self.queue.0 {
            "the kernel bundle is of another context than the queue; make it of the queue's context"
        } else if self.command.is_some() {
            "the command group has its command already; call `use_kernel_bundle` before it"
        } else {
            self.bundle = Some(bundle.clone());
            return Ok(());
        };
        Err(Error::Invalid(wrong.to_owned()))
    }

    /// Makes a kernel call the group's command.
    fn run_kernel(&mut self, call: Result<KernelCall<'h>>) -> Result<()> {
        let (programs, streams, (_, device)) = (self.programs, self.streams, self.queue);
        let bundle = self.bundle.clone();
        self.command(|| {
            let call = call?;
            let programs = match &bundle {
                Some(bundle) => bundle.programs(device, KernelId::new(call.module, call.kernel))?,
                None => programs,
            };
            launch::prepare(call, programs, streams)
        })
    }

    /// Makes the command of this group run after that of `event`, whatever queue and device that is of (S20
    /// §4.9.4.1, `depends_on`), and whether or not it fails.
    pub fn depends_on(&mut self, event: &Event) {
        self.after.extend(event.command());
    }

    /// Copies all elements of `src` to `dst`, in the order of memory (S20 §4.9.4.3, Table 113, `copy`). A larger destination keeps
    /// its other elements. Like a kernel it runs later, ordered by what it reads and writes, and is the command of this group.
    ///
    /// Elements lie in accessors of any number of dimensions and parts of them, in whole buffers (`&buffer`
    /// makes the accessor), or on the host: a source is also a `Vec`, `Box<[T]>` or `Arc<[T]>`, which the
    /// command owns, and a destination a [`crate::Download`].
    ///
    /// # Errors
    /// [`Error::Invalid`] when the source has more elements than the destination, when they overlap in one buffer, and
    /// when the group has a command already; [`Error::OutOfMemory`] when there is no memory for a download.
    pub fn copy<T: Element>(
        &mut self,
        src: impl CopySource<'h, T>,
        dst: impl CopyTarget<'h, T>,
    ) -> Result<()> {
        let (src, dst) = (src.source(self), dst.target(self));
        let overwritten = transfer::overwritten(&src, &dst);
        self.command(|| Ok(Action::Transfer(transfer::copy(src, dst)?)))?;
        self.overwrite(overwritten);
        Ok(())
    }

    /// Sets all elements of `dst` to `value` (S20 §4.9.4.3, Table 113, `fill`); the command of this group.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the group has a command already.
    pub fn fill<T: Element, M: Writable, const D: usize>(
        &mut self,
        dst: Accessor<'h, T, M, D>,
        value: T,
    ) -> Result<()> {
        let dst = dst.into_view();
        let overwritten = dst.overwritten();
        self.command(|| Ok(Action::Transfer(transfer::fill(dst, value))))?;
        self.overwrite(overwritten);
        Ok(())
    }

    /// Brings the host's copy of the elements up to date (S20 §4.9.4.3, Table 113, `update_host`); the command
    /// of this group. The devices of this version work on the host's memory, so that nothing has to be copied;
    /// the command is over when the commands are that write the buffer.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the group has a command already.
    pub fn update_host<T: Element, M, const D: usize>(&mut self, acc: Accessor<'h, T, M, D>) -> Result<()> {
        drop(acc);
        self.command(|| Ok(Action::Nothing))
    }

    /// Makes a function of the host the command of this group (S20 §4.10.1). It runs once, on any thread, ordered
    /// like a kernel by the accessors, whose elements it gets as [`crate::HostRead`] and [`crate::HostWrite`].
    ///
    /// ```
    /// # use sycl_hls::{Buffer, Error, Queue, Selector};
    /// # let q = Queue::new(Selector::host())?;
    /// let (x, y) = (Buffer::from_vec(vec![3_u32, 4]), Buffer::from_vec(vec![0_u32]));
    /// q.submit(|h| {
    ///     let (x, y) = (x.read(h), y.write(h));
    ///     h.host_task((x, y), |(x, mut y)| {
    ///         y[0] = x.iter().sum();
    ///         Ok::<(), std::io::Error>(())
    ///     })
    /// })?;
    /// assert_eq!(y.into_vec()?, [7]);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// A task that returns an error or panics ends the command with [`Error::HostTask`]. That poisons nothing:
    /// the elements are what the task left, and commands that depend on it run. A task must not wait for what
    /// depends on it, nor for another task to run at the same time.
    ///
    /// # Errors
    /// [`Error::Invalid`] when the elements of an accessor are not contiguous in memory, when two accessors are
    /// of one buffer and one writes it, and when the group has a command already.
    pub fn host_task<A, F, E>(&mut self, accessors: A, task: F) -> Result<()>
    where
        A: TaskAccess<'h>,
        F: for<'a> FnOnce(<A::Data as TaskData>::Guards<'a>) -> Result<(), E> + Send + 'static,
        E: Into<Box<dyn error::Error + Send + Sync>>,
    {
        self.command(|| Ok(Action::Task(host_task::command(accessors.into_data()?, task)?)))
    }

    /// Makes the group's command.
    ///
    /// # Errors
    /// That of `make`; [`Error::Invalid`] when there is a command already.
    fn command(&mut self, make: impl FnOnce() -> Result<Action>) -> Result<()> {
        let command = match (&self.refused, &self.command) {
            (Some(refused), _) => Err(refused.clone()),
            (None, None) => make(),
            (None, Some(_)) => Err(Error::Invalid(
                "a command group takes one command, and this is its second; submit it as a group of its own"
                    .to_owned(),
            )),
        };
        let result = command.as_ref().map(|_| ()).map_err(Error::clone);
        self.command = Some(command);
        result
    }

    /// Of a command group on a queue of this context and device.
    pub(crate) const fn new(
        queue: (&'h Context, &'h Device),
        programs: &'h Programs,
        streams: &'h Streams,
    ) -> Self {
        Self {
            programs,
            streams,
            queue,
            bundle: None,
            requirements: Requirements::new(),
            unordered: Vec::new(),
            after: Vec::new(),
            command: None,
            refused: None,
            group: PhantomData,
        }
    }

    /// Adds a requirement of an accessor that needs what is in the buffer.
    pub(crate) fn require(&mut self, part: Part, writes: bool) {
        self.requirements.add(part, writes);
    }

    /// Adds a use of memory that orders nobody. Memory of another context makes the group fail.
    pub(crate) fn use_unordered(&mut self, context: &Context, what: Use) {
        if context != self.queue.0 {
            let wrong =
                "the memory is of another context than the queue; allocate it for a queue of that context";
            self.refused.get_or_insert_with(|| Error::Invalid(wrong.to_owned()));
        }
        self.unordered.push(what);
    }

    /// Adds a requirement of an accessor that writes, and does not need what is in the buffer.
    pub(crate) fn require_no_init(&mut self, part: Part) -> NoInit {
        self.requirements.add_no_init(part)
    }

    /// Notes that the command overwrites a buffer through an accessor that was taken to need what is in it.
    fn overwrite(&mut self, part: Option<Part>) {
        part.iter().for_each(|part| self.requirements.overwrite(part));
    }

    /// The group's command, with a completion made after everything else.
    ///
    /// # Errors
    /// The error of its command, if there was one.
    pub(crate) fn finish(self, completion: impl FnOnce() -> Completion) -> Result<Command> {
        Ok(Command {
            action: self.command.unwrap_or(self.refused.map_or(Ok(Action::Nothing), Err))?,
            requirements: self.requirements.finish(),
            unordered: self.unordered,
            after: self.after,
            completion: Arc::new(completion()),
        })
    }
}
