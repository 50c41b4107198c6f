//! Register-transfer level: hardware of our own making.
//!
//! [`hardware`] makes blocks of dataflow of a kernel ([`machine`]), and says which cycle each computation has
//! ([`plan`](plan())). `back::verilog` writes both as Verilog-2001; [`library`] and [`operators`] are the Verilog that is
//! the same for every kernel. [`simulator`] and [`harness`] are the C++ around a kernel that Verilator has translated.

mod affine;
pub mod area;
mod burst;
mod cloning;
pub mod constant_multiplication;
mod counted;
mod dependence;
mod distance;
mod forward;
pub mod harness;
pub mod instance;
pub mod library;
pub mod lifetime;
mod loop_fusion;
mod lower;
pub mod machine;
mod memory_duplication;
pub mod operators;
mod plan;
mod port_widening;
mod ports;
pub mod predict;
pub mod resource_sharing;
mod reuse;
pub mod simulator;
mod timing;

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
    port_widening::widen_ports(&mut machine, clock);
    loop_fusion::fuse_loops(&mut machine, clock);
    lower::prune(&mut machine);
    reuse::reuse(&mut machine, clock);
    port_widening::widen_ports(&mut machine, clock);
    forward::forward(&mut machine, clock);
    memory_duplication::duplicate(&mut machine, clock);
    burst::infer_bursts(&mut machine);
    let plan = plan(&machine, clock).map_err(|block| Unsupported {
        what: "a loop for which there is no schedule".into(),
        span: machine.blocks[block].span,
    })?;
    Ok((machine, plan))
}
