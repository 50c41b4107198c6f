//! What a build is doing: a line for each step, and a spinner while one takes its time, if there is a terminal.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::terminal::{Verbosity, step_line};

/// Speaks of a build's progress on standard error.
pub struct Progress {
    spinner: ProgressBar,
    started: Instant,
    verbosity: Verbosity,
}

impl Progress {
    /// A line for each step.
    pub fn new() -> Self {
        Self::with(Verbosity::Normal)
    }

    /// The spinner alone.
    pub fn spinner_only() -> Self {
        Self::with(Verbosity::Quiet)
    }

    /// As much as this. The spinner goes round on any terminal.
    pub(crate) fn with(verbosity: Verbosity) -> Self {
        let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg}") {
            spinner.set_style(style);
        }
        Self { spinner, started: Instant::now(), verbosity }
    }

    /// True if anybody sees the spinner.
    pub fn is_seen(&self) -> bool {
        !self.spinner.is_hidden()
    }

    /// A step begins.
    pub fn step(&self, verb: &str, what: &str) {
        self.line(Verbosity::Normal, verb, what);
        self.spinner.set_message(what.to_owned());
        self.spinner.enable_steady_tick(Duration::from_millis(100));
    }

    /// The step goes on, and is here now.
    pub fn going(&self, what: &str) {
        self.spinner.set_message(what.to_owned());
        self.spinner.enable_steady_tick(Duration::from_millis(100));
    }

    /// No step goes on.
    pub fn stop(&self) {
        self.spinner.finish_and_clear();
        self.spinner.reset();
    }

    /// Something worth knowing.
    pub fn note(&self, verb: &str, what: &str) {
        self.line(Verbosity::Normal, verb, what);
    }

    /// A detail of the step.
    pub fn detail(&self, verb: &str, what: &str) {
        self.line(Verbosity::Verbose, verb, what);
    }

    /// A file is done; no step goes on.
    pub fn done(&self, verb: &str, file: &Path) {
        self.spinner.finish_and_clear();
        let here = std::env::current_dir().unwrap_or_default();
        let file = file.strip_prefix(here).unwrap_or(file).display();
        let seconds = self.started.elapsed().as_secs_f64();
        self.line(Verbosity::Normal, verb, &format!("{file} in {seconds:.2} s"));
    }

    fn line(&self, at_least: Verbosity, verb: &str, what: &str) {
        if self.verbosity >= at_least {
            self.spinner.suspend(|| step_line(verb, what));
        }
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.spinner.finish_and_clear();
    }
}
