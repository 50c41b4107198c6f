//! `test --on slurm`: a project's tests as jobs.

use std::collections::BTreeMap;
use std::process::Command;

use crate::project::KERNEL;
use crate::site::{Site, output, signal, until};

/// Tests that write down that they ran, where the image must be; one fails, and one hangs while there is a file.
const TESTS: &str = r#"
use std::io::Write as _;

fn ran(name: &str) {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    assert_eq!(std::env::var("SYCL_HLS_DEVICE").as_deref(), Ok("sw_emu/u200"));
    assert!(root.join("build/u200/sw_emu/p.xclbin").exists());
    assert_eq!(std::env::current_dir().unwrap(), root);
    let file = std::fs::File::options().create(true).append(true).open(std::env::var("RAN").unwrap());
    file.unwrap().write_all(format!("{name}\n").as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(150));
}

#[test]
fn a() {
    ran("a");
}

#[test]
fn b() {
    ran("b");
}

#[test]
#[ignore = "takes long"]
fn c() {
    ran("c");
}

#[test]
fn hangs() {
    ran("hangs");
    while std::fs::exists("hang").unwrap() {
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn wrong() {
    ran("wrong");
    println!("before it went wrong");
    assert_eq!(1 + 1, 3);
}
"#;

const LIBRARY: &str = "/// ```\n/// assert_eq!(p::two(), 2);\n/// ```\npub fn two() -> u32 {\n    2\n}\n\n\
                       #[test]\nfn inside() {\n    assert_eq!(two(), 2);\n}\n";

const TEST: [&str; 6] = ["test", "--board", "u200", "--on", "slurm", "--shards=3"];

/// A package with tests beside the site's project.
struct Tests(Site);

impl Tests {
    fn new() -> Option<Self> {
        let site = Site::new()?;
        site.project.write("t/Cargo.toml", "[package]\nname = \"p\"\nedition = \"2024\"\n\n[workspace]\n");
        site.project.write("t/src/lib.rs", LIBRARY);
        site.project.write("t/src/device/kernels.rs", KERNEL);
        site.project.write("t/tests/board.rs", TESTS);
        Some(Self(site))
    }

    /// The same, for whole suites only.
    fn of_all() -> Option<Self> {
        std::env::var_os("SYCL_HLS_TEST_ALL")?;
        Self::new()
    }

    fn command(&self, words: &[&str]) -> Command {
        let mut command = self.0.command(words);
        let home = std::env::var_os("HOME").unwrap_or_default();
        command.current_dir(self.0.path("t")).env("HOME", home).env("RAN", self.0.local("ran"));
        command
    }

    /// The exit code, and all that was said.
    fn said(&self, words: &[&str]) -> (Option<i32>, String) {
        let output = output(self.command(words));
        let said = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8(said).unwrap())
    }

    /// How often each test ran.
    fn ran(&self) -> BTreeMap<String, usize> {
        let mut ran = BTreeMap::new();
        let text = std::fs::read_to_string(self.0.local("ran")).unwrap_or_default();
        text.lines().for_each(|name| *ran.entry(name.to_owned()).or_default() += 1);
        ran
    }

    fn assert_all_once(&self) {
        let once = ["a", "b", "hangs", "wrong"].map(|name| (name.to_owned(), 1));
        assert_eq!(self.ran(), BTreeMap::from(once));
    }

    fn report(&self, file: &str) -> String {
        std::fs::read_to_string(self.0.path("t").join(file)).unwrap()
    }

    /// The jobs of its runs that wait or run.
    fn jobs(&self) -> Vec<String> {
        let said = self.0.cluster.ask("squeue", &["--me", "--array", "--noheader", "--format=%F_%K %j %Z"]);
        let here = format!(" {}", self.0.path("t").display());
        said.lines().filter_map(|line| line.strip_suffix(&here)).map(str::to_owned).collect()
    }
}

/// The names and ends of the tests in a report.
fn cases(report: &str) -> Vec<String> {
    let cases = report.lines().filter_map(|line| line.split_once("<testcase name=\""));
    let mut cases: Vec<String> = cases.map(|(_, rest)| rest.split_once('"').unwrap().0.to_owned()).collect();
    for kind in ["tests", "failures", "errors"] {
        let (_, rest) = report.split_once(&format!(" {kind}=\"")).unwrap();
        cases.push(format!("{kind} {}", rest.split_once('"').unwrap().0));
    }
    cases
}

#[test]
fn tests_in_jobs_have_the_report_of_tests_here() {
    let Some(tests) = Tests::new() else { return };
    let (code, said) = tests.said(&[&TEST[..], &["--junit", "out/r.xml"]].concat());
    assert_eq!(code, Some(101), "{said}");
    for words in [
        ": 4 jobs",
        "Done image",
        "test a ... ok",
        "test c ... ignored",
        "---- wrong stdout ----\nbefore it went wrong",
        "panicked at tests/board.rs:",
        "sycl-hls: it ran on n",
        "4 passed; 1 failed; 1 ignored",
    ] {
        assert!(said.contains(words), "{words}: {said}");
    }
    tests.assert_all_once();
    let report = tests.report("out/r.xml");
    assert!(
        report.contains("message=\"panicked at tests/board.rs:") && report.contains("in job "),
        "{report}"
    );
    let (code, _) = tests.said(&["test", "--board", "u200", "--junit", "here.xml"]);
    assert_eq!((code, cases(&report)), (Some(101), cases(&tests.report("here.xml"))));
    let (_, status) = tests.said(&["cluster", "status"]);
    assert!(!status.contains("p-tests"), "everything was told: {status}");
}

#[test]
fn tests_of_a_killed_submitter_run_once() {
    let Some(tests) = Tests::of_all() else { return };
    for moment in 0..8 {
        let _ = std::fs::remove_file(tests.0.local("ran"));
        let words = [&TEST[..], &["--junit", "r.xml"]].concat();
        let mut child = tests.command(&words).stdout(std::process::Stdio::null()).spawn().unwrap();
        std::thread::sleep(std::time::Duration::from_millis(if moment == 0 { 1500 } else { 300 * moment }));
        signal("KILL", child.id());
        child.wait().unwrap();
        let (code, said) = tests.said(&words);
        assert_eq!(code, Some(101), "{said}");
        assert!(cases(&tests.report("r.xml")).contains(&"tests 7".to_owned()), "{said}");
        tests.assert_all_once();
    }
    let limits = tests.0.limits("t", ".shard-1");
    assert!(
        limits.iter().any(|limit| limit.starts_with("6:00|")),
        "later ones ask for what earlier ones needed: {limits:?}"
    );
}

#[test]
fn tests_of_a_lost_job_are_not_run_and_run_again_alone() {
    let Some(tests) = Tests::of_all() else { return };
    tests.0.project.write("t/hang", "");
    let (code, said) = tests.said(&[&TEST[..], &["--detach", "--junit", "r.xml"]].concat());
    assert!(code == Some(0) && said.contains("sycl-hls cluster wait p-tests-"), "{said}");
    until("only one is left", || tests.ran().len() == 4 && tests.jobs().len() == 1);
    let job = tests.jobs().remove(0);
    tests.0.cluster.ask("scancel", &[job.split(' ').next().unwrap()]);
    let (code, said) = tests.said(&["cluster", "wait", "p-tests"]);
    assert_eq!(code, Some(4), "{said}");
    assert!(said.contains("was not done: somebody cancelled its job"), "{said}");
    let report = tests.report("r.xml");
    assert!(report.contains("type=\"not run\" message=\"somebody cancelled its job\""), "{report}");
    let before = tests.ran();
    std::fs::remove_file(tests.0.path("t/hang")).unwrap();
    let (code, said) = tests.said(&["cluster", "resume", "p-tests"]);
    assert_eq!(code, Some(101), "{said}");
    assert!(said.contains(": 1 job"), "{said}");
    assert_eq!((tests.ran()["hangs"], before["hangs"]), (2, 1));
    let sum = |ran: &BTreeMap<String, usize>| ran.values().sum::<usize>();
    assert!(sum(&tests.ran()) <= sum(&before) + 2, "no other job's tests: {before:?} {:?}", tests.ran());
    assert!(cases(&tests.report("r.xml")).contains(&"errors 0".to_owned()));
}

#[test]
fn a_shard_whose_node_is_killed_runs_on_another_one() {
    let Some(alone) = Site::alone(&[]) else { return };
    let Some(tests) = Tests::new() else { return };
    let tests = Tests(Site { cluster: alone.cluster.clone(), ..tests.0 });
    tests.0.project.write("t/hang", "");
    let mut child = tests.command(&TEST).stdout(std::process::Stdio::null()).spawn().unwrap();
    until("it hangs", || tests.ran().contains_key("hangs"));
    until("only one is left", || tests.jobs().len() == 1);
    let job = tests.jobs().remove(0);
    let job = job.split(' ').next().unwrap();
    let node = tests.0.cluster.ask("squeue", &["--jobs", job, "--noheader", "--format=%N"]);
    tests.0.cluster.tell(&format!("kill {}", node.trim()));
    std::fs::remove_file(tests.0.path("t/hang")).unwrap();
    until("another node does it", || {
        tests.0.cluster.ask("scontrol", &["update", &format!("JobId={job}"), "StartTime=now"]);
        child.try_wait().unwrap().is_some()
    });
    assert_eq!(child.wait().unwrap().code(), Some(101));
    assert_eq!(tests.ran()["hangs"], 2);
}

#[test]
fn what_is_wrong_with_tests_is_said_before_the_first_job() {
    let Some(tests) = Tests::of_all() else { return };
    tests.0.project.write("t/src/device/kernels.rs", &KERNEL.replace("x[i] = 7", "y[i] = 7"));
    let (code, said) = tests.said(&[&TEST[..], &["--junit", "r.xml"]].concat());
    assert!(code == Some(1) && said.contains("error[SH0302]"), "{said}");
    assert!(tests.report("r.xml").contains("type=\"not run\""));
    tests.0.project.write("t/src/device/kernels.rs", KERNEL);
    let (code, said) = tests.said(&["test", "--board", "u200", "--shards=2"]);
    assert!(code == Some(2) && said.contains("say `--on slurm`, too"), "{said}");
    let (code, said) = tests.said(&[&TEST[..], &["--runner", "nextest"]].concat());
    assert!(code == Some(2) && said.contains("cargo-nextest runs tests here only"), "{said}");
    tests.0.project.write("t/sycl-hls.toml", "[cluster]\npartition = \"nope\"\n");
    let (code, said) = tests.said(&TEST);
    assert!(code == Some(2) && said.contains("Slurm has main, one"), "{said}");
    assert!(tests.jobs().is_empty() && tests.ran().is_empty());
}

#[test]
fn simulators_are_built_once_for_all_jobs() {
    let Some(tests) = Tests::of_all() else { return };
    tests.0.project.write("t/tests/board.rs", &TESTS.replace("sw_emu", "hw_emu"));
    let (code, said) = tests.said(&[&TEST[..], &["--target", "hw_emu"]].concat());
    assert_eq!(code, Some(101), "{said}");
    assert!(said.find("Done image").unwrap() < said.find("Done shard-1").unwrap(), "{said}");
    tests.assert_all_once();
}
