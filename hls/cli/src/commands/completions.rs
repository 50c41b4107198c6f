//! `sycl-hls completions`

use std::process::ExitCode;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::terminal::print;

/// Print the completions for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls completions bash > sycl-hls.bash
  sycl-hls completions zsh > _sycl-hls
  sycl-hls completions fish > sycl-hls.fish")]
pub struct Completions {
    /// The shell
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

/// Prints the completions of `program`.
pub fn completions(args: &Completions, mut program: Command) -> anyhow::Result<ExitCode> {
    let mut script = Vec::new();
    generate(args.shell, &mut program, "sycl-hls", &mut script);
    print(&String::from_utf8_lossy(&script))?;
    Ok(ExitCode::SUCCESS)
}
