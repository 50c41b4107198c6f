//! The process of a test: its time, its output, its end.

use std::fs;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use sycl_hls_cluster::descendants;
use sycl_hls_compiler::tool::Cancel;
use tempfile::NamedTempFile;

use super::capture::{KEPT, last_bytes, text_of};

/// How often a test is looked after.
const POLL: Duration = Duration::from_millis(2);

/// How a process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By itself.
    Exit(ExitStatus),
    /// Its time was over.
    Timeout,
    /// The user does not want it any more.
    Interrupted,
}

/// What is known of a process that has ended.
#[derive(Debug)]
pub struct Ended {
    /// How it ended.
    pub end: End,
    /// How long it ran.
    pub time: Duration,
    /// The last of its standard output.
    pub stdout: String,
    /// The last of its standard error.
    pub stderr: String,
}

/// The standard output and error of a process, in files: what it started may hold them open, and nobody waits for that.
#[derive(Debug)]
pub struct Files {
    stdout: NamedTempFile,
    stderr: NamedTempFile,
}

impl Files {
    /// New ones in a folder.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn new(folder: &Path) -> io::Result<Self> {
        // The emulator opens standard error anew, by its path, and both write at its end.
        let file = || tempfile::Builder::new().append(true).tempfile_in(folder);
        Ok(Self { stdout: file()?, stderr: file()? })
    }

    /// Makes them those of a process.
    ///
    /// # Errors
    /// When there are no more files to be had.
    pub fn give(&self, command: &mut Command) -> io::Result<()> {
        command.stdout(self.stdout.reopen_for_append()?).stderr(self.stderr.reopen_for_append()?);
        Ok(())
    }

    /// The last of both.
    fn texts(&self) -> (String, String) {
        (tail(self.stdout.as_file()), tail(self.stderr.as_file()))
    }
}

/// Another handle of a file that is written at its end.
trait Reopen {
    fn reopen_for_append(&self) -> io::Result<fs::File>;
}

impl Reopen for NamedTempFile {
    fn reopen_for_append(&self) -> io::Result<fs::File> {
        fs::File::options().append(true).open(self.path())
    }
}

/// The last of a file that may be very long.
fn tail(mut file: &fs::File) -> String {
    let mut bytes = Vec::new();
    let length = file.metadata().map_or(0, |metadata| metadata.len());
    let start = length.saturating_sub(2 * KEPT as u64);
    // What can be read is shown.
    let _ =
        file.seek(SeekFrom::Start(start)).and_then(|_| file.take(2 * KEPT as u64).read_to_end(&mut bytes));
    last_bytes(&text_of(&bytes), KEPT)
}

/// Runs a process to its end, or ends it with all that it has started. Its output is not kept without `files`.
///
/// # Errors
/// When it cannot be started.
pub fn run(
    mut command: Command,
    files: Option<&Files>,
    limit: Option<Duration>,
    cancel: &Cancel,
) -> io::Result<Ended> {
    if let Some(files) = files {
        files.give(&mut command)?;
    }
    let start = Instant::now();
    let child = command.stdin(Stdio::null()).process_group(0).spawn()?;
    let end = wait(child, cancel, || limit.is_some_and(|limit| start.elapsed() > limit))?;
    let time = start.elapsed();
    let (stdout, stderr) = files.map(Files::texts).unwrap_or_default();
    Ok(Ended { end, time, stdout, stderr })
}

/// Runs a process whose output is passed on, and ends it when it has said nothing for so long.
///
/// # Errors
/// When it cannot be started.
pub fn run_talking(mut command: Command, limit: Option<Duration>, cancel: &Cancel) -> io::Result<End> {
    let heard = Arc::new(Mutex::new(Instant::now()));
    let (writer, passed_on) = super::capture::capture(Heard { since: Arc::clone(&heard) })?;
    let child = command.stdin(Stdio::null()).stdout(writer).process_group(0).spawn()?;
    drop(command);
    let silent = || heard.lock().unwrap_or_else(PoisonError::into_inner).elapsed();
    let end = wait(child, cancel, || limit.is_some_and(|limit| silent() > limit))?;
    passed_on.text();
    Ok(end)
}

/// Standard output, and when something came last.
struct Heard {
    since: Arc<Mutex<Instant>>,
}

impl io::Write for Heard {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        *self.since.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        io::stdout().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stdout().flush()
    }
}

