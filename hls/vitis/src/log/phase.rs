//! How far a step of v++ is. Shares are rough: of two links of 165 and 172 minutes for cards and one synthesis whose logs are public.

use serde::{Deserialize, Serialize};

/// What a step is at.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Phase {
    /// Compile: Vitis HLS.
    Hls,
    /// Link: which port goes where.
    SystemLink,
    /// Link: Vivado's project and block design.
    Project,
    /// Link: synthesis of blocks and of the whole.
    Synthesis,
    /// Link: logic optimization.
    Optimization,
    /// Link: placement.
    Placement,
    /// Link: routing.
    Routing,
    /// Link: the bitstream.
    Bitstream,
    /// Link: the image.
    Image,
    /// Package.
    Package,
}

impl Phase {
    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Hls => "high-level synthesis",
            Self::SystemLink => "connecting ports",
            Self::Project => "making the project",
            Self::Synthesis => "synthesis",
            Self::Optimization => "logic optimization",
            Self::Placement => "placement",
            Self::Routing => "routing",
            Self::Bitstream => "writing the bitstream",
            Self::Image => "making the image",
            Self::Package => "packaging",
        }
    }

    /// The share of its step's time that is over when it begins.
    #[must_use]
    pub const fn begins_at(self) -> f64 {
        match self {
            Self::Hls | Self::SystemLink | Self::Package => 0.0,
            Self::Project => 0.005,
            Self::Synthesis => 0.02,
            Self::Optimization => 0.18,
            Self::Placement => 0.30,
            Self::Routing => 0.57,
            Self::Bitstream => 0.83,
            Self::Image => 0.99,
        }
    }
}

/// A place in a step: the phase, and the share of the step's time that is over.
pub(super) type At = (Phase, f64);

/// Where a line `[10:05:00] ..` says that a step is.
pub(super) fn of_time(line: &str) -> Option<At> {
    let (_, rest) = line.split_once("] ")?;
    match rest.strip_prefix("Block-level synthesis in progress, ") {
        Some(jobs) => synthesis(jobs),
        None => first(&TIMED, |mark| rest.starts_with(mark)),
    }
}

/// Where a message of v++ with this number behind `60-` says that a step is. Others are not worth a look: there are thousands.
pub(super) fn of_message(number: &str, text: &str) -> Option<At> {
    match number {
        "242" => Some((Phase::Hls, 0.0)),
        "594" => Some((Phase::Hls, 1.0)),
        "1441" | "1443" => first(&STEPS, |mark| text.contains(mark)),
        "2256" => Some((Phase::Package, 0.0)),
        _ => None,
    }
}

/// Where the end of a step of Vitis HLS says that a compile is.
pub(super) fn of_hls(text: &str) -> Option<At> {
    first(&HLS, |mark| text.contains(mark))
}

/// Where a line `Command: ..` of Vivado says that a link is.
pub(super) fn of_command(line: &str) -> Option<At> {
    let command = line.strip_prefix("Command: ")?;
    first(&COMMANDS, |mark| command.starts_with(mark))
}

fn first(marks: &[(&str, Phase, f64)], fits: impl Fn(&str) -> bool) -> Option<At> {
    let (_, phase, share) = marks.iter().find(|(mark, ..)| fits(mark))?;
    Some((*phase, share.max(phase.begins_at())))
}

/// `27 of 67 jobs complete, ..`
fn synthesis(jobs: &str) -> Option<At> {
    let (done, rest) = jobs.split_once(" of ")?;
    let all: f64 = rest.split(' ').next()?.parse().ok().filter(|all| *all >= 1.0)?;
    let done: f64 = done.parse().ok()?;
    let (begin, end) = (Phase::Synthesis.begins_at(), Phase::Optimization.begins_at());
    Some((Phase::Synthesis, begin + (end - begin) * (done / all).clamp(0.0, 1.0)))
}

/// What lines say, the phase, and a share where it is not the phase's beginning.
const TIMED: [(&str, Phase, f64); 6] = [
    ("Run vpl: Step synth: Started", Phase::Synthesis, 0.0),
    ("Run vpl: Step impl: Started", Phase::Optimization, 0.0),
    ("Starting logic optimization", Phase::Optimization, 0.26),
    ("Starting logic placement", Phase::Placement, 0.0),
    ("Starting logic routing", Phase::Routing, 0.0),
    ("Starting bitstream generation", Phase::Bitstream, 0.0),
];

const STEPS: [(&str, Phase, f64); 4] = [
    ("Step system_link: Started", Phase::SystemLink, 0.0),
    ("Step vpl: Started", Phase::Project, 0.0),
    ("Step vpl: Completed", Phase::Image, 0.0),
    ("Step xclbinutilinfo: Completed", Phase::Image, 1.0),
];

const HLS: [(&str, Phase, f64); 4] = [
    ("Finished Source Code Analysis", Phase::Hls, 0.25),
    ("Finished Compiling Optimization", Phase::Hls, 0.7),
    ("Finished Generating all RTL models", Phase::Hls, 0.9),
    ("Finished Command csynth_design", Phase::Hls, 0.95),
];

const COMMANDS: [(&str, Phase, f64); 6] = [
    ("synth_design", Phase::Synthesis, 0.0),
    ("opt_design", Phase::Optimization, 0.26),
    ("place_design", Phase::Placement, 0.0),
    ("route_design", Phase::Routing, 0.0),
    ("write_bitstream", Phase::Bitstream, 0.0),
    ("write_device_image", Phase::Bitstream, 0.0),
];
