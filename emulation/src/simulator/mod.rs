//! A kernel's RTL, simulated cycle by cycle in a process of its own.
//!
//! The program is what Verilator made of a kernel and the compiler's `rtl/simulator`. Whatever happens to it, a crash,
//! an endless loop, a `kill -9`, is an error here: its pipes are read and written by threads of their own, every wait
//! has an end, and the process is killed at the latest when its [`Simulator`] is dropped.

#[cfg(test)]
mod agreement;
mod configuration;
mod error;
mod process;
mod protocol;
mod report;

use std::path::Path;
use std::time::{Duration, Instant};

pub use configuration::{BankModel, BoardMemory, Configuration};
pub use error::SimulatorError;
pub use report::{BundleReport, Channel, Record, RecordKind, RunReport, RunStatus, Statistics};

use process::Process;
use protocol::{Command, Payload, Reader, Reply};

/// A running simulator.
#[derive(Debug)]
pub struct Simulator {
    process: Process,
    description: Description,
    timeout: Duration,
}

/// What a simulator simulates.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Description {
    /// The kernel.
    pub kernel: String,
    /// The waveforms that it can record.
    pub waves: Option<WaveFormat>,
    /// Names of the AXI4 masters, and the bits of their data.
    pub bundles: Vec<(String, u32)>,
}

/// A format of waveforms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WaveFormat {
    /// Value change dump.
    Vcd,
    /// GTKWave's format.
    Fst,
}

const WAVE_FORMATS: [WaveFormat; 2] = [WaveFormat::Vcd, WaveFormat::Fst];

impl WaveFormat {
    /// The number in frames.
    const fn number(self) -> u8 {
        match self {
            Self::Vcd => 1,
            Self::Fst => 2,
        }
    }

    /// The format with this number in frames, if there is one.
    fn from_number(number: u8) -> Option<Self> {
        WAVE_FORMATS.into_iter().find(|format| format.number() == number)
    }
}

/// What ends a run before the kernel does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunLimits {
    /// Rising edges at most.
    pub max_cycles: u64,
    /// Rising edges that the kernel stands still without a transfer on any memory port, after which it hangs. 0: never.
    pub hang_cycles: u64,
    /// Time on the wall clock, in milliseconds at least.
    pub wall: Option<Duration>,
}

impl Default for RunLimits {
    fn default() -> Self {
        Self { max_cycles: u64::MAX, hang_cycles: 1_000_000, wall: None }
    }
}

/// Bytes of memory in one frame: well below what the simulator accepts, and enough for its cost not to count.
const CHUNK: usize = 8 << 20;

/// Signs of life come twice a second. A machine that is busy with other things may need longer.
const TIMEOUT: Duration = Duration::from_secs(60);

/// How long a simulator may take to notice that the time for a run is over.
const GRACE: Duration = Duration::from_secs(10);

impl Simulator {
    /// Starts a simulator.
    ///
    /// # Errors
    /// When the program cannot be started, or is no simulator of this version.
    pub fn start(program: &Path) -> Result<Self, SimulatorError> {
        let mut process = Process::start(program)?;
        let answer = process.call(Command::Hello, Payload::new(), TIMEOUT)?;
        let description = describe(&answer)?;
        Ok(Self { process, description, timeout: TIMEOUT })
    }

    /// What it simulates.
    #[must_use]
    pub fn description(&self) -> &Description {
        &self.description
    }

    /// The operating system's number of the process.
    #[must_use]
    pub fn process_id(&self) -> u32 {
        self.process.id()
    }

    /// How long the process may be silent before it counts as hung.
    pub fn set_timeout(&mut self, timeout: Duration) {
        self.timeout = timeout;
    }

    /// Makes the kernel's model anew and resets it. Memory is kept.
    ///
    /// # Errors
    /// When the simulator refuses it, or is lost.
    pub fn configure(&mut self, configuration: &Configuration) -> Result<(), SimulatorError> {
        let payload = configuration.payload(self.description.bundles.len(), false);
        self.command(Command::Configure, payload).map(|_| ())
    }

    /// Resets the kernel as hardware does, for another run: what has first values of its own keeps what it holds. All around it is
    /// made anew, but for memory.
    ///
    /// # Errors
    /// When it was not configured, the simulator refuses it, or is lost.
    pub fn configure_again(&mut self, configuration: &Configuration) -> Result<(), SimulatorError> {
        let payload = configuration.payload(self.description.bundles.len(), true);
        self.command(Command::Configure, payload).map(|_| ())
    }

