//! What goes wrong: in kernels, in the device process, in the host.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::Child;

use crate::support::{
    PROGRAM, command, descendants, finish, image, kill, lives, native, start, wait_until, xrt_run,
};

fn fails(test: &str, words: &[&str]) {
    finish(start(&mut xrt_run(&[], &native(), &[test]))).fails(1, words);
}

#[test]
fn an_index_out_of_bounds_ends_the_program_with_1() {
    let message = "index out of bounds: the length of `a` is 7 but the index is 7, at ";
    fails("outside", &["kernel `vadd`", message, "kernels.rs:11:22", "because a kernel stopped"]);
}

#[test]
fn a_length_beyond_the_buffer_is_refused() {
    let message = "`a` has 2048 elements of 4 bytes, and its buffer has 4096 bytes";
    fails("longer", &["kernel `vadd`", message]);
}

#[test]
fn slices_that_overlap_are_refused() {
    fails("alias", &["kernel `vadd`", "`a` and `sum` overlap"]);
}

#[test]
fn the_programs_code_is_passed_on() {
    let mut run = command(PROGRAM);
    run.args(["xrt", "run", "--board", "u200", "--", "sh", "-c", "exit 7"]);
    finish(start(&mut run)).fails(7, &[]);
    let mut run = command(PROGRAM);
    run.args(["xrt", "run", "--board", "u200", "--", "./no such program"]);
    finish(start(&mut run)).fails(3, &["cannot be started"]);
    let mut run = command(PROGRAM);
    run.args(["xrt", "run", "--board", "u201", "--", "true"]);
    finish(start(&mut run)).fails(2, &["u200"]);
}

/// The tool, and a host on it whose kernel never ends.
struct Running {
    tool: Child,
    host: u32,
}

fn running() -> Running {
    let mut tool = start(&mut xrt_run(&[], &native(), &["forever"]));
    let mut line = String::new();
    BufReader::new(tool.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let Ok(host) = line.trim().parse() else { panic!("the host says its number: {}", finish(tool).stderr) };
    wait_until("a worker runs", || descendants(host).len() >= 2);
    Running { tool, host }
}

impl Running {
    /// Everything that the host and XRT have started, with the host.
    fn all(&self) -> Vec<u32> {
        [vec![self.host], descendants(self.host)].concat()
    }

    /// The socket of the host's device.
    fn socket(&self) -> String {
        let [device, ..] = descendants(self.host)[..] else { panic!("there is a device") };
        let environment = std::fs::read(format!("/proc/{device}/environ")).unwrap();
        let value = |name: &str| {
            let lines = environment.split(|byte| *byte == 0).map(String::from_utf8_lossy);
            lines.filter_map(|line| line.strip_prefix(name).map(str::to_owned)).next_back().unwrap()
        };
        format!("/tmp/{}/{}", value("USER="), value("EMULATION_SOCKETID="))
    }
}

#[test]
fn a_host_that_is_killed_leaves_nothing() {
    let running = running();
    let (all, socket) = (running.all(), running.socket());
    assert!(Path::new(&socket).exists(), "{socket}");
    kill(running.host);
    finish(running.tool).fails(1, &["was ended by the signal 9"]);
    wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
    assert!(!Path::new(&socket).exists(), "{socket}");
}

/// Without the tool above it: the environment alone.
#[test]
fn a_host_that_is_killed_leaves_nothing_without_the_tool() {
    let mut env = command(PROGRAM);
    let outcome = finish(start(env.args(["xrt", "env", "--board", "u200"]))).success();
    let mut host = command("sh");
    host.args(["-c", &format!("{} exec \"$0\" \"$1\" forever", outcome.stdout)]).arg(native()).arg(image());
    let mut tool = start(&mut host);
    let mut line = String::new();
    BufReader::new(tool.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
    let running = Running { tool, host: line.trim().parse().unwrap() };
    wait_until("a worker runs", || descendants(running.host).len() >= 2);
    let (all, socket) = (running.all(), running.socket());
    kill(running.host);
    assert!(!finish(running.tool).status.success());
    wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
    wait_until("the socket is gone", || !Path::new(&socket).exists());
    let run = outcome.stdout.lines().find_map(|line| line.strip_prefix("export EMCONFIG_PATH="));
    std::fs::remove_dir_all(run.unwrap().trim_matches('\'')).unwrap();
}

#[test]
fn a_device_that_is_killed_ends_the_program_with_4() {
    let running = running();
    let (all, socket) = (running.all(), running.socket());
    let start = std::time::Instant::now();
    kill(all[1]);
    finish(running.tool).fails(4, &["the device process", "died"]);
    assert!(start.elapsed().as_secs() < 5, "{:?}", start.elapsed());
    wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
    assert!(!Path::new(&socket).exists(), "{socket}");
}

#[test]
fn a_worker_that_is_killed_ends_the_program_with_1() {
    let running = running();
    let all = running.all();
    kill(*all.last().unwrap());
    finish(running.tool).fails(1, &["kernel `spin`: the process that ran it died (signal: 9"]);
    wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
}

#[test]
fn an_interrupt_ends_it_all() {
    let running = running();
    let all = running.all();
    // `timeout` passes it on to the tool.
    let tool = descendants(running.tool.id()).first().copied().unwrap_or_else(|| running.tool.id());
    let status = std::process::Command::new("kill").args(["-INT", &tool.to_string()]).status().unwrap();
    assert!(status.success());
    assert_ne!(finish(running.tool).status.code(), Some(0));
    wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
}
