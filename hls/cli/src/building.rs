//! Building the images of projects and files.

use std::path::{Path, PathBuf};

use sycl_hls_boards::Board;
use sycl_hls_compiler::tool::{Cancel, Waves};
use sycl_hls_ir::Module;

use crate::args::ImageArgs;
use crate::failure::Failure;
use crate::image::{ImageRequest, build_image, users_cache};
use crate::progress::Progress;
use crate::project::{ImageSources, Project};
use crate::sources::translate_files;
use crate::target::{board, image_target};
use crate::terminal::Terminal;

/// The image of one file: `out/<stem>.xclbin`.
pub fn image_of_file(source: &Path, out: &Path) -> PathBuf {
    let stem =
        source.file_stem().map_or_else(|| "kernels".to_owned(), |stem| stem.to_string_lossy().into_owned());
    out.join(format!("{stem}.xclbin"))
}

/// Builds all images of a project.
pub fn build_project(
    args: &ImageArgs,
    waves: Waves,
    project: &Project,
    terminal: Terminal,
    cancel: &Cancel,
) -> anyhow::Result<Vec<PathBuf>> {
    let board = board_of_project(args, project)?;
    let target = image_target(args, Some(project), waves)?;
    limit_jobs(args, Some(project));
    let mut built = Vec::new();
    for image in project.images()? {
        let kernels = project.kernels(&image, modules_of(&image, Some(board.kernel_clock_mhz))?, board)?;
        let path = project.build_folder(&board.name, target.target()).join(format!("{}.xclbin", image.name));
        let request = ImageRequest {
            kernels,
            board,
            target,
            image: path,
            cache: users_cache(),
            smoke: project.config.deploy.smoke.clone(),
        };
        built.push(build_image(&request, &Progress::with(terminal.verbosity), cancel)?);
    }
    Ok(built)
}

/// The board that a project is built for. If there is none, what else is wrong is shown, too.
///
/// # Errors
/// When no board is named, or it is not known.
pub fn board_of_project(args: &ImageArgs, project: &Project) -> anyhow::Result<&'static Board> {
    let board = board(args, Some(project), project.boards);
    if board.is_err() {
        project.show_mistakes()?;
    }
    board
}

/// The modules of an image, in which there must be kernels. `mhz`: as for [`translate_files`].
pub fn modules_of(image: &ImageSources, mhz: Option<u32>) -> anyhow::Result<Vec<Module>> {
    let modules = translate_files(&image.files, mhz)?;
    if modules.is_empty() {
        let failure = Failure::user(format!("the image `{}` has no kernels", image.name));
        let help = "mark an inline module of a file in `src` with `#[sycl_hls::kernels]`";
        return Err(failure.help(help).into());
    }
    Ok(modules)
}

/// Compiles no more files at a time than the flag or else the project says.
pub fn limit_jobs(args: &ImageArgs, project: Option<&Project>) {
    let configured = project.and_then(|project| project.config.build.jobs);
    if let Some(jobs) = args.how.jobs.or(configured) {
        // It fails when the pool is there already: then this very function has made it.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs.get()).build_global();
    }
}
