//! Kernels as our own RTL, simulated cycle by cycle.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use sycl_hls_backend::KernelArg;
use sycl_hls_compiler::back::hls_cpp::{self, CppKernel};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::control::{Register, registers};
use sycl_hls_compiler::rtl::{Unsupported, simulator};
use sycl_hls_compiler::sched;
use sycl_hls_compiler::tool::{Cancel, Simulator as Sources, Verilator, Waves};
use sycl_hls_emulation::simulator::{Configuration, RunLimits, RunStatus, Simulator};
use sycl_hls_ir::{Func, Module, Param, ParamKind};
use sycl_hls_types::{Length, ScalarValue};
use tempfile::TempDir;

use crate::Value;

/// The kernels of modules as simulators, each of which is built when it is first run.
pub struct Hardware {
    modules: Vec<Module>,
    folder: TempDir,
    programs: Mutex<HashMap<String, Arc<Built>>>,
}

/// A simulator that is built once.
type Built = OnceLock<Result<PathBuf, Unsupported>>;

/// What a run gave.
#[derive(Clone, Debug)]
pub struct Run {
    /// The arguments afterwards.
    pub values: Vec<Vec<ScalarValue>>,
    /// From the start to the end.
    pub cycles: u64,
}

/// The clock that schedules are made for, in MHz: that of most boards' shells.
const MHZ: u32 = 300;
/// Where memory begins, and what lies between the slices at least.
const MEMORY: u64 = 0x1_0000_0000;
const GUARD: u64 = 0x10_0000;

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
        let (module, func) = self.find(kernel);
        let mut simulator = Simulator::start(&program).expect("the simulator starts");
        simulator.configure(memory).expect("there is such memory");
        let registers = registers(&interface(module, func)).into();
        let mut host = Host { simulator, registers, next: MEMORY };
        let places: Vec<Option<u64>> =
            args.iter().zip(&func.params).map(|(arg, param)| host.pass(arg, param)).collect();
        let limits = RunLimits { max_cycles: 200_000_000, hang_cycles: 100_000, ..RunLimits::default() };
        let report = host.simulator.run(&limits, &mut |_| ()).expect("the simulator answers");
        assert_eq!(report.status, RunStatus::Done, "{kernel}: {report:?}");
        let values = args.iter().zip(places).map(|(arg, place)| host.values(arg, place)).collect();
        Ok(Run { values, cycles: report.cycles })
    }

    fn find(&self, kernel: &str) -> (&Module, &Func) {
        let kernels =
            self.modules.iter().flat_map(|module| module.kernels().map(move |(_, func)| (module, func)));
        kernels.into_iter().find(|(_, func)| func.name == kernel).expect("the kernel is known")
    }

    fn program(&self, kernel: &str) -> Result<PathBuf, Unsupported> {
        let cell = {
            let mut programs = self.programs.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(programs.entry(kernel.to_owned()).or_default())
        };
        cell.get_or_init(|| self.build(kernel)).clone()
    }

    fn build(&self, kernel: &str) -> Result<PathBuf, Unsupported> {
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
            defines: &[hw_emu::DPI_DEFINE],
            optimized: false,
            waves: Waves::None,
            jobs: 1,
        };
        let program = Verilator::find(&cancel).and_then(|it| it.build(&sources, &cancel));
        Ok(program.unwrap_or_else(|error| panic!("{error}")))
    }
}

/// The kernel as a host sees it.
fn interface(module: &Module, func: &Func) -> CppKernel {
    hls_cpp::kernels(module).into_iter().find(|it| it.name == func.name).expect("it is a kernel")
}

/// What passes arguments to a simulated kernel.
struct Host {
    simulator: Simulator,
    /// Those that are not yet written.
    registers: VecDeque<Register>,
    /// Where the next slice lies.
    next: u64,
}

impl Host {
    /// Passes an argument; gives the address of a slice.
    fn pass(&mut self, arg: &Value, param: &Param) -> Option<u64> {
        let bytes = bytes(arg);
        let ParamKind::Slice { length, element, .. } = &param.kind else {
            self.write(&bytes);
            return None;
        };
        let (address, size) = (self.next, bytes.len() as u64);
        if size > 0 {
            self.simulator.allocate(address, size).expect("there is memory");
            self.simulator.write(address, &bytes).expect("memory can be written");
        }
        self.next += size.next_multiple_of(0x1000) + GUARD;
        self.write(&address.to_le_bytes());
        if *length == Length::Argument {
            self.write(&(size / element.layout().size().max(1)).to_le_bytes());
        }
        Some(address)
    }

    fn write(&mut self, bytes: &[u8]) {
        let register = self.registers.pop_front().expect("there is a register");
        for (offset, word) in (register.offset as u32..).step_by(4).zip(bytes.chunks(4)) {
            let mut value = [0; 4];
            value[..word.len()].copy_from_slice(word);
            let written = self.simulator.write_register(offset, u32::from_le_bytes(value));
            assert_eq!(written.expect("the kernel answers"), 0, "at {offset:#x}");
        }
    }

    /// What an argument is after the run.
    fn values(&mut self, arg: &Value, place: Option<u64>) -> Vec<ScalarValue> {
        let mut bytes = bytes(arg);
        match place {
            Some(address) if !bytes.is_empty() => {
                self.simulator.read(address, &mut bytes).expect("memory can be read");
                with_bytes(arg, &bytes).values()
            }
            _ => arg.values(),
        }
    }
}

fn file(folder: &Path, name: &str, text: &str) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, text).expect("the file can be written");
    path
}

fn bytes(arg: &Value) -> Vec<u8> {
    match arg.clone().kernel_arg() {
        KernelArg::Scalar(value) => value.to_le_bytes(),
        KernelArg::Slice(bytes) | KernelArg::Struct(bytes) => bytes.to_vec(),
        KernelArg::SliceMut(bytes) => bytes.to_vec(),
    }
}

/// The argument with what its memory holds.
fn with_bytes(arg: &Value, bytes: &[u8]) -> Value {
    let mut arg = arg.clone();
    if let KernelArg::SliceMut(place) = arg.kernel_arg() {
        place.copy_from_slice(bytes);
    }
    arg
}
