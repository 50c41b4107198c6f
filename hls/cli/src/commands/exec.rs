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

/// Run a bundle of `build --bundle` on the machine that has Vitis
///
/// Needs neither project nor sources. Logs, reports and intermediate files go to a folder NAME.vitis beside the bundle;
/// results go to an archive for `sycl-hls import`. After an interruption or a failure
/// the same command continues after the last finished step. A bundle can execute any command: run only bundles that you trust.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls exec p.tar
  sycl-hls exec p.tar --jobs 4 --out results.tar")]
pub struct Exec {
    /// The bundle
    #[arg(value_name = "FILE.tar")]
    bundle: PathBuf,
    /// Use this version of Vitis [default: the one for which the bundle was written]
    #[arg(long = "vitis", value_name = "VERSION")]
    version: Option<Version>,
    /// The number of steps that run at the same time [default: one for each core]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// Keep all intermediate files
    #[arg(long)]
    keep: bool,
    /// The archive for the results [default: beside the bundle, NAME.results.tar]
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
