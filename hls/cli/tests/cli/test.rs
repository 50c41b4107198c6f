//! `sycl-hls test`

use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::cli::support::{Folder, KERNELS, Outcome, finish, of_projects, projects_target, start};

/// Tests that look at the device that they are given; the image is there when they run.
const TESTS: &str = r#"
#[test]
fn device() {
    assert_eq!(std::env::var("SYCL_HLS_DEVICE").as_deref(), Ok("sw_emu/u50"));
    assert!(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("build/u50/sw_emu/p.xclbin").exists());
}

#[test]
fn wrong() {
    println!("before it went wrong");
    assert_eq!(1 + 1, 3);
}
"#;

/// A library with doc tests, of which one fails.
const LIBRARY: &str = r#"
/// ```
/// assert_eq!(p::two(), 2);
/// ```
///
/// ```
/// assert_eq!(p::two(), 3);
/// ```
pub fn two() -> u32 {
    2
}

#[cfg(test)]
mod tests {
    #[test]
    fn inside() {
        assert_eq!(super::two(), 2);
    }

    #[test]
    #[ignore = "takes long"]
    fn long() {}
}
"#;

/// Tests that end in all ways. The first is itself only where the second is not.
const ENDS: &str = r#"
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

static RUNS: AtomicU32 = AtomicU32::new(0);

#[test]
fn alone_1() {
    assert_eq!(RUNS.fetch_add(1, Relaxed), 0);
}

#[test]
fn alone_2() {
    assert_eq!(RUNS.fetch_add(1, Relaxed), 0);
}

#[test]
fn aborts() {
    eprintln!("last words <&>\x1b[31m\x01");
    std::process::abort();
}

#[test]
fn hangs() {
    let child = std::process::Command::new("sleep").arg("1000").spawn().unwrap();
    std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/child"), child.id().to_string()).unwrap();
    println!("waiting");
    std::thread::sleep(std::time::Duration::from_secs(1000));
}

#[test]
#[should_panic]
fn does_not_panic() {}
"#;

fn package() -> Folder {
    let folder = Folder::new();
    folder.write("p/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
    folder.write("p/src/lib.rs", "");
    folder.write("p/src/device/kernels.rs", KERNELS);
    folder.write("p/tests/board.rs", TESTS);
    folder
}

/// What every command begins with.
const TEST: [&str; 5] = ["test", "--project", "p", "--board", "u50"];

/// `sycl-hls test` for the package, with these words.
fn test(folder: &Folder, words: &str) -> Outcome {
    folder.run(TEST.into_iter().chain(words.split_whitespace()))
}

/// The same on one core, as in a job that asks for no more.
fn test_on_one_core(folder: &Folder) -> Outcome {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let allowed = status.lines().find_map(|line| line.strip_prefix("Cpus_allowed_list:")).unwrap();
    let core = allowed.trim().split(['-', ',']).next().unwrap();
    let mut command = folder.limited("", "taskset");
    command.args(["--cpu-list", core, env!("CARGO_BIN_EXE_sycl-hls")]).args(TEST);
    finish(start(command))
}

fn code(outcome: &Outcome, code: i32) {
    assert_eq!(outcome.status.code(), Some(code), "{}\n{}", outcome.stdout, outcome.stderr);
}

fn text(folder: &Folder, file: &str) -> String {
    String::from_utf8(folder.read(file)).unwrap()
}

/// What stands in a report about a test, from its element to the end of it.
fn case<'t>(report: &'t str, name: &str) -> &'t str {
    let start = report.find(&format!("<testcase name=\"{name}\""));
    assert!(start.is_some(), "{name}: {report}");
    let rest = &report[start.unwrap()..];
    let line = rest.lines().next().unwrap();
    if line.ends_with("/>") { line } else { rest.split_once("</testcase>").unwrap().0 }
}

#[test]
fn tests_run_on_the_board_and_give_cargos_code() {
    let folder = package();
    let outcome = test(&folder, "device -- --test-threads=1").success();
    assert!(outcome.stdout.contains("test device ... ok"), "{}", outcome.stdout);
    assert!(!outcome.stdout.contains("wrong"), "{}", outcome.stdout);
    let outcome = test_on_one_core(&folder);
    code(&outcome, 101);
    for words in ["test wrong ... FAILED", "before it went wrong", "thread 'wrong'", "left: 2"] {
        assert!(outcome.stdout.contains(words), "{words}: {}", outcome.stdout);
    }
    let outcome = test(&folder, "-- --skip wrong --nocapture").success();
    assert!(outcome.stdout.contains("1 passed; 0 failed"), "{}", outcome.stdout);
    let listed = test(&folder, "-- --list").success().stdout;
    assert!(listed.contains("wrong: test") && !listed.contains("ok"), "{listed}");
}

