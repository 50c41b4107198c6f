//! Smoke runs: a program of the user's that tells whether an image does what it should on its card.

use std::path::Path;
use std::process::Command;
use std::time::Duration;

use anyhow::Context as _;
use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_emulation::xrt::status;

use crate::cards::within;
use crate::failure::Failure;
use crate::xrt::supervise;

/// A smoke run.
#[derive(Debug)]
pub struct SmokeRun<'a> {
    /// The program and its arguments.
    pub command: &'a [String],
    /// Where it runs.
    pub folder: &'a Path,
    /// How long it may take.
    pub limit: Duration,
}

/// Why a smoke run failed.
#[derive(Debug, thiserror::Error)]
pub enum SmokeError {
    /// It took too long.
    #[error("it has not ended within {} s", limit.as_secs_f64())]
    Late {
        /// How long it may take.
        limit: Duration,
    },
    /// The program failed.
    #[error("it ended with the code {0}")]
    Code(u8),
    /// The program could not be started, or was ended.
    #[error("{}", reason(.0))]
    Stopped(anyhow::Error),
}

/// The words of an error, with its notes.
fn reason(error: &anyhow::Error) -> String {
    match error.downcast_ref::<Failure>() {
        Some(failure) => [vec![failure.message.clone()], failure.notes.clone()].concat().join(": "),
        None => error.to_string(),
    }
}

impl SmokeRun<'_> {
    /// Runs it with an image on a card, which it finds in its environment; the inner error is why it failed.
    ///
    /// # Errors
    /// On an interrupt.
    pub fn run(&self, image: &Path, device: &str, cancel: &Cancel) -> anyhow::Result<Result<(), SmokeError>> {
        let Some((program, args)) = self.command.split_first() else { return Ok(Ok(())) };
        // What happens to an emulated card of this run concerns nobody else.
        let status = tempfile::tempdir().context("there is no place for temporary files")?;
        let mut command = Command::new(resolved(self.folder, program));
        command
            .args(args)
            .current_dir(self.folder)
            .env("SYCL_HLS_XCLBIN", std::path::absolute(image)?)
            .env("SYCL_HLS_DEVICE", device)
            .env(status::VARIABLE, status.path());
        let (ended, is_late) =
            within(self.limit, cancel, |cancel| supervise(&mut command, status.path(), cancel));
        if cancel.is_cancelled() {
            return Err(ToolError::Interrupted.into());
        }
        if is_late {
            return Ok(Err(SmokeError::Late { limit: self.limit }));
        }
        Ok(match ended {
            Ok(0) => Ok(()),
            Ok(code) => Err(SmokeError::Code(code)),
            Err(error) => Err(SmokeError::Stopped(error)),
        })
    }
}

/// A program with a folder in its name is meant from the folder of the run.
fn resolved(folder: &Path, program: &str) -> std::path::PathBuf {
    if program.contains('/') { folder.join(program) } else { program.into() }
}
