//! Who says whether a program still fails.

use crate::ast::Program;
use crate::bench::Bench;
use crate::case::Case;
use crate::finding::Class;

/// Tells whether programs fail as the one that is reduced.
pub trait Oracle {
    /// A quick look: false if the program surely does not fail.
    fn may_fail(&self, program: &Program) -> bool;

    /// True if each program fails.
    ///
    /// # Errors
    /// When that cannot be told.
    fn fail(&mut self, programs: &[Program]) -> anyhow::Result<Vec<bool>>;
}

/// Programs fail if the bench has a finding of the same class on them.
pub struct BenchOracle<'b> {
    bench: &'b Bench,
    class: Class,
}

impl<'b> BenchOracle<'b> {
    /// An oracle for findings of a class.
    #[must_use]
    pub const fn new(bench: &'b Bench, class: Class) -> Self {
        Self { bench, class }
    }
}

impl Oracle for BenchOracle<'_> {
    fn may_fail(&self, program: &Program) -> bool {
        let rejection = matches!(self.class, Class::Rejected(_));
        (rejection || !program.jobs.is_empty() || matches!(self.class, Class::Died("build", _)))
            && Case::from(program).translate().is_ok() != (rejection && self.class_is_ours())
    }

    fn fail(&mut self, programs: &[Program]) -> anyhow::Result<Vec<bool>> {
        let cases: Vec<Case> = programs.iter().map(Case::from).collect();
        let verdicts = self.bench.run(&cases)?;
        Ok(verdicts
            .iter()
            .map(|verdict| verdict.finding.as_ref().is_some_and(|finding| finding.class == self.class))
            .collect())
    }
}

impl BenchOracle<'_> {
    /// True if it is the front end that rejects the program.
    fn class_is_ours(&self) -> bool {
        matches!(&self.class, Class::Rejected(code) if code.starts_with("SH"))
    }
}