/// Wrong kernels are said at once, and no test runs.
#[test]
fn wrong_kernels_end_it() {
    let folder = package();
    folder.write("p/src/device/kernels.rs", KERNELS.replace("y[i] * 2", "z[i] * 2"));
    folder.write("out.xml", "from an earlier run");
    let outcome = test(&folder, "--junit out.xml").fails(1, &["error[SH0302]"]);
    assert!(!outcome.stdout.contains("running"), "{}", outcome.stdout);
    let report = text(&folder, "out.xml");
    assert!(case(&report, "run").contains("<error type=\"not run\" message=\"1 error(s)\""), "{report}");
}

#[test]
fn every_test_has_a_process_and_a_time_of_its_own() {
    let folder = package();
    folder.write("p/tests/board.rs", ENDS);
    let start = Instant::now();
    let outcome = test(&folder, "--junit out/r.xml --test-timeout 6");
    assert!(start.elapsed() < Duration::from_secs(250));
    code(&outcome, 101);
    assert!(is_gone(&text(&folder, "p/child")), "the test's child was ended, too");
    for words in [
        "test alone_1 ... ok",
        "test alone_2 ... ok",
        "---- hangs stdout ----\nwaiting",
        "it took longer than 6 s (--test-timeout)",
        "the signal 6 (SIGABRT) ended it",
        "2 passed; 3 failed",
    ] {
        assert!(outcome.stdout.contains(words), "{words}: {}", outcome.stdout);
    }
    let report = text(&folder, "out/r.xml");
    assert!(report.contains("tests=\"5\" failures=\"3\" errors=\"0\""), "{report}");
    assert!(report.contains("<property name=\"device\" value=\"sw_emu/u50\"/>"), "{report}");
    assert!(case(&report, "alone_1").contains("classname=\"p::board\""), "{report}");
    let hangs = case(&report, "hangs");
    assert!(hangs.contains("type=\"test timeout\"") && hangs.contains("<system-out>waiting"), "{hangs}");
    let aborts = case(&report, "aborts");
    assert!(
        aborts.contains("<system-err>last words &lt;&amp;&gt;\n</system-err>") && aborts.contains("signal 6"),
        "{aborts}"
    );
    assert!(case(&report, "does_not_panic").contains("did not panic as expected"), "{report}");
}

#[test]
fn reports_have_all_kinds_of_tests() {
    let folder = package();
    folder.write("p/src/lib.rs", LIBRARY);
    folder.write("p/src/main.rs", "fn main() {}\n#[test]\nfn of_the_program() {}\n");
    folder.write("p/tests/plain.rs", "fn main() { std::process::exit(3) }\n");
    let manifest = text(&folder, "p/Cargo.toml") + "[[test]]\nname = \"plain\"\nharness = false\n";
    folder.write("p/Cargo.toml", manifest);
    let outcome = test(&folder, "--junit r.xml");
    code(&outcome, 101);
    let report = text(&folder, "r.xml");
    for (name, suite, words) in [
        ("tests::inside", "p", ""),
        ("tests::long", "p", "<skipped"),
        ("of_the_program", "p::bin/p", ""),
        ("device", "p::board", ""),
        ("wrong", "p::board", "message=\"panicked at tests/board.rs:"),
        ("p::plain", "p::plain", "message=\"it ended with the exit code 3\""),
        ("src/lib.rs - two (line 2)", "p::doc", ""),
        ("src/lib.rs - two (line 6)", "p::doc", "left: 2"),
    ] {
        let case = case(&report, name);
        assert!(case.contains(&format!("classname=\"{suite}\"")) && case.contains(words), "{case}");
    }
    assert!(report.contains("tests=\"8\" failures=\"3\" errors=\"0\""), "{report}");
    let outcome = test(&folder, "inside --junit r.xml -- --include-ignored --exact");
    let report = text(&folder, "r.xml");
    assert!(!report.contains("tests::long"), "{report}");
    // The program without a harness takes its own view of arguments.
    code(&outcome, 101);
    assert!(test(&folder, "-- --include-ignored").stdout.contains("test tests::long ... ok"));
}

