//! How device processes are: each has a file in a folder that whoever started the host looks at. A device process holds the
//! lock of its file, and its death, in whatever way, lets it go.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The ending of the files' names.
const ENDING: &str = "device";

/// The file of this device process.
#[derive(Debug)]
pub struct Entry(Mutex<File>);

impl Entry {
    /// Makes the file, locked, in one step for those who look. `socket` is what is to be removed if this process cannot.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub fn new(folder: &Path, socket: &Path) -> io::Result<Self> {
        let name = folder.join(std::process::id().to_string());
        let mut file = File::create(&name)?;
        file.lock()?;
        writeln!(file, "socket {}", socket.display())?;
        fs::rename(&name, name.with_extension(ENDING))?;
        Ok(Self(Mutex::new(file)))
    }

    /// A kernel stopped.
    pub fn fault(&self, message: &str) {
        self.line(&format!("fault {}", message.replace('\n', " ")));
    }

    /// The process ends as it should.
    pub fn ended(&self) {
        self.line("ended");
    }

    fn line(&self, line: &str) {
        let mut file = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // Who looks learns of the death of a process that could not write.
        let _ = writeln!(file, "{line}");
    }
}

/// What the files of a folder say together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Device processes that have not ended.
    pub running: usize,
    /// Why kernels stopped.
    pub faults: Vec<String>,
    /// Device processes that died.
    pub lost: usize,
    /// Sockets of processes that died.
    pub sockets: Vec<PathBuf>,
}

/// Looks at all device processes of a folder.
pub fn look(folder: &Path) -> Seen {
    let mut seen = Seen::default();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            add(&mut seen, &path);
        }
    }
    seen
}

fn add(seen: &mut Seen, path: &Path) {
    let Ok(file) = File::open(path) else { return };
    // Asked for before the file is read: what a process wrote before it died is in it.
    let alive = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let text = fs::read_to_string(path).unwrap_or_default();
    seen.faults.extend(text.lines().filter_map(|line| line.strip_prefix("fault ")).map(str::to_owned));
    if alive {
        seen.running += 1;
    } else if !text.lines().any(|line| line == "ended") {
        seen.lost += 1;
        seen.sockets.extend(text.lines().filter_map(|line| line.strip_prefix("socket ")).map(PathBuf::from));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_device_is_running_then_ended_or_lost() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(look(folder.path()), Seen::default());
        let entry = Entry::new(folder.path(), Path::new("/tmp/x")).unwrap();
        assert_eq!(look(folder.path()), Seen { running: 1, ..Seen::default() });
        entry.fault("kernel `k`:\nbad");
        assert_eq!(look(folder.path()).faults, ["kernel `k`: bad"]);
        drop(entry);
        let lost = look(folder.path());
        assert_eq!((lost.lost, lost.sockets), (1, vec![PathBuf::from("/tmp/x")]));
        let entry = Entry::new(folder.path(), Path::new("/tmp/x")).unwrap();
        entry.ended();
        drop(entry);
        assert_eq!(look(folder.path()), Seen::default());
    }
}
