//! The interpreter: what KIR means, executed.
//!
//! It runs checked and unchecked code alike. Where unchecked code leaves memory, or reads what was never written,
//! the run ends with [`Error::Undefined`]: on other targets such a run has no defined result.

mod exec;
mod memory;
mod place;

use sycl_hls_types::{Fault, Location, ScalarValue};

use crate::{FuncId, Module, ParamKind};
use exec::Machine;
use memory::{Memory, View};

/// An argument of a kernel.
#[derive(Clone, Debug, PartialEq)]
pub enum Arg {
    /// A scalar by value.
    Scalar(ScalarValue),
    /// The elements of a slice; the run changes those of a `&mut` slice.
    Slice(Vec<ScalarValue>),
}

/// Why a run ended early.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Error {
    /// A check failed.
    #[error(transparent)]
    Fault(#[from] Fault),
    /// The code left memory or read what was never written.
    #[error("{at}: the run has no defined result: {what}")]
    Undefined {
        /// What it did.
        what: String,
        /// Where.
        at: Location,
    },
    /// An argument does not fit its parameter.
    #[error("argument `{0}` does not fit its parameter")]
    Argument(String),
}

/// Runs a kernel of a checked module. Slices in `args` hold the result afterwards, also after an error.
///
/// # Errors
/// When an argument does not fit, a check fails, or the run has no defined result.
pub fn run(module: &Module, kernel: FuncId, args: &mut [Arg]) -> Result<(), Error> {
    let func = &module.funcs[kernel];
    if args.len() != func.params.len() {
        return Err(Error::Argument(format!("{} arguments for {}", args.len(), func.params.len())));
    }
    let mut memory = Memory::default();
    let mut actuals = Vec::with_capacity(args.len());
    for (param, arg) in func.params.iter().zip(args.iter_mut()) {
        let actual = match (&param.kind, arg) {
            (ParamKind::Scalar(value), Arg::Scalar(scalar)) if func.ty(*value) == scalar.ty() => {
                Actual::Scalar(*scalar)
            }
            (ParamKind::Slice { element, .. }, Arg::Slice(elements))
                if elements.iter().all(|value| value.ty() == *element) =>
            {
                Actual::View(memory.adopt(std::mem::take(elements)))
            }
            _ => return Err(Error::Argument(param.name.clone())),
        };
        actuals.push(actual);
    }
    let mut machine = Machine::new(module, &func.name, memory);
    let result = machine.call(kernel, &actuals);
    for (actual, arg) in actuals.into_iter().zip(args) {
        if let (Actual::View(view), Arg::Slice(elements)) = (actual, arg) {
            *elements = machine.memory.release(view);
        }
    }
    result.map(|_| ())
}

/// An argument as a function receives it.
#[derive(Clone, Copy, Debug)]
enum Actual {
    Scalar(ScalarValue),
    View(View),
}
