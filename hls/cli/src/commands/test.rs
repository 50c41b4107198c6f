//! `sycl-hls test`

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::args::{ImageArgs, ProjectArgs};
use crate::cargo::{Job, words};
use crate::failure::Failure;
use crate::package::cargo;
use crate::simulation::{SimulationArgs, seconds};
use crate::terminal::Terminal;
use crate::testing::capture::{Kept, capture};
use crate::testing::libtest::Wanted;
use crate::testing::nextest::{self, Settings};
use crate::testing::program::runner;
use crate::testing::{Account, Results, test_programs};

/// The variable that names the log of devices, and standard error.
const LOG: (&str, &str) = ("SYCL_HLS_LOG", "/dev/stderr");

/// Build the image and run the project's tests on the emulated board
///
/// The tests are those of `cargo test`, with `Selector::from_env()` selecting the board. Each test has its own process
/// and board. The standard error of failed tests contains the emulator's log. With
/// `--target hw` they run on a card, with the image of `build --target hw`. Ends with Cargo's exit code.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls test --board u200
  sycl-hls test --board u200 sums
  sycl-hls test --board u200 --junit junit.xml --test-timeout 120
  sycl-hls test --board u200 --release -- --nocapture")]
pub struct Test {
    #[command(flatten)]
    image: ImageArgs,
    #[command(flatten)]
    project: ProjectArgs,
    #[command(flatten)]
    simulation: SimulationArgs,
    /// The program that runs the tests
    #[arg(long, value_name = "NAME", default_value = "cargo", hide_default_value = true)]
    runner: Runner,
    /// Write a JUnit report for CI servers, and run all test programs
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// End a test and its child processes after so many seconds; it has then failed
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    test_timeout: Option<Duration>,
    /// Run all test programs, even after a failed one
    #[arg(long)]
    no_fail_fast: bool,
    /// Run only tests whose names contain this
    #[arg(value_name = "TESTNAME")]
    name: Option<String>,
    /// Arguments of the test programs
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Runner {
    /// `cargo test`: unit, integration and doc tests
    Cargo,
    /// cargo-nextest, with the project's settings for it; no doc tests
    Nextest,
}

pub fn test(args: &Test, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let wanted = Wanted::parse(&args.args)?;
    let job = Job::new(&args.image, &args.project, &args.simulation, terminal)?;
    let folder = tempfile::tempdir()?;
    let mut tests = Tests {
        args,
        wanted,
        terminal,
        results: Results::new(folder.path()),
        account: Account::new(&job.project.name, &job.device),
        job,
    };
    let junit = args.junit.as_deref().map(absolute).transpose()?;
    let Some(junit) = junit else { return Ok(tests.run(None)?.into()) };
    // What an earlier run has left must not be taken for this one's.
    let _ = std::fs::remove_file(&junit);
    let ended = tests.run(Some(&junit));
    if let Err(error) = &ended {
        tests.account.error(&format!("{error:#}"));
    }
    tests.write(&junit)?;
    Ok(ended?.into())
}

fn absolute(path: &Path) -> Result<PathBuf, Failure> {
    std::path::absolute(path).map_err(|error| Failure::usage(format!("{}: {error}", path.display())))
}

/// The tests of a project.
struct Tests<'a> {
    args: &'a Test,
    wanted: Wanted,
    job: Job<'a>,
    terminal: Terminal,
    results: Results,
    account: Account,
}

