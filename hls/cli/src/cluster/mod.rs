//! Work on a cluster: what `sycl-hls.toml` and the command line ask of Slurm, and runs as users see them.

mod faults;
mod runs;
mod settings;
mod wait;
mod workload;

pub use faults::{explain, of_task, told};
pub use runs::{Named, all_runs, find, kind_of, named, read_work, write_work};
pub use settings::{Settings, settings};
pub use wait::{Waiter, end, start, submitter_lock, watch};
pub use workload::{Beginning, Piece, Workload, check_folder, forget, learn, resume, run_all, wait};
