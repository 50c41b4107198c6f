//! `sycl-hls report`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use sycl_hls_boards::{Board, Catalogue, Resources};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::pass;
use sycl_hls_compiler::report::{Assumed, BoardMemory, Budget, Kernel, Report, kernel};
use sycl_hls_compiler::rtl::area::Area;
use sycl_hls_front::STRICT;
use sycl_hls_ir::{Diagnostic, Module};
use sycl_hls_types::Target;

use super::emit::DEFAULT_MHZ;
use crate::args::{ProjectArgs, Toolchain};
use crate::board_memory;
use crate::building::image_of_file;
use crate::catalogue;
use crate::failure::Failure;
use crate::folders::write_file;
use crate::kernels::{names, no_kernel};
use crate::placement::hardware;
use crate::project::Project;
use crate::report::{Arguments, Sources, html, text};
use crate::run_statistics::Run;
use crate::sources::{SourceFile, refuse, translate_for};
use crate::target::{board_named, made_by_vitis};
use crate::terminal::{Terminal, print};
use crate::vitis::{Built, complain};

/// Predict cycles and area of the kernels as our Verilog, or summarize the reports of Vitis
///
/// For each loop: trip count, initiation interval (II) and what limits it, depth, and cycles. Cycles are those of a run with
/// ideal memory, from start to done, without simulation: exact where `--args` gives all that control depends on, otherwise
/// bounds. With a board, also bounds for its memory, wherever slices lie. For each memory port: bursts, their lengths, and
/// bandwidth. Areas are estimates: LUT and FF as yosys maps our Verilog, which is more than
/// Vivado needs; with a board, the share of it.
///
/// With `--target hw`, the same for the last build with Vitis, from its reports, with clocks, slack, areas on the device, and
/// dropped pragmas. Missing reports are listed with the places that were searched.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls report axpy.rs
  sycl-hls report axpy.rs --kernel axpy --args a=2.0,y.len=4096
  sycl-hls report axpy.rs --json
  sycl-hls report axpy.rs --html axpy.html
  sycl-hls report axpy.rs --after stats.json
  sycl-hls report --target hw --board u200
  sycl-hls report --target hw --board u200 --html app.html")]
