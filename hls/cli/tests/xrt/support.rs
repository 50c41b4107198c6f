//! Images, hosts, and running them. All of it in a folder whose name has a space.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{LazyLock, Mutex};

/// Seconds that nothing here ever needs: whoever takes longer hangs.
const TIME_LIMIT: &str = "100";

/// The same for builds: the library of simulators may have to be compiled.
const BUILD_LIMIT: &str = "300";

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_sycl-hls");

/// How a program ended.
pub struct Outcome {
    pub status: ExitStatus,
    pub stdout: String,
    pub stderr: String,
}

/// The folder of this run of the tests.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("xrt a b");
    std::fs::create_dir_all(&folder).unwrap();
    folder
});

/// The folder of these tests.
pub fn folder() -> &'static Path {
    &FOLDER
}

/// Where the sources of hosts and kernels are.
pub fn source(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/xrt/hosts").join(name)
}

/// The image of all kernels.
pub fn image() -> &'static Path {
    static IMAGE: LazyLock<PathBuf> = LazyLock::new(|| build("u200", "sw_emu", "kernels"));
    &IMAGE
}

/// The image of the kernels that are simulated.
pub fn hardware_image() -> &'static Path {
    static IMAGE: LazyLock<PathBuf> = LazyLock::new(|| build("u200", "hw_emu", "hardware"));
    &IMAGE
}

/// Builds an image of the kernels in a file of this folder.
pub fn build(board: &str, target: &str, kernels: &str) -> PathBuf {
    let mut build = limited(BUILD_LIMIT, PROGRAM);
    build.args(["build", "--quiet", "--board", board, "--target", target, "--source"]);
    build.arg(source(&format!("{kernels}.rs"))).arg("--out").arg(FOLDER.join(target));
    build.env("SYCL_HLS_CACHE", crate::cli::support::shared_cache());
    finish(start(&mut build)).success();
    FOLDER.join(target).join(format!("{kernels}.xclbin"))
}

/// Compiles a host, once.
fn host(name: &str, libraries: &[&str]) -> PathBuf {
    static HOSTS: LazyLock<Mutex<HashMap<String, PathBuf>>> = LazyLock::new(Mutex::default);
    let mut hosts = HOSTS.lock().unwrap();
    let compile = || {
        let program = FOLDER.join(name.replace('.', "-"));
        let mut compiler = command(if name.ends_with(".c") { "gcc" } else { "g++" });
        compiler
            .args(["-O1", "-Wall", "-I/usr/include/xrt", "-o"])
            .arg(&program)
            .arg(source(name))
            .args(libraries);
        finish(start(&mut compiler)).success();
        program
    };
    hosts.entry(name.to_owned()).or_insert_with(compile).clone()
}

/// The host on XRT's C interface.
pub fn native() -> PathBuf {
    host("native.c", &["-lxrt_coreutil", "-luuid"])
}

/// The host on its C++ interface.
pub fn native_cpp() -> PathBuf {
    host("native.cpp", &["-std=c++17", "-lxrt_coreutil", "-luuid", "-lpthread"])
}

/// The host of kernels that start themselves again.
pub fn mailbox() -> PathBuf {
    host("mailbox.cpp", &["-std=c++17", "-lxrt_coreutil", "-luuid", "-lpthread"])
}

/// The host on OpenCL.
pub fn opencl() -> PathBuf {
    host("opencl.c", &["-lOpenCL"])
}

/// A program in a session of its own, which is ended if it hangs.
pub fn command(program: impl AsRef<OsStr>) -> Command {
    limited(TIME_LIMIT, program)
}

fn limited(seconds: &str, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new("setsid");
    command.args(["--wait", "timeout", "--signal=KILL", seconds]).arg(program).current_dir(&*FOLDER);
    for name in ["SYCL_HLS_BOARD", "SYCL_HLS_TARGET", "SYCL_HLS_CACHE", "XILINX_XRT", "XRT_INI_PATH"] {
        command.env_remove(name);
    }
    // Overlays of tests are the tests' own.
    command.env("XDG_CACHE_HOME", FOLDER.join("cache"));
    command
}

/// `sycl-hls xrt run` with these arguments.
pub fn xrt_run(args: &[&str], host: &Path, host_args: &[&str]) -> Command {
    run_on("u200", args, host, image(), host_args)
}

