//! What can go wrong with the process.

use std::error::Error;
use std::fmt;
use std::io;
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::ExitStatus;
use std::time::Duration;

/// A simulator does not do what it should. Except after [`Refused`](Self::Refused), it is of no use any more.
#[derive(Debug)]
pub enum SimulatorError {
    /// The program cannot be started.
    NotStarted {
        /// The program.
        program: PathBuf,
        /// Why.
        source: io::Error,
    },
    /// It is a simulator of another version.
    Version {
        /// Its version of the protocol.
        found: u32,
        /// The version that is spoken here.
        wanted: u32,
    },
    /// The process ended.
    Died {
        /// How, if that is known.
        status: Option<ExitStatus>,
        /// What it said last on standard error.
        said: String,
    },
    /// The process shows no sign of life; it was killed.
    Silent {
        /// For so long.
        timeout: Duration,
    },
    /// The time for a run is over; the process was killed.
    Timeout {
        /// The limit.
        limit: Duration,
        /// Cycles that the run had made when they were last reported.
        cycles: u64,
    },
    /// It says that it cannot do what it was told to.
    Refused(String),
    /// Its answer cannot be understood.
    Malformed,
}

impl SimulatorError {
    pub(super) fn malformed() -> Self {
        Self::Malformed
    }
}

impl fmt::Display for SimulatorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted { program, source } => {
                write!(f, "the simulator {} cannot be started: {source}", program.display())
            }
            Self::Version { found, wanted } => {
                write!(
                    f,
                    "the simulator speaks version {found} of its protocol, not {wanted}; build the image anew"
                )
            }
            Self::Died { status, said } => died(f, *status, said),
            Self::Silent { timeout } => {
                write!(
                    f,
                    "the simulator showed no sign of life for {} s and was ended",
                    timeout.as_secs_f64()
                )
            }
            Self::Timeout { limit, cycles } => {
                write!(f, "the simulation was ended after {} s, in about cycle {cycles}", limit.as_secs_f64())
            }
            Self::Refused(text) => write!(f, "the simulator: {text}"),
            Self::Malformed => f.write_str("the simulator's answer is malformed"),
        }
    }
}

fn died(f: &mut fmt::Formatter<'_>, status: Option<ExitStatus>, said: &str) -> fmt::Result {
    f.write_str("the simulator ended unexpectedly")?;
    match (status.and_then(|status| status.signal()), status) {
        (Some(signal), _) => write!(f, " (signal {signal})")?,
        (None, Some(status)) => write!(f, " ({status})")?,
        (None, None) => {}
    }
    if said.is_empty() { Ok(()) } else { write!(f, ":\n{said}") }
}

impl Error for SimulatorError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::NotStarted { source, .. } => Some(source),
            _ => None,
        }
    }
}
