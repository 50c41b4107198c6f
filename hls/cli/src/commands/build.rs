//! `sycl-hls build`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use sycl_hls_boards::Board;
use sycl_hls_compiler::tool::{Cancel, Waves};
use sycl_hls_types::Target;
use sycl_hls_vitis::design::Options;
use sycl_hls_vitis::inputs::{Stuck, take};

use crate::args::{ClusterArgs, Engine, ImageArgs, ProjectArgs, WaveForm};
use crate::building::{board_of_project, build_project, image_of_file, limit_jobs, modules_of};
use crate::catalogue;
use crate::cluster::settings;
use crate::failure::Failure;
use crate::image::{ImageRequest, build_image, users_cache};
use crate::interrupt::on_interrupt;
use crate::kernels::Kernels;
use crate::progress::Progress;
use crate::project::Project;
use crate::sources::translate_one_for;
use crate::target::{board, image_target, of_vitis};
use crate::terminal::Terminal;
use crate::vitis::{STORE, VitisArgs, VitisRequest, build_with_vitis};

/// Build the image for a board or its emulation
///
/// The image of a project is build/BOARD/TARGET/NAME.xclbin, where the project's program finds it. Only changed kernels are
/// compiled again.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls build --board u200
  sycl-hls build --board u280 --release
  sycl-hls build --board u200 --target hw --dry-run
  sycl-hls build --board u200 --target hw --hls open --dry-run
  sycl-hls build --board u200 --target hw --bundle p.tar
  sycl-hls build --board u200 --source axpy.rs --out images")]
pub struct Build {
    #[command(flatten)]
    image: ImageArgs,
    #[command(flatten)]
    project: ProjectArgs,
    #[command(flatten)]
    vitis: VitisArgs,
    #[command(flatten)]
    cluster: ClusterArgs,
    /// hw_emu: build simulators that can record waveforms, which makes them slower
    #[arg(long, value_name = "FORMAT")]
    waves: Option<WaveForm>,
    /// Build the kernels of one file instead of a project's
    #[arg(long, value_name = "FILE.rs", requires = "out", conflicts_with_all = ["project", "manifest_path"])]
    source: Option<PathBuf>,
    /// Where the image of `--source` goes: DIR/<stem>.xclbin
    #[arg(short, long, value_name = "DIR", requires = "source")]
    out: Option<PathBuf>,
}

