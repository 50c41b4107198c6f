//! `sycl-hls test`

use std::process::ExitCode;

use clap::Args;

use crate::cargo::{Job, words};
use crate::cli::{ImageArgs, ProjectArgs};
use crate::simulation::SimulationArgs;
use crate::terminal::Terminal;

/// Build the image and run the project's tests on the emulated board
///
/// The tests are those of `cargo test`, in which `Selector::from_env()` is then the board. Ends with Cargo's exit
/// code.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls test --board u200
  sycl-hls test --board u200 sums
  sycl-hls test --board u200 --release -- --nocapture")]
pub struct Test {
    #[command(flatten)]
    image: ImageArgs,
    #[command(flatten)]
    project: ProjectArgs,
    #[command(flatten)]
    simulation: SimulationArgs,
    /// Run only the tests with this in their names
    #[arg(value_name = "TESTNAME")]
    name: Option<String>,
    /// Arguments of the test programs
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<String>,
}

pub fn test(args: &Test, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let compile = [words(&["test", "--no-run"]), terminal.quiet_args()].concat();
    let name = args.name.iter().cloned().collect();
    let run = [words(&["test"]), terminal.quiet_args(), name, words(&["--"]), args.args.clone()].concat();
    Job { image: &args.image, project: &args.project, simulation: &args.simulation, compile, run }
        .run(terminal)
}
