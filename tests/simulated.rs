//! Kernels as our own RTL, simulated cycle by cycle.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sycl_hls_backend::KernelArg;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::rtl::predict::{Inputs, Prediction, predict};
use sycl_hls_compiler::rtl::{Unsupported, simulator};
use sycl_hls_compiler::sched;
use sycl_hls_compiler::tool::{Cancel, Simulator as Sources, Verilator, Waves};
use sycl_hls_emulation::hw_emu::{self as emulation, Setup};
use sycl_hls_emulation::simulator::{BankModel, Configuration, RunLimits, RunStatus, Simulator};
use sycl_hls_ir::{Func, Module, ParamKind};
use sycl_hls_types::{Length, ScalarValue};
use tempfile::TempDir;

use crate::Value;

/// The kernels of modules as simulators, each of which is built when it is first run.
pub struct Hardware {
    modules: Vec<Module>,
    folder: TempDir,
    programs: Mutex<HashMap<String, Arc<Built>>>,
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
}

/// The clock that schedules are made for, in MHz: that of most boards' shells.
const MHZ: u32 = 300;

impl Hardware {
    /// Hardware of modules without checks, which went through the passes for it.
    ///
    /// # Panics
    /// When there is no place for temporary files.
    #[must_use]
    pub fn new(modules: Vec<Module>) -> Self {
        let folder = TempDir::new().expect("a temporary folder can be made");
        Self { modules, folder, programs: Mutex::default() }
    }

    /// Runs a kernel with this memory; gives what its arguments are afterwards, and the cycles that it took.
    ///
    /// # Errors
    /// When there is no hardware for it yet.
    ///
    /// # Panics
    /// When anything goes wrong.
    pub fn run(&self, kernel: &str, args: &[Value], memory: &Configuration) -> Result<Run, Unsupported> {
        let program = self.program(kernel)?;
        let (_, func) = self.find(kernel);
        let hw_emu::Kernel { machine, plan, manifest, .. } = &program.hardware;
        let predicted = predict(machine, plan, &inputs(args, func));
        let mut values = args.to_vec();
        let setup = Setup {
            configuration: memory.clone(),
            regions: Vec::new(),
            limits: RunLimits { max_cycles: 200_000_000, hang_cycles: 100_000, ..RunLimits::default() },
            wave: None,
        };
        let args = values.iter_mut().map(Value::kernel_arg).collect();
        let report = emulation::run(manifest, &program.simulator, &setup, args, &mut ());
        let report = report.unwrap_or_else(|fault| panic!("{fault}"));
        Ok(Run { values: values.iter().map(Value::values).collect(), cycles: report.cycles, predicted })
    }

    /// Runs a kernel of slices twice in the same hardware, without a reset; gives what its arguments are each time.
    ///
    /// # Errors
    /// When there is no hardware for it yet.
    ///
    /// # Panics
    /// When anything goes wrong.
    pub fn run_twice(&self, kernel: &str, runs: [&[Value]; 2]) -> Result<[Vec<Value>; 2], Unsupported> {
        let program = self.program(kernel)?;
        let known = &program.hardware.manifest;
        let mut simulator = Simulator::start(&program.simulator).expect("the simulator starts");
        simulator.configure(&Configuration::of(BankModel::Ideal)).expect("there is such memory");
        let mut next = 0x1_0000_0000;
        Ok(runs.map(|args| {
            let mut values = args.to_vec();
            let mut registers = known.registers.iter().map(|offset| *offset as u32);
            let mut places = Vec::new();
            for value in &mut values {
                let bytes = bytes(value);
                simulator.allocate(next, bytes.len() as u64).expect("there is memory");
                simulator.write(next, &bytes).expect("memory can be written");
                for number in [next, value.values().len() as u64] {
                    let register = registers.next().expect("there is a register");
                    for (offset, half) in [(register, number), (register + 4, number >> 32)] {
                        let answer = simulator.write_register(offset, half as u32);
                        assert_eq!(answer.expect("the kernel answers"), 0);
                    }
                }
                places.push(next);
                next += 0x10_0000;
            }
            let report = simulator.run(&RunLimits::default(), &mut |_| ()).expect("the simulator answers");
            assert_eq!(report.status, RunStatus::Done, "{kernel}: {report:?}");
            // `ap_continue`: the host has seen that the kernel is done.
            simulator.write_register(0, 1 << 4).expect("the kernel answers");
            for (value, place) in values.iter_mut().zip(places) {
                if let KernelArg::SliceMut(bytes) = value.kernel_arg() {
                    simulator.read(place, bytes).expect("memory can be read");
                }
            }
            values
        }))
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
        for (_, block) in hardware.plan.blocks.iter() {
            assert_eq!(sched::check(&block.problem, &block.schedule), [], "{kernel}");
        }
        let folder = self.folder.path().join(kernel);
        let include = folder.join("src");
        fs::create_dir_all(&include).expect("the folder can be made");
        let own = hardware.verilog().map(|(name, text)| file(&folder, name, &text));
        let library = hw_emu::library().map(|(name, text)| file(&folder, name, text));
        let files: Vec<PathBuf> = own.into_iter().chain(library).collect();
        for (name, text) in simulator::SOURCES {
            file(&include, name, text);
        }
        file(&include, simulator::HARNESS, &hardware.harness());
        let cancel = Cancel::new();
        let sources = Sources {
            top: hardware.top(),
            prefix: simulator::PREFIX,
            verilog: &files,
            main: &include.join(simulator::MAIN),
            include: &include,
            folder: &folder.join("obj"),
            defines: &[hw_emu::DPI_DEFINE, "SYCL_HLS_COLLISIONS"],
            optimized: false,
            waves: Waves::None,
            jobs: 1,
        };
        let simulator = Verilator::find(&cancel).and_then(|it| it.build(&sources, &cancel));
        let simulator = simulator.unwrap_or_else(|error| panic!("{error}"));
        Ok(Arc::new(Program { hardware, simulator }))
    }
}

/// What is known of the registers before a run: all but where slices lie.
fn inputs(args: &[Value], func: &Func) -> Inputs {
    let registers = args.iter().zip(&func.params).flat_map(|(arg, param)| {
        let bytes = bytes(arg);
        let ParamKind::Slice { length, element, .. } = &param.kind else { return vec![Some(bytes)] };
        let elements = bytes.len() as u64 / element.layout().size().max(1);
        let length = (*length == Length::Argument).then(|| Some(elements.to_le_bytes().to_vec()));
        std::iter::once(None).chain(length).collect()
    });
    Inputs(registers.collect())
}

fn bytes(arg: &Value) -> Vec<u8> {
    match arg.clone().kernel_arg() {
        KernelArg::Scalar(value) => value.to_le_bytes(),
        KernelArg::Slice(bytes) | KernelArg::Struct(bytes) => bytes.to_vec(),
        KernelArg::SliceMut(bytes) => bytes.to_vec(),
    }
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path
}
