//! `sycl-hls fifo`

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_compiler::report::{Fifos, fifos};
use sycl_hls_ir::Module;

use super::emit::DEFAULT_MHZ;
use crate::catalogue;
use crate::failure::Failure;
use crate::fifo::{page, rewritten, text};
use crate::folders::write_file;
use crate::kernels::{names, no_kernel};
use crate::report::Arguments;
use crate::sources::translate_for;
use crate::terminal::{Terminal, print};

/// Find the smallest depths of a kernel's streams that cost no cycle, and what smaller ones cost
///
/// Runs with ideal memory are predicted with other depths, without simulation. Lowering any of the depths found costs a cycle, and
/// of several choices the one with the fewest block RAMs is shown. `--args` gives what decides how a run goes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls fifo streams.rs --args x.len=4096,y.len=4096
  sycl-hls fifo streams.rs --args x.len=64,y.len=64 --html streams.html
  sycl-hls fifo streams.rs --args x.len=64,y.len=64 --write")]
pub struct FifoCommand {
    /// The source file
    #[arg(value_name = "FILE.rs")]
    file: PathBuf,
    /// The kernel, if the file has several with streams
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Values of scalars, lengths of slices as NAME.len, or their elements as
    /// NAME=@FILE.npy
    #[arg(long, value_name = "NAME=VALUE,..", value_delimiter = ',')]
    args: Vec<String>,
    /// The board, whose clock is the target [default: none, 300 MHz]
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME")]
    board: Option<String>,
    /// Print JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write an HTML page with a plot of cycles against area
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the depths that cost no cycle into the source
    #[arg(long)]
    write: bool,
}

pub fn fifo(args: &FifoCommand, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let modules = translate_for(&args.file, args.kernel.as_deref().as_slice())?;
    let board = args.board.as_deref().map(|name| catalogue::find_near(&args.file, name)).transpose()?;
    let found = found(args, &modules, board.map_or(DEFAULT_MHZ, |board| board.kernel_clock_mhz))?;
    match &args.html {
        Some(path) => write_file(path, page(&found))?,
        None if args.json => print(&(serde_json::to_string_pretty(&found)? + "\n"))?,
        None => print(&text(&found))?,
    }
    if args.write {
        let source = std::fs::read_to_string(&args.file)?;
        write_file(&args.file, rewritten(&source, &found)?)?;
        terminal.say("Wrote", &format!("the depths to {}", args.file.display()));
    }
    Ok(ExitCode::SUCCESS)
}

/// The depths of the one kernel that has channels, or of the one that is named.
fn found(args: &FifoCommand, modules: &[Module], mhz: u32) -> anyhow::Result<Fifos> {
    let mut arguments = Arguments::new(&args.args)?;
    let mut found = None;
    for module in modules {
        let mut module = module.clone();
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        let wanted = |name: &str| args.kernel.as_deref().is_none_or(|kernel| kernel == name);
        for (_, func) in module.kernels().filter(|(_, func)| wanted(&func.name)) {
            if func.channels.is_empty() && args.kernel.is_none() {
                continue;
            }
            if found.is_some() {
                let failure = Failure::usage("several kernels have streams");
                return Err(failure.help("name one with `--kernel`").into());
            }
            let given = arguments.of(func)?;
            found = Some(fifos(&module, func, mhz, &given).map_err(|why| {
                let failure = Failure::user(format!("kernel `{}`: {why}", func.name));
                failure.help(
                    "`--args` gives scalars, lengths and elements; `sycl-hls report` says how a run goes",
                )
            })?);
        }
    }
    arguments.all_used()?;
    let none = || match &args.kernel {
        Some(name) => no_kernel(name, names(modules)),
        None => Failure::usage("no kernel of the file has streams"),
    };
    found.ok_or_else(|| none().into())
}
