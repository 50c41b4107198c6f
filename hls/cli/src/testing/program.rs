//! Running a test program as Cargo does, but each of its tests in a process of its own.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use sycl_hls_compiler::tool::{Cancel, ToolError};

use super::libtest::{Wanted, names};
use super::listing::{Listing, Place};
use super::output;
use super::process::{End, Ended, Files, in_words, run, run_talking};
use super::{Outcome, Record, Results, TestProgram, Trouble};

/// The exit code of test programs in which a test failed.
pub const FAILED: u8 = 101;

/// The variable by which a program of several doc tests runs each in a process of its own. Where doc tests have a runner,
/// rustdoc does not set it.
const DOC_TESTS: &str = "RUSTDOC_DOCTEST_BIN_PATH";

/// How many tests the harness runs at a time.
const THREADS: &str = "RUST_TEST_THREADS";

/// A test program that Cargo wants to run.
pub struct Request<'a> {
    pub results: Results,
    /// How long a test may take.
    pub limit: Option<Duration>,
    /// The program.
    pub executable: &'a Path,
    /// Its arguments.
    pub args: &'a [String],
    /// Where it runs, unless that is here, as Cargo has started this process.
    pub place: Option<&'a Place>,
    pub cancel: &'a Cancel,
}

impl Request<'_> {
    /// Runs the program's tests, and gives its exit code.
    ///
    /// # Errors
    /// When a process cannot be started, its arguments are wrong, or on an interrupt.
    pub fn run(&self) -> anyhow::Result<u8> {
        let Some(program) = self.results.program(self.executable)? else { return self.doc_tests() };
        let wanted = Wanted::parse(self.args)?;
        if wanted.asks {
            let ended = run(self.command(self.args), None, None, self.cancel)?;
            return self.code(ended.end);
        }
        match self.list(&program, &wanted)? {
            Ok(Listed { all, ignored }) => self.run_tests(&program, &wanted, &all, &ignored),
            Err(ended) => self.unlisted(ended, &program),
        }
    }

    /// Writes down the program's tests, for whoever runs them elsewhere. Doc tests run here.
    ///
    /// # Errors
    /// As of [`run`](Self::run).
    pub fn list_only(&self) -> anyhow::Result<u8> {
        let Some(program) = self.results.program(self.executable)? else { return self.doc_tests() };
        match self.list(&program, &Wanted::parse(self.args)?)? {
            Ok(Listed { all: tests, ignored }) => {
                let (args, place) = (self.args.to_vec(), Place::here()?);
                self.results.list(&Listing { program, args, place, tests, ignored })?;
                Ok(0)
            }
            Err(ended) => self.unlisted(ended, &program),
        }
    }

    /// Runs some tests of a program, and gives its exit code.
    ///
    /// # Errors
    /// As of [`run`](Self::run).
    pub fn run_tests(
        &self,
        program: &TestProgram,
        wanted: &Wanted,
        tests: &[String],
        ignored: &[String],
    ) -> anyhow::Result<u8> {
        Run { request: self, wanted, program, ignored }.all(tests)
    }

    fn command(&self, args: &[String]) -> Command {
        let mut command = Command::new(self.executable);
        // How many processes there are at a time is what the user means by it.
        command.args(args).env_remove(THREADS);
        if let Some(place) = self.place {
            command.current_dir(&place.folder).envs(&place.environment);
        }
        command
    }

    fn code(&self, end: End) -> anyhow::Result<u8> {
        match end {
            End::Exit(status) => Ok(status.code().and_then(|code| u8::try_from(code).ok()).unwrap_or(1)),
            End::Timeout => Ok(FAILED),
            End::Interrupted => Err(ToolError::Interrupted.into()),
        }
    }

    /// Some doc tests, about which only rustdoc knows more.
    fn doc_tests(&self) -> anyhow::Result<u8> {
        let mut command = self.command(self.args);
        command.env(DOC_TESTS, self.executable);
        let end = run_talking(command, self.limit, self.cancel)?;
        if let (End::Timeout, Some(limit)) = (end, self.limit) {
            anstream::eprintln!(
                "ended: no doc test has ended for {} s (--test-timeout)",
                limit.as_secs_f64()
            );
        }
        self.code(end)
    }

    /// The tests that are wanted; or how the program failed to tell.
    fn list(&self, program: &TestProgram, wanted: &Wanted) -> anyhow::Result<Result<Listed, Ended>> {
        if !program.harness {
            return Ok(Ok(Listed { all: vec![program.suite.clone()], ignored: Vec::new() }));
        }
        let ask = |more: &[&str]| -> anyhow::Result<Result<Vec<String>, Ended>> {
            let more = more.iter().map(ToString::to_string);
            let args: Vec<String> = wanted.select.iter().cloned().chain(more).collect();
            let files = Files::new(self.results.folder())?;
            let ended = run(self.command(&args), Some(&files), self.limit, self.cancel)?;
            Ok(match ended.end {
                End::Exit(status) if status.success() => Ok(names(&ended.stdout)),
                End::Interrupted => return Err(ToolError::Interrupted.into()),
                _ => Err(ended),
            })
        };
        let all = match ask(&["--list", "--format", "terse"])? {
            Ok(all) => all,
            Err(ended) => return Ok(Err(ended)),
        };
        if wanted.runs_ignored() {
            return Ok(Ok(Listed { all, ignored: Vec::new() }));
        }
        Ok(ask(&["--list", "--format", "terse", "--ignored"])?.map(|ignored| Listed { all, ignored }))
    }

    /// A program that does not even tell its tests.
    fn unlisted(&self, ended: Ended, program: &TestProgram) -> anyhow::Result<u8> {
        let message = match (ended.end, self.limit) {
            (End::Timeout, Some(limit)) => format!("it took longer than {} s", limit.as_secs_f64()),
            (End::Exit(status), _) => in_words(status),
            _ => "it was ended".to_owned(),
        };
        let message = format!("asked for the list of its tests, {message}");
        anstream::eprint!("{}{}: {message}\n{}", ended.stdout, program.suite, ended.stderr);
        self.results.add(&Record {
            suite: program.suite.clone(),
            name: "list".to_owned(),
            outcome: Outcome::Failed { trouble: Trouble::NotRun, message },
            seconds: ended.time.as_secs_f64(),
            stdout: ended.stdout,
            stderr: ended.stderr,
        })?;
        Ok(FAILED)
    }
}

