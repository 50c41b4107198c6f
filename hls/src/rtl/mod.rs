//! Register-transfer level: hardware of our own making.
//!
//! [`hardware`] lowers a kernel to a [`design`], which [`pass`]es change, and says which cycle each computation has
//! ([`plan`](plan())). `back::verilog` writes both as Verilog-2001; [`library`] and [`operators`] are the Verilog that is
//! the same for every kernel. [`simulator`] and [`harness`] are the C++ around a kernel that Verilator has translated.

mod affine;
pub mod area;
mod check;
mod cloning;
pub mod constant_multiplication;
pub mod cost;
mod counted;
mod dependence;
pub mod design;
mod distance;
pub mod harness;
pub mod instance;
pub mod library;
pub mod lifetime;
mod lower;
pub mod operators;
pub mod pass;
mod plan;
mod ports;
pub mod predict;
pub mod resource_sharing;
pub mod simulator;
pub mod sizing;
pub mod text;
mod timing;

pub use check::{Violation, check};
pub use lower::{Slices, Unsupported, lower};
pub use plan::{BlockPlan, Plan, ProcessPlan, plan};
pub use ports::{MemoryPlan, PortPlan};
pub use timing::{AXI_READ, Clock, operator};

use cost::Cost;
use design::Design;
use sycl_hls_ir::{Func, Module};

/// The hardware of a kernel that calls nothing, with what makes it faster at this clock, and when it does what.
///
/// # Errors
/// When it holds what has no hardware yet.
pub fn hardware(module: &Module, func: &Func, clock: Clock) -> Result<(Design, Plan), Unsupported> {
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
) -> Result<(Design, Plan), Unsupported> {
    let mut design = lower::lower(module, func, slices, clock)?;
    pass::run_all(&mut design, Cost { clock });
    let plan = plan(&design, clock).map_err(|span| Unsupported {
        what: "a loop for which there is no schedule".into(),
        help: None,
        span,
    })?;
    Ok((design, plan))
}
