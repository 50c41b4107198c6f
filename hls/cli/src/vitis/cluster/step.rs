//! A step on a node.

use sycl_hls_cluster::{Attempt, Made, Turn};
use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_types::Digest;
use sycl_hls_vitis::plan::Plan;
use sycl_hls_vitis::runner::{LOGS, Runner, kept};
use sycl_hls_vitis::store::{Store, remove};
use sycl_hls_vitis::tools::{Installation, Places, installation};

use super::{Build, Shared, Task, check_entry};
use crate::cluster::explain;
use crate::failure::Failure;
use crate::progress::Progress;
use crate::vitis::failed;
use crate::vitis::progress::Steps;

/// Name of the folder, in a store, of claims to steps that a job makes now.
const CLAIMS: &str = "claims";

impl Shared {
    /// Makes what an attempt's step makes, in a folder of its own. What was made before is not made again.
    ///
    /// # Errors
    /// When the step fails or is interrupted, what it reads is not what was made, or a file cannot be written.
    pub fn run_step(&self, attempt: &Attempt, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Made> {
        let tasks = self.tasks();
        let task = tasks.get(attempt.index);
        let Task { build, step, key } =
            task.ok_or_else(|| Failure::usage(format!("the plan has no step {}", attempt.index)))?;
        let tools = build.installation()?;
        let store = Store::new(self.store.clone());
        let plan =
            step.outputs.first().map_or_else(|| build.job.plan.clone(), |file| build.job.plan.only(file));
        self.check_before(attempt, &store, &plan, &Store::keys(&plan, &build.platform))?;
        let is_there = || store.has(key, &step.outputs);
        let claims = store.root().join(CLAIMS);
        let turn = attempt.turn(&claims, key.as_str(), is_there, || cancel.is_cancelled());
        let (stored, _claim) = match turn.map_err(explain)? {
            Turn::Mine(claim) => (false, claim),
            Turn::There => (true, None),
            Turn::Cancelled => return Err(ToolError::Interrupted.into()),
        };
        let folder = attempt.folder();
        let runner = Runner {
            folder: &folder,
            tools: &tools,
            store: &store,
            platform: build.platform.clone(),
            jobs: 1,
            keep: self.keep,
        };
        if !stored {
            let steps = Steps::new(progress);
            let ran = runner.run(&plan, cancel, &steps);
            ran.map_err(|error| failed::explain(error, &steps, &folder, Some(&build.job)))?;
        }
        let files =
            store.sums(key, &kept(step)).map_err(|error| Failure::user(format!("the store: {error}")))?;
        if !stored && !self.keep {
            let (log, kept) = (format!("{}.log", step.name), self.logs(attempt.run(), build));
            std::fs::create_dir_all(&kept)?;
            std::fs::copy(folder.join(LOGS).join(&log), kept.join(&log))?;
            remove(&folder)?;
        }
        Ok(Made { stored, files })
    }

    /// What a step reads must be what other steps made: it is never made on the way.
    fn check_before(
        &self,
        attempt: &Attempt,
        store: &Store,
        plan: &Plan,
        keys: &[Digest],
    ) -> anyhow::Result<()> {
        let before = plan.steps.len().saturating_sub(1);
        for (step, key) in plan.steps.iter().zip(keys).take(before) {
            if !store.has(key, &step.outputs) {
                let failure = Failure::user(format!("the store has not what `{}` made", step.name));
                return Err(failure.help("`sycl-hls cluster resume` makes it again").into());
            }
            let index = self.tasks().iter().position(|task| task.key == *key);
            if let Some(made) = index.map(|index| attempt.made(index)).transpose()?.flatten() {
                check_entry(store, key, step, &made)?;
            }
        }
        Ok(())
    }
}

impl Build {
    /// The tools of the plan's version: where they were when it was planned, or else where this node has them.
    pub(super) fn installation(&self) -> anyhow::Result<Installation> {
        let version = &self.job.plan.vitis;
        let is_it = |tools: &Installation| tools.version.name() == version;
        let places = Places::of_environment();
        let here = installation(&self.tools).filter(is_it);
        here.or_else(|| places.vitis().into_iter().find(is_it)).ok_or_else(|| {
            Failure::unavailable(format!("nodes have no Vitis {version}"))
                .note(format!("looked at {}, {}", self.tools.display(), places.looked_at()))
                .help("choose nodes that have it: `[cluster]` `partition` or `constraint` in sycl-hls.toml")
                .into()
        })
    }
}
