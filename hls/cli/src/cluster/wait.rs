//! Waiting for a run: what its tasks do is said as it changes.

use std::path::PathBuf;
use std::time::{Duration, Instant};

use sycl_hls_cluster::slurm::SlurmError;
use sycl_hls_cluster::{Counts, Fault, Follower, Made, Run, RunError, State, submit};
use sycl_hls_compiler::tool::Cancel;

use super::faults::{explain, of_task};
use crate::failure::{Failure, Kind, show};
use crate::lock::Lock;
use crate::progress::Progress;

/// How often a run is looked at: soon after a change, and seldom where nothing happens for long.
const SOON: Duration = Duration::from_millis(200);
const SELDOM: Duration = Duration::from_secs(5);

/// A look takes no more than one in so many parts of the time.
const SHARE: u32 = 10;

/// How often an interrupt is looked for.
const TICK: Duration = Duration::from_millis(50);

/// More tasks than this have no lines of their own.
const LINES: usize = 50;

/// Name of the folder, in a store, of files whose locks submitters hold.
const LOCKS: &str = "locks";

/// Makes jobs of what is left to do; `is_there` tells what is there already.
///
/// # Errors
/// When Slurm refuses.
pub fn start(
    run: &Run,
    id: &str,
    is_there: impl Fn(usize) -> bool,
    progress: &Progress,
) -> anyhow::Result<()> {
    let count = submit(run, is_there).map_err(explain)?;
    let what = match count {
        0 => format!("{id}: its jobs are on their way"),
        1 => format!("{id}: 1 job"),
        count => format!("{id}: {count} jobs"),
    };
    progress.note("Submitted", &what);
    Ok(())
}

/// Somebody who waits for a run.
#[derive(Clone, Copy)]
pub struct Waiter<'w> {
    pub run: &'w Run,
    pub progress: &'w Progress,
    pub cancel: &'w Cancel,
    /// True if this process has the lock of the run's submitter.
    pub is_submitter: bool,
}

/// The lock of the one who may submit jobs of a run: in its store, as NFS removes no folder with a file that is open.
pub fn submitter_lock(run: &Run) -> PathBuf {
    let folder = run.folder();
    let store = folder.ancestors().nth(2).unwrap_or(folder);
    store.join(LOCKS).join(folder.file_name().unwrap_or_default())
}

/// Waits until no task of a run goes on any more; gives how they are then. `told` hears of each task that is done. An interrupt
/// cancels the run's jobs. What Slurm could not start is submitted again, by the run's submitter if it still waits.
///
/// # Errors
/// What `told` gives; on an interrupt; when Slurm refuses a job that is submitted again.
pub fn watch(
    waiter: Waiter<'_>,
    mut told: impl FnMut(usize) -> anyhow::Result<()>,
) -> anyhow::Result<Vec<State>> {
    let Waiter { run, progress, cancel, .. } = waiter;
    let mut view = View { follower: Follower::new(run).map_err(explain)?, progress, shown: Vec::new() };
    let mut pause = SOON;
    let mut is_silent = false;
    loop {
        if cancel.is_cancelled() {
            return Err(interrupted(run));
        }
        let begin = Instant::now();
        match view.follower.look() {
            Ok(states) => {
                is_silent = false;
                // Large runs are looked at less often: Slurm has other things to do.
                let soon = SOON.max(begin.elapsed() * SHARE);
                let changed = view.show(&states, &mut told)?;
                pause = if changed { soon } else { (pause * 5 / 4).max(soon).min(SELDOM) };
                if states.iter().any(State::is_unbegun) && view.retry(&states, waiter)? {
                    pause = soon;
                } else if states.iter().all(State::is_final) {
                    progress.stop();
                    return Ok(states);
                }
            }
            Err(error @ RunError::Slurm(SlurmError::NotFound { .. })) => return Err(explain(error).into()),
            Err(error) => {
                if !is_silent && !cancel.is_cancelled() {
                    progress.note("Waiting", &format!("for an answer: {error}"));
                }
                (is_silent, pause) = (true, SELDOM);
            }
        }
        let begin = Instant::now();
        while begin.elapsed() < pause && !cancel.is_cancelled() {
            std::thread::sleep(TICK.min(pause));
        }
    }
}

fn interrupted(run: &Run) -> anyhow::Error {
    let failure = Failure::new(Kind::Interrupted, "interrupted");
    match run.cancel() {
        Ok(_) => failure
            .note("its jobs are cancelled; what was finished is kept: the same command goes on from there"),
        Err(error) => failure.note(format!("its jobs could not be cancelled: {error}")),
    }
    .into()
}

