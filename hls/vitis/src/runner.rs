//! Running a plan: steps side by side as their files allow, each at most once for what it is made of.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Condvar, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use sycl_hls_compiler::tool::{Cancel, ToolError, follow};
use sycl_hls_types::Digest;

use crate::inputs::bring;
use crate::plan::{Plan, Step};
use crate::store::{Store, remove};
use crate::tools::Installation;

/// The folder of all steps' logs, in the plan's folder.
pub const LOGS: &str = "logs";

/// The folder of what steps reported, in the plan's folder.
pub const REPORTS: &str = "reports";

/// Files of a step's own folder that are kept when the folder is deleted, by how their names end.
const KEPT: [&str; 9] = ["rpt", "xml", "xtxt", "log", "html", "info", "json", "xlog", "txt"];

/// The file with the clocks' new frequencies, whose name has no end.
const FREQUENCIES: &str = "_new_clk_freq";

/// Where and how a plan runs.
#[derive(Debug)]
pub struct Runner<'r> {
    /// The plan's folder. Its files are written there first.
    pub folder: &'r Path,
    /// The tools.
    pub tools: &'r Installation,
    /// What was made before.
    pub store: &'r Store,
    /// What the platform is made of: [`Places::state_of`](crate::tools::Places::state_of).
    pub platform: Digest,
    /// How many steps run at a time; at least 1.
    pub jobs: usize,
    /// Leave the steps' own folders, with all intermediate files.
    pub keep: bool,
}

/// What became of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Done {
    /// It ran, so long.
    Ran(Duration),
    /// An earlier run had made the same.
    Stored,
}

/// Is told how the build goes, from several threads.
pub trait Watch: Sync {
    /// A step begins.
    fn begins(&self, step: &Step);
    /// It wrote this.
    fn wrote(&self, step: &Step, bytes: &[u8]);
    /// It is done.
    fn is_done(&self, step: &Step, done: Done);
}

/// A plan did not come to its end.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// A tool failed, could not be started, or was interrupted.
    #[error("the step `{step}` failed: {source}")]
    Tool {
        /// The step.
        step: String,
        /// Its log.
        log: PathBuf,
        /// Why.
        source: ToolError,
    },
    /// A tool ended well, and a file that it was to write is not there.
    #[error("the step `{step}` ended well, but did not write {file}")]
    NotWritten {
        /// The step.
        step: String,
        /// The file.
        file: String,
        /// The step's log.
        log: PathBuf,
    },
    /// A file of the user's own is not the one that was planned with.
    #[error("{} has changed since the build was planned", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// A file of the build could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: io::Error,
    },
}

impl RunError {
    /// True if the user ended the build.
    #[must_use]
    pub fn is_interruption(&self) -> bool {
        matches!(self, Self::Tool { source: ToolError::Interrupted, .. })
    }
}

/// How far a build is.
struct State {
    /// By step.
    done: Vec<bool>,
    started: Vec<bool>,
    failed: Option<RunError>,
}

