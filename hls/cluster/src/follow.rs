//! How the tasks of a run are: what their jobs have written, and what Slurm says of their jobs.
//!
//! A result counts more than what Slurm says, and Slurm's word counts where there is no result. Slurm forgets jobs after some
//! minutes (`MinJobAge`); accounting may be switched off, and then results alone tell.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use crate::run::{JobId, Jobs, Made, Outcome, Record, Run, RunError, TaskResult, Told};
use crate::slurm::{self, End, Job, JobState};
use crate::submit::{self, NO_PROGRAM, UNFIT, UNSEEN};

/// How long a result is waited for whose job has ended well: clients of NFS may take a minute to see a new file.
const GRACE: Duration = Duration::from_secs(90);

/// The same, of a job that did not end well, or that nobody knows.
const SHORT_GRACE: Duration = Duration::from_secs(3);

/// Slurm's word for a job whose program did not end well.
const FAILED: &str = "FAILED";

/// How a task is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum State {
    /// It has no job.
    Planned,
    /// Its job waits, for this reason (in Slurm's words).
    Queued {
        /// The job.
        job: JobId,
        /// Why it waits.
        reason: String,
    },
    /// Its job runs.
    Running {
        /// The job.
        job: JobId,
        /// Where.
        node: String,
        /// How often it was started before.
        restarts: u32,
    },
    /// It is done.
    Done(Made),
    /// It failed.
    Failed(Box<Fault>),
    /// It cannot begin: what it waits for failed.
    Skipped,
}

impl State {
    /// True if it will not change by itself.
    #[must_use]
    pub const fn is_final(&self) -> bool {
        matches!(self, Self::Planned | Self::Done(_) | Self::Failed(_) | Self::Skipped)
    }

    /// True if Slurm could not start it: then it may be submitted again.
    #[must_use]
    pub fn is_unbegun(&self) -> bool {
        matches!(self, Self::Failed(fault) if fault.kind == FaultKind::Unbegun)
    }
}

/// Why a task was not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Whose fault it is.
    pub kind: FaultKind,
    /// In words.
    pub told: Told,
    /// The job.
    pub job: JobId,
    /// Its node, if it had one.
    pub node: String,
    /// What the job wrote, if it wrote anything.
    pub output: Option<PathBuf>,
}

/// Why a task was not done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultKind {
    /// What it runs failed.
    Task,
    /// Nodes cannot run what they should: found before the first task.
    Node,
    /// It was cancelled, or its node was lost.
    Lost,
    /// It did not have the time or memory that it needed.
    Short,
    /// Slurm ended its job, or the one that looks at its node, before the program there had begun.
    Unbegun,
}

/// Looks at a run, again and again.
#[derive(Debug)]
pub struct Follower {
    run: Run,
    record: Record,
    /// What was final already, and the job that it was so with; nobody looks again until there is another one.
    ended: BTreeMap<usize, (Option<JobId>, State)>,
    /// Since when a job's result is missing.
    missing: BTreeMap<JobId, Instant>,
}

impl Follower {
    /// Begins to look at a run.
    ///
    /// # Errors
    /// When there is no run.
    pub fn new(run: &Run) -> Result<Self, RunError> {
        let record = run.record()?;
        Ok(Self { run: run.clone(), record, ended: BTreeMap::new(), missing: BTreeMap::new() })
    }

    /// The run's tasks.
    #[must_use]
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// How each task is now.
    ///
    /// # Errors
    /// When Slurm does not answer, or the folder cannot be read: the next look may succeed.
    pub fn look(&mut self) -> Result<Vec<State>, RunError> {
        let jobs = self.run.jobs()?;
        let mut known = by_id(slurm::queued()?);
        // After Slurm was asked: what it says has ended has written its result.
        let told = self.run.with_results();
        let unknown: Vec<u64> = jobs
            .of_task
            .iter()
            .filter(|(task, job)| !self.ended.contains_key(task) && !known.contains_key(job))
            .map(|(_, job)| job.array)
            .collect();
        if !unknown.is_empty() {
            known.extend(by_id(slurm::accounted(&unknown)));
        }
        let probe = self.failed_probe(&jobs, &known)?;
        let mut states = Vec::new();
        for task in 0..self.record.tasks.len() {
            let job = jobs.of_task.get(&task).copied();
            let state = match self.ended.get(&task) {
                Some((with, state)) if *with == job => state.clone(),
                _ => {
                    let result = if told.contains(&task) { self.run.result(task)? } else { None };
                    self.state(task, result, &jobs, &known, probe.as_ref())
                }
            };
            if state.is_final() {
                self.ended.insert(task, (job, state.clone()));
            }
            states.push(state);
        }
        Ok(states)
    }

