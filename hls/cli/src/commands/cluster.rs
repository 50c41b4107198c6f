//! `sycl-hls cluster`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};
use sycl_hls_cluster::{Attempt, Begun, Counts, Follower, Probe, Run, State};

use crate::args::ProjectArgs;
use crate::campaign::{self, Campaign};
use crate::cluster::{Settings, Workload, all_runs, explain, find, kind_of, resume, told, wait};
use crate::failure::{Failure, Kind};
use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::project::Project;
use crate::table::table;
use crate::terminal::{self, Terminal};
use crate::testing::shards::{self, Shards};
use crate::vitis::{STORE, cluster as builds};

/// Runs of `--on slurm`: how they are, their results, their end
///
/// A run is named by its name, by the beginning of it, or by its folder, build/.vitis/runs/NAME. It has all that is needed to go on
/// with it, whatever became of the command that submitted it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls cluster status
  sycl-hls cluster status --project .")]
pub struct ClusterCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the runs of a project, or the jobs of one
    Status(Optional),
    /// Wait for a run, and put its image in its place, or tell what its tests did
    Wait(Named),
    /// Cancel the jobs of a run; what was finished is kept
    Cancel(Named),
    /// Submit what a run has not done and has no job for, and wait for it
    Resume(Resume),
    /// Have commands run as jobs, as this project's own campaigns do
    #[command(hide = true)]
    Commands(Commands),
    /// A task of a run, as its job runs it
    #[command(hide = true)]
    Task(Task),
    /// A look at a node, as a job runs it
    #[command(hide = true)]
    Probe(Folder),
}

#[derive(Debug, Args)]
struct Optional {
    /// The run
    #[arg(value_name = "RUN")]
    run: Option<String>,
    #[command(flatten)]
    project: ProjectArgs,
}

#[derive(Debug, Args)]
struct Named {
    /// The run
    #[arg(value_name = "RUN")]
    run: String,
    #[command(flatten)]
    project: ProjectArgs,
}

#[derive(Debug, Args)]
struct Resume {
    #[command(flatten)]
    named: Named,
    /// Return when the jobs are submitted
    #[arg(long)]
    detach: bool,
}

#[derive(Debug, Args)]
struct Commands {
    /// What they are called
    #[arg(long)]
    name: String,
    /// The folder of the run, which nodes see
    #[arg(long)]
    store: PathBuf,
    /// An option of sbatch
    #[arg(long = "option", value_name = "OPTION", allow_hyphen_values = true)]
    options: Vec<String>,
    /// Return when the jobs are submitted
    #[arg(long)]
    detach: bool,
    /// A file with the words of each command: arrays of texts in an array, as JSON
    file: PathBuf,
}

#[derive(Debug, Args)]
struct Task {
    /// The run's folder
    folder: PathBuf,
    /// The task of the array's element 0
    base: usize,
}

#[derive(Debug, Args)]
struct Folder {
    /// The run's folder
    folder: PathBuf,
}

pub fn cluster(args: &ClusterCommand, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let progress = Progress::with(terminal.verbosity);
    match &args.action {
        Action::Status(Optional { run: None, project }) => list(project)?,
        Action::Status(Optional { run: Some(run), project }) => status(&named(run, project)?)?,
        Action::Wait(Named { run, project }) => {
            let run = named(run, project)?;
            return Ok(wait(&*workload(&run)?, &run, &progress, &on_interrupt()?)?.into());
        }
        Action::Cancel(Named { run, project }) => {
            let count = named(run, project)?.cancel().map_err(explain)?;
            progress.note("Cancelled", &format!("{count} jobs; what was finished is kept"));
        }
        Action::Resume(Resume { named: Named { run, project }, detach }) => {
            let run = named(run, project)?;
            let (work, cancel) = (workload(&run)?, on_interrupt()?);
            return Ok(resume(&*work, &run, *detach, &progress, &cancel)?.into());
        }
        Action::Commands(commands) => return commands_run(commands, &progress),
        Action::Task(Task { folder, base }) => task(&Run::at(folder.clone()), *base, &progress)?,
        Action::Probe(Folder { folder }) => probe(&Run::at(folder.clone()))?,
    }
    Ok(ExitCode::SUCCESS)
}

