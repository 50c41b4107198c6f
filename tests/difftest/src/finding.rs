//! What can go wrong with a case.

use std::fmt;

use sycl_hls_tests::serve::{End, Report, Step};

/// What became of a case.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// How its runs ended on the host, as far as they did.
    pub ends: Vec<End>,
    /// The first thing that went wrong.
    pub finding: Option<Finding>,
}

/// Something that went wrong.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What is the same for findings of one cause, likely.
    pub class: Class,
    /// The job.
    pub job: Option<usize>,
    /// The details, for people.
    pub text: String,
}

/// What went wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Class {
    /// The front end or rustc does not accept the program; the code of the error, if it has one.
    Rejected(String),
    /// The text form of the KIR is not read as it was written.
    RoundTrip,
    /// The process ended in a step, so.
    Died(&'static str, String),
    /// The process took too long in a step.
    TimedOut(&'static str),
    /// This target differs from the host, in this way.
    Differs(String, String),
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rejected(code) => write!(f, "rejected ({code})"),
            Self::RoundTrip => f.write_str("the KIR's text is not read as it was written"),
            Self::Died(step, how) => write!(f, "{how} in the {step}"),
            Self::TimedOut(step) => write!(f, "the time ran out in the {step}"),
            Self::Differs(target, kind) => write!(f, "{target} differs: {kind}"),
        }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.class)?;
        if let Some(job) = self.job {
            write!(f, ", job {job}")?;
        }
        write!(f, "\n{}", self.text)
    }
}

impl Verdict {
    /// What a process reported, how it ended, and all that it wrote.
    #[must_use]
    pub fn of(reports: Vec<Report>, how: &str, output: &str) -> Self {
        let mut verdict = Self::default();
        let mut step = Step::Build;
        let mut done = false;
        for report in reports {
            match report {
                Report::Begin { step: next } => step = next,
                Report::Ended { end, differences } => {
                    verdict.ends.push(end);
                    for found in differences {
                        verdict.note(Class::Differs(found.target, found.kind), step, found.text);
                    }
                }
                Report::RoundTrip => verdict.note(Class::RoundTrip, step, String::new()),
                Report::TimedOut => verdict.note(Class::TimedOut(name(step)), step, String::new()),
                Report::Done => done = true,
            }
        }
        if !done {
            let how = format!("{how}: {}", cause(output));
            verdict.note(Class::Died(name(step), how), step, output.to_owned());
        }
        verdict
    }

    /// Keeps the first finding.
    fn note(&mut self, class: Class, step: Step, text: String) {
        let job = match step {
            Step::Job(job) => Some(job),
            Step::Build => None,
        };
        self.finding.get_or_insert(Finding { class, job, text });
    }
}

/// What is the same in the outputs of deaths of one cause, likely: the compiler's flag, or the words of the first error
/// or panic without its numbers and names.
fn cause(output: &str) -> String {
    let flag = output.split(['[', ']']).find(|word| word.starts_with("-Werror="));
    let error = || output.lines().find_map(|line| Some(line.split_once("error: ")?.1));
    let panic = || output.lines().skip_while(|line| !line.contains("panicked at")).nth(1);
    let line = flag.or_else(error).or_else(panic).unwrap_or_default();
    let words =
        line.split(' ').filter(|word| !word.contains(|c: char| c.is_ascii_digit() || "‘`/".contains(c)));
    words.collect::<Vec<_>>().join(" ")
}

const fn name(step: Step) -> &'static str {
    match step {
        Step::Build => "build",
        Step::Job(_) => "run",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_tests::serve::TargetDifference;

    #[test]
    fn a_death_belongs_to_the_step_before() {
        let reports = vec![
            Report::Begin { step: Step::Build },
            Report::Begin { step: Step::Job(0) },
            Report::Ended { end: End::Normal, differences: Vec::new() },
            Report::Begin { step: Step::Job(1) },
        ];
        let verdict = Verdict::of(reports, "signal 11", "");
        assert_eq!(verdict.ends, [End::Normal]);
        let finding = verdict.finding.unwrap();
        assert_eq!((finding.class, finding.job), (Class::Died("run", "signal 11: ".to_owned()), Some(1)));
    }

    #[test]
    fn a_difference_is_a_finding() {
        let difference = TargetDifference {
            target: "sw_emu".to_owned(),
            kind: "another value".to_owned(),
            text: "1, 2".to_owned(),
        };
        let reports = vec![
            Report::Begin { step: Step::Job(0) },
            Report::Ended { end: End::Normal, differences: vec![difference] },
            Report::Done,
        ];
        let finding = Verdict::of(reports, "", "").finding.unwrap();
        assert_eq!(finding.class, Class::Differs("sw_emu".to_owned(), "another value".to_owned()));
    }
}