/// What was said of a run.
struct View<'p> {
    follower: Follower,
    progress: &'p Progress,
    shown: Vec<State>,
}

impl View<'_> {
    /// Says what has changed, if anything has.
    fn show(
        &mut self,
        states: &[State],
        told: &mut impl FnMut(usize) -> anyhow::Result<()>,
    ) -> anyhow::Result<bool> {
        if self.shown == states {
            return Ok(false);
        }
        let tasks = &self.follower.record().tasks;
        for (index, (task, state)) in tasks.iter().zip(states).enumerate() {
            let is_new = self.shown.get(index) != Some(state);
            if is_new && tasks.len() <= LINES {
                self.line(&task.name, state, self.shown.get(index));
            }
            if is_new && matches!(state, State::Done(_)) {
                told(index)?;
            }
        }
        self.progress.going(&summary(states));
        self.shown = states.to_vec();
        Ok(true)
    }

    /// Submits again what Slurm could not start; false if that was done often enough.
    fn retry(&mut self, states: &[State], waiter: Waiter<'_>) -> anyhow::Result<bool> {
        let lock = if waiter.is_submitter { None } else { Lock::try_take(&submitter_lock(waiter.run))? };
        if !waiter.is_submitter && lock.is_none() {
            return Ok(true);
        }
        let count = self.follower.retry(states).map_err(explain)?;
        if count > 0 {
            let jobs = if count == 1 { "1 job".to_owned() } else { format!("{count} jobs") };
            self.progress.note("Submitted", &format!("{jobs} again: some ended before they had begun"));
        }
        Ok(count > 0)
    }

    fn line(&self, name: &str, state: &State, before: Option<&State>) {
        match state {
            State::Queued { job, reason } => {
                let was_queued = matches!(before, Some(State::Queued { .. }));
                let is_waiting = ["None", "Priority", "Dependency"].contains(&reason.as_str());
                if !was_queued || !is_waiting {
                    self.progress.note("Queued", &format!("{name}: job {job}, {reason}"));
                }
            }
            State::Running { job, node, restarts } => {
                if before
                    .is_none_or(|before| !matches!(before, State::Running { node: on, .. } if on == node))
                {
                    let again =
                        if *restarts > 0 { format!(", started again ({restarts})") } else { String::new() };
                    self.progress.note("Running", &format!("{name}: job {job} on {node}{again}"));
                }
            }
            State::Done(made) if made.stored => self.progress.detail("Stored", name),
            State::Done(_) => self.progress.note("Done", name),
            State::Failed(fault) => self.progress.note("Failed", &format!("{name}: job {}", fault.job)),
            State::Skipped => self.progress.detail("Skipped", name),
            State::Planned => {}
        }
    }
}

/// What the tasks of a run made in which nothing goes on.
///
/// # Errors
/// When a task was not done.
pub fn end(run: &Run, states: &[State]) -> anyhow::Result<Vec<Made>> {
    let made: Vec<Made> = states
        .iter()
        .filter_map(|state| if let State::Done(made) = state { Some(made.clone()) } else { None })
        .collect();
    if made.len() == states.len() {
        return Ok(made);
    }
    let tasks = run.record().map_err(explain)?.tasks;
    let mut faults: Vec<(&str, &Fault)> = Vec::new();
    for (task, state) in tasks.iter().zip(states) {
        // A probe that failed is every task's fault.
        if let State::Failed(fault) = state
            && !faults.iter().any(|(_, other)| *other == fault.as_ref())
        {
            faults.push((&task.name, fault));
        }
    }
    match faults.as_slice() {
        [] => Err(Failure::new(Kind::Lost, "some of its tasks have no job")
            .help("`sycl-hls cluster resume RUN` submits them")
            .into()),
        [(name, fault)] => Err(of_task(name, fault).into()),
        several => {
            several.iter().for_each(|(name, fault)| show(&of_task(name, fault)));
            let message = format!("{} of {} jobs did not end well", several.len(), tasks.len());
            Err(Failure::user(message).into())
        }
    }
}

fn summary(states: &[State]) -> String {
    let Counts { queued, running, done, failed } = Counts::of(states);
    let failed = if failed > 0 { format!(", {failed} failed") } else { String::new() };
    format!("{queued} queued, {running} running, {done} of {} done{failed}", states.len())
}
