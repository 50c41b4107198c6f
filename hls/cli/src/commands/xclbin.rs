//! `sycl-hls xclbin`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Subcommand};

use crate::failure::Failure;
use crate::terminal::print;
use crate::xclbin_info::{Info, text};

/// Look into images
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin info build/u200/sw_emu/vadd.xclbin")]
pub struct XclbinCommand {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    Info(InfoArgs),
}

/// Show the kernels, their arguments and registers, memory, sections and digests of an image
///
/// Takes any xclbin, of whatever tool; what is damaged or unknown in it is named, and the rest is shown.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin info build/u200/sw_emu/vadd.xclbin
  sycl-hls xclbin info build/u200/sw_emu/vadd.xclbin --json")]
struct InfoArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
}

pub fn xclbin(args: &XclbinCommand) -> anyhow::Result<ExitCode> {
    match &args.command {
        Subcommands::Info(args) => info(args),
    }
}

fn info(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    let info = Info::read(&args.file).map_err(|error| Failure::user(error.to_string()))?;
    if args.json {
        print(&(serde_json::to_string_pretty(&info)? + "\n"))?;
    } else {
        print(&text(&args.file, &info))?;
    }
    if info.problems.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    let failure = Failure::user(format!("{}: a part of the image is damaged", args.file.display()));
    Err(info.problems.iter().fold(failure, |failure, problem| failure.note(problem)).into())
}
