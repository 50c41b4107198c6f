//! `sycl-hls call`: from the command line and NumPy files to kernel arguments and back.

mod arrays;
mod literal;
mod npy;
mod plan;
mod steps;

pub use arrays::{Array, Arrays};
pub use plan::{CallArg, Plan, PlannedStep};
pub use steps::steps;
