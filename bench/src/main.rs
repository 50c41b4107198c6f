//! The figures of the README: medians, and ratios of what was measured in turn in one run.
//!
//! `cargo run --release -p sycl-hls-bench` prints the table; with words behind `--`, only of the benchmarks whose names
//! have one of them, in capitals or not.

mod emulation;
mod front;
mod generated;
mod handwritten;
mod iteration;
mod macro_cost;
mod parallel;
mod sample;
mod submit;
mod translation;
mod vitis_log;
mod vitis_plan;
mod vitis_rebuild;
mod xclbin;
mod xrt;

use std::path::{Path, PathBuf};
use std::time::Duration;

/// A line of the table.
pub struct Figure {
    /// What was measured.
    pub what: String,
    /// With its unit.
    pub measured: String,
    /// What it should be.
    pub target: &'static str,
}

impl Figure {
    /// A time that has a target.
    pub fn time(what: impl Into<String>, time: Duration, target: &'static str) -> Self {
        Self { what: what.into(), measured: sample::shown(time), target }
    }

    /// A time over another one.
    pub fn ratio(what: impl Into<String>, ratio: f64, target: &'static str) -> Self {
        Self { what: what.into(), measured: format!("{ratio:.2}x"), target }
    }
}

/// The repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// As in `sycl-hls`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> anyhow::Result<()> {
    type Benchmark = fn() -> anyhow::Result<Vec<Figure>>;
    let benchmarks: [(&str, Benchmark); 12] = [
        ("the front end", front::measure),
        ("much code", translation::measure),
        ("the macro", macro_cost::measure),
        ("submit and wait", submit::measure),
        ("parallel items", parallel::measure),
        ("software emulation", emulation::measure),
        ("edit to result", iteration::measure),
        ("xclbin", xclbin::measure),
        ("XRT", xrt::measure),
        ("vitis plan", vitis_plan::measure),
        ("vitis rebuild", vitis_rebuild::measure),
        ("vitis log", vitis_log::measure),
    ];
    let words: Vec<String> = std::env::args().skip(1).collect();
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [translation::ONCE, file] => return translation::once(file.as_ref()),
        [xrt::INSIDE, interface, image, what] => return xrt::inside(interface, image.as_ref(), what),
        _ => {}
    }
    let is_meant = |name: &str, word: &String| name.to_lowercase().contains(&word.to_lowercase());
    let names = benchmarks.map(|(name, _)| name);
    if let Some(word) = words.iter().find(|word| !names.iter().any(|name| is_meant(name, word))) {
        anyhow::bail!("there is no benchmark `{word}`: there are {}", names.join(", "));
    }
    let mut figures = Vec::new();
    for (name, measure) in benchmarks {
        if words.is_empty() || words.iter().any(|word| is_meant(name, word)) {
            eprintln!("measuring {name}");
            figures.extend(measure()?);
        }
    }
    println!("| what | median | target |\n|---|---|---|");
    for Figure { what, measured, target } in figures {
        println!("| {what} | {measured} | {target} |");
    }
    Ok(())
}
