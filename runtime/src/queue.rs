//! Queues: where command groups are submitted to a device.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;
use std::sync::Arc;

use crate::dag::{self, Completion, Failures, OnFailure, Submitted};
use crate::port::Streams;
use crate::programs::Programs;
use crate::{
    Context, Device, Error, Event, Handler, Result, Selector, StreamElement, StreamInput, StreamOutput,
};

/// Takes command groups for one device (S20 §4.6.5). Clones are the same queue; equality is identity (S20
/// §4.5.2).
///
/// Commands run as soon as what they require is free, in any order that their accessors and
/// [`Handler::depends_on`] allow, whatever queue they were submitted to (an out-of-order queue, S20 §4.6.5.5).
/// [`QueueBuilder::in_order`] makes a queue whose commands run one after the other. Dropping a queue does not
/// wait for its commands (S20 §3.9.8.1).
///
/// A program may have any number of queues, on one device and on several: what orders commands is the same
/// for all of them, and a buffer's contents are where they are needed (S20 §3.7.1.2, §3.8.1).
///
/// # Errors of commands
/// A command can fail after [`Queue::submit`] has returned. Each such failure is
/// - returned by [`Event::wait`] of the command's event, every time;
/// - returned by the [`Queue::wait`] that covers the command: the first one called after the command was
///   submitted that returns. A later wait covers later commands only, so a program that has dealt with an
///   error goes on;
/// - handed to the queue's async handler, or that of its [`Context`] if it has none of its own (S20 §4.13.1.3), once, by [`Queue::wait_and_throw`], [`Queue::throw_asynchronous`] or
///   [`Event::wait_and_throw`], or when the last handle of the queue is dropped (S20 §4.13.1.1), whether or not a
///   wait has returned it. The handler runs on the thread that calls or drops;
/// - logged with `tracing::error!` when the last handle is dropped, if there is no handler and nothing has
///   returned it. The process goes on: the default handler of S20 §4.13.1.2, which terminates it, is
///   [`QueueBuilder::abort_on_unhandled`]. A failure after that is logged, handler or not, when the command's events are gone and none has
///   returned it.
///
/// A queue keeps a failure until a wait of the queue has covered it and the handler, if there is one, has had
/// it.
#[derive(Clone)]
pub struct Queue(Arc<Inner>);

struct Inner {
    device: Device,
    context: Context,
    programs: Arc<Programs>,
    streams: Streams,
    profiled: bool,
    submitted: Submitted,
    failures: Arc<Failures>,
}

/// A queue in the making: [`Queue::builder`].
#[must_use = "a builder makes a queue with `build()`"]
pub struct QueueBuilder {
    selector: Selector,
    context: Option<Context>,
    profiled: bool,
    in_order: bool,
    image: Option<PathBuf>,
    on_failure: Option<OnFailure>,
    aborts: bool,
}

impl QueueBuilder {
    /// Keeps the times of commands, for [`Event::profiling`] (`property::queue::enable_profiling`, S20
    /// §4.6.5.5).
    pub const fn enable_profiling(mut self) -> Self {
        self.profiled = true;
        self
    }

    /// Runs the queue's commands in the order of their submission, one at a time, as if each depended on the
    /// one before (`property::queue::in_order`, S20 §4.6.5.5). Commands of other queues are ordered with them
    /// by their accessors alone. A failed command does not keep the next one from running.
    pub const fn in_order(mut self) -> Self {
        self.in_order = true;
        self
    }

    /// Uses the kernels of this image and of no other. Queues on one emulated board may have images of their
    /// own.
    pub fn with_image(mut self, path: impl Into<PathBuf>) -> Self {
        self.image = Some(path.into());
        self
    }

    /// Has `handler` called with each failure of a command (S20 §4.13.1.1); see [`Queue`] for when.
    pub fn async_handler(mut self, handler: impl Fn(Error) + Send + Sync + 'static) -> Self {
        self.on_failure = Some(OnFailure::Call(Arc::new(handler)));
        self
    }

    /// Ends the process where failures would go to an async handler and neither the queue nor its context has one: those that
    /// no wait has returned are written to standard error, then the process aborts (the default handler of S20 §4.13.1.2).
    pub const fn abort_on_unhandled(mut self) -> Self {
        self.aborts = true;
        self
    }

