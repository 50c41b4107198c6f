//! What is kept of simulated runs, as JSON: `call --stats` writes it, `report --after` reads it.

use std::path::Path;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sycl_hls_emulation::hw_emu::KernelRun;
use sycl_hls_emulation::simulator::{BundleReport, Record};
use sycl_hls_types::DataflowStatistics;

use crate::failure::Failure;

/// A run of a kernel.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Run {
    pub kernel: String,
    /// The compute unit.
    pub unit: String,
    pub status: String,
    /// From start to done.
    pub cycles: u64,
    pub clock_mhz: u32,
    pub microseconds: f64,
    pub simulation_seconds: f64,
    pub cycles_per_second: f64,
    pub ports: Vec<Port>,
    pub records: Vec<Remark>,
    pub records_left_out: u64,
    /// Those of its processes and channels, if it has several processes.
    #[serde(flatten)]
    pub dataflow: DataflowStatistics,
}

/// A memory port.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Port {
    pub name: String,
    pub read: Transfers,
    pub write: Transfers,
    pub stalls: Stalls,
}

/// What went one way.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Transfers {
    pub bursts: u64,
    pub beats: u64,
    pub bytes: u64,
}

/// Cycles in which VALID waited for READY, and those in which a read was under way and no data was there.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Stalls {
    pub ar: u64,
    pub r: u64,
    pub aw: u64,
    pub w: u64,
    pub b: u64,
    pub waiting_for_data: u64,
}

/// What went wrong.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Remark {
    pub kind: String,
    pub port: String,
    pub channel: String,
    pub address: u64,
    pub cycle: u64,
    pub text: String,
}

impl Run {
    /// The figures of a run.
    pub fn of(run: &KernelRun<'_>) -> Self {
        let report = run.report;
        Self {
            kernel: run.kernel.to_owned(),
            unit: run.unit.to_owned(),
            status: format!("{:?}", report.status).to_lowercase(),
            cycles: report.cycles,
            clock_mhz: run.clock_mhz,
            microseconds: report.cycles as f64 / f64::from(run.clock_mhz.max(1)),
            simulation_seconds: run.time.as_secs_f64(),
            cycles_per_second: rate(report.cycles, run.time),
            ports: report.bundles.iter().map(Port::of).collect(),
            records: report.records.iter().map(Remark::of).collect(),
            records_left_out: report.left_out,
            dataflow: run.dataflow.clone(),
        }
    }

    /// The runs in a file that `call --stats` wrote.
    ///
    /// # Errors
    /// When it cannot be read, or is no such file.
    pub fn read(path: &Path) -> Result<Vec<Self>, Failure> {
        let text = std::fs::read_to_string(path)
            .map_err(|error| Failure::user(format!("cannot read {}: {error}", path.display())))?;
        serde_json::from_str(&text).map_err(|error| {
            let failure = Failure::user(format!("{} has no figures of runs: {error}", path.display()));
            failure.help("`sycl-hls call .. --target hw_emu --stats FILE.json` writes them")
        })
    }
}

/// Cycles in a second of simulation.
pub fn rate(cycles: u64, time: Duration) -> f64 {
    cycles as f64 / time.as_secs_f64().max(f64::MIN_POSITIVE)
}

impl Port {
    fn of(BundleReport { name, statistics: it }: &BundleReport) -> Self {
        Self {
            name: name.clone(),
            read: Transfers { bursts: it.read_bursts, beats: it.read_beats, bytes: it.read_bytes },
            write: Transfers { bursts: it.write_bursts, beats: it.write_beats, bytes: it.write_bytes },
            stalls: Stalls {
                ar: it.ar_stalls,
                r: it.r_stalls,
                aw: it.aw_stalls,
                w: it.w_stalls,
                b: it.b_stalls,
                waiting_for_data: it.read_waits,
            },
        }
    }
}

impl Transfers {
    /// How long bursts are on the average.
    pub fn beats_per_burst(self) -> f64 {
        self.beats as f64 / self.bursts.max(1) as f64
    }
}

impl Remark {
    fn of(it: &Record) -> Self {
        Self {
            kind: format!("{:?}", it.kind).to_lowercase(),
            port: it.bundle.clone(),
            channel: it.channel.to_string(),
            address: it.address,
            cycle: it.cycle,
            text: it.text.clone(),
        }
    }
}