/// Waits for the end of a process, or makes it.
fn wait(mut child: Child, cancel: &Cancel, late: impl Fn() -> bool) -> io::Result<End> {
    let end = loop {
        if let Some(status) = child.try_wait()? {
            break End::Exit(status);
        }
        if cancel.is_cancelled() {
            break End::Interrupted;
        }
        if late() {
            break End::Timeout;
        }
        std::thread::sleep(POLL);
    };
    let pid = Pid::from_child(&child);
    if !matches!(end, End::Exit(_)) {
        // Whatever group they are in: simulators have one of their own.
        let started = descendants(child.id()).into_iter().filter_map(|it| Pid::from_raw(it.try_into().ok()?));
        for process in started {
            // It may have ended meanwhile.
            let _ = kill_process(process, Signal::KILL);
        }
    }
    // What is left in its group is of no use any more. The group may be empty, too.
    let _ = kill_process_group(pid, Signal::KILL);
    if !matches!(end, End::Exit(_)) {
        child.wait()?;
    }
    Ok(end)
}

/// How a process ended, in words, and its signal, if one ended it.
pub fn in_words(status: ExitStatus) -> String {
    match (status.code(), status.signal()) {
        (Some(code), _) => format!("it ended with the exit code {code}"),
        (None, Some(signal)) => format!("the signal {} ended it", signal_name(signal)),
        (None, None) => status.to_string(),
    }
}

fn signal_name(number: i32) -> String {
    let known = [
        (4, "SIGILL"),
        (6, "SIGABRT"),
        (7, "SIGBUS"),
        (8, "SIGFPE"),
        (9, "SIGKILL"),
        (11, "SIGSEGV"),
        (15, "SIGTERM"),
    ];
    let name = known.iter().find(|(known, _)| *known == number).map(|(_, name)| format!(" ({name})"));
    format!("{number}{}", name.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    fn ended(script: &str, limit: Option<Duration>) -> Ended {
        let folder = tempfile::tempdir().unwrap();
        run(shell(script), Some(&Files::new(folder.path()).unwrap()), limit, &Cancel::new()).unwrap()
    }

    #[test]
    fn output_is_kept_apart_and_standard_error_can_be_opened_by_its_path() {
        let outcome = ended("echo out; echo one >&2; echo two >>/dev/stderr; echo three >&2; exit 3", None);
        assert_eq!((outcome.stdout.as_str(), outcome.stderr.as_str()), ("out\n", "one\ntwo\nthree\n"));
        let End::Exit(status) = outcome.end else { panic!("{outcome:?}") };
        assert_eq!(in_words(status), "it ended with the exit code 3");
    }

    #[test]
    fn a_signal_is_named() {
        let End::Exit(status) = ended("kill -ABRT $$", None).end else { panic!("it ends by itself") };
        assert_eq!(in_words(status), "the signal 6 (SIGABRT) ended it");
    }

    /// Also a child in a session of its own.
    #[test]
    fn what_takes_too_long_is_ended_with_its_children() {
        let outcome = ended(
            "echo before; setsid sh -c 'echo $$ >&2; exec sleep 100' & sleep 100 & echo $! >&2; wait",
            Some(Duration::from_millis(500)),
        );
        assert_eq!((outcome.end, outcome.stdout.as_str()), (End::Timeout, "before\n"));
        let children: Vec<&str> = outcome.stderr.lines().collect();
        assert_eq!(children.len(), 2, "{}", outcome.stderr);
        for child in children {
            let state = || fs::read_to_string(format!("/proc/{child}/stat")).unwrap_or_default();
            let start = Instant::now();
            while !state().is_empty() && !state().contains(") Z ") {
                assert!(start.elapsed() < Duration::from_secs(10), "{child} lives: {}", state());
                std::thread::sleep(POLL);
            }
        }
    }

    #[test]
    fn what_is_left_behind_delays_nobody() {
        let start = Instant::now();
        let outcome = ended("sleep 100 & echo done", None);
        assert_eq!(outcome.stdout, "done\n");
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn who_talks_has_time() {
        let limit = Some(Duration::from_millis(400));
        let talk = "for i in 1 2 3 4 5 6; do sleep 0.1; echo; done";
        assert!(matches!(run_talking(shell(talk), limit, &Cancel::new()).unwrap(), End::Exit(_)));
        assert_eq!(run_talking(shell("sleep 100"), limit, &Cancel::new()).unwrap(), End::Timeout);
    }
}
