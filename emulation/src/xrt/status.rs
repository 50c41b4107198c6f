//! How device processes are: each has a file in a folder at which whoever started the host looks, and the host itself if it
//! knows of it. A device process holds the lock of its file, and its death, in whatever way, lets it go.

use std::fs::{self, File, TryLockError};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use sycl_hls_types::Fault;

/// The variable that names the folder.
pub const VARIABLE: &str = "SYCL_HLS_XRT_STATUS";

/// The ending of the files of device processes.
const DEVICE: &str = "device";

/// The ending of files that say that a host watches its device itself; the name is that of the device's socket.
const HOST: &str = "host";

/// The file of this device process.
#[derive(Debug)]
pub struct Entry {
    file: Mutex<File>,
    host: PathBuf,
}

/// A run that stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Stopped {
    /// The compute unit.
    pub unit: String,
    /// Why.
    pub fault: Fault,
}

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
        fs::rename(&name, name.with_extension(DEVICE))?;
        Ok(Self { file: Mutex::new(file), host: host_file(folder, socket) })
    }

    /// A kernel stopped.
    pub fn fault(&self, stopped: &Stopped) {
        // Strings and numbers only: serialization has no way to fail.
        self.line(&format!("fault {}", serde_json::to_string(stopped).unwrap_or_default()));
    }

    /// True if the host learns of kernels that stop.
    #[must_use]
    pub fn is_watched(&self) -> bool {
        self.host.exists()
    }

    /// The process ends as it should.
    pub fn ended(&self) {
        self.line("ended");
    }

    fn line(&self, line: &str) {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        // Who looks learns of the death of a process that could not write.
        let _ = writeln!(file, "{line}");
    }
}

impl Drop for Entry {
    /// Lets the lock go. A process that is being started has the file, too, until it runs its program, so that closing is not enough.
    fn drop(&mut self) {
        let file = self.file.get_mut().unwrap_or_else(PoisonError::into_inner);
        // Without a lock, nobody takes this process for a living one.
        let _ = file.unlock();
    }
}

/// The file with which a host says that it watches the device of this socket.
fn host_file(folder: &Path, socket: &Path) -> PathBuf {
    let mut name = socket.file_name().unwrap_or_default().to_owned();
    name.push(".");
    name.push(HOST);
    folder.join(name)
}

/// What the files of device processes say together.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Device processes that have not ended.
    pub running: usize,
    /// Runs that stopped.
    pub stopped: Vec<Stopped>,
    /// Device processes that died.
    pub lost: usize,
    /// Sockets of processes that died.
    pub sockets: Vec<PathBuf>,
}

/// Looks at all device processes of a folder. What the hosts of some watch themselves is not among what stopped.
#[must_use]
pub fn look(folder: &Path) -> Seen {
    let mut seen = Seen::default();
    for one in entries(folder).filter_map(|path| read(&path)) {
        if !host_file(folder, &one.socket).exists() {
            seen.stopped.extend(one.stopped);
        }
        seen.running += usize::from(one.state == State::Running);
        if one.state == State::Lost {
            seen.lost += 1;
            seen.sockets.push(one.socket);
        }
    }
    seen
}

/// The files of device processes.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let all = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    all.filter(|path| path.extension().is_some_and(|ending| ending == DEVICE))
}

/// What the file of a device process says.
struct One {
    socket: PathBuf,
    stopped: Vec<Stopped>,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Running,
    Ended,
    Lost,
}

fn read(path: &Path) -> Option<One> {
    let file = File::open(path).ok()?;
    // Asked for before the file is read: what a process wrote before it died is in it.
    let alive = matches!(file.try_lock_shared(), Err(TryLockError::WouldBlock));
    let text = fs::read_to_string(path).unwrap_or_default();
    let state = match alive {
        true => State::Running,
        false if text.lines().any(|line| line == "ended") => State::Ended,
        false => State::Lost,
    };
    let socket = text.lines().find_map(|line| line.strip_prefix("socket ")).map(PathBuf::from);
    let faults = text.lines().filter_map(|line| line.strip_prefix("fault "));
    let stopped = faults.filter_map(|json| serde_json::from_str(json).ok()).collect();
    Some(One { socket: socket.unwrap_or_default(), stopped, state })
}

