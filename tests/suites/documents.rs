//! The documents of the project are complete and plain: sizes, openings, links, licences, decision records, glossary, words.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The files below a folder whose name passes, without build outputs and hidden folders.
fn files(folder: &Path, wanted: &dyn Fn(&str) -> bool, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            if !["target", "build"].contains(&name.as_str()) && !name.starts_with('.') {
                files(&path, wanted, found);
            }
        } else if wanted(&name) {
            found.push(path);
        }
    }
}

#[test]
fn the_first_pages_are_short() {
    for (page, most) in [("README.md", 6_000), ("ARCHITECTURE.md", 12_000)] {
        let bytes = read(page).len();
        assert!(bytes <= most, "{page} has {bytes} bytes, and may have {most}");
    }
}

#[test]
fn the_readme_has_a_picture() {
    let picture = fs::read(root().join("docs/schedule.png")).unwrap();
    assert!(read("README.md").contains("](docs/schedule.png)"));
    assert!(picture.starts_with(b"\x89PNG") && picture.len() < 200_000, "{} bytes", picture.len());
}

/// The pages of a folder of documentation.
fn pages(folder: &str) -> Vec<String> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name.ends_with(".md")).map(|name| format!("{folder}/{name}")).collect()
}

#[test]
fn pages_say_for_whom_they_are_and_the_readme_leads_to_them() {
    let readme = read("README.md");
    let pages = pages("docs");
    assert!(pages.len() >= 18, "{pages:?}");
    for page in pages {
        let text = read(&page);
        let opening = text.split("\n\n").nth(1).unwrap_or_default();
        assert!(text.starts_with("# ") && opening.starts_with("For "), "{page}: opens with `{opening}`");
        assert!(readme.contains(&format!("]({page})")), "README.md has no link to {page}");
    }
}

/// The anchor that a heading gets on a server: lower case, dashes for spaces, no punctuation.
fn anchor(heading: &str) -> String {
    let kept = |c: &char| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(kept).collect::<String>().replace(' ', "-")
}

#[test]
fn links_lead_somewhere() {
    let mut found = Vec::new();
    files(&root(), &|name| name.ends_with(".md"), &mut found);
    let mut checked = 0;
    for path in found.iter().filter(|path| !path.components().any(|part| part.as_os_str() == "templates")) {
        let text = fs::read_to_string(path).unwrap();
        // Code has brackets, too.
        let prose: String = text.split("```").step_by(2).collect();
        for target in prose.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            if target.starts_with("http") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            assert!(file.exists(), "{}: `{target}` does not exist", path.display());
            if !heading.is_empty() {
                let text = fs::read_to_string(&file).unwrap();
                let mut headings = text.lines().filter(|line| line.starts_with('#'));
                let is_there = headings.any(|line| anchor(line.trim_start_matches('#').trim()) == heading);
                assert!(is_there, "{}: `{target}` has no such heading", path.display());
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} links");
}

/// True for the path of a file or folder of the repository, as pages write them in backticks.
fn is_path(code: &str) -> bool {
    let folders = [
        "hls/",
        "tests/",
        "runtime/",
        "emulation/",
        "xclbin-tools/",
        "boards/",
        "bench/",
        "docs/",
        "examples/",
    ];
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '.');
    folders.iter().any(|folder| code.starts_with(folder)) && code.chars().all(plain) && !code.contains("..")
}

#[test]
fn paths_in_pages_exist() {
    let mut checked = 0;
    for page in pages("docs").into_iter().chain(["README.md", "ARCHITECTURE.md"].map(str::to_owned)) {
        let text = read(&page);
        let prose: String = text.split("```").step_by(2).collect();
        for code in prose.split('`').skip(1).step_by(2).filter(|code| is_path(code)) {
            assert!(root().join(code).exists(), "{page}: `{code}` does not exist");
            checked += 1;
        }
    }
    assert!(checked > 100, "{checked} paths");
}

/// What is not verified is said in these words: "never seen by Vitis", "never run on a card", "unverified".
#[test]
fn unverified_parts_are_named_plainly() {
    let word = ["bl", "ind"].concat();
    let mut texts = Vec::new();
    let kinds = [".md", ".rs", ".toml", ".txt", ".py", ".tcl"];
    files(&root(), &|name| kinds.iter().any(|kind| name.ends_with(kind)), &mut texts);
    for path in texts {
        let text = fs::read_to_string(&path).unwrap_or_default();
        let found = text.lines().position(|line| words(line).split(' ').any(|one| one == word));
        assert_eq!(found, None, "{}: a line (from 0) has the word \"{word}\"", path.display());
    }
}

