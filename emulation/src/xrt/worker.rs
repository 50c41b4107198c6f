//! The worker process of a compute unit, as the device process sees it, and what the two say to each other.

use std::ffi::OsString;
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};

use prost::Message;
use sycl_hls_types::{Fault, FaultKind};

/// How workers are started.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Program {
    pub path: PathBuf,
    pub args: Vec<OsString>,
}

impl Program {
    /// The same for this image.
    pub fn with(&self, image: &Path) -> Self {
        let mut program = self.clone();
        program.args.push(image.into());
        program
    }

    /// What it prints with this option.
    ///
    /// # Errors
    /// When it cannot be started, or fails, with what it said.
    pub fn ask(&self, option: &str) -> io::Result<String> {
        let said = Command::new(&self.path).args(&self.args).arg(option).stdin(Stdio::null()).output()?;
        if !said.status.success() {
            return Err(io::Error::other(String::from_utf8_lossy(&said.stderr).trim().to_owned()));
        }
        String::from_utf8(said.stdout).map_err(io::Error::other)
    }
}

/// Starts a run.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct Start {
    /// The kernel's name in the image.
    #[prost(string, tag = "1")]
    pub symbol: String,
    /// The compute unit's name.
    #[prost(string, tag = "2")]
    pub unit: String,
    /// The registers, from offset 0.
    #[prost(bytes = "vec", tag = "3")]
    pub registers: Vec<u8>,
    /// Offsets of the arguments' registers.
    #[prost(uint64, repeated, tag = "4")]
    pub offsets: Vec<u64>,
    /// All buffers of the device.
    #[prost(message, repeated, tag = "5")]
    pub buffers: Vec<BufferAt>,
}

/// A buffer.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct BufferAt {
    #[prost(uint64, tag = "1")]
    pub address: u64,
    #[prost(uint64, tag = "2")]
    pub size: u64,
    /// Buffers of one memory share its bytes.
    #[prost(uint64, tag = "3")]
    pub memory: u64,
    /// The file to map.
    #[prost(string, tag = "4")]
    pub name: String,
}

/// The end of a run.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct Outcome {
    /// Why it stopped, if it did: the fault as JSON.
    #[prost(string, optional, tag = "1")]
    pub fault: Option<String>,
    /// What the user should know of the run, though it did not stop it.
    #[prost(string, repeated, tag = "2")]
    pub warnings: Vec<String>,
    /// What the run has written into registers.
    #[prost(message, repeated, tag = "3")]
    pub written: Vec<Written>,
}

/// A value that a kernel has written into registers.
#[derive(Clone, PartialEq, Eq, Message)]
pub(super) struct Written {
    /// Offset of the first register.
    #[prost(uint64, tag = "1")]
    pub offset: u64,
    /// The value, in whole words.
    #[prost(bytes = "vec", tag = "2")]
    pub data: Vec<u8>,
    /// Offset of the register whose bit 0 says that it was written.
    #[prost(uint64, tag = "3")]
    pub valid: u64,
}

impl Outcome {
    /// How a run ended.
    pub fn of(result: Result<Vec<Written>, Fault>, warnings: Vec<String>) -> Self {
        // Strings and numbers only: serialization has no way to fail.
        let json = |fault| serde_json::to_string(&fault).unwrap_or_default();
        let (fault, written) = match result {
            Ok(written) => (None, written),
            Err(fault) => (Some(json(fault)), Vec::new()),
        };
        Self { fault, warnings, written }
    }

    /// The same for the kernel with this name.
    pub fn result(self, kernel: &str) -> Result<Vec<Written>, Fault> {
        let Some(json) = &self.fault else { return Ok(self.written) };
        Err(serde_json::from_str(json).unwrap_or_else(|error| lost(kernel, &error)))
    }
}

/// The fault of a kernel whose worker is of no use any more.
pub(super) fn lost(kernel: &str, reason: &dyn std::fmt::Display) -> Fault {
    Fault { kernel: kernel.to_owned(), kind: FaultKind::Lost, message: reason.to_string(), at: None }
}

/// Writes a message with its length.
pub(super) fn write_message(stream: &mut impl Write, message: &impl Message) -> io::Result<()> {
    let bytes = message.encode_to_vec();
    stream.write_all(&(bytes.len() as u64).to_le_bytes())?;
    stream.write_all(&bytes)?;
    stream.flush()
}

/// Reads what [`write_message`] wrote.
///
/// # Errors
/// When the other side is gone, or writes something else.
pub(super) fn read_message<M: Message + Default>(stream: &mut impl Read) -> io::Result<M> {
    let mut length = [0; 8];
    stream.read_exact(&mut length)?;
    let mut bytes = Vec::new();
    stream.take(u64::from_le_bytes(length)).read_to_end(&mut bytes)?;
    M::decode(bytes.as_slice()).map_err(io::Error::other)
}

