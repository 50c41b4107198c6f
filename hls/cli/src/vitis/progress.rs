//! Vitis' steps on the terminal: a line when one begins and when it is done, and what it says last beside the spinner.

use std::time::Duration;

use sycl_hls_vitis::plan::Step;
use sycl_hls_vitis::runner::{Done, Watch};
use sycl_hls_vitis::shell;

use crate::progress::Progress;

/// Says how the steps go.
pub struct Steps<'p> {
    progress: &'p Progress,
}

impl<'p> Steps<'p> {
    pub fn new(progress: &'p Progress) -> Self {
        Self { progress }
    }
}

impl Watch for Steps<'_> {
    fn begins(&self, step: &Step) {
        self.progress.step("Running", &format!("{} {}", step.program, step.name));
        self.progress.detail("Command", &shell::command(step));
    }

    fn wrote(&self, step: &Step, bytes: &[u8]) {
        let last = bytes.split(|byte| *byte == b'\n').rfind(|line| !line.is_empty());
        let shown: String = String::from_utf8_lossy(last.unwrap_or_default()).chars().take(60).collect();
        self.progress.going(&format!("{}: {}", step.name, shown.trim()));
    }

    fn is_done(&self, step: &Step, done: Done) {
        match done {
            Done::Ran(time) => self.progress.detail("Done", &format!("{} in {}", step.name, rounded(time))),
            Done::Stored => self.progress.detail("Stored", &step.name),
        }
    }
}

fn rounded(time: Duration) -> humantime::FormattedDuration {
    humantime::format_duration(Duration::from_secs(time.as_secs().max(1)))
}
