//! Quality of results: cycles and intervals of kernels as our own RTL, beside published figures of others.
//!
//! `cargo run --release -p sycl-hls-bench --bin qor` measures every row but the eighth, which takes hours; `--row 2` one
//! of them, `--kernel atax` the kernels of that name, and of others if it is given again; `--count` simulates nothing, and takes the cycles from the schedules.
//! `--row 8 --list` names the kernels of the eighth.
//! What kernels compute is compared with the interpreter, bit by bit. Simulators are kept in `target/qor`, under a digest of
//! their Verilog, and what yosys made of cores in `target/area`. `docs/qor.md` says what the rows are.

mod area;
mod build;
mod compile;
mod count;
mod data;
mod dataflow;
#[allow(dead_code, missing_docs, clippy::all)]
mod kernels;
mod loops;
mod published;
mod simulate;
mod speed;
mod table;
mod translate;

use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};

use published::ROWS;
use sycl_hls_compiler::pass;

/// As in `sycl-hls`.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// What to measure.
#[derive(Default)]
struct Choice {
    row: Option<u32>,
    /// The names of kernels; empty for all.
    kernels: Vec<String>,
    /// Only count what the schedules say.
    count: bool,
    /// Only name the kernels of the eighth row.
    list: bool,
}

impl Choice {
    fn of(mut args: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut choice = Self::default();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--count" => choice.count = true,
                "--list" => choice.list = true,
                option => choice.set(option, args.next())?,
            }
        }
        Ok(choice)
    }

    fn set(&mut self, option: &str, value: Option<String>) -> anyhow::Result<()> {
        let value = value.with_context(|| format!("{option} needs a value"))?;
        match option {
            "--row" => self.row = Some(value.parse().with_context(|| format!("--row {value}"))?),
            "--kernel" => self.kernels.push(value),
            _ => bail!("{option}: there are --row, --kernel, --count and --list"),
        }
        Ok(())
    }

    fn has_row(&self, row: u32) -> bool {
        self.row.is_none_or(|it| it == row)
    }

    fn has(&self, kernel: &str) -> bool {
        self.kernels.is_empty() || self.kernels.iter().any(|it| it == kernel)
    }
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn main() -> anyhow::Result<()> {
    let choice = Choice::of(std::env::args().skip(1))?;
    if choice.has_row(1) {
        loops::measure()?;
    }
    for row in ROWS.iter().filter(|it| choice.has_row(it.number)) {
        let file = root().join("bench/src/qor/kernels").join(row.file);
        let modules = compile::modules(&file, pass::HARDWARE_EXTERNAL)?;
        let mut table = table::Table::new(row);
        for peer in row.peers.iter().filter(|it| choice.has(it.kernel)) {
            let kernel = compile::find(&modules, peer.kernel)?;
            table.add(peer, simulate::measure(&kernel, row.clock, !choice.count)?);
        }
        table.end();
    }
    if choice.has_row(5) {
        speed::measure()?;
    }
    if choice.has_row(6) {
        build::measure()?;
    }
    if choice.has_row(7) {
        translate::measure()?;
    }
    if choice.has_row(10) {
        dataflow::measure(|kernel| choice.has(kernel), !choice.count)?;
    }
    // It takes much longer than all others together.
    if choice.row == Some(8) {
        match choice.list {
            true => area::list(),
            false => area::measure(|kernel| choice.has(kernel))?,
        }
    }
    Ok(())
}
