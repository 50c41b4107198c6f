//! `sycl-hls xclbin keyvalue`

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use xclbin_tools::XclbinFile;

use super::failure;
use super::write::{Change, WriteArgs, save};
use crate::failure::Failure;
use crate::table::table;
use crate::terminal::{Terminal, print};

/// Show or change the keys and values of an image
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin keyvalue build/u200/sw_emu/vadd.xclbin
  sycl-hls xclbin keyvalue a.xclbin --set made=here --set by=me -o b.xclbin")]
pub struct KeyvalueArgs {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// Give a key a value; may be repeated
    #[arg(long, value_name = "KEY=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,
    /// Remove a key; may be repeated
    #[arg(long, value_name = "KEY")]
    remove: Vec<String>,
    #[command(flatten)]
    write: WriteArgs,
}

fn pair(text: &str) -> anyhow::Result<(String, String)> {
    let pair = text.split_once('=').map(|(key, value)| (key.to_owned(), value.to_owned()));
    pair.context("expected KEY=VALUE")
}

pub fn keyvalue(args: &KeyvalueArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    if args.set.is_empty() && args.remove.is_empty() {
        let values = XclbinFile::open(&args.file).and_then(|image| image.key_values()).map_err(failure)?;
        let rows: Vec<_> = values.iter().map(|(key, value)| vec![key.to_owned(), value.to_owned()]).collect();
        print(&table("", &rows))?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut image = Change::start(&args.file, args.write.output.as_deref())?;
    for key in &args.remove {
        if !image.editor.remove_key(key).map_err(failure)? {
            return Err(Failure::user(format!("there is no key `{key}` in {}", args.file.display())).into());
        }
    }
    for (key, value) in &args.set {
        image.editor.set_key(key, value).map_err(failure)?;
    }
    save(image, &args.write, terminal)
}
