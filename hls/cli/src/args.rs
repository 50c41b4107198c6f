//! Arguments that several commands share. A command's own stand with the command.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use sycl_hls_compiler::tool::Waves;
use sycl_hls_types::Target;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn checks_follow_release_unless_said() {
        let checks = |release, checks| ChecksArgs { release, checks }.enabled();
        assert!(checks(false, None));
        assert!(!checks(true, None));
        assert!(checks(true, Some(Switch::On)));
        assert!(!checks(false, Some(Switch::Off)));
    }
}
