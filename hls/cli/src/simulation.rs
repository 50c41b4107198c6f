//! Runs of simulated hardware: how the user wants them, what is said while they go on, and what is kept of them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, ValueEnum};
use sycl_hls_compiler::rtl::predict::Count;
use sycl_hls_compiler::tool::Waves;
use sycl_hls_emulation::hw_emu::{KernelRun, MemoryChoice, Observer, Options, WaveFile};
use sycl_hls_emulation::simulator::{RunStatus, WaveFormat};

use crate::failure::Failure;
use crate::progress::Progress;
use crate::run_statistics::{Run, rate};
use crate::terminal::{Terminal, Verbosity};

/// How hardware is simulated.
#[derive(Debug, Args)]
#[command(next_help_heading = "Simulated hardware (hw_emu)")]
pub struct SimulationArgs {
    /// End a run of a kernel after so many seconds
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// The timing of memory
    #[arg(long, value_name = "MODEL", default_value = "board", hide_default_value = true)]
    pub memory: MemoryArg,
    /// Record waveforms of each run, which makes it slower: FILE.fst for GTKWave, FILE.vcd for other viewers
    #[arg(long, value_name = "FILE")]
    pub wave: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MemoryArg {
    /// The board's memory: latency, bandwidth, rows
    Board,
    /// Ideal memory: data 64 cycles after the address, then in every cycle
    Ideal,
}

impl SimulationArgs {
    /// The waveforms that simulators must be able to record.
    ///
    /// # Errors
    /// When the file's name does not tell the format.
    pub fn waves(&self) -> Result<Waves, Failure> {
        Ok(match self.wave_file()?.map(|wave| wave.format) {
            None => Waves::None,
            Some(WaveFormat::Fst) => Waves::Fst,
            Some(WaveFormat::Vcd) => Waves::Vcd,
        })
    }

    fn wave_file(&self) -> Result<Option<WaveFile>, Failure> {
        let file = |path: &PathBuf| {
            WaveFile::new(path).ok_or_else(|| {
                let failure = Failure::usage(format!("{} tells no format of waveforms", path.display()));
                failure.help("end the name in `.fst` or `.vcd`")
            })
        };
        self.wave.as_ref().map(file).transpose()
    }

    /// The same for the emulator.
    ///
    /// # Errors
    /// When the waveforms' file does not tell the format.
    pub fn options(&self, observer: Arc<dyn Observer>) -> Result<Options, Failure> {
        let memory = match self.memory {
            MemoryArg::Board => MemoryChoice::Board,
            MemoryArg::Ideal => MemoryChoice::Ideal,
        };
        Ok(Options { memory, timeout: self.timeout, wave: self.wave_file()?, observer: Some(observer) })
    }

    /// The same for a program of the user's, as environment variables.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let wave = self.wave.as_ref().map(|path| std::path::absolute(path).unwrap_or_else(|_| path.clone()));
        let memory = (self.memory == MemoryArg::Ideal).then(|| "ideal".to_owned());
        let pairs = [
            ("SYCL_HLS_TIMEOUT", self.timeout.map(|limit| limit.as_secs_f64().to_string())),
            ("SYCL_HLS_MEMORY", memory),
            ("SYCL_HLS_WAVE", wave.map(|path| path.to_string_lossy().into_owned())),
        ];
        pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
    }
}

/// A time on the command line.
pub fn seconds(text: &str) -> anyhow::Result<Duration> {
    let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
    seconds.filter(|limit| !limit.is_zero()).context("a number of seconds is wanted")
}

/// Reports runs on standard error, and keeps their figures.
pub struct Watcher {
    verbosity: Verbosity,
    /// The memory of which cycles are, as in predictions.
    memory: String,
    progress: Progress,
    /// The progress of a run as a share of its predicted cycles, in words.
    share: Mutex<Share>,
    runs: Mutex<Vec<Run>>,
}

/// The prediction of a run's cycles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Share {
    Unknown,
    AtLeast(u64),
    Exactly(u64),
}

impl Share {
    /// Of what is predicted for ideal memory; other memory makes runs longer.
    fn of(cycles: Option<Count>, memory: MemoryArg) -> Self {
        match cycles.map(|cycles| (cycles.exact(), cycles.least)) {
            Some((Some(exact), _)) if memory == MemoryArg::Ideal => Self::Exactly(exact),
            Some((_, least)) if least > 0 => Self::AtLeast(least),
            _ => Self::Unknown,
        }
    }

    fn text(self, cycles: u64) -> String {
        match self {
            Self::Exactly(all) => format!(" of {all} ({} %)", cycles.saturating_mul(100) / all.max(1)),
            Self::AtLeast(least) if cycles < least => format!(" of at least {least}"),
            Self::AtLeast(_) | Self::Unknown => String::new(),
        }
    }
}

impl Watcher {
    /// One that has seen nothing yet, of runs with the given memory of the named board.
    pub fn new(terminal: Terminal, memory: MemoryArg, board: &str) -> Self {
        let memory = match memory {
            MemoryArg::Board => format!("the memory of {board}"),
            MemoryArg::Ideal => "ideal memory".to_owned(),
        };
        Self {
            verbosity: terminal.verbosity,
            memory,
            progress: Progress::spinner_only(),
            share: Mutex::new(Share::Unknown),
            runs: Mutex::default(),
        }
    }

    /// True if anybody sees how far a run has come.
    pub fn is_seen(&self) -> bool {
        self.progress.is_seen()
    }

    /// A kernel is to run, with so many cycles where memory is ideal.
    pub fn expect(&self, cycles: Option<Count>, memory: MemoryArg) {
        *self.share.lock().unwrap_or_else(PoisonError::into_inner) = Share::of(cycles, memory);
    }

    /// Writes the figures of all runs as JSON.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn write(&self, path: &Path) -> anyhow::Result<()> {
        let runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        let text = serde_json::to_string_pretty(&*runs)? + "\n";
        let written = xclbin_tools::write_atomically(path, text.as_bytes());
        written.map_err(|error| Failure::user(error.to_string()).into())
    }
}

impl Observer for Watcher {
    fn progress(&self, kernel: &str, cycles: u64, time: Duration) {
        let rate = rate(cycles, time);
        let share = self.share.lock().unwrap_or_else(PoisonError::into_inner).text(cycles);
        self.progress.going(&format!("{kernel}: {cycles} cycles{share}, {:.2} million cycles/s", rate / 1e6));
    }

    fn ended(&self, run: &KernelRun<'_>) {
        self.progress.stop();
        if run.report.status == RunStatus::Done && self.verbosity >= Verbosity::Normal {
            anstream::eprintln!("cycles: {} ({}), with {}", run.report.cycles, run.kernel, self.memory);
        }
        self.runs.lock().unwrap_or_else(PoisonError::into_inner).push(Run::of(run));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_says_what_is_known() {
        let share = |cycles, memory| Share::of(cycles, memory).text(25);
        assert_eq!(share(Some(Count::exactly(100)), MemoryArg::Ideal), " of 100 (25 %)");
        assert_eq!(share(Some(Count::exactly(100)), MemoryArg::Board), " of at least 100");
        assert_eq!(share(Some(Count::at_least(40)), MemoryArg::Ideal), " of at least 40");
        assert_eq!(share(Some(Count::exactly(20)), MemoryArg::Board), "");
        assert_eq!(share(Some(Count::at_least(0)), MemoryArg::Ideal), "");
        assert_eq!(share(None, MemoryArg::Ideal), "");
    }
}
