//! `sycl-hls build`

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use sycl_hls_boards::Board;
use sycl_hls_compiler::tool::{Cancel, Waves};
use sycl_hls_types::Target;
use sycl_hls_vitis::design::Options;
use sycl_hls_vitis::inputs::{Stuck, take};

use crate::args::{ClusterArgs, Engine, ImageArgs, MatrixArgs, ProjectArgs, WaveForm, or_default};
use crate::building::{board_of_project, build_project, image_of_file, limit_jobs, modules_of};
use crate::catalogue;
use crate::cluster::settings;
use crate::failure::Failure;
use crate::image::{ImageRequest, build_image, users_cache};
use crate::interrupt::on_interrupt;
use crate::kernels::Kernels;
use crate::progress::Progress;
use crate::project::{ImageSources, Project};
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
  sycl-hls build --board u200,u280 --target sw_emu,hw --dry-run
  sycl-hls build --board u200 --source axpy.rs --out images")]
pub struct Build {
    #[command(flatten)]
    images: MatrixArgs,
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
        _ => build_all(args, waves, &Project::find(&args.project)?, terminal, &cancel)?,
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
    let what = if args.cluster.on == Some(Engine::Slurm) || args.cluster.detach {
        "this build is not one of Vitis, and takes seconds: it has no steps for Slurm"
    } else if !args.vitis.strategies.is_empty() {
        "this build is not one of Vitis, which alone has strategies"
    } else {
        return Ok(());
    };
    Err(Failure::usage(what).help("say `--target hw`, or `--target hw_emu --toolchain vitis`"))
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
    let [of] = &args.images.images()[..] else {
        let failure = Failure::usage("`--source` builds one image, for one board and target");
        return Err(failure.help("make a project of it: `sycl-hls new NAME`").into());
    };
    let board = board(of, None, catalogue::near(source)?)?;
    let image = image_of_file(source, out);
    if !args.vitis.strategies.is_empty() {
        return Err(Failure::usage("strategies are tables of a project's sycl-hls.toml").into());
    }
    if let Some(target) = of_vitis(of, None)? {
        let kernels: Kernels = translate_one_for(source, board.kernel_clock_mhz)?.into();
        let name = source.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let options = Options { jobs: args.images.how.jobs.map(Into::into), ..Options::default() };
        let place = Place { name, image, store: out.join(STORE) };
        let request = of_vitis_alone(args, &kernels, (board, target), place, options);
        let cluster = settings(args.cluster, None)?;
        return build_with_vitis(&[request], cluster.as_ref(), &Progress::with(terminal.verbosity), cancel);
    }
    runs_here(args)?;
    let target = image_target(of, None, waves)?;
    limit_jobs(of, None);
    let kernels = translate_one_for(source, board.kernel_clock_mhz)?.into();
    let request = ImageRequest { kernels, board, target, image, cache: users_cache(), smoke: Vec::new() };
    build_image(&request, &Progress::with(terminal.verbosity), cancel).map(|_| ())
}

/// Builds all images of a project, for each board and target.
fn build_all(
    args: &Build,
    waves: Waves,
    project: &Project,
    terminal: Terminal,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let mut requests = BTreeMap::new();
    for of in args.images.images() {
        match of_vitis(&of, Some(project))? {
            // The order of images is that of their files: builds that lock several of them do not wait for each other.
            Some(target) => requests
                .extend(of_project(args, &of, target, project)?.into_iter().map(|it| (it.image.clone(), it))),
            None => {
                runs_here(args)?;
                build_project(&of, waves, project, terminal, cancel)?;
            }
        }
    }
    let mut requests: Vec<VitisRequest> = requests.into_values().collect();
    if requests.is_empty() {
        return Ok(());
    }
    let cluster = settings(args.cluster, Some(&project.config.cluster))?;
    apart(&mut requests)?;
    build_with_vitis(&requests, cluster.as_ref(), &Progress::with(terminal.verbosity), cancel)
}

