//! Builds that Vitis makes: what it is asked for, with which installation, and what becomes of its image.

mod built;
mod capacity;
mod elsewhere;
mod failed;
mod image;
mod outcome;
mod own;
mod platform;
mod progress;
mod room;
mod toolchain;
mod work;

use std::path::{Path, PathBuf};

use sycl_hls_boards::Board;
use sycl_hls_compiler::back::hls_cpp::{self, CppKernel, Version};
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::Target;
use sycl_hls_vitis::brief::{Brief, Job};
use sycl_hls_vitis::design::{Design, Hls, Options};
use sycl_hls_vitis::platform::Needs;
use sycl_hls_vitis::runner::Runner;
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::{flow, shell};
use xclbin_tools::write_atomically;

use crate::failure::Failure;
use crate::image::{check_names, create_folder};
use crate::kernels::Kernels;
use crate::lock::Lock;
use crate::placement::{check_board, check_ports, check_version};
use crate::progress::Progress;
use crate::sources::refuse;
use crate::terminal;
use own::OwnHardware;
use progress::Steps;
use toolchain::Toolchain;
use work::Work;

pub use built::Built;
pub use elsewhere::{ExecRequest, Results, exec};
pub use outcome::complain;

/// Name of the file whose lock a build holds, in its folder.
const LOCK: &str = ".lock";

/// Name of the file with what was asked for, in a build's folder.
const JOB: &str = "job.json";

/// Name of the file with what was bundled last, in a build's folder.
const BUNDLED: &str = "bundled.json";

/// What Vitis is to build.
#[derive(Debug)]
pub struct VitisRequest<'r> {
    /// The kernels.
    pub kernels: &'r Kernels,
    /// The board.
    pub board: &'static Board,
    /// Hardware, or Vitis' own emulation of it.
    pub target: Target,
    /// The file to write. What Vitis works on goes beside it.
    pub image: PathBuf,
    /// What steps made is kept here.
    pub store: PathBuf,
    /// What is asked of the tools. As many steps run at a time as the linker may start processes.
    pub options: Options,
    /// Keep all intermediate files.
    pub keep: bool,
    /// The clock, in MHz, below which kernels are not good enough.
    pub min_mhz: Option<f64>,
    /// The program that tells whether the image does what it should on a card, with its arguments; for the manifest.
    pub smoke: Vec<String>,
    /// What was asked for on the command line.
    pub args: &'r VitisArgs,
}

/// How Vitis builds.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Vitis: --target hw, or hw_emu with --toolchain vitis")]
pub struct VitisArgs {
    /// Build with this version [default: the one that the environment is set up for, or the newest]
    #[arg(long = "vitis", value_name = "VERSION")]
    pub version: Option<Version>,
    /// The platform's name, or its file [default: the board's]
    #[arg(long, value_name = "NAME|FILE.xpfm")]
    pub platform: Option<String>,
    /// How kernels are compiled: `v++ -c -k`, `v++ -c --mode hls`, which came with 2023.2, or not at all: Vivado packages
    /// the hardware that our own hw_emu simulates
    #[arg(long, value_name = "NAME", default_value = "classic", hide_default_value = true)]
    pub hls: HlsFlow,
    /// Print what would be run, as a shell script, and run nothing; needs no Vitis
    #[arg(long)]
    pub dry_run: bool,
    /// Write what is to be run to an archive, and run nothing; needs no Vitis. `sycl-hls exec` runs it where Vitis is; of
    /// several images, each goes to a file with its name
    #[arg(long, value_name = "FILE.tar", conflicts_with = "dry_run")]
    pub bundle: Option<PathBuf>,
    /// Write what is run as JSON, too
    #[arg(long, value_name = "FILE.json")]
    pub plan: Option<PathBuf>,
    /// Keep all intermediate files
    #[arg(long)]
    pub keep: bool,
    /// Build what does not fit the board by our estimate, too
    #[arg(long)]
    pub over_capacity: bool,
}

/// How kernels are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, clap::ValueEnum)]
pub enum HlsFlow {
    /// `v++ -c -k KERNEL`
    #[default]
    Classic,
    /// `v++ -c --mode hls --config FILE`
    Unified,
    /// Our own hardware, packaged by Vivado
    Open,
}

impl HlsFlow {
    const fn hls(self) -> Hls {
        match self {
            Self::Classic => Hls::Classic,
            Self::Unified => Hls::Unified,
            Self::Open => Hls::Open,
        }
    }
}

