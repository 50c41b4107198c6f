//! The kernels of a loaded image.

use std::collections::HashMap;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use sycl_hls_backend::{Args, Program};
use sycl_hls_boards::{BankKind, Board, Catalogue};
use sycl_hls_types::{Fault, ModuleInterface, SimulatedKernel, SimulatedUnit, SimulationManifest};

use super::archive::Unpacked;
use super::memory::{configuration, regions};
use super::options::{KernelRun, Options};
use super::run::{Setup, Watch, other, run_again};
use crate::error::ImageError;
use crate::program::check_modules;
use crate::simulator::{RunLimits, RunReport, Simulator};

/// A loaded `hw_emu` image.
pub(crate) struct SimulatedProgram {
    unpacked: Unpacked,
    /// By name, with the position in the manifest.
    kernels: HashMap<String, (usize, Units)>,
    /// The simulators that have what kernels keep from run to run, by the kernel's name and the number of the unit.
    kept: Mutex<HashMap<(String, usize), Simulator>>,
    board: &'static Board,
    options: Options,
    /// Runs so far.
    runs: AtomicUsize,
}

/// The compute units of a kernel that are not busy: each has one run at a time.
struct Units {
    free: Mutex<Vec<usize>>,
    returned: Condvar,
}

impl SimulatedProgram {
    /// Unpacks an archive; `modules` is what the image says that it holds.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn load(
        archive: &[u8],
        modules: &[ModuleInterface],
        board: &'static Board,
        options: Options,
    ) -> Result<Self, ImageError> {
        let program = Self::new(Unpacked::new(archive)?, board, options);
        check_modules(modules, |name| program.kernel(name).map(|(kernel, _)| &kernel.interface))?;
        Ok(program)
    }

    /// Takes what XRT has unpacked to a folder, on the one of these boards that it was built for.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn in_folder(folder: &Path, boards: Catalogue) -> Result<Self, ImageError> {
        let unpacked = Unpacked::in_folder(folder)?;
        let platform = &unpacked.manifest.platform;
        let board = boards.boards().find(|board| board.platform == *platform);
        let board = board.ok_or_else(|| ImageError::UnknownPlatform { platform: platform.clone() })?;
        Ok(Self::new(unpacked, board, Options::default()))
    }

    fn new(unpacked: Unpacked, board: &'static Board, options: Options) -> Self {
        let all = unpacked.manifest.kernels.iter().enumerate();
        let kernels: HashMap<String, (usize, Units)> = all
            .map(|(index, kernel)| (kernel.interface.name.clone(), (index, Units::new(kernel.units.len()))))
            .collect();
        Self { unpacked, kernels, kept: Mutex::default(), board, options, runs: AtomicUsize::new(0) }
    }

    /// What the image says of its kernels.
    pub fn manifest(&self) -> &SimulationManifest {
        &self.unpacked.manifest
    }

    /// The device addresses of memory of the host, if the board has any.
    pub fn host_memory(&self) -> Option<Range<u64>> {
        let bank = self.board.banks.iter().find(|bank| bank.kind == BankKind::Host)?;
        Some(bank.base..bank.base.checked_add(bank.size)?)
    }

    /// Runs a kernel on the compute unit of this name.
    ///
    /// # Errors
    /// As of [`Program::run`].
    pub fn run_unit(&self, kernel: &SimulatedKernel, unit: &str, args: Args<'_>) -> Result<(), Fault> {
        let position = kernel.units.iter().position(|known| known.name == unit);
        self.run_on(kernel, position.unwrap_or(0), args)
    }

    fn kernel(&self, name: &str) -> Option<(&SimulatedKernel, &Units)> {
        let (index, units) = self.kernels.get(name)?;
        Some((self.unpacked.manifest.kernels.get(*index)?, units))
    }

    fn run_on(&self, kernel: &SimulatedKernel, unit: usize, args: Args<'_>) -> Result<(), Fault> {
        let program = self.unpacked.program(kernel).ok_or_else(|| absent(&kernel.interface.name))?;
        let number = self.runs.fetch_add(1, Ordering::Relaxed);
        let key = (kernel.interface.name.clone(), unit);
        let unit = kernel.units.get(unit);
        let wave = self.options.wave.as_ref().map(|wave| (wave.format, wave.of_run(number)));
        let setup = Setup {
            configuration: configuration(kernel, unit, self.board, self.options.memory),
            regions: unit.map_or_else(Vec::new, |unit| regions(unit, self.board)),
            limits: RunLimits { wall: self.options.timeout, ..RunLimits::default() },
            wave: wave.as_ref().map(|(format, path)| (*format, path.as_path())),
        };
        let mut watch = Told { options: &self.options, kernel, unit, start: Instant::now() };
        // A unit has one run at a time.
        let mut simulator = self.kept().remove(&key);
        let outcome = run_again(kernel, (&program, &mut simulator), &setup, args, &mut watch).map(|_| ());
        self.kept().extend(simulator.map(|simulator| (key, simulator)));
        outcome
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<(String, usize), Simulator>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn absent(kernel: &str) -> Fault {
    other(kernel, "the image does not have it; build the image anew".to_owned())
}

impl Program for SimulatedProgram {
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault> {
        let (known, units) = self.kernel(kernel).ok_or_else(|| absent(kernel))?;
        let unit = units.take();
        let outcome = self.run_on(known, unit, args);
        units.give_back(unit);
        outcome
    }
}

impl Units {
    fn new(count: usize) -> Self {
        // The first unit is the one that is taken first.
        Self { free: Mutex::new((0..count.max(1)).rev().collect()), returned: Condvar::new() }
    }

    fn take(&self) -> usize {
        let mut free = self.free.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            if let Some(unit) = free.pop() {
                return unit;
            }
            free = self.returned.wait(free).unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn give_back(&self, unit: usize) {
        self.free.lock().unwrap_or_else(PoisonError::into_inner).push(unit);
        self.returned.notify_one();
    }
}

/// Passes on to the device's observer what is told of a run.
struct Told<'a> {
    options: &'a Options,
    kernel: &'a SimulatedKernel,
    unit: Option<&'a SimulatedUnit>,
    start: Instant,
}

impl Told<'_> {
    fn time(&self) -> Duration {
        self.start.elapsed()
    }
}

impl Watch for Told<'_> {
    fn progress(&mut self, cycles: u64) {
        if let Some(observer) = &self.options.observer {
            observer.progress(&self.kernel.interface.name, cycles, self.time());
        }
    }

    fn ended(&mut self, report: &RunReport) {
        if let Some(observer) = &self.options.observer {
            observer.ended(&KernelRun {
                kernel: &self.kernel.interface.name,
                unit: self.unit.map_or("", |unit| unit.name.as_str()),
                clock_mhz: self.kernel.clock_mhz,
                time: self.time(),
                report,
                dataflow: &self.kernel.dataflow.counters.statistics(&report.blocks),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;

    #[test]
    fn each_unit_has_one_run_at_a_time() {
        let units = Units::new(2);
        assert_eq!([units.take(), units.take()], [0, 1]);
        let (sender, receiver) = mpsc::channel();
        std::thread::scope(|scope| {
            scope.spawn(|| sender.send(units.take()).unwrap());
            let early = receiver.recv_timeout(Duration::from_millis(100));
            units.give_back(1);
            assert_eq!(early, Err(mpsc::RecvTimeoutError::Timeout), "all units are busy");
            assert_eq!(receiver.recv(), Ok(1));
        });
        assert_eq!(Units::new(0).take(), 0, "a kernel that knows no units has one");
    }
}
