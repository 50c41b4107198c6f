//! `sycl-hls.toml`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use sycl_hls_types::Target;

use crate::failure::Failure;

/// The file's name, in the project's folder.
pub const FILE: &str = "sycl-hls.toml";

/// The file. Every key is optional; unknown ones are errors.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Config {
    pub project: ProjectTable,
    /// Images by name. None: one image with the package's name, of all kernels in `src`.
    pub image: BTreeMap<String, ImageTable>,
}

/// `[project]`
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ProjectTable {
    /// The board to build for.
    pub board: Option<String>,
    /// The target to build.
    pub target: Option<Target>,
}

/// `[image.NAME]`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImageTable {
    /// Source files with the image's kernels, relative to the project's folder.
    pub sources: Vec<PathBuf>,
}

impl Config {
    /// Reads the file; without one, everything is at its default.
    ///
    /// # Errors
    /// When the file cannot be read or has a mistake; the message names line and column.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        match std::fs::read_to_string(path) {
            Ok(text) => Self::parse(&text)
                .map_err(|error| Failure::usage(format!("{}: {error}", path.display())).into()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(Failure::usage(format!("{}: {error}", path.display())).into()),
        }
    }

    fn parse(text: &str) -> Result<Self, toml::de::Error> {
        toml::from_str(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_read() {
        let config = Config::parse(
            "[project]\nboard = \"u280\"\ntarget = \"sw_emu\"\n[image.filter]\nsources = [\"src/filter.rs\"]\n",
        )
        .unwrap();
        assert_eq!(config.project.board.as_deref(), Some("u280"));
        assert_eq!(config.project.target, Some(Target::SwEmu));
        assert_eq!(config.image["filter"].sources, [PathBuf::from("src/filter.rs")]);
    }

    #[test]
    fn unknown_keys_are_errors_that_say_where_and_what_there_is() {
        let error = Config::parse("[project]\nbord = \"u200\"\n").unwrap_err().to_string();
        assert!(error.contains("bord") && error.contains("line 2") && error.contains("board"), "{error}");
    }
}
