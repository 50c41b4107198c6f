//! Running a program.

use std::io::Read;
use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process_group};

use super::ToolError;

/// How often a running program is looked after. Short beside any compilation, long beside a system call.
const POLL: Duration = Duration::from_millis(2);

/// Tells running work to stop. Clones are one flag.
#[derive(Clone, Debug, Default)]
pub struct Cancel {
    raised: Arc<AtomicBool>,
    above: Option<Arc<Cancel>>,
}

impl Cancel {
    /// A flag that nobody has raised.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A flag for a part of the work: it is raised when this one is, or alone.
    #[must_use]
    pub fn part(&self) -> Self {
        Self { raised: Arc::default(), above: Some(Arc::new(self.clone())) }
    }

    /// Asks for the work to stop.
    pub fn cancel(&self) {
        self.raised.store(true, Ordering::Relaxed);
    }

    /// True if cancellation was requested.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.raised.load(Ordering::Relaxed) || self.above.as_ref().is_some_and(|above| above.is_cancelled())
    }
}

/// Runs a program to its end and gives what it wrote to standard output. On [`Cancel`] the program is killed, with all
/// that it started: a compiler driver's own children would go on, and hold its pipes.
///
/// # Errors
/// When it cannot be started, fails (with all it wrote), or was cancelled.
pub fn run(command: &mut Command, cancel: &Cancel) -> Result<String, ToolError> {
    let program = command.get_program().to_string_lossy().into_owned();
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
    let mut child =
        command.spawn().map_err(|source| ToolError::NotStarted { program: program.clone(), source })?;
    // Both pipes are emptied while the program runs: a full one would stop it.
    let out = drain(child.stdout.take());
    let err = drain(child.stderr.take());
    let status = wait(&mut child, cancel);
    let join = |reader: thread::JoinHandle<String>| reader.join().unwrap_or_default();
    let (out, err) = (join(out), join(err));
    let status = status.map_err(|source| ToolError::NotStarted { program: program.clone(), source })?;
    match status {
        None => Err(ToolError::Interrupted),
        Some(status) if status.success() => Ok(out),
        Some(status) => Err(ToolError::Failed { program, status, output: out + &err }),
    }
}

/// Runs a program to its end, and gives what it writes, to standard output or error, to `take` as it comes. On [`Cancel`]
/// as [`run`].
///
/// # Errors
/// When it cannot be started, fails (without its output, which `take` has), or was cancelled.
pub fn follow(
    mut command: Command,
    cancel: &Cancel,
    mut take: impl FnMut(&[u8]) + Send,
) -> Result<(), ToolError> {
    let program = command.get_program().to_string_lossy().into_owned();
    let not_started = |source| ToolError::NotStarted { program: program.clone(), source };
    let (mut reader, writer) = std::io::pipe().map_err(not_started)?;
    command.stdin(Stdio::null()).stderr(writer.try_clone().map_err(not_started)?).stdout(writer);
    let mut child = command.process_group(0).spawn().map_err(not_started)?;
    // The ends of the pipe that it holds: the reader would never see the last one close.
    drop(command);
    let status = thread::scope(|scope| {
        scope.spawn(move || {
            let mut bytes = vec![0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut bytes) {
                take(&bytes[..count]);
            }
        });
        wait(&mut child, cancel)
    });
    match status.map_err(not_started)? {
        None => Err(ToolError::Interrupted),
        Some(status) if status.success() => Ok(()),
        Some(status) => Err(ToolError::Failed { program, status, output: String::new() }),
    }
}

fn drain(pipe: Option<impl Read + Send + 'static>) -> thread::JoinHandle<String> {
    thread::spawn(move || {
        let mut bytes = Vec::new();
        if let Some(mut pipe) = pipe {
            // What arrived before an error is still worth showing.
            let _ = pipe.read_to_end(&mut bytes);
        }
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

/// Waits for the end; `None` if the program was killed because of `cancel`.
fn wait(child: &mut Child, cancel: &Cancel) -> std::io::Result<Option<std::process::ExitStatus>> {
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if cancel.is_cancelled() {
            kill_process_group(Pid::from_child(child), Signal::KILL)?;
            child.wait()?;
            return Ok(None);
        }
        thread::sleep(POLL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Instant;

    fn shell(script: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        command
    }

    #[test]
    fn a_part_stops_with_the_whole_and_alone() {
        let whole = Cancel::new();
        let (one, other) = (whole.part(), whole.part());
        one.cancel();
        assert_eq!([&one, &other, &whole].map(Cancel::is_cancelled), [true, false, false]);
        whole.cancel();
        assert!(other.is_cancelled());
    }

    #[test]
    fn output_is_kept() {
        assert_eq!(run(&mut shell("echo hello"), &Cancel::new()).unwrap(), "hello\n");
        let error = run(&mut shell("echo why >&2; exit 3"), &Cancel::new()).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("sh failed") && text.contains("why"), "{text}");
    }

    #[test]
    fn output_is_followed_from_both_ends() {
        let mut bytes = Vec::new();
        let take = |new: &[u8]| bytes.extend_from_slice(new);
        follow(shell("echo one; echo two >&2; head -c 300000 /dev/zero"), &Cancel::new(), take).unwrap();
        assert!(bytes.starts_with(b"one\ntwo\n") && bytes.len() == 300_008);
        let error = follow(shell("exit 3"), &Cancel::new(), |_| ()).unwrap_err();
        assert!(matches!(error, ToolError::Failed { status, .. } if status.code() == Some(3)));
        let cancel = Cancel::new();
        cancel.cancel();
        assert!(matches!(follow(shell("sleep 60"), &cancel, |_| ()), Err(ToolError::Interrupted)));
    }

    #[test]
    fn much_output_does_not_stop_the_program() {
        let text = run(&mut shell("head -c 1000000 /dev/zero | tr '\\0' x"), &Cancel::new()).unwrap();
        assert_eq!(text.len(), 1_000_000);
    }

    #[test]
    fn cancelling_kills_the_program_and_its_children() {
        let cancel = Cancel::new();
        let canceller = cancel.clone();
        let start = Instant::now();
        let runner = thread::spawn(move || run(&mut shell("sleep 60; sleep 60"), &cancel));
        thread::sleep(Duration::from_millis(50));
        canceller.cancel();
        assert!(matches!(runner.join().unwrap(), Err(ToolError::Interrupted)));
        assert!(start.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_missing_program_is_named() {
        let error = run(&mut Command::new("no-such-program-here"), &Cancel::new()).unwrap_err();
        assert!(error.to_string().starts_with("no-such-program-here cannot be started"), "{error}");
    }
}
