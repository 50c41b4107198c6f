//! What runs are about: which task does what on its node, and what comes of all of them.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

use serde::Serialize;
use sycl_hls_cluster::{Attempt, FaultKind, Made, Needs, Run, State};
use sycl_hls_compiler::tool::Cancel;

use super::{Named, Settings, Waiter, explain, start, submitter_lock, write_work};
use crate::failure::Failure;
use crate::lock::Lock;
use crate::owner::of_denied;
use crate::progress::Progress;

/// Name of the folder, in a store, of what tasks needed.
const NEEDS: &str = "needs";

/// A task of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// Its name, for people.
    pub name: String,
    /// The step that it is: what tables `[cluster.step.NAME]` are about.
    pub step: String,
    /// The positions of the tasks that must have been done before: they stand before it.
    pub after: Vec<usize>,
    /// The folder with what tasks like this one needed.
    pub needs: PathBuf,
}

impl Piece {
    /// A task named by its step. Of those with the same `like`, in a store, the next ones ask Slurm for what earlier ones needed.
    pub fn new(step: String, after: Vec<usize>, store: &Path, like: &str) -> Self {
        Self { name: step.clone(), step, after, needs: store.join(NEEDS).join(like) }
    }
}

/// What the tasks of a run work on.
pub trait Workload {
    /// The tasks, in the order of their numbers.
    fn pieces(&self) -> Vec<Piece>;

    /// Tells of a task whether what it makes is there, so that it needs no job. The run tells of what it has done itself.
    fn presence<'w>(&'w self, run: &'w Run) -> Box<dyn Fn(usize) -> bool + 'w> {
        Box::new(|task| matches!(run.made(task), Ok(Some(_))))
    }

    /// Looks whether what is there of what tasks make can be read.
    ///
    /// # Errors
    /// When it cannot.
    fn check_store(&self) -> Result<(), Failure> {
        Ok(())
    }

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

    /// Waits for the run, and does with its results what they are for; gives the exit code.
    ///
    /// # Errors
    /// When a task was not done, or on an interrupt.
    fn finish(&self, waiter: Waiter<'_>) -> anyhow::Result<u8>;
}

/// A run to begin.
pub struct Beginning<'b> {
    /// The run.
    pub named: Named,
    /// What its work is called.
    pub kind: &'static str,
    /// What it is, for people.
    pub title: String,
    /// What is asked of Slurm.
    pub settings: &'b Settings,
    /// What `sycl-hls cluster wait` brings, and how that is told of the run.
    pub brings: &'static str,
    pub wait_for: String,
}

/// Begins a run, or goes on with it; one submitter at a time. Gives the exit code.
///
/// # Errors
/// When Slurm refuses a job, or a file cannot be written; those of [`Workload::finish`].
pub fn run_all<W: Workload + Serialize>(
    work: &W,
    beginning: Beginning<'_>,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<u8> {
    let Beginning { named: Named { run, id }, kind, title, settings, brings, wait_for } = beginning;
    let _lock = Lock::take(&submitter_lock(&run), progress, cancel)?;
    write_work(&run, kind, work)?;
    run.plan(&settings.record(id.clone(), title, work.pieces())?).map_err(explain)?;
    if let Err(error) = start(&run, &id, work.presence(&run), progress) {
        // There is nothing to go on with, and the first error is the one to tell of.
        if !run.is_submitted() {
            let _ = forget(&run);
        }
        return Err(error);
    }
    if settings.detach {
        progress.note("Detached", &format!("`sycl-hls cluster wait {wait_for}` brings {brings}"));
        return Ok(0);
    }
    work.finish(Waiter { run: &run, progress, cancel, is_submitter: true })
}

/// Goes on with a run: what was not done and has no job is submitted. Gives the exit code.
///
/// # Errors
/// As of [`run_all`].
pub fn resume(
    work: &dyn Workload,
    run: &Run,
    detach: bool,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<u8> {
    work.check_store()?;
    let _lock = Lock::take(&submitter_lock(run), progress, cancel)?;
    start(run, &run.record().map_err(explain)?.id, work.presence(run), progress)?;
    if detach { Ok(0) } else { work.finish(Waiter { run, progress, cancel, is_submitter: true }) }
}

/// Waits for a run, whoever submitted it. Gives the exit code.
///
/// # Errors
/// Those of [`Workload::finish`], and of [`Workload::check_store`].
pub fn wait(work: &dyn Workload, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<u8> {
    work.check_store()?;
    work.finish(Waiter { run, progress, cancel, is_submitter: false })
}

/// Writes down what the tasks of a run needed. What cannot be written is not known: the next ones ask as if they were the first.
pub fn learn(run: &Run, pieces: &[Piece], states: &[State]) {
    let mut most: BTreeMap<&Path, Needs> = BTreeMap::new();
    for (task, (piece, state)) in pieces.iter().zip(states).enumerate() {
        let needs = match state {
            State::Done(made) if !made.stored => run.result(task).ok().flatten().map(|result| result.needs),
            State::Failed(fault) if fault.kind == FaultKind::Short => {
                Needs::known(&piece.needs).map(Needs::twice)
            }
            _ => None,
        };
        if let Some(needs) = needs {
            let known = most.entry(&piece.needs).or_default();
            *known = known.most(needs);
        }
    }
    let name = run.folder().file_name().unwrap_or_default().to_string_lossy();
    for (folder, needs) in most {
        let _ = needs.keep(folder, &format!("{name}.json"));
    }
}

/// Looks whether a node can write into a folder.
///
/// # Errors
/// When it cannot.
pub fn check_folder(folder: &Path) -> anyhow::Result<()> {
    let failure = |error: io::Error| {
        let failure = Failure::unavailable(format!("nodes cannot write to {}: {error}", folder.display()));
        let help = "nodes need the folder with the permissions of its owner, and room in it";
        of_denied(failure.help(help), folder, &error)
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
