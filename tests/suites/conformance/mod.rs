//! `docs/sycl-conformance.md`: the rules of SYCL 2020, and the tests that prove them.
//!
//! `rows.tsv` has the rules. A test says in a line of its doc comment which ones it proves: `Rows: F012, F013.`; a program that must not
//! compile says it at its end.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{fs, mem};

use expect_test::expect_file;

/// Folders with tests that name rows, and the device that these run on.
const TESTS: [(&str, &str); 10] = [
    ("runtime/src", "host"),
    ("runtime/src/backend/card", "cards"),
    ("runtime/tests", "host"),
    ("runtime/tests/ui", "rustc"),
    ("tests/suites/ui", "rustc, check"),
    ("tests/suites/corpus", "host, sw_emu, RTL, emulated cards of XRT"),
    ("tests/suites", "C++, check"),
    ("tests/suites/cards", "emulated cards of XRT"),
    ("tests/suites/backends", "every backend"),
    ("tests/difftest/tests", "host, sw_emu, RTL"),
];

/// Files of which the same is not true: their tests run on this device.
const OTHERS: [(&str, &str); 2] =
    [("runtime/tests/sw_emu.rs", "sw_emu"), ("runtime/tests/several_devices.rs", "host, sw_emu")];

/// A rule of the specification.
struct Row<'t> {
    id: &'t str,
    relevance: &'t str,
    rule: &'t str,
    source: &'t str,
    /// Why it is not offered, what is particular, or `partly: ` and what is missing.
    note: &'t str,
}

/// What becomes of a rule here.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Done,
    Partly,
    Open,
    NotOffered,
}

/// A test that proves a rule.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Proof {
    file: String,
    test: String,
    device: &'static str,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

impl<'t> Row<'t> {
    fn of(line: &'t str) -> Self {
        let [id, relevance, rule, source, note] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("five columns: {line}")
        };
        Self { id, relevance, rule, source, note }
    }

    fn state(&self, proofs: &[Proof]) -> State {
        match (self.relevance, proofs) {
            ("n-a", _) => State::NotOffered,
            _ if self.note.starts_with("not offered: ") => State::NotOffered,
            (_, []) => State::Open,
            _ if self.note.starts_with("partly: ") => State::Partly,
            _ => State::Done,
        }
    }
}

impl State {
    const ALL: [Self; 4] = [Self::Done, Self::Partly, Self::Open, Self::NotOffered];

    const fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Partly => "partly",
            Self::Open => "open",
            Self::NotOffered => "not offered",
        }
    }
}

/// The rows that a line of a comment names.
fn named(line: &str) -> Vec<String> {
    let rows = line.trim_start().trim_start_matches('/').trim_start().strip_prefix("Rows: ");
    let rows = rows.and_then(|rows| rows.strip_suffix('.')).unwrap_or_default();
    rows.split(", ").filter(|row| !row.is_empty()).map(str::to_owned).collect()
}

/// The tests of a file, by the rows that they prove.
fn proofs_of(file: &str, text: &str, device: &'static str, all: &mut BTreeMap<String, Vec<Proof>>) {
    let mut rows = Vec::new();
    let mut prove = |rows: Vec<String>, test: &str| {
        for row in rows {
            let proof = Proof { file: file.to_owned(), test: test.to_owned(), device };
            all.entry(row).or_default().push(proof);
        }
    };
    for line in text.lines() {
        rows.extend(named(line));
        if let Some((_, function)) = line.split_once("fn ") {
            prove(mem::take(&mut rows), function.split('(').next().unwrap_or_default());
        }
    }
    prove(rows, "");
}

fn proofs() -> BTreeMap<String, Vec<Proof>> {
    let mut all = BTreeMap::new();
    for (folder, device) in TESTS {
        let Ok(entries) = fs::read_dir(root().join(folder)) else { continue };
        let names: BTreeSet<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        for name in names.iter().filter(|name| name.ends_with(".rs")) {
            let file = format!("{folder}/{name}");
            let text = fs::read_to_string(root().join(&file)).unwrap();
            let other = OTHERS.iter().find(|(other, _)| *other == file);
            proofs_of(&file, &text, other.map_or(device, |(_, device)| device), &mut all);
        }
    }
    all
}

/// A table of states by relevance.
fn summary(states: &[(&str, State)]) -> String {
    let mut text = "| | done | partly | open | not offered |\n|---|---|---|---|---|\n".to_owned();
    for relevance in ["must", "should", "optional", "n-a"] {
        let count = |state| states.iter().filter(|it| **it == (relevance, state)).count();
        let counts = State::ALL.map(|state| count(state).to_string());
        let _ = writeln!(text, "| {relevance} | {} |", counts.join(" | "));
    }
    text
}

/// What the table says of a row's proofs: links to the files, with the tests' names and devices.
fn shown(proofs: &[Proof]) -> String {
    let shown = proofs.iter().map(|Proof { file, test, device }| {
        let name = if test.is_empty() { file.rsplit('/').next().unwrap_or_default() } else { test };
        format!("[`{name}`](../{file}) ({device})")
    });
    shown.collect::<Vec<_>>().join("<br>")
}

fn page() -> String {
    let (proofs, rows) = (proofs(), include_str!("rows.tsv"));
    let known: BTreeSet<&str> = rows.lines().filter_map(|line| line.split('\t').next()).collect();
    for (row, tests) in &proofs {
        assert!(known.contains(row.as_str()), "{row} of {}", tests[0].file);
    }
    let (mut tables, mut states) = (String::new(), Vec::new());
    for line in rows.lines().skip(1) {
        if let Some(area) = line.strip_prefix("## ") {
            let area = area.replacen('\t', ". ", 1);
            let _ = write!(
                tables,
                "\n## {area}\n\n| id | | rule | state | proof or note |\n|---|---|---|---|---|\n"
            );
            continue;
        }
        let row = Row::of(line);
        let of_row = proofs.get(row.id).map(Vec::as_slice).unwrap_or_default();
        let state = row.state(of_row);
        assert!(state != State::NotOffered || !row.note.is_empty(), "{} needs a reason", row.id);
        states.push((row.relevance, state));
        let remarks = [row.note.trim_start_matches("partly: "), &shown(of_row)];
        let remarks: Vec<&str> = remarks.into_iter().filter(|remark| !remark.is_empty()).collect();
        let Row { id, relevance, rule, source, .. } = row;
        let name = state.name();
        let _ = writeln!(
            tables,
            "| {id} | {relevance} | {rule} ({source}) | {name} | {} |",
            remarks.join("<br>")
        );
    }
    format!("{OPENING}\n{}{tables}", summary(&states))
}

const OPENING: &str = "# SYCL 2020: what is there

For programmers who know SYCL: which of its rules hold here, and the tests that prove it. This page is generated from these tests by the suite
`conformance`; `UPDATE_EXPECT=1 cargo test -p sycl-hls-tests conformance::` renews it.

A row is *done* where a test proves all of it, *partly* where something is missing, which is said, and *open* where no test names it: it may be
there. S20 is the SYCL 2020 specification, revision 10, S12 SYCL 1.2, OCL the appendix on the OpenCL backend, GEN the generalization of
backends. Rows of relevance *must* are those without which a runtime is not SYCL, or is wrong on FPGAs.
";

#[test]
fn the_page_says_what_tests_prove() {
    expect_file!["../../../docs/sycl-conformance.md"].assert_eq(&page());
}