    /// Makes the queue one of this context (S20 §4.6.5.1). The selector chooses among the context's devices.
    pub fn context(mut self, context: &Context) -> Self {
        self.context = Some(context.clone());
        self
    }

    /// The queue.
    ///
    /// # Errors
    /// Those of [`Queue::new`]; [`Error::Load`] when the image cannot be read or is not for the device, and
    /// [`Error::Invalid`] when the device runs no images, or is not of the context.
    pub fn build(self) -> Result<Queue> {
        let device = match &self.context {
            Some(context) => self.selector.select_in(context)?,
            None => self.selector.select()?,
        };
        let context = self.context.unwrap_or_else(|| device.platform().default_context().clone());
        let of_context = || context.handler().cloned().map(OnFailure::Call);
        let by_default = self.aborts.then_some(OnFailure::Abort);
        let on_failure = self.on_failure.or_else(of_context).or(by_default);
        let on_failure = on_failure.map(|what| of_queue(what, &context));
        let programs = match &self.image {
            Some(path) => Arc::new(Programs::of_image(device.backend(), path)?),
            None => Arc::clone(device.programs()),
        };
        Ok(Queue(Arc::new(Inner {
            device,
            context,
            programs,
            streams: Streams::default(),
            profiled: self.profiled,
            submitted: Submitted::new(self.in_order),
            failures: Arc::new(Failures::new(on_failure)),
        })))
    }
}

impl Queue {
    /// A queue for the device that `selector` names (S20 §4.6.5.1).
    ///
    /// # Errors
    /// [`Error::BadSelector`] when the name is malformed, [`Error::UnknownBoard`] when there is no such
    /// board, and [`Error::Unavailable`] when this version cannot drive the device. No other device takes its
    /// place.
    pub fn new(selector: Selector) -> Result<Self> {
        Self::builder(selector).build()
    }

    /// A queue with settings (S20 §4.6.5.5).
    pub const fn builder(selector: Selector) -> QueueBuilder {
        QueueBuilder {
            selector,
            context: None,
            profiled: false,
            in_order: false,
            image: None,
            on_failure: None,
            aborts: false,
        }
    }

