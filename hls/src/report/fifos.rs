//! Depths of a kernel's channels, with the cycles and the area that they cost.

use serde::{Deserialize, Serialize};
use sycl_hls_ir::{Func, Module};

use super::area::Usage;
use super::inputs::{Given, inputs};
use crate::rtl::design::{ChannelId, Design};
use crate::rtl::sizing::{NoSizing, Point, size};
use crate::rtl::{Clock, Unsupported, hardware};

/// The depths that are found for a kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fifos {
    /// The kernel's name.
    pub kernel: String,
    /// The source file, as in messages.
    pub file: String,
    /// The channels.
    pub channels: Vec<Fifo>,
    /// The depths of the source.
    pub declared: Depths,
    /// The smallest ones with which no channel costs a cycle: lowering any one does.
    pub fastest: Depths,
    /// Smaller ones, each with less area and more cycles than the one before.
    pub smaller: Vec<Depths>,
}

/// A channel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Fifo {
    /// Its name.
    pub name: String,
    /// Where it is declared, from 1.
    pub line: u32,
    /// The column there, from 1.
    pub column: u32,
    /// Bits of an element.
    pub bits: u32,
}

/// The depths of all channels.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Depths {
    /// One for each channel.
    pub depths: Vec<u64>,
    /// Cycles of a run with ideal memory; `None`: it ends in a deadlock.
    pub cycles: Option<u64>,
    /// The area of the channels.
    pub area: Usage,
}

/// Why there are none.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoFifos {
    /// There is no hardware for the kernel.
    #[error("there is no hardware yet for {}", .0.what)]
    Unsupported(Unsupported),
    /// Depths cannot be found.
    #[error(transparent)]
    NoSizing(#[from] NoSizing),
}

/// The depths for a run of a kernel, after the passes for hardware, at its own clock or else at `mhz`; `given` is what is known of
/// each parameter.
///
/// # Errors
/// When there is no hardware for it, or what is given does not decide how the run goes.
pub fn fifos(module: &Module, func: &Func, mhz: u32, given: &[Given]) -> Result<Fifos, NoFifos> {
    let mhz = func.directives.clock.as_ref().map_or(mhz, |clock| clock.mhz);
    let (design, plan) =
        hardware(module, func, Clock::of_vitis(f64::from(mhz))).map_err(NoFifos::Unsupported)?;
    let found = size(&design, &plan, &inputs(func, given))?;
    let depths = |point: &Point| Depths {
        depths: point.depths.values().copied().collect(),
        cycles: point.cycles,
        area: point.area.into(),
    };
    Ok(Fifos {
        kernel: func.name.clone(),
        file: module.source.file.clone(),
        channels: channels(&design),
        declared: depths(&found.declared),
        fastest: depths(&found.fastest),
        smaller: found.smaller.iter().map(depths).collect(),
    })
}

/// The channels, in the order of depths.
fn channels(design: &Design) -> Vec<Fifo> {
    let fifo = |id: ChannelId| {
        let channel = &design.channels[id];
        let at = channel.span.start;
        Fifo {
            name: channel.name.clone(),
            line: at.line_in_file(),
            column: at.column,
            bits: channel.ty.bits(),
        }
    };
    design.fifos().map(fifo).collect()
}
