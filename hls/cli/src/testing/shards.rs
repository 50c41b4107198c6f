//! Tests on a cluster: a job builds the image with its simulators, and each of the others runs a share of the tests.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write as _;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::Command;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use sycl_hls_cluster::{Attempt, Fault, Made, Run, State};
use sycl_hls_compiler::tool::{Cancel, ToolError};
use sycl_hls_types::Digest;

use super::libtest::Wanted;
use super::listing::Listing;
use super::process::{End, in_words, run};
use super::program::{Request, say, summary};
use super::results::records_in;
use super::{Account, Outcome, Record, Results, Trouble};
use crate::cluster::{
    Beginning, Piece, Settings, Waiter, Workload, check_folder, explain, forget, learn, named, of_task,
    read_work, run_all, watch,
};
use crate::failure::{Failure, show};
use crate::progress::Progress;

/// What the work of such a run is called.
pub const KIND: &str = "tests";

/// How many jobs tests are dealt to, unless the user says so.
const SHARDS: usize = 16;

/// Name of the file, in an attempt's folder, of what became of tests.
const RECORDS: &str = "records";

/// The tests of a project, and what became of those that ran where they were submitted.
#[derive(Debug, Serialize, Deserialize)]
pub struct Shards {
    /// The project's name.
    pub name: String,
    /// The folder that has the run.
    pub store: PathBuf,
    /// The name of the board as a device.
    pub device: String,
    /// The words by which this program builds the image; none if it is there.
    pub build: Option<Vec<String>>,
    /// The test programs.
    pub listings: Vec<Listing>,
    /// What became of doc tests, and of programs that did not tell their tests.
    pub records: Vec<Record>,
    /// How Cargo ended, and what it said.
    pub ended: (u8, String),
    /// The arguments of test programs.
    pub args: Vec<String>,
    /// How long a test may take, in seconds.
    pub limit: Option<f64>,
    /// The report to write.
    pub junit: Option<PathBuf>,
    /// How many jobs they are dealt to, at most.
    pub shards: Option<NonZeroUsize>,
}

impl Shards {
    /// The tests of a run.
    ///
    /// # Errors
    /// When they cannot be read.
    pub fn of(run: &Run) -> anyhow::Result<Self> {
        read_work(run, KIND)
    }

    /// Has the tests run, and tells what became of them; gives the exit code.
    ///
    /// # Errors
    /// When Slurm refuses a job, the image cannot be built, or on an interrupt.
    pub fn run(&self, settings: &Settings, progress: &Progress, cancel: &Cancel) -> anyhow::Result<u8> {
        let named = named(&self.store, &format!("{}-tests", self.name), &self.digest()?);
        let title = format!("tests of {} on {}", self.name, self.device);
        let (wait_for, brings) = (named.id.clone(), "the results");
        let beginning = Beginning { named, kind: KIND, title, settings, brings, wait_for };
        run_all(self, beginning, progress, cancel)
    }

    /// Programs that were built again are other ones.
    fn digest(&self) -> anyhow::Result<Digest> {
        let mut text =
            format!("{} {:?} {:?} {:?} {:?}\n", self.device, self.build, self.args, self.limit, self.count());
        for listing in &self.listings {
            let built = std::fs::metadata(&listing.program.executable)?.modified()?;
            text += &format!("{:?} {built:?} {:?}\n", listing.program, listing.tests);
        }
        Ok(Digest::of(text))
    }

    /// All tests, with the positions of their programs.
    fn tests(&self) -> impl Iterator<Item = (usize, &str)> {
        let programs = self.listings.iter().enumerate();
        programs.flat_map(|(index, listing)| listing.tests.iter().map(move |test| (index, test.as_str())))
    }

    /// How many jobs run tests.
    fn count(&self) -> usize {
        self.shards.map_or(SHARDS, usize::from).min(self.tests().count())
    }

