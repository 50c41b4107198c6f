//! A command: what runs, on which memory, and what its failure entails.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use sycl_hls_backend::{Args, Content, Contents, KernelArg, Program};
use sycl_hls_memory::Refusal;
use sycl_hls_types::{Fault, FaultKind, ScalarValue};

use super::completion::Completion;
use super::graph::NodeId;
use super::memory::{Cause, Memory, ReadBytes, Requirement, WriteBytes};
use super::rendezvous::Rendezvous;
use super::stream::{Stream, Taken};
use super::unordered::{Entered, Use};
use crate::Error;

/// What a command group asked for (S20 §4.9.4).
pub(crate) struct Command {
    /// What to do.
    pub action: Action,
    /// The memory it requires, each buffer once.
    pub requirements: Vec<Requirement>,
    /// Memory that it uses besides, which orders nobody.
    pub unordered: Vec<Use>,
    /// Other commands that it runs after.
    pub after: Vec<(NodeId, Arc<Completion>)>,
    /// Where its end is published.
    pub completion: Arc<Completion>,
}

/// What a command does.
pub(crate) enum Action {
    /// Nothing: it is over when its dependencies are.
    Nothing,
    /// Runs a kernel. A failure poisons what the command could write.
    Launch(Launch),
    /// Runs kernels that are linked to each other, once all of them are there. A failure poisons as that of one.
    Linked(Rendezvous),
    /// Copies or fills. A failure poisons what the command could write.
    Transfer(Transfer),
    /// Runs a function of the host. A failure poisons nothing.
    Task(Task),
}

/// Runs a function of the user's; the graph gives it the memory that the command requires.
pub(crate) type Task = Box<dyn FnOnce() -> Result<(), Error> + Send>;

/// Moves elements about; the graph gives it the memory that the command requires.
pub(crate) type Transfer = Box<dyn FnOnce() -> Result<(), Fault> + Send>;

/// A kernel with its arguments.
pub(crate) struct Launch {
    /// The loaded program.
    pub program: Arc<dyn Program>,
    /// The kernel's name.
    pub kernel: Cow<'static, str>,
    /// The arguments in order.
    pub args: Vec<LaunchArg>,
}

/// An argument of a kernel.
pub(crate) enum LaunchArg {
    /// A scalar.
    Scalar(ScalarValue),
    /// A struct by value: its bytes.
    Struct(Vec<u8>),
    /// A slice: neighbouring bytes of a buffer.
    Slice {
        /// The buffer's storage.
        memory: Arc<dyn Memory>,
        /// Which bytes.
        bytes: Range<usize>,
        /// True for `&mut [T]`.
        mutable: bool,
        /// False if the kernel does not need what is in the bytes.
        initialized: bool,
        /// What they become before the kernel runs.
        filled: Option<Vec<u8>>,
    },
    /// An end of a stream, which its queue has.
    Stream(Option<Arc<Stream>>),
}

impl Action {
    /// What runs, in messages and faults.
    fn kernel(&self) -> &str {
        match self {
            Self::Launch(launch) => &launch.kernel,
            Self::Linked(rendezvous) => rendezvous.kernel(),
            Self::Transfer(_) => "copy or fill",
            Self::Task(_) => "host_task",
            Self::Nothing => "empty command group",
        }
    }

    /// The same for messages that tell of several commands.
    fn name(&self) -> String {
        match self {
            Self::Launch(_) | Self::Linked(_) => format!("kernel `{}`", self.kernel()),
            Self::Transfer(_) => "a copy or fill".to_owned(),
            Self::Task(_) => "a host task".to_owned(),
            Self::Nothing => "an empty command group".to_owned(),
        }
    }

    /// The streams that it reads and writes.
    pub fn streams(&self) -> Vec<Arc<dyn Memory>> {
        match self {
            Self::Launch(launch) => Stream::of_args(&launch.args).collect(),
            Self::Linked(rendezvous) => rendezvous.streams(),
            _ => Vec::new(),
        }
    }
}

impl Command {
    /// What is missing before it can run, if it is a run of linked kernels.
    pub const fn rendezvous(&self) -> Option<&Rendezvous> {
        match &self.action {
            Action::Linked(rendezvous) => Some(rendezvous),
            _ => None,
        }
    }

    /// Takes over another part of the run of linked kernels that it is.
    pub fn join(&mut self, other: Self) {
        if let (Action::Linked(rendezvous), Action::Linked(part)) = (&mut self.action, other.action) {
            rendezvous.join(part);
            self.requirements.extend(other.requirements);
            self.unordered.extend(other.unordered);
        }
    }

    /// Runs the command, node `id` of the graph, whose dependencies are finished. All that it holds is
    /// released and its failure recorded when this returns; the caller publishes the end.
    pub fn run(self, id: NodeId) -> Arc<Completion> {
        let Self { action, requirements, unordered, completion, after: _ } = self;
        completion.start();
        let mut needed = requirements.iter().filter(|requirement| !requirement.overwrites);
        let outcome = match needed.find_map(|requirement| requirement.part.poisoned_by()) {
            Some(Cause { fault, command }) => {
                completion.follow(&command);
                Err((Error::Poisoned(Arc::clone(&fault).into()), Some(fault)))
            }
            None => enter(&action, &unordered).and_then(|_entered| execute(action, &requirements)),
        };
        if let Err((_, Some(fault))) = &outcome {
            let cause = Cause { fault: Arc::clone(fault), command: Arc::clone(&completion) };
            for requirement in requirements.iter().filter(|requirement| requirement.writes) {
                requirement.part.poison(&cause);
            }
        }
        completion.end(id, outcome.err().map(|(error, _)| error));
        completion
    }
}

