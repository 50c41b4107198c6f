//! One source file, ready to run on every target.

use std::path::Path;
use std::sync::Arc;

use sycl_hls::__private::{ModuleInfo, host_program};
use sycl_hls::{Queue, Selector};
use sycl_hls_backend::{Backend as _, Image, Program, Source};
use sycl_hls_boards::Board;
use sycl_hls_compiler::pass::{self, Pass};
use sycl_hls_emulation::SwEmulation;
use sycl_hls_emulation::simulator::{BankModel, BoardMemory, Configuration};
use sycl_hls_ir::{Module, interp};
use tempfile::TempDir;
use xclbin_tools::Xclbin;

use crate::Value;
use crate::images::{BOARD, translated, write_image_for};
use crate::on_xrt;
use crate::outcome::{Outcome, Values, difference, values};
use crate::simulated::{Device, Hardware, MHZ, Run};

/// The kernels of a source file on every target.
pub struct Subject {
    /// The kernels as this program's own functions.
    host: Arc<dyn Program>,
    /// With checks.
    checked: Vec<Module>,
    /// As hardware is made of them, with checks and without.
    lowered: [Vec<Module>; 2],
    /// Software emulation with checks and without; nothing if that was left out.
    emulated: Option<[Arc<dyn Program>; 2]>,
    /// XRT's own emulation, with checks: in a program that runs in it, that and the host are all targets.
    on_xrt: Option<Arc<dyn Program>>,
    images: Option<TempDir>,
    /// Our own RTL.
    hardware: Hardware,
    /// True if every run is one in simulated hardware, too.
    simulated: bool,
}

/// The outcomes of one kernel with one set of arguments.
#[derive(Debug)]
pub struct Outcomes {
    /// The kernel's own Rust.
    pub host: Outcome,
    /// What the other targets gave, by name. Software emulation without checks is only among them where the host did
    /// not stop: where it did, that has no defined result.
    pub others: Vec<(&'static str, Values)>,
}

impl Subject {
    /// Builds the file's kernels for all targets.
    ///
    /// # Panics
    /// When that fails.
    #[must_use]
    pub fn build(file: impl AsRef<Path>, module: &ModuleInfo) -> Self {
        Self::build_for(BOARD, file, module)
    }

    /// The same on a board of choice, whose banks the kernels name.
    ///
    /// # Panics
    /// When that fails.
    #[must_use]
    pub fn build_for(board: &str, file: impl AsRef<Path>, module: &ModuleInfo) -> Self {
        let subject = Self::interpreted(&file, module);
        let modules = translated(file);
        let images = TempDir::new().expect("a temporary folder can be made");
        if on_xrt::is_here() {
            let image = write_image_for(board, &modules, true, images.path().join("checked.xclbin"));
            let program = on_xrt::load(board, &image, &modules);
            return Self { on_xrt: Some(program), images: Some(images), ..subject };
        }
        let emulated = [true, false].map(|checks| {
            let image = images.path().join(if checks { "checked.xclbin" } else { "release.xclbin" });
            load_on(board, &write_image_for(board, &modules, checks, image))
        });
        Self { emulated: Some(emulated), images: Some(images), ..subject }
    }

    /// The same without software emulation, which takes a second or more to build.
    ///
    /// # Panics
    /// When that fails.
    #[must_use]
    pub fn interpreted(file: impl AsRef<Path>, module: &ModuleInfo) -> Self {
        let plain = translated(file);
        let checked = after(&plain, &[pass::CHECKS]);
        let lowered = [after(&checked, pass::HARDWARE), after(&plain, pass::HARDWARE)];
        let hardware = Hardware::new(lowered[1].clone());
        Self {
            host: host_program(module.natives()),
            checked,
            lowered,
            emulated: None,
            on_xrt: None,
            images: None,
            hardware,
            simulated: std::env::var_os(HW_EMU).is_some(),
        }
    }

    /// The same with every run in simulated hardware, too. Building that takes seconds for each kernel.
    #[must_use]
    pub fn simulated(self) -> Self {
        Self { simulated: true, ..self }
    }

    /// The same with operators on floats as gates, which are slow to simulate: elsewhere the simulator computes them itself.
    #[must_use]
    pub fn at_gate_level(self) -> Self {
        Self { hardware: self.hardware.at_gate_level(), ..self }
    }

