//! What is asked of Slurm.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use sycl_hls_cluster::{JobOptions, Needs, Record, Task};

use super::Piece;
use crate::args::{ClusterArgs, Engine};
use crate::failure::Failure;
use crate::project::ClusterTable;

/// How many times a job is started again, unless the project says so.
const RETRIES: u32 = 2;

/// What is asked of Slurm.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Settings {
    all: JobOptions,
    steps: BTreeMap<String, JobOptions>,
    retries: u32,
    /// Return when the jobs are submitted.
    pub detach: bool,
}

/// What is asked of Slurm, if steps are to run there.
///
/// # Errors
/// When an option cannot be one of a job's.
pub fn settings(args: ClusterArgs, table: Option<&ClusterTable>) -> anyhow::Result<Option<Settings>> {
    let engine = args.on.or(table.and_then(|table| table.engine)).unwrap_or(Engine::Local);
    if engine == Engine::Local {
        return match args.detach {
            true => Err(Failure::usage("`--detach` leaves jobs to Slurm, and steps run here")
                .help("say `--on slurm`, too")
                .into()),
            false => Ok(None),
        };
    }
    let all = table.map(|table| table.all.clone()).unwrap_or_default();
    let steps = table.map(|table| table.step.clone()).unwrap_or_default();
    let retries = table.and_then(|table| table.retries).unwrap_or(RETRIES);
    let settings = Settings { all, steps, retries, detach: args.detach };
    settings.check("`[cluster]` `options`")?;
    Ok(Some(settings))
}

impl Settings {
    /// Those of a run whose jobs all have these options of sbatch.
    ///
    /// # Errors
    /// When an option cannot be one of a job's.
    pub fn of_options(options: &[String], detach: bool) -> anyhow::Result<Self> {
        let all = JobOptions { options: options.to_vec(), ..JobOptions::default() };
        let settings = Self { all, steps: BTreeMap::new(), retries: RETRIES, detach };
        settings.check("`--option`")?;
        Ok(settings)
    }

    fn check(&self, place: &str) -> Result<(), Failure> {
        let wrong =
            [&self.all].into_iter().chain(self.steps.values()).find_map(|options| options.check().err());
        wrong.map_or(Ok(()), |wrong| {
            let failure = Failure::usage(format!("{place}: {wrong}"));
            Err(failure.help("jobs take any other option of sbatch, each as one word: `--qos=long`"))
        })
    }

    /// A run of these tasks.
    ///
    /// # Errors
    /// When this program does not know where it is.
    pub fn record(&self, id: String, title: String, pieces: Vec<Piece>) -> anyhow::Result<Record> {
        let mut known: BTreeMap<PathBuf, Option<Needs>> = BTreeMap::new();
        let tasks = pieces.into_iter().map(|Piece { name, step, after, needs }| {
            let options = self.options_of(&step);
            let learned = *known.entry(needs).or_insert_with_key(|folder| Needs::known(folder));
            let options = learned.map_or(options.clone(), |needs| options.or_learned(&needs.options()));
            Task { name, after, options }
        });
        let (schema, program) = (Record::SCHEMA, std::env::current_exe()?);
        Ok(Record { schema, id, title, program, retries: self.retries, tasks: tasks.collect() })
    }

    /// What a step's job asks for: what all do, what those of its kind do (`compile` of `compile-fill`), what it alone does.
    fn options_of(&self, step: &str) -> JobOptions {
        let kind = step.split_once('-').map(|(kind, _)| kind);
        let own = kind.into_iter().chain([step]).filter_map(|name| self.steps.get(name));
        own.fold(self.all.clone(), |options, own| options.with(own))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> anyhow::Result<Option<Settings>> {
        settings(ClusterArgs::default(), Some(&toml::from_str(text).unwrap()))
    }

    #[test]
    fn a_step_has_the_options_of_its_kind_and_its_own() {
        let text = "engine = \"slurm\"\ntime = \"1:00\"\n[step.compile]\ntime = \"2:00\"\ncpus = 2\n[step.compile-fill]\ncpus = 4\n";
        let settings = of(text).unwrap().unwrap();
        assert_eq!(settings.options_of("compile-fill").words(), ["--time=2:00", "--cpus-per-task=4"]);
        assert_eq!(settings.options_of("compile-other").words(), ["--time=2:00", "--cpus-per-task=2"]);
        assert_eq!(settings.options_of("link").words(), ["--time=1:00"]);
        assert!(of("").unwrap().is_none());
    }

    #[test]
    fn the_command_line_goes_before_the_file() {
        let table: ClusterTable = toml::from_str("engine = \"slurm\"\n").unwrap();
        let on = |on, detach| settings(ClusterArgs { on, detach }, Some(&table));
        assert!(on(Some(Engine::Local), false).unwrap().is_none());
        assert!(on(None, true).unwrap().unwrap().detach);
        assert!(on(Some(Engine::Local), true).unwrap_err().to_string().contains("`--detach`"));
        assert!(
            of("engine = \"slurm\"\noptions = [\"x\"]\n")
                .unwrap_err()
                .to_string()
                .contains("`x` is no option")
        );
    }
}
