//! The log of devices: what they load and run, in the file that `SYCL_HLS_LOG` names. Whoever looks into a run that failed or
//! hangs learns from it what the device was doing.

use std::fs::File;
use std::io::Write as _;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use sycl_hls_backend::{
    Args, Backend, BackendKind, Contents, Device, DeviceInfo, LoadError, PlatformInfo, Program, Source,
};
use sycl_hls_types::Fault;

use super::missing::Missing;
use crate::environment::{Environment, Malformed, malformed};

/// A file to which lines are added, by other processes too.
#[derive(Clone, Debug)]
pub(super) struct Log(Arc<File>);

impl Log {
    /// The log of this process, if its environment wants one.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn of_process() -> Result<Option<&'static Self>, &'static Malformed> {
        static LOG: OnceLock<Option<Result<Log, Malformed>>> = OnceLock::new();
        let log = LOG.get_or_init(|| Environment::of_process().log.as_deref().map(Log::open));
        log.as_ref().map(Result::as_ref).transpose()
    }

    fn open(path: &Path) -> Result<Self, Malformed> {
        let file = File::options().create(true).append(true).open(path);
        file.map(|file| Self(Arc::new(file))).map_err(|error| {
            let help = format!("the path of a file that can be written ({error})");
            malformed("SYCL_HLS_LOG", &path.to_string_lossy(), &help)
        })
    }

    /// Adds a line, whole.
    pub fn line(&self, device: &str, what: &str) {
        // What cannot be written is no reason to stop a run.
        let _ = (&*self.0).write_all(format!("sycl-hls: {device}: {what}\n").as_bytes());
    }
}

/// A backend whose devices speak of what they do in the process's log, if it has one; without devices when the log cannot be
/// written.
pub(super) fn logged(backend: Box<dyn Backend>, kind: BackendKind) -> Box<dyn Backend> {
    match Log::of_process() {
        Ok(None) => backend,
        Ok(Some(log)) => Box::new(LoggedBackend { backend, log: log.clone() }),
        Err(malformed) => Box::new(Missing { kind, reason: malformed.to_string() }),
    }
}

struct LoggedBackend {
    backend: Box<dyn Backend>,
    log: Log,
}

struct LoggedDevice {
    device: Arc<dyn Device>,
    log: Log,
}

struct LoggedProgram {
    program: Arc<dyn Program>,
    device: String,
    log: Log,
}

impl Backend for LoggedBackend {
    fn platform(&self) -> PlatformInfo {
        self.backend.platform()
    }

    fn unavailable(&self) -> Option<String> {
        self.backend.unavailable()
    }

    fn devices(&self) -> Vec<Arc<dyn Device>> {
        let logged = |device| Arc::new(LoggedDevice { device, log: self.log.clone() }) as Arc<dyn Device>;
        self.backend.devices().into_iter().map(logged).collect()
    }
}

impl Device for LoggedDevice {
    fn info(&self) -> &DeviceInfo {
        self.device.info()
    }

    fn free_memory(&self) -> Vec<u64> {
        self.device.free_memory()
    }

    fn load(&self, source: Source<'_>) -> Result<Arc<dyn Program>, LoadError> {
        let device = self.info().id.clone();
        if let Source::Image(image) = &source {
            self.log.line(&device, &format!("loads {}", image.path.display()));
        }
        let loaded = self.device.load(source);
        if let Err(error) = &loaded {
            self.log.line(&device, &error.to_string());
        }
        Ok(Arc::new(LoggedProgram { program: loaded?, device, log: self.log.clone() }))
    }
}

impl Program for LoggedProgram {
    fn run(&self, kernel: &str, args: Args<'_>) -> Result<(), Fault> {
        self.run_with(kernel, args, &[])
    }

    fn run_with(&self, kernel: &str, args: Args<'_>, contents: &[Option<Contents>]) -> Result<(), Fault> {
        let start = Instant::now();
        self.log.line(&self.device, &format!("{kernel} starts"));
        let outcome = self.program.run_with(kernel, args, contents);
        let time = milliseconds(start.elapsed());
        self.log.line(
            &self.device,
            &match &outcome {
                Ok(()) => format!("{kernel} is done after {time} ms"),
                Err(fault) => format!("{kernel} stopped after {time} ms: {fault}"),
            },
        );
        outcome
    }

    fn refusal(&self, kernel: &str) -> Option<String> {
        self.program.refusal(kernel)
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.3}", time.as_secs_f64() * 1e3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_types::FaultKind;

    struct Odd;

    impl Program for Odd {
        fn run(&self, kernel: &str, _: Args<'_>) -> Result<(), Fault> {
            match kernel {
                "good" => Ok(()),
                _ => Err(Fault {
                    kernel: kernel.into(),
                    kind: FaultKind::Other,
                    message: "why".into(),
                    at: None,
                }),
            }
        }
    }

    #[test]
    fn runs_leave_lines_in_a_file_that_others_write_too() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        std::fs::write(&path, "first\n").unwrap();
        let log = Log::open(&path).unwrap();
        let program = LoggedProgram { program: Arc::new(Odd), device: "sw_emu/u200".into(), log };
        assert!(program.run("good", Vec::new()).is_ok());
        std::fs::OpenOptions::new().append(true).open(&path).unwrap().write_all(b"between\n").unwrap();
        assert!(program.run("bad", Vec::new()).is_err());
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[..2], ["first", "sycl-hls: sw_emu/u200: good starts"]);
        assert!(lines[2].starts_with("sycl-hls: sw_emu/u200: good is done after 0."), "{}", lines[2]);
        assert_eq!(lines[3..5], ["between", "sycl-hls: sw_emu/u200: bad starts"]);
        assert!(
            lines[5].contains("bad stopped after ") && lines[5].ends_with("ms: kernel `bad`: why"),
            "{text}"
        );
    }

    #[test]
    fn a_log_that_cannot_be_written_is_said() {
        let reason = Log::open(Path::new("/nowhere/at/all")).unwrap_err();
        assert!(
            reason.to_string().starts_with("SYCL_HLS_LOG is `/nowhere/at/all`; write the path of a file"),
            "{reason}"
        );
    }
}
