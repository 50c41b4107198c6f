//! `sycl-hls xclbin verify`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use xclbin_tools::{XclbinFile, verify as findings};

use super::failure;
use crate::failure::{Failure, Reported, report};
use crate::terminal::Terminal;

/// Check all that is known of images: headers, every section, references, the mirror
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xclbin verify build/u200/sw_emu/vadd.xclbin")]
pub struct VerifyArgs {
    /// The images
    #[arg(value_name = "FILE.xclbin", required = true)]
    files: Vec<PathBuf>,
}

pub fn verify(args: &VerifyArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let mut wrong = 0;
    for path in &args.files {
        let found = XclbinFile::open(path).and_then(|file| findings(&file)).map_err(failure);
        let problem = match found {
            Ok(findings) if findings.is_empty() => {
                terminal.say("Sound", &path.display().to_string());
                continue;
            }
            Ok(findings) => findings.iter().fold(
                Failure::user(format!("{}: the image is not sound", path.display())),
                |failure, finding| {
                    let (start, end) = (finding.range.start, finding.range.end);
                    failure.note(format!("bytes {start:#x} to {end:#x}: {}", finding.problem))
                },
            ),
            Err(failure) => failure,
        };
        wrong += 1;
        report(&problem.into());
    }
    // All was said already.
    if wrong > 0 { Err(Reported { errors: 1 }.into()) } else { Ok(ExitCode::SUCCESS) }
}
