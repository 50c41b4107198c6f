//! `docs/hardware-tests.md` and `docs/pains.md` tell the truth: each test that they name is there.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The last two cells of each row: a test and its file.
fn rows(page: &str) -> Vec<(String, String)> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let rows = text.lines().filter(|line| line.starts_with('|')).skip(2).map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, _, test, file] = cells[..] else { panic!("four cells: {line}") };
        (test.trim_matches('`').to_owned(), file.trim_matches('`').to_owned())
    });
    rows.collect()
}

#[test]
fn tests_that_pages_name_are_there() {
    let (hardware, pains) = (rows("docs/hardware-tests.md"), rows("docs/pains.md"));
    assert!(hardware.len() > 50 && pains.len() > 15, "{} {}", hardware.len(), pains.len());
    for (test, file) in hardware.into_iter().chain(pains) {
        let text = fs::read_to_string(root().join(&file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        let head = format!("fn {test}() {{");
        let lines: Vec<&str> = text.lines().map(str::trim).collect();
        let at = lines.iter().position(|line| *line == head);
        let at = at.unwrap_or_else(|| panic!("{file} has no function {test}"));
        assert_eq!(lines[at - 1], "#[test]", "{test} in {file}");
    }
}
