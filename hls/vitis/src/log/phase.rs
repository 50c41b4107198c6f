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

/// Where a line says that a step is: the phase, and the share that is over where that is more than the phase's beginning.
pub(super) fn of_line(line: &str) -> Option<(Phase, f64)> {
    let found = MARKS.iter().find(|(mark, ..)| line.contains(mark));
    if let Some((_, phase, share)) = found {
        return Some((*phase, share.max(phase.begins_at())));
    }
    let (_, jobs) = line.split_once("Block-level synthesis in progress, ")?;
    let (done, rest) = jobs.split_once(" of ")?;
    let all: f64 = rest.split(' ').next()?.parse().ok().filter(|all| *all >= 1.0)?;
    let done: f64 = done.parse().ok()?;
    let (begin, end) = (Phase::Synthesis.begins_at(), Phase::Optimization.begins_at());
    Some((Phase::Synthesis, begin + (end - begin) * (done / all).clamp(0.0, 1.0)))
}

/// What lines say, the phase, and a share where it is not the phase's beginning.
const MARKS: [(&str, Phase, f64); 23] = [
    ("Creating kernel: '", Phase::Hls, 0.0),
    ("Finished Source Code Analysis", Phase::Hls, 0.25),
    ("Finished Compiling Optimization", Phase::Hls, 0.7),
    ("Finished Generating all RTL models", Phase::Hls, 0.9),
    ("Finished Command csynth_design", Phase::Hls, 0.95),
    ("Finished kernel compilation", Phase::Hls, 1.0),
    ("Step system_link: Started", Phase::SystemLink, 0.0),
    ("Step vpl: Started", Phase::Project, 0.0),
    ("Run vpl: Step synth: Started", Phase::Synthesis, 0.0),
    ("Run vpl: Step impl: Started", Phase::Optimization, 0.0),
    ("Starting logic optimization", Phase::Optimization, 0.26),
    ("Starting logic placement", Phase::Placement, 0.0),
    ("Starting logic routing", Phase::Routing, 0.0),
    ("Starting bitstream generation", Phase::Bitstream, 0.0),
    ("Step vpl: Completed", Phase::Image, 0.0),
    ("Step xclbinutilinfo: Completed", Phase::Image, 1.0),
    ("Packaging for ", Phase::Package, 0.0),
    ("Command: synth_design", Phase::Synthesis, 0.0),
    ("Command: opt_design", Phase::Optimization, 0.26),
    ("Command: place_design", Phase::Placement, 0.0),
    ("Command: route_design", Phase::Routing, 0.0),
    ("Command: write_bitstream", Phase::Bitstream, 0.0),
    ("Command: write_device_image", Phase::Bitstream, 0.0),
];
