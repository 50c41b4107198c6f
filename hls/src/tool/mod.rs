//! The tools that a build drives, and how they are run: one at a time, interruptible, their output kept.

mod cxx;
mod process;
mod verilator;

use std::path::PathBuf;

pub use cxx::{Cxx, CxxOptions};
pub use process::{Cancel, follow, run};
pub use verilator::{Simulator, Unit, Verilator, Waves};

/// A tool could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// It is not installed.
    #[error("no C++ compiler was found (looked for {})", looked_for.join(", "))]
    NoCompiler {
        /// The programs that were tried.
        looked_for: Vec<String>,
    },
    /// Verilator is not installed.
    #[error("Verilator was not found (looked for {looked_for})")]
    NoVerilator {
        /// The program that was tried.
        looked_for: String,
    },
    /// It could not be started.
    #[error("{program} cannot be started: {source}")]
    NotStarted {
        /// The program.
        program: String,
        /// Why.
        source: std::io::Error,
    },
    /// It ended with an error.
    #[error("{program} failed ({status}):\n{output}")]
    Failed {
        /// The program.
        program: String,
        /// Its exit status.
        status: std::process::ExitStatus,
        /// What it said.
        output: String,
    },
    /// The user interrupted the build.
    #[error("interrupted")]
    Interrupted,
    /// A file of the build could not be read or written.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
}
