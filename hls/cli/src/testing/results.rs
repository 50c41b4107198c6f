//! What became of tests, on its way from the runners of test programs to who started them all: a folder.

use std::fs::File;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::TestProgram;
use super::listing::Listing;

/// What became of a test.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The program it is in: see [`TestProgram::suite`].
    pub suite: String,
    /// Its name.
    pub name: String,
    /// How it ended.
    pub outcome: Outcome,
    /// How long it took.
    pub seconds: f64,
    /// The last of what it wrote to standard output.
    pub stdout: String,
    /// The last of what it, and the emulator, wrote to standard error.
    pub stderr: String,
}

/// How a test ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Outcome {
    /// Well.
    Passed,
    /// It is marked so, and did not run.
    Ignored,
    /// Not well.
    Failed {
        /// The kind of failure.
        trouble: Trouble,
        /// In words.
        message: String,
    },
}

/// What kind of failure a test ended with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Trouble {
    /// It says so itself.
    Failure,
    /// It took too long and was ended.
    Timeout,
    /// A signal ended it.
    Signal,
    /// It did not run.
    NotRun,
}

impl Trouble {
    /// The word for it in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Failure => "test failure",
            Self::Timeout => "test timeout",
            Self::Signal => "test ended by a signal",
            Self::NotRun => "not run",
        }
    }
}

/// The folder.
#[derive(Clone, Debug)]
pub struct Results {
    folder: PathBuf,
}

impl Results {
    /// The one in this folder.
    pub fn new(folder: &Path) -> Self {
        Self { folder: folder.to_owned() }
    }

    /// Where it is.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    fn programs_file(&self) -> PathBuf {
        self.folder.join("programs.json")
    }

    fn records_file(&self) -> PathBuf {
        self.folder.join("records")
    }

    fn listings_file(&self) -> PathBuf {
        self.folder.join("listings")
    }

    /// Says which programs are tests.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn announce(&self, programs: &[TestProgram]) -> io::Result<()> {
        std::fs::write(self.programs_file(), serde_json::to_vec(programs)?)
    }

    /// The test program that this file is, if it is one.
    ///
    /// # Errors
    /// When the folder cannot be read.
    pub fn program(&self, executable: &Path) -> io::Result<Option<TestProgram>> {
        let programs: Vec<TestProgram> = serde_json::from_slice(&std::fs::read(self.programs_file())?)?;
        Ok(programs.into_iter().find(|program| program.executable == executable))
    }

    /// Adds what became of a test.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn add(&self, record: &Record) -> io::Result<()> {
        append(&self.records_file(), record)
    }

    /// What became of all tests so far, as it is written down.
    pub fn text(&self) -> String {
        std::fs::read_to_string(self.records_file()).unwrap_or_default()
    }

    /// What became of all tests so far.
    pub fn records(&self) -> Vec<Record> {
        records_in(&self.text())
    }

    /// Adds a program whose tests run elsewhere.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn list(&self, listing: &Listing) -> io::Result<()> {
        append(&self.listings_file(), listing)
    }

    /// The programs whose tests run elsewhere.
    pub fn listings(&self) -> Vec<Listing> {
        lines(&std::fs::read_to_string(self.listings_file()).unwrap_or_default())
    }
}

/// What became of tests, as [`Results::text`] gives it.
pub fn records_in(text: &str) -> Vec<Record> {
    lines(text)
}

fn append(file: &Path, value: &impl Serialize) -> io::Result<()> {
    let line = serde_json::to_string(value)? + "\n";
    File::options().create(true).append(true).open(file)?.write_all(line.as_bytes())
}

fn lines<T: DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
