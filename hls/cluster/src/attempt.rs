//! A task on its node: what a job runs.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::claim::{self, Start, Turn};
use crate::needs::Meter;
use crate::run::{JobId, Made, Outcome, Run, RunError, Task, TaskResult, Told};

/// Where Slurm tells a job the number of its array.
pub(crate) const ARRAY: &str = "SLURM_ARRAY_JOB_ID";

/// What Slurm tells a job in its environment (sbatch(1), "OUTPUT ENVIRONMENT VARIABLES").
pub(crate) fn variable<T: FromStr>(name: &'static str) -> Result<T, RunError> {
    let value = std::env::var(name).ok().and_then(|value| value.parse().ok());
    value.ok_or(RunError::NoJob(name))
}

/// What a job is to do.
#[derive(Debug)]
pub enum Begun {
    /// This.
    Task(Box<Attempt>),
    /// Nothing: its task was done by an earlier start of a job.
    Done,
    /// Nothing: it was started too often, which is its task's failure.
    TooOften(Told),
}

/// A task that a job does now.
#[derive(Debug)]
pub struct Attempt {
    run: Run,
    /// The task's position.
    pub index: usize,
    /// The task.
    pub task: Task,
    job: JobId,
    restart: u32,
    node: String,
    meter: Meter,
}

impl Attempt {
    /// The task of the job that this process is; `base` is the position of the array's element 0.
    ///
    /// # Errors
    /// When this is no job of Slurm's, or the run cannot be read or written.
    pub fn begin(run: Run, base: usize) -> Result<Begun, RunError> {
        let job = JobId { array: variable(ARRAY)?, element: variable("SLURM_ARRAY_TASK_ID")? };
        // Slurm sets it only from the second start on.
        let restart = variable("SLURM_RESTART_COUNT").unwrap_or(0);
        let node = variable("SLURMD_NODENAME")?;
        let (index, record) = (base + job.element as usize, run.record()?);
        let task = record.tasks.get(index).cloned().ok_or(RunError::NoTask(index))?;
        run.set_begun(job)?;
        if run.made(index)?.is_some() {
            return Ok(Begun::Done);
        }
        let attempt = Self { run, index, task, job, restart, node, meter: Meter::start() };
        if restart > record.retries {
            let told = Told {
                message: format!(
                    "Slurm started it {restart} times, and each time its node failed or it was requeued"
                ),
                notes: vec![format!("`retries` of this run is {}", record.retries)],
                ..Told::default()
            };
            attempt.fail(told.clone())?;
            return Ok(Begun::TooOften(told));
        }
        Ok(Begun::Task(Box::new(attempt)))
    }

    /// A folder that no other attempt has, not even one on a node that is taken for dead. It need not be there yet.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.run.folder().join("attempts").join(format!("{}.{}.{}", self.index, self.job, self.restart))
    }

    /// Whether it is this job's turn to make what jobs of other runs may need, too: see [`Turn`]. It waits while another one makes it.
    /// `folder` is one of claims that all these jobs see, `name` names what is made.
    ///
    /// # Errors
    /// When the folder cannot be read or written.
    pub fn turn(
        &self,
        folder: &Path,
        name: &str,
        is_there: impl Fn() -> bool,
        is_cancelled: impl Fn() -> bool,
    ) -> Result<Turn, RunError> {
        let own = Start { job: self.job, restart: self.restart };
        claim::take(folder, name, own, is_there, is_cancelled)
    }

    /// What another task made, if it was done in this run.
    ///
    /// # Errors
    /// When that cannot be read.
    pub fn made(&self, task: usize) -> Result<Option<Made>, RunError> {
        self.run.made(task)
    }

    /// The run.
    #[must_use]
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// The task is done.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn done(self, made: Made) -> Result<(), RunError> {
        self.end(Outcome::Done(made))
    }

    /// The task failed.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn fail(self, told: Told) -> Result<(), RunError> {
        self.end(Outcome::Failed(told))
    }

    fn end(self, outcome: Outcome) -> Result<(), RunError> {
        // Of two attempts, of which one was taken for dead, the first that was done counts.
        if self.run.made(self.index)?.is_some() {
            return Ok(());
        }
        let result = TaskResult {
            job: Some(self.job),
            restart: self.restart,
            node: self.node,
            needs: self.meter.stop(),
            outcome,
        };
        self.run.set_result(self.index, &result)
    }
}
