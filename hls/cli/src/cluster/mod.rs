//! Builds on a cluster: what `sycl-hls.toml` and the command line ask of Slurm, and runs as users see them.

mod faults;
mod runs;
mod settings;
mod wait;

pub use faults::{explain, told};
pub use runs::{Named, all_runs, find, named, read_work, write_work};
pub use settings::{Settings, settings};
pub use wait::{start, wait};
