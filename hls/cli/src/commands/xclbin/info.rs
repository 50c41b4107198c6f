//! `sycl-hls xclbin info`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use xclbin_tools::write_atomically;

use crate::failure::Failure;
use crate::terminal::print;
use crate::xclbin_info::{Info, text};

/// Show the kernels, their arguments and registers, memory, sections and digests of an image
///
/// Takes any xclbin, of whatever tool; what is damaged or unknown in it is named, and the rest is shown.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin info build/u200/sw_emu/vadd.xclbin
  sycl-hls xclbin info build/u200/sw_emu/vadd.xclbin --json")]
pub struct InfoArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub fn info(args: &InfoArgs) -> anyhow::Result<ExitCode> {
    show(&args.file, &args.file, args.json).map(|()| ExitCode::SUCCESS)
}

/// Shows the facts of a file, which is called by another name if need be.
///
/// # Errors
/// When it cannot be read, and, after what can be shown, when a part of it is damaged.
pub fn show(file: &Path, name: &Path, json: bool) -> anyhow::Result<()> {
    let info = Info::read(file).map_err(super::failure)?;
    if json {
        print(&(serde_json::to_string_pretty(&info)? + "\n"))?;
    } else {
        print(&text(name, &info))?;
    }
    if info.problems.is_empty() {
        return Ok(());
    }
    let failure = Failure::user(format!("{}: a part of the image is damaged", name.display()));
    Err(info.problems.iter().fold(failure, |failure, problem| failure.note(problem)).into())
}

/// Writes to a file what [`show`] would show.
///
/// # Errors
/// When the image cannot be read or the file cannot be written.
pub fn write(file: &Path, output: &Path) -> anyhow::Result<()> {
    let info = Info::read(file).map_err(super::failure)?;
    let plain = anstream::adapter::strip_str(&text(file, &info)).to_string();
    Ok(write_atomically(output, plain.as_bytes()).map_err(super::failure)?)
}
