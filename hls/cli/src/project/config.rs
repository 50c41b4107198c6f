//! `sycl-hls.toml`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sycl_hls_boards::Board;
use sycl_hls_cluster::JobOptions;
use sycl_hls_ir::Module;
use sycl_hls_types::Target;
use sycl_hls_vitis::settings::{Setting, Settings};
use toml::de::DeTable;

use super::keys::{self, Mistake};
use super::placed::{KernelTables, place};
use super::vitis_table::settings;
use crate::args::Engine;
use crate::failure::{Failure, Place};

/// The file's name, in the project's folder.
pub const FILE: &str = "sycl-hls.toml";

/// The file. Every key is optional; [`keys`] has found the unknown ones before.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Config {
    pub project: ProjectTable,
    /// Images by name. None: one image with the package's name, of all kernels in `src`.
    pub image: BTreeMap<String, ImageTable>,
    pub build: BuildTable,
    /// Sections of Vitis' configuration files.
    vitis: toml::Table,
    /// Such sections, by the name of what they try.
    strategy: BTreeMap<String, toml::Table>,
    pub deploy: DeployTable,
    pub cluster: ClusterTable,
    /// The file itself, for messages about what is found wrong later.
    #[serde(skip)]
    file: File,
}

/// A text and how messages name its file.
#[derive(Clone, Debug, Default)]
struct File {
    shown_as: String,
    text: String,
}

/// `[project]`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ProjectTable {
    /// The board to build for.
    pub board: Option<String>,
    /// The target to build.
    pub target: Option<Target>,
}

/// `[image.NAME]`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ImageTable {
    /// Source files with the image's kernels, relative to the project's folder. None: all in `src`.
    pub sources: Option<Vec<PathBuf>>,
    /// What is decided about its kernels.
    pub kernel: KernelTables,
}

/// `[build]`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct BuildTable {
    /// How many files are compiled at a time.
    pub jobs: Option<NonZeroUsize>,
    /// Keep the intermediate files of Vitis.
    pub keep: bool,
    /// The clock, in MHz, below which a build for hw fails.
    pub min_mhz: Option<f64>,
    /// More arguments for `v++ --link`.
    pub vpp_args: Vec<String>,
}

/// `[deploy]`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct DeployTable {
    /// A program and its arguments that tell whether an image does what it should on a card.
    pub smoke: Vec<String>,
    /// The certificate of whoever signs images, relative to the project's folder; with it, no other image is deployed.
    pub certificate: Option<PathBuf>,
}

/// `[cluster]`
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct ClusterTable {
    /// What runs the steps of builds.
    pub engine: Option<Engine>,
    /// How many times a job is started again whose node failed, or that Slurm could not start.
    pub retries: Option<u32>,
    /// What all jobs ask for.
    #[serde(flatten)]
    pub all: JobOptions,
    /// What the jobs of a step ask for besides: of one with this name, or whose name begins with it and `-`.
    pub step: BTreeMap<String, JobOptions>,
}

impl Config {
    /// Reads the file; without one, everything is at its default.
    ///
    /// # Errors
    /// When the file cannot be read or has a mistake; the message shows the line.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let shown_as = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let file = File { shown_as, text };
                let parsed = Self::parse(&file.text);
                parsed
                    .map(|config| Self { file: file.clone(), ..config })
                    .map_err(|it| file.failure(it).into())
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::usage(format!("{shown_as}: {error}")).into()),
        }
    }

    /// Decides about the kernels of an image what its table says, for a board if it is known.
    ///
    /// # Errors
    /// When a kernel, a parameter, a bank or a region is not there; the message shows the line.
    pub fn place(&self, image: &str, kernels: &mut [Module], board: Option<&Board>) -> anyhow::Result<()> {
        let Some(table) = self.image.get(image) else { return Ok(()) };
        Ok(place(&table.kernel, kernels, board).map_err(|mistake| self.file.failure(mistake))?)
    }

    /// `[vitis]`: lines for Vitis' configuration files; a key of the strategy takes the place of its key.
    ///
    /// # Errors
    /// When a value cannot stand there, or there is no such strategy.
    pub fn settings(&self, strategy: Option<&str>) -> anyhow::Result<Settings> {
        let lines = |table, place: &str| {
            settings(table, place).map_err(|wrong| Failure::usage(format!("{}: {wrong}", self.file.shown_as)))
        };
        let mut all = lines(&self.vitis, "vitis")?;
        let Some(name) = strategy else { return Ok(all) };
        let table = self.strategy.get(name).ok_or_else(|| self.no_strategy(name))?;
        let Settings(own) = lines(table, &format!("strategy.{name}"))?;
        let key = |setting: &Setting| (setting.section.clone(), setting.key.clone());
        all.0.retain(|setting| !own.iter().any(|own| key(own) == key(setting)));
        all.0.extend(own);
        Ok(all)
    }

    fn no_strategy(&self, name: &str) -> Failure {
        let failure = Failure::usage(format!("sycl-hls.toml has no table [strategy.{name}]"));
        let known: Vec<&str> = self.strategy.keys().map(String::as_str).collect();
        match known.as_slice() {
            [] => failure.help("write one, with sections as in [vitis]: [strategy.NAME.vivado]"),
            known => failure.help(format!("its strategies are {}", known.join(", "))),
        }
    }

    fn parse(text: &str) -> Result<Self, Mistake> {
        let wrong = |error: toml::de::Error| Mistake {
            at: error.span().unwrap_or_default(),
            message: error.message().lines().collect::<Vec<_>>().join(", "),
            help: None,
        };
        keys::check(DeTable::parse(text).map_err(wrong)?.get_ref())?;
        let config: Self = toml::from_str(text).map_err(wrong)?;
        config.image.keys().try_for_each(|name| check_name(text, name, "an image", "a file"))?;
        config.strategy.keys().try_for_each(|name| check_name(text, name, "a strategy", "a folder"))?;
        Ok(config)
    }
}

