//! Row 7: from KIR to Verilog.

use std::time::{Duration, Instant};

use sycl_hls_cli::sources::translate_one;
use sycl_hls_compiler::back::verilog;
use sycl_hls_compiler::pass;
use sycl_hls_compiler::rtl::{Clock, hardware};
use sycl_hls_ir::Module;
use sycl_hls_tests::images::sources;

/// The passes of a module, and each kernel's share of them with its own blocks, schedule and text.
fn times(module: &Module) -> Vec<(String, Duration)> {
    let start = Instant::now();
    let mut module = module.clone();
    pass::run_all(&mut module, pass::HARDWARE);
    let passes = start.elapsed();
    let count = module.kernels().count().max(1) as u32;
    let kernels = module.kernels().filter_map(|(_, func)| {
        let start = Instant::now();
        let (design, plan) = hardware(&module, func, Clock::of_vitis(300.0)).ok()?;
        std::hint::black_box(verilog::core(&design, &plan));
        Some((func.name.clone(), start.elapsed() + passes / count))
    });
    kernels.collect()
}

/// Prints the median and the longest.
pub fn measure() -> anyhow::Result<()> {
    let mut all: Vec<(String, Duration)> = Vec::new();
    for path in &sources() {
        all.extend(translate_one(path)?.iter().flat_map(times));
    }
    all.sort_by_key(|(_, time)| *time);
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!("\nRow 7: KIR to Verilog. Target: under 100 ms a kernel, the largest under 2 s.\n");
    println!("| kernels | median, ms | over 100 ms | longest, ms | which |\n|---|---|---|---|---|");
    if let (Some((_, median)), Some((name, longest))) = (all.get(all.len() / 2), all.last()) {
        let slow = all.iter().filter(|(_, time)| milliseconds(*time) > 100.0).count();
        let (median, longest) = (milliseconds(*median), milliseconds(*longest));
        println!("| {} | {median:.2} | {slow} | {longest:.0} | {name} |", all.len());
    }
    Ok(())
}
