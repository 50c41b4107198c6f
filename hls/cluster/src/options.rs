//! What a job asks of Slurm.

use serde::{Deserialize, Serialize};

/// Options of `sbatch` that a run sets itself: what it knows its jobs by.
const OWN: [&str; 17] = [
    "--array",
    "--begin",
    "--chdir",
    "--clusters",
    "--dependency",
    "--error",
    "--hold",
    "--input",
    "--job-name",
    "--kill-on-invalid-dep",
    "--no-requeue",
    "--open-mode",
    "--output",
    "--parsable",
    "--requeue",
    "--wait",
    "--wrap",
];

/// What a job asks of Slurm; what is not given is left to Slurm's own defaults.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct JobOptions {
    /// `--partition`.
    pub partition: Option<String>,
    /// `--account`.
    pub account: Option<String>,
    /// `--constraint`.
    pub constraint: Option<String>,
    /// `--licenses`.
    pub licenses: Option<String>,
    /// `--time`, as Slurm writes it: `4:00:00`.
    pub time: Option<String>,
    /// `--mem`, as Slurm writes it: `32G`.
    pub memory: Option<String>,
    /// `--cpus-per-task`.
    pub cpus: Option<u32>,
    /// More options, each one word: `--qos=long`.
    pub options: Vec<String>,
}

/// An option that cannot stand among those of a job.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadOption {
    /// It is not one word that begins with `--`.
    #[error("`{0}` is no option of sbatch in one word, such as `--qos=long`")]
    NoOption(String),
    /// A run sets it itself.
    #[error("the option `{0}` is not free: a run knows its jobs by it")]
    Own(String),
}

impl JobOptions {
    /// These, where `over` says nothing else; more options of both.
    #[must_use]
    pub fn with(&self, over: &Self) -> Self {
        let or = |over: &Option<String>, under: &Option<String>| over.clone().or_else(|| under.clone());
        Self {
            partition: or(&over.partition, &self.partition),
            account: or(&over.account, &self.account),
            constraint: or(&over.constraint, &self.constraint),
            licenses: or(&over.licenses, &self.licenses),
            time: or(&over.time, &self.time),
            memory: or(&over.memory, &self.memory),
            cpus: over.cpus.or(self.cpus),
            options: [&self.options[..], &over.options].concat(),
        }
    }

    /// These, and where they ask for no time or memory, `learned`'s.
    #[must_use]
    pub fn or_learned(&self, learned: &Self) -> Self {
        let has = |wanted: &str| {
            let mut names = self.options.iter().map(|option| option.split('=').next().unwrap_or(option));
            // Slurm takes beginnings of names; `--mem-per-cpu` asks for memory, too.
            names.any(|name| name.starts_with(wanted) || (wanted.starts_with(name) && name.len() > 3))
        };
        let mut all = self.clone();
        if all.time.is_none() && !has("--time") {
            all.time.clone_from(&learned.time);
        }
        if all.memory.is_none() && !has("--mem") {
            all.memory.clone_from(&learned.memory);
        }
        all
    }

    /// Those of a job that only looks at a node of the same kind, for a moment.
    #[must_use]
    pub fn of_probe(&self) -> Self {
        let moment = Some("1".to_owned());
        Self { licenses: None, time: moment, memory: None, cpus: None, ..self.clone() }
    }

    /// True if each of the further options is one.
    ///
    /// # Errors
    /// For the first that is none, or that a run sets itself.
    pub fn check(&self) -> Result<(), BadOption> {
        for option in &self.options {
            let name = option.split('=').next().unwrap_or(option);
            if !name.starts_with("--") || name.len() < 3 || option.contains(char::is_control) {
                return Err(BadOption::NoOption(option.clone()));
            }
            // Slurm takes any beginning of a name that only one option has.
            if OWN.iter().any(|own| own.starts_with(name)) {
                return Err(BadOption::Own(name.to_owned()));
            }
        }
        Ok(())
    }

    /// The words of a command line. A value can never be taken for an option: it stands behind a `=`.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let cpus = self.cpus.map(|cpus| cpus.to_string());
        let values = [
            ("partition", &self.partition),
            ("account", &self.account),
            ("constraint", &self.constraint),
            ("licenses", &self.licenses),
            ("time", &self.time),
            ("mem", &self.memory),
            ("cpus-per-task", &cpus),
        ];
        let named = values.iter().filter_map(|(name, value)| Some(format!("--{name}={}", value.as_ref()?)));
        self.options.iter().cloned().chain(named).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(options: &[&str]) -> JobOptions {
        JobOptions { options: options.iter().map(ToString::to_string).collect(), ..JobOptions::default() }
    }

    #[test]
    fn a_steps_own_go_before_those_of_all() {
        let all = JobOptions { time: Some("1:00".to_owned()), cpus: Some(2), ..with(&["--qos=a"]) };
        let link = JobOptions { time: Some("--8:00".to_owned()), ..with(&["--nice"]) };
        let words = all.with(&link).words();
        assert_eq!(words, ["--qos=a", "--nice", "--time=--8:00", "--cpus-per-task=2"]);
        assert_eq!(all.with(&link).of_probe().words(), ["--qos=a", "--nice", "--time=1"]);
    }

    #[test]
    fn what_was_learned_fills_gaps() {
        let learned =
            JobOptions { time: Some("9".to_owned()), memory: Some("9M".to_owned()), ..JobOptions::default() };
        let words = |own: JobOptions| own.or_learned(&learned).words().join(" ");
        assert_eq!(words(with(&["--tmp=1G"])), "--tmp=1G --time=9 --mem=9M");
        assert_eq!(words(with(&["--time-min=5"])), "--time-min=5 --mem=9M");
        assert_eq!(words(with(&["--mem-per-cpu=1G", "--tim=3"])), "--mem-per-cpu=1G --tim=3");
        let own = JobOptions { time: Some("1".to_owned()), ..JobOptions::default() };
        assert_eq!(words(own), "--time=1 --mem=9M");
    }

    #[test]
    fn what_a_run_needs_cannot_be_taken_from_it() {
        assert_eq!(with(&["--qos=long", "--exclude=n[1-4]", "--mail-user=a@b"]).check(), Ok(()));
        for own in ["--array=1", "--hold", "--dep=afterok:1", "--wrap=x", "--output=/x"] {
            assert!(matches!(with(&[own]).check(), Err(BadOption::Own(_))), "{own}");
        }
        for none in ["script.sh", "-J", "--", "", "--comment=a\nb"] {
            assert!(matches!(with(&[none]).check(), Err(BadOption::NoOption(_))), "{none}");
        }
    }
}
