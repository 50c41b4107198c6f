//! What was looked for in a folder: it is there, or it is said where it was looked for.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// What was looked for in a folder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Found<T> {
    /// It is there.
    Here {
        /// The file.
        file: PathBuf,
        /// What it says.
        value: T,
    },
    /// There is no such file.
    Missing {
        /// The places looked at, from the folder; `*` stands for any part of a name.
        places: Vec<String>,
    },
    /// There is a file, and it is not what it should be.
    Broken {
        /// The file.
        file: PathBuf,
        /// What is wrong.
        problem: String,
    },
}

impl<T> Found<T> {
    /// What the file says, if it could be read.
    #[must_use]
    pub const fn value(&self) -> Option<&T> {
        match self {
            Self::Here { value, .. } => Some(value),
            Self::Missing { .. } | Self::Broken { .. } => None,
        }
    }

    /// The file, if there is one.
    #[must_use]
    pub fn file(&self) -> Option<&Path> {
        match self {
            Self::Here { file, .. } | Self::Broken { file, .. } => Some(file),
            Self::Missing { .. } => None,
        }
    }

    /// Why nothing is known, in words; empty where it is.
    #[must_use]
    pub fn absence(&self) -> Absence<'_, T> {
        Absence(self)
    }
}

/// Why nothing is known, for people.
pub struct Absence<'f, T>(&'f Found<T>);

impl<T> fmt::Display for Absence<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Found::Here { .. } => Ok(()),
            Found::Missing { places } => write!(f, "not found (looked at {})", places.join(", ")),
            Found::Broken { file, problem } => write!(f, "{} cannot be read: {problem}", file.display()),
        }
    }
}
