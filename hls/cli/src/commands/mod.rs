//! The commands, one a file: its arguments and what it does.

pub mod boards;
pub mod build;
pub mod call;
pub mod check;
pub mod clean;
pub mod completions;
pub mod emit;
pub mod explain;
pub mod new;
pub mod run;
pub mod test;
pub mod xclbin;

use std::process::ExitCode;

use sycl_hls_boards::Board;
use sycl_hls_types::Target;

use crate::cli::{Command, ImageArgs};
use crate::failure::Failure;
use crate::project::Project;
use crate::terminal::Terminal;

/// Runs a command to its end.
pub fn run(command: &Command, terminal: Terminal) -> anyhow::Result<ExitCode> {
    match command {
        Command::New(args) => new::new(args, terminal),
        Command::Check(args) => check::check(args, terminal),
        Command::Build(args) => build::build(args, terminal),
        Command::Run(args) => run::run(args, terminal),
        Command::Test(args) => test::test(args, terminal),
        Command::Call(args) => call::call(args, terminal),
        Command::Emit(args) => emit::emit(args),
        Command::Boards(args) => boards::boards(args),
        Command::Explain(args) => explain::explain(args),
        Command::Xclbin(args) => xclbin::xclbin(args),
        Command::Clean(args) => clean::clean(args, terminal),
        Command::Completions(args) => completions::completions(args),
    }
}

/// The board: flag or environment, then the project's configuration.
pub fn board(args: &ImageArgs, project: Option<&Project>) -> anyhow::Result<&'static Board> {
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
pub fn target(args: &ImageArgs, project: Option<&Project>) -> anyhow::Result<Target> {
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