/// The images of a project that Vitis builds for a board and target: each once, or once with each strategy.
fn of_project(
    args: &Build,
    of: &ImageArgs,
    target: Target,
    project: &Project,
) -> anyhow::Result<Vec<VitisRequest>> {
    let board = board_of_project(of, project)?;
    let strategies = or_default(&args.vitis.strategies);
    let mut requests = Vec::new();
    for image in project.images()? {
        let kernels = project.kernels(&image, modules_of(&image, Some(board.kernel_clock_mhz))?, board)?;
        for strategy in &strategies {
            requests.push(request(args, project, &image, &kernels, (board, target), strategy.as_deref())?);
        }
    }
    Ok(requests)
}

/// An image of a project for Vitis.
fn request(
    args: &Build,
    project: &Project,
    image: &ImageSources,
    kernels: &Kernels,
    (board, target): (&'static Board, Target),
    strategy: Option<&str>,
) -> anyhow::Result<VitisRequest> {
    let config = &project.config;
    let folder = project.build_folder(&board.name, target);
    let path = strategy.map_or(folder.clone(), |name| folder.join(name)).join(&image.name);
    let store = project.all_builds_folder();
    let jobs = args.images.how.jobs.or(config.build.jobs).map(Into::into);
    let options = Options { jobs, ..options(project, strategy, args.vitis.bundle.is_some())? };
    let place = Place {
        name: path.strip_prefix(&store).unwrap_or(&path).to_string_lossy().into_owned(),
        image: path.with_extension("xclbin"),
        store: store.join(STORE),
    };
    Ok(VitisRequest {
        keep: args.vitis.keep || config.build.keep,
        min_mhz: config.build.min_mhz,
        smoke: config.deploy.smoke.clone(),
        ..of_vitis_alone(args, kernels, (board, target), place, options)
    })
}

/// Where an image goes, and what it is called: see [`VitisRequest`].
struct Place {
    name: String,
    image: PathBuf,
    store: PathBuf,
}

/// An image for Vitis, as the command line alone has it built.
fn of_vitis_alone(
    args: &Build,
    kernels: &Kernels,
    (board, target): (&'static Board, Target),
    Place { name, image, store }: Place,
    options: Options,
) -> VitisRequest {
    VitisRequest {
        kernels: kernels.on_cards(),
        name,
        board,
        target,
        image,
        store,
        options,
        keep: args.vitis.keep,
        min_mhz: None,
        smoke: Vec::new(),
        args: args.vitis.clone(),
    }
}

/// Each of several images has files of its own, and a platform is one board's.
fn apart(requests: &mut [VitisRequest]) -> Result<(), Failure> {
    if requests.len() < 2 {
        return Ok(());
    }
    let several = requests.iter().any(|it| it.board.name != requests[0].board.name);
    let folder = requests[0].image.parent().map(Path::to_owned);
    let is_one_folder = requests.iter().all(|it| it.image.parent() == folder.as_deref());
    for VitisRequest { args, name, image, .. } in requests {
        if args.platform.is_some() && several {
            return Err(Failure::usage("`--platform` is the platform of one board, and there are several")
                .help("name a platform in the place of its board: `--board PLATFORM,PLATFORM`"));
        }
        let name = match is_one_folder {
            true => image.file_stem().unwrap_or_default().to_string_lossy().into_owned(),
            false => name.replace('/', "-"),
        };
        for path in args.bundle.iter_mut().chain(&mut args.plan) {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let end = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            *path = path.with_file_name(format!("{stem}-{name}.{end}"));
        }
    }
    Ok(())
}

/// What a project asks of Vitis' tools, for a plan that `travels` or not. Paths in it start from the project's folder.
fn options(project: &Project, strategy: Option<&str>, travels: bool) -> anyhow::Result<Options> {
    let mut options = Options {
        vpp_args: project.config.build.vpp_args.clone(),
        settings: project.config.settings(strategy)?,
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
