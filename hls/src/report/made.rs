//! Hardware that another tool made: what it tells of it, and that it tells nothing.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::area::{Shares, Usage};

/// Who made the hardware.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Maker {
    /// This compiler.
    #[default]
    Own,
    /// Vitis.
    Vitis(Build),
}

/// A build of Vitis.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Build {
    /// The image.
    pub image: String,
    /// The board.
    pub board: String,
    /// The target: `hw`, `hw_emu`.
    pub target: String,
    /// The version of Vitis.
    pub version: String,
    /// The platform.
    pub platform: String,
}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { image, board, target, version, .. } = self;
        write!(f, "{image} for {board}, {target}, by Vitis {version}")
    }
}

/// A figure, or why nobody tells it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Told<T> {
    /// The figure.
    Known(T),
    /// Why there is none: `not found (looked at ..)`.
    Unknown(String),
}

impl<T> Told<T> {
    /// The figure, if there is one.
    #[must_use]
    pub const fn known(&self) -> Option<&T> {
        match self {
            Self::Known(it) => Some(it),
            Self::Unknown(_) => None,
        }
    }
}

/// All kernels together, on a device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Device {
    /// The kernels' clock as it was asked for, in MHz.
    pub asked_mhz: Told<f64>,
    /// The kernels' clock, in MHz.
    pub reached_mhz: Told<f64>,
    /// Worst slack of setup at the clock that was asked for, in nanoseconds.
    pub setup_ns: Told<f64>,
    /// Worst slack of hold, in nanoseconds.
    pub hold_ns: Told<f64>,
    /// All kernels of what the platform leaves them, then each kernel with its compute units.
    pub kernels: Told<Vec<Part>>,
    /// Everything on the device, the platform included.
    pub all: Told<Part>,
    /// Everything in each super logic region; none where the device is one.
    pub regions: Told<Vec<Part>>,
}

/// A part of what is on a device.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Part {
    /// Its name.
    pub name: String,
    /// What it takes up.
    pub used: Usage,
    /// Its share of what there is, where that is known.
    pub share: Option<Shares>,
}

/// Something that must not be passed over.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// What it is.
    pub message: String,
    /// The kernel, unless it is about all.
    pub kernel: Option<String>,
    /// The source file, if it is about a place.
    pub file: Option<String>,
    /// The line.
    pub line: Option<u32>,
    /// True if it is a failure; false if the value is unknown.
    pub is_failure: bool,
}

/// The kernel's clock in synthesis, in nanoseconds.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Period {
    /// The period that was asked for.
    pub asked_ns: Option<f64>,
    /// What of it is kept back for routing.
    pub uncertainty_ns: Option<f64>,
    /// The longest path, by the tool's estimate.
    pub expected_ns: Option<f64>,
}