    /// Submits again what Slurm could not start: tasks that failed with [`FaultKind::Unbegun`], each at most as often as the run allows, and those
    /// that wait for them; gives how many tasks that were. Nobody else may submit jobs of the run at the same time.
    ///
    /// # Errors
    /// Those of [`submit`](crate::submit()).
    pub fn retry(&self, states: &[State]) -> Result<usize, RunError> {
        let unbegun: Vec<usize> = (0..states.len()).filter(|task| states[*task].is_unbegun()).collect();
        submit::again(&self.run, &unbegun)
    }

    fn state(
        &mut self,
        task: usize,
        result: Option<TaskResult>,
        jobs: &Jobs,
        known: &BTreeMap<JobId, Job>,
        probe: Option<&Fault>,
    ) -> State {
        if let Some(TaskResult { outcome: Outcome::Done(made), .. }) = &result {
            return State::Done(made.clone());
        }
        let Some(job) = jobs.of_task.get(&task) else { return State::Planned };
        let known = known.get(job);
        match known.map(|known| (&known.state, known)) {
            Some((JobState::Pending, known)) if probe.is_none() => {
                return State::Queued { job: *job, reason: known.reason.clone() };
            }
            Some((JobState::Running, known)) => {
                let (node, restarts) = (known.nodes.clone(), known.restarts);
                return State::Running { job: *job, node, restarts };
            }
            _ => {}
        }
        if let Some(fault) = probe {
            return State::Failed(Box::new(fault.clone()));
        }
        if let Some(TaskResult { outcome: Outcome::Failed(told), node, job: by, .. }) = result
            && by == Some(*job)
        {
            return State::Failed(Box::new(self.fault(FaultKind::Task, told, *job, node)));
        }
        if known.is_some_and(|known| known.reason == "DependencyNeverSatisfied") {
            return State::Skipped;
        }
        self.without_result(*job, known)
    }

    /// A job that has ended, or that nobody knows, and no result.
    fn without_result(&mut self, job: JobId, known: Option<&Job>) -> State {
        let is_well = known.is_some_and(|known| known.state == JobState::Completed);
        let since = *self.missing.entry(job).or_insert_with(Instant::now);
        let node = known.map(|known| known.nodes.clone()).unwrap_or_default();
        if since.elapsed() < if is_well { GRACE } else { SHORT_GRACE } {
            return State::Running { job, node, restarts: 0 };
        }
        let word = known.map(|known| match &known.state {
            JobState::Ended(word) => word.as_str(),
            _ => "",
        });
        let (kind, message) = match (word, known.and_then(|known| known.end)) {
            (None, _) => {
                (FaultKind::Lost, "Slurm does not know its job any more, and it left no result".to_owned())
            }
            (Some("TIMEOUT" | "DEADLINE"), _) => (FaultKind::Short, "it reached its time limit".to_owned()),
            (Some("CANCELLED"), _) => (FaultKind::Lost, "somebody cancelled its job".to_owned()),
            (Some("PREEMPTED"), _) => (FaultKind::Lost, "Slurm gave its place to another job".to_owned()),
            (Some("NODE_FAIL" | "BOOT_FAIL"), _) => (FaultKind::Lost, "its node failed".to_owned()),
            (Some("OUT_OF_MEMORY"), _) => {
                (FaultKind::Short, "it needed more memory than it had asked for".to_owned())
            }
            (Some(FAILED), _) if !self.run.has_begun(job) => (FaultKind::Unbegun, not_begun(known)),
            (_, Some(End::Signal(signal))) => {
                (FaultKind::Task, format!("signal {signal} ended its job, which left no result"))
            }
            (_, Some(End::Code(code))) => {
                (FaultKind::Task, format!("its job ended with the exit code {code}, and left no result"))
            }
            (Some(_), None) => (FaultKind::Task, "its job left no result".to_owned()),
        };
        let notes = known.into_iter().filter(|known| !["", "None"].contains(&known.reason.as_str()));
        let notes = notes.map(|known| format!("Slurm says {}", known.reason)).collect();
        let told = Told { message, notes, ..Told::default() };
        State::Failed(Box::new(self.fault(kind, told, job, node)))
    }

