//! Slurm's commands, and what they say: `sbatch`, `scontrol`, `scancel`, `squeue`, `sacct`, `sinfo` (their manual pages, 22.05).

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::options::JobOptions;
use crate::run::JobId;

/// The columns that are asked for: no value but the last can hold what stands between them.
const SQUEUE_COLUMNS: &str =
    "ArrayJobID:|,ArrayTaskID:|,State:|,exit_code:|,NodeList:|,RestartCnt:|,Reason:|,Name:";
const SACCT_COLUMNS: &str = "JobID,State,ExitCode,NodeList,Reason,JobName";

/// A command of Slurm's did not do what it should.
#[derive(Debug, thiserror::Error)]
pub enum SlurmError {
    /// It is not there.
    #[error("Slurm was not found: {program} cannot be started: {source}")]
    NotFound {
        /// The program.
        program: &'static str,
        /// Why.
        source: io::Error,
    },
    /// It refused.
    #[error("{program} failed: {said}")]
    Refused {
        /// The program.
        program: &'static str,
        /// What it said, in one line.
        said: String,
    },
    /// It answered something else than its manual says.
    #[error("{program} answered `{said}`")]
    Unknown {
        /// The program.
        program: &'static str,
        /// What it said.
        said: String,
    },
}

/// An array of jobs to be submitted.
#[derive(Clone, Copy, Debug)]
pub struct Submission<'s> {
    /// Its name.
    pub name: &'s str,
    /// What each of them runs.
    pub script: &'s str,
    /// What each of them asks for.
    pub options: &'s JobOptions,
    /// The jobs that must have ended well before, as Slurm writes them.
    pub after: &'s [String],
    /// The elements.
    pub elements: &'s [u32],
    /// Where Slurm puts what they write; `%A` and `%a` stand for the job's array and element.
    pub output: &'s Path,
}

/// A job as Slurm tells of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Job {
    /// Which one; its element is 0 if it is of no array.
    pub id: JobId,
    /// Its state.
    pub state: JobState,
    /// True if its processes are about to end: only then Slurm tells how.
    pub is_ending: bool,
    /// What a job's program said when it ended: its exit code, or the signal that ended it.
    pub end: Option<End>,
    /// The nodes that it has or had.
    pub nodes: String,
    /// How often Slurm has started it again.
    pub restarts: u32,
    /// Why it waits, or did not end well, in Slurm's words.
    pub reason: String,
    /// Its name.
    pub name: String,
}

/// How a program ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// With this exit code.
    Code(u8),
    /// By this signal.
    Signal(u8),
}

/// The state of a job (squeue(1), "JOB STATE CODES").
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum JobState {
    /// It waits.
    Pending,
    /// It runs, or is about to or has just done so.
    Running,
    /// It ended well.
    Completed,
    /// It ended otherwise: Slurm's word.
    Ended(String),
}

impl JobState {
    fn of(word: &str) -> Self {
        match word {
            "PENDING" | "REQUEUED" | "REQUEUE_HOLD" | "REQUEUE_FED" | "SPECIAL_EXIT" | "RESV_DEL_HOLD" => {
                Self::Pending
            }
            "RUNNING" | "COMPLETING" | "CONFIGURING" | "SUSPENDED" | "STOPPED" | "SIGNALING"
            | "STAGE_OUT" | "RESIZING" => Self::Running,
            "COMPLETED" => Self::Completed,
            // `CANCELLED by 1000`.
            other => Self::Ended(other.split(' ').next().unwrap_or(other).to_owned()),
        }
    }

    /// True if it may still do something.
    #[must_use]
    pub fn is_live(&self) -> bool {
        matches!(self, Self::Pending | Self::Running)
    }
}

impl Job {
    /// True if it waits until its owner lets it go.
    #[must_use]
    pub fn is_held(&self) -> bool {
        self.state == JobState::Pending && self.reason == "JobHeldUser"
    }
}

/// Submits an array of jobs, which are held: none starts before [`release`].
///
/// # Errors
/// When Slurm refuses, or is not there.
pub fn submit(array: &Submission<'_>) -> Result<u64, SlurmError> {
    let mut args = array.options.words();
    let elements: Vec<String> = array.elements.iter().map(ToString::to_string).collect();
    args.extend(
        ["--parsable", "--hold", "--requeue", "--open-mode=append", "--input=/dev/null"].map(str::to_owned),
    );
    args.push(format!("--job-name={}", array.name));
    args.push(format!("--array={}", elements.join(",")));
    if !array.after.is_empty() {
        args.push("--kill-on-invalid-dep=yes".to_owned());
        args.push(format!("--dependency=afterok:{}", array.after.join(":")));
    }
    let mut output = std::ffi::OsString::from("--output=");
    output.push(array.output);
    let mut command = Command::new(SBATCH);
    command.args(args).arg(output);
    let said = text(SBATCH, &run(SBATCH, command, array.script)?)?;
    // `ID` or `ID;CLUSTER`.
    let id = said.trim().split(';').next().and_then(|id| id.parse().ok());
    id.ok_or_else(|| SlurmError::Unknown { program: SBATCH, said: said.trim().to_owned() })
}

