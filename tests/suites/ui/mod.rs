//! What the compiler says about wrong kernels: in rustc, through the macro (`ui/*.stderr`), and in `sycl-hls check`
//! (`ui/*.check`). Both are the same text.
//!
//! `UPDATE_EXPECT=1 cargo test -p sycl-hls-tests ui::` writes the files anew.

mod rustc;

pub use rustc::library;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use expect_test::expect_file;
use sycl_hls_boards::Board;
use sycl_hls_cli::placement::{check_board, check_version, hardware};
use sycl_hls_cli::sources::{messages, messages_for};
use sycl_hls_front::{CATALOGUE, explain};
use sycl_hls_ir::Module;

#[allow(dead_code, unused_parens)]
#[deny(unused_variables)]
#[path = "../../ui/accepted/borders.rs"]
mod borders;

#[allow(dead_code)]
#[deny(unused_variables)]
#[allow(clippy::never_loop)]
#[path = "../../ui/accepted/control.rs"]
mod control;

#[allow(dead_code)]
#[deny(unused_variables)]
#[path = "../../ui/accepted/values.rs"]
mod values;

/// The sources of all cases of wrong kernels, in order.
fn cases() -> Vec<PathBuf> {
    sources("ui")
}

fn sources(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let entries = std::fs::read_dir(folder).expect("the folder of the cases");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut cases: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|it| it == "rs")).collect();
    cases.sort();
    cases
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// How both name the case's source.
fn shown_as(case: &Path) -> String {
    format!("ui/{}", case.file_name().expect("a name").to_string_lossy())
}

/// Kernels, and uses of the runtime.
#[test]
fn rustc() {
    let rustc = rustc::Rustc::find();
    for (package, folder) in [(".", "ui"), ("../runtime", "tests/ui")] {
        let mut cases = sources(&format!("{package}/{folder}"));
        // The kernel of the others, and the program of which they are variants.
        cases.retain(|case| !case.ends_with("kernel.rs") && !case.ends_with("pass.rs"));
        let name = |case: &PathBuf| case.file_name().expect("a name").to_string_lossy().into_owned();
        let names: Vec<String> = cases.iter().map(|case| format!("{folder}/{}", name(case))).collect();
        let package = Path::new(env!("CARGO_MANIFEST_DIR")).join(package);
        for (case, said) in cases.iter().zip(rustc.says(&package, &names)) {
            expect_file![case.with_extension("stderr")].assert_eq(&said);
        }
    }
}

/// Rows: F350.
#[test]
fn check() {
    for case in cases() {
        let mut text = messages(&shown_as(&case), &read(&case), None).join("\n\n");
        text.push('\n');
        expect_file![case.with_extension("check")].assert_eq(&text);
    }
}

/// What the tool alone says, of the board, the version of Vitis, the target or the clock in the first line of the case.
#[test]
fn check_for_a_board_a_version_or_a_target() {
    for case in sources("ui/tool") {
        let mut messages = messages_of_the_tool(&shown_as(&case), &read(&case)).join("\n\n");
        messages.push('\n');
        expect_file![case.with_extension("check")].assert_eq(&messages);
    }
}

/// The messages about a text for what its first line names.
fn messages_of_the_tool(shown_as: &str, text: &str) -> Vec<String> {
    let line = text.lines().next().expect("a first line");
    if !line.starts_with("//") {
        return messages(shown_as, text, None);
    }
    if let Some(clock) = line.strip_prefix("// At ").and_then(|line| line.strip_suffix(" MHz.")) {
        return messages(shown_as, text, Some(clock.parse().expect("a number")));
    }
    let (kind, name) = line.trim_end_matches('.').rsplit_once(' ').expect("a name");
    let complaints = |module: &Module| match kind {
        "// For the board" => check_board(module, Board::by_name(name).expect("the board is known")),
        "// For" => hardware(module, 300).err().unwrap_or_default(),
        _ => check_version(module, name.parse().expect("the version is known")),
    };
    messages_for(shown_as, text, complaints)
}

/// The examples on the pages of `explain` about other modules, boards, versions and targets.
#[test]
fn pages_of_boards_versions_and_targets() {
    for (severity, code) in [
        ("error", "SH0112"),
        ("error", "SH0515"),
        ("error", "SH0516"),
        ("error", "SH0517"),
        ("error", "SH0518"),
        ("warning", "SH0610"),
    ] {
        let page = explain(code).expect("a page");
        let mut examples = page.split("```rust\n").skip(1).filter_map(|rest| rest.split_once("```"));
        let mut said = || messages_of_the_tool("page.rs", examples.next().expect("an example").0);
        assert!(
            matches!(&said()[..], [message] if message.starts_with(&format!("{severity}[{code}]"))),
            "{page}"
        );
        assert_eq!(said(), [""; 0], "{page}");
    }
}