    /// The share of tests that a task has, by the position of their program; none if it builds the image.
    fn share(&self, task: usize) -> Option<BTreeMap<usize, Vec<String>>> {
        let shard = task.checked_sub(self.build.iter().count())?;
        let mut share: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (program, test) in self.tests().skip(shard).step_by(self.count().max(1)) {
            share.entry(program).or_default().push(test.to_owned());
        }
        Some(share)
    }

    /// Runs a share of the tests here; what becomes of them goes to the run's folder.
    fn run_share(
        &self,
        share: &BTreeMap<usize, Vec<String>>,
        attempt: &Attempt,
        cancel: &Cancel,
    ) -> anyhow::Result<Made> {
        let folder = tempfile::tempdir()?;
        let results = Results::new(folder.path());
        let threads = std::env::var("SLURM_CPUS_PER_TASK").ok().and_then(|cpus| cpus.parse().ok());
        let wanted = Wanted::parse(&self.args)?;
        let wanted = Wanted { threads: Some(threads.unwrap_or(NonZeroUsize::MIN)), shown: false, ..wanted };
        for (program, tests) in share {
            let Listing { program, args, place, ignored, .. } = &self.listings[*program];
            let request = Request {
                results: results.clone(),
                limit: self.limit.map(Duration::from_secs_f64),
                executable: &program.executable,
                args,
                place: Some(place),
                cancel,
            };
            request.run_tests(program, &wanted, tests, ignored)?;
        }
        let path = attempt.folder().join(RECORDS);
        let failure = |error: std::io::Error| Failure::user(format!("{}: {error}", path.display()));
        let text = results.text();
        std::fs::create_dir_all(attempt.folder()).map_err(failure)?;
        let mut file = File::create(&path).map_err(failure)?;
        file.write_all(text.as_bytes()).and_then(|()| file.sync_all()).map_err(failure)?;
        let name = path.strip_prefix(attempt.run().folder()).unwrap_or(&path).to_string_lossy().into_owned();
        Ok(Made { stored: false, files: [(name, Digest::of(text))].into() })
    }

    /// What became of a task's tests, if they ran. Who counts is the attempt that wrote the task's result.
    fn told(&self, run: &Run, task: usize) -> anyhow::Result<Vec<Record>> {
        let mut records = Vec::new();
        let Some(result) = run.result(task).map_err(explain)? else { return Ok(records) };
        let made = run.made(task).map_err(explain)?.unwrap_or_default();
        for (file, digest) in &made.files {
            let path = run.folder().join(file);
            let text = std::fs::read_to_string(&path).unwrap_or_default();
            if Digest::of(&text) != *digest {
                return Err(Failure::user(format!("{} is not what a job wrote", path.display()))
                    .help("remove it; `sycl-hls cluster resume` has its tests run again")
                    .into());
            }
            records.extend(records_in(&text));
        }
        let job = result.job.map(|job| job.to_string()).unwrap_or_default();
        for record in &mut records {
            if matches!(record.outcome, Outcome::Failed { .. }) {
                record.stderr += &format!("sycl-hls: it ran on {}, in job {job}\n", result.node);
            }
        }
        Ok(records)
    }

    /// The tests of a task that did not run, and why.
    fn not_run(&self, task: usize, why: &str) -> Vec<Record> {
        let share = self.share(task).unwrap_or_default();
        let record = |(program, name): (usize, String)| Record {
            suite: self.listings[program].program.suite.clone(),
            name,
            outcome: Outcome::Failed { trouble: Trouble::NotRun, message: why.to_owned() },
            seconds: 0.0,
            stdout: String::new(),
            stderr: String::new(),
        };
        let tests =
            share.into_iter().flat_map(|(program, tests)| tests.into_iter().map(move |test| (program, test)));
        tests.map(record).collect()
    }

