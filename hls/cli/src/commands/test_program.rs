//! What Cargo starts in the place of each test program: see `testing`.

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use clap::Args;
use rustix::process::{Signal, set_parent_process_death_signal};

use crate::interrupt::on_interrupt;
use crate::simulation::seconds;
use crate::testing::Results;
use crate::testing::program::Request;

/// Run a test program for Cargo, each of its tests in a process of its own
#[derive(Debug, Args)]
pub struct TestProgram {
    /// Where it is written what became of the tests
    #[arg(long, value_name = "DIR")]
    results: PathBuf,
    /// How long a test may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    limit: Option<Duration>,
    /// Write down which tests there are; they run elsewhere
    #[arg(long)]
    list_only: bool,
    /// The program
    program: PathBuf,
    /// Its arguments
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    args: Vec<String>,
}

pub fn test_program(args: &TestProgram) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    // Whoever ends Cargo ends the tests, too.
    set_parent_process_death_signal(Some(Signal::TERM))?;
    let request = Request {
        results: Results::new(&args.results),
        limit: args.limit,
        executable: &args.program,
        args: &args.args,
        place: None,
        cancel: &cancel,
    };
    let code = if args.list_only { request.list_only()? } else { request.run()? };
    Ok(code.into())
}
