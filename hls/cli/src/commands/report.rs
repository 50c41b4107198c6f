//! `sycl-hls report`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use sycl_hls_boards::{Board, Resources};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_compiler::report::{Budget, Kernel, Report, kernel};
use sycl_hls_compiler::rtl::area::Area;
use sycl_hls_front::STRICT;
use sycl_hls_ir::{Diagnostic, Module};
use xclbin_tools::write_atomically;

use super::emit::DEFAULT_MHZ;
use crate::catalogue;
use crate::failure::Failure;
use crate::figures::Run;
use crate::placement::hardware;
use crate::report::{Arguments, html, text};
use crate::sources::{refuse, translate_one};
use crate::terminal::{Terminal, print};

/// Say what our own hardware of the kernels is like
///
/// For each loop: how often it runs, from how many cycles to how many its iterations start (II), why not more often, and
/// how many cycles it takes. Cycles are those of a run with ideal memory, from start to done: exact where control
/// depends on scalars and lengths alone and these are given, else bounds. Nothing is simulated. Areas are our own
/// estimate: LUT and FF as yosys maps our Verilog, which is more than Vivado needs; with a board, its share of it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls report axpy.rs
  sycl-hls report axpy.rs --kernel axpy --args a=2.0,y.len=4096
  sycl-hls report axpy.rs --json
  sycl-hls report axpy.rs --html axpy.html
  sycl-hls report axpy.rs --after stats.json")]
pub struct ReportCommand {
    /// The source file
    #[arg(value_name = "FILE.rs")]
    file: PathBuf,
    /// This kernel alone
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Scalars, and lengths of slices as NAME.len, that cycles are to be predicted for
    #[arg(long, value_name = "NAME=VALUE,..", value_delimiter = ',')]
    args: Vec<String>,
    /// The board, for whose clock hardware is made, and of which it takes a share [default: none, 300 MHz]
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME")]
    board: Option<String>,
    /// Say, too, how well simulated runs used their memory ports: what `call --stats` wrote of them
    #[arg(long, value_name = "FILE.json")]
    after: Option<PathBuf>,
    /// As JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write a page with the schedules beside the source
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn report(args: &ReportCommand, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let modules = translate_one(&args.file)?;
    let board = args.board.as_deref().map(|name| catalogue::find_near(&args.file, name)).transpose()?;
    let mhz = board.map_or(DEFAULT_MHZ, |board| board.kernel_clock_mhz);
    let mut report = made(args, &modules, mhz)?;
    report.budget = board.and_then(budget);
    if let Some(board) = board.filter(|board| board.resources.is_none()) {
        let name = &board.name;
        terminal.say("Board", &format!("what kernels can have of {name} is not known: no shares are shown"));
    }
    let runs = runs(args, &report)?;
    match &args.html {
        Some(path) => {
            let page = html(&report, &runs, &modules);
            write_atomically(path, page.as_bytes()).map_err(|error| Failure::user(error.to_string()))?;
        }
        None if args.json => {
            let document = Document { report: &report, runs: &runs };
            print(&(serde_json::to_string_pretty(&document)? + "\n"))?;
        }
        None => print(&text(&report, &runs))?,
    }
    refuse(&modules, |module| strict(module, mhz))?;
    Ok(ExitCode::SUCCESS)
}

/// The runs of the report's kernels that were simulated before.
fn runs(args: &ReportCommand, report: &Report) -> anyhow::Result<Vec<Run>> {
    let Some(path) = &args.after else { return Ok(Vec::new()) };
    let mut runs = Run::read(path)?;
    runs.retain(|run| report.kernels.iter().any(|kernel| kernel.name == run.kernel));
    if runs.is_empty() {
        return Err(Failure::user(format!("{} has no run of these kernels", path.display())).into());
    }
    Ok(runs)
}

/// The report, with its runs if there are any.
#[derive(Serialize)]
struct Document<'r> {
    #[serde(flatten)]
    report: &'r Report,
    #[serde(skip_serializing_if = "<[Run]>::is_empty")]
    runs: &'r [Run],
}

/// What kernels can have on a board, if it is known.
fn budget(board: &Board) -> Option<Budget> {
    let largest = board.regions.iter().max_by_key(|region| region.luts);
    let all = area(board.resources.as_ref()?);
    Some(Budget { board: board.name.clone(), all, region: largest.map(area) })
}

const fn area(resources: &Resources) -> Area {
    let Resources { luts, ffs, ramb18s, urams, dsps } = *resources;
    Area { luts, ffs, dsps, ramb18s, urams }
}

/// Strict pipelines that miss their interval. What has no hardware, the report says by itself.
fn strict(module: &Module, mhz: u32) -> Vec<Diagnostic> {
    let mut complaints = hardware(module, mhz).err().unwrap_or_default();
    complaints.retain(|complaint| complaint.code == STRICT);
    complaints
}

fn made(args: &ReportCommand, modules: &[Module], mhz: u32) -> anyhow::Result<Report> {
    let mut arguments = Arguments::new(&args.args)?;
    let mut kernels = Vec::new();
    for module in modules {
        let mut module = module.clone();
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        let wanted = |name: &str| args.kernel.as_deref().is_none_or(|kernel| kernel == name);
        for (_, func) in module.kernels().filter(|(_, func)| wanted(&func.name)) {
            let given = arguments.of(func)?;
            let made = kernel(&module, func, mhz, &given);
            kernels.push(made.unwrap_or_else(|why| Kernel::lacking(&module, func, why)));
        }
    }
    if let Some(name) = args.kernel.as_ref().filter(|_| kernels.is_empty()) {
        return Err(Failure::usage(format!("there is no kernel `{name}`")).into());
    }
    arguments.all_used()?;
    Ok(Report { budget: None, kernels })
}
