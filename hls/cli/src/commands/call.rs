//! `sycl-hls call`: kernels on NumPy arrays, without a host program.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use sycl_hls_backend::{Backend, Image, KernelArg, Program, Source};
use sycl_hls_compiler::pass;
use sycl_hls_emulation::hw_emu::Observer;
use sycl_hls_emulation::{HwEmulation, SwEmulation};
use sycl_hls_ir::{FuncId, Module, interp};
use sycl_hls_types::{Fault, FaultKind, ScalarValue, Target};
use xclbin_tools::Xclbin;

use crate::args::{ChecksArgs, GateArgs};
use crate::call::{Arrays, CallArg, Forecast, Plan, PlannedStep, SliceArg, StreamArg, steps};
use crate::catalogue;
use crate::diagnostics;
use crate::failure::{DeviceLost, Failure, Reported};
use crate::image::{ImageRequest, ImageTarget, build_image, users_cache};
use crate::interrupt::on_interrupt;
use crate::kernels::{names, no_kernel};
use crate::progress::Progress;
use crate::simulation::{SimulationArgs, Watcher};
use crate::sources::translate_for;
use crate::target::{hw_emu_only, target_with};
use crate::terminal::{Terminal, print};

/// Run kernels on NumPy arrays, without a host program
///
/// Each argument is NAME=VALUE: a Rust literal for a scalar; for a slice @FILE.npy to read it from a file, and
/// :OUT.npy after that to write the result to one. An array of several dimensions is a flat slice to
/// the kernel, in row-major order, and keeps its shape; if elements are arrays, the last dimensions are theirs.
///
/// A scalar that the kernel writes (`&mut T`) is printed after the run. NAME=VALUE gives its value before; it can be left out
/// where the kernel does not use that value.
///
/// Slices of structs are structured arrays with the same fields. A struct by value is given by its fields, as
/// NAME.FIELD=VALUE, with commas between the elements of an array: p.pos.x=1.5 p.vel=0.5,-2.0.
///
/// `then` adds another kernel. Kernels share arrays by file name: a later kernel sees what earlier ones wrote to @FILE.npy.
/// Files are written when all kernels have ended.
///
/// Compiled images are kept in the folder that the environment variable SYCL_HLS_CACHE names, if it is set.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls call axpy.rs axpy a=2.0 x=@x.npy y=@y.npy:out.npy
  sycl-hls call axpy.rs axpy --target sw_emu a=2.0 x=@x.npy y=@y.npy:out.npy
  sycl-hls call axpy.rs axpy --target hw_emu a=2.0 x=@x.npy y=@y.npy:out.npy
  sycl-hls call axpy.rs scale s=2.0 x=@x.npy then offset d=1.0 x=@x.npy:out.npy
  sycl-hls call points.rs shift by.x=1.0 by.y=-2.0 points=@points.npy:out.npy")]
