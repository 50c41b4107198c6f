//! `sycl-hls exec`

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use sycl_hls_compiler::back::hls_cpp::Version;

use crate::interrupt::on_interrupt;
use crate::progress::Progress;
use crate::terminal::Terminal;
use crate::vitis::{ExecRequest, exec as exec_bundle};

/// Run what `build --bundle` wrote, on the machine that has Vitis
///
/// Neither project nor sources are needed. Logs, reports and intermediate files go to a folder beside the bundle, with its
/// name and `.vitis`; the results to an archive, which `sycl-hls import` brings back. After an interruption or a failure
/// the same command goes on from what was finished. What Vitis is asked for is in the bundle: run those that you trust.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls exec p.tar
  sycl-hls exec p.tar --jobs 4 --out results.tar")]
pub struct Exec {
    /// The bundle
    #[arg(value_name = "FILE.tar")]
    bundle: PathBuf,
    /// Run it with this version of Vitis [default: the one that it was written for]
    #[arg(long = "vitis", value_name = "VERSION")]
    version: Option<Version>,
    /// How many steps run at a time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Keep all intermediate files
    #[arg(long)]
    keep: bool,
    /// Where the results go [default: beside the bundle, NAME.results.tar]
    #[arg(short, long, value_name = "FILE.tar")]
    out: Option<PathBuf>,
}

pub fn exec(args: &Exec, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let request = ExecRequest {
        bundle: &args.bundle,
        version: args.version,
        results: args.out.clone().unwrap_or_else(|| args.bundle.with_extension("results.tar")),
        jobs: args.jobs.map(Into::into),
        keep: args.keep,
    };
    exec_bundle(&request, &Progress::with(terminal.verbosity), &cancel)?;
    Ok(ExitCode::SUCCESS)
}
