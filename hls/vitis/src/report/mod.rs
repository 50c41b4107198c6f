//! Reports of Vitis HLS, v++ and Vivado.

mod complete;
mod csynth_rpt;
mod csynth_xml;
mod estimate;
mod figure;
mod model;
mod module_rpt;
mod table;
mod xml;

pub use csynth_rpt::read as csynth_rpt;
pub use csynth_xml::read as csynth_xml;
pub use estimate::{Estimate, EstimatedModule, read as estimate};
pub use figure::Range;
pub use model::{Clock, Issue, Latency, Loop, Module, Pragma, PragmaState, Resources, Synthesis};
pub use module_rpt::read as module_rpt;
