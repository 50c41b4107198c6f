//! Reports of Vitis HLS, v++ and Vivado.

mod clocks;
mod complete;
mod csynth_rpt;
mod csynth_xml;
mod error;
mod estimate;
mod figure;
mod found;
mod harvest;
mod model;
mod module_rpt;
mod places;
mod table;
mod timing;
mod utilization;
mod verdict;
mod xml;

pub use clocks::{ClockKind, Frequency, read_info, read_log, read_new_frequencies};
pub use csynth_rpt::read as csynth_rpt;
pub use csynth_xml::read as csynth_xml;
pub use error::{ReportError, XmlError};
pub use estimate::{Estimate, EstimatedModule, read as estimate};
pub use figure::Range;
pub(crate) use figure::real;
pub use found::{Absence, Found};
pub use harvest::{Harvest, Implementation, harvest};
pub use model::{Clock, Issue, Latency, Loop, Module, Pragma, PragmaState, Resources, Synthesis};
pub use module_rpt::read as module_rpt;
pub use timing::{ClockTiming, Timing, read as timing};
pub use utilization::{DeviceUse, KernelUse, PartUse, read_device, read_kernels};
pub use verdict::{Verdict, Wanted, judge_implementation, judge_synthesis};
