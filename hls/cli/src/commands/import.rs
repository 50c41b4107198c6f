//! `sycl-hls import`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use sycl_hls_compiler::tool::Cancel;

use crate::args::ProjectArgs;
use crate::building::{image_of_file, modules_of};
use crate::catalogue;
use crate::failure::Failure;
use crate::interrupt::on_interrupt;
use crate::kernels::Kernels;
use crate::progress::Progress;
use crate::project::Project;
use crate::sources::translate_one;
use crate::terminal::Terminal;
use crate::vitis::Results;

/// Import the results of `sycl-hls exec` from another machine
///
/// The image becomes build/BOARD/TARGET/NAME.xclbin, with logs and reports beside it, as if it had been built
/// here. Digests are compared first. Results for changed kernels, or for another plan than was bundled last, are refused.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls import p.results.tar")]
pub struct Import {
    /// The archive that `exec` wrote
    #[arg(value_name = "FILE.tar")]
    results: PathBuf,
    #[command(flatten)]
    project: ProjectArgs,
    /// The file whose kernels were bundled, instead of a project's
    #[arg(long, value_name = "FILE.rs", requires = "out", conflicts_with_all = ["project", "manifest_path"])]
    source: Option<PathBuf>,
    /// Where the image of `--source` goes: DIR/<stem>.xclbin
    #[arg(short, long, value_name = "DIR", requires = "source")]
    out: Option<PathBuf>,
}

pub fn import(args: &Import, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let progress = Progress::with(terminal.verbosity);
    match (&args.source, &args.out) {
        (Some(source), Some(out)) => import_file(&args.results, source, out, &progress, &cancel)?,
        _ => import_project(&args.results, &Project::find(&args.project)?, &progress, &cancel)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn import_file(
    results: &Path,
    source: &Path,
    out: &Path,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let results = Results::open(results, out)?;
    let image = image_of_file(source, out);
    let brief = results.brief();
    if image.file_stem().is_none_or(|stem| *stem != *brief.name) {
        return Err(Failure::user(format!(
            "these are results of `{}`, not of {}",
            brief.name,
            source.display()
        ))
        .into());
    }
    let board = catalogue::find_near(source, &brief.board)?;
    let kernels = Kernels::from(translate_one(source)?);
    results.take(&image, &kernels.interfaces, board, progress, cancel)
}

fn import_project(
    results: &Path,
    project: &Project,
    progress: &Progress,
    cancel: &Cancel,
) -> anyhow::Result<()> {
    let results = Results::open(results, &project.all_builds_folder())?;
    let brief = results.brief();
    let images = project.images()?;
    let Some(image) = images.iter().find(|image| image.name == brief.name) else {
        let names: Vec<&str> = images.iter().map(|image| image.name.as_str()).collect();
        return Err(Failure::user(format!(
            "these are results of `{}`, which is no image of the project",
            brief.name
        ))
        .note(format!("its images: {}", names.join(", ")))
        .into());
    };
    let board = catalogue::find(project.boards, &brief.board)?;
    let kernels = project.kernels(image, modules_of(image, None)?, board)?;
    let to = project.build_folder(&board.name, brief.target).join(format!("{}.xclbin", image.name));
    results.take(&to, &kernels.interfaces, board, progress, cancel)
}
