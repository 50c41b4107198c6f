//! What our hardware of a kernel is like: its loops, what limits them, its operators and its schedule.
//!
//! All of it comes from the schedule. With scalar arguments and lengths it says how many cycles a run takes. What another
//! tool tells of its hardware of the same kernels has the same form.

mod area;
mod describe;
mod fifos;
mod inputs;
mod intervals;
mod limits;
mod loops;
mod made;
mod ports;
mod process;
mod schedule;
mod transfers;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sycl_hls_ir::{Func, Module};

use crate::rtl::area as estimate;
use crate::rtl::design::Design;
pub use crate::rtl::predict::{Activity, Bank};
use crate::rtl::predict::{Count, predict};
use crate::rtl::{Clock, Plan, Unsupported, hardware};
pub use area::{Budget, Operators, Shares, Usage};
use describe::Names;
pub use fifos::{Depths, Fifo, Fifos, NoFifos, fifos};
pub use inputs::{Given, inputs};
pub use intervals::{Interval, intervals};
pub use limits::{Limit, LimitKind, Place};
pub use loops::{Loop, label};
pub use made::{Build, Device, Finding, Maker, Part, Period, Told};
pub use ports::{BoardMemory, BoardRun, Bounds, Port, Traffic};
use process::Parts;
pub use process::{Channel, Process, Wait};
pub use schedule::{BlockSchedule, Row};
pub use transfers::Transfer;

/// Kernels of a source file, or of an image.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Report {
    /// Who made the hardware.
    #[serde(default)]
    pub maker: Maker,
    /// What kernels can have on the board, if one is named.
    pub budget: Option<Budget>,
    /// The kernels, in source order.
    pub kernels: Vec<Kernel>,
    /// All of them together, where a tool has put them on a device.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub device: Option<Device>,
    /// What must not be passed over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
}

/// Who makes hardware of our own, also where others put it on a device.
static OWN: Maker = Maker::Own;

impl Report {
    /// Who made one of its kernels.
    #[must_use]
    pub fn maker_of(&self, kernel: &Kernel) -> &Maker {
        if kernel.is_own() { &OWN } else { &self.maker }
    }
}

/// A kernel.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Kernel {
    /// Its name.
    pub name: String,
    /// The source file.
    pub file: String,
    /// Where it begins.
    pub line: u32,
    /// The clock that is scheduled for, in MHz; `None` where there is no hardware, or no report tells.
    pub clock_mhz: Option<u32>,
    /// Its clock in synthesis, where a tool tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub period: Option<Period>,
    /// Why there is no hardware for it yet; then all else is empty.
    pub lacking: Option<Place>,
    /// Why no report tells of it: `not found (looked at ..)`; then nothing is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub absent: Option<String>,
    /// Cycles of a run with ideal memory, as far as they are known.
    pub cycles: Count,
    /// The same with the memory of the board, if one is named.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on_board: Option<BoardRun>,
    /// Its memory ports, with what goes through them in a run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ports: Vec<Port>,
    /// Why a run never ends, in the words of the interpreter.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deadlock: Option<String>,
    /// Its loops; of a kernel of several processes, those around them.
    pub loops: Vec<Loop>,
    /// The processes that it starts, in source order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub processes: Vec<Process>,
    /// The channels between them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub channels: Vec<Channel>,
    /// The area of all of it, by our estimate: look-up tables and flip-flops as yosys maps our Verilog; or by the estimate of
    /// the tool that made it.
    pub area: Usage,
    /// The part of it that are control registers and bridges to AXI.
    pub interfaces: Option<Usage>,
    /// Its operators, by their kind.
    pub operators: BTreeMap<String, Operators>,
    /// The schedules of its blocks; of a kernel of several processes, of those around them.
    pub blocks: Vec<BlockSchedule>,
}

/// What is assumed of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Assumed<'a> {
    /// What is known of each parameter.
    pub given: &'a [Given],
    /// The memory of the board, if one is named.
    pub memory: Option<&'a BoardMemory>,
}

/// The report of one kernel, after the passes for hardware, at its own clock or else at `mhz`.
///
/// # Errors
/// When there is no hardware for it yet.
pub fn kernel(module: &Module, func: &Func, mhz: u32, assumed: Assumed<'_>) -> Result<Kernel, Unsupported> {
    let mhz = func.directives.clock.as_ref().map_or(mhz, |clock| clock.mhz);
    let (design, plan) = hardware(module, func, Clock::of_vitis(f64::from(mhz)))?;
    Ok(of_hardware(module, func, mhz, (&design, &plan), assumed))
}

/// The report of one kernel whose hardware is there: it was made of this function, after the passes for hardware, for a clock of
/// `mhz`.
#[must_use]
pub fn of_hardware(
    module: &Module,
    func: &Func,
    mhz: u32,
    (design, plan): (&Design, &Plan),
    assumed: Assumed<'_>,
) -> Kernel {
    let prediction = predict(design, plan, &inputs(func, assumed.given));
    let (ports, on_board) = ports::ports((design, func), &prediction, mhz, assumed.memory);
    let area = estimate::area(design, plan);
    let names = Names::new(design, design.root, func);
    let known = loops::Known { counts: &prediction.loops, area: &area.processes[design.root] };
    let parts = Parts { module, func, design, plan, prediction: &prediction, area: &area };
    Kernel {
        name: func.name.clone(),
        file: module.source.file.clone(),
        line: func.span.start.line_in_file(),
        clock_mhz: Some(mhz),
        period: None,
        lacking: None,
        absent: None,
        cycles: prediction.cycles,
        on_board,
        ports,
        deadlock: prediction.deadlock.as_ref().map(|deadlock| deadlock.error(module, design).to_string()),
        loops: loops::loops(module, &names, plan.root(), &known),
        processes: parts.processes(),
        channels: parts.channels(),
        area: area.total().into(),
        interfaces: Some(area.interfaces.into()),
        operators: area::operators(design, func, &area),
        blocks: schedule::blocks(&names, plan.root()),
    }
}

impl Kernel {
    /// True if it is our Verilog. No report tells the area of its interfaces.
    #[must_use]
    pub const fn is_own(&self) -> bool {
        self.interfaces.is_some()
    }

    /// A kernel that has no hardware yet.
    #[must_use]
    pub fn lacking(module: &Module, func: &Func, why: Unsupported) -> Self {
        let help = why.help.map(|help| format!("; {help}")).unwrap_or_default();
        let lacking = Some(Place { what: why.what + &help, line: why.span.start.line_in_file() });
        let file = module.source.file.clone();
        Self { lacking, ..Self::unknown(func.name.clone(), file, func.span.start.line_in_file()) }
    }

    /// A kernel of which nothing is known.
    #[must_use]
    pub fn unknown(name: String, file: String, line: u32) -> Self {
        Self {
            name,
            file,
            line,
            clock_mhz: None,
            period: None,
            lacking: None,
            absent: None,
            cycles: Count::at_least(0),
            on_board: None,
            ports: Vec::new(),
            deadlock: None,
            loops: Vec::new(),
            processes: Vec::new(),
            channels: Vec::new(),
            area: Usage::default(),
            interfaces: None,
            operators: BTreeMap::new(),
            blocks: Vec::new(),
        }
    }
}