    /// A queue for software emulation, with checks; `None` without it.
    ///
    /// # Panics
    /// When there is none for the image.
    #[must_use]
    pub fn queue(&self) -> Option<Queue> {
        let images = self.images.as_ref().filter(|_| self.emulated.is_some())?;
        let queue = Queue::builder(Selector::sw_emu(BOARD)).with_image(images.path().join("checked.xclbin"));
        Some(queue.build().expect("the board is emulated"))
    }

    /// Runs a kernel everywhere.
    ///
    /// # Panics
    /// When there is no such kernel, or the interpreter ends with anything but a fault.
    #[must_use]
    pub fn run(&self, kernel: &str, args: &[Value]) -> Outcomes {
        self.run_with(kernel, args, SEED)
    }

    /// Runs a kernel everywhere, with this seed for the memory of simulated hardware.
    ///
    /// # Panics
    /// As [`run`](Self::run).
    #[must_use]
    pub fn run_with(&self, kernel: &str, args: &[Value], seed: u64) -> Outcomes {
        let host = run(&self.host, kernel, args);
        if let Some(program) = &self.on_xrt {
            if args.iter().any(|arg| matches!(arg, Value::Stream(_))) {
                let refusal = program.refusal(kernel).expect("streams end on the card");
                assert!(refusal.contains("whose stream `"), "{refusal}");
                return Outcomes { host, others: Vec::new() };
            }
            if program.refusal(kernel).is_some_and(|refusal| on_xrt::has_no_registers(&refusal)) {
                return Outcomes { host, others: Vec::new() };
            }
            // A kernel that stops does not run again.
            let emulated = host.is_ok().then(|| ("XRT's sw_emu", values(&run(program, kernel, args))));
            return Outcomes { host, others: emulated.into_iter().collect() };
        }
        let mut others = vec![("interpreter", interpret_once(&self.checked, kernel, args))];
        let [checked, release] = &self.lowered;
        others.push(("interpreter of hardware", interpret_once(checked, kernel, args)));
        if host.is_ok() {
            others.push(("interpreter of hardware without checks", interpret_once(release, kernel, args)));
        }
        if let Some([checked, release]) = &self.emulated {
            others.push(("sw_emu", values(&run(checked, kernel, args))));
            if host.is_ok() {
                others.push(("sw_emu --release", values(&run(release, kernel, args))));
            }
        }
        // What would have stopped has no defined result in hardware.
        if host.is_ok() && self.simulated {
            for (name, memory) in memories(seed) {
                match self.hardware.run(kernel, args, &memory) {
                    Ok(run) => {
                        check_prediction(kernel, &memory, &run);
                        others.push((name, Ok(run.values)));
                    }
                    // The only thing that hardware lacks.
                    Err(lacking) => assert_eq!(lacking.what, "the remainder of floats", "{kernel}"),
                }
            }
        }
        Outcomes { host, others }
    }

    /// Runs a kernel on the host and in simulated hardware, with memory of each kind; gives the cycles with ideal memory.
    ///
    /// # Panics
    /// When they do not agree, or there is no hardware for it.
    pub fn cycles(&self, kernel: &str, args: &[Value]) -> u64 {
        let host = values(&run(&self.host, kernel, args));
        let cycles = memories(SEED).map(|(name, memory)| {
            let run = self.hardware.run(kernel, args, &memory);
            let run = run.unwrap_or_else(|lacking| panic!("{kernel}: {lacking}"));
            if let Some(difference) = difference(&host, &Ok(run.values.clone())) {
                panic!("{kernel} on {name}: {difference}");
            }
            check_prediction(kernel, &memory, &run);
            run.cycles
        });
        cycles[0]
    }

    /// The runs of a kernel in simulated hardware, with memory of each kind, whatever the host does: of kernels that
    /// depend on time.
    ///
    /// # Panics
    /// When a run fails, there is no hardware for it, or it takes other cycles with ideal memory than those predicted.
    pub fn simulated_runs(&self, kernel: &str, args: &[Value]) -> Vec<(&'static str, Run)> {
        let runs = memories(SEED).into_iter().map(|(name, memory)| {
            let run = self.hardware.run(kernel, args, &memory);
            let run = run.unwrap_or_else(|lacking| panic!("{kernel}: {lacking}"));
            check_prediction(kernel, &memory, &run);
            (name, run)
        });
        runs.collect()
    }

