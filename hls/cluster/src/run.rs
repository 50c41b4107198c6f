//! A run's folder.
//!
//! | file | what | written |
//! |---|---|---|
//! | `run.json` | the tasks: a [`Record`] | before the first job, and again when the run is resumed |
//! | `jobs.json` | the jobs of each task | after jobs were submitted, before they are released |
//! | `results/N.json` | what became of task N: a [`TaskResult`] | by its job |
//! | `jobs/` | what jobs wrote to standard output and error | by Slurm |
//! | `jobs/JOB.begun` | that a job has begun: Slurm may end one before | by the job |
//! | `attempts/N.JOB.RESTART` | where task N works | by its job |

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sycl_hls_types::Digest;

use crate::files;
use crate::needs::Needs;
use crate::options::JobOptions;
use crate::slurm::{self, SlurmError};

/// A run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Run {
    folder: PathBuf,
}

/// What a run is to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// Version of this form: [`Record::SCHEMA`].
    pub schema: u32,
    /// The run's name, which no other run of the user's has, of letters, digits, `_` and `-`: what jobs are named by.
    pub id: String,
    /// What it is, for people.
    pub title: String,
    /// The program that jobs start: `cluster task FOLDER BASE` follows.
    pub program: PathBuf,
    /// How many times a job may be started again whose node failed, or that Slurm could not start.
    pub retries: u32,
    /// The tasks; each stands behind those that it waits for.
    pub tasks: Vec<Task>,
}

/// A piece of work for one job.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Task {
    /// Its name, for people: `compile-fill`.
    pub name: String,
    /// The positions of the tasks that must have been done before.
    pub after: Vec<usize>,
    /// What it asks of Slurm.
    pub options: JobOptions,
}

/// A task's job: an element of an array.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub struct JobId {
    /// The array's number.
    pub array: u64,
    /// The element's.
    pub element: u32,
}

impl fmt::Display for JobId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}_{}", self.array, self.element)
    }
}

/// The jobs that a run has submitted.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub(crate) struct Jobs {
    /// The job that each task has now, by the task's position.
    pub of_task: BTreeMap<usize, JobId>,
    /// The jobs that look at nodes before others start.
    pub probes: BTreeSet<u64>,
    /// All arrays that were ever submitted.
    pub all: BTreeSet<u64>,
    /// How often a task was submitted again because its job had not begun.
    #[serde(default)]
    pub again: BTreeMap<usize, u32>,
}

/// What became of a task.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct TaskResult {
    /// The job that did it; none if it was there before.
    pub job: Option<JobId>,
    /// How often Slurm had started that job before.
    pub restart: u32,
    /// The node.
    pub node: String,
    /// The time and memory that it needed.
    #[serde(default)]
    pub needs: Needs,
    /// What came of it.
    pub outcome: Outcome,
}

/// What came of a task.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// It is done.
    Done(Made),
    /// It failed, and would fail again.
    Failed(Told),
}

/// What a task made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Made {
    /// True if it was there already.
    pub stored: bool,
    /// The digests of its files, by their paths in whatever keeps them.
    pub files: BTreeMap<String, Digest>,
}

/// A place in a text file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// How messages name the file.
    pub path: String,
    /// All of the file.
    pub text: String,
    /// The bytes that are meant.
    pub range: Range<usize>,
}

impl Place {
    /// A line of a file, from 1, without the space around it; `None` if it has none of this number.
    #[must_use]
    pub fn line(path: &str, text: &str, line: u32) -> Option<Self> {
        let start: usize = text.split_inclusive('\n').take(line.checked_sub(1)? as usize).map(str::len).sum();
        let code = text.get(start..)?.lines().next()?;
        let indent = code.len() - code.trim_start().len();
        let range = start + indent..start + code.trim_end().len();
        Some(Self { path: path.to_owned(), text: text.to_owned(), range })
    }
}

/// A failure in words.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Told {
    /// What is wrong.
    pub message: String,
    /// Where, if it is about a file.
    #[serde(default)]
    pub place: Option<Place>,
    /// What else is known.
    pub notes: Vec<String>,
    /// What to do.
    pub helps: Vec<String>,
}

