//! ARCHITECTURE.md and docs/dependencies.md tell the truth: their tables are those of the code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Stands for any dependencies.
const EVERYTHING: &str = "everything";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The rows of the table whose head begins with these cells: the names in each cell, without backquotes.
fn table(head: &[&str]) -> Vec<Vec<Vec<String>>> {
    let text = ["ARCHITECTURE.md", "docs/dependencies.md"]
        .map(|page| fs::read_to_string(root().join(page)).unwrap())
        .join("\n");
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    let mut lines = text.lines().skip_while(|line| !cells(line).iter().eq(head));
    assert!(lines.next().is_some(), "there is a table with {head:?}");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    let names = |cell: &String| {
        cell.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::to_owned).collect()
    };
    rows.map(|line| cells(line).iter().map(names).collect()).collect()
}

/// The normal dependencies of every package of the workspace.
fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap().to_owned();
    let packages = metadata["packages"].as_array().unwrap();
    let normal = |package: &serde_json::Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        dependencies.filter(|dependency| dependency["kind"].is_null()).map(name).collect()
    };
    packages.iter().map(|package| (name(package), normal(package))).collect()
}

/// How many packages a new project may have, itself included.
const MOST_PACKAGES: usize = 60;

/// The packages that Cargo compiles for a program that uses the runtime with its default features.
fn packages_of_the_runtime() -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["tree", "--locked", "--offline", "--package", "sycl-hls", "--edges", "normal,build"])
        .args(["--prefix", "none", "--no-dedupe", "--format", "{p}"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

#[test]
fn a_new_project_has_at_most_60_packages() {
    let packages = packages_of_the_runtime();
    assert!(packages.iter().any(|package| package.starts_with("sycl-hls-macros ")), "{packages:#?}");
    assert!(packages.len() < MOST_PACKAGES, "{} and the project: {packages:#?}", packages.len());
}

/// The libraries that Cargo compiles for the runtime with its default features, by the packages' ids. Cargo has no stable
/// command that tells features of macros and programs apart.
fn compiled_libraries() -> Vec<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["build", "--locked", "--offline", "--package", "sycl-hls"])
        .args(["-Zunstable-options", "--unit-graph"])
        .env("RUSTC_BOOTSTRAP", "1")
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let graph: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let units = graph["units"].as_array().unwrap().iter();
    let libraries = units.filter(|unit| unit["mode"] == "build" && unit["target"]["kind"][0] == "lib");
    libraries.map(|unit| unit["pkg_id"].as_str().unwrap().to_owned()).collect()
}

/// A package with other features in the macro than in programs is compiled twice, with all that depends on it.
#[test]
fn the_macro_and_programs_share_packages() {
    let libraries = compiled_libraries();
    assert!(libraries.iter().any(|id| id.contains("sycl-hls-types")), "{libraries:#?}");
    let twice: Vec<&String> =
        libraries.iter().filter(|id| libraries.iter().filter(|other| other == id).count() > 1).collect();
    assert!(twice.is_empty(), "{twice:#?}");
}

#[test]
fn packages_depend_on_what_the_table_says() {
    let actual = dependencies();
    let rows = table(&["package", "of this project", "others"]);
    let listed: BTreeSet<&String> = rows.iter().map(|row| &row[0][0]).collect();
    assert_eq!(listed, actual.keys().collect(), "the table has every package, once");
    assert_eq!(rows.len(), listed.len());
    for row in &rows {
        let [package, own, others] = &row[..] else { panic!("{row:?} has three cells") };
        let package = &package[0];
        if own.first().is_some_and(|name| name == EVERYTHING) {
            let dependents = actual.iter().filter(|(_, names)| names.contains(package));
            let product: Vec<&String> = dependents
                .map(|(name, _)| name)
                .filter(|name| !rows.iter().any(|row| row[0][0] == **name && row[1] == [EVERYTHING]))
                .collect();
            assert!(product.is_empty(), "{package} is a dependency of {product:?}");
            continue;
        }
        for name in own {
            assert!(actual.contains_key(name), "{package}: {name} is no package of this project");
        }
        for name in others {
            assert!(!actual.contains_key(name), "{package}: {name} is a package of this project");
        }
        let table: BTreeSet<String> = own.iter().chain(others).cloned().collect();
        assert_eq!(
            actual[package], table,
            "{package}: Cargo.toml on the left, docs/dependencies.md on the right"
        );
    }
}

