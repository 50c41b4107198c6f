//! What a build must not pass over: dropped pragmas, missed initiation intervals, missed clocks, and that nothing is known of them.
//! Places are in the C++ that was compiled.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::found::Found;
use super::harvest::Implementation;
use super::model::{PragmaState, Synthesis};
use crate::Place;

/// What was asked of a kernel, by lines of its C++.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Wanted {
    /// Initiation intervals that must be reached, each with the line where its loop begins.
    pub intervals: Vec<(u32, u64)>,
    /// Pragmas that must be taken: line and kind in lower case.
    pub pragmas: Vec<(u32, String)>,
}

impl Wanted {
    /// All pragmas of a text in C++, with no interval wanted.
    #[must_use]
    pub fn pragmas_of(cpp: &str) -> Self {
        let kind = |line: &str| {
            let mut words = line.trim_start().strip_prefix("#pragma")?.split_whitespace();
            let is_hls = words.next()?.eq_ignore_ascii_case("HLS");
            is_hls.then(|| words.next().map(str::to_lowercase)).flatten()
        };
        let pragmas = (1..).zip(cpp.lines()).filter_map(|(number, line)| Some((number, kind(line)?)));
        Self { pragmas: pragmas.collect(), ..Self::default() }
    }
}

/// Something that a build must not pass over.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub enum Verdict {
    /// The tool dropped a pragma, or a part of what it asks for.
    PragmaDropped {
        /// Where it stands.
        place: Option<Place>,
        /// Its kind.
        kind: String,
        /// Its options.
        options: String,
        /// What the tool says of it.
        messages: Vec<String>,
    },
    /// The tool reports pragmas, and not this one: what it stands in was not compiled, or it went unseen.
    PragmaUnseen {
        /// The line.
        line: u32,
        /// Its kind.
        kind: String,
    },
    /// A loop does not reach the interval that it must reach.
    IntervalMissed {
        /// The line where the loop begins.
        line: u32,
        /// The loop's name in the report.
        name: String,
        /// The interval that was wanted.
        wanted: u64,
        /// The interval that was reached; `None` where the loop is not pipelined.
        reached: Option<u64>,
        /// What the tool gives as the reason.
        reason: Option<String>,
    },
    /// No report has the loop.
    IntervalUnknown {
        /// The line where the loop begins.
        line: u32,
        /// The interval that was wanted.
        wanted: u64,
    },
    /// The design misses its clocks.
    TimingMissed {
        /// Worst slack of setup, in nanoseconds.
        wns_ns: Option<f64>,
        /// Worst slack of hold, in nanoseconds.
        whs_ns: Option<f64>,
    },
    /// The kernels' clock is slower than it must be.
    ClockTooSlow {
        /// The least that is good enough, in MHz.
        min_mhz: f64,
        /// What it runs at, in MHz.
        achieved_mhz: f64,
    },
    /// No report tells.
    Unknown {
        /// What is not known.
        what: String,
        /// Why, and where it was looked for.
        why: String,
    },
}

impl Verdict {
    /// True if it is a failure; false if the value is unknown.
    #[must_use]
    pub const fn is_failure(&self) -> bool {
        match self {
            Self::PragmaDropped { .. }
            | Self::IntervalMissed { .. }
            | Self::TimingMissed { .. }
            | Self::ClockTooSlow { .. } => true,
            Self::PragmaUnseen { .. } | Self::IntervalUnknown { .. } | Self::Unknown { .. } => false,
        }
    }

    /// The line in C++ that it is about.
    #[must_use]
    pub fn line(&self) -> Option<u32> {
        match self {
            Self::PragmaDropped { place, .. } => place.as_ref().map(|place| place.line),
            Self::PragmaUnseen { line, .. }
            | Self::IntervalMissed { line, .. }
            | Self::IntervalUnknown { line, .. } => Some(*line),
            Self::TimingMissed { .. } | Self::ClockTooSlow { .. } | Self::Unknown { .. } => None,
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PragmaDropped { kind, options, messages, .. } => {
                write!(f, "Vitis HLS dropped the pragma `{}`", format!("{kind} {options}").trim())?;
                if messages.is_empty() { Ok(()) } else { write!(f, ": {}", messages.join("; ")) }
            }
            Self::PragmaUnseen { kind, .. } => {
                write!(f, "Vitis HLS reports pragmas, but not this one (`{kind}`)")
            }
            Self::IntervalMissed { name, wanted, reached, reason, .. } => {
                match reached {
                    Some(reached) => {
                        write!(f, "loop `{name}` has an interval of {reached}, not of {wanted}")?
                    }
                    None => {
                        write!(f, "loop `{name}` is not pipelined; an interval of {wanted} was asked for")?
                    }
                }
                reason.as_ref().map_or(Ok(()), |reason| write!(f, ": {reason}"))
            }
            Self::IntervalUnknown { wanted, .. } => {
                write!(f, "no report has the loop that must reach an interval of {wanted}")
            }
            Self::TimingMissed { wns_ns, whs_ns } => {
                write!(f, "the design misses its clocks")?;
                wns_ns.map_or(Ok(()), |slack| write!(f, ": worst slack of setup {slack} ns"))?;
                whs_ns.filter(|slack| *slack < 0.0).map_or(Ok(()), |slack| write!(f, ", of hold {slack} ns"))
            }
            Self::ClockTooSlow { min_mhz, achieved_mhz } => {
                write!(f, "kernels run at {achieved_mhz} MHz; at least {min_mhz} MHz are asked for")
            }
            Self::Unknown { what, why } => write!(f, "{what}: {why}"),
        }
    }
}

