//! `sycl-hls`: check, build and run FPGA kernels written in Rust.
//!
//! The only crate of the project that knows terminals, colours and exit codes. The library is the program; other
//! crates use of it what builds images.

mod call;
mod cli;
mod commands;
mod diagnostics;
mod failure;
pub mod image;
mod interrupt;
pub mod placement;
pub mod progress;
mod project;
pub mod sources;

use std::process::ExitCode;

use clap::Parser as _;

/// The program: reads the command line, runs the command, reports its error, and gives the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = cli::Arguments::parse();
    match commands::run(arguments.command) {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}
