//! Row 5: how fast a kernel is simulated, beside one that was written by hand.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, ensure};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::back::simulator::{Features, Files};
use sycl_hls_compiler::pass;
use sycl_hls_compiler::rtl::harness::{Bundle, Harness, harness};
use sycl_hls_compiler::tool::{Cancel, Verilator, Waves};
use sycl_hls_emulation::simulator::{BankModel, Configuration, RunLimits, RunStatus, Simulator};
use tempfile::TempDir;

use crate::{compile, root};

const KERNEL: &str = "vadd_long";
const ELEMENTS: u32 = 1 << 20;
/// Where the slices lie.
const PLACES: [u64; 3] = [0x1_0000_0000, 0x2_0000_0000, 0x3_0000_0000];
const ROUNDS: usize = 9;

/// What a run took.
#[derive(Clone, Copy)]
struct Run {
    /// Time of the processor, in seconds.
    cpu: f64,
    cycles: u64,
}

/// Prints what both take for one addition of long slices with ideal memory, in turn, and how many elements they simulate in a
/// second of the processor.
pub fn measure() -> anyhow::Result<()> {
    let folder = TempDir::new()?;
    let (ours, other) = (ours(&folder.path().join("ours"))?, by_hand(&folder.path().join("by_hand"))?);
    let mut runs: [Vec<Run>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..ROUNDS {
        for (program, runs) in [&ours, &other].into_iter().zip(&mut runs) {
            runs.push(run(program)?);
        }
    }
    println!(
        "\nRow 5: simulation of {ELEMENTS} additions behind AXI, ideal memory. Target: at least 0.8x.\n"
    );
    println!("| vadd | cycles | CPU-s | elements per CPU-s | speed |\n|---|---|---|---|---|");
    let [ours, other] = runs.map(median);
    for (name, run) in [("ours", ours), ("by hand", other)] {
        let (rate, speed) = (f64::from(ELEMENTS) / run.cpu, other.cpu / run.cpu);
        println!("| {name} | {} | {:.2} | {rate:.0} | {speed:.2} |", run.cycles, run.cpu);
    }
    Ok(())
}

fn median(mut runs: Vec<Run>) -> Run {
    runs.sort_by(|a, b| a.cpu.total_cmp(&b.cpu));
    runs[runs.len() / 2]
}

/// One run in a process of its own; what it computed is looked at.
fn run(program: &Path) -> anyhow::Result<Run> {
    let mut simulator = Simulator::start(program)?;
    simulator.configure(&Configuration::of(BankModel::Ideal))?;
    let bytes = |of: fn(u32) -> u32| (0..ELEMENTS).flat_map(|i| of(i).to_le_bytes()).collect::<Vec<u8>>();
    let inputs = [bytes(|i| i.wrapping_mul(0x9e37_79b9)), bytes(|i| i ^ 0x5555), bytes(|_| 0)];
    for ((place, input), register) in PLACES.into_iter().zip(&inputs).zip([0x10, 0x1c, 0x28]) {
        simulator.allocate(place, input.len() as u64)?;
        simulator.write(place, input)?;
        simulator.write_register(register, place as u32)?;
        simulator.write_register(register + 4, (place >> 32) as u32)?;
    }
    let before = cpu_seconds(simulator.process_id())?;
    let report = simulator.run(&RunLimits::default(), &mut |_| ())?;
    let cpu = cpu_seconds(simulator.process_id())? - before;
    ensure!(report.status == RunStatus::Done, "the run did not end: {report:?}");
    let mut sums = inputs[2].clone();
    simulator.read(PLACES[2], &mut sums)?;
    ensure!(
        sums == bytes(|i| i.wrapping_mul(0x9e37_79b9).wrapping_add(i ^ 0x5555)),
        "{} computed something else",
        program.display()
    );
    Ok(Run { cpu, cycles: report.cycles })
}

/// What a process of one thread has used so far: the first field of its `schedstat`, in nanoseconds (Linux,
/// `sched-stats.rst`).
fn cpu_seconds(process: u32) -> anyhow::Result<f64> {
    let fields = fs::read_to_string(format!("/proc/{process}/schedstat"))?;
    let nanoseconds: u64 = fields.split_whitespace().next().context("no time")?.parse()?;
    Ok(nanoseconds as f64 / 1e9)
}

fn ours(folder: &Path) -> anyhow::Result<PathBuf> {
    let modules = compile::modules(&root().join("bench/src/qor/kernels/loops.rs"), pass::HARDWARE)?;
    let found = compile::find(&modules, KERNEL)?;
    let kernel = hw_emu::kernel(found.lowered.0, found.func(), 300)?;
    build(folder, hw_emu::files(&kernel.verilog()), &kernel.harness())
}

fn by_hand(folder: &Path) -> anyhow::Result<PathBuf> {
    let read = |name: &str| fs::read_to_string(root().join(name));
    // The ports and registers that the emulator's tests have.
    let (control, vadd) = (read("emulation/tests/tops/control.v")?, read("bench/src/qor/vadd.v")?);
    let bundles = ["gmem0", "gmem1", "gmem2"].map(|name| Bundle {
        name: name.to_owned(),
        data_width: 32,
        tells_reads: false,
    });
    let files = [("control.v", control.as_str()), ("vadd.v", vadd.as_str())];
    build(folder, files, &harness(KERNEL, "control", (&bundles, &[]), 0))
}

/// The simulator of a kernel: as `sycl-hls build --target hw_emu` builds it.
fn build<'t>(
    folder: &Path,
    verilog: impl IntoIterator<Item = (&'t str, &'t str)>,
    harness: &Harness,
) -> anyhow::Result<PathBuf> {
    let files = Files::write(folder, verilog, harness)?;
    let features = Features { defines: &[hw_emu::DPI_DEFINE], optimized: true, waves: Waves::None, jobs: 2 };
    let cancel = Cancel::new();
    Ok(Verilator::find(&cancel)?.build(&files.simulator(KERNEL, features), &cancel)?)
}
