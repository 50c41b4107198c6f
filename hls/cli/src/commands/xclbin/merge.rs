//! `sycl-hls xclbin merge`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use xclbin_tools::{Kept, Merged, XclbinFile};

use super::failure;
use super::write::{Change, WriteArgs, save};
use crate::failure::Failure;
use crate::terminal::Terminal;

/// Add to an image the sections of others that it lacks
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin merge a.xclbin other.xclbin -o b.xclbin")]
pub struct MergeArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The other images: sections that the image has must be equal in them; its keys keep their values
    #[arg(value_name = "OTHER.xclbin", required = true)]
    others: Vec<PathBuf>,
    #[command(flatten)]
    write: WriteArgs,
}

pub fn merge(args: &MergeArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let mut image = Change::start(&args.file, args.write.output.as_deref())?;
    for path in &args.others {
        let other = XclbinFile::open(path).map_err(failure)?;
        let Merged { differing, kept } = image.editor.merge(&other).map_err(failure)?;
        for Kept { key, value, other } in kept {
            terminal.say("Kept", &format!("{key} = {value}, not {other} as in {}", path.display()));
        }
        if !differing.is_empty() {
            let both = (args.file.display(), path.display());
            let failure =
                Failure::user(format!("{} and {} have different sections of one kind", both.0, both.1));
            let failure = differing.iter().fold(failure, |failure, place| failure.note(place.to_string()));
            return Err(failure.help("remove them from one of the images").into());
        }
    }
    save(image, &args.write, terminal)
}
