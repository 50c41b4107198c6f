//! A kernel with its memories beside it, in Verilator.

use std::fmt::Write as _;
use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, anyhow, bail, ensure};
use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::rtl::machine::Machine;
use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_compiler::rtl::{Clock, Plan, Slices};
use sycl_hls_compiler::sched;
use sycl_hls_compiler::tool::{Cancel, Simulator, Verilator, Waves};
use sycl_hls_ir::interp::{self, Arg};
use tempfile::TempDir;

use crate::compile::Kernel;
use crate::{count, data, root};

/// A simulator of a run of fewer cycles than this is built fast, rather than to be fast.
const SHORT: u64 = 1_000_000;

/// What was measured of a kernel.
pub struct Measured {
    /// From the edge that sees the start to the one that sees the end.
    pub cycles: u64,
}

/// Runs a kernel: its results are those of the interpreter, and its cycles those that its schedule says. If it is not to be
/// simulated, its cycles are only what the schedule says.
pub fn measure(kernel: &Kernel<'_>, clock: Clock, simulated: bool) -> anyhow::Result<Measured> {
    let (machine, plan) = kernel.hardware(clock, Slices::Memories)?;
    for (_, block) in plan.blocks.iter() {
        let violations = sched::check(&block.problem, &block.schedule);
        ensure!(violations.is_empty(), "{}: {violations:?}", machine.name);
    }
    let args = data::arguments(kernel.func());
    let counted = count::cycles(&machine, &plan, &args).with_context(|| machine.name.clone());
    if !simulated {
        return Ok(Measured { cycles: counted? });
    }
    let (expected, found) = std::thread::scope(|scope| {
        let expected = scope.spawn(|| interpreted(kernel, &args));
        let found = run(&machine, &plan, &args, counted.as_ref().is_ok_and(|cycles| *cycles < SHORT));
        (expected.join().map_err(|_| anyhow!("the interpreter panicked")), found)
    });
    let (found, cycles) = found?;
    let expected = expected??;
    for ((name, found), expected) in memories(&machine).into_iter().zip(found).zip(expected) {
        ensure!(found.len() == expected.len(), "{}: {name} has another length", machine.name);
        let mut wrong = found.iter().zip(&expected).enumerate().filter(|(_, (a, b))| a != b);
        if let Some((place, (found, expected))) = wrong.next() {
            let more = wrong.count();
            bail!("{}: {name}[{place}] is {found:#x}, not {expected:#x}, and {more} more", machine.name);
        }
    }
    if let Ok(counted) = counted {
        ensure!(counted == cycles, "{}: {cycles} cycles, and {counted} by its schedule", machine.name);
    }
    Ok(Measured { cycles })
}

/// The bits of each slice after a run of what the front end made.
fn interpreted(kernel: &Kernel<'_>, args: &[Arg]) -> anyhow::Result<Vec<Vec<u64>>> {
    let mut args = args.to_vec();
    interp::run(kernel.plain.0, kernel.plain.1, &mut args)?;
    let slices = args.into_iter().filter_map(|arg| match arg {
        Arg::Slice(values) => Some(values.into_iter().map(|value| value.bits()).collect()),
        Arg::Scalar(_) => None,
    });
    Ok(slices.collect())
}

fn memories(machine: &Machine) -> Vec<&str> {
    machine.memories.iter().filter(|(_, it)| it.beside).map(|(_, it)| it.name.as_str()).collect()
}

/// The bits of each slice after a simulated run, and its cycles.
fn run(machine: &Machine, plan: &Plan, args: &[Arg], short: bool) -> anyhow::Result<(Vec<Vec<u64>>, u64)> {
    let program = build(&verilog::bench(machine, plan), short)?;
    let folder = TempDir::new()?;
    let mut command = Command::new(std::path::absolute(program)?);
    command.current_dir(folder.path()).args(["+verilator+rand+reset+2", "+verilator+seed+7"]);
    let names = memories(machine);
    let (mut slices, mut scalars) = (names.iter(), 0);
    for arg in args {
        match arg {
            Arg::Scalar(value) => {
                command.arg(format!("+arg{scalars}={:x}", value.bits()));
                scalars += 1;
            }
            Arg::Slice(values) => {
                let name = slices.next().context("a slice has no memory")?;
                let text = values.iter().fold(String::new(), |mut text, value| {
                    let _ = writeln!(text, "{:x}", value.bits());
                    text
                });
                fs::write(folder.path().join(format!("{name}.hex")), text)?;
            }
        }
    }
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    let cycles = said.lines().find_map(|line| line.strip_prefix("cycles: "));
    let cycles = cycles.with_context(|| format!("{} did not end: {said}", machine.name))?;
    let found: anyhow::Result<Vec<Vec<u64>>> =
        names.iter().map(|name| read(&folder.path().join(format!("{name}.out")))).collect();
    Ok((found?, cycles.trim().parse()?))
}

fn read(file: &Path) -> anyhow::Result<Vec<u64>> {
    let text = fs::read_to_string(file)?;
    let numbers = text.lines().filter(|line| !line.starts_with("//")).flat_map(str::split_whitespace);
    Ok(numbers.map(|number| u64::from_str_radix(number, 16)).collect::<Result<_, _>>()?)
}

/// The simulator of a bench, which may be there from an earlier run.
fn build(bench: &str, short: bool) -> anyhow::Result<PathBuf> {
    let main = root().join("bench/src/qor/bench.cpp");
    let mut hasher = DefaultHasher::new();
    (bench, library(), fs::read(&main)?).hash(&mut hasher);
    let folder = root().join("target/qor").join(format!("{:016x}", hasher.finish()));
    let done = folder.join("obj/Vbench");
    if done.exists() {
        return Ok(done);
    }
    fs::create_dir_all(&folder)?;
    let mut files = vec![folder.join("bench.v")];
    fs::write(&files[0], bench)?;
    for (name, text) in library() {
        let file = folder.join(name);
        fs::write(&file, text)?;
        files.push(file);
    }
    let cancel = Cancel::new();
    let simulator = Simulator {
        top: "bench",
        prefix: "Vbench",
        verilog: &files,
        main: &main,
        include: &folder,
        folder: &folder.join("obj"),
        defines: &["SYCL_HLS_DPI"],
        optimized: !short,
        waves: Waves::None,
        jobs: 2,
    };
    Ok(Verilator::find(&cancel)?.build(&simulator, &cancel)?)
}