    /// Makes a range of addresses memory, which holds zeros.
    ///
    /// # Errors
    /// When it overlaps another one, or the simulator is lost.
    pub fn allocate(&mut self, address: u64, size: u64) -> Result<(), SimulatorError> {
        self.command(Command::Allocate, Payload::new().u64(address).u64(size)).map(|_| ())
    }

    /// Gives an allocation back.
    ///
    /// # Errors
    /// When there is none at the address, or the simulator is lost.
    pub fn free(&mut self, address: u64) -> Result<(), SimulatorError> {
        self.command(Command::Free, Payload::new().u64(address)).map(|_| ())
    }

    /// Writes to memory.
    ///
    /// # Errors
    /// When it is not within one allocation, or the simulator is lost.
    pub fn write(&mut self, address: u64, bytes: &[u8]) -> Result<(), SimulatorError> {
        let mut address = address;
        for chunk in bytes.chunks(CHUNK) {
            self.command(Command::Write, Payload::new().u64(address).bytes(chunk))?;
            address = address.wrapping_add(chunk.len() as u64);
        }
        Ok(())
    }

    /// Reads memory.
    ///
    /// # Errors
    /// When it is not within one allocation, or the simulator is lost.
    pub fn read(&mut self, address: u64, bytes: &mut [u8]) -> Result<(), SimulatorError> {
        let mut address = address;
        for chunk in bytes.chunks_mut(CHUNK) {
            let length = u32::try_from(chunk.len()).unwrap_or(u32::MAX);
            let answer = self.command(Command::Read, Payload::new().u64(address).u32(length))?;
            if answer.len() != chunk.len() {
                return Err(SimulatorError::malformed());
            }
            chunk.copy_from_slice(&answer);
            address = address.wrapping_add(chunk.len() as u64);
        }
        Ok(())
    }

    /// Sends elements to an AXI-stream port that the kernel reads, by its number among all of these ports.
    ///
    /// # Errors
    /// When there is no such port, or the simulator is lost.
    pub fn send(&mut self, port: u16, elements: &[u8]) -> Result<(), SimulatorError> {
        for chunk in elements.chunks(CHUNK) {
            self.command(Command::StreamWrite, Payload::new().u16(port).bytes(chunk))?;
        }
        Ok(())
    }

    /// What the kernel has written to an AXI-stream port since the last time.
    ///
    /// # Errors
    /// When there is no such port, or the simulator is lost.
    pub fn receive(&mut self, port: u16) -> Result<Vec<u8>, SimulatorError> {
        self.command(Command::StreamRead, Payload::new().u16(port))
    }

    /// Writes a control register; gives the response, 0 for success.
    ///
    /// # Errors
    /// When the kernel does not answer, or the simulator is lost.
    pub fn write_register(&mut self, offset: u32, value: u32) -> Result<u8, SimulatorError> {
        self.write_register_bytes(offset, value, 0xf)
    }

    /// Writes the bytes of a control register whose bit is set in `strobes`.
    ///
    /// # Errors
    /// When the kernel does not answer, or the simulator is lost.
    pub fn write_register_bytes(
        &mut self,
        offset: u32,
        value: u32,
        strobes: u8,
    ) -> Result<u8, SimulatorError> {
        let payload = Payload::new().u32(offset).u32(value).u8(strobes);
        let answer = self.command(Command::RegisterWrite, payload)?;
        Reader::new(&answer).u8()
    }

    /// Reads a control register.
    ///
    /// # Errors
    /// When the kernel does not answer, or the simulator is lost.
    pub fn read_register(&mut self, offset: u32) -> Result<u32, SimulatorError> {
        let answer = self.command(Command::RegisterRead, Payload::new().u32(offset))?;
        Reader::new(&answer).u32()
    }

    /// Starts the kernel and waits for its end. `progress` learns of the cycles so far, about twice a second.
    ///
    /// # Errors
    /// When the time on the wall clock is over, or the simulator is lost. What goes wrong in the kernel is in the
    /// report.
    pub fn run(
        &mut self,
        limits: &RunLimits,
        progress: &mut dyn FnMut(u64),
    ) -> Result<RunReport, SimulatorError> {
        self.run_from(true, limits, progress)
    }