/// Lets jobs go that were held.
///
/// # Errors
/// When Slurm refuses, or is not there.
pub fn release(jobs: &[u64]) -> Result<(), SlurmError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let list = jobs.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    ask(SCONTROL, ["release", &list]).map(|_| ())
}

/// Cancels jobs: arrays, or elements of them. Those that have ended stay as they are.
///
/// # Errors
/// When Slurm refuses, or is not there.
pub fn cancel(jobs: &[String]) -> Result<(), SlurmError> {
    if jobs.is_empty() {
        return Ok(());
    }
    ask(SCANCEL, ["--quiet"].into_iter().chain(jobs.iter().map(String::as_str))).map(|_| ())
}

/// The user's jobs that wait, run, or have ended not long ago.
///
/// # Errors
/// When Slurm does not answer, or is not there.
pub fn queued() -> Result<Vec<Job>, SlurmError> {
    let said = ask(SQUEUE, ["--me", "--array", "--noheader", "--states=all", "--Format", SQUEUE_COLUMNS])?;
    said.lines().filter(|line| !line.trim().is_empty()).map(of_squeue).collect()
}

/// True if a job runs, and was started again so often. What Slurm does not know has ended long ago.
///
/// # Errors
/// When Slurm does not answer, or is not there.
pub fn runs(job: JobId, restarts: u32) -> Result<bool, SlurmError> {
    let said = match ask(
        SQUEUE,
        ["--array", "--noheader", "--jobs", &job.to_string(), "--Format", SQUEUE_COLUMNS],
    ) {
        Err(SlurmError::Refused { said, .. }) if said.contains("Invalid job id") => return Ok(false),
        said => said?,
    };
    let found = said.lines().filter_map(|line| of_squeue(line).ok()).find(|found| found.id == job);
    Ok(found.is_some_and(|found| found.state == JobState::Running && found.restarts == restarts))
}

/// What is known of arrays that ended long ago: nothing where accounting is switched off.
#[must_use]
pub fn accounted(arrays: &[u64]) -> Vec<Job> {
    let list = arrays.iter().map(ToString::to_string).collect::<Vec<_>>().join(",");
    let format = format!("--format={SACCT_COLUMNS}");
    let args = ["--allocations", "--noheader", "--parsable2", "--jobs", &list, &format];
    let said = ask(SACCT, args).unwrap_or_default();
    said.lines().filter_map(of_sacct).collect()
}

/// The partitions, for messages.
#[must_use]
pub fn partitions() -> Vec<String> {
    let said = ask(SINFO, ["--noheader", "--format=%R"]).unwrap_or_default();
    let mut names: Vec<String> = said.lines().map(|line| line.trim().to_owned()).collect();
    names.dedup();
    names
}

const SBATCH: &str = "sbatch";
const SCONTROL: &str = "scontrol";
const SCANCEL: &str = "scancel";
const SQUEUE: &str = "squeue";
const SACCT: &str = "sacct";
const SINFO: &str = "sinfo";

fn of_squeue(line: &str) -> Result<Job, SlurmError> {
    let unknown = || SlurmError::Unknown { program: SQUEUE, said: line.to_owned() };
    let mut columns = line.splitn(8, '|');
    let mut next = || columns.next().map(str::trim).ok_or_else(unknown);
    let array = next()?.parse().map_err(|_| unknown())?;
    let element = next()?.parse().unwrap_or(0);
    let word = next()?;
    let (state, is_ending) = (JobState::of(word), word == "COMPLETING");
    // As `wait` tells it: the code is above the signal.
    let status: u32 = next()?.parse().unwrap_or(0);
    let end = match (status >> 8 & 0xff, status & 0x7f) {
        (code, 0) => End::Code(u8::try_from(code).unwrap_or(u8::MAX)),
        (_, signal) => End::Signal(u8::try_from(signal).unwrap_or(u8::MAX)),
    };
    let nodes = next()?.to_owned();
    let restarts = next()?.parse().unwrap_or(0);
    let (reason, name) = (next()?.to_owned(), next()?.to_owned());
    let end = (!state.is_live()).then_some(end);
    Ok(Job { id: JobId { array, element }, state, is_ending, end, nodes, restarts, reason, name })
}