    /// Tells how a run has ended; gives the exit code.
    fn tell(&self, run: &Run, states: &[State], mut account: Account, start: Instant) -> anyhow::Result<u8> {
        let names = run.record().map_err(explain)?.tasks;
        let mut faults: Vec<(usize, &Fault)> = Vec::new();
        let mut records = Vec::new();
        for (task, state) in states.iter().enumerate() {
            records.extend(match state {
                State::Done(_) => self.told(run, task)?,
                State::Failed(fault) => {
                    // A probe that failed is every task's fault.
                    if !faults.iter().any(|(_, other)| *other == fault.as_ref()) {
                        faults.push((task, fault));
                    }
                    self.not_run(task, &fault.told.message)
                }
                _ => self.not_run(task, "what it waits for was not done"),
            });
        }
        let place =
            |record: &Record| self.listings.iter().position(|listing| listing.program.suite == record.suite);
        records.sort_by(|a, b| (place(a), &a.name).cmp(&(place(b), &b.name)));
        account.add(records.clone());
        account.add(self.records.clone());
        account.settle(self.ended.0, self.ended.1.clone());
        if let Some(junit) = &self.junit {
            account.write(junit)?;
        }
        let code = summary(&records, &Wanted::parse(&self.args)?, start.elapsed()).max(self.ended.0);
        let failure = |(task, fault): &(usize, &Fault)| of_task(&names[*task].name, fault);
        match faults.split_last() {
            None => forget(run).map(|()| code),
            Some((last, others)) => {
                others.iter().for_each(|fault| show(&failure(fault)));
                Err(failure(last).into())
            }
        }
    }
}

impl Workload for Shards {
    /// A share of as many is like another one, also when programs were built again.
    fn pieces(&self) -> Vec<Piece> {
        let (device, count) = (self.device.replace('/', "-"), self.count());
        let piece = |step: String, after: &[usize], like: &str| {
            Piece::new(step, after.to_vec(), &self.store, &format!("{}-tests-{device}/{like}", self.name))
        };
        let image = self.build.iter().map(|_| piece("image".to_owned(), &[], "image"));
        let before: &[usize] = if self.build.is_some() { &[0] } else { &[] };
        let shard = |number| piece(format!("shard-{number}"), before, &format!("shard-of-{count}"));
        image.chain((1..=count).map(shard)).collect()
    }

    fn check_node(&self) -> anyhow::Result<()> {
        let unseen = self.listings.iter().find(|listing| !listing.program.executable.is_file());
        if let Some(listing) = unseen {
            let program = listing.program.executable.display();
            let failure = Failure::unavailable(format!("nodes do not see the test program {program}"));
            return Err(failure.help("have Cargo build where nodes see it: CARGO_TARGET_DIR").into());
        }
        check_folder(&self.store)
    }

    fn make(&self, attempt: &Attempt, _: &Progress, cancel: &Cancel) -> anyhow::Result<Made> {
        if let Some(share) = self.share(attempt.index) {
            return self.run_share(&share, attempt, cancel);
        }
        let mut build = Command::new(std::env::current_exe()?);
        build.args(self.build.iter().flatten());
        match run(build, None, None, cancel)?.end {
            End::Exit(status) if status.success() => Ok(Made::default()),
            End::Exit(status) => {
                Err(Failure::user(format!("the image was not built: {}", in_words(status))).into())
            }
            _ => Err(ToolError::Interrupted.into()),
        }
    }

    /// What is told of a share's tests must be what its job wrote.
    fn presence<'w>(&'w self, run: &'w Run) -> Box<dyn Fn(usize) -> bool + 'w> {
        let is_told = |task| self.share(task).is_none() || self.told(run, task).is_ok();
        Box::new(move |task| matches!(run.made(task), Ok(Some(_))) && is_told(task))
    }

    /// Tells what became of the tests, and writes the report.
    fn finish(&self, waiter: Waiter<'_>) -> anyhow::Result<u8> {
        let run = waiter.run;
        let start = Instant::now();
        let account = Account::new(&self.name, &self.device);
        let quiet = Wanted::parse(&self.args)?.quiet;
        let states = watch(waiter, |task| {
            self.told(run, task)?.iter().for_each(|record| say(record, quiet));
            Ok(())
        })?;
        learn(run, &self.pieces(), &states);
        self.tell(run, &states, account, start)
    }
}
