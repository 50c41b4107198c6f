//! Running a program on an emulated card, and ending it where XRT would let it wait for ever.

use std::fs;
use std::io::IsTerminal as _;
use std::os::unix::process::{CommandExt as _, ExitStatusExt as _};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process, kill_process_group};
use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_emulation::xrt::status::{Seen, look};

use crate::failure::{Failure, Kind};

/// How often the program and its devices are looked after.
const POLL: Duration = Duration::from_millis(5);

/// How long device processes may take to end after their host.
const GRACE: Duration = Duration::from_secs(2);

/// How long a program may take to end by itself after an interrupt.
const TIMEOUT: Duration = Duration::from_secs(5);

/// Runs a program to its end and gives its exit code. Nothing that it started is left.
///
/// # Errors
/// When it cannot be started, a kernel stops, a device process dies, or on an interrupt.
pub fn supervise(command: &mut Command, status: &Path, cancel: &Cancel) -> anyhow::Result<u8> {
    let program = command.get_program().to_string_lossy().into_owned();
    // A process group that is not the terminal's would be stopped when it reads from there.
    if std::io::stdin().is_terminal() {
        command.stdin(Stdio::null());
    }
    // XRT ends its whole process group when something goes wrong: that must not be ours.
    let mut host = command.process_group(0).spawn().map_err(|error| {
        Failure::unavailable(format!("{program} cannot be started: {error}")).help("check its path")
    })?;
    let ended = watch(&mut host, status, cancel);
    // Device processes learn from their sockets that the host is gone.
    let start = Instant::now();
    while look(status).running > 0 && start.elapsed() < GRACE {
        std::thread::sleep(POLL);
    }
    let seen = look(status);
    // What is left is not of use to anybody. The group may be empty, too.
    let _ = kill_process_group(Pid::from_child(&host), Signal::KILL);
    for socket in &seen.sockets {
        let _ = fs::remove_file(socket);
    }
    verdict(&program, ended?, &seen, cancel)
}

/// Waits for the end of the host, or ends it when it could only wait.
fn watch(host: &mut Child, status: &Path, cancel: &Cancel) -> std::io::Result<ExitStatus> {
    let mut interrupted: Option<Instant> = None;
    loop {
        if let Some(ended) = host.try_wait()? {
            return Ok(ended);
        }
        let seen = look(status);
        let over = interrupted.is_some_and(|since| since.elapsed() > TIMEOUT);
        if !seen.stopped.is_empty() || seen.lost > 0 || over {
            host.kill()?;
            return host.wait();
        }
        if cancel.is_cancelled() && interrupted.is_none() {
            interrupted = Some(Instant::now());
            // It may have ended meanwhile.
            let _ = kill_process(Pid::from_child(host), Signal::INT);
        }
        std::thread::sleep(POLL);
    }
}

fn verdict(program: &str, ended: ExitStatus, seen: &Seen, cancel: &Cancel) -> anyhow::Result<u8> {
    if cancel.is_cancelled() {
        return Err(ToolError::Interrupted.into());
    }
    if let Some(stopped) = seen.stopped.first() {
        let failure = Failure::user(format!("{program} was ended, because a kernel stopped"));
        return Err(failure.note(stopped.fault.to_string()).into());
    }
    if seen.lost > 0 {
        let failure = Failure::new(Kind::Lost, format!("the device process of {program} died"));
        return Err(failure.note("XRT's programs cannot go on without it").into());
    }
    match (ended.code(), ended.signal()) {
        (Some(code), _) => Ok(u8::try_from(code).unwrap_or(1)),
        (None, Some(signal)) => {
            let kind = Kind::Signal(u8::try_from(signal).unwrap_or_default());
            let how = ended.to_string();
            let how = how.strip_prefix("signal: ").unwrap_or(&how);
            Err(Failure::new(kind, format!("{program} was ended by the signal {how}")).into())
        }
        (None, None) => Ok(1),
    }
}
