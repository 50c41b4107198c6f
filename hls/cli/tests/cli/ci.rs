//! `sycl-hls new --ci`: what a server would do works as it stands.

use std::collections::BTreeMap;
use std::process::Command;

use saphyr::{LoadableYamlNode as _, Yaml};

use crate::cli::support::{Folder, finish, of_projects, start};

/// The repository that projects name; nobody asks it for anything.
const GIT: &str = "https://example.com/sycl-hls";

/// What begins so is not run here: it changes the machine, or needs the repository.
const INSTALLS: [&str; 4] = ["sudo apt-get ", "apt-get ", "rustup ", "cargo install "];

/// A file of a new project for this server.
fn file(folder: &Folder, server: &str, path: &str) -> Yaml<'static> {
    folder.run(["new", server, "--git", GIT, "--ci", server]).success();
    let text = String::from_utf8(folder.read(&format!("{server}/{path}"))).unwrap();
    assert!(text.lines().all(|line| line.trim_end() == line && !line.contains("SYCL_HLS_GIT")), "{text}");
    let mut documents = Yaml::load_from_str(text.leak()).unwrap();
    assert_eq!(documents.len(), 1);
    documents.remove(0)
}

/// A project that needs no repository: its folder is where the lines run.
fn project(name: &str) -> Folder {
    let folder = Folder::fixed(name);
    folder.run(["new", name]).success();
    folder
}

fn lines(text: &str) -> impl Iterator<Item = String> {
    text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned)
}

fn sequence<'y>(yaml: &'y Yaml<'static>) -> &'y [Yaml<'static>] {
    yaml.as_sequence().unwrap()
}

/// Runs lines in one shell, with nothing in its environment but where programs are and `more`; gives those that were passed
/// over. No display, no settings.
fn run(folder: &Folder, project: &str, lines: &[String], more: &[(&str, &str)]) -> Vec<String> {
    let (installs, lines): (Vec<&String>, Vec<&String>) =
        lines.iter().partition(|line| INSTALLS.iter().any(|start| line.starts_with(start)));
    let script = lines.into_iter().cloned().collect::<Vec<_>>().join("\n");
    let mut shell: Command = folder.limited(project, "bash");
    shell.args(["-e", "-o", "pipefail", "-c", &script]).env_clear();
    let tool = std::path::Path::new(env!("CARGO_BIN_EXE_sycl-hls")).parent().unwrap().display();
    shell.env("PATH", format!("{tool}:{}", std::env::var("PATH").unwrap()));
    for name in ["HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
        shell.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    shell.envs(of_projects()).envs(more.iter().copied());
    let outcome = finish(start(shell));
    assert!(outcome.status.success(), "{script}: {}{}", outcome.stdout, outcome.stderr);
    assert!(outcome.stdout.contains("2 passed; 0 failed"), "{script}: {}", outcome.stdout);
    installs.into_iter().cloned().collect()
}

/// A report as the server keeps it, of this device.
fn reported(folder: &Folder, project: &str, device: &str) {
    let path = format!("{project}/junit.xml");
    let report = String::from_utf8(folder.read(&path)).unwrap();
    assert!(report.contains("tests=\"2\" failures=\"0\" errors=\"0\""), "{report}");
    assert!(report.contains(&format!("name=\"device\" value=\"{device}\"")), "{report}");
    std::fs::remove_file(folder.path(&path)).unwrap();
}

#[test]
fn what_github_runs() {
    let folder = project("ci-github");
    let file = file(&folder, "github", ".github/workflows/kernels.yml");
    let job = &file["jobs"]["emulation"];
    let steps = sequence(&job["steps"]);
    let variants = sequence(&job["strategy"]["matrix"]["include"]);
    assert_eq!(variants.len(), 2);
    for variant in variants {
        let target = variant["target"].as_str().unwrap();
        let seconds = variant["seconds"].as_integer().unwrap().to_string();
        let fill = |text: &str| {
            text.replace("${{ matrix.target }}", target).replace("${{ matrix.seconds }}", &seconds)
        };
        let scripts = steps.iter().filter_map(|step| step.as_mapping_get("run")?.as_str());
        let lines: Vec<String> = scripts.flat_map(|text| lines(&fill(text)).collect::<Vec<_>>()).collect();
        assert!(lines.iter().all(|line| !line.contains("${{")), "{lines:?}");
        let installs = run(&folder, "ci-github", &lines, &[]);
        assert_eq!(
            installs,
            [
                "sudo apt-get update && sudo apt-get install --yes --no-install-recommends g++ verilator",
                "rustup toolchain install stable --profile minimal",
                "cargo install --locked --git https://example.com/sycl-hls sycl-hls-cli",
            ]
        );
        reported(&folder, "ci-github", &format!("{target}/u200"));
    }
    // What is used is used with a version, and what is uploaded is what was written.
    let actions: BTreeMap<&str, &Yaml<'_>> =
        steps.iter().filter_map(|step| Some((step.as_mapping_get("uses")?.as_str()?, step))).collect();
    assert!(actions.keys().all(|action| action.contains("@v")), "{actions:?}");
    assert_eq!(actions["actions/upload-artifact@v4"]["with"]["path"].as_str(), Some("junit.xml"));
}

#[test]
fn what_gitlab_runs() {
    let folder = project("ci-gitlab");
    let file = file(&folder, "gitlab", ".gitlab-ci.yml");
    let common = &file[".emulation"];
    assert_eq!(common["artifacts"]["reports"]["junit"].as_str(), Some("junit.xml"));
    let home = std::env::var("CARGO_HOME").unwrap_or(format!("{}/.cargo", std::env::var("HOME").unwrap()));
    for target in ["sw_emu", "hw_emu"] {
        let job = &file[target];
        assert_eq!(job["extends"].as_str(), Some(".emulation"));
        let scripts = sequence(&common["before_script"]).iter().chain(sequence(&job["script"]));
        let lines: Vec<String> = scripts.flat_map(|text| lines(text.as_str().unwrap())).collect();
        let installs = run(&folder, "ci-gitlab", &lines, &[("CARGO_HOME", &home)]);
        assert_eq!(
            installs,
            [
                "apt-get update && apt-get install --yes --no-install-recommends g++ verilator",
                "cargo install --locked --git https://example.com/sycl-hls sycl-hls-cli",
            ]
        );
        reported(&folder, "ci-gitlab", &format!("{target}/u200"));
    }
}

#[test]
fn a_server_needs_a_repository_that_it_reaches() {
    let folder = Folder::new();
    folder.run(["new", "a", "--ci", "github"]).fails(2, &["--git <URL>"]);
    folder.run(["new", "a", "--git", GIT, "--ci", "jenkins"]).fails(2, &["jenkins", "github, gitlab"]);
    folder.run(["new", "a", "--git", "https://x y/z'", "--ci", "gitlab"]).success();
    let text = String::from_utf8(folder.read("a/.gitlab-ci.yml")).unwrap();
    assert!(text.contains(r"--git 'https://x y/z'\''' sycl-hls-cli"), "{text}");
    folder.write(".git/HEAD", "");
    let said = folder.run(["new", "b", "--git", GIT, "--ci", "github"]).success().stderr;
    assert!(said.contains("servers look for .github/workflows/kernels.yml in"), "{said}");
}