/// Names of tests.
struct Listed {
    all: Vec<String>,
    /// Those among them that do not run.
    ignored: Vec<String>,
}

/// The run of a program's tests.
struct Run<'a> {
    request: &'a Request<'a>,
    wanted: &'a Wanted,
    program: &'a TestProgram,
    ignored: &'a [String],
}

impl Run<'_> {
    fn all(&self, tests: &[String]) -> anyhow::Result<u8> {
        let start = Instant::now();
        let plural = if tests.len() == 1 { "" } else { "s" };
        anstream::println!("\nrunning {} test{plural}", tests.len());
        let records = Mutex::new(Vec::new());
        let next = AtomicUsize::new(0);
        let work = || -> anyhow::Result<()> {
            while let Some(name) = tests.get(next.fetch_add(1, Ordering::Relaxed)) {
                let record = self.one(name)?;
                // One line at a time.
                let mut records = records.lock().map_err(|_| anyhow::anyhow!("a thread broke"))?;
                say(&record, self.wanted.quiet);
                self.request.results.add(&record)?;
                records.push(record);
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let threads: Vec<_> = (0..self.threads().min(tests.len())).map(|_| scope.spawn(work)).collect();
            let joined = threads.into_iter().map(|thread| thread.join().unwrap_or(Ok(())));
            joined.collect::<anyhow::Result<Vec<()>>>()
        })?;
        let mut records = records.into_inner().unwrap_or_default();
        records.sort_by(|a, b| a.name.cmp(&b.name));
        Ok(summary(&records, self.wanted, start.elapsed()))
    }

    fn threads(&self) -> usize {
        if self.wanted.shown {
            return 1;
        }
        let wanted = self.wanted.threads.map(usize::from);
        let variable = || std::env::var(THREADS).ok()?.parse().ok().filter(|threads| *threads > 0);
        wanted
            .or_else(variable)
            .unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    fn one(&self, name: &str) -> anyhow::Result<Record> {
        let record = |outcome, seconds, stdout, stderr| Record {
            suite: self.program.suite.clone(),
            name: name.to_owned(),
            outcome,
            seconds,
            stdout,
            stderr,
        };
        if self.ignored.iter().any(|ignored| ignored == name) {
            return Ok(record(Outcome::Ignored, 0.0, String::new(), String::new()));
        }
        // What a test that is ended leaves there, simulators among it, goes with the folder.
        let temporary = tempfile::tempdir_in(self.request.results.folder())?;
        let mut command = if self.program.harness {
            // With one thread, as where there is one core, the harness speaks before the test, and the test has no name.
            let args = [name, "--exact", "--nocapture", "--include-ignored", "--test-threads=2"];
            self.request.command(&args.map(str::to_owned))
        } else {
            self.request.command(self.request.args)
        };
        command.env("TMPDIR", temporary.path());
        let files = if self.wanted.shown { None } else { Some(Files::new(self.request.results.folder())?) };
        let ended = run(command, files.as_ref(), self.request.limit, self.request.cancel)?;
        let outcome = outcome(&ended, self.request.limit)?;
        let stdout = if self.program.harness { output::of_test(&ended.stdout, name) } else { ended.stdout };
        Ok(record(outcome, ended.time.as_secs_f64(), stdout, ended.stderr))
    }
}

