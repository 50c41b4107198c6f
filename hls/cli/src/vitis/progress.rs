//! Vitis' steps on the terminal: a line when one begins and when it is done, and how far it is beside the spinner.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use sycl_hls_vitis::log::{Log, Reader};
use sycl_hls_vitis::plan::Step;
use sycl_hls_vitis::runner::{Done, Watch};
use sycl_hls_vitis::shell;

use crate::progress::Progress;

/// Says how the steps go, and reads what they say.
pub struct Steps<'p> {
    progress: &'p Progress,
    logs: Mutex<BTreeMap<String, Reader>>,
}

impl<'p> Steps<'p> {
    pub fn new(progress: &'p Progress) -> Self {
        Self { progress, logs: Mutex::default() }
    }

    /// What a step has said.
    pub fn log(&self, step: &str) -> Log {
        let mut logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
        logs.remove(step).map(Reader::finish).unwrap_or_default()
    }
}

impl Watch for Steps<'_> {
    fn begins(&self, step: &Step) {
        self.progress.step("Running", &format!("{} {}", step.program, step.name));
        self.progress.detail("Command", &shell::command(step));
    }

    fn wrote(&self, step: &Step, bytes: &[u8]) {
        let mut logs = self.logs.lock().unwrap_or_else(PoisonError::into_inner);
        let reader = logs.entry(step.name.clone()).or_default();
        reader.feed(bytes);
        let log = reader.so_far();
        if let Some(phase) = log.phase {
            self.progress.going(&format!("{}: {}, about {:.0} %", step.name, phase.name(), log.done * 100.0));
        }
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
