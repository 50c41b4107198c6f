//! Kernels of the corpus, whole: core, bridges and control registers.

use std::path::Path;

use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_ir::Module;
use sycl_hls_netlist::{Error, Load, Path as Slowest, measured};
use sycl_hls_tests::images::{sources, translated};

use super::LIMIT;

/// The clock for which kernels are scheduled unless they name another one, in MHz.
const CLOCK: u32 = 300;

/// What a path may take of a period: what is left is for clock uncertainty and for routes that are longer than the model's.
const PART: f64 = 0.9;

/// The loads that an enable may have.
const LOADS: usize = 2000;

/// The kernels that are measured without `--all`: small ones, of each kind.
const SAMPLE: [&str; 12] = [
    "axpy",
    "box_filter_f32",
    "box_filter_i32",
    "fir",
    "histogram",
    "jacobi_2d",
    "matmul",
    "merge",
    "prefix_sum",
    "spmv_crs",
    "vadd",
    "widen_port",
];

/// A kernel's Verilog.
struct Kernel {
    name: String,
    mhz: u32,
    own: [(&'static str, String); 2],
    top: String,
}

/// Prints the table of the kernels whose name has this part; gives what is over the budget.
pub fn measure(word: &str, all: bool) -> anyhow::Result<Vec<String>> {
    println!(
        "| kernel | MHz | ns | LUTs | CARRY4 | DSPs | largest fan-out | largest enable | slowest path |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let is_chosen = |name: &str| match word {
        "" => all || SAMPLE.contains(&name),
        word => name.contains(word),
    };
    let mut late = Vec::new();
    let box_filter = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/box-filter/src/kernels.rs");
    let modules = sources().into_iter().chain([box_filter]).flat_map(translated);
    for kernel in modules.flat_map(|module| kernels(module, &is_chosen)) {
        match slowest(&kernel) {
            Ok(path) => {
                line(&kernel, &path);
                late.extend(over(&kernel, &path));
            }
            // Out of its time, most of all.
            Err(error) => println!("| {} | {} | {error} |", kernel.name, kernel.mhz),
        }
    }
    Ok(late)
}

/// The kernels of a module that are chosen and have hardware.
fn kernels(mut module: Module, is_chosen: &dyn Fn(&str) -> bool) -> Vec<Kernel> {
    if !module.kernels().any(|(_, func)| is_chosen(&func.name)) {
        return Vec::new();
    }
    pass::run_all(&mut module, hw_emu::LEGALIZE);
    let chosen = module.kernels().filter(|(_, func)| is_chosen(&func.name));
    let kernels = chosen.filter_map(|(_, func)| {
        let kernel = hw_emu::kernel(&module, func, CLOCK).ok()?;
        Some(Kernel {
            name: func.name.clone(),
            mhz: kernel.manifest.clock_mhz,
            own: kernel.verilog(),
            top: kernel.top().to_owned(),
        })
    });
    kernels.collect()
}

fn slowest(kernel: &Kernel) -> Result<Slowest, Error> {
    let own = kernel.own.each_ref().map(|(name, text)| (*name, text.as_str()));
    let library = hw_emu::used(&own.map(|(_, text)| text));
    measured(&own.into_iter().chain(library).collect::<Vec<_>>(), &kernel.top, LIMIT)
}

fn line(kernel: &Kernel, path: &Slowest) {
    let Kernel { name, mhz, .. } = kernel;
    let Slowest { ns, luts, carries, dsps, through, fan_out, enable } = path;
    let load = |Load { net, inputs }: &Load| format!("{inputs} `{net}`");
    println!(
        "| {name} | {mhz} | {ns:.2} | {luts} | {carries} | {dsps} | {} | {} | `{}` |",
        load(fan_out),
        load(enable),
        through.join("`, `")
    );
}

/// What of a kernel is over the budget.
fn over(kernel: &Kernel, path: &Slowest) -> Vec<String> {
    let budget = PART * 1000.0 / f64::from(kernel.mhz);
    let Kernel { name, mhz, .. } = kernel;
    let Slowest { ns, enable, .. } = path;
    let slow = (*ns > budget).then(|| format!("{name} takes {ns:.2} ns, of {budget:.2} ns at {mhz} MHz"));
    let loaded = (enable.inputs > LOADS)
        .then(|| format!("{name} has an enable of {} loads, `{}`", enable.inputs, enable.net));
    slow.into_iter().chain(loaded).collect()
}
