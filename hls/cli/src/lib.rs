//! `sycl-hls`: check, build and run FPGA kernels written in Rust.
//!
//! The only crate of the project that knows terminals, colours and exit codes. The library is the program; other
//! crates use of it what builds images.

mod archive;
mod args;
pub mod board_memory;
mod building;
mod bundle;
mod call;
mod campaign;
mod cards;
mod cargo;
mod catalogue;
mod ci;
mod cli;
mod cluster;
mod commands;
mod deploy;
mod diagnostics;
mod drivers;
mod failure;
mod fifo;
mod folders;
pub mod image;
mod imports;
mod interrupt;
mod intervals;
pub mod kernels;
mod lock;
mod owner;
mod package;
pub mod placement;
pub mod progress;
mod project;
mod report;
mod run_statistics;
mod simulation;
pub mod sources;
mod table;
mod target;
mod templates;
mod terminal;
mod testing;
mod vitis;
mod xclbin_info;
mod xrt;

use std::process::ExitCode;

use terminal::Terminal;

/// The program: reads the command line, runs the command, reports its error, and gives the exit code.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = cli::Arguments::read();
    let terminal = Terminal::new(arguments.output);
    match arguments.command.run(terminal) {
        Ok(code) => code,
        Err(error) => failure::report(&error),
    }
}
