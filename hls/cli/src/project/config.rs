//! `sycl-hls.toml`.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sycl_hls_types::Target;
use toml::de::DeTable;

use super::keys::{self, Mistake};
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
#[derive(Debug, Deserialize)]
pub struct ImageTable {
    /// Source files with the image's kernels, relative to the project's folder.
    pub sources: Vec<PathBuf>,
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

impl Config {
    /// Reads the file; without one, everything is at its default.
    ///
    /// # Errors
    /// When the file cannot be read or has a mistake; the message shows the line.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let shown_as = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text).map_err(|mistake| failure(shown_as, text, mistake).into()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::usage(format!("{shown_as}: {error}")).into()),
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
        config.image.keys().try_for_each(|name| check_name(text, name))?;
        Ok(config)
    }
}

/// An image's name is a file's name.
fn check_name(text: &str, name: &str) -> Result<(), Mistake> {
    if !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || "_-".contains(c)) {
        return Ok(());
    }
    let start = text.find(name).unwrap_or_default();
    Err(Mistake {
        at: start..start + name.len(),
        message: format!("`{name}` cannot be the name of an image: it names a file"),
        help: Some("use letters, digits, `_` and `-`".to_owned()),
    })
}

fn failure(path: String, text: String, mistake: Mistake) -> Failure {
    let failure = Failure::usage(mistake.message).at(Place { path, text, range: mistake.at });
    mistake.help.into_iter().fold(failure, Failure::help)
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
        assert_eq!(config.image["filter"].sources, [PathBuf::from("src/filter.rs")]);
        assert_eq!(config.build.jobs.map(NonZeroUsize::get), Some(3));
        assert!(config.build.keep && config.build.vpp_args == ["-O3"] && config.build.min_mhz == Some(250.0));
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
        assert!(mistake("[image.a]\n").1.contains("sources"));
        assert_eq!(mistake("[image.\"../a\"]\nsources = []\n").0, "../a");
    }
}
