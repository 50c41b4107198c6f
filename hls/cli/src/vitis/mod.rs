//! Builds that Vitis makes: what it is asked for, with which installation, and what becomes of its image.

mod built;
mod capacity;
pub mod cluster;
mod elsewhere;
mod failed;
mod image;
mod outcome;
mod own;
mod platform;
mod progress;
mod readable;
mod room;
mod toolchain;
mod work;

use std::path::{Path, PathBuf};

use sycl_hls_boards::Board;
use sycl_hls_compiler::abi::{self, AbiKernel};
use sycl_hls_compiler::back::hls_cpp::Version;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_types::{Digest, Target};
use sycl_hls_vitis::brief::{Brief, Job};
use sycl_hls_vitis::design::{Design, Hls, Options};
use sycl_hls_vitis::platform::{Change, Needs, PlatformInfo};
use sycl_hls_vitis::store::Store;
use sycl_hls_vitis::tools::{Installation, Places};
use sycl_hls_vitis::{flow, shell};

use crate::cluster::Settings;
use crate::failure::Failure;
use crate::folders::{create_folder, write_file};
use crate::image::check_names;
use crate::kernels::Kernels;
use crate::lock::Lock;
use crate::placement::{check_board, check_ports, check_version};
use crate::progress::Progress;
use crate::sources::refuse;
use crate::terminal;
use own::{OwnHardware, Schedules};
use toolchain::{Chosen, Toolchain};
use work::Work;

pub use built::Built;
pub use elsewhere::{ExecRequest, Results, exec};
pub use outcome::complain;

/// Name of the folder, among the builds, in which results of steps are kept.
pub const STORE: &str = ".vitis";

/// Name of the file whose lock a build holds, in its folder.
const LOCK: &str = ".lock";

/// Name of the file with what was asked for, in a build's folder.
const JOB: &str = "job.json";

/// Name of the file with what was bundled last, in a build's folder.
const BUNDLED: &str = "bundled.json";

/// What Vitis is to build.
#[derive(Debug)]
pub struct VitisRequest {
    /// The kernels, as [`Kernels::on_cards`].
    pub kernels: Kernels,
    /// What it is called beside others: BOARD/TARGET/NAME.
    pub name: String,
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
    /// What was asked for on the command line, of this image.
    pub args: VitisArgs,
}

