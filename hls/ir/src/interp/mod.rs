//! The interpreter: what KIR means, executed.
//!
//! It runs checked and unchecked code alike. Where unchecked code leaves memory, or reads what was never written,
//! the run ends with [`Error::Undefined`]: on other targets such a run has no defined result.
//!
//! Processes take turns: first come, first served, and at most so many operations at once. One that has to wait for a
//! channel goes on when that changes; where none can go on, that is found at once, and runs with other depths find those that
//! free it ([`depths`]). What operations that depend on time
//! give ([`ChannelAccess::depends_on_time`](crate::ChannelAccess::depends_on_time)) is that of one schedule of many:
//! one in which every process goes on sooner or later.

mod channel;
mod control;
mod error;
mod exec;
mod frame;
mod memory;
mod panics;
mod place;
mod schedule;
mod state;

use sycl_hls_types::{DataflowError, Scalar, ScalarValue};

use crate::{Channel, ChannelId, Func, FuncId, Module, Param, ParamKind, depths};
use channel::Fifo;
pub use error::Error;
use exec::Machine;
use memory::{Memory, View};
pub use state::State;

/// Operations of each run of the search for depths that free a deadlock.
const SEARCH_STEPS: u64 = 100_000_000;

/// An argument of a function.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A scalar by value.
    Scalar(ScalarValue),
    /// The scalars of a slice or of a referenced object: row-major, fields in order. The run changes what is behind
    /// a `&mut`.
    Slice(Vec<ScalarValue>),
    /// The elements of a stream. The run takes from the front what the kernel receives, and adds at the end what it sends.
    Stream(Vec<ScalarValue>),
}

/// How to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// End with a fault wherever Rust panics, without a pass that inserts checks: at an overflow, an index, a
    /// division, a shift and a `panic_if`.
    pub panics: bool,
    /// The number of operations and iterations after which to give up. It alone ends processes that ask a channel for ever
    /// (`empty`, `full`, `try_*`) and wait for nothing: that is no deadlock.
    pub steps: u64,
    /// How many calls may wait for one another. Frames lie on the heap: memory is the only other limit.
    pub calls: usize,
}

impl Default for Options {
    /// The code as it stands, to its end; a hundred thousand calls, more than code has that people write.
    fn default() -> Self {
        Self { panics: false, steps: u64::MAX, calls: 100_000 }
    }
}

/// Runs a kernel of a checked module. Slices in `args` hold the result afterwards, also after an error.
///
/// # Errors
/// When an argument does not fit, a check fails, or the run has no defined result.
pub fn run(module: &Module, kernel: FuncId, args: &mut [Arg]) -> Result<(), Error> {
    call(module, kernel, args, Options::default()).map(|_| ())
}

/// Runs any function of a checked module, as the first run, and gives what it returns. Memory in `args` holds the result afterwards,
/// also after an error; what the function left unwritten is 0 there.
///
/// # Errors
/// When an argument does not fit, a check fails, the run has no defined result, or it takes too many operations.
pub fn call(
    module: &Module,
    func: FuncId,
    args: &mut [Arg],
    options: Options,
) -> Result<Option<ScalarValue>, Error> {
    call_again(module, func, args, options, &mut State::default())
}

/// As [`call`], behind the runs that have left `state`. A run without an error leaves what persistent slots hold at its end.
///
/// # Errors
/// As of [`call`].
pub fn call_again(
    module: &Module,
    func: FuncId,
    args: &mut [Arg],
    options: Options,
    state: &mut State,
) -> Result<Option<ScalarValue>, Error> {
    let data = &module.funcs[func];
    if args.len() != data.params.len() {
        return Err(Error::Argument(format!("{} arguments for {}", args.len(), data.params.len())));
    }
    for (param, arg) in data.params.iter().zip(args.iter()) {
        if !fits(data, param, arg) {
            return Err(Error::Argument(param.name.clone()));
        }
    }
    let has_channels = module.funcs.iter().any(|(_, func)| !func.channels.is_empty());
    let given = has_channels.then(|| args.to_vec());
    let run = attempt(module, func, args, options, (state, Growth::default()));
    match (run.result, given) {
        (Err(Error::Dataflow(error)), Some(given)) => {
            Err(freed(error, &run.full, (module, func), (&given, state), options).into())
        }
        (result, _) => {
            if result.is_ok() {
                *state = run.state;
            }
            result
        }
    }
}

/// The depths of FIFOs, by their declarations.
type Growth = depths::Growth<(FuncId, ChannelId)>;

/// What a run left.
struct Attempt {
    result: Result<Option<ScalarValue>, Error>,
    state: State,
    growth: Growth,
    /// The FIFOs that are full in a deadlock, with their depths.
    full: Vec<((FuncId, ChannelId), u64)>,
}

