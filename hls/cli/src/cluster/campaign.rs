//! Commands as tasks: each is one process, and its exit code tells whether it is done.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sycl_hls_cluster::{Attempt, Made, Run};
use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_types::Digest;

use super::{
    Named, Settings, Workload, check_folder, explain, forget, named, read_work, start, wait, write_work,
};
use crate::failure::Failure;
use crate::lock::Lock;
use crate::progress::Progress;
use crate::terminal;

/// What the work of such a run is called.
pub const KIND: &str = "commands";

/// Name of the file whose lock a submitter holds, in a run's folder.
const LOCK: &str = ".lock";

/// How often a command is looked after.
const POLL: Duration = Duration::from_millis(2);

/// Commands that need nothing of each other.
#[derive(Debug, Serialize, Deserialize)]
pub struct Campaign {
    /// Where they run.
    folder: PathBuf,
    /// Their words.
    commands: Vec<Vec<String>>,
}

impl Campaign {
    /// The commands of a run.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn of(run: &Run) -> anyhow::Result<Self> {
        read_work(run, KIND)
    }

    /// Has commands run in a folder, and tells of them in their order; gives the exit code. `store` has the run.
    ///
    /// # Errors
    /// When Slurm refuses a job, one fails, or on an interrupt.
    pub fn run(
        name: &str,
        store: &Path,
        commands: Vec<Vec<String>>,
        settings: &Settings,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<u8> {
        if commands.iter().any(Vec::is_empty) {
            return Err(Failure::usage("a command has no words").into());
        }
        let it = Self { folder: std::env::current_dir()?, commands };
        let about = Digest::of(format!("{} {:?}", it.folder.display(), it.commands));
        let Named { run, id } = named(&std::path::absolute(store)?, name, &about);
        let _lock = Lock::take(&run.folder().join(LOCK), progress, cancel)?;
        write_work(&run, KIND, &it)?;
        let tasks = (1..=it.commands.len()).map(|number| (format!("{name}-{number}"), Vec::new()));
        run.plan(&settings.record(id, name.to_owned(), tasks, |_| None)?).map_err(explain)?;
        it.resume(&run, progress, cancel)?;
        if settings.detach {
            let folder = run.folder().display();
            progress.note("Detached", &format!("`sycl-hls cluster wait {folder}` brings the results"));
            return Ok(0);
        }
        it.finish(&run, progress, cancel)
    }
}

impl Workload for Campaign {
    fn check_node(&self) -> anyhow::Result<()> {
        check_folder(&self.folder)
    }

    fn make(&self, attempt: &Attempt, _: &Progress, cancel: &Cancel) -> anyhow::Result<Made> {
        let words = self.commands.get(attempt.index).map(Vec::as_slice);
        let Some([program, args @ ..]) = words else {
            return Err(Failure::usage(format!("there is no command {}", attempt.index)).into());
        };
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.folder).stdin(Stdio::null());
        let mut child = command
            .spawn()
            .map_err(|error| Failure::unavailable(format!("{program} cannot be started: {error}")))?;
        let status = loop {
            if let Some(status) = child.try_wait()? {
                break status;
            }
            if cancel.is_cancelled() {
                // Slurm ends it with its job.
                return Err(ToolError::Interrupted.into());
            }
            std::thread::sleep(POLL);
        };
        match status.success() {
            true => Ok(Made::default()),
            false => Err(Failure::user(format!(
                "`{}` failed: {status}",
                [program].into_iter().chain(args).cloned().collect::<Vec<_>>().join(" ")
            ))
            .into()),
        }
    }

    fn resume(&self, run: &Run, progress: &Progress, _: &Cancel) -> anyhow::Result<()> {
        let id = run.record().map_err(explain)?.id;
        start(run, &id, |task| matches!(run.made(task), Ok(Some(_))), progress)
    }

    fn finish(&self, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<u8> {
        let waited = wait(run, progress, cancel);
        for task in 0..self.commands.len() {
            let job = run.result(task).map_err(explain)?.and_then(|result| result.job);
            let said = job.and_then(|job| std::fs::read(run.output_of(job)).ok()).unwrap_or_default();
            terminal::print(&String::from_utf8_lossy(&said))?;
        }
        waited?;
        forget(run)?;
        Ok(0)
    }
}
