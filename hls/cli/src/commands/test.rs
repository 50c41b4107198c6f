//! `sycl-hls test`

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::args::{ClusterArgs, ImageArgs, ProjectArgs};
use crate::cargo::{Job, words};
use crate::cluster::{Settings, settings};
use crate::failure::Failure;
use crate::package::cargo;
use crate::progress::Progress;
use crate::simulation::{SimulationArgs, seconds};
use crate::terminal::Terminal;
use crate::testing::capture::{Kept, capture};
use crate::testing::libtest::Wanted;
use crate::testing::listing::Place;
use crate::testing::nextest;
use crate::testing::program::runner;
use crate::testing::shards::Shards;
use crate::testing::{Account, Results, test_programs};
use crate::vitis::STORE;

/// The variable that names the log of devices, and standard error.
const LOG: (&str, &str) = ("SYCL_HLS_LOG", "/dev/stderr");

/// Build the image and run the project's tests on the emulated board
///
/// The tests are those of `cargo test`, with `Selector::from_env()` selecting the board. Each test has its own process
/// and board. The standard error of failed tests contains the emulator's log. With
/// `--target hw` they run on a card, with the image of `build --target hw`. Ends with Cargo's exit code.
/// With `--on slurm` a job builds the image, and others each run a share of the tests.
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
    #[command(flatten)]
    cluster: ClusterArgs,
    /// slurm: to how many jobs the tests are dealt, at most [default: 16]
    #[arg(long, value_name = "N", help_heading = "Cluster")]
    shards: Option<NonZeroUsize>,
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
    let slurm = settings(args.cluster, Some(&job.project.config.cluster))?;
    check_engine(args, slurm.as_ref())?;
    let slurm = slurm.filter(|_| !wanted.asks);
    let folder = tempfile::tempdir()?;
    let mut tests = Tests {
        args,
        wanted,
        terminal,
        results: Results::new(folder.path()),
        slurm,
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
    tests.account.write(&junit)?;
    Ok(ended?.into())
}

/// Options fit where tests run.
fn check_engine(args: &Test, slurm: Option<&Settings>) -> Result<(), Failure> {
    match slurm {
        None if args.shards.is_some() => {
            Err(Failure::usage("`--shards` deals tests to jobs, and they run here")
                .help("say `--on slurm`, too"))
        }
        Some(_) if args.runner == Runner::Nextest => {
            Err(Failure::usage("cargo-nextest runs tests here only")
                .help("leave `--runner nextest` out, or say `--on local`"))
        }
        _ => Ok(()),
    }
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
    /// What is asked of Slurm, if they run there.
    slurm: Option<Settings>,
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
        let code = match self.slurm {
            None => self.job.build(compile)?,
            Some(_) => self.job.compile(compile)?,
        };
        if code != 0 {
            let said = said.map(Kept::text).unwrap_or_default();
            self.account.did_not_compile(code, said);
            return Ok(code);
        }
        match self.args.runner {
            Runner::Cargo => {
                self.results.announce(&test_programs(&messages.text()))?;
                match self.slurm.clone() {
                    None => self.with_cargo(),
                    Some(settings) => self.with_slurm(&settings, junit),
                }
            }
            Runner::Nextest => self.with_nextest(junit),
        }
    }

    fn with_cargo(&mut self) -> anyhow::Result<u8> {
        let (code, doc_tests, said) = self.cargo_test()?;
        self.account.add(self.results.records());
        self.account.add_doc_tests(&doc_tests);
        self.account.settle(code, said);
        Ok(code)
    }

    /// Cargo tells of all tests, and runs doc tests, of which nobody else knows; Slurm runs the others.
    fn with_slurm(&mut self, settings: &Settings, junit: Option<&Path>) -> anyhow::Result<u8> {
        let (code, doc_tests, said) = self.cargo_test()?;
        self.account.add(self.results.records());
        self.account.add_doc_tests(&doc_tests);
        let mut listings = self.results.listings();
        let here = Place::here()?;
        listings.iter_mut().for_each(|listing| listing.place.forget_those_of(&here));
        let shards = Shards {
            name: self.job.project.name.clone(),
            device: self.job.device.clone(),
            store: std::path::absolute(self.job.project.all_builds_folder().join(STORE))?,
            build: self.job.build_words()?,
            listings,
            records: self.account.records().to_vec(),
            ended: (code, said),
            args: self.args.args.clone(),
            limit: self.args.test_timeout.map(|limit| limit.as_secs_f64()),
            junit: junit.map(Path::to_owned),
            shards: self.args.shards,
        };
        let progress = Progress::with(self.terminal.verbosity);
        let ended = shards.run(settings, &progress, self.job.cancel());
        self.account.is_written = settings.detach || junit.is_some_and(Path::exists);
        ended
    }

    /// What became of `cargo test`: its code, what doc tests wrote, and its standard error.
    fn cargo_test(&self) -> anyhow::Result<(u8, String, String)> {
        let color = self.terminal.color_word();
        let runner = runner(&self.results, self.args.test_timeout, color, self.slurm.is_some())?;
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
        let code = self.job.run_tests(run)?;
        let text = |kept: Option<Kept>| kept.map(Kept::text).unwrap_or_default();
        Ok((code, text(doc_tests), text(said)))
    }

    fn with_nextest(&mut self, junit: Option<&Path>) -> anyhow::Result<u8> {
        let settings =
            nextest::Settings { limit: self.args.test_timeout, junit }.write(self.results.folder())?;
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

    /// True if somebody reads later what was written.
    fn keeps_output(&self) -> bool {
        self.args.junit.is_some() || self.slurm.is_some()
    }

    fn all_programs(&self) -> bool {
        self.args.no_fail_fast || self.keeps_output()
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
        if !self.keeps_output() {
            return Ok(None);
        }
        let (writer, kept) = capture(std::io::stderr())?;
        command.stderr(writer);
        Ok(Some(kept))
    }

    /// Keeps standard output for a report, if there is to be one.
    fn watch_output(&self, command: &mut Command) -> anyhow::Result<Option<Kept>> {
        if !self.keeps_output() {
            return Ok(None);
        }
        let (writer, kept) = capture(std::io::stdout())?;
        command.stdout(writer);
        Ok(Some(kept))
    }
}
