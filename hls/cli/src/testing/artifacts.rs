//! The test programs that Cargo has built.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

/// A program of tests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct TestProgram {
    /// The file.
    pub executable: PathBuf,
    /// The name of what it tests, as nextest gives it: `p` for the library of a package, `p::bin/b`, `p::t` for `tests/t.rs`.
    pub suite: String,
    /// True if it has Rust's test harness. A program without it is a single test.
    pub harness: bool,
}

/// A line of Cargo's that begins with `{`.
#[derive(Deserialize)]
struct Message {
    reason: String,
    manifest_path: Option<PathBuf>,
    target: Option<Target>,
    profile: Option<Profile>,
    executable: Option<PathBuf>,
}

#[derive(Deserialize)]
struct Target {
    name: String,
    kind: Vec<String>,
}

#[derive(Deserialize)]
struct Profile {
    test: bool,
}

/// What of Cargo's manifest the messages leave out.
#[derive(Default, Deserialize)]
#[serde(default)]
struct Manifest {
    package: Package,
    lib: Option<Section>,
    bin: Vec<Section>,
    test: Vec<Section>,
    example: Vec<Section>,
    bench: Vec<Section>,
}

#[derive(Default, Deserialize)]
#[serde(default)]
struct Package {
    name: String,
}

#[derive(Deserialize)]
struct Section {
    name: Option<String>,
    #[serde(default = "yes")]
    harness: bool,
}

const fn yes() -> bool {
    true
}

/// The test programs in the messages of `cargo test --no-run --message-format=json`.
pub fn test_programs(messages: &str) -> Vec<TestProgram> {
    let messages = messages.lines().filter_map(|line| serde_json::from_str(line).ok());
    messages.filter_map(|message: Message| program(&message)).collect()
}

fn program(message: &Message) -> Option<TestProgram> {
    let (target, profile) = (message.target.as_ref()?, message.profile.as_ref()?);
    if message.reason != "compiler-artifact" || !profile.test {
        return None;
    }
    let manifest = manifest(message.manifest_path.as_deref()?);
    let kind = target.kind.first().map_or("lib", String::as_str);
    let package = &manifest.package.name;
    let (suite, sections) = match kind {
        "test" => (format!("{package}::{}", target.name), &manifest.test),
        "bin" => (format!("{package}::bin/{}", target.name), &manifest.bin),
        "example" => (format!("{package}::example/{}", target.name), &manifest.example),
        "bench" => (format!("{package}::bench/{}", target.name), &manifest.bench),
        _ => (package.clone(), &Vec::new()),
    };
    let section = match kind {
        "test" | "bin" | "example" | "bench" => {
            sections.iter().find(|section| section.name.as_deref() == Some(&target.name))
        }
        _ => manifest.lib.as_ref(),
    };
    let harness = section.is_none_or(|section| section.harness);
    Some(TestProgram { executable: message.executable.clone()?, suite, harness })
}

/// Cargo has read the file before, so that it is right.
fn manifest(path: &Path) -> Manifest {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    toml::from_str(&text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_have_the_names_of_what_they_test() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Cargo.toml");
        let text = "[package]\nname = \"p-q\"\n[lib]\ndoctest = false\n[[test]]\nname = \"plain\"\nharness = false\n";
        std::fs::write(&path, text).unwrap();
        let message = |kind: &str, name: &str, test: bool| {
            serde_json::json!({
                "reason": "compiler-artifact", "manifest_path": path, "executable": format!("/{name}-1"),
                "target": { "kind": [kind], "name": name }, "profile": { "test": test },
            })
            .to_string()
        };
        let lines = [
            message("lib", "p_q", true),
            message("bin", "p-q", true),
            message("bin", "p-q", false),
            message("test", "sums", true),
            message("test", "plain", true),
            "{\"reason\":\"build-finished\",\"success\":true}".to_owned(),
            "Running something".to_owned(),
        ];
        let found = test_programs(&lines.join("\n"));
        let names: Vec<(&str, bool)> =
            found.iter().map(|program| (program.suite.as_str(), program.harness)).collect();
        assert_eq!(
            names,
            [("p-q", true), ("p-q::bin/p-q", true), ("p-q::sums", true), ("p-q::plain", false)]
        );
        assert_eq!(found[2].executable, Path::new("/sums-1"));
    }
}
