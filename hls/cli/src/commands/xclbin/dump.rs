//! `sycl-hls xclbin dump`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use xclbin_tools::section::Format;
use xclbin_tools::{Editor, SectionPlace, XclbinFile};

use super::failure;
use super::transfer::FormatArg;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::terminal::print_text;

/// Write a section of an image, or a part of one, to a file; JSON also to standard output
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin dump build/u200/sw_emu/vadd.xclbin IP_LAYOUT
  sycl-hls xclbin dump build/u200/sw_emu/vadd.xclbin BITSTREAM -o vadd.so
  sycl-hls xclbin dump build/u200/sw_emu/vadd.xclbin MEM_TOPOLOGY -o m.json")]
pub struct DumpArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The section: KIND, KIND-PART, KIND[name] or KIND[name]-PART
    #[arg(value_name = "SECTION")]
    section: SectionPlace,
    /// The new file
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The format [default: JSON if the section has that form, or raw]
    #[arg(long, value_name = "FORMAT")]
    format: Option<FormatArg>,
}

pub fn dump(args: &DumpArgs) -> anyhow::Result<ExitCode> {
    let editor = XclbinFile::open(&args.file).and_then(Editor::of).map_err(failure)?;
    let place = &args.section;
    let format = args.format.map_or_else(|| place.format(), Format::from);
    if let Some(output) = &args.output {
        let cancel = on_interrupt()?;
        let dumped = editor.dump_file(place, format, output, &|| !cancel.is_cancelled());
        dumped.map_err(failure)?;
        return Ok(ExitCode::SUCCESS);
    }
    if place.part.is_some() || format == Format::Raw {
        editor.existing(place).map_err(failure)?;
        return Err(Failure::usage(format!("{place} goes to a file")).help("say which: `-o FILE`").into());
    }
    let json = editor.text(place, format).map_err(failure)?;
    print_text(|out| json.write(place.kind, format, out))?;
    Ok(ExitCode::SUCCESS)
}
