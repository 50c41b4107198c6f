//! The process and its pipes.

use std::io::{self, Read, Write};
use std::os::unix::process::CommandExt as _;
use std::path::Path;
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::SimulatorError;
use super::protocol::{Command, Payload, Reader, Reply};

type Frame = (Reply, Vec<u8>);

/// A process that speaks the protocol. Its pipes have threads of their own, so that no call here waits for ever.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    commands: Sender<([u8; 5], Vec<u8>)>,
    replies: Receiver<Result<Frame, SimulatorError>>,
    said: Arc<Mutex<Vec<u8>>>,
    /// Disconnected once all of `said` is there.
    saying: Receiver<()>,
}

/// How much of what it says on standard error is kept: the last of it.
const KEPT: usize = 4096;

/// How long a process that has closed its output may take to end, and its last words to arrive.
const LINGER: Duration = Duration::from_secs(2);

/// How long a program may be busy that was written just now.
const BUSY: Duration = Duration::from_secs(5);

/// Starts a program. A file that was written just now cannot be run (`ETXTBSY`, execve(2)) while a process that another thread starts still
/// has it open: for some milliseconds, until that is a program of its own.
fn spawned(command: &mut std::process::Command) -> io::Result<Child> {
    let begin = Instant::now();
    loop {
        match command.spawn() {
            Err(error) if error.kind() == io::ErrorKind::ExecutableFileBusy && begin.elapsed() < BUSY => {
                thread::sleep(Duration::from_millis(5));
            }
            started => return started,
        }
    }
}

impl Process {
    /// Starts the program, in a process group of its own: an interrupt at the terminal is the host's to handle.
    pub fn start(program: &Path) -> Result<Self, SimulatorError> {
        let not_started = |source| SimulatorError::NotStarted { program: program.to_owned(), source };
        let mut command = std::process::Command::new(program);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0);
        let mut child = spawned(&mut command).map_err(not_started)?;
        let (commands, queue) = mpsc::channel();
        let (answers, replies) = mpsc::channel();
        let said = Arc::new(Mutex::new(Vec::new()));
        let (all_said, saying) = mpsc::channel();
        if let Some(input) = child.stdin.take() {
            thread::spawn(move || write_frames(input, &queue));
        }
        if let Some(output) = child.stdout.take() {
            thread::spawn(move || read_frames(output, &answers));
        }
        if let Some(errors) = child.stderr.take() {
            let said = Arc::clone(&said);
            thread::spawn(move || {
                keep_last(errors, &said);
                drop(all_said);
            });
        }
        Ok(Self { child, commands, replies, said, saying })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Sends a command and waits for its one answer.
    pub fn call(
        &mut self,
        command: Command,
        payload: Payload,
        timeout: Duration,
    ) -> Result<Vec<u8>, SimulatorError> {
        self.send(command, payload)?;
        match self.receive(timeout)? {
            (Reply::Ok, answer) => Ok(answer),
            (Reply::Error, answer) => Err(SimulatorError::Refused(Reader::new(&answer).string()?)),
            (Reply::Progress, _) => Err(SimulatorError::Malformed),
        }
    }

    pub fn send(&mut self, command: Command, payload: Payload) -> Result<(), SimulatorError> {
        self.commands.send(payload.frame(command)).map_err(|_| self.death())
    }

    /// The next frame. A process that gives none in time is killed.
    pub fn receive(&mut self, timeout: Duration) -> Result<Frame, SimulatorError> {
        match self.replies.recv_timeout(timeout) {
            Ok(frame) => frame,
            Err(RecvTimeoutError::Timeout) => {
                self.kill();
                Err(SimulatorError::Silent { timeout })
            }
            Err(RecvTimeoutError::Disconnected) => Err(self.death()),
        }
    }

    /// Waits for the end of a process that was told to end.
    pub fn wait(&mut self, timeout: Duration) -> Result<(), SimulatorError> {
        match self.status(timeout) {
            Some(status) if status.success() => Ok(()),
            Some(_) => Err(self.death()),
            None => Err(SimulatorError::Silent { timeout }),
        }
    }

    /// Why there is no answer any more.
    fn death(&mut self) -> SimulatorError {
        let status = self.status(LINGER);
        // What it wrote is in the pipe even if it has ended; a process that it started may keep the pipe open.
        let _ = self.saying.recv_timeout(LINGER);
        let said = self.said.lock().unwrap_or_else(PoisonError::into_inner);
        SimulatorError::Died { status, said: String::from_utf8_lossy(&said).trim().to_owned() }
    }

    /// How the process ended, if it does in time; it is gone afterwards in any case.
    fn status(&mut self, timeout: Duration) -> Option<std::process::ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < timeout => thread::sleep(Duration::from_millis(1)),
                _ => break,
            }
        }
        self.kill();
        None
    }

    fn kill(&mut self) {
        // It may have ended by itself: either way it is gone, and `wait` leaves no zombie.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Writes frames until the process or its [`Process`] is gone.
fn write_frames(mut input: ChildStdin, queue: &Receiver<([u8; 5], Vec<u8>)>) {
    while let Ok((head, payload)) = queue.recv() {
        if input.write_all(&head).and_then(|()| input.write_all(&payload)).is_err() {
            return;
        }
    }
}

/// Reads frames until the end. What is no frame ends it, too: nothing after it would make sense.
fn read_frames(mut output: impl Read, answers: &Sender<Result<Frame, SimulatorError>>) {
    loop {
        let mut head = [0; 5];
        if output.read_exact(&mut head).is_err() {
            return;
        }
        let [a, b, c, d, kind] = head;
        let Some(reply) = Reply::from_kind(kind) else {
            let _ = answers.send(Err(SimulatorError::Malformed));
            return;
        };
        let length = u64::from(u32::from_le_bytes([a, b, c, d]));
        let mut payload = Vec::new();
        let read = output.by_ref().take(length).read_to_end(&mut payload);
        if read.is_err() || payload.len() as u64 != length || answers.send(Ok((reply, payload))).is_err() {
            return;
        }
    }
}

/// Keeps the last of a stream.
fn keep_last(mut stream: impl Read, said: &Mutex<Vec<u8>>) {
    let mut piece = [0; 1024];
    while let Ok(count) = stream.read(&mut piece) {
        if count == 0 {
            return;
        }
        let mut said = said.lock().unwrap_or_else(PoisonError::into_inner);
        said.extend_from_slice(piece.get(..count).unwrap_or_default());
        let surplus = said.len().saturating_sub(KEPT);
        said.drain(..surplus);
    }
}
