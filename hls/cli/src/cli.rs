//! The command line: what all commands share, and the list of them. A command's own arguments stand with the command.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{
    ArgAction, Args, ColorChoice, CommandFactory as _, FromArgMatches as _, Parser, Subcommand, ValueEnum,
};
use sycl_hls_compiler::tool::Waves;
use sycl_hls_types::Target;

use crate::commands::boards::Boards;
use crate::commands::build::Build;
use crate::commands::bundle::Bundle;
use crate::commands::call::Call;
use crate::commands::check::Check;
use crate::commands::clean::Clean;
use crate::commands::completions::Completions;
use crate::commands::deploy::Deploy;
use crate::commands::devices::Devices;
use crate::commands::doctor::Doctor;
use crate::commands::emit::Emit;
use crate::commands::exec::Exec;
use crate::commands::explain::Explain;
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
    Clean(Clean),
    Completions(Completions),
    Man(Man),
}

/// How much is said, and how.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Say what is done in detail: the tools' command lines, digests
    #[arg(short, long, global = true, action = ArgAction::SetTrue, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Say nothing but errors and what was asked for
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub quiet: bool,
    /// Colours; `auto`: on a terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    pub color: ColorChoice,
}

/// Which project.
#[derive(Debug, Args)]
pub struct ProjectArgs {
    /// Folder of the project, or a folder inside of it
    #[arg(long, value_name = "DIR", default_value = ".", hide_default_value = true)]
    pub project: PathBuf,
    /// The project's Cargo.toml, instead of `--project`
    #[arg(long, value_name = "FILE", conflicts_with = "project")]
    pub manifest_path: Option<PathBuf>,
}

/// Which image.
#[derive(Debug, Args)]
pub struct ImageArgs {
    /// The board, such as u200
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME")]
    pub board: Option<String>,
    /// sw_emu, hw_emu or hw [default: that of sycl-hls.toml, or sw_emu]
    #[arg(long, env = "SYCL_HLS_TARGET", hide_env_values = true)]
    pub target: Option<Target>,
    /// What makes hw_emu: `own`, this tool's hardware, or `vitis`
    #[arg(long, value_name = "NAME", default_value = "own", hide_default_value = true)]
    pub toolchain: Toolchain,
    #[command(flatten)]
    pub checks: ChecksArgs,
    #[command(flatten)]
    pub gates: GateArgs,
    /// How many files are compiled at a time [default: that of sycl-hls.toml, or one for each core]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

/// How floats are simulated.
#[derive(Clone, Copy, Debug, Args)]
pub struct GateArgs {
    /// hw_emu: simulate floats by the gates of their operators, not with this machine's own floats; slower, the same bits
    #[arg(long)]
    pub gate_level: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Toolchain {
    Own,
    Vitis,
}

/// A format of waveforms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum WaveForm {
    /// GTKWave's own format: small
    Fst,
    /// Value change dump: text, which everything reads
    Vcd,
}

impl WaveForm {
    pub const fn waves(self) -> Waves {
        match self {
            Self::Fst => Waves::Fst,
            Self::Vcd => Waves::Vcd,
        }
    }
}

/// Whether checks are built in.
#[derive(Clone, Copy, Debug, Args)]
pub struct ChecksArgs {
    /// Build for speed: without checks unless `--checks on`
    #[arg(long)]
    pub release: bool,
    /// Stop a kernel at an overflow, a bad index, a division by zero, a shift too far [default: on;
    /// with --release: off]
    #[arg(long, value_name = "WHEN")]
    pub checks: Option<Switch>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Switch {
    On,
    Off,
}

impl ChecksArgs {
    pub fn enabled(self) -> bool {
        self.checks.map_or(!self.release, |checks| checks == Switch::On)
    }
}

impl Arguments {
    /// Reads the process's command line; ends the process with help, the version, or a mistake in usage.
    pub fn read() -> Self {
        let words: Vec<OsString> = std::env::args_os().collect();
        // Help and mistakes are shown before the option is parsed, and heed it nevertheless.
        let command = Self::command().color(color_of(&words));
        let matches = command.get_matches_from(words);
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
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
    fn checks_follow_release_unless_said() {
        let checks = |release, checks| ChecksArgs { release, checks }.enabled();
        assert!(checks(false, None));
        assert!(!checks(true, None));
        assert!(checks(true, Some(Switch::On)));
        assert!(!checks(false, Some(Switch::Off)));
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
