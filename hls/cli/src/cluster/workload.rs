//! What runs are about: which task does what on its node, and what comes of all of them.

use std::io;
use std::path::Path;

use sycl_hls_cluster::{Attempt, Made, Run};
use sycl_hls_compiler::tool::Cancel;

use crate::failure::Failure;
use crate::progress::Progress;

/// What the tasks of a run work on.
pub trait Workload {
    /// Looks at a node before tasks run there.
    ///
    /// # Errors
    /// When something is missing.
    fn check_node(&self) -> anyhow::Result<()>;

    /// Does a task on its node.
    ///
    /// # Errors
    /// When it fails or is interrupted.
    fn make(&self, attempt: &Attempt, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Made>;

    /// Submits again what was not done.
    ///
    /// # Errors
    /// When Slurm refuses a job, or on an interrupt.
    fn resume(&self, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<()>;

    /// Waits for the run, and does with its results what they are for; gives the exit code.
    ///
    /// # Errors
    /// When a task was not done, or on an interrupt.
    fn finish(&self, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<u8>;
}

/// Looks whether a node can write into a folder.
///
/// # Errors
/// When it cannot.
pub fn check_folder(folder: &Path) -> anyhow::Result<()> {
    let failure = |error: io::Error| {
        Failure::unavailable(format!("nodes cannot write to {}: {error}", folder.display()))
            .help("nodes need the folder with the permissions of its owner, and room in it")
    };
    let probe = tempfile::Builder::new().prefix(".probe-").tempdir_in(folder).map_err(failure)?;
    std::fs::write(probe.path().join("probe"), "probe").map_err(failure)?;
    Ok(())
}

/// Removes a run of which everything was told.
///
/// # Errors
/// When its folder cannot be removed.
pub fn forget(run: &Run) -> anyhow::Result<()> {
    match std::fs::remove_dir_all(run.folder()) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            Err(Failure::user(format!("{}: {error}", run.folder().display())).into())
        }
        _ => Ok(()),
    }
}
