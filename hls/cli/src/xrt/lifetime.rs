//! How long sessions last: their processes, who owns them, and what ends them with their owners.
//!
//! `xrt run` owns its session, and a guard process ends the session when `xrt run` dies, however it does. What both left, because
//! both were killed, the next session removes. A session of `xrt env` belongs to the shell that asked for it.

use std::fs::{self, File};
use std::io::{self, Read as _, Write as _};
use std::os::fd::OwnedFd;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::{CommandExt as _, parent_id};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, PidfdFlags, Signal, geteuid, pidfd_open, pidfd_send_signal};
use sycl_hls_emulation::xrt::status;

/// The file of a session that its owner has locked as long as it lives, or that names the shell to which it belongs.
const OWNER: &str = "owner";

/// How long a session of a shell that has ended may be unused: its variables may have been kept elsewhere.
const UNUSED: Duration = Duration::from_hours(24);

/// How long killed processes may take to end, and how often they are looked after.
const TIMEOUT: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(5);

/// The folder in which device processes of a session say how they are.
pub fn status_folder(session: &Path) -> PathBuf {
    session.join("status")
}

/// Makes this process the owner of a session as long as the file is open.
///
/// # Errors
/// When the session's folder cannot be written.
pub fn own(session: &Path) -> io::Result<File> {
    let unlocked = session.join("owner.new");
    let owner = File::create_new(&unlocked)?;
    owner.lock()?;
    fs::rename(&unlocked, session.join(OWNER))?;
    Ok(owner)
}

/// Leaves a session to the shell that has started this process.
///
/// # Errors
/// When the file cannot be written.
pub fn leave_to_shell(mut owner: &File) -> io::Result<()> {
    let shell = parent_id();
    write!(owner, "{shell} {}", started(shell).unwrap_or_default())
}

/// A process that ends a session when this one ends, in whatever way.
#[derive(Debug)]
pub struct Guard(Child);

impl Guard {
    /// Starts the guard of a session that this process owns.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(session: &Path) -> io::Result<Self> {
        let mut guard = Command::new(std::env::current_exe()?);
        guard.args(["xrt", "guard"]).arg(session).current_dir("/");
        // It belongs to no session, and no signal for the group of this process reaches it.
        guard.env_remove(status::VARIABLE).process_group(0);
        guard.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().map(Self)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        drop(self.0.stdin.take());
        // It may have been killed.
        let _ = self.0.wait();
    }
}

/// The guard of a session: ends it when the other end of standard input is closed.
pub fn guard(session: &Path) {
    let _ = io::stdin().read_to_end(&mut Vec::new());
    if session.join(OWNER).is_file() {
        end(session);
    }
}

/// Ends the sessions in a folder whose names begin like this, and whose owners are gone.
pub fn end_dead(place: &Path, prefix: &str) {
    let entries = fs::read_dir(place).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().as_bytes().starts_with(prefix.as_bytes()));
    let ours = |path: &PathBuf| {
        fs::symlink_metadata(path).is_ok_and(|data| data.is_dir() && data.uid() == geteuid().as_raw())
    };
    named.map(|entry| entry.path()).filter(ours).filter(|session| is_dead(session)).for_each(|it| end(&it));
}

/// Kills the processes of a session and removes its folder.
fn end(session: &Path) {
    let start = Instant::now();
    loop {
        let left = processes(session);
        if left.is_empty() || start.elapsed() > TIMEOUT {
            break;
        }
        for process in left {
            // It may have ended meanwhile.
            let _ = pidfd_send_signal(process, Signal::KILL);
        }
        std::thread::sleep(POLL);
    }
    // Somebody else may be about to remove it, too.
    let _ = fs::remove_dir_all(session);
}

/// True if nobody can use a session any more.
fn is_dead(session: &Path) -> bool {
    let Ok(owner) = File::open(session.join(OWNER)) else {
        // Its owner has yet to come, or was killed before it could.
        return is_unused(session);
    };
    if owner.try_lock().is_err() {
        return false;
    }
    let shell = io::read_to_string(owner).unwrap_or_default();
    let Some((shell, time)) = shell.split_once(' ') else { return true };
    let lives = shell.parse().ok().and_then(started).is_some_and(|started| started.to_string() == time);
    !lives && is_unused(session)
}

