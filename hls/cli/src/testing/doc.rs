//! What became of doc tests, of which only rustdoc's own text tells.

use super::{Outcome, Record, Trouble};

/// The records of the doc tests in what `cargo test` has written to standard output. Their times are not known.
pub fn records(suite: &str, stdout: &str) -> Vec<Record> {
    let lines = stdout.lines().filter_map(|line| line.strip_prefix("test ")?.rsplit_once(" ... "));
    let tests = lines.filter(|(name, _)| is_doc_test(name));
    tests.map(|(name, word)| record(suite, stdout, name, word)).collect()
}

/// `src/lib.rs - add (line 3)`, and perhaps more words.
fn is_doc_test(name: &str) -> bool {
    name.split_once(".rs - ").is_some_and(|(_, rest)| rest.contains("(line "))
}

fn record(suite: &str, stdout: &str, name: &str, word: &str) -> Record {
    let said = match word {
        "FAILED" => said(stdout, name),
        _ => String::new(),
    };
    let outcome = match word {
        "FAILED" => {
            let message = said.lines().find(|line| !line.trim().is_empty()).unwrap_or("it failed").to_owned();
            Outcome::Failed { trouble: Trouble::Failure, message }
        }
        "ok" => Outcome::Passed,
        _ => Outcome::Ignored,
    };
    Record {
        suite: suite.to_owned(),
        name: name.to_owned(),
        outcome,
        seconds: 0.0,
        stdout: said,
        stderr: String::new(),
    }
}

/// What stands under the heading of a doc test that failed.
fn said(stdout: &str, name: &str) -> String {
    let heading = format!("---- {name} stdout ----\n");
    let rest = stdout.split_once(&heading).map_or("", |(_, rest)| rest);
    let end = ["\n---- ", "\nfailures:\n"].iter().filter_map(|end| rest.find(end)).min();
    rest.get(..end.unwrap_or(rest.len())).unwrap_or(rest).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "
running 1 test
test sums ... ok

running 3 tests
test src/lib.rs - (line 1) ... ok
test src/lib.rs - g (line 14) ... ignored
test src/lib.rs - g (line 11) - compile fail ... ok
test src/a.rs - A<T>::f (line 4) ... FAILED

failures:

---- src/a.rs - A<T>::f (line 4) stdout ----
Test executable failed (exit status: 101).

stderr:
no


failures:
    src/a.rs - A<T>::f (line 4)

test result: FAILED. 1 passed; 1 failed; 1 ignored
";

    #[test]
    fn rustdoc_tells_of_each() {
        let records = records("p::doc", TEXT);
        let names: Vec<&str> = records.iter().map(|record| record.name.as_str()).collect();
        assert_eq!(
            names,
            [
                "src/lib.rs - (line 1)",
                "src/lib.rs - g (line 14)",
                "src/lib.rs - g (line 11) - compile fail",
                "src/a.rs - A<T>::f (line 4)",
            ]
        );
        assert_eq!((&records[0].outcome, &records[1].outcome), (&Outcome::Passed, &Outcome::Ignored));
        let message = "Test executable failed (exit status: 101).".to_owned();
        assert_eq!(records[3].outcome, Outcome::Failed { trouble: Trouble::Failure, message });
        assert_eq!(records[3].stdout, "Test executable failed (exit status: 101).\n\nstderr:\nno");
    }
}