    /// A probe that found something wrong. Then no task has begun on nodes of its kind.
    fn failed_probe(&self, jobs: &Jobs, known: &BTreeMap<JobId, Job>) -> Result<Option<Fault>, RunError> {
        for probe in &jobs.probes {
            let id = JobId { array: *probe, element: 0 };
            let Some(job) = known.get(&id).filter(|job| matches!(job.state, JobState::Ended(_))) else {
                continue;
            };
            let told = match (self.run.probe_result(*probe)?, job.end) {
                (Some(told), _) => told,
                (None, Some(End::Code(UNSEEN))) => Told {
                    message: format!("nodes do not see the folder {}", self.run.folder().display()),
                    helps: vec![
                        "put the build where all nodes see it under the same path, such as an NFS folder"
                            .to_owned(),
                    ],
                    ..Told::default()
                },
                (None, Some(End::Code(NO_PROGRAM))) => Told {
                    message: format!("nodes cannot start {}", self.record.program.display()),
                    helps: vec!["install sycl-hls where all nodes see it under the same path".to_owned()],
                    ..Told::default()
                },
                (None, _) if job.state == JobState::Ended("CANCELLED".to_owned()) => {
                    let message = "somebody cancelled the job that looks at a node".to_owned();
                    let told = Told { message, ..Told::default() };
                    return Ok(Some(self.fault(FaultKind::Lost, told, id, job.nodes.clone())));
                }
                (None, Some(End::Code(code)))
                    if code != UNFIT && job.state == JobState::Ended(FAILED.to_owned()) =>
                {
                    let told = Told { message: not_begun(Some(job)), ..Told::default() };
                    return Ok(Some(self.fault(FaultKind::Unbegun, told, id, job.nodes.clone())));
                }
                (None, _) => Told {
                    message: "the job that looks at a node did not end well".to_owned(),
                    notes: vec![format!("Slurm says {:?}, {}", job.state, job.reason)],
                    ..Told::default()
                },
            };
            return Ok(Some(self.fault(FaultKind::Node, told, id, job.nodes.clone())));
        }
        Ok(None)
    }

    fn fault(&self, kind: FaultKind, told: Told, job: JobId, node: String) -> Fault {
        let output = Some(self.run.output_of(job));
        let output = output.filter(|file| file.metadata().is_ok_and(|file| file.len() > 0));
        Fault { kind, told, job, node, output }
    }
}

/// What is said of a job that Slurm ended before its program wrote anything.
fn not_begun(job: Option<&Job>) -> String {
    let how = match job.and_then(|job| job.end) {
        Some(End::Code(code)) => format!("its job ended with the exit code {code}"),
        Some(End::Signal(signal)) => format!("signal {signal} ended its job"),
        None => "its job ended".to_owned(),
    };
    format!("{how} before it had begun")
}

fn by_id(jobs: Vec<Job>) -> BTreeMap<JobId, Job> {
    jobs.into_iter().map(|job| (job.id, job)).collect()
}

/// How many tasks are how.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counts {
    /// Their jobs wait.
    pub queued: usize,
    /// Their jobs run.
    pub running: usize,
    /// They are done.
    pub done: usize,
    /// They failed.
    pub failed: usize,
}

impl Counts {
    /// Of these tasks.
    #[must_use]
    pub fn of(states: &[State]) -> Self {
        let mut counts = Self::default();
        for state in states {
            match state {
                State::Queued { .. } => counts.queued += 1,
                State::Running { .. } => counts.running += 1,
                State::Done(_) => counts.done += 1,
                State::Failed(_) => counts.failed += 1,
                State::Planned | State::Skipped => {}
            }
        }
        counts
    }
}
