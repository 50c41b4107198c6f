//! Arguments that several commands share. A command's own stand with the command.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use serde::Deserialize;
use sycl_hls_compiler::tool::Waves;
use sycl_hls_types::Target;

/// How much is said, and how.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub struct OutputArgs {
    /// Print details: command lines of tools, digests
    #[arg(short, long, global = true, action = ArgAction::SetTrue, conflicts_with = "quiet")]
    pub verbose: bool,
    /// Print only errors and requested output
    #[arg(short, long, global = true, action = ArgAction::SetTrue)]
    pub quiet: bool,
    /// Colours; `auto`: on a terminal
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_default_value = true)]
    pub color: ColorChoice,
}

/// Which project.
#[derive(Debug, Args)]
pub struct ProjectArgs {
    /// The folder of the project, or a folder inside it
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
    #[command(flatten)]
    pub how: HowArgs,
}

/// Which images: of each board for each target.
#[derive(Debug, Args)]
pub struct MatrixArgs {
    /// The board, such as u200, or several: u200,u280
    #[arg(
        long = "board",
        env = "SYCL_HLS_BOARD",
        hide_env_values = true,
        value_name = "NAME",
        value_delimiter = ','
    )]
    boards: Vec<String>,
    /// sw_emu, hw_emu, hw, or several: hw_emu,hw [default: that of sycl-hls.toml, or sw_emu]
    #[arg(long = "target", env = "SYCL_HLS_TARGET", hide_env_values = true, value_delimiter = ',')]
    targets: Vec<Target>,
    #[command(flatten)]
    pub how: HowArgs,
}

impl MatrixArgs {
    /// Each board for each target.
    pub fn images(&self) -> Vec<ImageArgs> {
        let boards = or_default(&self.boards);
        let targets = or_default(&self.targets);
        let image = |(board, target)| ImageArgs { board, target, how: self.how };
        let pairs = boards.iter().flat_map(|board| targets.iter().map(|target| (board.clone(), *target)));
        pairs.map(image).collect()
    }
}

/// Those that were named, or one that something else decides.
pub fn or_default<T: Clone>(named: &[T]) -> Vec<Option<T>> {
    if named.is_empty() { vec![None] } else { named.iter().cloned().map(Some).collect() }
}

/// How images are made.
#[derive(Clone, Copy, Debug, Args)]
pub struct HowArgs {
    /// The toolchain of hw_emu: `own`, our Verilog, or `vitis`
    #[arg(long, value_name = "NAME", default_value = "own", hide_default_value = true)]
    pub toolchain: Toolchain,
    #[command(flatten)]
    pub checks: ChecksArgs,
    #[command(flatten)]
    pub gates: GateArgs,
    /// The number of files that are compiled at the same time [default: that of sycl-hls.toml, or one for each core]
    #[arg(short, long, value_name = "N")]
    pub jobs: Option<NonZeroUsize>,
}

/// On which machines.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Cluster")]
pub struct ClusterArgs {
    /// Where steps run: `local`, or `slurm`, each as a job [default: that of sycl-hls.toml, or local]
    #[arg(long, value_name = "ENGINE")]
    pub on: Option<Engine>,
    /// slurm: return when the jobs are submitted; `sycl-hls cluster wait` brings their results
    #[arg(long)]
    pub detach: bool,
}

/// What runs steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Engine {
    /// This machine
    Local,
    /// Slurm's commands, which must be in PATH
    Slurm,
}

/// How floats are simulated.
#[derive(Clone, Copy, Debug, Args)]
pub struct GateArgs {
    /// hw_emu: simulate the gates of floating-point operators instead of using this machine's; slower, the same bits
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
    /// GTKWave's format: small files
    Fst,
    /// Value change dump: text that every viewer reads
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
    /// Stop a kernel at an overflow, an index out of bounds, a division by zero, or too large a shift [default: on;
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
    fn each_board_has_each_target() {
        #[derive(clap::Parser)]
        struct All {
            #[command(flatten)]
            matrix: MatrixArgs,
        }
        let images = |args: &[&str]| -> Vec<(Option<String>, Option<Target>)> {
            let all = <All as clap::Parser>::parse_from([&["build"], args].concat());
            all.matrix.images().into_iter().map(|image| (image.board, image.target)).collect()
        };
        let (board, hw) = (|name: &str| Some(name.to_owned()), Some(Target::Hw));
        assert_eq!(images(&["--target", "hw"]), [(None, hw)]);
        assert_eq!(
            images(&["--board", "a,b", "--target=hw_emu", "--target=hw"]),
            [
                (board("a"), Some(Target::HwEmu)),
                (board("a"), hw),
                (board("b"), Some(Target::HwEmu)),
                (board("b"), hw)
            ]
        );
    }

    #[test]
    fn checks_follow_release_unless_said() {
        let checks = |release, checks| ChecksArgs { release, checks }.enabled();
        assert!(checks(false, None));
        assert!(!checks(true, None));
        assert!(checks(true, Some(Switch::On)));
        assert!(!checks(false, Some(Switch::Off)));
    }
}
