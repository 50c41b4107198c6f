//! `sycl-hls run`

use std::process::ExitCode;

use clap::Args;

use crate::args::{ImageArgs, ProjectArgs};
use crate::cargo::{Job, words};
use crate::simulation::SimulationArgs;
use crate::terminal::Terminal;

/// Build the image and run the program on the emulated board
///
/// With `--target hw` it runs on a card, with the image that `build --target hw` has left. Ends with the program's exit code.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls run --board u200
  sycl-hls run --board u280 --release
  sycl-hls run --board u200 --target hw_emu
  sycl-hls run --board u200 -- 1000")]
pub struct Run {
    #[command(flatten)]
    image: ImageArgs,
    #[command(flatten)]
    project: ProjectArgs,
    #[command(flatten)]
    simulation: SimulationArgs,
    /// The project's binary to run, if it has several
    #[arg(long, value_name = "NAME")]
    bin: Option<String>,
    /// Run an example of the project instead
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    example: Option<String>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    args: Vec<String>,
}

pub fn run(args: &Run, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let mut which = Vec::new();
    for (flag, name) in [("--bin", &args.bin), ("--example", &args.example)] {
        which.extend(name.iter().flat_map(|name| [flag.to_owned(), name.clone()]));
    }
    let compile = [words(&["build"]), terminal.quiet_args(), which.clone()].concat();
    // Cargo has just built it and said all there is to say.
    let run = [words(&["run", "--quiet"]), which, words(&["--"]), args.args.clone()].concat();
    let job = Job::new(&args.image, &args.project, &args.simulation, terminal)?;
    match job.build(job.cargo(&compile))? {
        0 => Ok(job.run(job.cargo(&run))?.into()),
        code => Ok(code.into()),
    }
}
