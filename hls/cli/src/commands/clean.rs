//! `sycl-hls clean`

use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use sycl_hls_boards::Board;
use sycl_hls_types::Target;

use crate::args::ProjectArgs;
use crate::catalogue;
use crate::failure::Failure;
use crate::project::Project;
use crate::terminal::Terminal;

/// Remove the images that were built
///
/// Removes build/BOARD/TARGET of the project for the boards that sycl-hls knows, and nothing else. What Cargo built
/// stays: `cargo clean` removes it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls clean
  sycl-hls clean --board u200")]
pub struct Clean {
    #[command(flatten)]
    project: ProjectArgs,
    /// Only the images for this board
    #[arg(long, value_name = "NAME")]
    board: Option<String>,
}

/// What was removed.
#[derive(Default)]
struct Removed {
    files: usize,
    bytes: u64,
}

pub fn clean(args: &Clean, terminal: Terminal) -> anyhow::Result<ExitCode> {
    let project = Project::find(&args.project)?;
    let boards: Vec<&Board> = match &args.board {
        Some(name) => vec![catalogue::find(project.boards, name)?],
        None => project.boards.boards().collect(),
    };
    let mut removed = Removed::default();
    for board in boards {
        for target in Target::ALL {
            removed.folder(&project.build_folder(&board.name, target))?;
        }
        // Empty ones are ours; others hold something that we did not make.
        let _ = fs::remove_dir(project.all_builds_folder().join(&board.name));
    }
    let _ = fs::remove_dir(project.all_builds_folder());
    match removed.files {
        0 => terminal.say("Clean", "there was nothing to remove"),
        files => {
            let kib = removed.bytes.div_ceil(1024);
            terminal.say("Removed", &format!("{files} files, {kib} KiB"));
        }
    }
    Ok(ExitCode::SUCCESS)
}

impl Removed {
    /// Removes a folder with all that is in it. One that is not there is no error.
    fn folder(&mut self, folder: &Path) -> anyhow::Result<()> {
        let done = self.count(folder).and_then(|()| fs::remove_dir_all(folder));
        match done {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(Failure::user(format!("cannot remove {}: {error}", folder.display())).into())
            }
            _ => Ok(()),
        }
    }

    fn count(&mut self, folder: &Path) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let metadata = entry.metadata()?;
            if metadata.is_dir() {
                self.count(&entry.path())?;
            } else {
                self.files += 1;
                self.bytes += metadata.len();
            }
        }
        Ok(())
    }
}
