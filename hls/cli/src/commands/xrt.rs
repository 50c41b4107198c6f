//! `sycl-hls xrt`

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use anyhow::Context as _;
use clap::{Args, Subcommand, ValueEnum};
use sycl_hls_boards::FOLDERS_VARIABLE;
use sycl_hls_types::Target;
use sycl_hls_vitis::shell::quoted;

use crate::cards::answer;
use crate::catalogue;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::terminal::{Terminal, print};
use crate::xrt::{Overlay, Session, device, guard, linked_kernels, supervise, unpack, worker};

/// Run programs that use XRT, the Xilinx runtime, on emulated cards, without Vitis
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xrt run --board u200 --target sw_emu -- ./host vadd.xclbin
  sycl-hls xrt setup")]
pub struct Xrt {
    #[command(subcommand)]
    command: Subcommands,
}

#[derive(Debug, Subcommand)]
enum Subcommands {
    Run(RunArgs),
    Env(EnvArgs),
    Setup(SetupArgs),
    /// What XRT starts as its device
    #[command(hide = true)]
    Device {
        #[arg(long)]
        simulators: Option<PathBuf>,
    },
    /// What calls XRT for other commands
    #[command(hide = true)]
    Call {
        request: String,
    },
    /// What ends the session of a `run` that was killed
    #[command(hide = true)]
    Guard {
        session: PathBuf,
    },
    /// What XRT starts to unpack an image of hardware emulation
    #[command(hide = true)]
    Unpack {
        archive: PathBuf,
        #[arg(short)]
        directory: PathBuf,
    },
    /// What a device starts to run kernels
    #[command(hide = true)]
    Worker {
        image: PathBuf,
        /// Only say which kernels of it are linked
        #[arg(long)]
        links: bool,
    },
}

/// Run a program on emulated cards
///
/// Ends with the program's exit code, with 1 if a kernel stops, and with 4 if the device is lost, which XRT does not report
/// to programs.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xrt run --board u200 --target sw_emu -- ./host vadd.xclbin
  sycl-hls xrt run --board u200 --devices 2 -- ./host vadd.xclbin")]
struct RunArgs {
    #[command(flatten)]
    card: CardArgs,
    /// The program and its arguments
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
}

/// Print environment variables with which programs of a shell find emulated cards
///
/// In a shell: `eval "$(sycl-hls xrt env --board u200)"`. Each call makes a new folder in /tmp, which the variables name. A later
/// `xrt run` or `xrt env` removes it, when the shell has ended and nothing has used the folder for a day.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xrt env --board u200 --target sw_emu")]
struct EnvArgs {
    #[command(flatten)]
    card: CardArgs,
}

/// Make the folder that XRT takes for an installation of Vitis, and print its path
///
/// The other commands do this automatically. The folder has links to the installed XRT, and copies of two libraries in which
/// faults are patched. The installed files are not changed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls xrt setup
  sycl-hls xrt setup --dir overlay")]
struct SetupArgs {
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Debug, Args)]
struct PlaceArgs {
    /// The folder that XRT takes for Vitis [default: one in the user's cache]
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

/// What is emulated.
#[derive(Debug, Args)]
struct CardArgs {
    /// The board, such as u200
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME")]
    board: String,
    /// The kind of emulation
    #[arg(long, env = "SYCL_HLS_TARGET", hide_env_values = true, default_value = "sw_emu")]
    target: EmulatedTarget,
    /// The number of emulated cards
    #[arg(long, value_name = "N", default_value = "1", hide_default_value = true,
        value_parser = clap::value_parser!(u32).range(1..=16))]
    devices: u32,
    #[command(flatten)]
    place: PlaceArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum EmulatedTarget {
    /// Software emulation
    #[value(name = "sw_emu")]
    SwEmu,
    /// Hardware emulation: our Verilog, cycle by cycle
    #[value(name = "hw_emu")]
    HwEmu,
}

impl EmulatedTarget {
    const fn target(self) -> Target {
        match self {
            Self::SwEmu => Target::SwEmu,
            Self::HwEmu => Target::HwEmu,
        }
    }
}

pub fn xrt(args: &Xrt, terminal: Terminal) -> anyhow::Result<ExitCode> {
    match &args.command {
        Subcommands::Run(args) => run(args, terminal),
        Subcommands::Env(args) => env(args),
        Subcommands::Setup(args) => setup(args),
        Subcommands::Device { simulators } => device(simulators.as_deref()).map(|()| ExitCode::SUCCESS),
        Subcommands::Call { request } => answer(request).map(|()| ExitCode::SUCCESS),
        Subcommands::Guard { session } => {
            guard(session);
            Ok(ExitCode::SUCCESS)
        }
        Subcommands::Unpack { archive, directory } => unpack(archive, directory).map(|()| ExitCode::SUCCESS),
        Subcommands::Worker { image, links: false } => worker(image).map(|()| ExitCode::SUCCESS),
        Subcommands::Worker { image, links: true } => {
            print!("{}", linked_kernels(image)?);
            Ok(ExitCode::SUCCESS)
        }
    }
}

impl CardArgs {
    /// The folder that the variables name, and they.
    fn session(&self, program: Option<&Path>) -> anyhow::Result<(Session, Vec<(&'static str, OsString)>)> {
        let board = catalogue::find(catalogue::around(Path::new("."))?, &self.board)?;
        let overlay = Overlay::set_up(self.place.dir.as_deref())?;
        let session = Session::new(board, self.devices, self.target.target())
            .map_err(|error| Failure::user(format!("cannot write a folder in /tmp: {error}")))?;
        let mut variables = session.variables(&overlay, board, self.target.target(), program);
        // The device's processes know no project.
        let folder = board.file.as_deref().and_then(Path::parent);
        variables.extend(folder.map(|folder| (FOLDERS_VARIABLE, folder.into())));
        Ok((session, variables))
    }
}

fn run(args: &RunArgs, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let Some((program, rest)) = args.command.split_first() else {
        return Err(Failure::usage("no program was named").into());
    };
    let (mut session, variables) = args.card.session(Some(Path::new(program)))?;
    session.end_with_us().context("cannot start the process that watches over the session")?;
    for (name, value) in &variables {
        terminal.detail("Setting", &format!("{name}={}", value.to_string_lossy()));
    }
    let mut command = Command::new(program);
    command.args(rest).envs(variables);
    Ok(supervise(&mut command, &session.status(), &cancel)?.into())
}

fn env(args: &EnvArgs) -> anyhow::Result<ExitCode> {
    let (session, variables) = args.card.session(None)?;
    let lines =
        variables.iter().map(|(name, value)| format!("export {name}={}\n", quoted(&value.to_string_lossy())));
    print(&lines.collect::<String>())?;
    session.leave_to_shell().context("cannot write a folder in /tmp")?;
    Ok(ExitCode::SUCCESS)
}

fn setup(args: &SetupArgs) -> anyhow::Result<ExitCode> {
    let overlay = Overlay::set_up(args.place.dir.as_deref())?;
    print(&format!("{}\n", overlay.root.display()))?;
    Ok(ExitCode::SUCCESS)
}
