//! What our hardware of a kernel is like: its loops, what limits them, its operators and its schedule.
//!
//! All of it comes from the schedule. With scalar arguments and lengths it says how many cycles a run takes.

mod area;
mod describe;
mod inputs;
mod limits;
mod loops;
mod schedule;
mod strict;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sycl_hls_ir::{Func, Module};

use crate::rtl::area::{self as estimate, Area};
use crate::rtl::predict::{Count, predict};
use crate::rtl::{Clock, Unsupported, hardware};
pub use area::{Budget, Operators};
use describe::Names;
pub use inputs::{Given, inputs};
pub use limits::{Limit, LimitKind, Place};
pub use loops::Loop;
pub use schedule::{BlockSchedule, Row};
pub use strict::{Missed, missed};

/// Kernels of a source file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// What kernels can have on the board, if one is named.
    pub budget: Option<Budget>,
    /// The kernels, in source order.
    pub kernels: Vec<Kernel>,
}

/// A kernel.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The source file.
    pub file: String,
    /// Where it begins.
    pub line: u32,
    /// The clock that is scheduled for, in MHz; 0 where there is no hardware.
    pub clock_mhz: u32,
    /// Why there is no hardware for it yet; then all else is empty.
    pub lacking: Option<Place>,
    /// Cycles of a run with ideal memory, as far as they are known.
    pub cycles: Count,
    /// Its loops.
    pub loops: Vec<Loop>,
    /// The area of all of it, by our estimate: look-up tables and flip-flops as yosys maps our Verilog.
    pub area: Area,
    /// The part of it that are control registers and bridges to AXI.
    pub interfaces: Area,
    /// Its operators, by their kind.
    pub operators: BTreeMap<String, Operators>,
    /// The schedules of its blocks.
    pub blocks: Vec<BlockSchedule>,
}

/// The report of one kernel, after the passes for hardware, at its own clock or else at `mhz`; `given` is what is known
/// of each parameter.
///
/// # Errors
/// When there is no hardware for it yet.
pub fn kernel(module: &Module, func: &Func, mhz: u32, given: &[Given]) -> Result<Kernel, Unsupported> {
    let mhz = func.directives.clock.as_ref().map_or(mhz, |clock| clock.mhz);
    let (machine, plan) = hardware(module, func, Clock::of_vitis(f64::from(mhz)))?;
    let prediction = predict(&machine, &plan, &inputs(func, given));
    let area = estimate::area(&machine, &plan);
    let names = Names { machine: &machine, func };
    Ok(Kernel {
        name: func.name.clone(),
        file: module.source.file.clone(),
        line: func.span.start.line,
        clock_mhz: mhz,
        lacking: None,
        cycles: prediction.cycles,
        loops: loops::loops(module, &names, &plan, &loops::Known { prediction: &prediction, area: &area }),
        area: area.total(),
        interfaces: area.interfaces,
        operators: area::operators(&area),
        blocks: schedule::blocks(&names, &plan),
    })
}

impl Kernel {
    /// A kernel that has no hardware yet.
    #[must_use]
    pub fn lacking(module: &Module, func: &Func, why: Unsupported) -> Self {
        Self {
            name: func.name.clone(),
            file: module.source.file.clone(),
            line: func.span.start.line,
            clock_mhz: 0,
            lacking: Some(Place { what: why.what, line: why.span.start.line }),
            cycles: Count::at_least(0),
            loops: Vec::new(),
            area: Area::default(),
            interfaces: Area::default(),
            operators: BTreeMap::new(),
            blocks: Vec::new(),
        }
    }
}
