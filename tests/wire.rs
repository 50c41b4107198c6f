//! Jobs and their outcomes as lines of text: for targets that run in a process of their own, so that a crash is a
//! finding like any other.

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, Write as _};
use std::path::Path;

use serde::{Deserialize, Serialize};
use sycl_hls_types::{Fault, FaultKind, Location, Scalar, ScalarValue};

use crate::value::Elements;
use crate::{Outcome, Value, Values};

/// A kernel to run, with its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// The kernel's name.
    pub kernel: String,
    /// Its arguments.
    pub args: Vec<Arg>,
}

/// An argument: its type and the bits of its scalars.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Arg {
    /// How it is passed.
    pub kind: ArgKind,
    /// The scalar's or the elements' type.
    pub ty: Scalar,
    /// One word for each scalar.
    pub bits: Vec<u64>,
}

/// How an argument is passed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ArgKind {
    /// By value.
    Scalar,
    /// `&[T]`
    Slice,
    /// `&mut [T]`
    SliceMut,
}

/// An outcome without its types, which the job has.
#[derive(Serialize, Deserialize)]
enum WireOutcome {
    Ok(Vec<Vec<u64>>),
    Fault { kind: String, message: String, at: Option<Location> },
}

/// A line of a target's output.
#[derive(Clone, PartialEq, Debug)]
pub enum Report {
    /// The job with this number begins.
    Begin(usize),
    /// It has ended so.
    End(usize, Values),
}

const KINDS: [(FaultKind, &str); 5] = [
    (FaultKind::Index, "index"),
    (FaultKind::Overflow, "overflow"),
    (FaultKind::Division, "division"),
    (FaultKind::Shift, "shift"),
    (FaultKind::Other, "other"),
];

impl Job {
    /// The arguments as every target takes them.
    #[must_use]
    pub fn values(&self) -> Vec<Value> {
        let value = |arg: &Arg| {
            let mut scalars = arg.bits.iter().map(|bits| ScalarValue::from_bits(arg.ty, *bits));
            match arg.kind {
                ArgKind::Scalar => scalars.next_back().map(Value::Scalar),
                ArgKind::Slice => Elements::new(arg.ty, scalars).map(Value::Slice),
                ArgKind::SliceMut => Elements::new(arg.ty, scalars).map(Value::SliceMut),
            }
        };
        self.args.iter().filter_map(value).collect()
    }

    fn outcome(&self, outcome: WireOutcome) -> Values {
        match outcome {
            WireOutcome::Ok(args) => {
                let typed = |(arg, bits): (&Arg, Vec<u64>)| {
                    bits.into_iter().map(|bits| ScalarValue::from_bits(arg.ty, bits)).collect()
                };
                Ok(self.args.iter().zip(args).map(typed).collect())
            }
            WireOutcome::Fault { kind, message, at } => {
                let found = KINDS.iter().find(|(_, name)| *name == kind);
                let kind = found.map_or(FaultKind::Other, |(kind, _)| *kind);
                Err(Fault { kernel: self.kernel.clone(), kind, message, at })
            }
        }
    }
}

/// Writes jobs for [`serve`].
///
/// # Errors
/// When the file cannot be written.
pub fn write_jobs(path: &Path, jobs: &[Job]) -> io::Result<()> {
    let mut lines = String::new();
    for job in jobs {
        lines += &serde_json::to_string(job)?;
        lines.push('\n');
    }
    std::fs::write(path, lines)
}

/// Runs the jobs of a file from number `first` on, and tells standard output what becomes of each.
///
/// # Errors
/// When the file cannot be read or the output cannot be written.
pub fn serve(jobs: &Path, first: usize, mut run: impl FnMut(&Job) -> Outcome) -> io::Result<()> {
    let mut out = io::stdout().lock();
    for (number, line) in BufReader::new(File::open(jobs)?).lines().enumerate().skip(first) {
        let job: Job = serde_json::from_str(&line?)?;
        writeln!(out, "begin {number}")?;
        out.flush()?;
        let outcome = match run(&job) {
            Ok(values) => WireOutcome::Ok(values.iter().map(bits).collect()),
            Err(fault) => {
                let kind =
                    KINDS.iter().find(|(kind, _)| *kind == fault.kind).map_or("other", |(_, name)| name);
                WireOutcome::Fault { kind: kind.to_owned(), message: fault.message, at: fault.at }
            }
        };
        writeln!(out, "end {number} {}", serde_json::to_string(&outcome)?)?;
        out.flush()?;
    }
    Ok(())
}

fn bits(value: &Value) -> Vec<u64> {
    value.values().iter().map(|value| value.bits()).collect()
}

/// What a line of a target's output says of these jobs; `None` if it is none of [`serve`]'s.
#[must_use]
pub fn parse(jobs: &[Job], line: &str) -> Option<Report> {
    let (word, rest) = line.split_once(' ')?;
    match word {
        "begin" => Some(Report::Begin(rest.parse().ok()?)),
        "end" => {
            let (number, outcome) = rest.split_once(' ')?;
            let number: usize = number.parse().ok()?;
            Some(Report::End(number, jobs.get(number)?.outcome(serde_json::from_str(outcome).ok()?)))
        }
        _ => None,
    }
}
