//! Register-transfer level: hardware of our own making.
//!
//! [`lower`](lower()) makes blocks of dataflow of a kernel ([`machine`]), and [`plan`](plan()) says which cycle each
//! computation has. `back::verilog` writes both as Verilog-2001; [`library`] and [`operators`] are the Verilog that is
//! the same for every kernel. [`simulator`] and [`harness`] are the C++ around a kernel that Verilator has translated.

mod dependence;
pub mod harness;
pub mod library;
mod lower;
pub mod machine;
pub mod operators;
mod plan;
pub mod simulator;
mod timing;

pub use lower::{Unsupported, lower};
pub use plan::{BlockPlan, Plan, plan};
pub use timing::{AXI_READ, Clock};