pub struct Call {
    /// The source file
    #[arg(value_name = "FILE.rs")]
    file: PathBuf,
    /// The kernel
    #[arg(value_name = "KERNEL")]
    kernel: String,
    /// The target on which it runs
    #[arg(long, default_value = "host")]
    target: CallTarget,
    /// The emulated board; it affects cycles, not results
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME", default_value = "u200")]
    board: String,
    #[command(flatten)]
    checks: ChecksArgs,
    #[command(flatten)]
    gates: GateArgs,
    #[command(flatten)]
    simulation: SimulationArgs,
    /// hw_emu: write cycles, transfers and stalls of each run to this file, as JSON
    #[arg(long, value_name = "FILE.json")]
    stats: Option<PathBuf>,
    /// The kernel's arguments; more kernels follow with `then KERNEL NAME=VALUE ..`
    #[arg(value_name = "NAME=VALUE")]
    args: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum CallTarget {
    /// The KIR interpreter
    #[value(name = "host")]
    Host,
    /// Software emulation, through an image
    #[value(name = "sw_emu")]
    SwEmu,
    /// Hardware emulation: our Verilog, simulated cycle by cycle
    #[value(name = "hw_emu")]
    HwEmu,
    /// A card: not supported
    #[value(name = "hw")]
    Hw,
}

pub fn call(args: &Call, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let target = args.image_target()?;
    let steps = steps(&args.kernel, &args.args)?;
    let called: Vec<&str> = steps.iter().map(|step| step.kernel).collect();
    let modules = translate_for(&args.file, &called)?;
    let mut plan = Plan::default();
    for step in steps {
        let (module, kernel) = find(&modules, step.kernel)?;
        plan.add(&module.funcs[kernel].interface(), &step)?;
    }
    let watcher = Arc::new(Watcher::new(terminal, args.simulation.memory, &args.board));
    let forecast = match target {
        Some(ImageTarget::HwEmu(_)) if watcher.is_seen() => {
            Forecast::new(&modules, catalogue::find_near(&args.file, &args.board)?.kernel_clock_mhz)
        }
        _ => Forecast::default(),
    };
    let engine = match target {
        None => Engine::interpreter(modules, args.checks.enabled()),
        Some(target) => Engine::emulation(args, target, modules, &watcher, terminal)?,
    };
    let done = run_steps(&engine, &mut plan, |step, arrays| {
        watcher.expect(forecast.cycles(step, arrays), args.simulation.memory);
    });
    if let Some(path) = &args.stats {
        watcher.write(path)?;
    }
    done?;
    plan.arrays.write()?;
    Ok(ExitCode::SUCCESS)
}

/// Each step is told of before.
fn run_steps(engine: &Engine, plan: &mut Plan, begins: impl Fn(&PlannedStep, &Arrays)) -> anyhow::Result<()> {
    for step in &plan.steps {
        begins(step, &plan.arrays);
        let outputs = match engine.run(step, &mut plan.arrays)? {
            Ok(outputs) => outputs,
            Err(fault) => {
                diagnostics::show_fault(&fault);
                return Err(match fault.kind {
                    FaultKind::Lost => DeviceLost.into(),
                    _ => Reported { errors: 1 }.into(),
                });
            }
        };
        for line in outputs {
            print(&format!("{line}\n"))?;
        }
        for arg in &step.args {
            match arg {
                CallArg::Slice(SliceArg { array, output: Some((output, name)), .. }) => {
                    plan.arrays.keep(*array, *output, name)?;
                }
                CallArg::Stream(StreamArg { array, output: Some(name), .. }) => {
                    plan.arrays.keep(*array, *array, name)?;
                }
                _ => {}
            }
        }
    }
    Ok(())
}

impl Call {
    /// What image is built; none for the host.
    fn image_target(&self) -> anyhow::Result<Option<ImageTarget>> {
        let waves = self.simulation.waves()?;
        let target = match self.target {
            CallTarget::Host => None,
            CallTarget::SwEmu => Some(Target::SwEmu),
            CallTarget::HwEmu => Some(Target::HwEmu),
            CallTarget::Hw => Some(Target::Hw),
        };
        let image = target.map(|target| target_with(target, self.checks, self.gates, waves)).transpose()?;
        if self.stats.is_some() && !matches!(image, Some(ImageTarget::HwEmu(_))) {
            return Err(hw_emu_only("--stats").into());
        }
        Ok(image)
    }
}

fn find<'m>(modules: &'m [Module], name: &str) -> anyhow::Result<(&'m Module, FuncId)> {
    let kernels =
        || modules.iter().flat_map(|module| module.kernels().map(move |(id, func)| (module, id, func)));
    if let Some((module, id, _)) = kernels().find(|(_, _, func)| func.name == name) {
        let mut groups = module.links.iter();
        if let Some(group) = groups.find(|group| group.is_free(name)) {
            let message = format!("nobody starts `{name}`, which is free-running");
            let help = format!("run the kernels that it is linked to: `{}`", group.kernel);
            return Err(Failure::usage(message).help(help).into());
        }
        return Ok((module, id));
    }
    Err(no_kernel(name, names(modules)).into())
}

/// What there is to say of a run: a line for each scalar that the kernel has written, for each stream that is written
/// to no file, and for each of which it has not read all.
type Outputs = Vec<String>;

fn written(name: &str, value: &ScalarValue) -> String {
    format!("{name} = {value}")
}

