//! The platform that is installed: what it says of itself goes before the board's file.

use std::path::Path;

use sycl_hls_boards::Board;
use sycl_hls_compiler::tool::Cancel;
use sycl_hls_vitis::flow::PLATFORM;
use sycl_hls_vitis::plan::Plan;
use sycl_hls_vitis::platform::PlatformInfo;
use sycl_hls_vitis::runner::{RunError, Runner, Watch};

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

fn read(path: &Path) -> Result<String, RunError> {
    // It is a tool's text, in whatever encoding.
    let text = std::fs::read(path).map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    text.map_err(|source| RunError::File { path: path.to_owned(), source })
}
