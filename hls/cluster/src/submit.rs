//! Tasks become jobs.
//!
//! Jobs are submitted on hold, written down, and only then released. So a submitter may be killed at any moment: jobs that are not
//! written down have not begun, and the next submission cancels them. Submitting again is how a run is resumed.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};

use crate::attempt::{self, variable};
use crate::options::JobOptions;
use crate::run::{JobId, Jobs, Record, Run, RunError, Told};
use crate::slurm::{self, Job, JobState, SlurmError, Submission};

/// The largest element of an array where Slurm's `MaxArraySize` has its default.
const ARRAY: usize = 1000;

/// How long a job that is about to end is waited for, and how often it is looked at. Slurm kills after `KillWait`, 30 s by default; on a node that is
/// gone it may take for ever.
const ENDING: Duration = Duration::from_secs(40);
const POLL: Duration = Duration::from_millis(200);

/// What a probe's script ends with where a node does not see the run's folder, cannot start the program, or the program finds something wrong.
/// Nothing else that ends a job gives these.
pub(crate) const UNSEEN: u8 = 81;
pub(crate) const NO_PROGRAM: u8 = 82;
pub(crate) const UNFIT: u8 = 83;

/// A job that looks at a node before others start there.
#[derive(Clone, Debug)]
pub struct Probe {
    run: Run,
    job: u64,
}

impl Probe {
    /// The probe that this process is.
    ///
    /// # Errors
    /// When this is no job of Slurm's.
    pub fn begin(run: Run) -> Result<Self, RunError> {
        Ok(Self { run, job: variable(attempt::ARRAY)? })
    }

    /// Something is wrong with the node.
    ///
    /// # Errors
    /// When that cannot be written.
    pub fn fail(&self, told: &Told) -> Result<(), RunError> {
        self.run.set_probe_result(self.job, told)
    }
}

/// Submits what is not done and has no job that could still do it; gives how many tasks that were. `is_there` tells whether there
/// is what a task makes.
///
/// # Errors
/// When Slurm refuses a job: then none of them has begun, and all are cancelled. When the run's folder cannot be read or written.
pub fn submit(run: &Run, is_there: impl Fn(usize) -> bool) -> Result<usize, RunError> {
    let (record, mut jobs) = (run.record()?, run.jobs()?);
    let queued = settled(&jobs)?;
    jobs.again.clear();
    submit_left(run, &record, jobs, &queued, Wanted { is_there, is_left: |_| true })
}

/// Submits tasks anew whose jobs did not begin, at most as often as the run allows, and those that wait for them; gives how many.
pub(crate) fn again(run: &Run, tasks: &[usize]) -> Result<usize, RunError> {
    let (record, mut jobs) = (run.record()?, run.jobs()?);
    let mut wanted = BTreeSet::new();
    for task in tasks {
        let again = jobs.again.entry(*task).or_default();
        if *again < record.retries {
            *again += 1;
            wanted.insert(*task);
        }
    }
    if wanted.is_empty() {
        return Ok(0);
    }
    let is_there = |task: usize| matches!(run.made(task), Ok(Some(_)));
    submit_left(
        run,
        &record,
        jobs,
        &slurm::queued()?,
        Wanted { is_there, is_left: |task| wanted.contains(&task) },
    )
}

/// Which tasks are asked for.
struct Wanted<T, L> {
    /// Tells whether there is what a task makes.
    is_there: T,
    /// Tells whether a task that has no job is to have one.
    is_left: L,
}