/// Lints, which only the tool says: what they find, what was allowed, and what comes near and is right.
#[test]
fn check_lints() {
    for case in sources("ui/lints") {
        let mut text = messages(&shown_as(&case), &read(&case), None).join("\n\n");
        let clean = ["allowed.rs", "near_misses.rs"].iter().any(|name| case.ends_with(name));
        assert_eq!(clean, text.is_empty(), "{}:\n{text}", case.display());
        text.push('\n');
        if !clean {
            expect_file![case.with_extension("check")].assert_eq(&text);
        }
    }
}

/// Kernels whose lints were allowed: the host code has none of those names.
#[allow(dead_code)]
#[path = "../../ui/lints/allowed.rs"]
mod allowed;

/// Nothing is said about kernels that are right, here or in the macro.
#[test]
fn check_accepts() {
    for case in sources("ui/accepted") {
        assert_eq!(messages(&shown_as(&case), &read(&case), None), [""; 0], "{}", case.display());
    }
}

/// One message, as either way of showing it lets it be read back.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Message {
    /// With the code in front.
    title: String,
    /// File, line and column.
    place: String,
    /// Notes, helps, and what is said about other places, in order.
    parts: Vec<String>,
}

const PARTS: [&str; 2] = ["note: ", "help: "];

/// Messages as rustc shows them: the parts are lines of the title.
fn from_rustc(text: &str) -> Vec<Message> {
    let blocks = text.split("\n\n").map(str::trim).filter(|block| !block.is_empty());
    blocks
        .map(|block| {
            let (head, rest) = block.split_once("--> ").unwrap_or((block, ""));
            let mut lines = head.lines().map(str::trim).filter(|line| !line.is_empty());
            let title = lines.next().unwrap_or_default().trim_start_matches("error: ").to_owned();
            let place = rest.lines().next().unwrap_or_default().to_owned();
            Message { title, place, parts: lines.map(str::to_owned).collect() }
        })
        .collect()
}

/// Messages as `sycl-hls check` shows them.
fn from_check(text: &str) -> Vec<Message> {
    let blocks = text.split("\n\n").filter(|block| !block.trim().is_empty());
    blocks
        .map(|block| {
            let title = block.lines().next().unwrap_or_default();
            let title = title.trim_start_matches("error").trim_start_matches(": ").replacen("]: ", "] ", 1);
            let place =
                block.split_once("--> ").and_then(|(_, rest)| rest.lines().next()).unwrap_or_default();
            let parts = block.lines().filter_map(|line| line.trim_start().strip_prefix("= "));
            let parts = parts.filter(|part| PARTS.iter().any(|prefix| part.starts_with(prefix)));
            Message { title, place: place.to_owned(), parts: parts.map(str::to_owned).collect() }
        })
        .collect()
}

/// Takes what is said about other places out of a message of rustc's. `check` says it at the places themselves.
fn take_labels(message: &mut Message) -> Vec<String> {
    let is_label = |part: &String| part.starts_with("line ");
    let labels = message.parts.iter().filter(|part| is_label(part));
    let labels = labels.filter_map(|part| part.split_once(": ")).map(|(_, label)| label.to_owned()).collect();
    message.parts.retain(|part| !is_label(part));
    labels
}

/// What rustc says for itself, before or beside the macro.
const RUSTC_ALONE: [(&str, &str); 2] =
    [("module_without_body", "error[E0658]"), ("syntax", "expected expression, found `;`")];

fn is_rustc_alone(case: &Path, message: &Message) -> bool {
    RUSTC_ALONE
        .iter()
        .any(|(name, title)| case.ends_with(format!("{name}.rs")) && message.title.starts_with(title))
}

#[test]
fn rustc_and_check_say_the_same() {
    for case in cases() {
        let check = read(&case.with_extension("check"));
        let mut rustc = from_rustc(&read(&case.with_extension("stderr")));
        for label in rustc.iter_mut().flat_map(take_labels) {
            assert!(check.contains(&label), "{}: `{label}` is missing", case.display());
        }
        let mut check = from_check(&check);
        rustc.retain(|message| !is_rustc_alone(&case, message));
        rustc.sort();
        check.sort();
        assert_eq!(rustc, check, "{}", case.display());
    }
}

/// The page about the command line shows a message about the README's program.
#[test]
fn the_page_shows_what_is_said() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let (readme, page) = (read(&root.join("README.md")), read(&root.join("docs/cli.md")));
    let (_, rest) = readme.split_once("```rust\n").expect("an example");
    let (example, _) = rest.split_once("```").expect("its end");
    let wrong = example.replace("#[pipeline", "#[pipline");
    let messages = messages("src/main.rs", &wrong, None);
    assert!(matches!(&messages[..], [message] if page.contains(message)), "{messages:#?}");
}

#[test]
fn every_code_has_a_case() {
    let cases = [cases(), sources("ui/tool"), sources("ui/lints")].concat();
    let texts = cases.iter().map(|case| case.with_extension("check")).filter(|path| path.exists());
    let texts: String = texts.map(|path| read(&path)).collect();
    let missing: BTreeSet<&str> = CATALOGUE
        .iter()
        .map(|(code, _)| code.0)
        .filter(|code| !texts.contains(&format!("[{code}]")))
        .collect();
    assert_eq!(missing, BTreeSet::new());
}