#[test]
fn a_doc_test_that_hangs_is_ended() {
    let folder = package();
    folder.write("p/tests/board.rs", "");
    folder.write("p/src/lib.rs", "/// ```\n/// loop {}\n/// ```\npub fn f() {}\n");
    let outcome = test(&folder, "--junit r.xml --test-timeout 3");
    code(&outcome, 101);
    let report = text(&folder, "r.xml");
    assert!(report.contains("errors=\"1\""), "{report}");
    assert!(case(&report, "doc tests").contains("no doc test has ended for 3 s"), "{report}");
}

#[test]
fn tests_that_do_not_compile_are_in_the_report() {
    let folder = package();
    folder.write("p/tests/board.rs", "#[test] fn a() { nonsense }");
    let outcome = test(&folder, "--junit r.xml");
    code(&outcome, 101);
    assert!(outcome.stderr.contains("nonsense"), "{}", outcome.stderr);
    let report = text(&folder, "r.xml");
    let case = case(&report, "compilation");
    assert!(case.contains("<error") && case.contains("cannot find value `nonsense`"), "{case}");
}

#[test]
fn what_makes_no_sense_is_said_before_anything_is_built() {
    let folder = package();
    test(&folder, "-- --format json").fails(2, &["`--format` has no use here", "--junit FILE"]);
    test(&folder, "-- --nonsense").fails(2, &["`--nonsense`", "--include-ignored"]);
    test(&folder, "--test-timeout soon").fails(2, &["a number of seconds"]);
    assert!(!folder.path("p/build").exists());
}

#[test]
fn nextest_runs_them_where_it_is_installed() {
    let folder = package();
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let there = Command::new(cargo).args(["nextest", "--version"]).output().unwrap().status.success();
    let outcome = test(&folder, "--runner nextest --junit r.xml --test-timeout 60");
    if !there {
        outcome.fails(3, &["cargo-nextest is not installed", "cargo install"]);
        return;
    }
    code(&outcome, 100);
    let report = text(&folder, "r.xml");
    assert!(case(&report, "device").ends_with("/>"), "{report}");
    assert!(case(&report, "wrong").contains("left: 2"), "{report}");
    test(&folder, "--runner nextest device -- --test-threads=1").success();
    test(&folder, "--runner nextest no_such_test").success();
    folder.write("p/tests/board.rs", "#[test] fn a() { nonsense }");
    code(&test(&folder, "--runner nextest --junit r.xml"), 101);
    assert!(text(&folder, "r.xml").contains("cannot find value `nonsense`"));
}

/// True if the process has ended, even if its parent has not waited for it yet.
fn is_gone(process: &str) -> bool {
    let state = std::fs::read_to_string(Path::new("/proc").join(process).join("stat")).unwrap_or_default();
    state.is_empty() || state.contains(") Z ")
}

#[test]
fn an_interrupt_ends_all_and_is_in_the_report() {
    let folder = package();
    folder.write("p/tests/board.rs", ENDS);
    let words = "test --project p --board u50 --junit r.xml hangs";
    let child = folder.spawn(&[], words.split(' '));
    let start = Instant::now();
    while !folder.path("p/child").exists() || text(&folder, "p/child").is_empty() {
        assert!(start.elapsed() < Duration::from_secs(250));
        std::thread::sleep(Duration::from_millis(20));
    }
    let interrupted = Instant::now();
    let kill = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    let outcome = finish(child);
    code(&outcome, 130);
    assert!(kill.success() && interrupted.elapsed() < Duration::from_secs(60));
    while !is_gone(&text(&folder, "p/child")) {
        assert!(interrupted.elapsed() < Duration::from_secs(60), "the test's child lives");
        std::thread::sleep(Duration::from_millis(20));
    }
    assert!(case(&text(&folder, "r.xml"), "run").contains("interrupted"), "{}", outcome.stderr);
}

/// A project of `sycl-hls new` in which a kernel stops.
fn stopping(name: &str) -> Folder {
    let folder = Folder::fixed(name);
    folder.run(["new", "stopping"]).success();
    let kernels = text(&folder, "stopping/src/kernels.rs").replace("a[i] + b[i]", "a[i + 1] + b[i]");
    folder.write("stopping/src/kernels.rs", kernels);
    folder
}

