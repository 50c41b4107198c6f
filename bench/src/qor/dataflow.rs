//! Row 10: designs of processes that published simulators of dataflow were judged by, as memories beside the core.

use std::time::Instant;

use anyhow::{Context as _, ensure};
use sycl_hls_compiler::pass;
use sycl_hls_compiler::rtl::predict::{Inputs, follow, predict};
use sycl_hls_compiler::rtl::{Clock, Slices};
use sycl_hls_ir::interp::Arg;
use sycl_hls_tests::published::{DESIGNS, Design};
use sycl_hls_types::{Scalar, ScalarValue};

use crate::compile::{self, Kernel};
use crate::published::UNCERTAINTY;
use crate::table::grouped;
use crate::{root, simulate};

const CLOCK: Clock = Clock { mhz: 200.0, uncertainty: UNCERTAINTY };

/// Prints the table: of each design that is chosen by its kernel's name. Results and cycles of the simulation are those predicted; a
/// deadlock is only predicted, and so is everything if nothing is to be simulated.
pub fn measure(is_chosen: impl Fn(&str) -> bool, simulated: bool) -> anyhow::Result<()> {
    let modules = compile::modules(&root().join("tests/kernels/published.rs"), pass::HARDWARE_EXTERNAL)?;
    println!(
        "\nRow 10: designs of processes, 200 MHz. Target: ex2 at most 4,055 cycles, ex3 at most 4,053; 0.1 s.\n"
    );
    println!(
        "| design | ours | Vitis 2021.1 | results | theirs | prediction, s |\n|---|---|---|---|---|---|"
    );
    for design in DESIGNS.iter().filter(|design| is_chosen(design.kernel)) {
        let kernel = compile::find(&modules, design.kernel)?;
        let line = line(design, &kernel, simulated).with_context(|| design.name)?;
        println!("{line}");
    }
    Ok(())
}

fn line(design: &Design, kernel: &Kernel<'_>, simulated: bool) -> anyhow::Result<String> {
    let (hardware, plan) = kernel.hardware(CLOCK, Slices::Memories)?;
    let args: Vec<Arg> = design.args().iter().map(|arg| arg.interp_arg()).collect();
    let inputs = inputs(&args);
    let start = Instant::now();
    let prediction = predict(&hardware, &plan, &inputs);
    let seconds = start.elapsed().as_secs_f64();
    let Some(theirs) = design.cycles else {
        ensure!(prediction.deadlock.is_some(), "no deadlock is predicted");
        return Ok(format!("| {} | deadlock | deadlock | | | {seconds:.4} |", design.name));
    };
    let cycles = prediction.cycles.exact().with_context(|| format!("{} cycles", prediction.cycles))?;
    let (followed, slices) = follow(&hardware, &plan, &inputs);
    ensure!(followed.cycles == prediction.cycles, "{} cycles with results", followed.cycles);
    let predicted: Vec<Vec<i64>> = (0..args.len())
        .map(|param| slices.get(&param).map(|bytes| numbers(bytes)).unwrap_or_default())
        .collect();
    if simulated {
        let found = simulate::run(&hardware, &plan, &args, true)?;
        ensure!(found.cycles == cycles, "{} cycles instead of {cycles}", found.cycles);
        let number = |bits: &u64| i64::from(*bits as u32 as i32);
        let found: Vec<Vec<i64>> =
            found.slices.iter().map(|slice| slice.iter().map(number).collect()).collect();
        ensure!(found == predicted, "other results than those predicted");
    }
    let results = design.results(predicted);
    ensure!(design.holds(&results), "no schedule has these results: {results:?}");
    let listed =
        |numbers: &[i64]| numbers.iter().map(|it| grouped(*it as u64)).collect::<Vec<_>>().join("; ");
    let Design { name, results: published, .. } = design;
    let [ours, theirs] = [cycles, theirs].map(grouped);
    Ok(format!(
        "| {name} | {ours} | {theirs} | {} | {} | {seconds:.4} |",
        listed(&results),
        listed(published)
    ))
}

/// All arguments are slices.
fn inputs(args: &[Arg]) -> Inputs {
    let slices = args.iter().enumerate().filter_map(|(param, arg)| match arg {
        Arg::Slice(values) => Some((param, values.iter().flat_map(ScalarValue::to_le_bytes).collect())),
        Arg::Scalar(_) | Arg::Stream(_) => None,
    });
    Inputs { registers: Vec::new(), slices: slices.collect(), streams: Vec::new() }
}

/// All elements have 32 bits.
fn numbers(bytes: &[u8]) -> Vec<i64> {
    let number =
        |bytes: &[u8]| ScalarValue::from_le_bytes(Scalar::I32, bytes).to_integer().unwrap_or(0) as i64;
    bytes.chunks(4).map(number).collect()
}
