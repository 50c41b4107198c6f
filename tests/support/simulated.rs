//! Kernels as our own RTL, simulated cycle by cycle.

mod bounds;
mod build;
mod device;
mod statistics;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sycl_hls_backend::KernelArg;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::rtl::Unsupported;
use sycl_hls_compiler::rtl::predict::{Count, Inputs, Prediction, predict};
use sycl_hls_compiler::sched;
use sycl_hls_emulation::hw_emu::{self as emulation, Setup};
use sycl_hls_emulation::simulator::{Configuration, RunLimits, Simulator};
use sycl_hls_ir::{Func, Module, ParamKind};
use sycl_hls_types::{Fault, Length, ScalarValue};
use tempfile::TempDir;

use crate::Value;

pub use device::{Device, Passed};

/// The kernels of modules as simulators, each of which is built when it is first run.
pub struct Hardware {
    modules: Vec<Module>,
    folder: TempDir,
    programs: Mutex<HashMap<String, Arc<Built>>>,
    gate_level: bool,
}

/// A kernel that is built once.
type Built = OnceLock<Result<Arc<Program>, Unsupported>>;

/// A simulator, and what it simulates.
struct Program {
    hardware: hw_emu::Kernel,
    simulator: PathBuf,
}

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// The arguments afterwards.
    pub values: Vec<Vec<ScalarValue>>,
    /// From the start to the end.
    pub cycles: u64,
    /// What the schedule says of it, for ideal memory.
    pub predicted: Prediction,
    /// The cycles that are predicted for its own memory.
    pub bounds: Count,
}

/// The clock that schedules are made for, in MHz: that of most boards' shells.
pub(crate) const MHZ: u32 = 300;

impl Hardware {
    /// Hardware of modules without checks, which went through the passes for it.
    ///
    /// # Panics
    /// When there is no place for temporary files.
    #[must_use]
    pub fn new(modules: Vec<Module>) -> Self {
        let folder = TempDir::new().expect("a temporary folder can be made");
        Self { modules, folder, programs: Mutex::default(), gate_level: false }
    }

    /// The same with operators on floats as gates.
    #[must_use]
    pub fn at_gate_level(self) -> Self {
        Self { gate_level: true, ..self }
    }

    /// Runs a kernel with this memory; gives what its arguments are afterwards, and the cycles that it took.
    ///
    /// # Errors
    /// When there is no hardware for it yet.
    ///
    /// # Panics
    /// When anything goes wrong.
    pub fn run(&self, kernel: &str, args: &[Value], memory: &Configuration) -> Result<Run, Unsupported> {
        Ok(self.run_or_fault(kernel, args, memory)?.unwrap_or_else(|fault| panic!("{fault}")))
    }

    /// As [`run`](Self::run), with the simulator that an earlier run has left, and leaves.
    pub(crate) fn run_again(
        &self,
        kernel: &str,
        args: &[Value],
        memory: &Configuration,
        kept: &mut Option<Simulator>,
    ) -> Run {
        let run = self.attempt(kernel, args, memory, kept);
        let run = run.unwrap_or_else(|lacking| panic!("{kernel}: {lacking}"));
        run.unwrap_or_else(|fault| panic!("{fault}"))
    }

    /// As [`run`](Self::run), also of a kernel that does not end.
    ///
    /// # Errors
    /// When there is no hardware for it yet; inside, why the run ended early.
    ///
    /// # Panics
    /// When the hardware cannot be built.
    pub fn run_or_fault(
        &self,
        kernel: &str,
        args: &[Value],
        memory: &Configuration,
    ) -> Result<Result<Run, Fault>, Unsupported> {
        self.attempt(kernel, args, memory, &mut None)
    }

