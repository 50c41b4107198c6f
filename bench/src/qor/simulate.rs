//! A kernel with its memories beside it, in Verilator.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::PathBuf;

use anyhow::{Context as _, anyhow, bail, ensure};
use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::rtl::area::{Area, area};
use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::rtl::operators::library;
use sycl_hls_compiler::rtl::{Clock, Plan, Slices};
use sycl_hls_compiler::sched;
use sycl_hls_ir::interp::{self, Arg};
use sycl_hls_netlist::{Benches, Floats, Outcome, memories, verilator};

use crate::compile::Kernel;
use crate::{count, data, root};

/// A simulator of a run of fewer cycles than this is built fast, rather than to be fast.
const SHORT: u64 = 1_000_000;

/// What was measured of a kernel.
pub struct Measured {
    /// From the edge that sees the start to the one that sees the end.
    pub cycles: u64,
    /// What the core takes up, by our estimate.
    pub area: Area,
}

/// Runs a kernel: its results are those of the interpreter, and its cycles those that its schedule says. If it is not to be
/// simulated, its cycles are only what the schedule says.
pub fn measure(kernel: &Kernel<'_>, clock: Clock, simulated: bool) -> anyhow::Result<Measured> {
    let (design, plan) = kernel.hardware(clock, Slices::Memories)?;
    for (_, block) in plan.root().blocks.iter() {
        let violations = sched::check(&block.problem, &block.schedule);
        ensure!(violations.is_empty(), "{}: {violations:?}", design.name);
    }
    let area = area(&design, &plan).core();
    let args = data::arguments(kernel.func());
    let counted = count::cycles(&design, &plan, &args).with_context(|| design.name.clone());
    if !simulated {
        return Ok(Measured { cycles: counted?, area });
    }
    let (expected, found) = std::thread::scope(|scope| {
        let expected = scope.spawn(|| interpreted(kernel, &args));
        let found = run(&design, &plan, &args, counted.as_ref().is_ok_and(|cycles| *cycles < SHORT));
        (expected.join().map_err(|_| anyhow!("the interpreter panicked")), found)
    });
    let Outcome { slices, cycles } = found?;
    let expected = expected??;
    for ((name, found), expected) in memories(&design).into_iter().zip(slices).zip(expected) {
        ensure!(found.len() == expected.len(), "{}: {name} has another length", design.name);
        let mut wrong = found.iter().zip(&expected).enumerate().filter(|(_, (a, b))| a != b);
        if let Some((place, (found, expected))) = wrong.next() {
            let more = wrong.count();
            bail!("{}: {name}[{place}] is {found:#x}, not {expected:#x}, and {more} more", design.name);
        }
    }
    if let Ok(counted) = counted {
        ensure!(counted == cycles, "{}: {cycles} cycles, and {counted} by its schedule", design.name);
    }
    Ok(Measured { cycles, area })
}

/// The bits of each slice after a run of what the front end made.
fn interpreted(kernel: &Kernel<'_>, args: &[Arg]) -> anyhow::Result<Vec<Vec<u64>>> {
    let mut args = args.to_vec();
    interp::run(kernel.plain.0, kernel.plain.1, &mut args)?;
    let slices = args.into_iter().filter_map(|arg| match arg {
        Arg::Slice(values) => Some(values.into_iter().map(|value| value.low_bits()).collect()),
        Arg::Scalar(_) | Arg::Stream(_) => None,
    });
    Ok(slices.collect())
}

/// A simulated run.
pub fn run(design: &Design, plan: &Plan, args: &[Arg], short: bool) -> anyhow::Result<Outcome> {
    let program = build(&verilog::bench(design, plan), short)?;
    Ok(sycl_hls_netlist::run(&mut verilator(&program), design, args)?)
}

/// The simulator of a bench, which may be there from an earlier run.
fn build(bench: &str, short: bool) -> anyhow::Result<PathBuf> {
    let mut hasher = DefaultHasher::new();
    (bench, library()).hash(&mut hasher);
    let folder = std::path::absolute(root())?.join("target/qor").join(format!("{:016x}", hasher.finish()));
    let done = folder.join("Vbench");
    if done.exists() {
        return Ok(done);
    }
    fs::create_dir_all(&folder)?;
    Ok(Benches::new()?.build(bench, &folder, Floats::Host, !short)?)
}