/// How Vitis builds.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Vitis: --target hw, or hw_emu with --toolchain vitis")]
pub struct VitisArgs {
    /// The version of Vitis [default: that of the environment, or the newest]
    #[arg(long = "vitis", value_name = "VERSION")]
    pub version: Option<Version>,
    /// The platform's name, or its file [default: the board's]
    #[arg(long, value_name = "NAME|FILE.xpfm")]
    pub platform: Option<String>,
    /// The compiler of kernels: `v++ -c -k`, `v++ -c --mode hls` (since 2023.2), or none: Vivado packages the Verilog
    /// that our hw_emu simulates
    #[arg(long, value_name = "NAME", default_value = "classic", hide_default_value = true)]
    pub hls: HlsFlow,
    /// Print the build as a shell script without running it; needs no Vitis
    #[arg(long)]
    pub dry_run: bool,
    /// Write the build to an archive without running it; needs no Vitis. `sycl-hls exec` runs it on a machine with Vitis.
    /// Several images give a file for each
    #[arg(long, value_name = "FILE.tar", conflicts_with = "dry_run")]
    pub bundle: Option<PathBuf>,
    /// Also write the steps of the build as JSON
    #[arg(long, value_name = "FILE.json")]
    pub plan: Option<PathBuf>,
    /// Keep all intermediate files
    #[arg(long)]
    pub keep: bool,
    /// Build each image once with each of these tables `[strategy.NAME]` of sycl-hls.toml, to BOARD/TARGET/STRATEGY
    #[arg(long = "strategy", value_name = "NAME", value_delimiter = ',')]
    pub strategies: Vec<String>,
    /// Build even if the kernels do not fit the board by our estimate
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
    /// Our Verilog, packaged by Vivado
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

/// Builds images with Vitis, each in its place, or shows how that would be done. Steps run here, one image after the other, or as
/// jobs of Slurm's, those of all images at once; a step that several of them have is made once.
///
/// # Errors
/// When kernels do not fit the board or the version, Vitis or the platform is not there, a step fails or is interrupted, or
/// a file cannot be written. Whatever happens, a file is either the old one or complete.
pub fn build_with_vitis(
    requests: &[VitisRequest],
    cluster: Option<&Settings>,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let toolchains = requests.iter().map(|request| check(request, progress));
    let all: Vec<_> = requests.iter().zip(toolchains.collect::<anyhow::Result<Vec<_>>>()?).collect();
    let mut prepared = Vec::new();
    for (request, toolchain) in all {
        if request.args.dry_run || request.args.bundle.is_some() {
            plan_only(request, &toolchain.chosen, progress)?;
            continue;
        }
        let one = Prepared::new(request, toolchain, progress, cancel)?;
        readable::check_plan(&one.store, &one.planned.job.plan, &one.platform)?;
        match cluster {
            Some(_) if !one.is_made() => prepared.push(one),
            _ => {
                if requests.len() > 1 {
                    progress.step("Building", &request.name);
                }
                one.conclude(progress, cancel)?;
            }
        }
    }
    match cluster {
        Some(settings) if !prepared.is_empty() => {
            prepared.iter().try_for_each(|one| one.check(progress))?;
            prepared.iter().for_each(|one| one.planned.summarize(progress));
            cluster::build(prepared, settings, progress, cancel)
        }
        _ => Ok(()),
    }
}

/// Checks what needs no tool, and finds the tools.
fn check(request: &VitisRequest, progress: &Progress) -> anyhow::Result<Toolchain> {
    let args = &request.args;
    check_names(&request.kernels.modules)?;
    let toolchain = Toolchain::find(args, request.board, request.target)?;
    // Of our own hardware, no version of Vitis sees the directives.
    if args.hls != HlsFlow::Open {
        refuse(&request.kernels.modules, |module| check_version(module, toolchain.chosen.version))?;
    }
    if request.board.vitis.afi && request.target == Target::Hw {
        let name = &request.board.name;
        let what =
            format!("cards of {name} load an Amazon FPGA image, and no .xclbin: `sycl-hls boards {name}`");
        progress.note("Emulation only", &what);
    }
    Ok(toolchain)
}

/// Shows or bundles what would be run, by what the board's file says.
fn plan_only(request: &VitisRequest, chosen: &Chosen, progress: &Progress) -> anyhow::Result<()> {
    let schedules = Schedules::new(&request.kernels.modules, request.board.kernel_clock_mhz);
    let planned = Planned::new(request, chosen, &schedules)?;
    fits(request, request.board, &schedules, progress)?;
    match &request.args.bundle {
        None => terminal::print(&shell::script(&planned.job.plan)),
        Some(path) => {
            planned.summarize(progress);
            elsewhere::bundle(path, &planned.job, &request.image, progress)
        }
    }
}

/// A build that is planned for the platform that is installed: it decides for which clock our own hardware is scheduled.
struct Prepared<'r> {
    request: &'r VitisRequest,
    folder: PathBuf,
    _lock: Lock,
    tools: Installation,
    store: Store,
    /// What the platform's files are like.
    platform: Digest,
    info: PlatformInfo,
    /// The board as the platform says that it is.
    board: Board,
    changes: Vec<Change>,
    schedules: Schedules<'r>,
    planned: Planned,
}

impl<'r> Prepared<'r> {
    fn new(
        request: &'r VitisRequest,
        toolchain: Toolchain,
        progress: &Progress,
        cancel: &Cancel,
    ) -> anyhow::Result<Self> {
        let (chosen, tools) = toolchain.installed()?;
        if request.args.hls == HlsFlow::Open {
            own::check_packager(&tools)?;
        }
        let folder = folder_of(&request.image);
        create_folder(&folder)?;
        let lock = Lock::take(&folder.join(LOCK), progress, cancel)?;
        let store = Store::new(request.store.clone());
        let platform = Places::of_environment().state_of(&chosen.platform);
        let work = work(request, &folder, &tools, &store, &platform);
        let info = work.ask(&flow::ask(&chosen.platform, chosen.version), progress, cancel)?;
        let (board, changes) = info.overrule(request.board);
        let schedules = Schedules::new(&request.kernels.modules, board.kernel_clock_mhz);
        let planned = Planned::new(request, &chosen, &schedules)?;
        Ok(Self {
            request,
            folder,
            _lock: lock,
            tools,
            store,
            platform,
            info,
            board,
            changes,
            schedules,
            planned,
        })
    }