/// The error of a failed command, and the fault that poisons what it should have written.
type FailedRun = (Error, Option<Arc<Fault>>);

fn failed(fault: Fault) -> FailedRun {
    let fault = Arc::new(fault);
    (Error::Kernel(Arc::clone(&fault).into()), Some(fault))
}

/// Begins the uses of memory that orders nobody.
///
/// # Errors
/// When another one is in the way.
fn enter(action: &Action, uses: &[Use]) -> Result<Vec<Entered>, FailedRun> {
    if uses.is_empty() {
        return Ok(Vec::new());
    }
    let name: Arc<str> = action.name().into();
    let entered: Result<_, Arc<str>> = uses.iter().map(|it| it.enter(&name)).collect();
    entered.map_err(|other| {
        let message = format!(
            "it uses memory that {other} uses at the same time, and one of both writes; nothing orders them: let one depend on \
             the event of the other"
        );
        failed(Fault { kernel: action.kernel().to_owned(), kind: FaultKind::Other, message, at: None })
    })
}

fn execute(action: Action, requirements: &[Requirement]) -> Result<(), FailedRun> {
    if !matches!(action, Action::Nothing) {
        let overwritten = requirements.iter().filter(|requirement| requirement.overwrites);
        overwritten.for_each(|requirement| requirement.part.lift_poison());
    }
    let result = match action {
        Action::Nothing => Ok(()),
        Action::Launch(launch) => launch.run(),
        Action::Linked(rendezvous) => rendezvous.launch().and_then(Launch::run),
        Action::Transfer(transfer) => transfer(),
        Action::Task(task) => return task().map_err(|error| (error, None)),
    };
    result.map_err(failed)
}

impl Launch {
    fn run(self) -> Result<(), Fault> {
        self.fill()?;
        let mut locks = self.lock()?;
        let contents: Vec<_> = self.args.iter().map(LaunchArg::contents).collect();
        let args: Args<'_> = locks.iter_mut().map(Lock::arg).collect();
        self.program.run_with(&self.kernel, args, &contents)
    }

    /// Gives arguments the values that they have at first.
    fn fill(&self) -> Result<(), Fault> {
        let filled = self.args.iter().try_for_each(LaunchArg::fill);
        filled.map_err(|refusal| not_lent(&self.kernel, refusal))
    }

    fn lock(&self) -> Result<Vec<Lock<'_>>, Fault> {
        let locks: Result<Vec<_>, _> = self.args.iter().map(LaunchArg::lock).collect();
        locks.map_err(|refusal| not_lent(&self.kernel, refusal))
    }
}

/// The fault of a command whose memory is not there. The graph keeps others away, so that only a guard that was forgotten can be in
/// the way, and only who gives the elements away can have taken them.
pub(crate) fn not_lent(command: &str, refusal: Refusal) -> Fault {
    let message = match refusal {
        Refusal::InUse => {
            "a buffer stays locked because a host task has forgotten (`mem::forget`) a guard of its elements"
        }
        Refusal::Gone => "a buffer's data was moved out by `into_vec` in the command group that uses it",
    };
    Fault { kernel: command.to_owned(), kind: FaultKind::Other, message: message.to_owned(), at: None }
}

/// An argument whose memory is locked.
enum Lock<'a> {
    Scalar(ScalarValue),
    Struct(&'a [u8]),
    Read(ReadBytes<'a>),
    Write(WriteBytes<'a>),
    Stream(Taken<'a>),
}

impl LaunchArg {
    /// The value of a scalar.
    pub fn scalar(&self) -> Option<ScalarValue> {
        match self {
            Self::Scalar(value) => Some(value.clone()),
            Self::Struct(_) | Self::Slice { .. } | Self::Stream(_) => None,
        }
    }

    /// What is in the memory of a slice, for whoever has locked it.
    fn contents(&self) -> Option<Contents> {
        let Self::Slice { memory, bytes, mutable, initialized, .. } = self else { return None };
        let (memory, version) = memory.version();
        let content = |version| Content { memory, version, start: bytes.start, len: bytes.len() };
        // Being locked to be written is the latest change.
        let before = version.saturating_sub(u64::from(*mutable));
        Some(Contents { before: content(before), after: content(version), needed: *initialized })
    }

    fn fill(&self) -> Result<(), Refusal> {
        if let Self::Slice { memory, bytes, filled: Some(value), .. } = self {
            memory.try_write(bytes.clone())?.copy_from_slice(value);
        }
        Ok(())
    }

    fn lock(&self) -> Result<Lock<'_>, Refusal> {
        Ok(match self {
            Self::Scalar(value) => Lock::Scalar(value.clone()),
            Self::Struct(bytes) => Lock::Struct(bytes),
            Self::Slice { memory, bytes, mutable: false, .. } => Lock::Read(memory.try_read(bytes.clone())?),
            Self::Slice { memory, bytes, mutable: true, .. } => Lock::Write(memory.try_write(bytes.clone())?),
            Self::Stream(stream) => Lock::Stream(stream.as_ref().ok_or(Refusal::Gone)?.take()),
        })
    }
}

impl Lock<'_> {
    fn arg(&mut self) -> KernelArg<'_> {
        match self {
            Self::Scalar(value) => KernelArg::Scalar(value.clone()),
            Self::Struct(bytes) => KernelArg::Struct(bytes),
            Self::Read(data) => KernelArg::Slice(data),
            Self::Write(data) => KernelArg::SliceMut(data),
            Self::Stream(taken) => KernelArg::Stream(&mut taken.elements),
        }
    }
}
