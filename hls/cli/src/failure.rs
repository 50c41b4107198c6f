//! Errors and the exit codes that they end with.

use std::process::ExitCode;

use annotate_snippets::{AnnotationKind, Level, Snippet};
use sycl_hls_compiler::tool::ToolError;

use crate::terminal;

pub use sycl_hls_cluster::Place;

/// Why the command failed, as its exit code says it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// The user's code or data.
    User,
    /// Usage or configuration.
    Usage,
    /// Something is not available: a tool, a target, a device.
    Unavailable,
    /// A run took too long, or its device was lost.
    Lost,
    /// Interrupted from the keyboard.
    Interrupted,
    /// The user's program was ended by this signal; the code is that of shells.
    Signal(u8),
}

impl Kind {
    const fn code(self) -> u8 {
        match self {
            Self::User => 1,
            Self::Usage => 2,
            Self::Unavailable => 3,
            Self::Lost => 4,
            Self::Interrupted => 130,
            Self::Signal(signal) => 128u8.saturating_add(signal),
        }
    }
}

/// An error for the user: what is wrong, and what to do.
#[derive(Debug, thiserror::Error)]
#[error("{message}")]
pub struct Failure {
    pub kind: Kind,
    pub message: String,
    /// Where, if it is about a file.
    pub place: Option<Box<Place>>,
    pub notes: Vec<String>,
    pub helps: Vec<String>,
}

impl Failure {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), place: None, notes: Vec::new(), helps: Vec::new() }
    }

    pub fn user(message: impl Into<String>) -> Self {
        Self::new(Kind::User, message)
    }

    pub fn usage(message: impl Into<String>) -> Self {
        Self::new(Kind::Usage, message)
    }

    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Kind::Unavailable, message)
    }

    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(Box::new(place));
        self
    }

    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.helps.push(help.into());
        self
    }
}

/// The error was shown where it stands in the source; only the exit code is left.
#[derive(Debug, thiserror::Error)]
#[error("{errors} error(s)")]
pub struct Reported {
    pub errors: usize,
}

/// A run took too long, or its device was lost; it was shown where that was.
#[derive(Debug, thiserror::Error)]
#[error("the run did not end")]
pub struct DeviceLost;

/// Shows an error and gives the exit code.
pub fn report(error: &anyhow::Error) -> ExitCode {
    if let Some(reported) = error.downcast_ref::<Reported>() {
        if reported.errors > 1 {
            show(&Failure::user(format!("could not translate the kernels: {} errors", reported.errors)));
        }
        return Kind::User.code().into();
    }
    if error.is::<DeviceLost>() {
        return Kind::Lost.code().into();
    }
    if let Some(failure) = error.downcast_ref::<Failure>() {
        show(failure);
        return failure.kind.code().into();
    }
    if let Some(tool) = error.downcast_ref::<ToolError>() {
        return report_tool(tool);
    }
    show(&Failure::user(format!("{error:#}")));
    Kind::User.code().into()
}

fn report_tool(error: &ToolError) -> ExitCode {
    let (kind, help) = match error {
        ToolError::NoCompiler { .. } => (
            Kind::Unavailable,
            Some("install one (Debian: `apt install g++`), or name yours in the environment variable CXX"),
        ),
        ToolError::NoVerilator { .. } => (
            Kind::Unavailable,
            Some(
                "install it (Debian: `apt install verilator`), or name yours in the environment variable VERILATOR",
            ),
        ),
        ToolError::NotStarted { .. } => (Kind::Unavailable, None),
        ToolError::Failed { output, .. } if output.contains("zlib.h") => (
            Kind::Unavailable,
            Some("install zlib (Debian: `apt install zlib1g-dev`), or record waveforms as `.vcd`"),
        ),
        ToolError::Failed { .. } => (
            Kind::User,
            Some("the emitted C++ should always compile: please report this as a bug of sycl-hls"),
        ),
        ToolError::Interrupted => (Kind::Interrupted, None),
        ToolError::File { .. } => (Kind::User, None),
    };
    let failure = Failure::new(kind, error.to_string());
    show(&help.into_iter().fold(failure, Failure::help));
    kind.code().into()
}

pub fn show(failure: &Failure) {
    let notes = failure.notes.iter().map(|note| Level::NOTE.message(note));
    let helps = failure.helps.iter().map(|help| Level::HELP.message(help));
    let snippet = failure.place.as_ref().map(|place| {
        let annotation = AnnotationKind::Primary.span(place.range.clone());
        Snippet::source(&place.text).path(&place.path).annotation(annotation)
    });
    let title = Level::ERROR.primary_title(&failure.message).elements(snippet);
    let report = &[title.elements(notes.chain(helps))];
    anstream::eprintln!("{}", terminal::renderer().render(report));
}