    fn work(&self) -> Work<'_> {
        work(self.request, &self.folder, &self.tools, &self.store, &self.platform)
    }

    /// True if the store has all that its steps make.
    fn is_made(&self) -> bool {
        self.work().is_made(&self.planned.job)
    }

    /// True if it fits the platform.
    fn check(&self, progress: &Progress) -> anyhow::Result<()> {
        platform::say(&self.changes, progress);
        fits(self.request, &self.board, &self.schedules, progress)?;
        platform::check(&self.info, &self.planned.job, progress)
    }

    /// Runs here what is left of it.
    fn conclude(&self, progress: &Progress, cancel: &Cancel) -> anyhow::Result<()> {
        self.planned.summarize(progress);
        let checked = || self.check(progress);
        conclude(&self.work(), &self.planned.job, &self.request.image, checked, progress, cancel)
    }
}

/// Where and how a build here runs.
fn work<'w>(
    request: &VitisRequest,
    folder: &'w Path,
    tools: &'w Installation,
    store: &'w Store,
    platform: &Digest,
) -> Work<'w> {
    let (jobs, keep) = (request.options.jobs, request.keep);
    Work { folder, tools, store, platform: platform.clone(), jobs, keep }
}

/// Runs what is left of a job, tells what its reports say, and puts its image in its place. `first` as in [`Work::run`].
fn conclude(
    work: &Work<'_>,
    job: &Job,
    image: &Path,
    first: impl FnOnce() -> anyhow::Result<()>,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    work.run(job, first, progress, cancel)?;
    outcome::judge(job, work.folder, progress)?;
    image::finish(&work.folder.join(&job.plan.image), image, job)?;
    progress.done("Built", image);
    Ok(())
}

/// What is run, and the hardware of our own in it.
struct Planned {
    job: Job,
    own: Option<OwnHardware>,
}

impl Planned {
    fn new(request: &VitisRequest, chosen: &Chosen, schedules: &Schedules<'_>) -> anyhow::Result<Self> {
        let Kernels { modules, interfaces } = &request.kernels;
        let is_open = request.args.hls == HlsFlow::Open;
        let own = is_open.then(|| OwnHardware::of(schedules)).transpose()?;
        let design = design(request, chosen, own.as_ref())?;
        let kernels: Vec<AbiKernel> = modules.iter().flat_map(abi::kernels).collect();
        let has_default_clock = kernels.iter().any(|kernel| kernel.directives.clock.is_none());
        let brief = Brief {
            needs: Needs {
                scheduled_mhz: (is_open && has_default_clock).then_some(schedules.mhz),
                ..Needs::of(request.board, &kernels)
            },
            smoke: request.smoke.clone(),
            own: own.as_ref().map(|own| own.reports.clone()).unwrap_or_default(),
            memory_errors: own.as_ref().map(OwnHardware::memory_errors).unwrap_or_default(),
            ..Brief::new(&design, modules, interfaces, request.min_mhz)
        };
        let job = Job { plan: flow::plan(&design), brief };
        if let Some(path) = &request.args.plan {
            write_file(path, job.plan.to_json())?;
        }
        Ok(Self { job, own })
    }

    /// Says what is known of the hardware before it is built.
    fn summarize(&self, progress: &Progress) {
        self.own.iter().for_each(|own| own.summarize(progress));
    }
}

/// True if the kernels fit the board as the platform says that it is.
fn fits(
    request: &VitisRequest,
    board: &Board,
    schedules: &Schedules<'_>,
    progress: &Progress,
) -> anyhow::Result<()> {
    let modules = &request.kernels.modules;
    refuse(modules, |module| check_board(module, board))?;
    check_ports(modules, board)?;
    if request.target != Target::Hw || request.args.over_capacity {
        return Ok(());
    }
    capacity::check(schedules, board, progress)
}

/// The folder in which an image is built, beside it.
fn folder_of(image: &Path) -> PathBuf {
    image.with_extension("vitis")
}

fn design(request: &VitisRequest, chosen: &Chosen, own: Option<&OwnHardware>) -> anyhow::Result<Design> {
    let hls = request.args.hls.hls();
    if !hls.is_in(chosen.version) {
        let message = format!("Vitis {} has no `v++ --mode hls`", chosen.version.name());
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
        Failure::usage(wrong.to_string())
            .help("name a folder for it, such as `hls_projects`: each kernel has its own there")
    })?;
    let name = request.image.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let design = Design {
        name,
        board: request.board.name.clone(),
        platform: chosen.platform.clone(),
        family: request.board.family,
        target: request.target,
        version: chosen.version,
        hls,
        kernels: Vec::new(),
        sources: Default::default(),
        link_config: String::new(),
        options: request.options.clone(),
    };
    Ok(match own {
        Some(own) => {
            let links = request.kernels.modules.iter().flat_map(|module| &module.links);
            design.with_hardware(&own.kernels, links, &request.board.part)
        }
        None => design.with(&request.kernels.modules),
    })
}
