//! The worker process: runs one kernel after another, as the device process tells it to.

use std::io;
use std::path::Path;
use std::sync::mpsc;
use std::thread;

use sycl_hls_backend::{Args, KernelArg, Program as _};
use sycl_hls_boards::Catalogue;
use sycl_hls_types::{BankConnection, Fault, FaultKind, KernelInterface, SimulatedKernel};

use super::arguments::{Value, ranges, values};
use super::capacity::Capacity;
use super::linked::Linked;
use super::mapping::{Lent, Mappings};
use super::worker::{Outcome, Start, Written, read_message, write_message};
use crate::error::ImageError;
use crate::hw_emu::SimulatedProgram;
use crate::program::EmulatedProgram;

/// Why a worker could not work.
#[derive(Debug, thiserror::Error)]
pub enum WorkError {
    /// The image cannot be loaded.
    #[error("the image cannot be loaded: {0}")]
    Image(#[source] ImageError),
    /// The device process cannot be told.
    #[error("the device process cannot be told: {0}")]
    Broken(#[from] io::Error),
}

/// Runs the kernels of `image`, a shared object or a folder of simulators, as standard input asks for it, and says on standard output how they ended. A folder is for one of `boards`.
/// Ends this process at once when the device process is gone, whatever runs.
///
/// # Errors
/// When the image cannot be loaded. Kernels that stop are no error here.
pub fn work(image: &Path, boards: Catalogue) -> Result<(), WorkError> {
    let (starts, queue) = mpsc::channel();
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        while let Ok(start) = read_message::<Start>(&mut input) {
            if starts.send(start).is_err() {
                return;
            }
        }
        // Nobody wants to know any more what a kernel computes that may never end.
        std::process::exit(0);
    });
    let mut worker = Worker {
        program: open(image, boards).map_err(WorkError::Image)?,
        mappings: Mappings::default(),
        capacity: Capacity::default(),
    };
    let mut output = io::stdout().lock();
    for start in queue {
        let mut warnings = Vec::new();
        let result = worker.run(&start, &mut warnings);
        write_message(&mut output, &Outcome::of(result, warnings))?;
    }
    Ok(())
}

/// The linked kernels of `image`, a shared object, as the device process reads them.
///
/// # Errors
/// When the image cannot be loaded.
pub fn linked_kernels(image: &Path) -> Result<String, WorkError> {
    let Kernels::Emulated(program) = open(image, Catalogue::default()).map_err(WorkError::Image)? else {
        return Ok("[]".to_owned());
    };
    let linked = Linked::of(program.links(), |name| program.kernel(name));
    // Strings and lists only: serialization has no way to fail.
    Ok(serde_json::to_string(&linked).unwrap_or_default())
}

fn open(image: &Path, boards: Catalogue) -> Result<Kernels, ImageError> {
    if image.is_dir() {
        return SimulatedProgram::in_folder(image, boards).map(Kernels::Simulated);
    }
    let bytes = std::fs::read(image).map_err(|source| ImageError::Io { path: image.to_owned(), source })?;
    EmulatedProgram::load(&bytes, &[]).map(Kernels::Emulated)
}

/// The kernels of an image.
enum Kernels {
    Emulated(EmulatedProgram),
    Simulated(SimulatedProgram),
}

impl Kernels {
    /// What a kernel takes.
    fn interface(&self, symbol: &str) -> Option<&KernelInterface> {
        match self {
            Self::Emulated(program) => program.kernel_of_symbol(symbol),
            Self::Simulated(program) => simulated(program, symbol).map(|kernel| &kernel.interface),
        }
    }

    /// The banks that the arguments of compute units reach, where those of the emulation are others than the card's.
    fn connections(&self) -> &[BankConnection] {
        match self {
            Self::Emulated(program) => program.connections(),
            // XRT has the card's own banks in hardware emulation.
            Self::Simulated(_) => &[],
        }
    }

    fn run(&self, start: &Start, kernel: &KernelInterface, args: Args<'_>) -> Result<(), Fault> {
        match self {
            Self::Emulated(program) => program.run(&kernel.name, args),
            Self::Simulated(program) => match simulated(program, &start.symbol) {
                Some(kernel) => program.run_unit(kernel, &start.unit, args),
                None => Ok(()),
            },
        }
    }
}

fn simulated<'p>(program: &'p SimulatedProgram, symbol: &str) -> Option<&'p SimulatedKernel> {
    program.manifest().kernels.iter().find(|kernel| kernel.symbol == symbol)
}

struct Worker {
    program: Kernels,
    mappings: Mappings,
    capacity: Capacity,
}

impl Worker {
    /// Runs a kernel; gives what it has written into registers. What its user should know, though it does not stop the run, is
    /// added to `warnings`.
    fn run(&mut self, start: &Start, warnings: &mut Vec<String>) -> Result<Vec<Written>, Fault> {
        let other = |message| other(&start.symbol, message);
        let kernel = self.program.interface(&start.symbol);
        let kernel =
            kernel.ok_or_else(|| other("the image does not have it; build the image anew".to_owned()))?;
        let (mut values, slices) = values(kernel, start).map_err(|error| other(error.to_string()))?;
        let ranges = ranges(&slices, &start.buffers).map_err(|error| other(error.to_string()))?;
        *warnings = self.capacity.check(self.program.connections(), start, &slices);
        let mapped = self.mappings.update(&start.buffers, &ranges);
        mapped.map_err(|error| other(format!("its memory cannot be mapped: {error}")))?;
        let lent = self
            .mappings
            .lend(&ranges)
            .map_err(|(one, beside)| other(refusal(kernel, &values, one, beside)))?;
        self.program.run(start, kernel, arguments(&mut values, lent))?;
        let outputs = values.iter().filter_map(|value| match value {
            Value::Output(output) => Some(output.written()),
            Value::Scalar(_) | Value::Struct(_) | Value::Slice(_) => None,
        });
        Ok(outputs.collect())
    }
}

/// The arguments of a run. Slices stand in `lent` in their order.
fn arguments<'a>(values: &'a mut [Value], lent: Vec<Lent<'a>>) -> Args<'a> {
    let mut lent = lent.into_iter();
    let argument = |value: &'a mut Value| match value {
        Value::Scalar(value) => Some(KernelArg::Scalar(value.clone())),
        Value::Struct(bytes) => Some(KernelArg::Struct(bytes)),
        Value::Output(output) => Some(KernelArg::SliceMut(output.bytes())),
        Value::Slice(_) => lent.next().map(|lent| match lent {
            Lent::Shared(bytes) => KernelArg::Slice(bytes),
            Lent::Mutable(bytes) => KernelArg::SliceMut(bytes),
        }),
    };
    values.iter_mut().filter_map(argument).collect()
}

/// The complaint about slices that cannot be lent.
fn refusal(kernel: &KernelInterface, values: &[Value], one: usize, beside: Option<usize>) -> String {
    let name = |slice: usize| {
        let position = values.iter().position(|value| *value == Value::Slice(slice));
        let param = position.and_then(|position| kernel.params.get(position));
        param.map_or("?", |param| param.name.as_str())
    };
    match beside {
        Some(beside) => format!(
            "`{}` and `{}` overlap, and one of them is written: the kernel was compiled for slices apart",
            name(one),
            name(beside)
        ),
        None => format!("`{}` is not within its memory", name(one)),
    }
}

fn other(kernel: &str, message: String) -> Fault {
    Fault { kernel: kernel.to_owned(), kind: FaultKind::Other, message, at: None }
}
