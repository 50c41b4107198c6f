//! The command line: the list of commands, and which function runs each.

use std::ffi::OsString;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::args::OutputArgs;
use crate::commands;
use crate::commands::boards::Boards;
use crate::commands::build::Build;
use crate::commands::bundle::Bundle;
use crate::commands::call::Call;
use crate::commands::check::Check;
use crate::commands::clean::Clean;
use crate::commands::cluster::ClusterCommand;
use crate::commands::completions::Completions;
use crate::commands::deploy::Deploy;
use crate::commands::devices::Devices;
use crate::commands::doctor::Doctor;
use crate::commands::emit::Emit;
use crate::commands::exec::Exec;
use crate::commands::explain::Explain;
use crate::commands::fifo::FifoCommand;
use crate::commands::import::Import;
use crate::commands::man::Man;
use crate::commands::new::New;
use crate::commands::report::ReportCommand;
use crate::commands::run::Run;
use crate::commands::test::Test;
use crate::commands::test_program::TestProgram;
use crate::commands::verify::Verify;
use crate::commands::xclbin::XclbinCommand;
use crate::commands::xclbinutil::Xclbinutil;
use crate::commands::xrt::Xrt;
use crate::terminal::Terminal;

/// Write FPGA kernels in Rust, watch them run on a laptop, ship them to an Alveo.
#[derive(Debug, Parser)]
#[command(
    name = "sycl-hls",
    version,
    max_term_width = 100,
    after_help = "Examples:
  sycl-hls new vadd
  sycl-hls run --project vadd
  sycl-hls help call"
)]
pub struct Arguments {
    #[command(flatten)]
    pub output: OutputArgs,
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    New(New),
    Check(Check),
    Build(Build),
    Exec(Exec),
    Import(Import),
    Run(Run),
    Test(Test),
    #[command(hide = true)]
    TestProgram(TestProgram),
    Call(Call),
    Emit(Emit),
    Report(ReportCommand),
    Fifo(FifoCommand),
    Boards(Boards),
    Devices(Devices),
    Deploy(Deploy),
    Bundle(Bundle),
    Verify(Verify),
    Explain(Explain),
    Xclbin(XclbinCommand),
    Xclbinutil(Box<Xclbinutil>),
    Xrt(Xrt),
    Doctor(Doctor),
    Cluster(ClusterCommand),
    Clean(Clean),
    Completions(Completions),
    Man(Man),
}

impl Command {
    /// Runs the command to its end.
    ///
    /// # Errors
    /// What stops the command, as it is to be shown.
    pub fn run(&self, terminal: Terminal) -> anyhow::Result<ExitCode> {
        match self {
            Self::New(args) => commands::new::new(args, terminal),
            Self::Check(args) => commands::check::check(args, terminal),
            Self::Build(args) => commands::build::build(args, terminal),
            Self::Exec(args) => commands::exec::exec(args, terminal),
            Self::Import(args) => commands::import::import(args, terminal),
            Self::Run(args) => commands::run::run(args, terminal),
            Self::Test(args) => commands::test::test(args, terminal),
            Self::TestProgram(args) => commands::test_program::test_program(args),
            Self::Call(args) => commands::call::call(args, terminal),
            Self::Emit(args) => commands::emit::emit(args),
            Self::Report(args) => commands::report::report(args, terminal),
            Self::Fifo(args) => commands::fifo::fifo(args, terminal),
            Self::Boards(args) => commands::boards::boards(args),
            Self::Bundle(args) => commands::bundle::bundle(args, terminal),
            Self::Verify(args) => commands::verify::verify(args, terminal),
            Self::Deploy(args) => commands::deploy::deploy(args, terminal),
            Self::Devices(args) => commands::devices::devices(args),
            Self::Explain(args) => commands::explain::explain(args),
            Self::Xclbin(args) => commands::xclbin::xclbin(args, terminal),
            Self::Xclbinutil(args) => commands::xclbinutil::xclbinutil(args, terminal),
            Self::Xrt(args) => commands::xrt::xrt(args, terminal),
            Self::Doctor(args) => commands::doctor::doctor(args),
            Self::Cluster(args) => commands::cluster::cluster(args, terminal),
            Self::Clean(args) => commands::clean::clean(args, terminal),
            Self::Completions(args) => commands::completions::completions(args, Arguments::command()),
            Self::Man(args) => commands::man::man(args, Arguments::command(), terminal),
        }
    }
}

impl Arguments {
    /// Reads the process's command line; ends the process with help, the version, or a mistake in usage.
    pub fn read() -> Self {
        let words: Vec<OsString> = std::env::args_os().collect();
        // Help and mistakes are shown before the option is parsed, and heed it nevertheless.
        let command = Self::command().color(color_of(&words));
        let parsed = command.try_get_matches_from(&words);
        let parsed = parsed.and_then(|matches| Self::from_arg_matches(&matches));
        parsed.unwrap_or_else(|error| {
            // Scripts expect the codes of the program that it stands for. Without a word that prints its help.
            if error.use_stderr() && words.get(1).is_some_and(|word| word == "xclbinutil") {
                let is_help = error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand;
                let _ = error.print();
                std::process::exit(if is_help { 0 } else { commands::xclbinutil::ERROR.into() });
            }
            error.exit()
        })
    }
}

/// What `--color` asks for, if it is on the command line and right.
fn color_of(words: &[OsString]) -> ColorChoice {
    let words = words.iter().filter_map(|word| word.to_str()).take_while(|word| *word != "--");
    let words: Vec<&str> = words.collect();
    let value = words.iter().enumerate().find_map(|(index, word)| match word.strip_prefix("--color") {
        Some("") => words.get(index + 1).copied(),
        Some(value) => value.strip_prefix('='),
        None => None,
    });
    value.and_then(|value| value.parse().ok()).unwrap_or(ColorChoice::Auto)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_colour_is_known_before_the_rest() {
        let color = |words: &[&str]| color_of(&words.iter().map(OsString::from).collect::<Vec<_>>());
        assert_eq!(color(&["sycl-hls", "--color", "never", "build"]), ColorChoice::Never);
        assert_eq!(color(&["sycl-hls", "build", "--color=always"]), ColorChoice::Always);
        for other in [&["sycl-hls"][..], &["--color"], &["--color=red"], &["run", "--", "--color=never"]] {
            assert_eq!(color(other), ColorChoice::Auto);
        }
    }
}