/// What a run is about.
fn workload(run: &Run) -> anyhow::Result<Box<dyn Workload>> {
    let kind = kind_of(run)?;
    match kind.as_str() {
        builds::KIND => Ok(Box::new(builds::Shared::of(run)?)),
        shards::KIND => Ok(Box::new(Shards::of(run)?)),
        campaign::KIND => Ok(Box::new(Campaign::of(run)?)),
        other => Err(Failure::usage(format!("this version knows no runs of the kind {other}")).into()),
    }
}

/// A run by its folder, or by its name in a project.
fn named(run: &str, project: &ProjectArgs) -> anyhow::Result<Run> {
    let store = (!run.contains('/')).then(|| Project::find(project)).transpose()?;
    let store = store.map(|project| project.all_builds_folder().join(STORE));
    let run = find(run, store.as_deref())?;
    run.record().map_err(explain)?;
    Ok(run)
}

fn commands_run(args: &Commands, progress: &Progress) -> anyhow::Result<ExitCode> {
    let Commands { name, store, options, detach, file } = args;
    let wrong = |why: String| Failure::usage(format!("{}: {why}", file.display()));
    let text = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
    let commands = serde_json::from_slice(&text).map_err(|error| wrong(error.to_string()))?;
    let settings = Settings::of_options(options, *detach)?;
    Ok(Campaign::new(name, store, commands)?.run(&settings, progress, &on_interrupt()?)?.into())
}

fn list(project: &ProjectArgs) -> anyhow::Result<()> {
    let store = Project::find(project)?.all_builds_folder().join(STORE);
    let mut rows = vec![["run", "what", "done", "queued", "running", "failed"].map(str::to_owned).to_vec()];
    for named in all_runs(&store) {
        let mut follower = Follower::new(&named.run).map_err(explain)?;
        let states = follower.look().map_err(explain)?;
        let Counts { queued, running, done, failed } = Counts::of(&states);
        rows.push(vec![
            named.id,
            follower.record().title.clone(),
            format!("{done} of {}", states.len()),
            queued.to_string(),
            running.to_string(),
            failed.to_string(),
        ]);
    }
    terminal::print(&table("", &rows))
}

fn status(run: &Run) -> anyhow::Result<()> {
    let mut follower = Follower::new(run).map_err(explain)?;
    let states = follower.look().map_err(explain)?;
    let mut rows = vec![["step", "state", "job", "node", "why"].map(str::to_owned).to_vec()];
    for (task, state) in follower.record().tasks.iter().zip(&states) {
        let row = |state: &str, job: String, node: &str, why: &str| {
            vec![task.name.clone(), state.to_owned(), job, node.to_owned(), why.to_owned()]
        };
        rows.push(match state {
            State::Planned => row("planned", String::new(), "", "it has no job"),
            State::Queued { job, reason } => row("queued", job.to_string(), "", reason),
            State::Running { job, node, .. } => row("running", job.to_string(), node, ""),
            State::Done(made) => {
                row("done", String::new(), "", if made.stored { "it was there" } else { "" })
            }
            State::Failed(fault) => row("failed", fault.job.to_string(), &fault.node, &fault.told.message),
            State::Skipped => row("skipped", String::new(), "", "what it waits for failed"),
        });
    }
    terminal::print(&table("", &rows))
}

/// Runs a task, and writes down what became of it.
fn task(run: &Run, base: usize, progress: &Progress) -> anyhow::Result<()> {
    let cancel = on_interrupt()?;
    let attempt = match Attempt::begin(run.clone(), base).map_err(explain)? {
        Begun::Task(attempt) => attempt,
        Begun::Done => return Ok(()),
        Begun::TooOften(told) => return Err(Failure::new(Kind::Lost, told.message).into()),
    };
    let made = workload(run).and_then(|work| work.make(&attempt, progress, &cancel));
    match &made {
        Ok(made) => attempt.done(made.clone()).map_err(explain)?,
        // Slurm ends it, and knows why.
        Err(_) if cancel.is_cancelled() => {}
        Err(error) => attempt.fail(told(error)).map_err(explain)?,
    }
    made.map(|_| ())
}

/// Looks at a node, and writes down what is wrong with it.
fn probe(run: &Run) -> anyhow::Result<()> {
    let probe = Probe::begin(run.clone()).map_err(explain)?;
    let checked = workload(run).and_then(|work| work.check_node());
    if let Err(error) = &checked {
        probe.fail(&told(error)).map_err(explain)?;
    }
    checked
}
