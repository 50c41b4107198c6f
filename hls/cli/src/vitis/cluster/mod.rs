//! Builds whose steps are jobs: nodes put what steps make into the store, and the builds here find all of it there.

mod step;

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use sycl_hls_cluster::{Attempt, Made, Run, State};
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::Digest;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::plan::Step;
use sycl_hls_vitis::runner::{LOGS, kept};
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::tools::installation;

use super::work::Work;
use super::{LOCK, Prepared, conclude, folder_of, readable};
use crate::cluster::{
    Beginning, Piece, Settings, Waiter, Workload, check_folder, end, learn, named, read_work, run_all, watch,
};
use crate::failure::{Failure, report};
use crate::folders::{create_folder, write_file};
use crate::lock::Lock;
use crate::owner::other_owner;
use crate::progress::Progress;

/// What the work of such a run is called.
pub const KIND: &str = "vitis";

/// What the jobs of a run work on.
#[derive(Debug, Serialize, Deserialize)]
pub struct Shared {
    /// What is built.
    builds: Vec<Build>,
    /// Where what steps made is kept.
    store: PathBuf,
    /// Keep all intermediate files.
    keep: bool,
}

/// An image.
#[derive(Debug, Serialize, Deserialize)]
struct Build {
    /// What it is called beside others: BOARD/TARGET/NAME.
    name: String,
    /// The plan, and what its results are read by.
    job: Job,
    /// What the platform's files are like where it was planned.
    platform: Digest,
    /// The folder of the installation where it was planned.
    tools: PathBuf,
    /// The file to write.
    image: PathBuf,
}

/// A step of a build. Other builds that have it, too, wait for the same task.
struct Task<'s> {
    build: &'s Build,
    step: &'s Step,
    key: Digest,
}

impl Build {
    fn of(prepared: &Prepared<'_>) -> anyhow::Result<Self> {
        Ok(Self {
            name: prepared.request.name.clone(),
            job: prepared.planned.job.clone(),
            platform: prepared.platform.clone(),
            tools: prepared.tools.root.clone(),
            image: std::path::absolute(&prepared.request.image)?,
        })
    }

    fn keys(&self) -> Vec<Digest> {
        Store::keys(&self.job.plan, &self.platform)
    }

    fn tasks(&self) -> impl Iterator<Item = Task<'_>> {
        let steps = self.job.plan.steps.iter();
        steps.zip(self.keys()).map(|(step, key)| Task { build: self, step, key })
    }

    /// Copies files of the user's own to where nodes find them.
    fn bring_inputs(&mut self, folder: &Path) -> anyhow::Result<()> {
        for (name, input) in &mut self.job.plan.inputs {
            let to = folder.join("inputs").join(&self.name).join(name);
            let wrong = |error: std::io::Error| Failure::user(format!("{}: {error}", input.from.display()));
            create_folder(to.parent().unwrap_or(folder))?;
            // Jobs of a run that goes on may read it.
            write_file(&to, std::fs::read(&input.from).map_err(wrong)?)?;
            input.from = to;
        }
        Ok(())
    }

    /// Puts the image in its place, whose steps have made all that it is made of.
    fn conclude(
        &self,
        shared: &Shared,
        run: &Run,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<()> {
        let folder = folder_of(&self.image);
        let _lock = Lock::take(&folder.join(LOCK), progress, cancel)?;
        take_logs(&shared.logs(run, self), &folder)?;
        let gone = || Failure::unavailable(format!("Vitis is not in {} any more", self.tools.display()));
        let tools = installation(&self.tools).ok_or_else(gone)?;
        let store = Store::new(shared.store.clone());
        let (platform, keep) = (self.platform.clone(), shared.keep);
        let work = Work { folder: &folder, tools: &tools, store: &store, platform, jobs: Some(1), keep };
        if !work.is_made(&self.job) {
            let failure = Failure::user("the store has not all that the run's jobs made");
            return Err(failure.help("`sycl-hls cluster resume` makes it again").into());
        }
        conclude(&work, &self.job, &self.image, || Ok(()), progress, cancel)
    }
}

impl Shared {
    /// What the jobs of a run work on.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn of(run: &Run) -> anyhow::Result<Self> {
        read_work(run, KIND)
    }

    /// The steps of all builds, each once.
    fn tasks(&self) -> Vec<Task<'_>> {
        let mut tasks: Vec<Task<'_>> = Vec::new();
        for task in self.builds.iter().flat_map(Build::tasks) {
            if tasks.iter().all(|other| other.key != task.key) {
                tasks.push(task);
            }
        }
        tasks
    }

    /// Where the run keeps what a build's steps said.
    fn logs(&self, run: &Run, build: &Build) -> PathBuf {
        run.folder().join(LOGS).join(&build.name)
    }

    /// Compares what is in the store with what jobs say that they put there.
    fn check(&self, task: &Task<'_>, made: &Made) -> anyhow::Result<()> {
        check_entry(&Store::new(self.store.clone()), &task.key, task.step, made)
    }

    /// Puts the images in their places whose steps are done; gives what went wrong with the others.
    fn conclude(
        &self,
        run: &Run,
        states: &[State],
        progress: &Progress,
        cancel: &Cancel,
    ) -> Vec<anyhow::Error> {
        let tasks = self.tasks();
        let mut wrong = Vec::new();
        for build in &self.builds {
            let own = build.tasks().filter_map(|own| tasks.iter().position(|task| task.key == own.key));
            let made = own.map(|task| match states.get(task) {
                Some(State::Done(made)) => Some((&tasks[task], made)),
                _ => None,
            });
            // Of what was not done, the run tells.
            let Some(made) = made.collect::<Option<Vec<_>>>() else { continue };
            let checked = made.into_iter().try_for_each(|(task, made)| self.check(task, made));
            wrong.extend(checked.and_then(|()| build.conclude(self, run, progress, cancel)).err());
        }
        wrong
    }
}

