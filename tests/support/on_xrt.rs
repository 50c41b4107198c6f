//! Programs in XRT's own emulations.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use sycl_hls::__private::device;
use sycl_hls_backend::{Image, Program, Source};
use sycl_hls_ir::Module;
use xclbin_tools::Xclbin;

use crate::images::BOARD;

/// How many cards a program finds: as many as XRT has.
const CARDS: usize = 16;

/// The interfaces of XRT through which programs of ours use cards, as their devices are called.
pub const INTERFACES: [&str; 2] = ["xrt", "opencl"];

/// The variable that says which of them a program here uses.
const INTERFACE: &str = "ON_XRT_INTERFACE";

/// Seconds that nothing here ever needs: whoever takes longer hangs.
const TIME_LIMIT: &str = "1200";

/// The tool, which `cargo test --workspace` builds beside the tests.
///
/// # Panics
/// When it is not there.
#[must_use]
pub fn tool() -> PathBuf {
    let tests = std::env::current_exe().expect("this program has a path");
    let tool = tests.parent().and_then(Path::parent).map(|folder| folder.join("sycl-hls"));
    tool.filter(|tool| tool.exists()).expect("the tool is built: `cargo build -p sycl-hls-cli`")
}

/// Does something for each interface, side by side.
pub fn on_each(what: impl Fn(&'static str) + Sync) {
    let what = &what;
    std::thread::scope(|scope| {
        for interface in INTERFACES {
            scope.spawn(move || what(interface));
        }
    });
}

/// The interface that this program uses.
///
/// # Panics
/// When nobody said which.
#[must_use]
pub fn interface() -> String {
    std::env::var(INTERFACE).expect("`run_tests` says it")
}

/// True if a kernel is refused because it writes registers, which programs read through XRT's own interface alone.
#[must_use]
pub fn has_no_registers(refusal: &str) -> bool {
    interface() == "opencl" && refusal.contains("XRT's OpenCL has no call that reads registers")
}

/// Runs a program in an emulation, in a session of its own. It gets these variables, and none of ours that are set by chance.
///
/// # Panics
/// When it cannot be started.
#[must_use]
fn run(board: &str, target: &str, variables: &[(&str, &Path)], program: &Path, args: &[&str]) -> Output {
    let mut command = Command::new("setsid");
    command.args(["--wait", "timeout", "--signal=KILL", TIME_LIMIT]).arg(tool());
    command.args(["xrt", "run", "--board", board, "--target", target, "--devices", &CARDS.to_string(), "--"]);
    command.arg(program).args(args);
    let ours = |name: &OsString| name.to_string_lossy().starts_with("SYCL_HLS_");
    for (name, _) in std::env::vars_os().filter(|(name, _)| ours(name)) {
        command.env_remove(name);
    }
    for name in ["XILINX_XRT", "XRT_INI_PATH", "CARGO_MANIFEST_DIR"] {
        command.env_remove(name);
    }
    command.envs(variables.iter().copied()).output().expect("setsid is part of the system")
}

/// The same for tests of this program that are ignored otherwise, through an interface; gives what they print.
///
/// # Panics
/// When one fails.
#[must_use]
pub fn run_tests(interface: &str, target: &str, variables: &[(&str, &Path)], args: &[&str]) -> String {
    run_tests_for(BOARD, interface, target, variables, args)
}

/// The same on a board of choice.
///
/// # Panics
/// When one fails.
#[must_use]
pub fn run_tests_for(
    board: &str,
    interface: &str,
    target: &str,
    variables: &[(&str, &Path)],
    args: &[&str],
) -> String {
    let program = std::env::current_exe().expect("this program has a path");
    let variables = [variables, &[(INTERFACE, Path::new(interface))]].concat();
    let output = run(board, target, &variables, &program, args);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{}\n{stdout}{stderr}", output.status);
    stdout
}

/// True if this is a program in XRT's software emulation.
#[must_use]
pub fn is_here() -> bool {
    std::env::var_os("XCL_EMULATION_MODE").is_some_and(|mode| mode == "sw_emu")
}

/// An image on a card of this program: the next one, because another image on the same card would take its place.
///
/// # Panics
/// When it cannot be loaded.
#[must_use]
pub fn load(board: &str, path: &Path, modules: &[Module]) -> Arc<dyn Program> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let interface = interface();
    let name = match NEXT.fetch_add(1, Ordering::Relaxed) % CARDS {
        0 => format!("{interface}/sw_emu/{board}"),
        number => format!("{interface}/sw_emu/{board}/{number}"),
    };
    let xclbin = Xclbin::open(path).expect("the image can be read");
    let modules = modules.iter().map(Module::interface).collect();
    let image = Image { path: path.to_owned(), xclbin, modules };
    let card = device(&name).expect("XRT emulates it");
    card.load(Source::Image(&image)).expect("the image can be loaded")
}
