//! Row 8: what the cores of the corpus take up, as we estimate it and as yosys synthesizes it.

use std::thread;
use std::time::Duration;

use anyhow::ensure;
use sycl_hls_compiler::rtl::area::Area;
use sycl_hls_ir::Module;
use sycl_hls_tests::images::{sources, translated};
use sycl_hls_tests::synthesis::{Core, Synthesis, Synthesized, calibrates, cores};

use crate::root;

/// The time that yosys has for each core.
const LIMIT: Duration = Duration::from_secs(1800);

fn all_cores() -> Vec<Core> {
    let modules: Vec<Module> = sources().into_iter().flat_map(translated).collect();
    modules.into_iter().flat_map(cores).collect()
}

/// Prints the names of the corpus' cores.
pub fn list() {
    all_cores().iter().for_each(|core| println!("{}", core.name));
}

/// Prints the table: each core of the corpus that is chosen by its kernel's name, and what it comes to.
pub fn measure(is_chosen: impl Fn(&str) -> bool) -> anyhow::Result<()> {
    let mut all = all_cores();
    all.retain(|core| is_chosen(&core.name));
    ensure!(!all.is_empty(), "there is no such kernel, or no hardware for it");
    let synthesis = Synthesis {
        folder: root().join("target/area"),
        limit: LIMIT,
        jobs: thread::available_parallelism().map_or(1, usize::from),
        progress: &|told, done, count| eprintln!("yosys: {done} of {count} runs, {told}"),
    };
    let Synthesized { cores, operators } = synthesis.synthesize(&all);
    println!(
        "\nRow 8: the area of cores, ours / yosys. Target: DSP, BRAM, URAM equal, LUT and FF within 1.3x.\n"
    );
    println!("| kernel | DSP | BRAM (RAMB18) | URAM | LUT | FF | half |\n|---|---|---|---|---|---|---|");
    let found: Vec<(&Core, Area)> =
        all.iter().zip(cores).filter_map(|(core, area)| Some((core, area?))).collect();
    found.iter().for_each(|(core, area)| line(core, area));
    println!("\n| operator, with the ports that are used | DSP | LUT | FF |\n|---|---|---|---|");
    for (operator, area) in operators.iter().filter_map(|(operator, area)| Some((operator, (*area)?))) {
        println!("| `{operator}` | {} | {} | {} |", area.dsps, area.luts, area.ffs);
    }
    summary(&found, all.len());
    Ok(())
}

const FIELDS: [fn(&Area) -> u32; 5] =
    [|area| area.dsps, |area| area.ramb18s, |area| area.urams, |area| area.luts, |area| area.ffs];

fn line(core: &Core, area: &Area) {
    let cells = FIELDS.map(|field| format!("{} / {}", field(&core.estimate), field(area)));
    let half = if calibrates(&core.name) { "calibration" } else { "test" };
    println!("| {} | {} | {half} |", core.name, cells.join(" | "));
}

fn summary(found: &[(&Core, Area)], all: usize) {
    let [dsps, brams, urams, luts, ffs] = FIELDS;
    println!("\n{} of {all} cores were synthesized.\n", found.len());
    println!("| | test half | calibration half |\n|---|---|---|");
    let halves = [false, true].map(|half| {
        let of = found.iter().filter(move |(core, _)| calibrates(&core.name) == half);
        of.collect::<Vec<_>>()
    });
    for (name, field) in [("DSP", dsps), ("BRAM", brams), ("URAM", urams)] {
        let equal = halves.each_ref().map(|half| {
            let equal = half.iter().filter(|(core, area)| field(&core.estimate) == field(area)).count();
            format!("{equal} of {}", half.len())
        });
        println!("| {name} equal | {} |", equal.join(" | "));
    }
    for (name, field) in [("LUT", luts), ("FF", ffs)] {
        let logs = halves.each_ref().map(|half| {
            let ratio = |(core, area): &&(&Core, Area)| {
                (f64::from(field(&core.estimate).max(1)) / f64::from(field(area).max(1))).ln()
            };
            half.iter().map(ratio).collect::<Vec<f64>>()
        });
        let mean = |each: fn(f64) -> f64| {
            logs.each_ref().map(|logs| {
                let sum: f64 = logs.iter().map(|log| each(*log)).sum();
                format!("{:.3}", (sum / logs.len().max(1) as f64).exp())
            })
        };
        println!("| {name}, geomean of ours / yosys | {} |", mean(|log| log).join(" | "));
        println!("| {name}, geomean of the deviation | {} |", mean(f64::abs).join(" | "));
    }
}
