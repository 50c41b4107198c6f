//! The kernels that are measured.

pub mod calyx;
pub mod double;
pub mod loops;
pub mod single;