impl Tests<'_> {
    /// Builds and runs them; what there is to report is in the account, but for what went wrong with all of them.
    fn run(&mut self, junit: Option<&Path>) -> anyhow::Result<u8> {
        if self.args.runner == Runner::Nextest {
            self.look_for_nextest()?;
        }
        let compile = [words(&["test", "--no-run"]), self.terminal.quiet_args()].concat();
        let mut compile = self.job.cargo(&compile);
        compile.arg("--message-format=json-render-diagnostics");
        let (writer, messages) = capture(std::io::sink())?;
        compile.stdout(writer);
        let said = self.watch_errors(&mut compile)?;
        let code = self.job.build(compile)?;
        if code != 0 {
            let said = said.map(Kept::text).unwrap_or_default();
            self.account.did_not_compile(code, said);
            return Ok(code);
        }
        match self.args.runner {
            Runner::Cargo => {
                self.results.announce(&test_programs(&messages.text()))?;
                self.with_cargo()
            }
            Runner::Nextest => self.with_nextest(junit),
        }
    }

    fn with_cargo(&mut self) -> anyhow::Result<u8> {
        let color = self.terminal.color_word();
        let runner = runner(&self.results, self.args.test_timeout, color)?;
        let mut run = vec!["test".to_owned(), "--config".to_owned()];
        // It is Cargo's place for emulators of other machines.
        run.push(format!("target.'cfg(all())'.runner={}", toml::Value::from(runner)));
        run.extend(self.all_programs().then(|| "--no-fail-fast".to_owned()));
        run.extend(self.terminal.quiet_args());
        run.extend(self.args.name.clone());
        run.push("--".to_owned());
        run.extend(self.args.args.clone());
        let mut run = self.logged(&run);
        let doc_tests = self.watch_output(&mut run)?;
        let said = self.watch_errors(&mut run)?;
        let code = self.job.run_tests(run);
        self.account.add(self.results.records());
        let code = code?;
        let text = |kept: Option<Kept>| kept.map(Kept::text).unwrap_or_default();
        self.account.add_doc_tests(&text(doc_tests));
        self.account.settle(code, text(said));
        Ok(code)
    }

    fn with_nextest(&mut self, junit: Option<&Path>) -> anyhow::Result<u8> {
        let settings = Settings { limit: self.args.test_timeout, junit }.write(self.results.folder())?;
        let name = self.args.name.as_deref();
        let run = nextest::words(&settings, name, &self.wanted, self.all_programs());
        let code = self.job.run_tests(self.logged(&run))?;
        // It has written the report itself, unless something else went wrong.
        self.account.is_written = junit.is_some_and(Path::exists);
        self.account.settle(code, String::new());
        Ok(code)
    }

    fn look_for_nextest(&self) -> anyhow::Result<()> {
        let mut version = Command::new(cargo());
        let there =
            version.args(["nextest", "--version"]).output().is_ok_and(|output| output.status.success());
        if there {
            return Ok(());
        }
        let failure = Failure::unavailable("cargo-nextest is not installed");
        Err(failure.help("`cargo install --locked cargo-nextest`, or leave `--runner nextest` out").into())
    }

    fn all_programs(&self) -> bool {
        self.args.no_fail_fast || self.args.junit.is_some()
    }

    /// Cargo, with devices that say what they do.
    fn logged(&self, words: &[String]) -> Command {
        let mut command = self.job.cargo(words);
        if std::env::var_os(LOG.0).is_none() {
            command.env(LOG.0, LOG.1);
        }
        command
    }

    /// Keeps standard error for a report, if there is to be one.
    fn watch_errors(&self, command: &mut Command) -> anyhow::Result<Option<Kept>> {
        if self.args.junit.is_none() {
            return Ok(None);
        }
        let (writer, kept) = capture(std::io::stderr())?;
        command.stderr(writer);
        Ok(Some(kept))
    }

    /// Keeps standard output for a report, if there is to be one.
    fn watch_output(&self, command: &mut Command) -> anyhow::Result<Option<Kept>> {
        if self.args.junit.is_none() {
            return Ok(None);
        }
        let (writer, kept) = capture(std::io::stdout())?;
        command.stdout(writer);
        Ok(Some(kept))
    }

    fn write(&self, junit: &Path) -> anyhow::Result<()> {
        if self.account.is_written {
            return Ok(());
        }
        let folder = junit.parent().map_or(Ok(()), std::fs::create_dir_all);
        let text = self.account.xml()?;
        let written = folder.map_err(|error| error.to_string()).and_then(|()| {
            xclbin_tools::write_atomically(junit, text.as_bytes()).map_err(|error| error.to_string())
        });
        written.map_err(|error| Failure::user(format!("cannot write {}: {error}", junit.display())).into())
    }
}
