//! `sycl-hls call`: from the command line and NumPy files to kernel arguments and back.

mod arrays;
mod dtype;
mod fields;
mod forecast;
mod given;
pub mod literal;
pub mod npy;
pub mod packets;
mod plan;
mod steps;

pub use arrays::Arrays;
pub use forecast::Forecast;
pub use plan::{CallArg, Plan, PlannedStep, SliceArg, StreamArg};
pub use steps::steps;