/// Submits the tasks that are wanted, not done, and have no job that could still do them, and those that wait for them; gives how many.
fn submit_left(
    run: &Run,
    record: &Record,
    mut jobs: Jobs,
    queued: &[Job],
    wanted: Wanted<impl Fn(usize) -> bool, impl Fn(usize) -> bool>,
) -> Result<usize, RunError> {
    cancel_unknown(record, &jobs, queued)?;
    let Left { fresh, outdated } = Left::find(run, record, &jobs, queued, wanted)?;
    slurm::cancel(&outdated)?;
    // What earlier probes have found may have been put right.
    jobs.probes.retain(|probe| probe_state(*probe, queued).is_some_and(JobState::is_live));
    let mut arrays = Arrays { run, record, jobs, new: Vec::new(), probes: BTreeMap::new() };
    if let Err(error) = arrays.submit(&fresh) {
        let new: Vec<String> = arrays.new.iter().map(ToString::to_string).collect();
        // The first error is the one to tell of.
        let _ = slurm::cancel(&new);
        return Err(error);
    }
    let Arrays { jobs, new, .. } = arrays;
    run.set_jobs(&jobs)?;
    let held = queued.iter().filter(|job| job.is_held() && jobs.all.contains(&job.id.array));
    let held: BTreeSet<u64> = held.map(|job| job.id.array).chain(new).collect();
    slurm::release(&held.into_iter().collect::<Vec<_>>())?;
    Ok(fresh.len())
}

/// The user's jobs, when none of the run's is about to end: one that was cancelled may take a while, and may leave a result or none.
fn settled(jobs: &Jobs) -> Result<Vec<Job>, SlurmError> {
    let begin = Instant::now();
    loop {
        let queued = slurm::queued()?;
        let is_ending = queued.iter().any(|job| job.is_ending && jobs.all.contains(&job.id.array));
        if !is_ending || begin.elapsed() > ENDING {
            return Ok(queued);
        }
        std::thread::sleep(POLL);
    }
}

fn probe_state(probe: u64, queued: &[Job]) -> Option<&JobState> {
    queued.iter().find(|job| job.id.array == probe).map(|job| &job.state)
}

/// What is left to do.
#[derive(Default)]
struct Left {
    /// The tasks that need a job.
    fresh: Vec<usize>,
    /// Jobs that wait for others that will never end well.
    outdated: Vec<String>,
}

impl Left {
    fn find(
        run: &Run,
        record: &Record,
        jobs: &Jobs,
        queued: &[Job],
        wanted: Wanted<impl Fn(usize) -> bool, impl Fn(usize) -> bool>,
    ) -> Result<Self, RunError> {
        // Those that have failed, and are not wanted again, or wait for one of these.
        let (mut left, mut failed) = (Self::default(), Vec::new());
        let has_failed = |probe: &u64| matches!(probe_state(*probe, queued), Some(JobState::Ended(_)));
        // Slurm takes a moment to cancel what waits for such a probe.
        let has_failed_probe = jobs.probes.iter().any(has_failed);
        for (index, task) in record.tasks.iter().enumerate() {
            if (wanted.is_there)(index) {
                run.set_stored(index)?;
                continue;
            }
            let job = jobs.of_task.get(&index).copied();
            let job = job.filter(|job| {
                let queued = queued.iter().find(|it| it.id == *job).filter(|it| it.state.is_live());
                queued.is_some_and(|it| it.state == JobState::Running || !has_failed_probe)
            });
            let is_after = |tasks: &[usize]| task.after.iter().any(|before| tasks.contains(before));
            let is_wanted = job.is_none() && (wanted.is_left)(index);
            if is_after(&failed) || !is_wanted && !is_after(&left.fresh) {
                failed.extend(job.is_none().then_some(index));
                continue;
            }
            let waits = jobs.of_task.get(&index).filter(|_| job.is_some() || has_failed_probe);
            left.outdated.extend(waits.map(ToString::to_string));
            run.forget_result(index)?;
            left.fresh.push(index);
        }
        Ok(left)
    }
}

