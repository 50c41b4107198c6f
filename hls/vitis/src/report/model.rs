//! What reports say, whichever of them said it. What no report says is `None`, never 0.

use serde::{Deserialize, Serialize};
use sycl_hls_compiler::report::Usage;

use super::figure::Range;
use crate::Place;

/// Parts of an FPGA.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Resources {
    /// Look-up tables.
    pub lut: Option<u64>,
    /// Flip-flops.
    pub ff: Option<u64>,
    /// Block memories of 18 Kibit. What Vivado counts in tiles of 36 Kibit is twice as many here.
    pub bram_18k: Option<u64>,
    /// Ultra RAMs.
    pub uram: Option<u64>,
    /// DSP slices.
    pub dsp: Option<u64>,
}

impl From<Resources> for Usage {
    fn from(resources: Resources) -> Self {
        let Resources { lut, ff, bram_18k, uram, dsp } = resources;
        Self { luts: lut, ffs: ff, dsps: dsp, ramb18s: bram_18k, urams: uram }
    }
}

/// What Vitis HLS made of one kernel.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Synthesis {
    /// The top function in C++.
    pub kernel: Option<String>,
    /// The tool's version: `2024.1`, with its build where the report has it.
    pub version: Option<String>,
    /// The FPGA.
    pub part: Option<String>,
    /// What the result is meant for, as the report calls it.
    pub flow: Option<String>,
    /// The clock.
    pub clock: Clock,
    /// Cycles from start to end.
    pub latency: Latency,
    /// Cycles from one start to the next.
    pub interval: Range,
    /// What all of it takes.
    pub used: Resources,
    /// What the FPGA has.
    pub available: Resources,
    /// The functions that are modules of their own, also the top, in the report's order.
    pub modules: Vec<Module>,
    /// What became of pragmas; versions before 2021.1 report none.
    pub pragmas: Option<Vec<Pragma>>,
}

/// A clock in synthesis, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Clock {
    /// The period asked for.
    pub target_ns: Option<f64>,
    /// What of it is kept back for routing.
    pub uncertainty_ns: Option<f64>,
    /// The period that the longest path takes, by the tool's estimate.
    pub estimated_ns: Option<f64>,
}

impl Clock {
    /// What the estimate leaves of the period without the uncertainty; negative where the tool expects to miss it.
    #[must_use]
    pub fn slack_ns(&self) -> Option<f64> {
        Some(self.target_ns? - self.uncertainty_ns? - self.estimated_ns?)
    }
}

/// Cycles of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Latency {
    /// At best.
    pub min: Option<u64>,
    /// On average.
    pub avg: Option<u64>,
    /// At worst.
    pub max: Option<u64>,
}

/// A function that is a module of its own.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Module {
    /// Its name in hardware.
    pub name: String,
    /// Where the function begins in C++.
    pub place: Option<Place>,
    /// The clock.
    pub clock: Clock,
    /// Cycles from start to end.
    pub latency: Latency,
    /// Cycles from one start to the next.
    pub interval: Range,
    /// What it takes.
    pub used: Resources,
    /// What the tool objects to.
    pub issue: Option<Issue>,
    /// The loops directly inside.
    pub loops: Vec<Loop>,
}

/// A loop.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Loop {
    /// Its label in C++, or the tool's name for it.
    pub name: String,
    /// The C++ file, where the report names it.
    pub file: Option<String>,
    /// Lines in C++ where it begins: several where Vitis made one loop of several, none where it tells none.
    pub lines: Vec<u32>,
    /// How often it runs.
    pub trip_count: Range,
    /// Cycles of all its iterations.
    pub latency: Range,
    /// Cycles of an iteration.
    pub iteration_latency: Range,
    /// Stages of its pipeline.
    pub depth: Option<u64>,
    /// The initiation interval that was asked for; `None` where none was or no report tells.
    pub wanted_ii: Option<u64>,
    /// The initiation interval that was reached; `None` where it is not pipelined.
    pub ii: Option<u64>,
    /// Whether it is pipelined.
    pub pipelined: Option<bool>,
    /// Slack of its longest path, in nanoseconds.
    pub slack_ns: Option<f64>,
    /// What the tool objects to.
    pub issue: Option<Issue>,
    /// The loops inside.
    pub inner: Vec<Loop>,
}

/// What the tool objects to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Issue {
    /// In its own words: `II Violation`, `Timing Violation`.
    pub kind: String,
    /// Why: `Memory Dependency`.
    pub reason: Option<String>,
}

/// What became of a pragma.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PragmaState {
    /// The tool took it.
    Valid,
    /// The tool took it and has something to say.
    Warned,
    /// The tool dropped it.
    Ignored,
    /// The tool added it.
    Inferred,
}

/// A pragma.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Pragma {
    /// What became of it.
    pub state: PragmaState,
    /// Its kind in lower case: `pipeline`.
    pub kind: String,
    /// Its options: `II=1`.
    pub options: String,
    /// Where it stands in C++; of one that was added, what it applies to.
    pub place: Option<Place>,
    /// The function around it.
    pub function: Option<String>,
    /// What the tool says of it; of one that was added, because of what.
    pub messages: Vec<String>,
}

impl Synthesis {
    /// Every loop, the outer ones first, each with the module that it is in.
    pub fn loops(&self) -> impl Iterator<Item = (&Module, &Loop)> {
        self.modules.iter().flat_map(|module| {
            let mut found = Vec::new();
            collect(&module.loops, &mut found);
            found.into_iter().map(move |each| (module, each))
        })
    }
}

/// Every loop below, the outer ones first.
fn collect<'l>(loops: &'l [Loop], into: &mut Vec<&'l Loop>) {
    for each in loops {
        into.push(each);
        collect(&each.inner, into);
    }
}

/// The lines in the names that Vitis gives to loops without a label (`VITIS_LOOP_49_2` is on line 49), also where it made one
/// loop of several.
pub(super) fn lines_of_name(name: &str) -> Vec<u32> {
    let parts = name.split("VITIS_LOOP_").skip(1);
    parts.filter_map(|part| part.split('_').next()?.parse().ok()).collect()
}