    /// Waits for the end of a kernel that is running already.
    ///
    /// # Errors
    /// As of [`run`](Self::run).
    pub fn resume(
        &mut self,
        limits: &RunLimits,
        progress: &mut dyn FnMut(u64),
    ) -> Result<RunReport, SimulatorError> {
        self.run_from(false, limits, progress)
    }

    /// Lets cycles pass.
    ///
    /// # Errors
    /// When the simulator is lost.
    pub fn step(&mut self, cycles: u64) -> Result<RunReport, SimulatorError> {
        let end = None;
        self.report(Command::Step, Payload::new().u64(cycles), end, &mut |_| ())
    }

    /// Holds the kernel in reset for a number of cycles.
    ///
    /// # Errors
    /// When the simulator is lost.
    pub fn reset(&mut self, cycles: u32) -> Result<(), SimulatorError> {
        self.command(Command::Reset, Payload::new().u32(cycles)).map(|_| ())
    }

    /// Records waveforms from here to the next [`configure`](Self::configure).
    ///
    /// # Errors
    /// When the simulator was not built for it, cannot write the file, or is lost.
    pub fn record(&mut self, format: WaveFormat, path: &Path) -> Result<(), SimulatorError> {
        let path = path
            .to_str()
            .ok_or_else(|| SimulatorError::Refused(format!("{}: not a name in UTF-8", path.display())))?;
        self.command(Command::Wave, Payload::new().u8(format.number()).string(path)).map(|_| ())
    }

    /// Ends the process in its own way, so that files are complete. Dropping kills it.
    ///
    /// # Errors
    /// When it does not end.
    pub fn quit(mut self) -> Result<(), SimulatorError> {
        self.command(Command::Quit, Payload::new())?;
        self.process.wait(self.timeout)
    }

    fn run_from(
        &mut self,
        start: bool,
        limits: &RunLimits,
        progress: &mut dyn FnMut(u64),
    ) -> Result<RunReport, SimulatorError> {
        let wall = limits.wall.map_or(0, |wall| u64::try_from(wall.as_millis()).unwrap_or(0).max(1));
        let payload =
            Payload::new().u64(limits.max_cycles).u64(limits.hang_cycles).u64(wall).u8(start.into());
        // The simulator ends the run by itself, and tells what it was doing.
        self.report(Command::Run, payload, limits.wall.map(|wall| wall.saturating_add(GRACE)), progress)
    }

    /// A command that takes its time and ends with a report.
    fn report(
        &mut self,
        command: Command,
        payload: Payload,
        wall: Option<Duration>,
        progress: &mut dyn FnMut(u64),
    ) -> Result<RunReport, SimulatorError> {
        let start = Instant::now();
        let mut cycles = 0;
        self.process.send(command, payload)?;
        loop {
            let left = wall.map(|wall| wall.saturating_sub(start.elapsed()));
            let timeout = left.map_or(self.timeout, |left| left.min(self.timeout));
            let late = |error| match (error, wall) {
                (SimulatorError::Silent { .. }, Some(limit)) if left == Some(timeout) => {
                    SimulatorError::Timeout { limit, cycles }
                }
                (error, _) => error,
            };
            let (reply, answer) = self.process.receive(timeout).map_err(late)?;
            match reply {
                Reply::Ok => return RunReport::read(&answer, &self.description.bundles),
                Reply::Error => return Err(SimulatorError::Refused(Reader::new(&answer).string()?)),
                Reply::Progress => {
                    cycles = Reader::new(&answer).u64()?;
                    progress(cycles);
                }
            }
        }
    }

    fn command(&mut self, command: Command, payload: Payload) -> Result<Vec<u8>, SimulatorError> {
        self.process.call(command, payload, self.timeout)
    }
}

fn describe(answer: &[u8]) -> Result<Description, SimulatorError> {
    let mut reader = Reader::new(answer);
    let version = reader.u32()?;
    if version != protocol::VERSION {
        return Err(SimulatorError::Version { found: version, wanted: protocol::VERSION });
    }
    let kernel = reader.string()?;
    let waves = WaveFormat::from_number(reader.u8()?);
    let count = reader.u16()?;
    let bundles = (0..count).map(|_| Ok((reader.string()?, reader.u32()?))).collect::<Result<_, _>>()?;
    Ok(Description { kernel, waves, bundles })
}