    fn attempt(
        &self,
        kernel: &str,
        args: &[Value],
        memory: &Configuration,
        kept: &mut Option<Simulator>,
    ) -> Result<Result<Run, Fault>, Unsupported> {
        let program = self.program(kernel)?;
        let (_, func) = self.find(kernel);
        let hw_emu::Kernel { design, plan, manifest, .. } = &program.hardware;
        let predicted = predict(design, plan, &inputs(args, func));
        let mut values = args.to_vec();
        let setup = Setup {
            configuration: memory.clone(),
            regions: Vec::new(),
            limits: RunLimits { max_cycles: 200_000_000, hang_cycles: 100_000, ..RunLimits::default() },
            wave: None,
        };
        let args = values.iter_mut().map(Value::kernel_arg).collect();
        let report = emulation::run_again(manifest, (&program.simulator, kept), &setup, args, &mut ());
        Ok(report.map(|report| {
            let values = values.iter().map(Value::values).collect();
            bounds::check_traffic(kernel, design, &predicted, &report);
            let counted = manifest.dataflow.counters.statistics(&report.blocks);
            statistics::check(kernel, design, &predicted, memory, &counted);
            let bounds = bounds::of(design, &predicted, memory);
            Run { values, cycles: report.cycles, predicted, bounds }
        }))
    }

    /// A kernel as a host has it.
    ///
    /// # Errors
    /// When there is no hardware for it yet.
    ///
    /// # Panics
    /// When it cannot be built.
    pub fn device(&self, kernel: &str) -> Result<Device, Unsupported> {
        Ok(Device::new(&*self.program(kernel)?, self.find(kernel).1))
    }

    fn find(&self, kernel: &str) -> (&Module, &Func) {
        let kernels =
            self.modules.iter().flat_map(|module| module.kernels().map(move |(_, func)| (module, func)));
        kernels.into_iter().find(|(_, func)| func.name == kernel).expect("the kernel is known")
    }

    fn program(&self, kernel: &str) -> Result<Arc<Program>, Unsupported> {
        let cell = {
            let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(programs.entry(kernel.to_owned()).or_default())
        };
        cell.get_or_init(|| self.build(kernel)).clone()
    }

    fn build(&self, kernel: &str) -> Result<Arc<Program>, Unsupported> {
        let (module, func) = self.find(kernel);
        let hardware = hw_emu::kernel(module, func, MHZ)?;
        for (_, block) in hardware.plan.root().blocks.iter() {
            assert_eq!(sched::check(&block.problem, &block.schedule), [], "{kernel}");
        }
        let units = &hardware.plan.root().sharing;
        assert_eq!(sched::check_binding(&units.demand, &units.binding), [], "{kernel}");
        let simulator = build::simulator(&hardware, self.gate_level, &self.folder.path().join(kernel));
        let simulator = simulator.unwrap_or_else(|error| panic!("{error}"));
        Ok(Arc::new(Program { hardware, simulator }))
    }
}

/// What is known before a run: all but where slices lie.
fn inputs(args: &[Value], func: &Func) -> Inputs {
    let mut inputs = Inputs::default();
    for (position, (arg, param)) in args.iter().zip(&func.params).enumerate() {
        let bytes = bytes(arg);
        if let ParamKind::Stream { .. } = param.kind {
            inputs.streams.push(Some(bytes));
            continue;
        }
        let ParamKind::Slice { length, element, .. } = &param.kind else {
            inputs.registers.push(Some(bytes));
            continue;
        };
        let elements = bytes.len() as u64 / element.layout().size().max(1);
        let length = (*length == Length::Argument).then_some(elements);
        let registers = std::iter::once(0).chain(length);
        inputs.registers.extend(registers.map(|register: u64| Some(register.to_le_bytes().to_vec())));
        inputs.slices.insert(position, bytes);
    }
    inputs
}

fn bytes(arg: &Value) -> Vec<u8> {
    match arg.clone().kernel_arg() {
        KernelArg::Scalar(value) => value.to_le_bytes(),
        KernelArg::Slice(bytes) | KernelArg::Struct(bytes) => bytes.to_vec(),
        KernelArg::SliceMut(bytes) => bytes.to_vec(),
        KernelArg::Stream(bytes) => bytes.clone(),
    }
}
