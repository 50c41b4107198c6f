//! What goes wrong: in kernels, in the device process, in the host.

use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command};

use crate::xrt::support::{
    Outcome, PROGRAM, command, descendants, finish, hardware_image, image, interrupt, kill, lives, native,
    native_cpp, parent, start, variable, wait_until, xrt_run, xrt_run_hardware,
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

/// A host's own end after it has loaded an image is told as it is: that of XRT's handler, or of a crash in there.
fn ends_by_itself(target: &str, image: &Path) {
    for test in ["throws", "aborts", "crashes"] {
        let mut run = command(PROGRAM);
        run.args(["xrt", "run", "--board", "u200", "--target", target, "--"]);
        let outcome = finish(start(run.arg(native_cpp()).arg(image).arg(test)));
        let code = outcome.status.code().unwrap();
        assert!([1, 128 + 6, 128 + 11].contains(&code), "{test}: {code}: {}", outcome.stderr);
        assert_eq!(
            code > 1,
            outcome.stderr.contains("was ended by the signal"),
            "{test}: {}",
            outcome.stderr
        );
        outcome.fails_without(code, &["the host has a fault of its own"], &["device process"]);
    }
}

#[test]
fn a_host_that_fails_in_software_emulation_is_told_as_it_is() {
    ends_by_itself("sw_emu", image());
}

#[test]
fn a_host_that_fails_in_hardware_emulation_is_told_as_it_is() {
    ends_by_itself("hw_emu", hardware_image());
}

/// An image for another card is refused with one message; no kernel is started.
fn is_refused(board: &str, target: &str, image: &Path, words: &[&str]) {
    let mut run = command(PROGRAM);
    run.args(["xrt", "run", "--board", board, "--target", target, "--"]).arg(native()).arg(image).arg("many");
    let outcome = finish(start(&mut run));
    let code = outcome.status.code().unwrap();
    assert_ne!(code, 0, "{}", outcome.stdout);
    assert_eq!(outcome.stderr.matches("cannot be loaded").count(), 1, "{}", outcome.stderr);
    outcome.fails_without(code, words, &["kernel", "device process"]);
}

#[test]
fn an_image_for_another_board_is_refused() {
    let names = ["xilinx_u200_gen3x16_xdma_2_202110_1", "xilinx_u280_gen3x16_xdma_1_202211_1"];
    is_refused("u280", "sw_emu", image(), &names);
    is_refused("u280", "hw_emu", hardware_image(), &names);
}

#[test]
fn an_image_of_the_other_emulation_is_refused() {
    is_refused("u200", "sw_emu", hardware_image(), &["is for hw_emu", "emulated by sw_emu"]);
    is_refused("u200", "hw_emu", image(), &["is for sw_emu", "emulated by hw_emu"]);
}

/// The tool, and a host on it whose kernel never ends.
pub struct Running {
    tool: Child,
    host: u32,
}

fn running() -> Running {
    Running::new(&mut xrt_run(&[], &native(), &["forever"]))
}

impl Running {
    /// Starts it, and waits until the kernel runs.
    pub fn new(tool: &mut Command) -> Self {
        let mut tool = start(tool);
        // XRT may say something, too.
        let mut lines = BufReader::new(tool.stdout.as_mut().unwrap()).lines().map_while(Result::ok);
        let Some(host) = lines.find_map(|line| line.trim().parse().ok()) else {
            panic!("the host says its number: {}", finish(tool).stderr)
        };
        wait_until("a worker runs", || descendants(host).len() >= 2);
        Self { tool, host }
    }

    /// Kills its device, and looks what becomes of the rest.
    pub fn ends_with_its_device(self) {
        let (all, socket) = (self.all(), self.socket());
        let start = std::time::Instant::now();
        kill(self.device());
        finish(self.tool).fails(4, &["the device process", "died"]);
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
        wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
        assert!(!Path::new(&socket).exists(), "{socket}");
    }

    /// The processes that are in charge: the tool, and the guard of its session.
    fn in_charge(&self) -> [u32; 2] {
        let tool = parent(self.host);
        let guard = descendants(tool).into_iter().find(|process| is_command(*process, "guard"));
        [tool, guard.expect("there is a guard")]
    }

    /// Waits until nothing is left.
    fn leaves_nothing(self, all: &[u32], session: &Path) {
        wait_until("all processes are gone", || !all.iter().any(|process| lives(*process)));
        wait_until("the session is gone", || !session.exists());
        finish(self.tool);
    }

    /// Ends the tool, and with it the rest.
    pub fn interrupt(self) -> Outcome {
        interrupt(&self.tool);
        finish(self.tool)
    }

    /// The process that XRT speaks with.
    fn device(&self) -> u32 {
        descendants(self.host).into_iter().find(|process| is_command(*process, "device")).unwrap()
    }

    /// Everything that the host and XRT have started, with the host.
    fn all(&self) -> Vec<u32> {
        [vec![self.host], descendants(self.host)].concat()
    }

    /// The folder of its session.
    pub fn session(&self) -> PathBuf {
        variable(self.host, "EMCONFIG_PATH").into()
    }

    /// The socket of the host's device.
    pub fn socket(&self) -> String {
        let [device, ..] = descendants(self.host)[..] else { panic!("there is a device") };
        format!("/tmp/{}/{}", variable(device, "XEMU"), variable(device, "EMULATION_SOCKETID"))
    }
}

/// True for a process `sycl-hls xrt COMMAND`.
fn is_command(process: u32, command: &str) -> bool {
    let line = std::fs::read(format!("/proc/{process}/cmdline")).unwrap_or_default();
    line.split(|byte| *byte == 0).nth(2).is_some_and(|word| word == command.as_bytes())
}

fn killed_tool_leaves_nothing(running: Running) {
    let (all, session, [tool, guard]) = (running.all(), running.session(), running.in_charge());
    kill(tool);
    running.leaves_nothing(&[all, vec![guard]].concat(), &session);
}

#[test]
fn a_tool_that_is_killed_leaves_nothing() {
    killed_tool_leaves_nothing(running());
}

#[test]
fn a_tool_of_hardware_emulation_that_is_killed_leaves_nothing() {
    killed_tool_leaves_nothing(Running::new(&mut xrt_run_hardware(&native(), &["forever"])));
}

#[test]
fn what_a_killed_tool_and_its_guard_leave_ends_with_the_next_run() {
    let running = running();
    let (all, session, [tool, guard]) = (running.all(), running.session(), running.in_charge());
    kill(guard);
    kill(tool);
    wait_until("they are gone", || !lives(tool) && !lives(guard));
    assert!(session.exists() && lives(running.host));
    let mut next = command(PROGRAM);
    finish(start(next.args(["xrt", "run", "--board", "u200", "--", "true"]))).success();
    running.leaves_nothing(&all, &session);
}

#[test]
fn a_host_that_is_killed_leaves_nothing() {
    let running = running();
    let (all, socket) = (running.all(), running.socket());
    assert!(Path::new(&socket).exists(), "{socket}");
    kill(running.host);
    finish(running.tool).fails(137, &["was ended by the signal 9"]);
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
    let running = Running::new(&mut host);
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
    running().ends_with_its_device();
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
    assert_ne!(running.interrupt().status.code(), Some(0));
    wait_until("all processes are gone", || all.iter().all(|process| !lives(*process)));
}