pub struct ReportCommand {
    /// The source file; not needed for a project's build with Vitis
    #[arg(value_name = "FILE.rs", required_unless_present = "target")]
    file: Option<PathBuf>,
    /// `hw`: the build with Vitis [default: hw_emu, our Verilog]
    #[arg(long)]
    target: Option<Target>,
    /// The toolchain of hw_emu: `own`, our Verilog, or `vitis`
    #[arg(long, value_name = "NAME", default_value = "own", hide_default_value = true)]
    toolchain: Toolchain,
    #[command(flatten)]
    project: ProjectArgs,
    /// The image, if the project has several
    #[arg(long, value_name = "NAME", requires = "target", conflicts_with = "file")]
    image: Option<String>,
    /// The folder given to `build --source FILE.rs --out DIR`
    #[arg(short, long, value_name = "DIR", requires_all = ["target", "file"])]
    out: Option<PathBuf>,
    /// Only this kernel
    #[arg(long, value_name = "NAME")]
    kernel: Option<String>,
    /// Values of scalars, lengths of slices as NAME.len, or their elements as NAME=@FILE.npy, for which cycles are predicted
    #[arg(long, value_name = "NAME=VALUE,..", value_delimiter = ',')]
    args: Vec<String>,
    /// The board, whose clock is the target, whose memory bounds cycles, and of which areas are a share [default: none, 300 MHz; for builds with
    /// Vitis that of sycl-hls.toml]
    #[arg(long, env = "SYCL_HLS_BOARD", hide_env_values = true, value_name = "NAME")]
    board: Option<String>,
    /// Add how well simulated runs used their memory ports, from the file of `call --stats`
    #[arg(long, value_name = "FILE.json")]
    after: Option<PathBuf>,
    /// Print JSON
    #[arg(long, conflicts_with = "html")]
    json: bool,
    /// Write an HTML page with the schedules beside the source
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

pub fn report(args: &ReportCommand, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let target = args.target.unwrap_or(Target::HwEmu);
    match (made_by_vitis(target, args.toolchain)?, target, &args.file) {
        (Some(target), ..) => report_of_vitis(args, target, terminal)?,
        (None, Target::SwEmu, _) => {
            let failure = Failure::usage("software emulation has no hardware to report on");
            return Err(failure.help("say `--target hw_emu` or `--target hw`").into());
        }
        (None, _, Some(file)) => report_of_own(args, file, terminal)?,
        (None, _, None) => {
            let failure = Failure::usage("no source file is named");
            return Err(failure.help("our own hardware is reported of one file: name it").into());
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn report_of_own(args: &ReportCommand, file: &Path, terminal: Terminal) -> anyhow::Result<()> {
    let modules = translate_for(file, args.kernel.as_deref().as_slice())?;
    let board = args.board.as_deref().map(|name| catalogue::find_near(file, name)).transpose()?;
    let mhz = board.map_or(DEFAULT_MHZ, |board| board.kernel_clock_mhz);
    let memory = board.map(board_memory::memory);
    let mut report = made(args, &modules, mhz, memory.as_ref())?;
    report.budget = board.and_then(|board| budget(board, terminal));
    let runs = runs(args, &report)?;
    say(args, &report, &runs, &Sources::of_modules(&modules))?;
    refuse(&modules, |module| strict(module, mhz))?;
    report.kernels.iter().try_for_each(|kernel| ends(kernel).map_err(Into::into))
}

/// That a kernel does not end in a deadlock.
fn ends(kernel: &Kernel) -> Result<(), Failure> {
    let Some(deadlock) = &kernel.deadlock else { return Ok(()) };
    let failure = Failure::user(format!("kernel `{}`: {deadlock}", kernel.name));
    Err(failure.note("so it is predicted for these arguments, without simulation"))
}

/// Says it in the form that is asked for.
fn say(args: &ReportCommand, report: &Report, runs: &[Run], sources: &Sources<'_>) -> anyhow::Result<()> {
    match &args.html {
        Some(path) => Ok(write_file(path, html(report, runs, sources))?),
        None if args.json => print(&(serde_json::to_string_pretty(&Document { report, runs })? + "\n")),
        None => print(&text(report, runs)),
    }
}

/// What Vitis built last.
fn report_of_vitis(args: &ReportCommand, target: Target, terminal: Terminal) -> anyhow::Result<()> {
    if !args.args.is_empty() || args.after.is_some() {
        let failure =
            Failure::usage("cycles are predicted, and runs are simulated, of our own hardware only");
        return Err(failure.help("leave `--args` and `--after` out").into());
    }
    let (image, files, boards) = image_of_vitis(args, target)?;
    let built = Built::of(&image)?;
    for file in built.changed(&files) {
        terminal.say("Changed", &format!("{} since; what is shown is what was built", file.shown_as));
    }
    let board = boards.by_name(&built.job.brief.board).ok();
    let outcome = built.outcome();
    let mut report = outcome.report(board.and_then(|board| budget(board, terminal)));
    if let Some(name) = &args.kernel {
        if report.kernels.iter().all(|kernel| kernel.name != *name) {
            let known = report.kernels.iter().map(|kernel| kernel.name.as_str());
            return Err(no_kernel(name, known).into());
        }
        report.kernels.retain(|kernel| kernel.name == *name);
        report.findings.retain(|finding| finding.kernel.as_ref().is_none_or(|kernel| kernel == name));
    }
    say(args, &report, &[], &Sources::of_brief(&built.job.brief))?;
    complain(&outcome)
}

/// The image that is meant, its sources, and the boards that it can be for.
fn image_of_vitis(
    args: &ReportCommand,
    target: Target,
) -> anyhow::Result<(PathBuf, Vec<SourceFile>, Catalogue)> {
    if let Some(file) = &args.file {
        let Some(out) = &args.out else {
            let failure = Failure::usage(format!("where was {} built?", file.display()));
            let help = "name the folder with `--out DIR`, or leave the file out for what a project built";
            return Err(failure.help(help).into());
        };
        return Ok((image_of_file(file, out), vec![SourceFile::named(file)], catalogue::near(file)?));
    }
    let project = Project::find(&args.project)?;
    let board = board_named(args.board.as_deref(), Some(&project), project.boards)?;
    let mut images = project.images()?;
    if let Some(name) = &args.image {
        images.retain(|image| image.name == *name);
    }
    let [image] = &images[..] else {
        let all: Vec<String> = project.images()?.into_iter().map(|image| image.name).collect();
        let failure = Failure::usage(match &args.image {
            Some(name) => format!("the project has no image `{name}`"),
            None => "the project has several images".to_owned(),
        });
        return Err(failure.help(format!("say `--image NAME`: {}", all.join(", "))).into());
    };
    let path = project.build_folder(&board.name, target).join(format!("{}.xclbin", image.name));
    Ok((path, image.files.clone(), project.boards))
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
fn budget(board: &Board, terminal: Terminal) -> Option<Budget> {
    if board.resources.is_none() {
        let name = &board.name;
        terminal.say("Board", &format!("what kernels can have of {name} is not known: no shares are shown"));
    }
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

fn made(
    args: &ReportCommand,
    modules: &[Module],
    mhz: u32,
    memory: Option<&BoardMemory>,
) -> anyhow::Result<Report> {
    let mut arguments = Arguments::new(&args.args)?;
    let mut kernels = Vec::new();
    for module in modules {
        let mut module = module.clone();
        pass::run_all(&mut module, hw_emu::LEGALIZE);
        let wanted = |name: &str| args.kernel.as_deref().is_none_or(|kernel| kernel == name);
        for (_, func) in module.kernels().filter(|(_, func)| wanted(&func.name)) {
            let given = arguments.of(func)?;
            let made = kernel(&module, func, mhz, Assumed { given: &given, memory });
            kernels.push(made.unwrap_or_else(|why| Kernel::lacking(&module, func, why)));
        }
    }
    let report = Report { kernels, ..Report::default() };
    if let Some(name) = args.kernel.as_ref().filter(|_| report.kernels.is_empty()) {
        return Err(no_kernel(name, names(modules)).into());
    }
    arguments.all_used()?;
    Ok(report)
}
