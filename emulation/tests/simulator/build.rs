//! Building a simulator of a test kernel: once for all tests of this program.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use sycl_hls_boards::{Board, MemoryTiming};
use sycl_hls_compiler::back::simulator::{Features, Files};
use sycl_hls_compiler::rtl::harness::{Bundle, harness};
use sycl_hls_compiler::tool::{Cancel, ToolError, Verilator, Waves};
use sycl_hls_emulation::simulator::BoardMemory;

fn build(kernel: &str, bundles: &[(&str, u32)], waves: Waves) -> Result<PathBuf, ToolError> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{kernel}-{}", std::process::id()));
    let tops = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tops");
    let texts = ["control".to_owned(), kernel.to_owned()]
        .map(|name| fs::read_to_string(tops.join(format!("{name}.v"))).unwrap());
    let bundle =
        |&(name, data_width): &(&str, u32)| Bundle { name: name.to_owned(), data_width, tells_reads: false };
    let bundles: Vec<Bundle> = bundles.iter().map(bundle).collect();
    let verilog = ["control.v", "kernel.v"].into_iter().zip(texts.iter().map(String::as_str));
    let files = Files::write(&folder, verilog, &harness(kernel, "control", (&bundles, &[]), 0))?;
    let cancel = Cancel::new();
    let features = Features { defines: &[], optimized: true, waves, jobs: 2 };
    let program = Verilator::find(&cancel)?.build(&files.simulator(kernel, features), &cancel)?;
    // Only the program is kept, and only until the next run of the tests.
    let kept = Path::new(env!("CARGO_TARGET_TMPDIR")).join(kernel);
    fs::rename(program, &kept).unwrap();
    fs::remove_dir_all(folder).unwrap();
    Ok(kept)
}

/// The kernel of `vadd.v`.
pub fn vadd() -> &'static Path {
    static PROGRAM: OnceLock<Result<PathBuf, ToolError>> = OnceLock::new();
    found(PROGRAM.get_or_init(|| build("vadd", &[("gmem0", 32), ("out__1", 512)], Waves::Fst)))
}

/// The kernel of `copy.v`.
pub fn copy() -> &'static Path {
    static PROGRAM: OnceLock<Result<PathBuf, ToolError>> = OnceLock::new();
    found(PROGRAM.get_or_init(|| build("copy", &[("gmem", 512)], Waves::None)))
}

/// The kernel of `wait_.v`.
pub fn wait() -> &'static Path {
    static PROGRAM: OnceLock<Result<PathBuf, ToolError>> = OnceLock::new();
    found(PROGRAM.get_or_init(|| build("wait_", &[], Waves::Vcd)))
}

fn found(program: &'static Result<PathBuf, ToolError>) -> &'static Path {
    program.as_ref().unwrap_or_else(|error| panic!("{error}"))
}

/// A bank of the U280, as a kernel with a clock in kHz sees it.
pub fn board_memory(tag: &str, kernel_khz: u32) -> BoardMemory {
    let board = Board::by_name("u280").unwrap();
    BoardMemory { kernel_khz, timing: board.banks[board.bank(tag).unwrap()].timing.unwrap() }
}

/// The memory with other figures.
pub fn with(memory: BoardMemory, change: impl FnOnce(&mut MemoryTiming)) -> BoardMemory {
    let mut changed = memory;
    change(&mut changed.timing);
    changed
}
