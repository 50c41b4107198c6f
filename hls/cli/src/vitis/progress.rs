//! Vitis' steps on the terminal: a line when one begins and when it is done, and how far it is beside the spinner, or in a line
//! for each phase where nobody sees that.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sycl_hls_vitis::log::{Log, Reader};
use sycl_hls_vitis::plan::Step;
use sycl_hls_vitis::runner::{Done, Watch};
use sycl_hls_vitis::shell;

use crate::progress::Progress;

/// Says how the steps go, and reads what they say.
pub struct Steps<'p> {
    progress: &'p Progress,
    running: Mutex<BTreeMap<String, Running>>,
}

/// A step that was begun.
struct Running {
    began: Instant,
    reader: Reader,
    /// When the share that is over was reached.
    reached: Instant,
}

impl Running {
    fn new() -> Self {
        let now = Instant::now();
        Self { began: now, reader: Reader::default(), reached: now }
    }

    /// Takes what the step wrote; gives how far it is, and whether that is another phase than before.
    fn read(&mut self, bytes: &[u8]) -> Option<(String, bool)> {
        let (phase_before, done_before) = (self.reader.so_far().phase, self.reader.so_far().done);
        self.reader.feed(bytes);
        let (log, now) = (self.reader.so_far(), Instant::now());
        if log.done > done_before {
            self.reached = now;
        }
        let phase = log.phase?;
        let left = left(log.done, self.reached - self.began, now - self.reached);
        let far = format!("{}, about {:.0} %{left}", phase.name(), log.done * 100.0);
        Some((far, phase_before != Some(phase)))
    }
}

/// What the rest will take, if it goes on as before: `over` is the time until the share was reached, `since` the time since then.
fn left(share: f64, over: Duration, since: Duration) -> String {
    if share < 0.05 {
        return String::new();
    }
    let rest = over.mul_f64((1.0 - share) / share).saturating_sub(since);
    match rest.as_secs().div_ceil(60) {
        0 => String::new(),
        minutes => format!(", some {} left", humantime::format_duration(Duration::from_secs(minutes * 60))),
    }
}

impl<'p> Steps<'p> {
    pub fn new(progress: &'p Progress) -> Self {
        Self { progress, running: Mutex::default() }
    }

    /// What a step has said.
    pub fn log(&self, step: &str) -> Log {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.remove(step).map(|step| step.reader.finish()).unwrap_or_default()
    }
}

impl Watch for Steps<'_> {
    fn begins(&self, step: &Step) {
        self.progress.step("Running", &format!("{} {}", step.program, step.name));
        self.progress.detail("Command", &shell::command(step));
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        running.insert(step.name.clone(), Running::new());
    }

    fn wrote(&self, step: &Step, bytes: &[u8]) {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let said = running.get_mut(&step.name).and_then(|step| step.read(bytes));
        let Some((far, is_new_phase)) = said else { return };
        let far = format!("{}: {far}", step.name);
        if is_new_phase && !self.progress.is_seen() {
            self.progress.note("Reached", &far);
        }
        self.progress.going(&far);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_goes_on_as_before() {
        let minutes = |minutes: u64| Duration::from_secs(minutes * 60);
        assert_eq!(left(0.25, minutes(30), minutes(0)), ", some 1h 30m left");
        assert_eq!(left(0.25, minutes(30), minutes(80)), ", some 10m left");
        assert_eq!(left(0.25, minutes(30), minutes(91)), "", "nobody knows");
        assert_eq!(left(0.02, minutes(30), minutes(0)), "", "too early to tell");
        assert_eq!(left(1.0, minutes(30), minutes(0)), "");
    }

    #[test]
    fn a_phase_is_new_once() {
        let mut step = Running::new();
        assert_eq!(step.read(b"v++ begins\n"), None);
        let (far, is_new) = step.read(b"[10:05:00] Starting logic placement\n").unwrap();
        assert!(far.starts_with("placement, about 30 %") && is_new, "{far}");
        assert!(!step.read(b"[10:06:00] Starting logic placement\n").unwrap().1);
        assert!(step.read(b"[10:09:00] Starting logic routing\n").unwrap().1);
    }
}
