//! Test programs as Cargo would start them, for whoever starts them elsewhere.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::TestProgram;

/// A test program, where it runs, and its tests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Listing {
    /// The program.
    pub program: TestProgram,
    /// Its arguments.
    pub args: Vec<String>,
    /// Where and how Cargo starts it.
    pub place: Place,
    /// The tests that are wanted.
    pub tests: Vec<String>,
    /// Those among them that do not run.
    pub ignored: Vec<String>,
}

/// Where a program runs, and what it finds in its environment.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Place {
    /// The folder.
    pub folder: PathBuf,
    /// The variables.
    pub environment: BTreeMap<String, String>,
}

impl Place {
    /// That of this process.
    ///
    /// # Errors
    /// When its folder is not there any more.
    pub fn here() -> std::io::Result<Self> {
        // What is no text is not Cargo's.
        let text = |(name, value): (std::ffi::OsString, std::ffi::OsString)| {
            Some((name.into_string().ok()?, value.into_string().ok()?))
        };
        Ok(Self {
            folder: std::env::current_dir()?,
            environment: std::env::vars_os().filter_map(text).collect(),
        })
    }

    /// Without the variables that are the same at another place.
    pub fn forget_those_of(&mut self, other: &Self) {
        self.environment.retain(|name, value| other.environment.get(name) != Some(value));
    }
}
