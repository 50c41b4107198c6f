//! `docs/xrt.md` and `docs/deploy.md` work as they stand.

use std::fs;
use std::path::{Path, PathBuf};

use crate::xrt::support::{PROGRAM, command, finish, folder, start};

/// The first block of code in this language.
fn block<'t>(text: &'t str, language: &str) -> &'t str {
    let (_, rest) = text.split_once(&format!("```{language}\n")).unwrap();
    rest.split_once("\n```").unwrap().0
}

/// A page of documentation.
fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

/// A folder with the kernel and the host of `docs/xrt.md`.
fn place(name: &str, kernel: &str) -> PathBuf {
    let (text, place) = (page("xrt.md"), folder().join(name));
    let _ = fs::remove_dir_all(&place);
    fs::create_dir_all(place.join("src")).unwrap();
    fs::write(place.join(kernel), block(&text, "rust")).unwrap();
    fs::write(place.join("host.cpp"), block(&text, "cpp")).unwrap();
    place
}

/// Runs a line as a shell does; it must say what stands behind its `#`, which is given.
fn run(place: &Path, line: &str) -> String {
    let programs = Path::new(PROGRAM).parent().unwrap().display();
    let mut shell = command("sh");
    shell.args(["-c", line]).current_dir(place);
    shell.env("PATH", format!("{programs}:{}", std::env::var("PATH").unwrap()));
    shell.env("XDG_STATE_HOME", place.join("state"));
    let outcome = finish(start(&mut shell)).success();
    let expected = line.split_once("# ").map_or("", |(_, expected)| expected);
    let said = outcome.stdout + &outcome.stderr;
    assert!(said.contains(expected), "{line}: {said}");
    expected.to_owned()
}

#[test]
fn the_first_host_line_by_line() {
    let (text, place) = (page("xrt.md"), place("page", "vadd.rs"));
    let lines = block(&text, "sh").lines().filter(|line| !line.starts_with("apt "));
    let promised: Vec<String> = lines.map(|line| run(&place, line)).collect();
    assert_eq!(promised.last().map(String::as_str), Some("3069"), "what the page promises is compared");
}

#[test]
fn a_deployment_line_by_line() {
    let (text, place) = (page("deploy.md"), place("deployment", "src/vadd.rs"));
    fs::write(place.join("Cargo.toml"), "[package]\nname = \"p\"\n").unwrap();
    fs::write(place.join("sycl-hls.toml"), block(&text, "toml")).unwrap();
    fs::create_dir_all(place.join("bin")).unwrap();
    run(&place, "g++ -std=c++17 -I/usr/include/xrt host.cpp -o bin/host -lxrt_coreutil -luuid");
    let promised: Vec<String> = block(&text, "sh").lines().map(|line| run(&place, line)).collect();
    assert_eq!(promised.last().map(String::as_str), Some("3069"), "what the page promises is compared");
}
