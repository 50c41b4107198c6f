//! `sycl-hls man`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Command};

use crate::failure::Failure;
use crate::folders::create_folder;
use crate::terminal::Terminal;

/// Write the manual pages: one for each command
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls man man1")]
pub struct Man {
    /// Where they go; what is there under their names is replaced
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

/// Writes the pages of `program`.
pub fn man(args: &Man, program: Command, terminal: Terminal) -> anyhow::Result<ExitCode> {
    create_folder(&args.folder)?;
    clap_mangen::generate_to(program, &args.folder)
        .map_err(|error| Failure::user(format!("{}: {error}", args.folder.display())))?;
    terminal.say("Wrote", &args.folder.join("sycl-hls*.1").display().to_string());
    Ok(ExitCode::SUCCESS)
}
