//! Register-transfer level: hardware of our own making.
//!
//! [`hardware`] makes blocks of dataflow of a kernel ([`machine`]), and says which cycle each computation has
//! ([`plan`](plan())). `back::verilog` writes both as Verilog-2001; [`library`] and [`operators`] are the Verilog that is
//! the same for every kernel. [`simulator`] and [`harness`] are the C++ around a kernel that Verilator has translated.

mod abreast;
mod affine;
pub mod area;
mod copies;
mod copy;
mod counted;
mod dependence;
pub mod digits;
mod distance;
mod forward;
mod groups;
pub mod harness;
pub mod instance;
pub mod library;
pub mod lifetime;
mod lower;
pub mod machine;
pub mod operators;
mod plan;
mod ports;
pub mod predict;
mod reuse;
pub mod simulator;
mod streams;
mod timing;
pub mod units;

pub use lower::{Slices, Unsupported};
pub use plan::{BlockPlan, Plan, plan};
pub use ports::{MemoryPlan, PortPlan};
pub use timing::{AXI_READ, Clock, operator};

use sycl_hls_ir::{Func, Module};

/// The hardware of a kernel that calls nothing, with what makes it faster at this clock, and when it does what.
///
/// # Errors
/// When it holds what has no hardware yet.
pub fn hardware(module: &Module, func: &Func, clock: Clock) -> Result<(machine::Machine, Plan), Unsupported> {
    hardware_with(module, func, Slices::Masters, clock)
}

/// As [`hardware`], with a choice of what slices are.
///
/// # Errors
/// When it holds what has no hardware yet.
pub fn hardware_with(
    module: &Module,
    func: &Func,
    slices: Slices,
    clock: Clock,
) -> Result<(machine::Machine, Plan), Unsupported> {
    let mut machine = lower::lower(module, func, slices, clock)?;
    groups::group(&mut machine, clock);
    abreast::abreast(&mut machine, clock);
    lower::prune(&mut machine);
    reuse::reuse(&mut machine, clock);
    groups::group(&mut machine, clock);
    forward::forward(&mut machine, clock);
    copies::copy(&mut machine, clock);
    streams::stream(&mut machine);
    let plan = plan(&machine, clock).map_err(|block| Unsupported {
        what: "a loop for which there is no schedule".into(),
        span: machine.blocks[block].span,
    })?;
    Ok((machine, plan))
}
