//! What tasks needed: time and memory, by which the next ones ask Slurm for enough.

use std::cmp::Reverse;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant, SystemTime};

use serde::{Deserialize, Serialize};

use crate::files;
use crate::options::JobOptions;
use crate::processes::{descendants, resident};

/// How many of the newest measurements count.
const COUNTED: usize = 10;

/// How long until memory is looked at: at first, for short tasks, and later.
const SOON: Duration = Duration::from_millis(50);
const SELDOM: Duration = Duration::from_secs(2);

const MIB: u64 = 1 << 20;

/// The memory that a task which had not enough needs at least.
const LEAST: u64 = 256 * MIB;

/// What a task needed.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Needs {
    /// How long it took, in seconds.
    pub seconds: f64,
    /// The largest sum of what its processes held in memory at a time, in bytes; pages that they share are counted for each.
    pub memory: u64,
}

impl Needs {
    /// The most that each of the newest measurements in a folder says; none if there are none.
    #[must_use]
    pub fn known(folder: &Path) -> Option<Self> {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        let changed = |entry: &fs::DirEntry| entry.metadata().and_then(|metadata| metadata.modified());
        let mut measured: Vec<(SystemTime, Self)> = entries
            .filter_map(|entry| Some((changed(&entry).ok()?, files::read(&entry.path()).ok()??)))
            .collect();
        measured.sort_by_key(|(changed, _)| Reverse(*changed));
        measured.into_iter().take(COUNTED).map(|(_, needs)| needs).reduce(Self::most)
    }

    /// Adds a measurement of this name to a folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn keep(&self, folder: &Path, name: &str) -> io::Result<()> {
        files::write(&folder.join(name), self)
    }

    /// The most of both.
    #[must_use]
    pub fn most(self, other: Self) -> Self {
        Self { seconds: self.seconds.max(other.seconds), memory: self.memory.max(other.memory) }
    }

    /// Those of a task that did not have enough.
    #[must_use]
    pub fn twice(self) -> Self {
        // Nobody looked at the memory of those that were over at once.
        Self { seconds: self.seconds * 2.0, memory: (self.memory * 2).max(LEAST) }
    }

    /// What a job asks for, with a margin: twice the time and five minutes, half as much memory again and 256 MiB.
    #[must_use]
    pub fn options(&self) -> JobOptions {
        // Slurm counts in minutes and MiB. A `u64` holds any time that a task takes.
        #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        let minutes = (self.seconds * 2.0 / 60.0).ceil() as u64 + 5;
        let memory = (self.memory + self.memory / 2).div_ceil(MIB) + 256;
        JobOptions {
            time: Some(minutes.to_string()),
            memory: Some(format!("{memory}M")),
            ..JobOptions::default()
        }
    }
}

/// Measures what this process and all that it starts need, from its making on.
#[derive(Debug)]
pub(crate) struct Meter {
    began: Instant,
    end: Sender<()>,
    memory: JoinHandle<u64>,
}

impl Meter {
    /// Begins.
    pub fn start() -> Self {
        let (end, ended) = mpsc::channel();
        let memory = thread::spawn(move || {
            let (mut most, mut pause) = (0, SOON);
            // What ends before the first look costs none.
            while ended.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                most = most.max(held(std::process::id()));
                pause = (pause * 2).min(SELDOM);
            }
            most
        });
        Self { began: Instant::now(), end, memory }
    }

    /// What was needed until now.
    pub fn stop(self) -> Needs {
        drop(self.end);
        let memory = self.memory.join().unwrap_or_default();
        Needs { seconds: self.began.elapsed().as_secs_f64(), memory }
    }
}

/// What a process and its descendants hold in memory, in bytes.
fn held(root: u32) -> u64 {
    descendants(root).into_iter().chain([root]).filter_map(resident).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn jobs_ask_for_more_than_was_needed() {
        let needs = Needs { seconds: 600.0, memory: 100 * MIB };
        assert_eq!(needs.options().words(), ["--time=25", "--mem=406M"]);
        assert_eq!(needs.twice().options().words(), ["--time=45", "--mem=640M"]);
        assert_eq!(Needs::default().options().words(), ["--time=5", "--mem=256M"]);
    }

    #[test]
    fn the_newest_measurements_count() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(Needs::known(&folder.path().join("none")), None);
        let keep = |index: u64, seconds: f64| {
            let name = index.to_string();
            Needs { seconds, memory: index }.keep(folder.path(), &name).unwrap();
            let file = fs::File::options().append(true).open(folder.path().join(name)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + Duration::from_secs(index)).unwrap();
        };
        keep(1, 9.0);
        (2..=11).for_each(|index| keep(index, 1.0));
        assert_eq!(Needs::known(folder.path()), Some(Needs { seconds: 1.0, memory: 11 }));
        fs::write(folder.path().join("damaged"), "{").unwrap();
        assert!(Needs::known(folder.path()).is_some());
    }

    #[test]
    fn memory_of_children_counts() {
        let before = held(std::process::id());
        let meter = Meter::start();
        let mut child =
            std::process::Command::new("sh").args(["-c", "sleep 0.3 | sleep 0.3"]).spawn().unwrap();
        child.wait().unwrap();
        let needs = meter.stop();
        assert!(needs.seconds >= 0.3 && before > 0 && needs.memory > before, "{before} {needs:?}");
    }
}
