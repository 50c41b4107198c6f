//! What became of all tests of a project, for its report. Whatever goes wrong, the report has something that failed.

use std::io;
use std::path::Path;
use std::time::{Instant, SystemTime};

use super::doc;
use super::junit::Report;
use super::{Outcome, Record, Trouble};
use crate::failure::Failure;

/// What Cargo says when a doc test failed.
const DOC_TESTS_FAILED: &str = "doctest failed";

/// The account of a run of tests.
#[derive(Debug)]
pub struct Account {
    name: String,
    device: String,
    start: (SystemTime, Instant),
    records: Vec<Record>,
    /// The report is there already.
    pub is_written: bool,
}

impl Account {
    /// That of a run that starts now, of this project on this device.
    pub fn new(project: &str, device: &str) -> Self {
        Self {
            name: project.to_owned(),
            device: device.to_owned(),
            start: (SystemTime::now(), Instant::now()),
            records: Vec::new(),
            is_written: false,
        }
    }

    /// Tests that ran.
    pub fn add(&mut self, records: Vec<Record>) {
        self.records.extend(records);
    }

    /// What became of tests so far.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// Doc tests, as `cargo test` tells of them on standard output.
    pub fn add_doc_tests(&mut self, stdout: &str) {
        self.records.extend(doc::records(&format!("{}::doc", self.name), stdout));
    }

    /// No test ran, because the tests do not compile.
    pub fn did_not_compile(&mut self, code: u8, said: String) {
        self.not_run(
            "compilation",
            format!("the tests did not compile: cargo ended with the exit code {code}"),
            said,
        );
    }

    /// Tests did not run, or not all of them, for this reason.
    pub fn error(&mut self, reason: &str) {
        self.not_run("run", reason.to_owned(), String::new());
    }

    /// Compares the tests' results with how Cargo ended and what it said on standard error.
    pub fn settle(&mut self, code: u8, said: String) {
        let failed = |record: &Record| matches!(record.outcome, Outcome::Failed { .. });
        let doc_test_failed =
            self.records.iter().any(|record| failed(record) && record.suite.ends_with("::doc"));
        let unseen = said.contains(DOC_TESTS_FAILED) && !doc_test_failed;
        if unseen || (code != 0 && !self.records.iter().any(failed)) {
            let message = format!("cargo ended with the exit code {code}, and no test tells why");
            self.not_run(if unseen { "doc tests" } else { "run" }, message, said);
        }
    }

    fn not_run(&mut self, what: &str, message: String, stderr: String) {
        self.records.push(Record {
            suite: self.name.clone(),
            name: what.to_owned(),
            outcome: Outcome::Failed { trouble: Trouble::NotRun, message },
            seconds: 0.0,
            stdout: String::new(),
            stderr,
        });
    }

    /// Writes the report, unless it is there already.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn write(&self, junit: &Path) -> anyhow::Result<()> {
        if self.is_written {
            return Ok(());
        }
        let folder = junit.parent().map_or(Ok(()), std::fs::create_dir_all);
        let text = self.xml()?;
        let written = folder.map_err(|error| error.to_string()).and_then(|()| {
            xclbin_tools::write_atomically(junit, text.as_bytes()).map_err(|error| error.to_string())
        });
        written.map_err(|error| Failure::user(format!("cannot write {}: {error}", junit.display())).into())
    }

    /// The report.
    ///
    /// # Errors
    /// As of [`Report::xml`].
    fn xml(&self) -> io::Result<String> {
        let mut records = self.records.clone();
        // In the order in which programs came first; tests end in any order.
        let first = |suite: &str| self.records.iter().position(|record| record.suite == suite);
        records.sort_by(|a, b| (first(&a.suite), &a.name).cmp(&(first(&b.suite), &b.name)));
        let (start, clock) = self.start;
        let seconds = clock.elapsed().as_secs_f64();
        Report { name: &self.name, device: &self.device, start, seconds, records: &records }.xml()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn account() -> Account {
        Account::new("p", "sw_emu/u200")
    }

    const DOC_TEST: &str = "test src/lib.rs - f (line 1) ... FAILED\n";

    #[test]
    fn what_failed_without_a_test_is_in_the_report() {
        let mut broken = account();
        broken.settle(101, "error: something\n".to_owned());
        let text = broken.xml().unwrap();
        assert!(text.contains("errors=\"1\"") && text.contains("error: something"), "{text}");
        let mut account = account();
        account.settle(0, String::new());
        assert!(account.xml().unwrap().contains("tests=\"0\""));
    }

    #[test]
    fn doc_tests_fail_by_themselves_or_together() {
        let mut one = account();
        one.add_doc_tests(DOC_TEST);
        one.settle(101, "error: doctest failed, to rerun pass `--doc`".to_owned());
        assert_eq!(one.records.len(), 1);
        // Another test that failed does not explain it.
        let mut ended = account();
        ended.not_run("another", String::new(), String::new());
        ended.add_doc_tests(&DOC_TEST.replace("FAILED", "ok"));
        ended.settle(101, "ended: ..\nerror: doctest failed, to rerun pass `--doc`".to_owned());
        assert_eq!(ended.records.last().map(|record| record.name.as_str()), Some("doc tests"));
    }
}
