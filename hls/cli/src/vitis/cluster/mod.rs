//! A build whose steps are jobs: nodes put what steps make into the store, and the build here finds all of it there.

mod learned;
mod step;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sycl_hls_cluster::{Attempt, Made, Needs, Run};
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::Digest;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::runner::{LOGS, kept};
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::tools::installation;

use super::work::Work;
use super::{LOCK, conclude, folder_of};
use crate::cluster::{self, Named, Settings, Workload, check_folder, named, read_work, write_work};
use crate::failure::Failure;
use crate::lock::Lock;
use crate::progress::Progress;

/// What the work of such a run is called.
pub const KIND: &str = "vitis";

/// What the jobs of a build work on.
#[derive(Debug, Serialize, Deserialize)]
pub struct Shared {
    /// The plan, and what its results are read by.
    job: Job,
    /// What the platform's files are like where it was planned.
    platform: Digest,
    /// Where what steps made is kept.
    store: PathBuf,
    /// The folder of the installation where it was planned.
    tools: PathBuf,
    /// The file to write.
    image: PathBuf,
    /// Keep all intermediate files.
    keep: bool,
    /// What is asked of Slurm.
    settings: Settings,
}

impl Shared {
    /// What the jobs of a run work on.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(run: &Run) -> anyhow::Result<Self> {
        read_work(run, KIND)
    }

    fn keys(&self) -> Vec<Digest> {
        Store::keys(&self.job.plan, &self.platform)
    }

    /// Makes jobs of what is left to do.
    fn submit(&self, run: &Run, id: String, progress: &Progress) -> anyhow::Result<()> {
        let plan = &self.job.plan;
        let tasks = plan.steps.iter().map(|step| (step.name.clone(), plan.waits_for(step)));
        let learned = |step: &str| Needs::known(&self.needs_of(step));
        let record = self.settings.record(id.clone(), plan.title.clone(), tasks, learned)?;
        run.plan(&record).map_err(cluster::explain)?;
        cluster::start(run, &id, self.presence(), progress)
    }

    /// Waits for the run's jobs; gives what they made.
    fn wait(&self, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Vec<Made>> {
        let states = cluster::watch(run, progress, cancel, |_| Ok(()))?;
        self.learn_from(&states);
        cluster::end(run, &states)
    }

    /// Tells of a step whether the store has what it makes.
    fn presence(&self) -> impl Fn(usize) -> bool {
        let (keys, store) = (self.keys(), Store::new(self.store.clone()));
        move |step| {
            let step_and_key = self.job.plan.steps.get(step).zip(keys.get(step));
            step_and_key.is_some_and(|(step, key)| store.has(key, &step.outputs))
        }
    }

    /// Compares what is in the store with what jobs say that they put there.
    fn check(&self, made: &[Made]) -> anyhow::Result<()> {
        let store = Store::new(self.store.clone());
        for ((step, key), made) in self.job.plan.steps.iter().zip(self.keys()).zip(made) {
            check_entry(&store, &key, &step.name, &kept(step), made)?;
        }
        Ok(())
    }
}

/// Compares an entry of the store with what the step that made it says. Of what was there before nothing is known.
fn check_entry(store: &Store, key: &Digest, step: &str, files: &[String], made: &Made) -> anyhow::Result<()> {
    if made.files.is_empty() {
        return Ok(());
    }
    let there =
        store.sums(key, files).map_err(|error| Failure::user(format!("what `{step}` made: {error}")))?;
    if there == made.files {
        return Ok(());
    }
    let other = made.files.iter().find(|(path, digest)| there.get(*path) != Some(*digest));
    let path = other.map_or("", |(path, _)| path);
    let failure = Failure::user(format!("what `{step}` made is not what its job wrote: {path}"));
    let entry = store.root().join(key.as_str());
    Err(failure.help(format!("remove {}; `sycl-hls cluster resume` makes it again", entry.display())).into())
}

/// Has all steps of a job made by Slurm; false if they are only submitted.
///
/// # Errors
/// When Slurm refuses a job, one fails, or on an interrupt.
pub fn fill(
    work: &Work<'_>,
    job: &Job,
    image: &Path,
    settings: &Settings,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<bool> {
    let absolute = |path: &Path| std::path::absolute(path);
    let mut shared = Shared {
        job: job.clone(),
        platform: work.platform.clone(),
        store: absolute(work.store.root())?,
        tools: work.tools.root.clone(),
        image: absolute(image)?,
        keep: work.keep,
        settings: settings.clone(),
    };
    let about = Digest::of(format!("{} {:?}", shared.image.display(), shared.keys()));
    let Named { run, id } = named(&shared.store, &job.brief.name, &about);
    bring_inputs(&mut shared.job, run.folder())?;
    write_work(&run, KIND, &shared)?;
    shared.submit(&run, id.clone(), progress)?;
    if settings.detach {
        progress.note("Detached", &format!("`sycl-hls cluster wait {id}` brings the image"));
        return Ok(false);
    }
    shared.check(&shared.wait(&run, progress, cancel)?)?;
    take_logs(&run, work.folder)?;
    Ok(true)
}

/// Copies files of the user's own to where nodes find them.
fn bring_inputs(job: &mut Job, folder: &Path) -> anyhow::Result<()> {
    for (name, input) in &mut job.plan.inputs {
        let to = folder.join("inputs").join(name);
        let wrong = |error: std::io::Error| Failure::user(format!("{}: {error}", input.from.display()));
        std::fs::create_dir_all(to.parent().unwrap_or(folder)).map_err(wrong)?;
        std::fs::copy(&input.from, &to).map_err(wrong)?;
        input.from = to;
    }
    Ok(())
}

impl Workload for Shared {
    fn check_node(&self) -> anyhow::Result<()> {
        self.installation()?;
        check_folder(&self.store)
    }

    fn make(&self, attempt: &Attempt, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Made> {
        self.run_step(attempt, progress, cancel)
    }

    fn resume(&self, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<()> {
        // One submitter at a time.
        let _lock = Lock::take(&folder_of(&self.image).join(LOCK), progress, cancel)?;
        self.submit(run, run.record().map_err(cluster::explain)?.id, progress)
    }

    /// Puts the run's image in its place.
    fn finish(&self, run: &Run, progress: &Progress, cancel: &Cancel) -> anyhow::Result<u8> {
        self.check(&self.wait(run, progress, cancel)?)?;
        let folder = folder_of(&self.image);
        let _lock = Lock::take(&folder.join(LOCK), progress, cancel)?;
        take_logs(run, &folder)?;
        let gone = || Failure::unavailable(format!("Vitis is not in {} any more", self.tools.display()));
        let tools = installation(&self.tools).ok_or_else(gone)?;
        let store = Store::new(self.store.clone());
        let (platform, keep) = (self.platform.clone(), self.keep);
        let work = Work { folder: &folder, tools: &tools, store: &store, platform, jobs: Some(1), keep };
        if !work.is_made(&self.job) {
            let failure = Failure::user("the store has not all that the run's jobs made");
            return Err(failure.help("`sycl-hls cluster resume` makes it again").into());
        }
        conclude(&work, &self.job, &self.image, || Ok(()), progress, cancel)?;
        Ok(0)
    }
}

/// Brings what steps said from the run's folder to the build's.
fn take_logs(run: &Run, folder: &Path) -> anyhow::Result<()> {
    let (from, to) = (run.folder().join(LOGS), folder.join(LOGS));
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        std::fs::create_dir_all(&to)?;
        std::fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
