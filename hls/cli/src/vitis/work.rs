//! A job's steps, run in its folder, and its platform, which is asked before.

use std::path::Path;

use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::Digest;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::plan::Plan;
use sycl_hls_vitis::platform::PlatformInfo;
use sycl_hls_vitis::runner::{REPORTS, Runner};
use sycl_hls_vitis::store::{self, Store};
use sycl_hls_vitis::tools::Installation;

use super::progress::Steps;
use super::{JOB, failed, platform, room};
use crate::failure::Failure;
use crate::folders::write_file;
use crate::progress::Progress;

/// Where and how jobs are run.
pub struct Work<'w> {
    /// The folder, whose lock is held.
    pub folder: &'w Path,
    /// The tools.
    pub tools: &'w Installation,
    /// Where what steps made is kept.
    pub store: &'w Store,
    /// What the platform's files are like.
    pub platform: Digest,
    /// How many steps run at a time; `None`: as many as there are cores. Compiling a kernel takes a core and some GB.
    pub jobs: Option<usize>,
    /// Keep all intermediate files.
    pub keep: bool,
}

impl Work<'_> {
    /// Runs the part of a plan that asks the platform what it is like, and reads the answer.
    ///
    /// # Errors
    /// When it cannot be asked.
    pub fn ask(&self, plan: &Plan, progress: &Progress, cancel: &Cancel) -> anyhow::Result<PlatformInfo> {
        progress.detail("Vitis", &format!("{} in {}", self.tools.version.name(), self.tools.root.display()));
        let steps = Steps::new(progress);
        let asked = self.runner().run(plan, cancel, &steps).and_then(|()| platform::read(self.folder));
        asked.map_err(|error| failed::explain(error, &steps, self.folder, None))
    }

    /// Runs all steps of a job; `first` is asked before the first of them that is not made yet, and may end all.
    ///
    /// # Errors
    /// When a step fails or is interrupted, `first` ends it, or a file cannot be written.
    pub fn run(
        &self,
        job: &Job,
        first: impl FnOnce() -> anyhow::Result<()>,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<()> {
        let folder = self.folder;
        room::check(folder, job.brief.target, progress);
        write_file(&folder.join(JOB), job.to_json())?;
        let (runner, steps) = (self.runner(), Steps::new(progress));
        let is_made = runner.is_made(&job.plan);
        forget_reports(folder, &job.plan, is_made)?;
        if !is_made {
            first()?;
        }
        let ran = runner.run(&job.plan, cancel, &steps);
        ran.map_err(|error| failed::explain(error, &steps, folder, Some(job)))?;
        progress.stop();
        Ok(())
    }

    /// True if the store has all that a job's steps make.
    pub fn is_made(&self, job: &Job) -> bool {
        self.runner().is_made(&job.plan)
    }

    fn runner(&self) -> Runner<'_> {
        let cores = || std::thread::available_parallelism().ok().map(Into::into);
        Runner {
            folder: self.folder,
            tools: self.tools,
            store: self.store,
            platform: self.platform.clone(),
            jobs: self.jobs.or_else(cores).unwrap_or(1),
            keep: self.keep,
        }
    }
}

/// Reports of steps that do not come to their end this time, or are none of the plan's, would pass for its own. Steps that do
/// come to their end put theirs back.
fn forget_reports(folder: &Path, plan: &Plan, is_made: bool) -> Result<(), Failure> {
    let reports = folder.join(REPORTS);
    for entry in std::fs::read_dir(&reports).into_iter().flatten().flatten() {
        if is_made && plan.steps.iter().any(|step| entry.file_name() == *step.name) {
            continue;
        }
        store::remove(&entry.path())
            .map_err(|error| Failure::user(format!("{}: {error}", entry.path().display())))?;
    }
    Ok(())
}
