//! `system_estimate_<name>.xtxt`: what v++ expects of every compute unit before anything is placed. v++ 2020.2 to 2022.2.

use serde::{Deserialize, Serialize};

use super::error::ReportError;
use super::figure::{Range, count, real, said};
use super::model::{Latency, Resources};
use super::table::{Table, dashed};

/// What v++ expects of a design.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Estimate {
    /// The tool and its version.
    pub version: Option<String>,
    /// The platform.
    pub device: Option<String>,
    /// The clock of the design, in MHz.
    pub target_mhz: Option<f64>,
    /// The modules of all compute units; a kernel comes after its functions.
    pub modules: Vec<EstimatedModule>,
}

/// What v++ expects of a module in a compute unit.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct EstimatedModule {
    /// The compute unit.
    pub unit: String,
    /// Its kernel.
    pub kernel: String,
    /// The module; the kernel's own has the kernel's name.
    pub module: String,
    /// The clock asked for, in MHz.
    pub target_mhz: Option<f64>,
    /// The clock that the longest path allows, in MHz; `None` without such a path.
    pub estimated_mhz: Option<f64>,
    /// Cycles from one start to the next.
    pub interval: Range,
    /// Cycles from start to end.
    pub latency: Latency,
    /// What it takes.
    pub used: Resources,
}

/// Reads an estimate.
///
/// # Errors
/// Why it is none.
pub fn read(text: &str) -> Result<Estimate, ReportError> {
    let part = |heading: &str| text.split_once(heading).and_then(|(_, rest)| dashed(rest, "Compute Unit"));
    let Some(timing) = part("\nTiming Information") else {
        return Err(ReportError::Other {
            wanted: "no estimate of v++",
            lacks: "no table `Timing Information`",
        });
    };
    let value = |name: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(':'));
        lines.filter(|(key, _)| *key == name).find_map(|(_, value)| said(value))
    };
    let mut modules: Vec<EstimatedModule> = Vec::new();
    for row in &timing.rows {
        let into = find(&mut modules, &timing, row);
        into.target_mhz = real(timing.cell(row, "Target Frequency"));
        into.estimated_mhz = real(timing.cell(row, "Estimated Frequency"));
    }
    if let Some(table) = part("\nLatency Information") {
        for row in &table.rows {
            let into = find(&mut modules, &table, row);
            into.interval = Range::read(table.cell(row, "Start Interval"));
            into.latency = latency(&table, row);
        }
    }
    if let Some(table) = part("\nArea Information") {
        table.rows.iter().for_each(|row| find(&mut modules, &table, row).used = used(&table, row));
    }
    Ok(Estimate {
        version: value("Version"),
        device: text.lines().find_map(|line| line.strip_prefix("Target Device:")).and_then(said),
        target_mhz: value("Target Clock").and_then(|clock| real(clock.trim_end_matches("MHz"))),
        modules,
    })
}

/// The module of a row, which is added if it is new.
fn find<'m>(
    modules: &'m mut Vec<EstimatedModule>,
    table: &Table<'_>,
    row: &[&str],
) -> &'m mut EstimatedModule {
    let [unit, kernel, module] =
        ["Compute Unit", "Kernel Name", "Module Name"].map(|name| table.cell(row, name));
    let known = |each: &EstimatedModule| each.unit == unit && each.kernel == kernel && each.module == module;
    let at = modules.iter().position(known).unwrap_or_else(|| {
        modules.push(EstimatedModule {
            unit: unit.to_owned(),
            kernel: kernel.to_owned(),
            module: module.to_owned(),
            ..EstimatedModule::default()
        });
        modules.len() - 1
    });
    &mut modules[at]
}

fn latency(table: &Table<'_>, row: &[&str]) -> Latency {
    let [min, avg, max] =
        ["Best (cycles)", "Avg (cycles)", "Worst (cycles)"].map(|name| count(table.cell(row, name)));
    Latency { min, avg, max }
}

fn used(table: &Table<'_>, row: &[&str]) -> Resources {
    let [lut, ff, bram_18k, uram, dsp] =
        ["LUT", "FF", "BRAM", "URAM", "DSP"].map(|name| count(table.cell(row, name)));
    Resources { lut, ff, bram_18k, uram, dsp }
}