#[test]
fn what_the_emulator_did_is_with_the_test_that_failed() {
    let folder = stopping("test-log");
    let outcome = folder.run_project(["test", "--project", "stopping", "--junit", "r.xml", "-j", "1"]);
    code(&outcome, 101);
    let report = text(&folder, "r.xml");
    let case = case(&report, "sums_are_those_of_the_host");
    let (_, err) = case.split_once("<system-err>").unwrap();
    for words in ["sw_emu/u200: loads ", "vadd starts", "vadd stopped after", "src/kernels.rs:15:22"] {
        assert!(err.contains(words), "{words}: {err}");
        assert!(outcome.stdout.contains(words), "{words}: {}", outcome.stdout);
    }
    assert!(
        !report.contains("vectors_of_different_lengths_are_refused\" classname=\"stopping::sums\">"),
        "{report}"
    );
}

/// A kernel without an end, simulated: its simulator has a process group of its own.
#[test]
fn a_simulation_that_hangs_is_ended_with_its_simulator() {
    let folder = Folder::fixed("test-endless");
    folder.run(["new", "endless"]).success();
    let kernels = text(&folder, "endless/src/kernels.rs");
    let endless = "let mut n = 1_u32;\n        while n != 0 { n = n * 3 + 2; n = n | 1; }\n        for i in 0..sum.len()";
    let kernels = kernels.replace("#[pipeline(ii = 1)]", "").replace("for i in 0..sum.len()", endless);
    folder.write("endless/src/kernels.rs", kernels);
    let words = "test --project endless --target hw_emu --junit r.xml --test-timeout 8 sums";
    folder.write("tmp/here", "");
    let (projects, temporary) = (of_projects(), folder.path("tmp"));
    let projects = projects.iter().map(|(name, value)| (*name, value.as_os_str()));
    let environment: Vec<_> = projects.chain([("TMPDIR", temporary.as_os_str())]).collect();
    let outcome = folder.run_with(&environment, words.split(' '));
    code(&outcome, 101);
    let report = text(&folder, "r.xml");
    let case = case(&report, "sums_are_those_of_the_host");
    assert!(case.contains("type=\"test timeout\"") && case.contains("hw_emu/u200: vadd starts"), "{case}");
    assert!(!case.contains("is done"), "{case}");
    let commands =
        std::fs::read_dir("/proc").unwrap().flatten().map(|process| process.path().join("cmdline"));
    let commands = commands.filter_map(|file| String::from_utf8(std::fs::read(file).ok()?).ok());
    let left: Vec<String> =
        commands.filter(|command| command.contains(temporary.to_str().unwrap())).collect();
    assert!(left.is_empty(), "no simulator runs: {left:?}");
    assert_eq!(folder.list("tmp"), ["here"]);
}

/// No display, no settings, no licence: neither to build nor to run; and to run, no rights either.
#[test]
fn it_needs_nothing_of_the_environment() {
    let folder = Folder::fixed("test-bare");
    folder.run(["new", "bare"]).success();
    let mut command = bare(env!("CARGO_BIN_EXE_sycl-hls"));
    command.args(["test", "--project", "bare", "--junit", "r.xml"]).current_dir(folder.path(""));
    command.envs(of_projects());
    for name in ["HOME", "CARGO_HOME", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN"] {
        command.envs(std::env::var_os(name).map(|value| (name, value)));
    }
    succeeds(command);
    assert!(text(&folder, "r.xml").contains("tests=\"2\" failures=\"0\" errors=\"0\""));
    folder.run_project(["run", "--project", "bare"]).success();
    assert_eq!(as_nobody(&folder), "1000 sums on sw_emu/u200, the last is Some(1498.5)\n");
}

/// A program with nothing in its environment but where programs are.
fn bare(program: &str) -> Command {
    let mut command = Command::new(program);
    command.env_clear().env("PATH", std::env::var_os("PATH").unwrap());
    command
}

fn succeeds(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the project's program with its image beside it, as somebody who may do nothing where the tests may do all.
fn as_nobody(folder: &Folder) -> String {
    let place = tempfile::tempdir().unwrap();
    let images = place.path().join("images/u200/sw_emu");
    std::fs::create_dir_all(&images).unwrap();
    std::fs::copy(folder.path("bare/build/u200/sw_emu/bare.xclbin"), images.join("bare.xclbin")).unwrap();
    let program = place.path().join("bare");
    std::fs::copy(projects_target().join("debug/bare"), &program).unwrap();
    std::fs::set_permissions(place.path(), std::fs::Permissions::from_mode(0o755)).unwrap();
    let root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut command = if root { bare("setpriv") } else { bare(program.to_str().unwrap()) };
    if root {
        command.args(["--reuid=65534", "--regid=65534", "--clear-groups", "--no-new-privs"]).arg(&program);
    }
    command.env("SYCL_HLS_DEVICE", "sw_emu/u200").current_dir("/");
    succeeds(command)
}
