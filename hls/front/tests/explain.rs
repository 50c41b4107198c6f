//! The pages of `explain` tell the truth: their examples are right and wrong as they say.

use std::collections::BTreeSet;
use std::path::Path;

use sycl_hls_front::{CATALOGUE, LINTS, explain, find_modules, imported_paths, translate};
use sycl_hls_ir::{Diagnostic, Severity, Source};

/// Codes of what only the tool can tell, which knows other modules, the board, the version of Vitis and the target. Their wrong
/// examples are tested with it, in `tests/suites/ui/mod.rs`.
const OF_THE_TOOL: [&str; 6] = ["SH0112", "SH0515", "SH0516", "SH0517", "SH0518", "SH0610"];

/// Widest line of a page: what fits a terminal of 80 columns with examples indented by 4.
const WIDTH: usize = 76;

/// All messages about a text.
fn messages(text: &str) -> Vec<Diagnostic> {
    let modules = match find_modules(text) {
        Ok(modules) => modules,
        Err(error) => return vec![*error],
    };
    assert!(!modules.is_empty(), "an example has a kernels module:\n{text}");
    let source = || Source::new("example.rs", None);
    // The tool alone finds what is imported.
    let modules = modules.into_iter().filter(|module| imported_paths(module).is_empty());
    modules.flat_map(|mut module| translate(&mut module, source()).diagnostics).collect()
}

/// Their codes.
fn codes(text: &str) -> BTreeSet<&'static str> {
    messages(text).into_iter().map(|message| message.code.0).collect()
}

/// The example under a heading.
fn example<'p>(page: &'p str, heading: &str) -> &'p str {
    let after = page.split_once(&format!("\n## {heading}\n\n```rust\n")).map(|(_, after)| after);
    let example = after.and_then(|after| after.split_once("```\n"));
    example.unwrap_or_else(|| panic!("no example under {heading}:\n{page}")).0
}

fn pages() -> impl Iterator<Item = (&'static str, &'static str)> {
    CATALOGUE.iter().filter_map(|(code, _)| Some((code.0, explain(code.0)?)))
}

#[test]
fn every_code_has_a_page_and_every_page_a_code() {
    let without: Vec<&str> =
        CATALOGUE.iter().map(|(code, _)| code.0).filter(|code| explain(code).is_none()).collect();
    assert_eq!(without, [""; 0]);
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("explain");
    let files =
        std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let files: BTreeSet<String> = files.collect();
    let expected: BTreeSet<String> = pages().map(|(code, _)| format!("{code}.md")).collect();
    assert_eq!(files, expected);
    assert_eq!(explain("SH9999"), None);
}

#[test]
fn wrong_examples_give_the_pages_code_alone() {
    for (code, page) in pages() {
        let expected: BTreeSet<&str> =
            [code].into_iter().filter(|code| !OF_THE_TOOL.contains(code)).collect();
        assert_eq!(codes(example(page, "Wrong")), expected, "{page}");
    }
}

#[test]
fn lints_are_warnings_and_all_else_are_errors() {
    for (code, page) in pages() {
        let expected = match LINTS.iter().any(|lint| lint.code.0 == code) {
            true => Severity::Warning,
            false => Severity::Error,
        };
        let severities = messages(example(page, "Wrong")).into_iter().map(|message| message.severity);
        assert!(severities.into_iter().all(|severity| severity == expected), "{page}");
    }
}

#[test]
fn the_pages_of_lints_name_them() {
    for lint in LINTS {
        assert!(
            explain(lint.code.0).unwrap().contains(&format!("The lint `{}`", lint.name)),
            "{}",
            lint.name
        );
    }
}

#[test]
fn right_examples_give_no_error() {
    for (_, page) in pages() {
        assert_eq!(codes(example(page, "Right")), BTreeSet::new(), "{page}");
    }
}

#[test]
fn pages_have_one_form() {
    for (code, page) in pages() {
        let (title, rest) = page.split_once("\n\n").unwrap();
        assert!(title.starts_with(&format!("# {code}: ")) && !title.ends_with('.'), "{title}");
        assert!(rest.starts_with(|c: char| c.is_alphabetic() || c == '`'), "a text under the title: {title}");
        assert_eq!(page.matches("```").count(), 4, "two examples: {title}");
        let long = page.lines().find(|line| line.chars().count() > WIDTH);
        assert_eq!(long, None, "{title}");
    }
}
