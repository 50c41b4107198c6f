//! A program that runs the kernels of one file at a time on every target and tells what became of it, line by line: in
//! a process of its own, so that a crash is a finding like any other.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use sycl_hls::__private::ModuleInfo;
use sycl_hls_ir::{Module, parse, print};
use sycl_hls_types::FaultKind;

use crate::Subject;
use crate::images::translated;
use crate::job::Job;
use crate::outcome::{difference, values};

/// A file with kernels, which are part of the program, too.
pub struct Case {
    /// The file.
    pub source: &'static str,
    /// What to run of it, as JSON.
    pub jobs: &'static str,
    /// Its kernels module.
    pub module: &'static ModuleInfo,
}

/// A line of the program's output.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "report", rename_all = "snake_case")]
pub enum Report {
    /// What follows, up to the next line, belongs to this step.
    Begin {
        /// What begins.
        step: Step,
    },
    /// A run has ended.
    Ended {
        /// How, on the host.
        end: End,
        /// Where other targets differ from the host.
        differences: Vec<TargetDifference>,
    },
    /// The text form of the KIR was not read as it was written.
    RoundTrip,
    /// The program was about to take too long.
    TimedOut,
    /// All is done.
    Done,
}

/// What a program is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Building the kernels for all targets.
    Build,
    /// The job with this number.
    Job(usize),
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum End {
    Normal,
    Index,
    Overflow,
    Division,
    Shift,
    Other,
}

/// A target that differs from the host.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TargetDifference {
    /// Its name.
    pub target: String,
    /// The kind of difference.
    pub kind: String,
    /// The difference with its values.
    pub text: String,
}

impl From<FaultKind> for End {
    fn from(kind: FaultKind) -> Self {
        match kind {
            FaultKind::Index => Self::Index,
            FaultKind::Overflow => Self::Overflow,
            FaultKind::Division => Self::Division,
            FaultKind::Shift => Self::Shift,
            _ => Self::Other,
        }
    }
}

/// The targets of a program besides the host and the interpreter. They take by far the most of the time.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs)]
pub enum Emulated {
    Nothing,
    Software,
    Hardware { gate_level: bool },
}

/// The `main` of a program: its arguments are the number of a case, the seconds that it may take, and [`Emulated`] as
/// JSON. A case that did not compile is `None`.
pub fn main(cases: &[Option<Case>]) -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let known = match &args[..] {
        [number, seconds, emulated] => {
            number.parse::<u64>().ok().zip(seconds.parse().ok()).zip(serde_json::from_str(emulated).ok())
        }
        _ => None,
    };
    let Some(((number, seconds), emulated)) = known else {
        eprintln!("the arguments are the number of a case, a time limit in seconds, and what is emulated");
        return ExitCode::from(2);
    };
    let Some(Some(case)) = cases.get(number as usize) else {
        eprintln!("there is no case {number}");
        return ExitCode::from(2);
    };
    std::thread::spawn(move || {
        std::thread::sleep(Duration::from_secs(seconds));
        tell(&Report::TimedOut);
        std::process::exit(1);
    });
    run(case, emulated);
    ExitCode::SUCCESS
}

fn run(case: &Case, emulated: Emulated) {
    tell(&Report::Begin { step: Step::Build });
    let source = Path::new(case.source);
    if !translated(source).iter().all(survives_text) {
        tell(&Report::RoundTrip);
    }
    let jobs: Vec<Job> = serde_json::from_str(case.jobs).expect("jobs are as they were written");
    let subject = match emulated {
        Emulated::Nothing => Subject::interpreted(source, case.module),
        Emulated::Software => Subject::build(source, case.module),
        Emulated::Hardware { gate_level: false } => Subject::interpreted(source, case.module).simulated(),
        Emulated::Hardware { gate_level: true } => {
            Subject::interpreted(source, case.module).simulated().at_gate_level()
        }
    };
    for (number, job) in jobs.iter().enumerate() {
        tell(&Report::Begin { step: Step::Job(number) });
        tell(&run_job(&subject, job));
    }
    tell(&Report::Done);
}

fn survives_text(module: &Module) -> bool {
    let text = print(module);
    parse(&text).is_ok_and(|module| print(&module) == text)
}

fn run_job(subject: &Subject, job: &Job) -> Report {
    let outcomes = subject.run_with(&job.kernel, &job.values(), job.seed);
    let host = values(&outcomes.host);
    let differences = outcomes.others.iter().filter_map(|(target, outcome)| {
        let difference = difference(&host, outcome)?;
        let (target, kind) = ((*target).to_owned(), difference.kind().to_owned());
        Some(TargetDifference { target, kind, text: difference.to_string() })
    });
    let end = host.as_ref().map_or_else(|fault| fault.kind.into(), |_| End::Normal);
    Report::Ended { end, differences: differences.collect() }
}

/// A line of output, complete before anything else happens.
fn tell(report: &Report) {
    let mut out = std::io::stdout().lock();
    let line = serde_json::to_string(report).expect("a report is plain data");
    // Who reads this has gone if it cannot be written.
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// What the lines of a program's output say, as far as they are its reports.
#[must_use]
pub fn reports(output: &str) -> Vec<Report> {
    output.lines().filter_map(|line| serde_json::from_str(line).ok()).collect()
}