impl Runner<'_> {
    /// Runs a plan that [`Plan::check`] accepts.
    ///
    /// # Errors
    /// The first failure. Steps that were running by then are ended; what was made is kept for the next run.
    pub fn run(&self, plan: &Plan, cancel: &Cancel, watch: &dyn Watch) -> Result<(), RunError> {
        self.write_files(plan)?;
        self.bring_inputs(plan)?;
        let (count, keys) = (plan.steps.len(), Store::keys(plan, &self.platform));
        let state = State { done: vec![false; count], started: vec![false; count], failed: None };
        let (state, changed) = (Mutex::new(state), Condvar::new());
        // Ends the other steps when one has failed.
        let cancel = cancel.part();
        thread::scope(|scope| {
            for _ in 0..self.jobs.clamp(1, count.max(1)) {
                scope.spawn(|| self.work(plan, &keys, (&state, &changed), &cancel, watch));
            }
        });
        state.into_inner().unwrap_or_else(PoisonError::into_inner).failed.map_or(Ok(()), Err)
    }

    /// True if an earlier run has left what this plan's image is made of, so that no tool would run.
    #[must_use]
    pub fn is_made(&self, plan: &Plan) -> bool {
        let keys = Store::keys(plan, &self.platform);
        plan.steps.iter().zip(keys).all(|(step, key)| self.store.has(&key, &step.outputs))
    }

    fn write_files(&self, plan: &Plan) -> Result<(), RunError> {
        for (path, text) in &plan.files {
            let path = self.folder.join(path);
            if std::fs::read_to_string(&path).is_ok_and(|there| there == *text) {
                continue;
            }
            let write = || {
                std::fs::create_dir_all(path.parent().unwrap_or(self.folder))?;
                std::fs::write(&path, text)
            };
            write().map_err(|source| RunError::File { path: path.clone(), source })?;
        }
        Ok(())
    }

    /// Copies files of the user's own from where they were, unless they are here already.
    fn bring_inputs(&self, plan: &Plan) -> Result<(), RunError> {
        for (path, input) in &plan.inputs {
            let to = self.folder.join(path);
            let brought = bring(input, &to);
            if !brought.map_err(|source| RunError::File { path: input.from.clone(), source })? {
                return Err(RunError::Changed { path: input.from.clone() });
            }
        }
        Ok(())
    }

    /// Takes one step after another that waits for nothing, until there is none left.
    fn work(
        &self,
        plan: &Plan,
        keys: &[Digest],
        (state, changed): (&Mutex<State>, &Condvar),
        cancel: &Cancel,
        watch: &dyn Watch,
    ) {
        let mut locked = state.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let is_left = |index: &usize| !locked.started[*index];
            let is_ready =
                |index: &usize| plan.waits_for(&plan.steps[*index]).iter().all(|other| locked.done[*other]);
            let all = 0..plan.steps.len();
            if locked.failed.is_some() || !all.clone().any(|index| is_left(&index)) {
                return;
            }
            let Some(index) = all.clone().find(|index| is_left(index) && is_ready(index)) else {
                locked = changed.wait(locked).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            locked.started[index] = true;
            drop(locked);
            let step = &plan.steps[index];
            let made = self.make(step, &keys[index], cancel, watch);
            locked = state.lock().unwrap_or_else(PoisonError::into_inner);
            match made {
                Ok(()) => locked.done[index] = true,
                Err(error) => {
                    cancel.cancel();
                    locked.failed.get_or_insert(error);
                }
            }
            changed.notify_all();
        }
    }

    /// A step's outputs: out of the store, or by running it.
    fn make(&self, step: &Step, key: &Digest, cancel: &Cancel, watch: &dyn Watch) -> Result<(), RunError> {
        let failure = |source| RunError::File { path: self.folder.join(&step.name), source };
        let (outputs, reports) = (kept(step), reports_of(step));
        if self.store.get(key, &outputs, self.folder).map_err(failure)? {
            watch.is_done(step, Done::Stored);
            return Ok(());
        }
        for path in outputs.iter().chain(&step.scratch) {
            remove(&self.folder.join(path)).map_err(failure)?;
        }
        watch.begins(step);
        let start = Instant::now();
        self.execute(step, cancel, watch)?;
        if let Some(scratch) = &step.scratch {
            let (from, to) = (self.folder.join(scratch), self.folder.join(&reports));
            std::fs::create_dir_all(&to).and_then(|()| copy_reports(&from, &to)).map_err(failure)?;
        }
        self.store.put(key, &outputs, self.folder).map_err(failure)?;
        self.tidy(step).map_err(failure)?;
        watch.is_done(step, Done::Ran(start.elapsed()));
        Ok(())
    }

    fn execute(&self, step: &Step, cancel: &Cancel, watch: &dyn Watch) -> Result<(), RunError> {
        let log = self.folder.join(LOGS).join(format!("{}.log", step.name));
        let open = || {
            std::fs::create_dir_all(self.folder.join(LOGS))?;
            for output in step.outputs.iter().chain(&step.scratch) {
                let folder = self.folder.join(output);
                std::fs::create_dir_all(folder.parent().unwrap_or(self.folder))?;
            }
            File::create(&log)
        };
        let mut file = open().map_err(|source| RunError::File { path: log.clone(), source })?;
        let take = |bytes: &[u8]| {
            // A log that cannot be written is no reason to stop hours of work.
            let _ = file.write_all(bytes);
            watch.wrote(step, bytes);
        };
        follow(self.command(step), cancel, take).map_err(|source| RunError::Tool {
            step: step.name.clone(),
            log: log.clone(),
            source,
        })?;
        match step.outputs.iter().find(|output| !self.folder.join(output).exists()) {
            None => Ok(()),
            Some(file) => Err(RunError::NotWritten { step: step.name.clone(), file: file.clone(), log }),
        }
    }

    /// The step's command. The environment of the tools' settings is for the tool alone.
    fn command(&self, step: &Step) -> Command {
        let program = self.tools.program(&step.program);
        let mut command = match self.tools.settings() {
            None => Command::new(program),
            Some(settings) => {
                let mut shell = Command::new("bash");
                shell.args(["-c", ". \"$0\" >/dev/null && exec \"$@\""]).arg(settings).arg(program);
                shell
            }
        };
        command.args(&step.args).current_dir(self.folder);
        command
    }

    /// Deletes a step's own folder, but for what others read of it.
    fn tidy(&self, step: &Step) -> io::Result<()> {
        let Some(scratch) = step.scratch.as_ref().filter(|_| !self.keep) else { return Ok(()) };
        let prefix = format!("{scratch}/");
        for entry in std::fs::read_dir(self.folder.join(scratch)).into_iter().flatten() {
            let entry = entry?;
            let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if !step.outputs.iter().any(|output| output.starts_with(&path)) {
                remove(&entry.path())?;
            }
        }
        Ok(())
    }
}

/// What a store keeps of a step: its outputs, and its reports.
#[must_use]
pub fn kept(step: &Step) -> Vec<String> {
    let reports = step.scratch.as_ref().map(|_| reports_of(step));
    step.outputs.iter().cloned().chain(reports).collect()
}

fn reports_of(step: &Step) -> String {
    format!("{REPORTS}/{}", step.name)
}

/// Copies logs and reports, as deep as they lie.
fn copy_reports(from: &Path, to: &Path) -> io::Result<()> {
    let Ok(entries) = std::fs::read_dir(from) else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        let (path, to) = (entry.path(), to.join(entry.file_name()));
        if entry.file_type()?.is_dir() {
            copy_reports(&path, &to)?;
        } else if path.ends_with(FREQUENCIES)
            || path.extension().is_some_and(|end| KEPT.iter().any(|kept| end == *kept))
        {
            std::fs::create_dir_all(to.parent().unwrap_or(&to))?;
            std::fs::copy(&path, &to)?;
        }
    }
    Ok(())
}