/// What has become of a stream, whose elements these are now.
fn passed(arrays: &mut Arrays, name: &str, stream: &StreamArg, elements: Vec<ScalarValue>) -> Option<String> {
    let count = elements.len();
    if stream.input {
        return (count > 0).then(|| format!("{name}: the kernel has left {count} of the elements"));
    }
    stream.take(arrays, elements);
    stream.output.is_none().then(|| format!("{name}: {count} elements"))
}

/// What runs kernels.
enum Engine {
    Interpreter(Vec<Module>),
    Emulation {
        program: Arc<dyn Program>,
        /// For what the program does not know of its source.
        modules: Vec<Module>,
    },
}

impl Engine {
    fn interpreter(modules: Vec<Module>, checks: bool) -> Self {
        Self::Interpreter(interpreted(modules, checks))
    }

    /// Builds an image of the file and loads it.
    fn emulation(
        args: &Call,
        target: ImageTarget,
        modules: Vec<Module>,
        watcher: &Arc<Watcher>,
        terminal: Terminal,
    ) -> anyhow::Result<Self> {
        let boards = catalogue::near(&args.file)?;
        let board = catalogue::find(boards, &args.board)?;
        let cancel = on_interrupt()?;
        let folder = tempfile::tempdir()?;
        let image = folder.path().join("call.xclbin");
        let (kernels, cache) = (modules.clone().into(), users_cache());
        let request = ImageRequest { kernels, board, target, image, cache, smoke: Vec::new() };
        build_image(&request, &Progress::with(terminal.aside()), &cancel)?;
        let observer: Arc<dyn Observer> = Arc::clone(watcher) as _;
        let backend: Box<dyn Backend> = match target {
            ImageTarget::SwEmu { .. } => Box::new(SwEmulation { boards }),
            ImageTarget::HwEmu(_) => {
                Box::new(HwEmulation { boards, options: args.simulation.options(observer)? })
            }
        };
        let program = load(&request.image, &*backend, &format!("{}/{}", target.target(), board.name))?;
        Ok(Self::Emulation { program, modules: interpreted(modules, args.checks.enabled()) })
    }

    fn run(&self, step: &PlannedStep, arrays: &mut Arrays) -> anyhow::Result<Result<Outputs, Fault>> {
        match self {
            Self::Interpreter(modules) => interpret(modules, step, arrays),
            Self::Emulation { program, modules } => match emulate(&**program, step, arrays) {
                Err(fault) if fault.kind == FaultKind::Dataflow => {
                    Ok(Err(searched(modules, step, arrays, fault)?))
                }
                done => Ok(done),
            },
        }
    }
}

/// Modules as the interpreter runs them.
fn interpreted(mut modules: Vec<Module>, checks: bool) -> Vec<Module> {
    for module in &mut modules {
        pass::run_all(module, if checks { &[pass::CHECKS] } else { &[pass::TOTAL_DIVISION] });
    }
    modules
}

/// A fault of processes in emulation; where the interpreter has the same one, it has searched for depths that free it.
fn searched(
    modules: &[Module],
    step: &PlannedStep,
    arrays: &mut Arrays,
    fault: Fault,
) -> anyhow::Result<Fault> {
    Ok(match interpret(modules, step, arrays)? {
        Err(other) if other.reason() == fault.reason() => other,
        _ => fault,
    })
}

fn load(path: &Path, backend: &dyn Backend, id: &str) -> anyhow::Result<Arc<dyn Program>> {
    let xclbin = Xclbin::open(path)?;
    let image = Image { path: path.to_owned(), xclbin, modules: Vec::new() };
    let device = backend.devices().into_iter().find(|device| device.info().id == id);
    let device = device.ok_or_else(|| Failure::unavailable(format!("there is no device {id}")))?;
    Ok(device.load(Source::Image(&image))?)
}