    /// Submits a command group (S20 §4.6.5.2, §4.9.3): runs the closure at once and on this thread, then
    /// enqueues its command behind the commands that its accessors order it after. Never waits for a command.
    ///
    /// A group without a command is over when what its accessors require is.
    ///
    /// Kernels that are linked to each other are one command, which begins when each of them has been submitted: submit all of
    /// them before you wait for one. A command that is waited for and lacks a kernel ends with [`Error::Kernel`].
    ///
    /// # Errors
    /// The closure's error, or that of [`Handler::single_task`]; [`Error::Invalid`] when a kernel would wait for one that it is
    /// linked to. Nothing is enqueued then, nor when the closure panics.
    pub fn submit<E: From<Error>>(
        &self,
        f: impl for<'h> FnOnce(&mut Handler<'h>) -> Result<(), E>,
    ) -> Result<Event, E> {
        let queue = (&self.0.context, &self.0.device);
        let mut handler = Handler::new(queue, &self.0.programs, &self.0.streams);
        f(&mut handler)?;
        let new_completion = || Completion::new(self.0.profiled, Arc::clone(&self.0.failures));
        let command = handler.finish(new_completion)?;
        let (node, completion) = dag::commit(command, &self.0.submitted)?;
        Ok(Event::new(node, completion, self.0.context.clone()))
    }

    /// Sends elements to a kernel's stream, which the next run of the kernel on this queue can read: those that begin
    /// after this. What a run leaves is there for the one after it. A kernel that asks for more than it has got ends
    /// with an error.
    ///
    /// ```
    /// #[sycl_hls::kernels]
    /// mod kernels {
    ///     use sycl_hls::device::*;
    ///
    ///     #[kernel]
    ///     pub fn scale(mut input: Receiver<f32>, mut output: Sender<f32>, a: f32, n: usize) {
    ///         for _ in 0..n {
    ///             output.send(a * input.recv());
    ///         }
    ///     }
    /// }
    ///
    /// # use sycl_hls::{Error, Queue, Selector};
    /// # fn main() -> Result<(), Error> {
    /// # let q = Queue::new(Selector::host())?;
    /// q.stream_in(kernels::scale::input(), &[1.0, 2.0, 3.0])?;
    /// q.submit(|h| h.single_task(kernels::scale::args(2.0, 3)))?.wait()?;
    /// assert_eq!(q.stream_out(kernels::scale::output())?, [2.0, 4.0, 6.0]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// [`Error::Poisoned`] if a run of the kernel has failed since the last call: what the stream held is unknown then, and it
    /// is empty from now on.
    pub fn stream_in<T: StreamElement>(&self, stream: StreamInput<T>, elements: &[T]) -> Result<()> {
        self.0.streams.send(stream.port(), &T::to_bytes(elements))
    }

    /// Takes what runs of a kernel on this queue have sent through a stream, of those that are over: wait for their events first.
    ///
    /// # Errors
    /// As [`Self::stream_in`].
    pub fn stream_out<T: StreamElement>(&self, stream: StreamOutput<T>) -> Result<Vec<T>> {
        Ok(T::from_bytes(&self.0.streams.receive(stream.port())?))
    }

    /// Waits until every command submitted to this queue so far is over (S20 §4.6.5.2, `wait`).
    ///
    /// # Errors
    /// The failures of those commands that no earlier wait has covered (see [`Queue`]); [`Error::Several`]
    /// when there is more than one. They still go to the async handler. [`Error::Deadlock`] when a command
    /// waits for a [`crate::HostRead`] of the calling thread.
    pub fn wait(&self) -> Result<()> {
        self.wait_and(|_| false)
    }

    /// Waits as [`Queue::wait`] does, then hands every failure that it has not had to the async handler
    /// (S20 §4.6.5.2, `wait_and_throw`).
    ///
    /// # Errors
    /// Without a handler, those of [`Queue::wait`]. With one, only [`Error::Deadlock`].
    pub fn wait_and_throw(&self) -> Result<()> {
        self.wait_and(Failures::hand_over)
    }

    /// Waits, and returns the failures unless `hand_over` has taken them.
    fn wait_and(&self, hand_over: impl FnOnce(&Failures) -> bool) -> Result<()> {
        let report = self.0.failures.open_report();
        let submitted = self.0.submitted.commands();
        for &node in &submitted {
            dag::wait(node)?;
        }
        let taken = hand_over(&self.0.failures);
        let failures = submitted.last().map_or_else(Vec::new, |&last| report.close(last));
        let failures = failures.into_iter().map(|failure| failure.of_context(&self.0.context));
        if taken { Ok(()) } else { Error::all(failures.collect()) }
    }

    /// Hands the failures so far that it has not had to the async handler, without waiting (S20 §4.6.5.2,
    /// `throw_asynchronous`). Without a handler nothing happens: a wait returns them, or they are logged in the
    /// end.
    pub fn throw_asynchronous(&self) {
        self.0.failures.hand_over();
    }

    /// Whether commands run in the order of their submission (S20 §4.6.5.2, `is_in_order`).
    #[must_use]
    pub fn is_in_order(&self) -> bool {
        self.0.submitted.is_in_order()
    }

    /// The device (S20 §4.6.5.2, `get_device`).
    #[must_use]
    pub fn device(&self) -> &Device {
        &self.0.device
    }

    /// The context (S20 §4.6.5.2, `get_context`).
    #[must_use]
    pub fn context(&self) -> &Context {
        &self.0.context
    }
}

/// What becomes of failures of a queue of this context, which its handler gets with them.
fn of_queue(what: OnFailure, context: &Context) -> OnFailure {
    let OnFailure::Call(handler) = what else { return what };
    let context = context.clone();
    OnFailure::Call(Arc::new(move |failure: Error| handler(failure.of_context(&context))))
}

impl Drop for Inner {
    fn drop(&mut self) {
        if !self.failures.hand_over() {
            self.failures.log_unseen();
        }
    }
}

impl PartialEq for Queue {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Queue {}

impl Hash for Queue {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.0).hash(state);
    }
}

impl fmt::Debug for Queue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Queue").field("device", &self.0.device).finish_non_exhaustive()
    }
}
