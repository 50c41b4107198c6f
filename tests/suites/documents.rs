//! The documents of the project are complete: size of ARCHITECTURE.md, licences, decision records, glossary.

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
fn architecture_is_short() {
    let bytes = read("ARCHITECTURE.md").len();
    assert!(bytes <= 12_000, "ARCHITECTURE.md has {bytes} bytes, and may have 12,000");
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

/// The lines that end a doc comment's sentence with a question mark; code that such a comment shows is none.
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
        } else if !in_code && comment.ends_with('?') {
            found.push(number + 1);
        }
    }
    found
}

#[test]
fn doc_comments_are_statements() {
    // These are reshaped at present.
    let later = ["hls/src/rtl", "hls/src/back/verilog"].map(|path| root().join(path));
    let mut sources = Vec::new();
    files(&root(), &|name| name.ends_with(".rs"), &mut sources);
    for path in sources.into_iter().filter(|path| !later.iter().any(|folder| path.starts_with(folder))) {
        let lines = questions(&fs::read_to_string(&path).unwrap());
        assert!(lines.is_empty(), "{}: doc comments that are questions, in lines {lines:?}", path.display());
    }
}

#[test]
fn questions_are_found() {
    let text = "//! What?\n/// ```\n/// read()?\n/// ```\n/// Is it?\nlet x = y?;\n/// ```text\nfn f() {}\n/// And now?\n";
    assert_eq!(questions(text), [1, 5, 9]);
}