/// The Rust files below a path, or the file itself.
fn sources(path: &Path) -> Vec<PathBuf> {
    if path.is_file() {
        return vec![path.to_owned()];
    }
    let entries = fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "rs"))
        .flat_map(|path| sources(&path))
        .collect()
}

/// The entries of a list up to its closing brace; commas in braces of their own divide none.
fn entries(list: &str) -> Vec<&str> {
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0);
    for (position, character) in list.char_indices() {
        match character {
            '{' => depth += 1,
            '}' if depth > 0 => depth -= 1,
            ',' | '}' if depth == 0 => {
                found.push(&list[start..position]);
                start = position + 1;
                if character == '}' {
                    break;
                }
            }
            _ => {}
        }
    }
    found
}

/// The modules of its own crate that a text names.
fn modules_named(text: &str) -> BTreeSet<String> {
    let code: String =
        text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
    let identifier = |text: &str| -> String {
        text.trim_start().chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect()
    };
    let mut found = BTreeSet::new();
    for rest in code.split("crate::").skip(1) {
        match rest.strip_prefix('{') {
            Some(list) => found.extend(entries(list).into_iter().map(identifier)),
            None => _ = found.insert(identifier(rest)),
        }
    }
    found.retain(|name| name.starts_with(|c: char| c.is_ascii_lowercase()));
    found
}

#[test]
fn modules_see_what_the_table_says() {
    for row in table(&["where", "may see"]) {
        let path = root().join(&row[0][0]);
        let own = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let allowed: BTreeSet<String> = row[1].iter().cloned().chain([own]).collect();
        for file in sources(&path) {
            let named = modules_named(&fs::read_to_string(&file).unwrap());
            let beyond: Vec<_> = named.difference(&allowed).collect();
            assert!(beyond.is_empty(), "{}: names {beyond:?}", file.display());
        }
    }
}

#[test]
fn names_of_modules_are_found() {
    let text =
        "use crate::a::B;\n// crate::comment\nuse crate::{c::{D, d}, e, F, h::I};\nlet x = crate::g(1, y);";
    let named: Vec<String> = modules_named(text).into_iter().collect();
    assert_eq!(named, ["a", "c", "e", "g", "h"]);
}

/// The modules of a crate, each with the others that it names.
fn modules(source: &Path) -> BTreeMap<String, BTreeSet<String>> {
    let mut modules: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for entry in fs::read_dir(source).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if ["lib", "main"].contains(&name.as_str()) {
            continue;
        }
        let named = modules.entry(name).or_default();
        for file in sources(&path) {
            named.extend(modules_named(&fs::read_to_string(file).unwrap()));
        }
    }
    let names: BTreeSet<String> = modules.keys().cloned().collect();
    for (name, named) in &mut modules {
        named.retain(|other| other != name && names.contains(other));
    }
    modules
}

/// What is left of modules without those that name no other and those that no other names: circles, and what lies between.
fn circles(mut modules: BTreeMap<String, BTreeSet<String>>) -> BTreeMap<String, BTreeSet<String>> {
    loop {
        let before = modules.len();
        let named: BTreeSet<String> = modules.values().flatten().cloned().collect();
        modules.retain(|name, others| !others.is_empty() && named.contains(name));
        let left: BTreeSet<String> = modules.keys().cloned().collect();
        modules.values_mut().for_each(|others| others.retain(|other| left.contains(other)));
        if modules.len() == before {
            return modules;
        }
    }
}

#[test]
fn modules_form_no_circle_where_the_table_says() {
    let rows = table(&["modules form no circle in"]);
    assert!(!rows.is_empty());
    for row in rows {
        let modules = modules(&root().join(&row[0][0]));
        assert!(modules.values().any(|others| !others.is_empty()), "{row:?}: its modules name each other");
        let circles = circles(modules);
        assert!(circles.is_empty(), "{row:?}: modules name each other in a circle: {circles:#?}");
    }
}

#[test]
fn circles_are_found() {
    let modules = |arrows: &[(&str, &[&str])]| -> BTreeMap<String, BTreeSet<String>> {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        arrows.iter().map(|(name, others)| ((*name).to_owned(), names(others))).collect()
    };
    let line = modules(&[("a", &["b", "c"]), ("b", &["c"]), ("c", &[])]);
    assert!(circles(line).is_empty());
    let circle = modules(&[("a", &["b"]), ("b", &["c", "e"]), ("c", &["d"]), ("d", &["b"]), ("e", &[])]);
    assert_eq!(circles(circle).into_keys().collect::<Vec<_>>(), ["b", "c", "d"]);
}