/// Builds an image with Vitis, or shows how that would be done; gives the image's path.
///
/// # Errors
/// When kernels do not fit the board or the version, Vitis or the platform is not there, a step fails or is interrupted, or
/// a file cannot be written. Whatever happens, the file is either the old one or complete.
pub fn build_with_vitis(
    request: &VitisRequest<'_>,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<PathBuf> {
    let args = request.args;
    check_names(&request.kernels.modules)?;
    let toolchain = Toolchain::find(args, request.board, request.target)?;
    let is_open = args.hls == HlsFlow::Open;
    // Of our own hardware, no version of Vitis sees the directives.
    if !is_open {
        refuse(&request.kernels.modules, |module| check_version(module, toolchain.version))?;
    }
    let own = is_open.then(|| OwnHardware::of(&request.kernels.modules, request.board)).transpose()?;
    let design = design(request, &toolchain, own.as_ref())?;
    let kernels: Vec<CppKernel> = request.kernels.modules.iter().flat_map(hls_cpp::kernels).collect();
    let brief = Brief {
        needs: Needs::of(request.board, &kernels),
        smoke: request.smoke.clone(),
        own: own.as_ref().map(|own| own.reports.clone()).unwrap_or_default(),
        ..Brief::new(&design, &request.kernels.modules, &request.kernels.interfaces, request.min_mhz)
    };
    let job = Job { plan: flow::plan(&design), brief };
    if let Some(path) = &args.plan {
        write(path, &job.plan.to_json())?;
    }
    if args.dry_run {
        fits(request, request.board, progress)?;
        terminal::print(&shell::script(&job.plan))?;
        return Ok(request.image.clone());
    }
    if let Some(path) = &args.bundle {
        fits(request, request.board, progress)?;
        own.iter().for_each(|own| own.summarize(progress));
        elsewhere::bundle(path, &job, &request.image, progress)?;
        return Ok(request.image.clone());
    }
    let tools = toolchain.installed()?;
    if is_open {
        own::check_packager(&tools)?;
    }
    let folder = folder_of(&request.image);
    create_folder(&folder)?;
    let _lock = Lock::take(&folder.join(LOCK), progress, cancel)?;
    let store = Store::new(request.store.clone());
    let (jobs, keep) = (request.options.jobs, request.keep);
    let work = Work { job: &job, folder: &folder, tools: &tools, store: &store, jobs, keep };
    let checked = |runner: &Runner<'_>, steps: &Steps<'_>| {
        if runner.is_made(&job.plan) {
            return Ok(());
        }
        let board = platform::overrule(runner, &job.plan, request.board, (cancel, steps), progress);
        fits(request, &board.map_err(|error| failed::explain(error, steps, &folder))?, progress)?;
        platform::check(&job, &folder, progress)
    };
    work.run(checked, progress, cancel)?;
    own.iter().for_each(|own| own.summarize(progress));
    outcome::judge(&job, &folder, progress)?;
    image::finish(&folder.join(&job.plan.image), &request.image, &job)?;
    progress.done("Built", &request.image);
    Ok(request.image.clone())
}

/// Do the kernels fit the board as the platform says that it is?
fn fits(request: &VitisRequest<'_>, board: &Board, progress: &Progress) -> anyhow::Result<()> {
    let modules = &request.kernels.modules;
    refuse(modules, |module| check_board(module, board))?;
    check_ports(modules, board)?;
    if request.target != Target::Hw || request.args.over_capacity {
        return Ok(());
    }
    capacity::check(modules, board, progress)
}

/// The folder in which an image is built, beside it.
fn folder_of(image: &Path) -> PathBuf {
    image.with_extension("vitis")
}

fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_atomically(path, text.as_bytes()).map_err(|error| Failure::user(error.to_string()))
}

fn design(
    request: &VitisRequest<'_>,
    toolchain: &Toolchain,
    own: Option<&OwnHardware>,
) -> anyhow::Result<Design> {
    let hls = request.args.hls.hls();
    if !hls.is_in(toolchain.version) {
        let message = format!("Vitis {} has no `v++ --mode hls`", toolchain.version.name());
        return Err(Failure::usage(message).help("leave `--hls unified` out: it came with 2023.2").into());
    }
    if let Some(setting) = request.options.settings.foreign_to(hls) {
        let message = format!("[vitis.hls] `{}` is no key of this compiler of kernels", setting.key);
        let help = "`--hls classic` has export_project, jobs, lsf, max_memory_ports, memory_port_data_width, pre_tcl; \
                    `--hls unified` has clock_uncertainty and syn.*, and leaves its project with `--keep`; `--hls open` \
                    has none";
        return Err(Failure::usage(message).help(help).into());
    }
    request.options.settings.check_export().map_err(|wrong| {
        Failure::usage(wrong)
            .help("name a folder for it, such as `hls_projects`: each kernel has its own there")
    })?;
    let name = request.image.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let design = Design {
        name,
        board: request.board.name.clone(),
        platform: toolchain.platform.clone(),
        family: request.board.family,
        target: request.target,
        version: toolchain.version,
        hls,
        kernels: Vec::new(),
        sources: Default::default(),
        link_config: String::new(),
        options: request.options.clone(),
    };
    Ok(match own {
        Some(own) => design.with_hardware(&own.kernels, &request.board.part),
        None => design.with(&request.kernels.modules),
    })
}
