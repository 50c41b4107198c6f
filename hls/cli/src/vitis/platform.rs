//! The platform that is installed: what it says of itself goes before the board's file.

use std::path::Path;

use sycl_hls_boards::Board;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_vitis::brief::Job;
use sycl_hls_vitis::flow::PLATFORM;
use sycl_hls_vitis::plan::Plan;
use sycl_hls_vitis::platform::{PlatformInfo, Unfit};
use sycl_hls_vitis::runner::{RunError, Runner, Watch};

use crate::failure::Failure;
use crate::progress::Progress;

/// Asks the platform before anything else, and gives the board as it says. What it overrules is said.
///
/// # Errors
/// When it cannot be asked.
pub fn overrule(
    runner: &Runner<'_>,
    plan: &Plan,
    board: &Board,
    (cancel, watch): (&Cancel, &dyn Watch),
    progress: &Progress,
) -> Result<Board, RunError> {
    runner.run(&plan.only(PLATFORM), cancel, watch)?;
    say(runner.folder, board, progress)
}

/// What the platform said of itself in a plan's folder overrules the board's file: that is said.
///
/// # Errors
/// When it cannot be read.
pub fn say(folder: &Path, board: &Board, progress: &Progress) -> Result<Board, RunError> {
    let said = read(&folder.join(PLATFORM))?;
    let (board, changes) = PlatformInfo::read(&said).overrule(board);
    for change in changes {
        progress.note("Platform", &change.to_string());
    }
    Ok(board)
}

/// Compares what a job needs with what the platform said of itself in the plan's folder. What cannot be told is said.
///
/// # Errors
/// When they do not fit.
pub fn check(job: &Job, folder: &Path, progress: &Progress) -> anyhow::Result<()> {
    let info = PlatformInfo::read(&read(&folder.join(PLATFORM))?);
    let (name, needs) = (&job.plan.platform, &job.brief.needs);
    let version = job.plan.vitis.parse();
    for unsure in version.map_or_else(|_| Vec::new(), |version| info.unsure(needs, name, version)) {
        progress.note("Unknown", &unsure);
    }
    let unfit = info.unfit(needs, name, job.brief.target);
    if unfit.is_empty() {
        return Ok(());
    }
    let failure =
        Failure::unavailable(format!("the platform {name} that is installed does not fit the plan"));
    let failure = unfit.iter().fold(failure, |failure, why| failure.note(why.to_string()));
    let failure = failure.help("plan for what is installed: `sycl-hls build --board NAME --platform NAME`");
    Err(match unfit.iter().any(|why| matches!(why, Unfit::Clock { .. })) {
        true => failure.help("name the clock: `freq_mhz` in `[image.NAME.kernel.K]`, or `#[clock]`"),
        false => failure,
    }
    .into())
}

fn read(path: &Path) -> Result<String, RunError> {
    // It is a tool's text, in whatever encoding.
    let text = std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.map_err(|source| RunError::File { path: path.to_owned(), source })
}
