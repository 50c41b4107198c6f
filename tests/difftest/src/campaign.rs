//! Many programs, one batch after the other: while one runs, the next is compiled.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::mpsc;
use std::thread;

use anyhow::anyhow;
use sycl_hls_tests::serve::End;

use crate::ast::Program;
use crate::bench::{Bench, Built};
use crate::case::Case;
use crate::coverage::{Coverage, coverage};
use crate::finding::Finding;
use crate::generate;
use crate::operators::{Operators, operators};

/// Programs of a batch. rustc takes a second or two for whatever small batch.
const BATCH: u64 = 50;

/// Which programs to run.
#[derive(Clone, Copy, Debug)]
pub struct Campaign {
    /// Of the generator.
    pub seed: u64,
    /// The first program's number.
    pub first: u64,
    /// How many.
    pub programs: u64,
}

/// What came of a campaign.
#[derive(Debug, Default)]
pub struct Tally {
    /// Programs that ran.
    pub programs: u64,
    /// How their runs ended.
    pub ends: BTreeMap<End, u64>,
    /// What the programs surely exercised of which some run ended normally.
    pub coverage: Coverage,
    /// The operators of these programs.
    pub operators: Operators,
    /// What went wrong, with the program.
    pub findings: Vec<(Program, Finding)>,
}

/// Is told how a campaign goes on.
pub trait Watch: Sync {
    /// A program has run.
    fn ran(&self) {}

    /// Something went wrong.
    fn found(&self, _program: &Program, _finding: &Finding) {}
}

/// For those who wait for the end.
impl Watch for () {}

struct Batch {
    programs: Vec<Program>,
    built: Built,
}

impl Campaign {
    /// Runs the programs. An interrupted campaign gives what it has so far.
    ///
    /// # Errors
    /// When something fails that is no program's fault.
    pub fn run(&self, bench: &Bench, watch: &dyn Watch) -> anyhow::Result<Tally> {
        let mut tally = Tally::default();
        let result = thread::scope(|scope| {
            let (sender, batches) = mpsc::sync_channel(0);
            let builder = scope.spawn(move || self.build(bench, &sender));
            for batch in batches {
                tally.run(bench, batch, watch)?;
            }
            builder.join().unwrap_or_else(|_| Err(anyhow!("the generator panicked")))
        });
        match result {
            Err(_) if bench.is_cancelled() => Ok(tally),
            other => other.map(|()| tally),
        }
    }

    fn build(&self, bench: &Bench, batches: &mpsc::SyncSender<Batch>) -> anyhow::Result<()> {
        let end = self.first + self.programs;
        for first in (self.first..end).step_by(BATCH as usize) {
            let numbers = first..end.min(first + BATCH);
            let programs: Vec<Program> = numbers.map(|number| generate::program(self.seed, number)).collect();
            let cases: Vec<Case> = programs.iter().map(Case::from).collect();
            let batch = Batch { programs, built: bench.build(&cases)? };
            if batches.send(batch).is_err() {
                // Nobody waits for it: the campaign has ended early.
                return Ok(());
            }
        }
        Ok(())
    }
}

impl Tally {
    fn run(&mut self, bench: &Bench, batch: Batch, watch: &dyn Watch) -> anyhow::Result<()> {
        let verdicts = bench.run_built(&batch.built, &|_| watch.ran())?;
        for (program, verdict) in batch.programs.into_iter().zip(verdicts) {
            self.programs += 1;
            if verdict.ends.contains(&End::Normal) {
                self.coverage.add(&coverage(&program));
                self.operators.add(&operators(&program));
            }
            for end in verdict.ends {
                *self.ends.entry(end).or_default() += 1;
            }
            if let Some(finding) = verdict.finding {
                watch.found(&program, &finding);
                self.findings.push((program, finding));
            }
        }
        Ok(())
    }

    /// Number of runs that ended so.
    #[must_use]
    pub fn ended(&self, end: End) -> u64 {
        self.ends.get(&end).copied().unwrap_or(0)
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let runs: u64 = self.ends.values().sum();
        write!(f, "{} programs, {runs} runs: {} ended normally", self.programs, self.ended(End::Normal))?;
        for (end, name) in [
            (End::Index, "index"),
            (End::Overflow, "overflow"),
            (End::Division, "division"),
            (End::Shift, "shift"),
            (End::Other, "other"),
        ] {
            write!(f, ", {} {name}", self.ended(end))?;
        }
        write!(f, "; {} findings", self.findings.len())
    }
}