/// Judges what Vitis HLS made of a kernel.
#[must_use]
pub fn judge_synthesis(found: &Found<Synthesis>, wanted: &Wanted) -> Vec<Verdict> {
    let Some(synthesis) = found.value() else {
        return vec![Verdict::Unknown {
            what: "what Vitis HLS made".to_owned(),
            why: found.absence().to_string(),
        }];
    };
    let mut verdicts = pragmas(synthesis, wanted);
    verdicts.extend(wanted.intervals.iter().flat_map(|(line, ii)| interval(synthesis, *line, *ii)));
    verdicts
}

fn pragmas(synthesis: &Synthesis, wanted: &Wanted) -> Vec<Verdict> {
    let Some(pragmas) = &synthesis.pragmas else {
        let why = "the report has no part on pragmas, as before Vitis 2021.1".to_owned();
        return vec![Verdict::Unknown { what: "what became of pragmas".to_owned(), why }];
    };
    let dropped = pragmas.iter().filter(|pragma| match pragma.state {
        PragmaState::Ignored => true,
        PragmaState::Warned => pragma.messages.iter().any(|message| message.to_lowercase().contains("ignor")),
        PragmaState::Valid | PragmaState::Inferred => false,
    });
    let dropped = dropped.map(|pragma| Verdict::PragmaDropped {
        place: pragma.place.clone(),
        kind: pragma.kind.clone(),
        options: pragma.options.clone(),
        messages: pragma.messages.clone(),
    });
    let seen = |line: u32, kind: &str| {
        let at = |place: &Place| place.line == line;
        pragmas.iter().any(|pragma| pragma.kind == kind && pragma.place.as_ref().is_some_and(at))
    };
    let unseen = wanted.pragmas.iter().filter(|(line, kind)| !seen(*line, kind));
    dropped
        .chain(unseen.map(|(line, kind)| Verdict::PragmaUnseen { line: *line, kind: kind.clone() }))
        .collect()
}

/// A function that is called in several places may have the loop several times: each counts.
fn interval(synthesis: &Synthesis, line: u32, wanted: u64) -> Vec<Verdict> {
    let loops: Vec<_> =
        synthesis.loops().map(|(_, each)| each).filter(|each| each.lines.contains(&line)).collect();
    if loops.is_empty() {
        return vec![Verdict::IntervalUnknown { line, wanted }];
    }
    let missed = loops.iter().filter(|each| each.ii.is_none_or(|ii| ii > wanted));
    let verdict = |each: &&&super::model::Loop| Verdict::IntervalMissed {
        line,
        name: each.name.clone(),
        wanted,
        reached: each.ii,
        reason: each.issue.as_ref().and_then(|issue| issue.reason.clone()),
    };
    missed.map(|each| verdict(&each)).collect()
}

/// Judges what became of a design. Where v++ lowered the kernels' clock, timing is met again, at that clock: `min_mhz` is
/// the least that is good enough.
#[must_use]
pub fn judge_implementation(implementation: &Implementation, min_mhz: Option<f64>) -> Vec<Verdict> {
    let mut verdicts = Vec::new();
    let scaled = match (implementation.requested_mhz(), implementation.achieved_mhz()) {
        (Some(requested), Some(achieved)) => achieved < requested,
        _ => false,
    };
    match implementation.timing.value().map(|timing| (timing, timing.met())) {
        Some((_, Some(true))) => {}
        // The report is of the clock that was asked for, and a slower one cures setup. v++ makes no image where a clock is
        // missed that it cannot lower.
        Some((timing, Some(false))) if scaled && timing.whs_ns.is_some_and(|slack| slack >= 0.0) => {}
        Some((timing, Some(false))) => {
            verdicts.push(Verdict::TimingMissed { wns_ns: timing.wns_ns, whs_ns: timing.whs_ns });
        }
        Some((_, None)) => {
            let why = "the summary does not tell".to_owned();
            verdicts.push(Verdict::Unknown { what: "timing".to_owned(), why });
        }
        None => {
            let why = implementation.timing.absence().to_string();
            verdicts.push(Verdict::Unknown { what: "timing".to_owned(), why });
        }
    }
    if let Some(min_mhz) = min_mhz {
        verdicts.extend(clock(implementation, min_mhz));
    }
    verdicts
}

fn clock(implementation: &Implementation, min_mhz: f64) -> Option<Verdict> {
    match implementation.achieved_mhz() {
        Some(achieved_mhz) => {
            (achieved_mhz < min_mhz).then_some(Verdict::ClockTooSlow { min_mhz, achieved_mhz })
        }
        None => {
            let why = match implementation.clocks.value() {
                Some(_) => "no clock is the kernels'".to_owned(),
                None => implementation.clocks.absence().to_string(),
            };
            Some(Verdict::Unknown { what: "the kernels' clock".to_owned(), why })
        }
    }
}