/// Says how a test ended, as the harness does.
pub fn say(record: &Record, quiet: bool) {
    let (letter, word) = match &record.outcome {
        Outcome::Passed => (".", "\x1b[32mok\x1b[0m"),
        Outcome::Ignored => ("i", "\x1b[33mignored\x1b[0m"),
        Outcome::Failed { .. } => ("F", "\x1b[31mFAILED\x1b[0m"),
    };
    if quiet {
        anstream::print!("{letter}");
    } else {
        anstream::println!("test {} ... {word}", record.name);
    }
    let _ = anstream::stdout().flush();
}

fn outcome(ended: &Ended, limit: Option<Duration>) -> anyhow::Result<Outcome> {
    let failed = |trouble, message| Outcome::Failed { trouble, message };
    Ok(match ended.end {
        End::Exit(status) if status.success() => Outcome::Passed,
        End::Exit(status) if status.code().is_none() => failed(Trouble::Signal, in_words(status)),
        End::Exit(status) => {
            let panic = output::panic_message(&ended.stderr);
            failed(Trouble::Failure, panic.unwrap_or_else(|| in_words(status)))
        }
        End::Timeout => {
            let seconds = limit.unwrap_or_default().as_secs_f64();
            let message = format!(
                "it took longer than {seconds} s (--test-timeout), and was ended with all that it had started"
            );
            failed(Trouble::Timeout, message)
        }
        End::Interrupted => return Err(ToolError::Interrupted.into()),
    })
}

/// Says what failed and why, and gives the exit code.
pub fn summary(records: &[Record], wanted: &Wanted, time: Duration) -> u8 {
    let mut text = String::new();
    let passed = records.iter().filter(|record| record.outcome == Outcome::Passed);
    if wanted.all_output {
        text += "\nsuccesses:\n";
        passed.clone().for_each(|record| text += &output::shown(record));
    }
    let failed: Vec<&Record> =
        records.iter().filter(|record| matches!(record.outcome, Outcome::Failed { .. })).collect();
    if !failed.is_empty() {
        text += "\nfailures:\n";
        failed.iter().for_each(|record| text += &output::shown(record));
        text += "\nfailures:\n";
        failed.iter().for_each(|record| text += &format!("    {}\n", record.name));
    }
    let ignored = records.iter().filter(|record| record.outcome == Outcome::Ignored).count();
    let word = if failed.is_empty() { "\x1b[32mok\x1b[0m" } else { "\x1b[31mFAILED\x1b[0m" };
    anstream::println!(
        "{text}\ntest result: {word}. {} passed; {} failed; {ignored} ignored; 0 measured; finished in {:.2}s\n",
        passed.count(),
        failed.len(),
        time.as_secs_f64()
    );
    if failed.is_empty() { 0 } else { FAILED }
}

/// The runner as words that Cargo puts before a test program.
///
/// # Errors
/// When this program does not know where it is.
pub fn runner(
    results: &Results,
    limit: Option<Duration>,
    color: &str,
    only_lists: bool,
) -> std::io::Result<Vec<String>> {
    let text = |path: PathBuf| path.to_string_lossy().into_owned();
    let mut words = vec![text(std::env::current_exe()?), "--color".to_owned(), color.to_owned()];
    words.extend(["test-program".to_owned(), "--results".to_owned(), text(results.folder().to_owned())]);
    words.extend(only_lists.then(|| "--list-only".to_owned()));
    words.extend(limit.iter().flat_map(|limit| ["--limit".to_owned(), limit.as_secs_f64().to_string()]));
    Ok(words)
}