#[test]
fn unsafe_code_is_where_the_document_says() {
    let allowed = [
        "emulation/src/library.rs",
        "emulation/src/xrt/mapping.rs",
        "runtime/memory/src/lease.rs",
        "runtime/xrt-sys/src",
    ];
    let allowed = allowed.map(|path| root().join(path));
    let members = dependencies().len();
    let folders = ["bench", "boards", "emulation", "examples", "hls", "runtime", "tests", "xclbin-tools"];
    let manifests: Vec<PathBuf> = folders.iter().flat_map(|folder| manifests(&root().join(folder))).collect();
    assert_eq!(manifests.len(), members, "every package is looked at");
    for manifest in manifests {
        let text = fs::read_to_string(&manifest).unwrap();
        let inherits = text.contains("[lints]\nworkspace = true");
        let denies = text.contains("unsafe_code = \"forbid\"") || text.contains("unsafe_code = \"deny\"");
        assert!(inherits || denies, "{}: unsafe code is denied", manifest.display());
    }
    for file in folders.iter().flat_map(|folder| sources(&root().join(folder))) {
        let text = fs::read_to_string(&file).unwrap();
        let lets =
            text.lines().any(|line| line.trim_start().starts_with("#") && line.contains("allow(unsafe_code"));
        let may = allowed.iter().any(|path| file.starts_with(path));
        assert!(!lets || may, "{}: allows unsafe code", file.display());
    }
}

/// The package manifests below a folder.
fn manifests(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| match path.file_name().and_then(|name| name.to_str()) {
            Some("Cargo.toml") => vec![path],
            // Fuzz targets are a workspace of their own, for another compiler.
            Some("target" | "build" | "fuzz") => Vec::new(),
            _ if path.is_dir() => manifests(&path),
            _ => Vec::new(),
        })
        .collect()
}

/// The error types in results and conversions of a text that are texts: they cannot be told apart, and have no cause.
fn errors_as_texts(text: &str) -> Vec<String> {
    let code = text.split("#[cfg(test)]").next().unwrap_or_default();
    let code: String =
        code.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join(" ");
    let code = code.replace("->", "  ");
    let converted = ["type Err = String", "type Error = String"].into_iter().filter(|it| code.contains(it));
    let results = code.split("Result<").skip(1).filter(|rest| {
        let mut depth = 1;
        let (mut start, mut arguments) = (0, Vec::new());
        for (position, character) in rest.char_indices() {
            match character {
                '<' | '(' | '[' => depth += 1,
                '>' | ')' | ']' => depth -= 1,
                _ => {}
            }
            if depth == 0 || (depth == 1 && character == ',') {
                arguments.push(rest[start..position].trim());
                start = position + 1;
            }
            if depth == 0 {
                break;
            }
        }
        arguments.retain(|argument| !argument.is_empty());
        matches!(arguments[..], [_, "String" | "&'static str"])
    });
    let shown = |rest: &str| format!("Result<{}", rest.split(['{', ';']).next().unwrap_or_default());
    converted.map(str::to_owned).chain(results.map(shown)).collect()
}

#[test]
fn errors_are_types() {
    let folders = ["boards", "emulation", "hls", "runtime", "tests/replay", "xclbin-tools"];
    for folder in folders.iter().flat_map(|folder| manifests(&root().join(folder))) {
        let source = folder.with_file_name("src");
        if !source.is_dir() || source.components().any(|part| part.as_os_str() == "templates") {
            continue;
        }
        for file in sources(&source).iter().filter(|file| !file.ends_with("tests.rs")) {
            let found = errors_as_texts(&fs::read_to_string(file).unwrap());
            assert!(found.is_empty(), "{}: errors are types (CONTRIBUTING.md): {found:?}", file.display());
        }
    }
}

#[test]
fn errors_that_are_texts_are_found() {
    let text = "fn a() -> Result<(), String> {}\n// fn b() -> Result<(), String>\n\
                fn c() -> io::Result<String> {}\nfn d() -> Result<BTreeMap<String, String>, Error> {}\n\
                fn e(f: impl Fn(&str) -> Result<T, String>) {}\ntype Err = String;\n\
                fn g() -> Result<\n    Option<(A, B)>,\n    &'static str,\n> {}\n\
                #[cfg(test)]\nmod tests { fn h() -> Result<(), String> {} }";
    let found = errors_as_texts(text);
    assert_eq!(found.len(), 4, "{found:?}");
}