fn of_sacct(line: &str) -> Option<Job> {
    let mut columns = line.splitn(6, '|');
    let mut next = || columns.next();
    let (array, element) = next()?.split_once('_')?;
    let id = JobId { array: array.parse().ok()?, element: element.parse().ok()? };
    let state = JobState::of(next()?);
    let (code, signal) = next()?.split_once(':')?;
    let end = match signal.parse().ok()? {
        0 => End::Code(code.parse().ok()?),
        signal => End::Signal(signal),
    };
    let end = (!state.is_live()).then_some(end);
    let (nodes, reason, name) = (next()?.to_owned(), next()?.to_owned(), next()?.to_owned());
    Some(Job { id, state, is_ending: false, end, nodes, restarts: 0, reason, name })
}

/// Asks a command; gives what it wrote to standard output.
fn ask<'a>(program: &'static str, args: impl IntoIterator<Item = &'a str>) -> Result<String, SlurmError> {
    let mut command = Command::new(program);
    command.args(args.into_iter().map(OsStr::new));
    text(program, &run(program, command, "")?)
}

/// Runs a command with a text as its standard input.
fn run(program: &'static str, mut command: Command, input: &str) -> Result<Output, SlurmError> {
    let not_found = |source| SlurmError::NotFound { program, source };
    // What users have set for their own use of these commands changes what they write.
    for variable in ["SQUEUE_FORMAT", "SQUEUE_FORMAT2", "SQUEUE_SORT", "SQUEUE_STATES", "SQUEUE_PARTITION"] {
        command.env_remove(variable);
    }
    command.env_remove("SACCT_FORMAT").env_remove("SBATCH_DEPENDENCY").env_remove("SBATCH_ARRAY_INX");
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(not_found)?;
    if let Some(mut pipe) = child.stdin.take() {
        // Whoever does not read it says why.
        let _ = pipe.write_all(input.as_bytes());
    }
    child.wait_with_output().map_err(not_found)
}

fn text(program: &'static str, output: &Output) -> Result<String, SlurmError> {
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).into_owned());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let own = [format!("{program}: "), "error: ".to_owned()];
    let lines = said.lines().map(|line| {
        let line = own.iter().fold(line.trim(), |line, own| line.strip_prefix(own.as_str()).unwrap_or(line));
        line.trim_end_matches('.')
    });
    let mut lines: Vec<&str> = lines.filter(|line| !line.is_empty()).collect();
    lines.dedup();
    let said = if lines.is_empty() { output.status.to_string() } else { lines.join("; ") };
    Err(SlurmError::Refused { program, said })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_squeue_are_read() {
        let job = of_squeue("12|3|FAILED|1792|n1|2|NonZeroExitCode|a b|c").unwrap();
        assert_eq!(job.id, JobId { array: 12, element: 3 });
        assert_eq!((job.state, job.end), (JobState::Ended("FAILED".to_owned()), Some(End::Code(7))));
        assert_eq!((job.nodes.as_str(), job.restarts, job.name.as_str()), ("n1", 2, "a b|c"));
        let held = of_squeue("7|N/A|PENDING|0||0|JobHeldUser|x").unwrap();
        assert!(held.is_held() && held.end.is_none() && held.id.element == 0);
        assert_eq!(of_squeue("7|1|FAILED|9|n1|0|None|x").unwrap().end, Some(End::Signal(9)));
        assert!(of_squeue("slurm is not here").is_err());
    }

    #[test]
    fn lines_of_sacct_are_read() {
        let job = of_sacct("12_3|CANCELLED by 1000|0:15|n2|None|app.link").unwrap();
        assert_eq!((job.id.to_string().as_str(), job.nodes.as_str()), ("12_3", "n2"));
        assert_eq!((job.state, job.end), (JobState::Ended("CANCELLED".to_owned()), Some(End::Signal(15))));
        assert_eq!(of_sacct("12.batch|COMPLETED|0:0|n2|None|batch"), None);
        // As sacct 22.05 writes it, with slurmdbd and MariaDB.
        let said = "2_1|COMPLETED|0:0|n1|None|ok.ok-1\n4_1|CANCELLED by 0|0:0|n1|None|bad.bad-1\n4_2|FAILED|0:9|n2|None|bad.bad-1\n";
        let states: Vec<_> =
            said.lines().filter_map(of_sacct).map(|job| (job.id.element, job.state, job.end)).collect();
        let ended = |word: &str| JobState::Ended(word.to_owned());
        assert_eq!(states[0], (1, JobState::Completed, Some(End::Code(0))));
        assert_eq!(states[1], (1, ended("CANCELLED"), Some(End::Code(0))));
        assert_eq!(states[2], (2, ended("FAILED"), Some(End::Signal(9))));
    }
}