/// A host's view of its device.
#[derive(Debug)]
pub struct Watch {
    file: PathBuf,
    /// Runs that had stopped before, of an image that was on the device earlier.
    before: usize,
}

impl Watch {
    /// Watches the device of this host whose socket has this name, which has just loaded an image; from now on it is for the host to
    /// do something about kernels that stop. `None` when there is no such device in the folder.
    #[must_use]
    pub fn new(folder: &Path, socket: &str) -> Option<Self> {
        let found = entries(folder)
            .find_map(|path| Some((read(&path)?, path)).filter(|(one, _)| one.socket.ends_with(socket)));
        let (one, file) = found?;
        File::create(host_file(folder, Path::new(socket))).ok()?;
        Some(Self { file, before: one.stopped.len() })
    }

    /// True if the device goes on.
    #[must_use]
    pub fn lives(&self) -> bool {
        read(&self.file).is_some_and(|one| one.state == State::Running)
    }

    /// Why the run on this compute unit will not end, if it will not.
    #[must_use]
    pub fn trouble(&self, unit: &str) -> Option<Trouble> {
        let Some(one) = read(&self.file) else { return Some(Trouble::Lost) };
        let stopped = one.stopped.into_iter().skip(self.before).find(|stopped| stopped.unit == unit);
        match stopped {
            Some(stopped) => Some(Trouble::Stopped(stopped.fault)),
            None => (one.state != State::Running).then_some(Trouble::Lost),
        }
    }
}

/// Why a run will not end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// It stopped, and so did its compute unit.
    Stopped(Fault),
    /// The device process is gone.
    Lost,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_types::{FaultKind, Location};

    fn stopped() -> Stopped {
        let at = Some(Location { file: "a b.rs".into(), line: 1, column: 2 });
        let message = "first line\nsecond".to_owned();
        let fault = Fault { kernel: "k".into(), kind: FaultKind::Index, message, at };
        Stopped { unit: "k_1".into(), fault }
    }

    #[test]
    fn a_device_is_running_then_ended_or_lost() {
        let folder = tempfile::tempdir().unwrap();
        assert_eq!(look(folder.path()), Seen::default());
        let entry = Entry::new(folder.path(), Path::new("/tmp/x")).unwrap();
        assert_eq!(look(folder.path()), Seen { running: 1, ..Seen::default() });
        entry.fault(&stopped());
        assert_eq!(look(folder.path()).stopped, [stopped()]);
        drop(entry);
        let lost = look(folder.path());
        assert_eq!((lost.lost, lost.sockets), (1, vec![PathBuf::from("/tmp/x")]));
        let entry = Entry::new(folder.path(), Path::new("/tmp/x")).unwrap();
        entry.ended();
        drop(entry);
        assert_eq!(look(folder.path()), Seen::default());
    }

    #[test]
    fn a_host_that_watches_learns_what_others_then_do_not() {
        let folder = tempfile::tempdir().unwrap();
        assert!(Watch::new(folder.path(), "device0").is_none());
        let entry = Entry::new(folder.path(), Path::new("/tmp/user/device0")).unwrap();
        assert!(!entry.is_watched());
        let watch = Watch::new(folder.path(), "device0").unwrap();
        assert!(entry.is_watched());
        assert_eq!(watch.trouble("k_1"), None);
        entry.fault(&stopped());
        let trouble = Trouble::Stopped(stopped().fault);
        assert_eq!((watch.trouble("k_1"), watch.trouble("k_2")), (Some(trouble), None));
        assert_eq!(look(folder.path()), Seen { running: 1, ..Seen::default() });
        // The next image has units of the same names.
        let next = Watch::new(folder.path(), "device0").unwrap();
        assert!(next.lives() && next.trouble("k_1").is_none());
        drop(entry);
        assert!(!next.lives());
        assert_eq!((watch.trouble("k_2"), look(folder.path()).lost), (Some(Trouble::Lost), 1));
    }
}