/// A run cannot go on.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A file of the run cannot be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// There is no such run.
    #[error("there is no run in {}", .0.display())]
    Missing(PathBuf),
    /// It was written by another version.
    #[error("the run in {} has form {found}; this version reads form {}", path.display(), Record::SCHEMA)]
    Schema {
        /// The run's folder.
        path: PathBuf,
        /// The form that it states.
        found: u32,
    },
    /// A job was not started as one of a run's.
    #[error("`cluster task` is what jobs of a run start: the variable {0} is not set as Slurm sets it")]
    NoJob(&'static str),
    /// There is no such task.
    #[error("the run has no task {0}")]
    NoTask(usize),
    /// Slurm refused something, or is not there.
    #[error(transparent)]
    Slurm(#[from] SlurmError),
}

impl Record {
    /// The form that this version reads and writes.
    pub const SCHEMA: u32 = 1;

    /// What the names of its jobs begin with.
    pub(crate) fn prefix(&self) -> String {
        format!("{}.", self.id)
    }
}

impl Run {
    /// The run in a folder, which need not be there yet.
    #[must_use]
    pub fn at(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Writes what is to be done, over what an earlier run of the same name was to do.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn plan(&self, record: &Record) -> Result<(), RunError> {
        for folder in [self.outputs(), self.folder.join(RESULTS)] {
            std::fs::create_dir_all(&folder).map_err(|source| RunError::File { path: folder, source })?;
        }
        self.write(RECORD, record)
    }

    /// What is to be done.
    ///
    /// # Errors
    /// When there is no run, or it cannot be read.
    pub fn record(&self) -> Result<Record, RunError> {
        let record: Record = self.read(RECORD)?.ok_or_else(|| RunError::Missing(self.folder.clone()))?;
        if record.schema != Record::SCHEMA {
            return Err(RunError::Schema { path: self.folder.clone(), found: record.schema });
        }
        Ok(record)
    }

    /// The file by which a node knows that it sees the run.
    pub(crate) fn record_file(&self) -> PathBuf {
        self.folder.join(RECORD)
    }

    /// True if Slurm took jobs of it, unless it is known that there were none.
    #[must_use]
    pub fn is_submitted(&self) -> bool {
        !self.jobs().is_ok_and(|jobs| jobs.all.is_empty())
    }

    pub(crate) fn jobs(&self) -> Result<Jobs, RunError> {
        Ok(self.read(JOBS)?.unwrap_or_default())
    }

    pub(crate) fn set_jobs(&self, jobs: &Jobs) -> Result<(), RunError> {
        self.write(JOBS, jobs)
    }

    /// What became of a task, as its last job told it.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn result(&self, task: usize) -> Result<Option<TaskResult>, RunError> {
        self.read(&result_file(task))
    }

    pub(crate) fn set_result(&self, task: usize, result: &TaskResult) -> Result<(), RunError> {
        self.write(&result_file(task), result)
    }

    /// A task has nothing to do: what it makes is there.
    pub(crate) fn set_stored(&self, task: usize) -> Result<(), RunError> {
        if self.made(task)?.is_some() {
            return Ok(());
        }
        let outcome = Outcome::Done(Made { stored: true, ..Made::default() });
        self.set_result(
            task,
            &TaskResult { job: None, restart: 0, node: String::new(), needs: Needs::default(), outcome },
        )
    }

    /// Cancels its jobs that wait or run; gives how many that were.
    ///
    /// # Errors
    /// When Slurm does not answer, or the run's folder cannot be read.
    pub fn cancel(&self) -> Result<usize, RunError> {
        let prefix = self.record()?.prefix();
        let live =
            slurm::queued()?.into_iter().filter(|job| job.state.is_live() && job.name.starts_with(&prefix));
        let live: Vec<String> = live.map(|job| job.id.to_string()).collect();
        slurm::cancel(&live)?;
        Ok(live.len())
    }

    /// Forgets that a task failed: another job is to do it.
    pub(crate) fn forget_result(&self, task: usize) -> Result<(), RunError> {
        let path = self.folder.join(result_file(task));
        match std::fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => Err(RunError::File { path, source }),
            _ => Ok(()),
        }
    }

    /// What a probe told that found something wrong.
    pub(crate) fn probe_result(&self, job: u64) -> Result<Option<Told>, RunError> {
        self.read(&probe_file(job))
    }

    pub(crate) fn set_probe_result(&self, job: u64, told: &Told) -> Result<(), RunError> {
        self.write(&probe_file(job), told)
    }

    /// What a task made, if it was done; a later job has no reason to do it again.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn made(&self, task: usize) -> Result<Option<Made>, RunError> {
        Ok(self.result(task)?.and_then(|result| match result.outcome {
            Outcome::Done(made) => Some(made),
            Outcome::Failed(_) => None,
        }))
    }

    /// The folder of what jobs wrote to standard output and error.
    pub(crate) fn outputs(&self) -> PathBuf {
        self.folder.join(OUTPUTS)
    }

    /// What a job wrote to standard output and error.
    #[must_use]
    pub fn output_of(&self, job: JobId) -> PathBuf {
        self.outputs().join(format!("{job}.out"))
    }

    /// A job's program has been started.
    pub(crate) fn set_begun(&self, job: JobId) -> Result<(), RunError> {
        self.write(&begun_file(job), &())
    }

    /// True if a job's program was started, as far as that can be read.
    pub(crate) fn has_begun(&self, job: JobId) -> bool {
        !matches!(self.read::<()>(&begun_file(job)), Ok(None))
    }

    /// The tasks that have results. Reading the folder makes a client of NFS ask its server for what is new in it.
    pub(crate) fn with_results(&self) -> BTreeSet<usize> {
        let entries = std::fs::read_dir(self.folder.join(RESULTS)).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        names.filter_map(|name| name.strip_suffix(".json")?.parse().ok()).collect()
    }

    fn read<T: serde::de::DeserializeOwned>(&self, name: &str) -> Result<Option<T>, RunError> {
        let path = self.folder.join(name);
        files::read(&path).map_err(|source| RunError::File { path, source })
    }

    fn write(&self, name: &str, value: &impl Serialize) -> Result<(), RunError> {
        let path = self.folder.join(name);
        files::write(&path, value).map_err(|source| RunError::File { path, source })
    }
}

const RECORD: &str = "run.json";
const JOBS: &str = "jobs.json";
const RESULTS: &str = "results";
const OUTPUTS: &str = "jobs";

fn result_file(task: usize) -> String {
    format!("{RESULTS}/{task}.json")
}

fn begun_file(job: JobId) -> String {
    format!("{OUTPUTS}/{job}.begun")
}

fn probe_file(job: u64) -> String {
    format!("{RESULTS}/probe-{job}.json")
}