/// Compares an entry of the store with what the step that made it says. Of what was there before nothing is known.
fn check_entry(store: &Store, key: &Digest, step: &Step, made: &Made) -> anyhow::Result<()> {
    readable::check_step(store, key, step)?;
    let name = &step.name;
    if made.files.is_empty() {
        return Ok(());
    }
    let sums = store.sums(key, &kept(step));
    let there = sums.map_err(|error| Failure::user(format!("what `{name}` made: {error}")))?;
    if there == made.files {
        return Ok(());
    }
    let other = made.files.iter().find(|(path, digest)| there.get(*path) != Some(*digest));
    let path = other.map_or("", |(path, _)| path);
    let failure = Failure::user(format!("what `{name}` made is not what its job wrote: {path}"));
    let entry = store.root().join(key.as_str());
    let file = entry.join(path);
    let owner = other_owner(&file).map(|owner| format!("{} belongs to {owner}", file.display()));
    let failure = owner.into_iter().fold(failure, Failure::note);
    Err(failure.help(format!("remove {}; `sycl-hls cluster resume` makes it again", entry.display())).into())
}

/// Has all steps of builds made by Slurm, and puts the images in their places, unless they are only to be submitted.
///
/// # Errors
/// When Slurm refuses a job, one fails, or on an interrupt.
pub(super) fn build(
    prepared: Vec<Prepared<'_>>,
    settings: &Settings,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let Some(first) = prepared.first() else { return Ok(()) };
    let (store, keep) = (std::path::absolute(first.store.root())?, first.request.keep);
    let builds = prepared.iter().map(Build::of).collect::<anyhow::Result<_>>()?;
    // Whoever concludes a build locks its folder.
    drop(prepared);
    let mut shared = Shared { builds, store, keep };
    let about = |build: &Build| format!("{} {:?}", build.image.display(), build.keys());
    let about = Digest::of(shared.builds.iter().map(about).collect::<Vec<_>>().join("\n"));
    let (name, title) = match shared.builds.as_slice() {
        [one] => (one.job.brief.name.clone(), one.job.plan.title.clone()),
        all => (
            format!("{}-images", all.len()),
            all.iter().map(|build| build.name.as_str()).collect::<Vec<_>>().join(", "),
        ),
    };
    let named = named(&shared.store, &name, &about);
    shared.builds.iter_mut().try_for_each(|build| build.bring_inputs(named.run.folder()))?;
    let brings = if shared.builds.len() == 1 { "the image" } else { "the images" };
    let wait_for = named.id.clone();
    let beginning = Beginning { named, kind: KIND, title, settings, brings, wait_for };
    run_all(&shared, beginning, progress, cancel).map(drop)
}

impl Workload for Shared {
    fn pieces(&self) -> Vec<Piece> {
        let tasks = self.tasks();
        let piece = |task: &Task<'_>| {
            let (plan, brief) = (&task.build.job.plan, &task.build.job.brief);
            let keys = task.build.keys();
            let before = plan.waits_for(task.step).into_iter();
            let before = before.filter_map(|step| tasks.iter().position(|task| task.key == keys[step]));
            let name = &task.step.name;
            let like = format!("{}-{}-{}-{}/{name}", brief.board, brief.target, brief.name, plan.vitis);
            let piece = Piece::new(name.clone(), before.collect(), &self.store, &like);
            match self.builds.len() {
                1 => piece,
                _ => Piece { name: format!("{}/{name}", task.build.name), ..piece },
            }
        };
        tasks.iter().map(piece).collect()
    }

    fn presence<'w>(&'w self, _: &'w Run) -> Box<dyn Fn(usize) -> bool + 'w> {
        let (tasks, store) = (self.tasks(), Store::new(self.store.clone()));
        Box::new(move |task| tasks.get(task).is_some_and(|task| store.has(&task.key, &task.step.outputs)))
    }

    fn check_store(&self) -> Result<(), Failure> {
        let store = Store::new(self.store.clone());
        let check = |build: &Build| readable::check_plan(&store, &build.job.plan, &build.platform);
        self.builds.iter().try_for_each(check)
    }

    fn check_node(&self) -> anyhow::Result<()> {
        self.builds.iter().try_for_each(|build| build.installation().map(drop))?;
        check_folder(&self.store)
    }

    fn make(&self, attempt: &Attempt, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Made> {
        self.run_step(attempt, progress, cancel)
    }

    /// Puts the run's images in their places.
    fn finish(&self, waiter: Waiter<'_>) -> anyhow::Result<u8> {
        let Waiter { run, progress, cancel, .. } = waiter;
        let states = watch(waiter, |_| Ok(()))?;
        learn(run, &self.pieces(), &states);
        let mut wrong = self.conclude(run, &states, progress, cancel);
        wrong.extend(end(run, &states).err());
        let Some(last) = wrong.pop() else { return Ok(0) };
        for error in &wrong {
            report(error);
        }
        Err(last)
    }
}

/// Brings what steps said from the run's folder to the build's.
fn take_logs(from: &Path, folder: &Path) -> anyhow::Result<()> {
    let to = folder.join(LOGS);
    for entry in std::fs::read_dir(from).into_iter().flatten().flatten() {
        std::fs::create_dir_all(&to)?;
        std::fs::copy(entry.path(), to.join(entry.file_name()))?;
    }
    Ok(())
}
