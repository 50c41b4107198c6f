//! Row 1: the intervals of inner loops.

use std::path::Path;

use sycl_hls_compiler::pass;
use sycl_hls_compiler::rtl::{Clock, Slices};

use crate::{compile, root};

/// A kernel, its file, and the interval that Vitis reaches.
const KERNELS: [(&str, &str, u32); 8] = [
    ("vadd", "bench/src/qor/kernels/loops.rs", 1),
    ("axpy", "bench/src/qor/kernels/loops.rs", 1),
    ("box_filter_i32", "examples/box-filter/src/kernels.rs", 1),
    ("box_filter_f32", "examples/box-filter/src/kernels.rs", 1),
    ("fir", "bench/src/qor/kernels/loops.rs", 1),
    ("conv5x5", "bench/src/qor/kernels/loops.rs", 1),
    ("stencil", "bench/src/qor/kernels/loops.rs", 1),
    ("histogram", "bench/src/qor/kernels/loops.rs", 2),
];

/// Prints the intervals of all pipelined loops, in the order of the source, through AXI at 300 MHz.
pub fn measure() -> anyhow::Result<()> {
    println!("\nRow 1: intervals of the pipelined loops of a kernel, by line. Target: 1 each.\n");
    println!("| kernel | ours | Vitis |\n|---|---|---|");
    for (name, file, vitis) in KERNELS {
        let modules = compile::modules(&root().join(Path::new(file)), pass::HARDWARE)?;
        let kernel = compile::find(&modules, name)?;
        let (design, plan) = kernel.hardware(Clock::of_vitis(300.0), Slices::Masters)?;
        let mut intervals: Vec<(u32, u32)> = design
            .root()
            .blocks
            .iter()
            .filter_map(|(id, block)| Some((block.span.start.line, plan.root().blocks[id].schedule.ii?)))
            .collect();
        intervals.sort_unstable();
        let shown: Vec<String> = intervals.iter().map(|(line, ii)| format!("{ii} (line {line})")).collect();
        println!("| {name} | {} | {vitis} |", shown.join(", "));
    }
    Ok(())
}
