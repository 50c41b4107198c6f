//! `sycl-hls xclbin add`, `replace` and `remove`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use xclbin_tools::SectionPlace;
use xclbin_tools::section::Format;

use super::failure;
use super::transfer::FormatArg;
use super::write::{Change, WriteArgs, save};
use crate::terminal::Terminal;

/// Add a section to an image, or a part to a section
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin add a.xclbin PDI design.pdi
  sycl-hls xclbin add a.xclbin SOFT_KERNEL[k]-OBJ k.so -o b.xclbin")]
pub struct AddArgs {
    #[command(flatten)]
    change: ChangeArgs,
}

/// Give a section of an image another content
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin replace a.xclbin IP_LAYOUT ips.json -o b.xclbin")]
pub struct ReplaceArgs {
    #[command(flatten)]
    change: ChangeArgs,
}

/// What is changed.
#[derive(Debug, Args)]
struct ChangeArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The section: KIND, KIND-PART, KIND[name] or KIND[name]-PART
    #[arg(value_name = "SECTION")]
    section: SectionPlace,
    /// Its content
    #[arg(value_name = "CONTENT")]
    content: PathBuf,
    /// The content's format [default: JSON if the section has that form, or raw]
    #[arg(long, value_name = "FORMAT")]
    format: Option<FormatArg>,
    #[command(flatten)]
    write: WriteArgs,
}

impl ChangeArgs {
    fn format(&self) -> Format {
        self.format.map_or_else(|| self.section.format(), Format::from)
    }
}

/// Remove sections from an image
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin remove a.xclbin BITSTREAM BUILD_METADATA -o b.xclbin")]
pub struct RemoveArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The sections: KIND or KIND[name]
    #[arg(value_name = "SECTION", required = true)]
    sections: Vec<SectionPlace>,
    #[command(flatten)]
    write: WriteArgs,
}

pub fn add(AddArgs { change }: &AddArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let mut image = Change::start(&change.file, change.write.output.as_deref())?;
    image.editor.add_file(&change.section, change.format(), &change.content).map_err(failure)?;
    save(image, &change.write, terminal)
}

pub fn replace(ReplaceArgs { change }: &ReplaceArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let mut image = Change::start(&change.file, change.write.output.as_deref())?;
    image.editor.replace_file(&change.section, change.format(), &change.content).map_err(failure)?;
    save(image, &change.write, terminal)
}

pub fn remove(args: &RemoveArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let mut image = Change::start(&args.file, args.write.output.as_deref())?;
    for place in &args.sections {
        image.editor.remove_place(place).map_err(failure)?;
    }
    save(image, &args.write, terminal)
}
