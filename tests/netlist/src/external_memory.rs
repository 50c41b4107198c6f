//! Kernels whose slices are memories beside the core, in several simulators.

mod own;
mod tools;

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use sycl_hls_compiler::rtl::design::Design;
use sycl_hls_compiler::tool::{self, Cancel};
use sycl_hls_ir::interp::Arg;

use crate::Error;
pub use own::{netlist, simulate};
pub use tools::{Benches, Floats, icarus, verilator};

/// What a run leaves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The bits of every slice's elements, in the order of the arguments.
    pub slices: Vec<Vec<u64>>,
    /// From the edge that sees the start to the one that sees the end.
    pub cycles: u64,
}

/// The names of the memories beside a core, in the order of the slices.
#[must_use]
pub fn memories(design: &Design) -> Vec<&str> {
    design.memories.iter().filter(|(_, it)| it.external.is_some()).map(|(_, it)| it.name.as_str()).collect()
}

/// Runs the simulator of a [bench](sycl_hls_compiler::back::verilog::bench).
///
/// # Errors
/// When it fails or does not say that the kernel is done.
pub fn run(simulator: &mut Command, design: &Design, args: &[Arg]) -> Result<Outcome, Error> {
    let folder = temporary()?;
    simulator.current_dir(folder.path());
    let names = memories(design);
    let (mut slices, mut scalars) = (names.iter(), 0);
    for arg in args {
        match arg {
            Arg::Scalar(value) => {
                simulator.arg(format!("+arg{scalars}={:x}", value.big_bits()));
                scalars += 1;
            }
            Arg::Stream(_) => return Err(Error::Run("a core alone has nobody at its streams".to_owned())),
            Arg::Slice(values) => {
                let name = slices.next().ok_or_else(|| Error::Run("a slice has no memory".to_owned()))?;
                let text = values.iter().fold(String::new(), |mut text, value| {
                    _ = writeln!(text, "{:x}", value.big_bits());
                    text
                });
                write(&folder.path().join(format!("{name}.hex")), &text)?;
            }
        }
    }
    let said = tool::run(simulator, &Cancel::new())?;
    let cycles = said.lines().find_map(|line| line.strip_prefix("cycles: ")?.trim().parse().ok());
    let cycles = cycles.ok_or_else(|| Error::Run(format!("{} did not end: {said}", design.name)))?;
    let slices = names.iter().map(|name| elements(&folder.path().join(format!("{name}.out"))));
    Ok(Outcome { slices: slices.collect::<Result<_, _>>()?, cycles })
}

/// The numbers of a file of `$writememh`.
fn elements(file: &Path) -> Result<Vec<u64>, Error> {
    let text = read(file)?;
    let numbers = text.lines().filter(|line| !line.starts_with("//")).flat_map(str::split_whitespace);
    let number = |text: &str| {
        u64::from_str_radix(text, 16).map_err(|_| Error::Run(format!("{text} in {}", file.display())))
    };
    numbers.map(number).collect()
}

pub(crate) fn temporary() -> Result<tempfile::TempDir, Error> {
    tempfile::tempdir().map_err(|source| Error::File { path: std::env::temp_dir(), source })
}

pub(crate) fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|source| Error::File { path: path.to_owned(), source })
}

pub(crate) fn read(path: &Path) -> Result<String, Error> {
    fs::read_to_string(path).map_err(|source| Error::File { path: path.to_owned(), source })
}
