//! Vivado's `report_timing_summary`, 2020.2 to 2025.2.

use serde::{Deserialize, Serialize};

use super::error::ReportError;
use super::figure::{count, real, said};
use super::table::aligned;

/// Whether a design meets its clocks, in nanoseconds. Of a card's design most clocks are the platform's: what counts for
/// kernels is in `clocks`.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Timing {
    /// The tool and its version.
    pub version: Option<String>,
    /// How far the design was: `Routed`.
    pub state: Option<String>,
    /// Worst slack of setup; negative where it is missed.
    pub wns_ns: Option<f64>,
    /// Total slack of what misses setup.
    pub tns_ns: Option<f64>,
    /// Endpoints that miss setup.
    pub failing: Option<u64>,
    /// Worst slack of hold.
    pub whs_ns: Option<f64>,
    /// Worst slack of pulse widths.
    pub wpws_ns: Option<f64>,
    /// The clocks.
    pub clocks: Vec<ClockTiming>,
    /// What the report says in words.
    said_met: Option<bool>,
}

/// Whether a clock is met.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ClockTiming {
    /// Its name.
    pub name: String,
    /// The period asked for, in nanoseconds.
    pub period_ns: Option<f64>,
    /// The frequency asked for, in MHz.
    pub mhz: Option<f64>,
    /// Worst slack of setup inside of it, in nanoseconds.
    pub wns_ns: Option<f64>,
    /// Endpoints that miss setup.
    pub failing: Option<u64>,
    /// Worst slack of hold inside of it, in nanoseconds.
    pub whs_ns: Option<f64>,
}

impl ClockTiming {
    /// The frequency that its worst path allows, in MHz.
    #[must_use]
    pub fn possible_mhz(&self) -> Option<f64> {
        let period = self.period_ns? - self.wns_ns?;
        (period > 0.0).then(|| 1000.0 / period)
    }
}

impl Timing {
    /// Whether every clock is met, as far as the report tells.
    #[must_use]
    pub fn met(&self) -> Option<bool> {
        let slacks = [self.wns_ns, self.whs_ns, self.wpws_ns];
        if slacks.iter().flatten().any(|slack| *slack < 0.0) {
            return Some(false);
        }
        self.said_met.or_else(|| slacks.iter().all(Option::is_some).then_some(true))
    }
}

/// Reads a summary of timing.
///
/// # Errors
/// Why it is none.
pub fn read(text: &str) -> Result<Timing, ReportError> {
    let Some(summary) = section(text, "Design Timing Summary") else {
        return Err(ReportError::Other {
            wanted: "no timing summary of Vivado",
            lacks: "no part `Design Timing Summary`",
        });
    };
    let table = aligned(summary, "WNS(ns)", false);
    let cell = |column| {
        let table = table.as_ref()?;
        Some(table.cell(table.rows.first()?, column))
    };
    let said_met = if summary.contains("All user specified timing constraints are met") {
        Some(true)
    } else {
        summary.contains("Timing constraints are not met").then_some(false)
    };
    Ok(Timing {
        version: banner(text, "Tool Version"),
        state: banner(text, "Design State"),
        wns_ns: cell("WNS(ns)").and_then(real),
        tns_ns: cell("TNS(ns)").and_then(real),
        failing: cell("TNS Failing Endpoints").and_then(count),
        whs_ns: cell("WHS(ns)").and_then(real),
        wpws_ns: cell("WPWS(ns)").and_then(real),
        clocks: clocks(text),
        said_met,
    })
}

/// The value of a line `| Name : value` of the lines that every report of Vivado begins with.
pub(super) fn banner(text: &str, name: &str) -> Option<String> {
    let lines = text.lines().take(20).filter_map(|line| line.strip_prefix("| "));
    lines
        .filter_map(|line| line.split_once(':'))
        .find(|(key, _)| key.trim() == name)
        .and_then(|(_, value)| said(value))
}

/// The part of a report below the line `| Name`, up to the next such line.
fn section<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let (_, rest) = text.split_once(&format!("\n| {name}\n| -"))?;
    Some(rest.split_once("\n| ").map_or(rest, |(part, _)| part))
}

fn clocks(text: &str) -> Vec<ClockTiming> {
    let lines = section(text, "Clock Summary").unwrap_or_default().lines();
    let mut clocks: Vec<ClockTiming> = lines.filter_map(clock).collect();
    let Some(table) = section(text, "Intra Clock Table").and_then(|part| aligned(part, "Clock", true)) else {
        return clocks;
    };
    for clock in &mut clocks {
        if let Some(row) = table.rows.iter().find(|row| row.first() == Some(&clock.name.as_str())) {
            clock.wns_ns = real(table.cell(row, "WNS(ns)"));
            clock.failing = count(table.cell(row, "TNS Failing Endpoints"));
            clock.whs_ns = real(table.cell(row, "WHS(ns)"));
        }
    }
    clocks
}

/// A row of the clocks: `name  {0.000 1.667}  3.333  300.030`.
fn clock(line: &str) -> Option<ClockTiming> {
    let (name, rest) = line.split_once('{')?;
    let (_, rest) = rest.split_once('}')?;
    let mut figures = rest.split_whitespace().map(real);
    Some(ClockTiming {
        name: said(name)?,
        period_ns: figures.next().flatten(),
        mhz: figures.next().flatten(),
        ..ClockTiming::default()
    })
}