fn interpret(
    modules: &[Module],
    step: &PlannedStep,
    arrays: &mut Arrays,
) -> anyhow::Result<Result<Outputs, Fault>> {
    let (module, kernel) = find(modules, &step.kernel)?;
    let mut args: Vec<interp::Arg> = step
        .args
        .iter()
        .map(|arg| match arg {
            CallArg::Scalar(value) => interp::Arg::Scalar(value.clone()),
            CallArg::Struct(scalars) => interp::Arg::Slice(scalars.clone()),
            CallArg::Output(value) => interp::Arg::Slice(vec![value.clone()]),
            CallArg::Slice(slice) => interp::Arg::Slice(seen(arrays, slice).to_vec()),
            CallArg::Stream(stream) => interp::Arg::Stream(stream.sent(arrays)),
        })
        .collect();
    match interp::run(module, kernel, &mut args) {
        Ok(()) => {}
        Err(interp::Error::Fault(fault)) => return Ok(Err(fault)),
        Err(interp::Error::Dataflow(error)) => return Ok(Err(error.fault(&step.kernel))),
        Err(other) => return Err(Failure::user(other.to_string()).into()),
    }
    let mut outputs = Outputs::new();
    for ((name, arg), result) in step.named_args().zip(args) {
        match (arg, result) {
            (CallArg::Slice(slice), interp::Arg::Slice(result)) => {
                arrays.values_mut(slice.array)[..slice.scalars()].clone_from_slice(&result);
            }
            (CallArg::Output(_), interp::Arg::Slice(result)) => {
                outputs.extend(result.iter().map(|value| written(name, value)));
            }
            (CallArg::Stream(stream), interp::Arg::Stream(elements)) => {
                outputs.extend(passed(arrays, name, stream, elements));
            }
            _ => {}
        }
    }
    Ok(Ok(outputs))
}

fn emulate(program: &dyn Program, step: &PlannedStep, arrays: &mut Arrays) -> Result<Outputs, Fault> {
    let bytes_of = |arg: &CallArg| match arg {
        CallArg::Scalar(_) => Vec::new(),
        CallArg::Struct(scalars) => bytes(scalars),
        CallArg::Slice(slice) => bytes(seen(arrays, slice)),
        CallArg::Output(value) => value.to_le_bytes(),
        CallArg::Stream(stream) => bytes(&stream.sent(arrays)),
    };
    let mut memory: Vec<Vec<u8>> = step.args.iter().map(bytes_of).collect();
    let args = step.args.iter().zip(&mut memory).map(|(arg, bytes)| match arg {
        CallArg::Scalar(value) => KernelArg::Scalar(value.clone()),
        CallArg::Struct(_) => KernelArg::Struct(bytes),
        CallArg::Output(_) => KernelArg::SliceMut(bytes),
        CallArg::Slice(slice) if slice.mutable => KernelArg::SliceMut(bytes),
        CallArg::Slice(_) => KernelArg::Slice(bytes),
        CallArg::Stream(_) => KernelArg::Stream(bytes),
    });
    program.run(&step.kernel, args.collect())?;
    let mut outputs = Outputs::new();
    for ((name, arg), bytes) in step.named_args().zip(memory) {
        match arg {
            CallArg::Slice(slice) => {
                read_back(&mut arrays.values_mut(slice.array)[..slice.scalars()], &bytes);
            }
            CallArg::Output(value) => {
                let mut value = [value.clone()];
                read_back(&mut value, &bytes);
                outputs.extend(value.map(|value| written(name, &value)));
            }
            CallArg::Stream(stream) => {
                let elements = bytes.chunks_exact(stream.scalar.bytes());
                let elements = elements.map(|element| ScalarValue::from_le_bytes(stream.scalar, element));
                outputs.extend(passed(arrays, name, stream, elements.collect()));
            }
            CallArg::Scalar(_) | CallArg::Struct(_) => {}
        }
    }
    Ok(outputs)
}

/// The scalars of an array that a kernel gets to see.
fn seen<'a>(arrays: &'a Arrays, slice: &SliceArg) -> &'a [ScalarValue] {
    &arrays.get(slice.array).values[..slice.scalars()]
}

/// Scalars as they lie in memory: what kernels exchange has no padding.
fn bytes(scalars: &[ScalarValue]) -> Vec<u8> {
    scalars.iter().flat_map(|value| value.to_le_bytes()).collect()
}

/// What a kernel has made of scalars' bytes.
fn read_back(scalars: &mut [ScalarValue], mut bytes: &[u8]) {
    for value in scalars {
        let Some((own, rest)) = bytes.split_at_checked(value.ty().bytes()) else { return };
        *value = ScalarValue::from_le_bytes(value.ty(), own);
        bytes = rest;
    }
}