/// True if nothing runs in a session, and nothing has for a long time.
fn is_unused(session: &Path) -> bool {
    let folders = [session.to_owned(), session.join("run"), status_folder(session)];
    let times = folders.iter().filter_map(|folder| fs::metadata(folder).ok()?.modified().ok());
    let long_ago = times.max().and_then(|last| last.elapsed().ok()).is_some_and(|age| age > UNUSED);
    long_ago && processes(session).is_empty()
}

/// The processes that were started in a session, as its variable tells.
fn processes(session: &Path) -> Vec<OwnedFd> {
    let folder = status_folder(session);
    let variable = [status::VARIABLE.as_bytes(), b"=", folder.as_os_str().as_bytes()].concat();
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let ids = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    let others = ids.filter(|id| u32::try_from(*id) != Ok(std::process::id()));
    let belongs = |id: i32| {
        // Opened first: what is read is of this process, or of none.
        let process = pidfd_open(Pid::from_raw(id)?, PidfdFlags::empty()).ok()?;
        let environment = fs::read(format!("/proc/{id}/environ")).ok()?;
        environment.split(|byte| *byte == 0).any(|line| line == variable).then_some(process)
    };
    others.filter_map(belongs).collect()
}

/// When a process was started, in the kernel's units since boot; none where there is no such process.
fn started(process: u32) -> Option<u64> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let (_, rest) = stat.rsplit_once(')')?;
    // The 22nd value of the line, of which two are before this (proc(5)).
    rest.split_whitespace().nth(19)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::SystemTime;

    /// A session that was last used so long ago.
    fn session(place: &Path, name: &str, age: Duration) -> PathBuf {
        let session = place.join(name);
        fs::create_dir_all(session.join("run")).unwrap();
        fs::create_dir(status_folder(&session)).unwrap();
        set_age(&session, age);
        session
    }

    fn set_age(session: &Path, age: Duration) {
        for folder in [session.to_owned(), session.join("run"), status_folder(session)] {
            File::open(folder).unwrap().set_modified(SystemTime::now() - age).unwrap();
        }
    }

    /// A process in a session.
    fn process(session: &Path) -> Child {
        Command::new("sleep").arg("100").env(status::VARIABLE, status_folder(session)).spawn().unwrap()
    }

    /// A process that another test is starting may hold the owner's lock for a moment.
    fn end_until_gone(place: &Path, session: &Path) {
        let start = Instant::now();
        while session.exists() {
            assert!(start.elapsed() < TIMEOUT, "{session:?}");
            end_dead(place, "s-");
        }
    }

    #[test]
    fn sessions_end_with_their_owners() {
        let place = tempfile::tempdir().unwrap();
        let (mine, dead) = (
            session(place.path(), "s-mine", Duration::ZERO),
            session(place.path(), "s-dead", Duration::ZERO),
        );
        let other = session(place.path(), "other", 2 * UNUSED);
        let (owner, gone) = (own(&mine).unwrap(), own(&dead).unwrap());
        let (mut lives, mut left) = (process(&mine), process(&dead));
        drop(gone);
        end_until_gone(place.path(), &dead);
        assert!(mine.exists() && other.exists());
        assert!(!left.wait().unwrap().success(), "what a dead session left is killed");
        assert!(lives.try_wait().unwrap().is_none());
        drop(owner);
        end_until_gone(place.path(), &mine);
        assert!(!lives.wait().unwrap().success());
    }

    #[test]
    fn sessions_of_shells_end_when_they_are_not_used() {
        let place = tempfile::tempdir().unwrap();
        let of_shell = |name, text: &str, age| {
            let session = session(place.path(), name, age);
            fs::write(session.join(OWNER), text).unwrap();
            set_age(&session, age);
            session
        };
        let own = std::process::id();
        let alive = format!("{own} {}", started(own).unwrap());
        let (new, old) = (Duration::ZERO, UNUSED + Duration::from_mins(1));
        let kept = [
            of_shell("s-alive", &alive, old),
            of_shell("s-new", &format!("{own} 1"), new),
            session(place.path(), "s-unowned", new),
        ];
        let used = of_shell("s-used", &format!("{own} 1"), old);
        let removed = [of_shell("s-old", &format!("{own} 1"), old), session(place.path(), "s-older", old)];
        let mut process = process(&used);
        end_dead(place.path(), "s-");
        assert!(kept.iter().all(|session| session.exists()) && used.exists());
        assert!(!removed.iter().any(|session| session.exists()));
        process.kill().unwrap();
        process.wait().unwrap();
        end_dead(place.path(), "s-");
        assert!(!used.exists());
    }
}
