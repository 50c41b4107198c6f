//! All that a build's folder tells of its kernels and its image.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::clocks::{ClockKind, Frequency, read_info, read_log, read_new_frequencies};
use super::estimate::Estimate;
use super::found::Found;
use super::model::{Resources, Synthesis};
use super::timing::{ClockTiming, Timing};
use super::utilization::{DeviceUse, KernelUse, read_device, read_kernels};
use super::{csynth_rpt, csynth_xml, estimate, module_rpt, places, timing};

/// All that a build's folder tells.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Harvest {
    /// What Vitis HLS made of each kernel. There is at least one entry: where nothing was found, it says where it was looked for.
    pub syntheses: Vec<Found<Synthesis>>,
    /// What v++ expects of the design.
    pub estimate: Found<Estimate>,
    /// What became of the design.
    pub implementation: Implementation,
}

/// What became of a design on the device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Implementation {
    /// Whether it meets its clocks.
    pub timing: Found<Timing>,
    /// What kernels take.
    pub kernels: Found<KernelUse>,
    /// What all of it takes.
    pub device: Found<DeviceUse>,
    /// What it takes of each super logic region.
    pub regions: Found<DeviceUse>,
    /// The frequencies of its clocks.
    pub clocks: Found<Vec<Frequency>>,
}

impl Implementation {
    /// Worst slack of setup of all clocks, in nanoseconds; the platform's clocks are among them.
    #[must_use]
    pub fn wns_ns(&self) -> Option<f64> {
        self.timing.value()?.wns_ns
    }

    /// The timing of the kernels' clock, which the names of platforms tell.
    #[must_use]
    pub fn kernel_timing(&self) -> Option<&ClockTiming> {
        let timing = self.timing.value()?;
        let named = |name: &str| timing.clocks.iter().find(|clock| clock.name.contains(name));
        let pin = self.kernel_clock().map(|clock| clock.clock.as_str());
        pin.and_then(|pin| timing.clocks.iter().find(|clock| clock.name == pin))
            .or_else(|| named("kernel_00"))
    }

    /// The frequency that was asked for the kernels' clock, in MHz.
    #[must_use]
    pub fn requested_mhz(&self) -> Option<f64> {
        let clock = self.kernel_clock().and_then(|clock| clock.requested_mhz);
        clock.or_else(|| self.kernel_timing()?.mhz)
    }

    /// The frequency that the kernels' clock runs at, in MHz. v++ lowers it where timing is missed.
    #[must_use]
    pub fn achieved_mhz(&self) -> Option<f64> {
        self.kernel_clock()?.achieved_mhz
    }

    /// What kernels take together.
    #[must_use]
    pub fn used(&self) -> Option<Resources> {
        self.kernels.value().map(|kernels| kernels.used)
    }

    /// What the platform leaves to kernels.
    #[must_use]
    pub fn available(&self) -> Option<Resources> {
        self.kernels.value().map(|kernels| kernels.available)
    }

    fn kernel_clock(&self) -> Option<&Frequency> {
        self.clocks.value()?.iter().find(|clock| clock.kind == ClockKind::Kernel)
    }
}

/// Reads all reports in a folder: a `--temp_dir`, `--report_dir` or `--work_dir`, or the folder that has them.
#[must_use]
pub fn harvest(folder: &Path) -> Harvest {
    Harvest {
        syntheses: syntheses(folder),
        estimate: places::first(folder, &places::ESTIMATE, estimate),
        implementation: Implementation {
            timing: places::first(folder, &places::TIMING, timing),
            kernels: places::first(folder, &places::KERNEL_USE, read_kernels),
            device: places::first(folder, &places::DEVICE_USE, read_device),
            regions: places::first(folder, &places::REGION_USE, read_device),
            clocks: clocks(folder),
        },
    }
}

fn syntheses(folder: &Path) -> Vec<Found<Synthesis>> {
    let summaries = places::files(folder, &places::SYNTHESIS);
    if !summaries.is_empty() {
        return summaries.into_iter().map(synthesis).collect();
    }
    let copies = places::files(folder, &places::SYNTHESIS_COPY);
    if !copies.is_empty() {
        return copies.into_iter().map(|file| places::at(file, module_rpt)).collect();
    }
    let all: Vec<&str> = places::SYNTHESIS.into_iter().chain(places::SYNTHESIS_COPY).collect();
    vec![places::missing(&all)]
}

/// A summary in XML, completed by the reports beside it.
fn synthesis(file: PathBuf) -> Found<Synthesis> {
    let folder = file.parent().unwrap_or(Path::new("")).to_owned();
    let mut found = places::at(file, csynth_xml);
    let Found::Here { value, .. } = &mut found else { return found };
    let summary = places::first(&folder, &["csynth.rpt"], csynth_rpt);
    let modules = places::files(&folder, &["*_csynth.rpt"]);
    let modules = modules.into_iter().map(|file| places::at(file, module_rpt));
    let more = [summary].into_iter().chain(modules);
    for report in more {
        if let Found::Here { value: more, .. } = report {
            value.complete(more);
        }
    }
    found
}

/// Frequencies from whatever tells them: what the image was given, then what is known of the image, then the log.
fn clocks(folder: &Path) -> Found<Vec<Frequency>> {
    let sources = [
        places::first(folder, &places::NEW_FREQUENCIES, read_new_frequencies),
        places::first(folder, &places::INFO, read_info),
        places::first(folder, &places::SCALING_LOG, |text| Ok(read_log(text))),
    ];
    let mut result: Option<(PathBuf, Vec<Frequency>)> = None;
    let mut broken = None;
    for source in sources {
        match (source, &mut result) {
            (Found::Here { file, value }, None) if !value.is_empty() => result = Some((file, value)),
            (Found::Here { value, .. }, Some((_, known))) => complete(known, &value),
            (found @ Found::Broken { .. }, _) => broken = broken.or(Some(found)),
            _ => {}
        }
    }
    match result {
        Some((file, value)) => Found::Here { file, value },
        None => broken.unwrap_or_else(|| {
            let all = places::NEW_FREQUENCIES.into_iter().chain(places::INFO).chain(places::SCALING_LOG);
            places::missing(&all.collect::<Vec<_>>())
        }),
    }
}

/// Takes what was asked for from another source. Names differ among them; there is one clock of each kind for kernels.
fn complete(known: &mut [Frequency], other: &[Frequency]) {
    let of_kernels = known.iter_mut().filter(|clock| clock.kind == ClockKind::Kernel);
    for clock in of_kernels {
        let same = other.iter().find(|other| other.kind == clock.kind);
        clock.requested_mhz = clock.requested_mhz.or_else(|| same?.requested_mhz);
        clock.achieved_mhz = clock.achieved_mhz.or_else(|| same?.achieved_mhz);
    }
}