/// A worker process, which is killed when this is dropped.
#[derive(Debug)]
pub(super) struct Worker {
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    child: Arc<Killer>,
}

/// Ends a worker from another thread than the one that waits for its answers.
#[derive(Debug)]
pub(super) struct Killer(Mutex<Child>);

impl Worker {
    /// Starts a worker.
    ///
    /// # Errors
    /// When it cannot be started.
    pub fn start(program: &Program) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        let mut child = command.args(&program.args).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Killer(Mutex::new(child)));
        match (input, output) {
            (Some(input), Some(output)) => Ok(Self { input, output: BufReader::new(output), child }),
            _ => Err(io::Error::other("it has no pipes")),
        }
    }

    /// What ends it.
    pub fn killer(&self) -> Arc<Killer> {
        Arc::clone(&self.child)
    }

    /// Runs a kernel to its end, and tells `warn` what the user should know of the run. Gives what it has written into
    /// registers.
    ///
    /// # Errors
    /// The kernel's fault; that the worker died, with how it did.
    pub fn run(&mut self, start: &Start, warn: impl Fn(&str)) -> Result<Vec<Written>, Fault> {
        let outcome = write_message(&mut self.input, start).and_then(|()| read_message(&mut self.output));
        let died = |_| lost(&start.symbol, &format!("the process that ran it died ({})", self.child.end()));
        let outcome: Outcome = outcome.map_err(died)?;
        outcome.warnings.iter().for_each(|warning| warn(warning));
        outcome.result(&start.symbol)
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.child.end();
    }
}

impl Killer {
    /// Kills the process unless it has ended by itself; says how it ended, and leaves no zombie.
    pub fn end(&self) -> String {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A process that closed its pipes may take a moment to end.
        for _ in 0..100 {
            if let Ok(Some(status)) = child.try_wait() {
                return status.to_string();
            }
            std::thread::sleep(std::time::Duration::from_millis(1));
        }
        let _ = child.kill();
        child.wait().map_or_else(|error| error.to_string(), |status| status.to_string())
    }

    /// Kills the process at once.
    pub fn kill(&self) {
        let mut child = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let _ = child.kill();
        let _ = child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str) -> Program {
        Program { path: "sh".into(), args: ["-c", script].map(OsString::from).to_vec() }
    }

    #[test]
    fn what_is_written_is_read() {
        let buffer = BufferAt { address: 1 << 38, size: 4096, memory: 7, name: "/proc/1/fd/3".into() };
        let start = Start {
            symbol: "vadd".into(),
            unit: "vadd_1".into(),
            registers: vec![0, 1, 2, 3],
            offsets: vec![0x10, 0x1c],
            buffers: vec![buffer],
        };
        let mut written = Vec::new();
        write_message(&mut written, &start).unwrap();
        assert_eq!(read_message::<Start>(&mut written.as_slice()).unwrap(), start);
        assert!(read_message::<Start>(&mut &written[..written.len() - 1]).is_err());
    }

    #[test]
    fn faults_survive_the_way() {
        let fault = lost("k", &"gone");
        let failed = Outcome::of(Err(fault.clone()), vec![]);
        let written = vec![Written { offset: 0x10, data: vec![1, 2, 3, 4], valid: 0x14 }];
        let ended = Outcome::of(Ok(written.clone()), vec![]);
        assert_eq!((failed.result("k"), ended.result("k")), (Err(fault), Ok(written)));
        let broken = Outcome { fault: Some("{".into()), ..Outcome::default() };
        assert_eq!(broken.result("k").unwrap_err().kind, FaultKind::Lost);
    }

    #[test]
    fn a_worker_that_dies_says_how() {
        let mut worker = Worker::start(&shell("kill -SEGV $$")).unwrap();
        let error = worker.run(&Start::default(), |_| ()).unwrap_err();
        assert!(error.message.contains("signal: 11"), "{error}");
        assert_eq!(error.kind, FaultKind::Lost);
        let mut worker = Worker::start(&shell("head -c 8 >/dev/null; exit 3")).unwrap();
        assert!(worker.run(&Start::default(), |_| ()).unwrap_err().message.contains("exit status: 3"));
    }

    #[test]
    fn a_worker_can_be_killed_while_it_runs() {
        let mut worker = Worker::start(&shell("exec sleep 100")).unwrap();
        let killer = worker.killer();
        let waiting = std::thread::spawn(move || worker.run(&Start::default(), |_| ()));
        killer.kill();
        assert!(waiting.join().unwrap().unwrap_err().message.contains("signal: 9"));
    }
}
