//! `sycl-hls new`: each template builds, runs and tests at once.

use std::ffi::OsStr;
use std::path::PathBuf;

use crate::cli::support::{Folder, Outcome, finish, of_projects, start};

/// The templates, by their folders in the tree.
fn templates() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/templates");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Runs Cargo in a folder.
fn cargo(folder: &Folder, project: &str, args: &[&str]) -> Outcome {
    let mut command = folder.limited(project, "cargo");
    command.args(args).envs(of_projects());
    finish(start(command))
}

#[test]
fn every_template_runs_and_passes_its_tests_everywhere() {
    let folder = Folder::fixed("templates");
    for template in templates() {
        let name = format!("my-{template}");
        folder.run(["new", &name, "--template", &template]).success();
        folder.run(["check", "--project", &name]).success();
        let on_the_board = folder.run_project(["run", "--project", &name]).success().stdout;
        assert!(on_the_board.contains("sw_emu/u200"), "{on_the_board}");
        assert!(folder.path(format!("{name}/build/u200/sw_emu/{name}.xclbin")).exists());
        let tests = folder.run_project(["test", "--project", &name]).success().stdout;
        let on_the_host = cargo(&folder, &name, &["test"]).success().stdout;
        for tests in [tests, on_the_host] {
            assert!(tests.contains("2 passed"), "{template}: {tests}");
        }
        cargo(&folder, &name, &["fmt", "--check"]).success();
        folder.run(["clean", "--project", &name]).success();
        // What is built is not taken for a part of the project.
        let ignored = String::from_utf8(folder.read(&format!("{name}/.gitignore"))).unwrap();
        assert_eq!(ignored, "/target/\n/build/\n");
    }
}

#[test]
fn every_template_is_without_warnings() {
    let folder = Folder::fixed("templates-lints");
    for template in templates() {
        folder.run(["new", "project", "--template", &template]).success();
        let lints = ["clippy", "--all-targets", "--", "-D", "warnings"];
        cargo(&folder, "project", &lints).success();
        std::fs::remove_dir_all(folder.path("project")).unwrap();
    }
}

/// The first build of a project takes a while, which is said before.
#[test]
fn the_first_build_is_announced() {
    let folder = Folder::new();
    folder.run(["new", "p"]).success();
    let target = folder.path("target");
    let run = || {
        let environment = [("CARGO", OsStr::new("true")), ("CARGO_TARGET_DIR", target.as_os_str())];
        folder.run_with(&environment, ["run", "--project", "p"]).success().stderr
    };
    assert!(run().contains("Building the program, for the first time"), "{}", run());
    std::fs::create_dir(&target).unwrap();
    assert!(!run().contains("for the first time"), "{}", run());
}

#[test]
fn what_is_there_stays() {
    let folder = Folder::new();
    folder.run(["new", "a"]).success();
    folder.write("a/src/main.rs", "mine");
    folder.run(["new", "a"]).fails(2, &["a is already there"]);
    assert_eq!(folder.read("a/src/main.rs"), b"mine");
}

#[test]
fn names_and_templates_that_cannot_be() {
    let folder = Folder::new();
    folder.run(["new", "2nd"]).fails(2, &["`2nd` cannot be the name", "does not begin with a letter"]);
    folder.run(["new", "a.b"]).fails(2, &["it has the character `.`"]);
    folder.run(["new", "sycl-hls"]).fails(2, &["the name is taken", "such as `my-sycl-hls`"]);
    folder.run(["new", "."]).fails(2, &["`.` does not name a new folder"]);
    folder.run(["new", "a", "--template", "vad"]).fails(2, &["vad", "image, struct, vadd"]);
    assert_eq!(folder.list("."), ["kernels.rs"]);
}

#[test]
fn the_crate_comes_from_where_it_is_said() {
    let folder = Folder::new();
    let manifest = |name: &str| String::from_utf8(folder.read(&format!("{name}/Cargo.toml"))).unwrap();
    folder.run(["new", "a", "--git", "https://example.com/a\"b"]).success();
    let table: toml::Table = manifest("a").parse().unwrap();
    assert_eq!(table["dependencies"]["sycl-hls"]["git"].as_str(), Some("https://example.com/a\"b"));
    folder.run(["new", "b"]).success();
    let table: toml::Table = manifest("b").parse().unwrap();
    let path = PathBuf::from(table["dependencies"]["sycl-hls"]["path"].as_str().unwrap());
    assert!(path.is_absolute() && path.ends_with("runtime"), "{}", path.display());
    folder.run(["new", "c", "--path", "a"]).fails(2, &["a is not the folder of the crate", "--path DIR"]);
    assert!(!folder.path("c").exists());
}

/// Cargo refuses a package in a workspace that does not know it.
#[test]
fn a_project_inside_of_a_workspace_is_one_of_its_own() {
    let folder = Folder::new();
    folder.write("Cargo.toml", "[workspace]\nmembers = []\n");
    folder.run(["new", "inner"]).success();
    cargo(&folder, "inner", &["metadata", "--no-deps", "--format-version", "1"]).success();
}