/// Jobs of the run that nobody has written down: their submitter was killed, and they are still held.
fn cancel_unknown(record: &Record, jobs: &Jobs, queued: &[Job]) -> Result<(), RunError> {
    let prefix = record.prefix();
    let unknown = queued.iter().filter(|job| job.name.starts_with(&prefix) && job.state.is_live());
    let unknown = unknown.filter(|job| !jobs.all.contains(&job.id.array));
    let mut arrays: Vec<String> = unknown.map(|job| job.id.array.to_string()).collect();
    arrays.dedup();
    Ok(slurm::cancel(&arrays)?)
}

/// Arrays on their way to Slurm.
struct Arrays<'a> {
    run: &'a Run,
    record: &'a Record,
    jobs: Jobs,
    /// Those that were submitted.
    new: Vec<u64>,
    /// The probe for each kind of node.
    probes: BTreeMap<Vec<String>, u64>,
}

impl Arrays<'_> {
    /// Tasks that wait for the same and ask for the same are one array.
    fn submit(&mut self, fresh: &[usize]) -> Result<(), RunError> {
        let mut left: Vec<usize> = fresh.to_vec();
        while let Some(&first) = left.first() {
            let like = |index: &usize| {
                let (a, b) = (&self.record.tasks[first], &self.record.tasks[*index]);
                (&a.after, &a.options) == (&b.after, &b.options) && index - first < ARRAY
            };
            let (group, rest): (Vec<usize>, Vec<usize>) = left.iter().partition(|index| like(index));
            left = rest;
            self.array(first, &group)?;
        }
        Ok(())
    }

    fn array(&mut self, first: usize, group: &[usize]) -> Result<(), RunError> {
        let task = &self.record.tasks[first];
        let mut after = vec![self.probe(&task.options)?.to_string()];
        for before in &task.after {
            if self.run.made(*before)?.is_none() {
                after.extend(self.jobs.of_task.get(before).map(ToString::to_string));
            }
        }
        let elements: Vec<u32> =
            group.iter().map(|index| u32::try_from(index - first).unwrap_or(u32::MAX)).collect();
        let script = self.script(Some(first));
        let job = slurm::submit(&Submission {
            name: &(self.record.prefix() + &task.name),
            script: &script,
            options: &task.options,
            after: &after,
            elements: &elements,
            output: &self.run.outputs().join("%A_%a.out"),
        })?;
        self.note(job);
        for (index, element) in group.iter().zip(elements) {
            self.jobs.of_task.insert(*index, JobId { array: job, element });
        }
        Ok(())
    }

    /// The job that looks at nodes of this kind. What it writes goes nowhere: it may not see the folder.
    fn probe(&mut self, options: &JobOptions) -> Result<u64, RunError> {
        let options = options.of_probe();
        if let Some(job) = self.probes.get(&options.words()) {
            return Ok(*job);
        }
        let script = self.script(None);
        let job = slurm::submit(&Submission {
            name: &(self.record.prefix() + "probe"),
            script: &script,
            options: &options,
            after: &[],
            elements: &[0],
            output: Path::new("/dev/null"),
        })?;
        self.note(job);
        self.jobs.probes.insert(job);
        self.probes.insert(options.words(), job);
        Ok(job)
    }

    fn note(&mut self, job: u64) {
        self.new.push(job);
        self.jobs.all.insert(job);
    }

    /// What an array's jobs run: the task at their element's position from `base` on, or a look at the node.
    fn script(&self, base: Option<usize>) -> String {
        let quoted = |path: &Path| format!("'{}'", path.to_string_lossy().replace('\'', r"'\''"));
        let (program, folder) = (quoted(&self.record.program), quoted(self.run.folder()));
        let mut script = "#!/bin/sh\n".to_owned();
        // Writing to a text does not fail.
        let _ = match base {
            Some(base) => writeln!(script, "exec {program} cluster task {folder} {base}"),
            None => writeln!(
                script,
                "test -r {} || exit {UNSEEN}\ntest -x {program} || exit {NO_PROGRAM}\n{program} cluster probe {folder} || exit {UNFIT}",
                quoted(&self.run.record_file())
            ),
        };
        script
    }
}