    /// Runs a kernel in simulated hardware, with memory and streams that answer whenever AXI allows it to, as this seed has it.
    ///
    /// # Panics
    /// When there is no hardware for it.
    #[must_use]
    pub fn under_pressure(&self, kernel: &str, args: &[Value], seed: u64) -> Run {
        let memory = Configuration { seed, ..Configuration::of(BankModel::Random) };
        let run = self.hardware.run(kernel, args, &memory);
        run.unwrap_or_else(|lacking| panic!("{kernel}: {lacking}"))
    }

    /// Runs a kernel in simulated hardware, with all ports at this bank.
    ///
    /// # Panics
    /// When there is no hardware for it, or the cycles are not within their bounds.
    #[must_use]
    pub fn on_board(&self, kernel: &str, args: &[Value], memory: BoardMemory) -> Run {
        let memory = Configuration::of(BankModel::Board(memory));
        let run = self.hardware.run(kernel, args, &memory);
        let run = run.unwrap_or_else(|lacking| panic!("{kernel}: {lacking}"));
        check_prediction(kernel, &memory, &run);
        run
    }

    /// A kernel in simulated hardware, as a host has it.
    ///
    /// # Panics
    /// When there is no hardware for it.
    #[must_use]
    pub fn device(&self, kernel: &str) -> Device {
        self.hardware.device(kernel).unwrap_or_else(|lacking| panic!("{kernel}: {lacking}"))
    }