/// A name of the user's becomes that of a file or folder.
fn check_name(text: &str, name: &str, what: &str, names: &str) -> Result<(), Mistake> {
    if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c)) {
        return Ok(());
    }
    let start = text.find(name).unwrap_or_default();
    Err(Mistake {
        at: start..start + name.len(),
        message: format!("`{name}` cannot be the name of {what}: it names {names}"),
        help: Some("use letters, digits, `_` and `-`".to_owned()),
    })
}

impl File {
    fn failure(&self, mistake: Mistake) -> Failure {
        let place = Place { path: self.shown_as.clone(), text: self.text.clone(), range: mistake.at };
        mistake.help.into_iter().fold(Failure::usage(mistake.message).at(place), Failure::help)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        let config = Config::parse(
            "[project]\nboard = \"u280\"\ntarget = \"sw_emu\"\n[image.filter]\nsources = [\"src/filter.rs\"]\n\
             [build]\njobs = 3\nkeep = true\nmin_mhz = 250\nvpp_args = [\"-O3\"]\n",
        )
        .unwrap();
        assert_eq!(config.project.board.as_deref(), Some("u280"));
        assert_eq!(config.project.target, Some(Target::SwEmu));
        assert_eq!(config.image["filter"].sources.as_deref(), Some(&[PathBuf::from("src/filter.rs")][..]));
        assert_eq!(config.build.jobs.map(NonZeroUsize::get), Some(3));
        assert!(config.build.keep && config.build.vpp_args == ["-O3"] && config.build.min_mhz == Some(250.0));
    }

    #[test]
    fn a_strategy_takes_the_place_of_keys() {
        let text =
            "[vitis.vivado]\nprop = [\"a\", \"b\"]\nimpl.jobs = 8\n[strategy.fast.vivado]\nprop = \"c\"\n";
        let config = Config::parse(text).unwrap();
        let lines = |strategy| {
            let Settings(all) = config.settings(strategy).unwrap();
            all.into_iter().map(|it| format!("{}={}", it.key, it.value)).collect::<Vec<_>>()
        };
        assert_eq!(lines(None), ["impl.jobs=8", "prop=a", "prop=b"]);
        assert_eq!(lines(Some("fast")), ["impl.jobs=8", "prop=c"]);
        let refused = config.settings(Some("small")).unwrap_err();
        assert_eq!(refused.to_string(), "sycl-hls.toml has no table [strategy.small]");
    }

    #[test]
    fn a_mistake_says_where_it_is() {
        let mistake = |text: &str| {
            let mistake = Config::parse(text).unwrap_err();
            (text[mistake.at.clone()].to_owned(), mistake.message)
        };
        assert_eq!(mistake("[project]\nbord = 1\n").0, "bord");
        assert_eq!(mistake("[project]\nboard = 1\n").0, "1");
        assert_eq!(mistake("[build]\njobs = 0\n").0, "0");
        assert_eq!(mistake("[project]\nboard = u200\n").0, "u200");
        assert_eq!(mistake("[strategy.\"a b\"]\n").0, "a b");
        assert_eq!(mistake("[strategy.a.vivado]\nimp.jobs = 1\n").0, "imp");
        assert!(mistake("[image.a]\nsources = 1\n").1.contains("expected a sequence"));
        assert_eq!(mistake("[image.\"../a\"]\nsources = []\n").0, "../a");
    }
}
