//! Plays the part of v++, platforminfo, emconfigutil and vivado, to test who calls them. It compiles nothing.
//!
//! It is what it is called as, and of the version in its path (`Vitis/2022.2/bin/v++`). It refuses what the real tools would:
//! unknown options, inputs that are not there, objects of another target or platform. What is wrong on purpose says the
//! file `replay.json` in the folder where it runs.

mod options;
mod reports;
mod script;
mod steps;
mod vivado;

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context as _, anyhow};
use sycl_hls_compiler::back::hls_cpp::Version;

fn main() -> ExitCode {
    let mut words = std::env::args();
    let program = words.next().unwrap_or_default();
    let args: Vec<String> = words.collect();
    match play(Path::new(&program), &args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell if this fails, too.
            let _ = writeln!(std::io::stderr(), "ERROR: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn play(program: &Path, args: &[String]) -> anyhow::Result<()> {
    let parts = || program.components().rev().filter_map(|part| part.as_os_str().to_str());
    let version: Version = parts()
        .find_map(|part| part.parse().ok())
        .with_context(|| format!("{} is in no folder of a version", program.display()))?;
    match parts().next() {
        Some("v++") => steps::vpp(&options::CommandLine::read(args, version)?, version),
        Some("platforminfo") => steps::platforminfo(args),
        Some("emconfigutil") => steps::emconfigutil(args),
        Some("vivado") => vivado::vivado(args, version),
        other => Err(anyhow!("a replay of {} is not there", other.unwrap_or("nothing"))),
    }
}
