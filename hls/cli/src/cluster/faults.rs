//! What went wrong on a cluster, for users.

use sycl_hls_cluster::slurm::{self, SlurmError};
use sycl_hls_cluster::{Fault, FaultKind, RunError, Told};

use crate::failure::{Failure, Kind};
use crate::owner::of_denied;

/// An error as it is written down by the job that it ends.
pub fn told(error: &anyhow::Error) -> Told {
    match error.downcast_ref::<Failure>() {
        Some(Failure { message, place, notes, helps, .. }) => Told {
            message: message.clone(),
            place: place.as_deref().cloned(),
            notes: notes.clone(),
            helps: helps.clone(),
        },
        None => Told { message: format!("{error:#}"), ..Told::default() },
    }
}

/// Why a run cannot go on.
pub fn explain(error: RunError) -> Failure {
    let said = error.to_string();
    match error {
        RunError::Slurm(SlurmError::NotFound { .. }) => Failure::unavailable(said)
            .help("install Slurm's commands and its slurm.conf here, or leave `--on slurm` out"),
        RunError::Slurm(SlurmError::Refused { .. }) if said.contains("artition") => {
            let partitions = slurm::partitions().join(", ");
            Failure::usage(said).help(format!("`[cluster]` `partition` names it; Slurm has {partitions}"))
        }
        RunError::Slurm(SlurmError::Refused { program: "sbatch", .. }) => {
            Failure::usage(said).help("`[cluster]` in sycl-hls.toml says what jobs ask for")
        }
        RunError::Slurm(_) => Failure::unavailable(said),
        RunError::Missing(_) => {
            Failure::usage(said).help("`sycl-hls cluster status` lists the runs of a project")
        }
        RunError::Schema { .. } | RunError::NoJob(_) | RunError::NoTask(_) => Failure::usage(said),
        RunError::File { path, source } => of_denied(Failure::user(said), &path, &source),
    }
}

/// Why a task was not done.
pub fn of_task(task: &str, fault: &Fault) -> Failure {
    let Fault { kind, told, job, node, output } = fault;
    let message = &told.message;
    let failure = match kind {
        FaultKind::Task => Failure::user(message),
        FaultKind::Node => Failure::unavailable(message),
        FaultKind::Lost | FaultKind::Short | FaultKind::Unbegun => {
            Failure::new(Kind::Lost, format!("`{task}` was not done: {message}"))
        }
    };
    let failure = told.place.iter().cloned().fold(failure, Failure::at);
    let failure = told.notes.iter().fold(failure, |failure, note| failure.note(note));
    let place = if node.is_empty() { String::new() } else { format!(" on {node}") };
    let failure = failure.note(format!("it was job {job}{place}"));
    let failure = output
        .iter()
        .fold(failure, |failure, file| failure.note(format!("what its job wrote: {}", file.display())));
    told.helps.iter().fold(failure, |failure, help| failure.help(help))
}
