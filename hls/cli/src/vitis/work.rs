//! A job's steps, run in its folder.

use std::path::Path;

use sycl_hls_compiler::tool::Cancel;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::runner::{REPORTS, Runner};
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::tools::{Installation, Places};

use super::progress::Steps;
use super::{JOB, failed, room, write};
use crate::failure::Failure;
use crate::progress::Progress;

/// Where and how a job is run.
pub struct Work<'w> {
    /// What is run.
    pub job: &'w Job,
    /// Its folder, whose lock is held.
    pub folder: &'w Path,
    /// The tools.
    pub tools: &'w Installation,
    /// Where what steps made is kept.
    pub store: &'w Store,
    /// How many steps run at a time; `None`: as many as there are cores. Compiling a kernel takes a core and some GB.
    pub jobs: Option<usize>,
    /// Keep all intermediate files.
    pub keep: bool,
}

impl Work<'_> {
    /// Runs all steps; `first` is asked before the first, and may end all.
    ///
    /// # Errors
    /// When a step fails or is interrupted, `first` ends it, or a file cannot be written.
    pub fn run(
        &self,
        first: impl FnOnce(&Runner<'_>, &Steps<'_>) -> anyhow::Result<()>,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<()> {
        let (job, folder, tools) = (self.job, self.folder, self.tools);
        progress.detail("Vitis", &format!("{} in {}", tools.version.name(), tools.root.display()));
        room::check(folder, job.brief.target, progress);
        write(&folder.join(JOB), &job.to_json())?;
        forget_reports(folder)?;
        let cores = || std::thread::available_parallelism().ok().map(Into::into);
        let runner = Runner {
            folder,
            tools,
            store: self.store,
            platform: Places::of_environment().state_of(&job.plan.platform),
            jobs: self.jobs.or_else(cores).unwrap_or(1),
            keep: self.keep,
        };
        let steps = Steps::new(progress);
        first(&runner, &steps)?;
        runner.run(&job.plan, cancel, &steps).map_err(|error| failed::explain(error, &steps, folder))?;
        progress.stop();
        Ok(())
    }
}

/// Reports of steps that do not come to their end this time would pass for its own. Those that do put theirs back.
fn forget_reports(folder: &Path) -> Result<(), Failure> {
    let reports = folder.join(REPORTS);
    match std::fs::remove_dir_all(&reports) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(Failure::user(format!("{}: {error}", reports.display())))
        }
        _ => Ok(()),
    }
}
