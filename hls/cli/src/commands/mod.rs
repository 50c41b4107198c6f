//! The commands.

mod build;
mod call;
mod check;
mod emit;
mod run;

use std::process::ExitCode;

use sycl_hls_boards::Board;
use sycl_hls_types::Target;

use crate::cli::{Command, ImageArgs};
use crate::failure::Failure;
use crate::project::Project;

/// Runs a command to its end.
pub fn run(command: Command) -> anyhow::Result<ExitCode> {
    match command {
        Command::Check(args) => check::check(&args),
        Command::Build(args) => build::build(&args),
        Command::Run(args) => run::run(&args),
        Command::Emit(args) => emit::emit(&args),
        Command::Call(args) => call::call(&args),
    }
}

/// The board: flag or environment, then the project's configuration.
fn board(args: &ImageArgs, project: Option<&Project>) -> anyhow::Result<&'static Board> {
    let configured = project.and_then(|project| project.config.project.board.as_deref());
    match args.board.as_deref().or(configured) {
        Some(name) => board_named(name),
        None => {
            let known: Vec<&str> = Board::all().iter().map(|board| board.name.as_str()).collect();
            let failure = Failure::usage("no board was named");
            let help = format!("say `--board NAME` ({}), or set it in sycl-hls.toml", known.join(", "));
            Err(failure.help(help).into())
        }
    }
}

fn board_named(name: &str) -> anyhow::Result<&'static Board> {
    Board::by_name(name).map_err(|error| Failure::usage(error.to_string()).into())
}

/// The target: flag or environment, then the project's configuration, then software emulation.
fn target(args: &ImageArgs, project: Option<&Project>) -> anyhow::Result<Target> {
    let configured = project.and_then(|project| project.config.project.target);
    match args.target.or(configured).unwrap_or(Target::SwEmu) {
        Target::SwEmu => Ok(Target::SwEmu),
        other => Err(missing_target(other).into()),
    }
}

/// A target that is planned and not there.
fn missing_target(target: Target) -> Failure {
    Failure::unavailable(format!("the target {target} does not exist yet in this version"))
        .help("use `--target sw_emu`")
}
