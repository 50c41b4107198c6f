//! The command line.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_types::Target;

/// Write FPGA kernels in Rust, watch them run on a laptop, ship them to an Alveo.
#[derive(Debug, Parser)]
#[command(name = "sycl-hls", version, max_term_width = 100)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check kernels without building anything
    Check(Check),
    /// Build the image that a board, or its emulation, runs
    Build(Build),
    /// Build the image and run the program on the emulated board
    Run(Run),
    /// Print what the compiler makes of the kernels
    Emit(Emit),
    /// Run one kernel on NumPy arrays, without a host program
    Call(Call),
}

/// Which project.
#[derive(Debug, Args)]
pub struct ProjectArgs {
    /// Folder of the project, or a folder inside of it
    #[arg(long, value_name = "DIR", default_value = ".")]
    pub project: PathBuf,
}

/// Which image.
#[derive(Debug, Args)]
pub struct ImageArgs {
    /// The board, such as u200
    #[arg(long, env = "SYCL_HLS_BOARD", value_name = "NAME")]
    pub board: Option<String>,
    /// sw_emu, hw_emu or hw [default: that of sycl-hls.toml, or sw_emu]
    #[arg(long, env = "SYCL_HLS_TARGET")]
    pub target: Option<Target>,
    #[command(flatten)]
    pub checks: ChecksArgs,
}

/// Whether checks are built in.
#[derive(Clone, Copy, Debug, Args)]
pub struct ChecksArgs {
    /// Build for speed: without checks unless `--checks on`
    #[arg(long)]
    pub release: bool,
    /// Stop a kernel at an overflow, a bad index, a division by zero, a shift too far [default: on; with --release: off]
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

#[derive(Debug, Args)]
pub struct Check {
    /// Source files; without any, those of the project
    #[arg(value_name = "FILE.rs")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub project: ProjectArgs,
}

#[derive(Debug, Args)]
pub struct Build {
    #[command(flatten)]
    pub image: ImageArgs,
    #[command(flatten)]
    pub project: ProjectArgs,
    /// Build the kernels of one file instead of a project's
    #[arg(long, value_name = "FILE.rs", requires = "out", conflicts_with = "project")]
    pub source: Option<PathBuf>,
    /// Where the image of `--source` goes: DIR/<stem>.xclbin
    #[arg(short, long, value_name = "DIR", requires = "source")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub struct Run {
    #[command(flatten)]
    pub image: ImageArgs,
    #[command(flatten)]
    pub project: ProjectArgs,
    /// The project's binary to run, if it has several
    #[arg(long, value_name = "NAME")]
    pub bin: Option<String>,
    /// Run an example of the project instead
    #[arg(long, value_name = "NAME", conflicts_with = "bin")]
    pub example: Option<String>,
    /// Arguments of the program
    #[arg(last = true, value_name = "ARGS")]
    pub args: Vec<String>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub enum EmitForm {
    /// The compiler's own kernel IR
    Kir,
    /// C++ for Vitis HLS
    HlsCpp,
    /// The configuration of Vitis' linker: compute units, banks, regions, clocks
    Config,
}

#[derive(Debug, Args)]
pub struct Emit {
    /// The form
    #[arg(long = "as", value_name = "FORM")]
    pub form: EmitForm,
    /// The source file
    #[arg(value_name = "FILE.rs")]
    pub file: PathBuf,
    /// Spell pragmas for this version of Vitis, and refuse what it lacks [default: what 2020.2 to 2026.1 all take]
    #[arg(long, value_name = "VERSION")]
    pub vitis: Option<Version>,
    /// Refuse banks and regions that this board does not have
    #[arg(long, env = "SYCL_HLS_BOARD", value_name = "NAME")]
    pub board: Option<String>,
    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CallTarget {
    /// The KIR interpreter
    #[value(name = "host")]
    Host,
    /// Software emulation, through an image
    #[value(name = "sw_emu")]
    SwEmu,
    /// Hardware emulation: not in this version
    #[value(name = "hw_emu")]
    HwEmu,
    /// A card: not in this version
    #[value(name = "hw")]
    Hw,
}

/// Runs one kernel of a source file on NumPy arrays.
///
/// Each argument is NAME=VALUE: a Rust literal for a scalar; for a slice @FILE.npy to read it from a file, and
/// :OUT.npy after that to write it to one when the kernel is done.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  sycl-hls call axpy.rs axpy --target sw_emu a=2.0 x=@x.npy y=@y.npy:out.npy"
)]
pub struct Call {
    /// The source file
    #[arg(value_name = "FILE.rs")]
    pub file: PathBuf,
    /// The kernel
    #[arg(value_name = "KERNEL")]
    pub kernel: String,
    /// What runs it
    #[arg(long, default_value = "host")]
    pub target: CallTarget,
    /// The emulated board; its name decides no result
    #[arg(long, env = "SYCL_HLS_BOARD", value_name = "NAME", default_value = "u200")]
    pub board: String,
    #[command(flatten)]
    pub checks: ChecksArgs,
    /// The kernel's arguments
    #[arg(value_name = "NAME=VALUE")]
    pub args: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

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
}
