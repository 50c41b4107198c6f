//! What a test has written, without what Rust's own test harness writes around it.

use super::{Outcome, Record};

/// The standard output of one test, without the harness's lines; what the harness says about it stays.
pub fn of_test(stdout: &str, name: &str) -> String {
    let text = stdout.strip_prefix("\nrunning 1 test\n").unwrap_or(stdout);
    let verdict = [format!("test {name} ... "), format!("test {name} - ")];
    let Some(at) = verdict.iter().filter_map(|verdict| last_line(text, verdict)).max() else {
        return text.to_owned();
    };
    let (own, harness) = text.split_at(at);
    let heading = format!("---- {name} stdout ----\n");
    let about = harness.split_once(&heading).map_or("", |(_, rest)| rest);
    let about = about.split("\n\nfailures:\n").next().unwrap_or_default();
    format!("{own}{about}")
}

/// Where the last line begins that begins so.
fn last_line(text: &str, start: &str) -> Option<usize> {
    let mut found = text.rmatch_indices(start).map(|(at, _)| at);
    found.find(|at| *at == 0 || text.as_bytes().get(at - 1) == Some(&b'\n'))
}

/// The first panic in a text, on one line: its place and the first line of its message.
pub fn panic_message(stderr: &str) -> Option<String> {
    let mut lines = stderr.lines();
    let line = lines.find(|line| line.starts_with("thread '") && line.contains(" panicked at "))?;
    let (_, place) = line.split_once(" panicked at ")?;
    Some(format!("panicked at {place} {}", lines.next().unwrap_or_default()).trim_end().to_owned())
}

/// What the terminal shows of a test.
pub fn shown(record: &Record) -> String {
    let part = |title: &str, text: &str| match text.trim_matches('\n').trim_end() {
        "" => String::new(),
        text => format!("\n---- {} {title} ----\n{text}\n", record.name),
    };
    let end = match &record.outcome {
        // Standard error has it already.
        Outcome::Failed { message, .. } if !message.starts_with("panicked at ") => message,
        _ => "",
    };
    part("stdout", &record.stdout) + &part("stderr", &record.stderr) + &part("failed", end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_harness_speaks_around_a_test() {
        let passed = "\nrunning 1 test\nhello\ntest b ... no\ntest a ... ok\n\ntest result: ok. 1 passed\n\n";
        assert_eq!(of_test(passed, "a"), "hello\ntest b ... no\n");
        let failed = "\nrunning 1 test\ntest a - should panic ... FAILED\n\nfailures:\n\n---- a stdout ----\n\
                      note: test did not panic as expected\n\nfailures:\n    a\n\ntest result: FAILED.\n\n";
        assert_eq!(of_test(failed, "a"), "note: test did not panic as expected");
        assert_eq!(of_test("\nrunning 1 test\nbefore\n", "a"), "before\n");
        assert_eq!(of_test("a program of one's own\n", "a"), "a program of one's own\n");
    }

    #[test]
    fn a_panic_is_found_among_other_lines() {
        let text = "sycl-hls: sw_emu/u200: vadd starts\n\nthread 'a' (77) panicked at tests/a.rs:3:5:\nleft: 1\nright: 2\n";
        assert_eq!(panic_message(text).as_deref(), Some("panicked at tests/a.rs:3:5: left: 1"));
        assert_eq!(panic_message("nothing of the kind"), None);
    }
}