pub fn build(args: &Build, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    check_engine(args)?;
    let waves = args.waves.map_or(Waves::None, WaveForm::waves);
    match (&args.source, &args.out) {
        (Some(source), Some(out)) => build_file(args, waves, source, out, terminal, &cancel)?,
        _ => {
            let project = Project::find(&args.project)?;
            match of_vitis(&args.image, Some(&project))? {
                Some(target) => build_project_with_vitis(args, target, &project, terminal, &cancel)?,
                None => {
                    runs_here(args)?;
                    build_project(&args.image, waves, &project, terminal, &cancel)?;
                }
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What is only written runs nowhere.
fn check_engine(args: &Build) -> Result<(), Failure> {
    let option = match (args.vitis.dry_run, &args.vitis.bundle) {
        (true, _) => "--dry-run",
        (_, Some(_)) => "--bundle",
        (false, None) => return Ok(()),
    };
    match args.cluster.on.is_some() || args.cluster.detach {
        true => Err(Failure::usage(format!("`{option}` runs nothing, here or elsewhere"))
            .help("leave `--on` and `--detach` out")),
        false => Ok(()),
    }
}

/// Only builds with Vitis have steps that outgrow a machine.
fn runs_here(args: &Build) -> Result<(), Failure> {
    match args.cluster.on == Some(Engine::Slurm) || args.cluster.detach {
        true => Err(Failure::usage(
            "this build is not one of Vitis, and takes seconds: it has no steps for Slurm",
        )
        .help("say `--target hw`, or `--target hw_emu --toolchain vitis`")),
        false => Ok(()),
    }
}

/// Builds the kernels of one file to `out/<stem>.xclbin`.
fn build_file(
    args: &Build,
    waves: Waves,
    source: &Path,
    out: &Path,
    terminal: Terminal,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let board = board(&args.image, None, catalogue::near(source)?)?;
    let image = image_of_file(source, out);
    if let Some(target) = of_vitis(&args.image, None)? {
        let kernels = translate_one_for(source, board.kernel_clock_mhz)?.into();
        let asked = Asked { kernels: &kernels, board, target, image, store: out.join(STORE) };
        return with_vitis(args, &args.vitis, None, asked, terminal, cancel);
    }
    runs_here(args)?;
    let target = image_target(&args.image, None, waves)?;
    limit_jobs(&args.image, None);
    let kernels = translate_one_for(source, board.kernel_clock_mhz)?.into();
    let request = ImageRequest { kernels, board, target, image, cache: users_cache(), smoke: Vec::new() };
    build_image(&request, &Progress::with(terminal.verbosity), cancel).map(|_| ())
}

/// Builds all images of a project with Vitis.
fn build_project_with_vitis(
    args: &Build,
    target: Target,
    project: &Project,
    terminal: Terminal,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let board = board_of_project(&args.image, project)?;
    let images = project.images()?;
    let several = images.len() > 1;
    for image in images {
        let mut vitis = args.vitis.clone();
        if let Some(path) = vitis.bundle.as_mut().filter(|_| several) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            *path = path.with_file_name(format!("{stem}-{}.tar", image.name));
        }
        let kernels = project.kernels(&image, modules_of(&image, Some(board.kernel_clock_mhz))?, board)?;
        let path = project.build_folder(&board.name, target).join(format!("{}.xclbin", image.name));
        let store = project.all_builds_folder().join(STORE);
        let asked = Asked { kernels: &kernels, board, target, image: path, store };
        with_vitis(args, &vitis, Some(project), asked, terminal, cancel)?;
    }
    Ok(())
}

/// An image that Vitis is to build.
struct Asked<'k> {
    kernels: &'k Kernels,
    board: &'static Board,
    target: Target,
    image: PathBuf,
    store: PathBuf,
}

/// Builds one image with Vitis, as a project wants it if it is of one.
fn with_vitis(
    args: &Build,
    vitis: &VitisArgs,
    project: Option<&Project>,
    asked: Asked<'_>,
    terminal: Terminal,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let Asked { kernels, board, target, image, store } = asked;
    let config = project.map(|project| &project.config);
    let jobs = args.image.jobs.or(config.and_then(|config| config.build.jobs)).map(Into::into);
    let options = match project {
        Some(project) => options(project, vitis.bundle.is_some())?,
        None => Options::default(),
    };
    let request = VitisRequest {
        kernels: &kernels.on_cards(),
        board,
        target,
        image,
        store,
        options: Options { jobs, ..options },
        keep: vitis.keep || config.is_some_and(|config| config.build.keep),
        min_mhz: config.and_then(|config| config.build.min_mhz),
        smoke: config.map(|config| config.deploy.smoke.clone()).unwrap_or_default(),
        cluster: settings(args.cluster, config.map(|config| &config.cluster))?,
        args: vitis,
    };
    build_with_vitis(&request, &Progress::with(terminal.verbosity), cancel).map(|_| ())
}

/// What a project asks of Vitis' tools, for a plan that `travels` or not. Paths in it start from the project's folder.
fn options(project: &Project, travels: bool) -> anyhow::Result<Options> {
    let mut options = Options {
        vpp_args: project.config.build.vpp_args.clone(),
        settings: project.config.settings()?,
        ..Options::default()
    };
    take(&mut options, &project.root, travels).map_err(|stuck| {
        let failure = Failure::usage(stuck.to_string());
        match stuck {
            Stuck::Unread { .. } => failure.help("paths in sycl-hls.toml start from its own folder"),
            Stuck::Folder { .. } => {
                failure.help("package what is in it: the linker takes objects (.xo), which travel")
            }
            Stuck::Place(_) => failure
                .note("what `build --bundle` writes has to run where this place is not")
                .help("name files by options that docs/vitis.md lists, or leave the option out"),
        }
    })?;
    Ok(options)
}