#[test]
fn every_package_has_the_licence() {
    let field = "license = \"MIT OR Apache-2.0\"";
    let manifest = read("Cargo.toml");
    assert!(
        manifest.split("[workspace.package]").nth(1).unwrap().split("\n[").next().unwrap().contains(field)
    );
    let mut manifests = Vec::new();
    files(&root(), &|name| name == "Cargo.toml", &mut manifests);
    assert!(manifests.len() > 20);
    for path in manifests {
        let text = fs::read_to_string(&path).unwrap();
        let licensed = text.contains("license.workspace = true") || text.contains(field);
        assert!(licensed, "{}: has no licence field", path.display());
    }
    assert!(read("LICENSE-MIT").starts_with("MIT License\n"));
    assert!(read("LICENSE-APACHE").contains("Version 2.0, January 2004"));
}

/// The names of the decision records: all pages of the folder but its index.
fn decisions() -> BTreeSet<String> {
    let entries = fs::read_dir(root().join("docs/decisions")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    names.filter(|name| name != "README.md").collect()
}

#[test]
fn decisions_have_three_parts() {
    for name in decisions() {
        let text = read(&format!("docs/decisions/{name}"));
        let parts: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("## ")).collect();
        assert_eq!(parts, ["Context", "Decision", "Consequence"], "{name}");
        assert!(text.split("\n## ").skip(1).all(|part| part.lines().count() > 2), "{name}: a part is empty");
        let number: usize = name[..4].parse().unwrap();
        assert!(text.starts_with(&format!("# {number}. ")), "{name}: the title has the record's number");
    }
}

#[test]
fn decisions_are_in_the_index() {
    let index = read("docs/decisions/README.md");
    let rows: Vec<String> = index
        .lines()
        .filter_map(|line| Some(line.strip_prefix("| 0")?.split("](").nth(1)?.split(')').next()?.to_owned()))
        .collect();
    let listed: BTreeSet<String> = rows.iter().cloned().collect();
    assert_eq!(rows.len(), listed.len(), "each record is listed once");
    assert_eq!(listed, decisions());
    for (position, name) in rows.iter().enumerate() {
        assert!(name.starts_with(&format!("{:04}-", position + 1)), "{name}: numbers have no gap");
    }
}

/// A text in lower case, with one space wherever lines, comment signs or punctuation divide words.
fn words(text: &str) -> String {
    let word = |c: char| c.is_alphanumeric();
    text.to_lowercase()
        .split(|c: char| !word(c))
        .filter(|word| !word.is_empty())
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn terms_are_in_the_files_that_the_glossary_names() {
    let text = read("docs/glossary.md");
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| term"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert!(rows.len() >= 20, "the glossary has {} terms", rows.len());
    for row in rows {
        let [term, meaning, source, path] = row[..] else { panic!("{row:?} has four cells") };
        assert!(!meaning.is_empty() && !source.is_empty(), "{term}: has a meaning and a source");
        // An abbreviation in parentheses is another name.
        let name = words(term.split(" (").next().unwrap());
        let path = path.trim_matches('`');
        assert!(words(&read(path)).contains(&name), "{path}: does not have the term \"{term}\"");
    }
}

/// The lines of doc comments in which a sentence ends with a question mark, outside of code.
fn questions(text: &str) -> Vec<usize> {
    let mut in_code = false;
    let mut found = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line = line.trim();
        let Some(comment) = line.strip_prefix("///").or_else(|| line.strip_prefix("//!")) else {
            in_code = false;
            continue;
        };
        let comment = comment.trim();
        if comment.starts_with("```") {
            in_code = !in_code;
        } else if !in_code && asks(comment) {
            found.push(number + 1);
        }
    }
    found
}

/// True if a line has a question mark at the end of a sentence, outside of backticks.
fn asks(line: &str) -> bool {
    let prose: String = line.split('`').step_by(2).collect();
    prose.ends_with('?') || ["? ", "?)", "?:", "?;"].iter().any(|end| prose.contains(end))
}

#[test]
fn doc_comments_are_statements() {
    let mut sources = Vec::new();
    files(&root(), &|name| name.ends_with(".rs"), &mut sources);
    for path in sources {
        let lines = questions(&fs::read_to_string(&path).unwrap());
        assert!(lines.is_empty(), "{}: doc comments that are questions, in lines {lines:?}", path.display());
    }
}

#[test]
fn questions_are_found() {
    let text = "//! What?\n/// ```\n/// read()?\n/// ```\n/// Is it?\nlet x = y?;\n/// ```text\nfn f() {}\n/// And now? Then.\n";
    assert_eq!(questions(text), [1, 5, 9]);
    assert!(!asks("`x?` is a value") && !asks("`a` or `b?`"));
}