    /// Fails unless these arguments are what the host leaves of others.
    ///
    /// # Panics
    /// With the first difference.
    pub fn check(&self, kernel: &str, args: &[Value], found: &[Value]) {
        let host = values(&run(&self.host, kernel, args));
        let found = Ok(found.iter().map(Value::values).collect());
        if let Some(difference) = difference(&host, &found) {
            panic!("{kernel}: {difference}");
        }
    }
}

/// With ideal memory a run takes as many cycles as the schedule says; with the memory of a board, these lie within bounds.
/// `--nocapture` shows them.
fn check_prediction(kernel: &str, memory: &Configuration, run: &Run) {
    let (cycles, bounds) = (run.cycles, run.bounds);
    let with = match memory.banks[0] {
        BankModel::Ideal => "ideal memory",
        BankModel::Board(_) => "the memory of a board",
        BankModel::Random => return,
    };
    println!("{kernel}: {cycles} cycles with {with}, predicted {bounds}");
    assert!(bounds.contains(cycles), "{kernel} takes {cycles} cycles with {with} instead of {bounds}");
}

/// Memory that never lets a kernel wait, memory that answers whenever AXI allows it to, and a bank of a board.
fn memories(seed: u64) -> [(&'static str, Configuration); 3] {
    [
        ("hw_emu", BankModel::Ideal),
        ("hw_emu with back-pressure", BankModel::Random),
        ("hw_emu with a board's memory", BankModel::Board(board_memory("u280", "DDR[0]"))),
    ]
    .map(|(name, bank)| (name, Configuration { seed, ..Configuration::of(bank) }))
}

/// A bank of a board, for a kernel at 300 MHz.
///
/// # Panics
/// When there is no such bank, or nothing is known of it.
#[must_use]
pub fn board_memory(board: &str, bank: &str) -> BoardMemory {
    let board = Board::by_name(board).expect("there is the board");
    let bank = board.bank(bank).and_then(|bank| board.banks.get(bank)).expect("there is the bank");
    BoardMemory { kernel_khz: 1000 * MHZ, timing: bank.timing.expect("its timing is known") }
}

/// Of memory, where a test has none of its own.
const SEED: u64 = 7;

/// The environment variable with which every run is one in simulated hardware, too.
const HW_EMU: &str = "SYCL_HLS_HW_EMU";

/// The modules after these passes.
fn after(modules: &[Module], passes: &[Pass]) -> Vec<Module> {
    let mut modules = modules.to_vec();
    modules.iter_mut().for_each(|module| pass::run_all(module, passes));
    modules
}

fn interpret_once(modules: &[Module], kernel: &str, args: &[Value]) -> Values {
    interpret(modules, kernel, args, &mut interp::State::default())
}

fn interpret(modules: &[Module], kernel: &str, args: &[Value], state: &mut interp::State) -> Values {
    let kernels =
        modules.iter().flat_map(|module| module.kernels().map(move |(id, func)| (module, id, func)));
    let mut found = kernels.filter(|(_, _, func)| func.name == kernel);
    let (module, id, _) = found.next().expect("the kernel is known");
    let mut args: Vec<interp::Arg> = args.iter().map(Value::interp_arg).collect();
    match interp::call_again(module, id, &mut args, interp::Options::default(), state) {
        Ok(_) => {}
        Err(interp::Error::Fault(fault)) => return Err(fault),
        Err(interp::Error::Dataflow(error)) => return Err(error.fault(kernel)),
        Err(other) => panic!("{kernel}: {other}"),
    }
    let values = args.into_iter().map(|arg| match arg {
        interp::Arg::Scalar(value) => vec![value],
        interp::Arg::Slice(values) | interp::Arg::Stream(values) => values,
    });
    Ok(values.collect())
}

fn run(program: &Arc<dyn Program>, kernel: &str, args: &[Value]) -> Outcome {
    let mut args = args.to_vec();
    program.run(kernel, args.iter_mut().map(Value::kernel_arg).collect())?;
    Ok(args)
}

/// An image's kernels in software emulation of [`BOARD`].
///
/// # Panics
/// When the image cannot be loaded.
#[must_use]
pub fn load(path: &Path) -> Arc<dyn Program> {
    load_on(BOARD, path)
}

fn load_on(board: &str, path: &Path) -> Arc<dyn Program> {
    let xclbin = Xclbin::open(path).expect("the image can be read");
    let image = Image { path: path.to_owned(), xclbin, modules: Vec::new() };
    let id = format!("sw_emu/{board}");
    let devices = SwEmulation::default().devices();
    let device = devices.iter().find(|device| device.info().id == id).expect("the board is emulated");
    device.load(Source::Image(&image)).expect("the image can be loaded")
}

impl Subject {
    /// Runs a kernel several times on every target, simulated hardware included, each time on the device that the run before has left.
    /// Gives the arguments behind each run on the host, with the cycles with ideal memory.
    ///
    /// # Panics
    /// When a run stops, when targets do not agree, or there is no hardware for it.
    pub fn in_a_row(&self, kernel: &str, runs: &[Vec<Value>]) -> Vec<(Vec<Value>, u64)> {
        if let Some(program) = &self.on_xrt {
            let each = |args: &Vec<Value>| {
                let host = run(&self.host, kernel, args);
                agree(kernel, "XRT's sw_emu", &host, &values(&run(program, kernel, args)));
                (host.expect("the run ends"), 0)
            };
            return runs.iter().map(each).collect();
        }
        let [checked, release] = &self.lowered;
        let mut interpreters = [
            ("interpreter", &self.checked),
            ("interpreter of hardware", checked),
            ("interpreter of hardware without checks", release),
        ]
        .map(|(name, modules)| (name, modules, interp::State::default()));
        let emulated = self.emulated.iter().flatten().zip(["sw_emu", "sw_emu --release"]);
        let mut simulated = memories(SEED).map(|(name, memory)| (name, memory, None));
        let mut each = |args: &Vec<Value>| {
            let host = run(&self.host, kernel, args);
            for (name, modules, state) in &mut interpreters {
                agree(kernel, name, &host, &interpret(modules, kernel, args, state));
            }
            for (program, name) in emulated.clone() {
                agree(kernel, name, &host, &values(&run(program, kernel, args)));
            }
            let cycles = simulated.each_mut().map(|(name, memory, simulator)| {
                let run = self.hardware.run_again(kernel, args, memory, simulator);
                agree(kernel, name, &host, &Ok(run.values.clone()));
                check_prediction(kernel, memory, &run);
                run.cycles
            });
            (host.expect("the run ends"), cycles[0])
        };
        runs.iter().map(&mut each).collect()
    }
}

fn agree(kernel: &str, target: &str, host: &Outcome, outcome: &Values) {
    if let Some(difference) = difference(&values(host), outcome) {
        panic!("{kernel} on {target}: {difference}");
    }
}

impl Outcomes {
    /// Fails unless all targets agree; gives the host's outcome.
    ///
    /// # Panics
    /// With the first difference.
    pub fn agree(self, kernel: &str) -> Outcome {
        for (target, outcome) in &self.others {
            agree(kernel, target, &self.host, outcome);
        }
        self.host
    }
}
