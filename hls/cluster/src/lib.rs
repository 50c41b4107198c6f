//! Work on Slurm: the tasks of a run become jobs, and a folder that all nodes see tells what became of them.
//!
//! There is no scheduler, daemon or queue here. [`slurm`] alone speaks to Slurm's commands; a [`Run`] is a run's folder, which has
//! all that is needed to go on with it; [`submit`] makes jobs of tasks, [`Follower`] tells how they are, and [`Attempt`] is a task on
//! its node.

mod attempt;
mod claim;
mod files;
mod follow;
mod needs;
mod options;
mod processes;
mod run;
pub mod slurm;
mod submit;

pub use attempt::{Attempt, Begun};
pub use claim::{Claim, Turn};
pub use follow::{Counts, Fault, FaultKind, Follower, State};
pub use needs::Needs;
pub use options::{BadOption, JobOptions};
pub use processes::descendants;
pub use run::{JobId, Made, Outcome, Place, Record, Run, RunError, Task, TaskResult, Told};
pub use submit::{Probe, submit};
