//! The arguments of Rust's own test harness, and the list of tests that a program with it gives.

use std::num::NonZeroUsize;

use crate::failure::Failure;

/// What the user wants of test programs, after `--`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// The arguments that choose tests.
    pub select: Vec<String>,
    /// How many tests run at a time.
    pub threads: Option<NonZeroUsize>,
    /// What tests write goes to the terminal as it comes; they run one after another.
    pub shown: bool,
    /// What tests have written that passed is shown, too.
    pub all_output: bool,
    /// A character for each test.
    pub quiet: bool,
    /// The program is asked for its list of tests or its help; no test runs.
    pub asks: bool,
}

/// Options without a value that choose tests.
const SELECTING: [&str; 5] = ["--exact", "--ignored", "--include-ignored", "--test", "--bench"];

/// Options that have no use where each test has a process of its own.
const USELESS: [&str; 5] = ["--format", "--color", "--logfile", "--shuffle", "--shuffle-seed"];

impl Wanted {
    /// Reads the arguments of a test program.
    ///
    /// # Errors
    /// About an argument that the harness does not know, or that has no use here.
    pub fn parse(args: &[String]) -> Result<Self, Failure> {
        let mut wanted = Self::default();
        let mut args = args.iter();
        while let Some(word) = args.next() {
            let (name, joined) = match word.split_once('=') {
                Some((name, value)) if name.starts_with("--") => (name, Some(value)),
                _ => (word.as_str(), None),
            };
            let mut value = || {
                let value = joined.map(str::to_owned).or_else(|| args.next().cloned());
                value.ok_or_else(|| Failure::usage(format!("`{name}` wants a value")))
            };
            match name {
                "--skip" => wanted.select.extend(["--skip".to_owned(), value()?]),
                "--test-threads" => wanted.threads = Some(threads(&value()?)?),
                "--nocapture" | "--no-capture" => wanted.shown = true,
                "--show-output" => wanted.all_output = true,
                "-q" | "--quiet" => wanted.quiet = true,
                "--list" | "-h" | "--help" => wanted.asks = true,
                name if SELECTING.contains(&name) => wanted.select.push(word.clone()),
                name if !name.starts_with('-') => wanted.select.push(word.clone()),
                name => return Err(not_taken(name)),
            }
        }
        Ok(wanted)
    }

    /// True if tests that are marked `#[ignore]` run.
    pub fn runs_ignored(&self) -> bool {
        self.select.iter().any(|word| word == "--ignored" || word == "--include-ignored")
    }
}

fn threads(text: &str) -> Result<NonZeroUsize, Failure> {
    let number = text.parse();
    number.map_err(|_| Failure::usage(format!("`--test-threads` wants a number of 1 or more, not `{text}`")))
}

fn not_taken(name: &str) -> Failure {
    if USELESS.contains(&name) {
        let failure =
            Failure::usage(format!("`{name}` has no use here: each test runs in a process of its own"));
        return failure.help("leave it out; for a report, say `--junit FILE`");
    }
    let failure = Failure::usage(format!("test programs are not given `{name}`"));
    failure.help("after `--` stand names of tests, --exact, --skip, --ignored, --include-ignored, --test-threads, --nocapture, --show-output or --list")
}

/// The names in what a program says to `--list --format terse`.
pub fn names(list: &str) -> Vec<String> {
    let name = |line: &str| {
        line.strip_suffix(": test").or_else(|| line.strip_suffix(": benchmark")).map(str::to_owned)
    };
    list.lines().filter_map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &str) -> Result<Wanted, Failure> {
        Wanted::parse(&words.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn arguments_are_what_the_harness_takes() {
        let wanted =
            parse("sums --exact --skip slow --skip=odd --test-threads=2 --nocapture --quiet").unwrap();
        assert_eq!(wanted.select, ["sums", "--exact", "--skip", "slow", "--skip", "odd"]);
        assert_eq!(wanted.threads, NonZeroUsize::new(2));
        assert!(wanted.shown && wanted.quiet && !wanted.asks && !wanted.runs_ignored());
        assert!(parse("--include-ignored").unwrap().runs_ignored());
        assert!(parse("--list").unwrap().asks);
    }

    #[test]
    fn what_is_not_taken_says_why() {
        let message = |words: &str| parse(words).unwrap_err().message;
        assert!(message("--format json").contains("process of its own"));
        assert!(message("--nonsense").contains("`--nonsense`"));
        assert!(message("--test-threads 0").contains("not `0`"));
        assert!(message("--skip").contains("wants a value"));
    }

    #[test]
    fn lists_have_tests_and_benchmarks() {
        assert_eq!(names("a::b: test\nspeed: benchmark\n\n2 tests, 1 benchmark\n"), ["a::b", "speed"]);
    }
}
