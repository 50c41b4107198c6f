//! How runs are simulated.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use sycl_hls_types::DataflowStatistics;

use crate::simulator::{RunReport, WaveFormat};

/// How the runs of a device are simulated.
#[derive(Clone, Default)]
pub struct Options {
    /// When memory answers.
    pub memory: MemoryChoice,
    /// How long a run may take, on the wall clock.
    pub timeout: Option<Duration>,
    /// Where waveforms of the first run go; those of the second go beside it, to `NAME-2`, and so on.
    pub wave: Option<WaveFile>,
    /// Who is told of runs.
    pub observer: Option<Arc<dyn Observer>>,
}

/// When memory answers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum MemoryChoice {
    /// As that of the board.
    #[default]
    Board,
    /// Always in the same few cycles: see [`BankModel::Ideal`](crate::simulator::BankModel::Ideal).
    Ideal,
}

impl MemoryChoice {
    /// The choice of this name: `board` or `ideal`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "board" => Some(Self::Board),
            "ideal" => Some(Self::Ideal),
            _ => None,
        }
    }
}

/// A file of waveforms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WaveFile {
    /// Its format.
    pub format: WaveFormat,
    path: PathBuf,
}

impl WaveFile {
    /// The file with this path, whose end tells the format: `.fst` or `.vcd`.
    #[must_use]
    pub fn new(path: &Path) -> Option<Self> {
        let format = match path.extension()?.to_str()? {
            "fst" => WaveFormat::Fst,
            "vcd" => WaveFormat::Vcd,
            _ => return None,
        };
        Some(Self { format, path: path.to_owned() })
    }

    /// Where the waveforms of a run go, counted from 0.
    pub(super) fn of_run(&self, number: usize) -> PathBuf {
        if number == 0 {
            return self.path.clone();
        }
        let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
        let (stem, extension) = (part(self.path.file_stem()), part(self.path.extension()));
        self.path.with_file_name(format!("{stem}-{}.{extension}", number + 1))
    }
}

/// Is told of the runs of a device, from several threads.
pub trait Observer: Send + Sync {
    /// A run is in this cycle, after this time.
    fn progress(&self, kernel: &str, cycles: u64, time: Duration);

    /// A run has ended, in whatever way.
    fn ended(&self, run: &KernelRun<'_>);
}

/// A run that has ended.
#[derive(Clone, Copy, Debug)]
pub struct KernelRun<'a> {
    /// The kernel.
    pub kernel: &'a str,
    /// The compute unit.
    pub unit: &'a str,
    /// The kernel's clock in MHz.
    pub clock_mhz: u32,
    /// How long the simulation took.
    pub time: Duration,
    /// What happened.
    pub report: &'a RunReport,
    /// What its processes and channels did, if it has several processes.
    pub dataflow: &'a DataflowStatistics,
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { memory, timeout, wave, observer } = self;
        let mut fields = f.debug_struct("Options");
        fields.field("memory", memory).field("timeout", timeout).field("wave", wave);
        fields.field("observed", &observer.is_some()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waveforms_have_a_file_for_each_run() {
        let wave = WaveFile::new(Path::new("a.b/out.fst")).unwrap();
        assert_eq!(wave.format, WaveFormat::Fst);
        let runs: Vec<PathBuf> = (0..3).map(|number| wave.of_run(number)).collect();
        assert_eq!(runs, ["a.b/out.fst", "a.b/out-2.fst", "a.b/out-3.fst"].map(PathBuf::from));
        assert_eq!(WaveFile::new(Path::new("out.vcd")).unwrap().format, WaveFormat::Vcd);
        assert_eq!(WaveFile::new(Path::new("out.png")), None);
        assert_eq!(WaveFile::new(Path::new("out")), None);
    }
}
