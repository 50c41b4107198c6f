//! What a build is doing: a line for each step, and a spinner while one takes its time, if there is a terminal.

use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// Speaks of a build's progress on standard error.
pub struct Progress {
    spinner: ProgressBar,
    started: Instant,
    /// A line for each step?
    lines: bool,
}

impl Progress {
    /// A line for each step.
    pub fn new() -> Self {
        Self::with_lines(true)
    }

    /// The spinner alone: for a build that is not what the user asked for.
    pub fn spinner_only() -> Self {
        Self::with_lines(false)
    }

    fn with_lines(lines: bool) -> Self {
        let spinner = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
        if let Ok(style) = ProgressStyle::with_template("{spinner:.cyan} {msg}") {
            spinner.set_style(style);
        }
        Self { spinner, started: Instant::now(), lines }
    }

    /// A step begins.
    pub fn step(&self, verb: &str, what: &str) {
        self.line(verb, what);
        self.spinner.set_message(what.to_owned());
        self.spinner.enable_steady_tick(Duration::from_millis(100));
    }

    /// A file is done; no step goes on.
    pub fn done(&self, verb: &str, file: &Path) {
        self.spinner.finish_and_clear();
        let here = std::env::current_dir().unwrap_or_default();
        let file = file.strip_prefix(here).unwrap_or(file).display();
        self.line(verb, &format!("{file} in {:.2} s", self.started.elapsed().as_secs_f64()));
    }

    fn line(&self, verb: &str, what: &str) {
        if self.lines {
            self.spinner.suspend(|| anstream::eprintln!("\x1b[1;32m{verb:>12}\x1b[0m {what}"));
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
