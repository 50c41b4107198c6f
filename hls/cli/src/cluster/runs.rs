//! The runs of a store: where they are, and what they are for.

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use sycl_hls_cluster::Run;
use sycl_hls_types::Digest;

use crate::failure::Failure;
use crate::folders::{create_folder, write_file};

/// Name of the folder, in a store, of its runs.
const RUNS: &str = "runs";

/// Name of the file, in a run's folder, with what its tasks work on.
const WORK: &str = "work.json";

/// A run and its name.
#[derive(Debug)]
pub struct Named {
    pub id: String,
    pub run: Run,
}

/// The run that is about this: asked for again, it is the same, and goes on.
pub fn named(store: &Path, name: &str, about: &Digest) -> Named {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "_-".contains(c) { c } else { '_' };
    let name: String = name.chars().map(plain).collect();
    let id = format!("{name}-{}", about.short());
    Named { run: Run::at(store.join(RUNS).join(&id)), id }
}

/// All runs of a store, in the order of their names.
pub fn all_runs(store: &Path) -> Vec<Named> {
    let entries = std::fs::read_dir(store.join(RUNS)).into_iter().flatten().flatten();
    let mut runs: Vec<Named> = entries
        .map(|entry| Named {
            id: entry.file_name().to_string_lossy().into_owned(),
            run: Run::at(entry.path()),
        })
        .collect();
    runs.sort_by(|a, b| a.id.cmp(&b.id));
    runs
}

/// A run by its folder, or by its name or the beginning of it, in a store.
///
/// # Errors
/// When there is none, or more than one.
pub fn find(word: &str, store: Option<&Path>) -> anyhow::Result<Run> {
    if word.contains('/') {
        return Ok(Run::at(PathBuf::from(word)));
    }
    let mut fit = store.map(all_runs).unwrap_or_default();
    fit.retain(|run| run.id.starts_with(word));
    if let Some(exact) = fit.iter().position(|run| run.id == word) {
        return Ok(fit.swap_remove(exact).run);
    }
    let names = |runs: &[Named]| runs.iter().map(|run| run.id.clone()).collect::<Vec<_>>().join(", ");
    match fit.len() {
        1 => Ok(fit.swap_remove(0).run),
        0 => {
            let known = store.map(|store| names(&all_runs(store))).unwrap_or_default();
            let failure = Failure::usage(format!("there is no run `{word}`"));
            Err(match known.as_str() {
                "" => failure.help("name its folder, or its project with `--project DIR`"),
                known => failure.help(format!("there is {known}")),
            }
            .into())
        }
        _ => {
            Err(Failure::usage(format!("`{word}` begins the names of several runs: {}", names(&fit))).into())
        }
    }
}

/// What a run's tasks work on, and which kind of work that is.
#[derive(Serialize, Deserialize)]
struct Work<T> {
    kind: String,
    work: T,
}

/// Writes what a run's tasks work on.
///
/// # Errors
/// When it cannot be written.
pub fn write_work(run: &Run, kind: &str, work: &impl Serialize) -> anyhow::Result<()> {
    create_folder(run.folder())?;
    let text = serde_json::to_vec(&Work { kind: kind.to_owned(), work })?;
    Ok(write_file(&run.folder().join(WORK), text)?)
}

/// Reads what a run's tasks work on.
///
/// # Errors
/// When there is none, or it is of another kind or version.
pub fn read_work<T: DeserializeOwned>(run: &Run, kind: &str) -> anyhow::Result<T> {
    let work: Work<T> = read(run)?;
    if work.kind != kind {
        return Err(wrong(run, &format!("it is of the kind {}, not {kind}", work.kind)).into());
    }
    Ok(work.work)
}

/// Which kind of work a run's is.
///
/// # Errors
/// When there is none, or it cannot be read.
pub fn kind_of(run: &Run) -> anyhow::Result<String> {
    Ok(read::<Work<serde::de::IgnoredAny>>(run)?.kind)
}

fn read<T: DeserializeOwned>(run: &Run) -> anyhow::Result<T> {
    let bytes = std::fs::read(run.folder().join(WORK)).map_err(|error| wrong(run, &error.to_string()))?;
    Ok(serde_json::from_slice(&bytes).map_err(|error| wrong(run, &error.to_string()))?)
}

fn wrong(run: &Run, why: &str) -> Failure {
    Failure::user(format!("{}: {why}", run.folder().join(WORK).display()))
}
