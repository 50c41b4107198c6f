//! `sycl-hls bundle`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::bundle::{Request, make};
use crate::catalogue;
use crate::terminal::Terminal;

/// Pack an image and the program that uses it for another machine
///
/// The archive, a tar file, has the image, its manifest, the program, a script that runs it (`run.sh`), and a list with
/// digests of all of them. `sycl-hls verify` checks it on the other machine.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls bundle a.xclbin --host host
  sycl-hls bundle a.xclbin --host host --add x.npy --out bundles/a-1.0.tar")]
pub struct Bundle {
    /// The image
    #[arg(value_name = "FILE.xclbin")]
    file: PathBuf,
    /// The program
    #[arg(long, value_name = "PROGRAM")]
    host: PathBuf,
    /// Another file that it needs; may be repeated
    #[arg(long = "add", value_name = "FILE")]
    others: Vec<PathBuf>,
    /// The archive [default: FILE.tar, beside the image]
    #[arg(short, long, value_name = "FILE.tar")]
    out: Option<PathBuf>,
}

pub fn bundle(args: &Bundle, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let bundle = args.out.clone().unwrap_or_else(|| args.file.with_extension("tar"));
    if let Some(folder) = bundle.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        crate::folders::create_folder(folder)?;
    }
    let request = Request { image: &args.file, host: &args.host, others: &args.others, bundle: &bundle };
    let digest = make(&request, catalogue::near(&args.file)?)?;
    terminal.say("Bundled", &bundle.display().to_string());
    terminal.say("Digest", digest.as_str());
    Ok(ExitCode::SUCCESS)
}