/// The same in hardware emulation.
pub fn xrt_run_hardware(host: &Path, host_args: &[&str]) -> Command {
    run_on("u200", &["--target", "hw_emu"], host, hardware_image(), host_args)
}

/// `sycl-hls xrt run` with these arguments, on a card of this kind.
pub fn run_on(board: &str, args: &[&str], host: &Path, image: &Path, host_args: &[&str]) -> Command {
    let mut command = command(PROGRAM);
    command.args(["xrt", "run", "--board", board]).args(args).arg("--").arg(host).arg(image).args(host_args);
    command
}

/// Starts a program whose output is kept.
pub fn start(command: &mut Command) -> Child {
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Waits for the end.
pub fn finish(child: Child) -> Outcome {
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Outcome { status: output.status, stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Outcome {
    /// Fails unless the program succeeded.
    pub fn success(self) -> Self {
        assert!(self.status.success(), "{}: {}{}", self.status, self.stdout, self.stderr);
        self
    }

    /// Fails unless the host says that all is as it should be.
    pub fn passes(self) {
        let outcome = self.success();
        assert!(outcome.stdout.lines().any(|line| line == "PASS"), "{}{}", outcome.stdout, outcome.stderr);
    }

    /// Fails unless the program ended with this code and said all of this on standard error.
    pub fn fails(self, code: i32, words: &[&str]) {
        assert_eq!(self.status.code(), Some(code), "{}{}", self.stdout, self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is missing:\n{}", self.stderr);
        }
        assert!(!self.stderr.contains("panicked"), "{}", self.stderr);
    }

    /// The same, and it must not have said anything of `absent`.
    pub fn fails_without(self, code: i32, words: &[&str], absent: &[&str]) {
        for word in absent {
            assert!(!self.stderr.contains(word), "`{word}` is there:\n{}", self.stderr);
        }
        self.fails(code, words);
    }
}

/// The processes that a process has started, in any of its threads, and those that they have, parents first.
pub fn descendants(process: u32) -> Vec<u32> {
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists = tasks.map(|task| std::fs::read_to_string(task.path().join("children")).unwrap_or_default());
    let children: Vec<u32> = lists
        .flat_map(|list| list.split_whitespace().filter_map(|id| id.parse().ok()).collect::<Vec<_>>())
        .collect();
    children.into_iter().flat_map(|child| [vec![child], descendants(child)].concat()).collect()
}

/// A variable of the environment with which a process was started; the last one of this name.
pub fn variable(process: u32, name: &str) -> String {
    let environment = std::fs::read(format!("/proc/{process}/environ")).unwrap();
    let lines = environment.split(|byte| *byte == 0).map(String::from_utf8_lossy);
    let mut values = lines.filter_map(|line| Some(line.strip_prefix(name)?.strip_prefix('=')?.to_owned()));
    values.next_back().unwrap_or_else(|| panic!("{name} is set"))
}

/// What the system says of a process, from its state on (proc(5)); nothing if there is none.
fn state(process: u32) -> Vec<String> {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let values = stat.rsplit_once(')').map(|(_, rest)| rest.split_whitespace().map(str::to_owned));
    values.into_iter().flatten().collect()
}

/// True if there is such a process, and it is no zombie.
pub fn lives(process: u32) -> bool {
    state(process).first().is_some_and(|state| !state.starts_with(['Z', 'X']))
}

/// The process that has started a process.
pub fn parent(process: u32) -> u32 {
    state(process)[1].parse().unwrap()
}

/// Ends a process at once.
pub fn kill(process: u32) {
    let status = Command::new("kill").args(["-KILL", &process.to_string()]).status().unwrap();
    assert!(status.success());
}

/// Interrupts a program of [`command`].
pub fn interrupt(program: &Child) {
    // `timeout` passes it on.
    let limited = descendants(program.id()).first().copied().unwrap_or_else(|| program.id());
    let status = Command::new("kill").args(["-INT", &limited.to_string()]).status().unwrap();
    assert!(status.success());
}

/// Waits until something is so.
pub fn wait_until(what: &str, mut is_so: impl FnMut() -> bool) {
    let start = std::time::Instant::now();
    while !is_so() {
        assert!(start.elapsed().as_secs() < 30, "{what}");
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
}
