//! A build that failed, in a few lines: the error at the bottom of the logs, and what to do about it.

use std::path::Path;

use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::log::root;
use sycl_hls_vitis::runner::RunError;

use super::progress::Steps;
use crate::failure::{Failure, Kind, Place};

/// What is said about a failure, by what the steps had said. `job` is theirs, if they are of one.
pub fn explain(error: RunError, steps: &Steps<'_>, folder: &Path, job: Option<&Job>) -> anyhow::Error {
    if error.is_interruption() {
        return Failure::new(Kind::Interrupted, "interrupted")
            .note("what was finished is kept: the same command goes on from there")
            .into();
    }
    let (step, log) = match &error {
        RunError::Tool { step, log, .. } => (step, log),
        RunError::NotWritten { step, log, .. } => (step, log),
        RunError::File { .. } | RunError::Changed { .. } => return Failure::user(error.to_string()).into(),
    };
    let root = root(&steps.log(step), &folder.join(step));
    let message = match (&root.cause, &error) {
        (Some(cause), _) => format!("the step `{step}` failed: {cause}"),
        (None, RunError::NotWritten { .. }) => error.to_string(),
        (None, _) => format!("the step `{step}` failed"),
    };
    let mut failure = Failure::user(message);
    if let Some(error) = &root.error {
        let id = error.id.as_ref().map_or_else(String::new, |id| format!("[{id}] "));
        failure = failure.note(format!("{id}{}", error.text));
        let in_rust = job.zip(error.place.as_ref()).and_then(|(job, place)| job.in_rust(place));
        let place = in_rust.and_then(|(source, line)| Place::line(&source.file, &source.text, line));
        failure = place.into_iter().fold(failure, Failure::at);
    }
    let logs = root.log.iter().map(|inner| inner.as_path()).chain([log.as_path()]);
    for log in logs {
        failure = failure.note(format!("its log: {}", log.display()));
    }
    root.cause.into_iter().fold(failure, |failure, cause| failure.help(cause.advice())).into()
}
