//! Commands as tasks of a cluster: each is one process, and its exit code tells whether it is done.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde::{Deserialize, Serialize};
use sycl_hls_cluster::{Attempt, Made, Run};
use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_types::Digest;

use crate::cluster::{
    Beginning, Piece, Settings, Waiter, Workload, check_folder, end, explain, forget, learn, named,
    read_work, run_all, watch,
};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::terminal;
use crate::testing::process::{End, in_words, run};

/// What the work of such a run is called.
pub const KIND: &str = "commands";

/// Commands that need nothing of each other.
#[derive(Debug, Serialize, Deserialize)]
pub struct Campaign {
    /// What they are called.
    name: String,
    /// The folder of the run.
    store: PathBuf,
    /// Where they run.
    folder: PathBuf,
    /// Their words.
    commands: Vec<Vec<String>>,
}

impl Campaign {
    /// Commands that run in the current folder.
    ///
    /// # Errors
    /// When one has no words, or there is no current folder.
    pub fn new(name: &str, store: &Path, commands: Vec<Vec<String>>) -> anyhow::Result<Self> {
        if commands.iter().any(Vec::is_empty) {
            return Err(Failure::usage("a command has no words").into());
        }
        let (store, folder) = (std::path::absolute(store)?, std::env::current_dir()?);
        Ok(Self { name: name.to_owned(), store, folder, commands })
    }

    /// The commands of a run.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn of(run: &Run) -> anyhow::Result<Self> {
        read_work(run, KIND)
    }

    /// Has the commands run, and tells of them in their order; gives the exit code.
    ///
    /// # Errors
    /// When Slurm refuses a job, one fails, or on an interrupt.
    pub fn run(&self, settings: &Settings, progress: &Progress, cancel: &Cancel) -> anyhow::Result<u8> {
        let named = named(&self.store, &self.name, &self.digest());
        let wait_for = named.run.folder().display().to_string();
        let (title, brings) = (self.name.clone(), "the results");
        let beginning = Beginning { named, kind: KIND, title, settings, brings, wait_for };
        run_all(self, beginning, progress, cancel)
    }

    /// Tells what the jobs have said that left a result.
    fn tell(&self, run: &Run) -> anyhow::Result<()> {
        for task in 0..self.commands.len() {
            let job = run.result(task).map_err(explain)?.and_then(|result| result.job);
            let said = job.and_then(|job| std::fs::read(run.output_of(job)).ok()).unwrap_or_default();
            terminal::print(&String::from_utf8_lossy(&said))?;
        }
        Ok(())
    }

    fn digest(&self) -> Digest {
        Digest::of(format!("{} {:?}", self.folder.display(), self.commands))
    }
}

impl Workload for Campaign {
    /// The same commands, again, need the same.
    fn pieces(&self) -> Vec<Piece> {
        let like = format!("{}-{}", self.name, self.digest().short());
        let piece = |number| Piece::new(format!("{}-{number}", self.name), Vec::new(), &self.store, &like);
        (1..=self.commands.len()).map(piece).collect()
    }

    fn check_node(&self) -> anyhow::Result<()> {
        check_folder(&self.folder)
    }

    fn make(&self, attempt: &Attempt, _: &Progress, cancel: &Cancel) -> anyhow::Result<Made> {
        let words = self.commands.get(attempt.index).map(Vec::as_slice);
        let Some([program, args @ ..]) = words else {
            return Err(Failure::usage(format!("there is no command {}", attempt.index)).into());
        };
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.folder);
        let ended = run(command, None, None, cancel)
            .map_err(|error| Failure::unavailable(format!("{program} cannot be started: {error}")))?;
        match ended.end {
            End::Exit(status) if status.success() => Ok(Made::default()),
            End::Exit(status) => {
                let words = self.commands[attempt.index].join(" ");
                Err(Failure::user(format!("`{words}`: {}", in_words(status))).into())
            }
            End::Timeout | End::Interrupted => Err(ToolError::Interrupted.into()),
        }
    }

    fn finish(&self, waiter: Waiter<'_>) -> anyhow::Result<u8> {
        let run = waiter.run;
        let watched = watch(waiter, |_| Ok(()));
        // Also of a campaign that is interrupted: some have run for hours.
        self.tell(run)?;
        let states = watched?;
        learn(run, &self.pieces(), &states);
        end(run, &states)?;
        forget(run)?;
        Ok(0)
    }
}
