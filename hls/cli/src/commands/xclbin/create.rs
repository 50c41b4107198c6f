//! `sycl-hls xclbin create`

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;
use sycl_hls_types::Target;
use xclbin_tools::{Editor, Uuid};

use super::failure;
use super::transfer::Transfer;
use super::write::{Change, MirrorArg, WriteArgs, save};
use crate::image::mode_of;
use crate::terminal::Terminal;

/// Put an image together from sections
#[derive(Debug, Args)]
#[command(override_usage = "\
sycl-hls xclbin create --platform NAME --target TARGET NEW.xclbin [SECTION:FORMAT:FILE]...")]
#[command(after_help = "Examples:
  sycl-hls xclbin create b.xclbin --platform p --target hw BITSTREAM:RAW:k.so
  sycl-hls xclbin create b.xclbin --platform p --target sw_emu :JSON:ips.json")]
pub struct CreateArgs {
    /// The new image
    #[arg(value_name = "NEW.xclbin")]
    file: PathBuf,
    /// The platform's full name, of at most 63 bytes
    #[arg(long, value_name = "NAME")]
    platform: String,
    /// sw_emu, hw_emu or hw
    #[arg(long)]
    target: Target,
    /// Sections and their files, SECTION:FORMAT:FILE; without SECTION, all sections of a JSON file
    #[arg(value_name = "SECTIONS")]
    sections: Vec<Transfer>,
    /// The form of the mirror, a copy of the metadata after the sections
    #[arg(long, value_name = "FORM", default_value = "2.13")]
    mirror: MirrorArg,
}

pub fn create(args: &CreateArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
    let mut editor = Editor::new(mode_of(args.target), &args.platform, Uuid::nil(), now).map_err(failure)?;
    for Transfer { place, format, file } in &args.sections {
        let added = match place {
            Some(place) => editor.add_file(place, *format, file),
            None => editor.add_document(file).map(drop),
        };
        added.map_err(failure)?;
    }
    let write = WriteArgs { output: None, keep_uuid: false, mirror: args.mirror };
    save(Change::new(editor, &args.file)?, &write, terminal)
}
