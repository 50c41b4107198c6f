//! A simulator of netlists: of the cells that yosys makes of our Verilog. It is slow and simple, and shares nothing with
//! other simulators, so that what all of them agree on is what the Verilog says.
//!
//! A value is a list of bits, cells are evaluated in topological order, and what nothing has defined is random.

mod bits;
mod error;
mod external_memory;
mod function;
mod json;
mod netlist;
mod simulation;
mod timing;
mod yosys;

pub use error::Error;
pub use external_memory::{Benches, Floats, Outcome, icarus, memories, netlist, run, simulate, verilator};
pub use netlist::Netlist;
pub use simulation::Simulation;
pub use timing::{DELAYS, Delays, Load, Path, mapped, measured, slowest};
pub use yosys::synthesize;