/// A run behind those that left `state`, with these depths of FIFOs.
fn attempt(
    module: &Module,
    func: FuncId,
    args: &mut [Arg],
    options: Options,
    (state, growth): (&State, Growth),
) -> Attempt {
    let data = &module.funcs[func];
    let mut memory = Memory::default();
    let adopt = |arg: &mut Arg| match arg {
        Arg::Scalar(scalar) => Actual::Scalar(scalar.clone()),
        Arg::Slice(elements) => Actual::View(memory.adopt(std::mem::take(elements))),
        Arg::Stream(elements) => Actual::Stream(std::mem::take(elements)),
    };
    let actuals: Vec<Actual> = args.iter_mut().map(adopt).collect();
    let mut machine = Machine::new(module, &data.name, options, (memory, state.clone(), growth));
    let mut process = machine.process(func, actuals.iter().cloned());
    machine.open_ports(&mut process, &actuals);
    let ports = process.frame.channels.clone();
    let result = machine.run(process);
    let full = machine.full().into_iter().map(|(_, fifo)| (fifo.id, fifo.depth)).collect();
    let returned = machine.returned.take();
    for ((actual, arg), param) in actuals.into_iter().zip(args).zip(&data.params) {
        match (actual, arg, &param.kind) {
            (Actual::View(view), Arg::Slice(elements), _) => {
                *elements = machine.memory.release(view, &scalars(param));
            }
            (_, Arg::Stream(elements), ParamKind::Stream { channel, .. }) => {
                let fifo = ports.get(*channel).map(|fifo| &mut machine.schedule.fifos[*fifo]);
                *elements = fifo.map(Fifo::take_all).unwrap_or_default();
            }
            _ => {}
        }
    }
    let Machine { state, growth, .. } = machine;
    Attempt { result: result.map(|()| returned), state, growth, full }
}

/// The error of a run that ended in a deadlock with these FIFOs full, with the depths that free it.
fn freed(
    error: DataflowError,
    full: &[((FuncId, ChannelId), u64)],
    (module, func): (&Module, FuncId),
    (given, state): (&[Arg], &State),
    options: Options,
) -> DataflowError {
    if full.is_empty() || !matches!(error, DataflowError::Deadlock { .. }) {
        return error;
    }
    let options = Options { steps: options.steps.min(SEARCH_STEPS), ..options };
    let found = depths::search(full, |growth| {
        let run = attempt(module, func, &mut given.to_vec(), options, (state, growth));
        match run.result {
            Err(Error::Dataflow(_)) => depths::Outcome::Stuck,
            Err(Error::Steps { .. }) => depths::Outcome::Unknown,
            _ => depths::Outcome::Ends(run.growth.grown()),
        }
    });
    let channel = |(func, id): (FuncId, ChannelId)| &module.funcs[func].channels[id];
    let Some(found) = found else { return error };
    error.with_depths(depths::told(&found, |id| {
        let Channel { name, depth, span, .. } = channel(id);
        (name, module.location(*span), *depth)
    }))
}

fn fits(func: &Func, param: &Param, arg: &Arg) -> bool {
    match (&param.kind, arg) {
        (ParamKind::Scalar(value), Arg::Scalar(scalar)) => func.ty(*value) == scalar.ty(),
        (ParamKind::Slice { .. } | ParamKind::Ref { .. } | ParamKind::Output { .. }, Arg::Slice(values)) => {
            let types = scalars(param);
            let whole = match &param.kind {
                ParamKind::Ref { .. } | ParamKind::Output { .. } => values.len() == types.len(),
                _ => types.is_empty() || values.len().is_multiple_of(types.len()),
            };
            whole
                && values.iter().map(|value| value.ty()).eq(types.iter().copied().cycle().take(values.len()))
        }
        (ParamKind::Stream { channel, .. }, Arg::Stream(values)) => {
            values.iter().all(|value| value.ty() == func.channels[*channel].element)
        }
        _ => false,
    }
}

/// The types of the scalars in what a parameter refers to, or in an element of the slice.
fn scalars(param: &Param) -> Vec<Scalar> {
    match &param.kind {
        ParamKind::Slice { element: ty, .. }
        | ParamKind::Ref { pointee: ty, .. }
        | ParamKind::Output { pointee: ty, .. } => ty.scalars().collect(),
        ParamKind::Scalar(_) | ParamKind::Stream { .. } => Vec::new(),
    }
}

/// An argument as a function receives it.
#[derive(Clone, Debug)]
enum Actual {
    Scalar(ScalarValue),
    View(View),
    Stream(Vec<ScalarValue>),
}
