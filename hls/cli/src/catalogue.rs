//! The boards that a command can name: those that are built in, and the project's own.

use std::path::{Path, PathBuf};

use sycl_hls_boards::{Board, Catalogue, FOLDER, FOLDERS_VARIABLE, FileError, NoBoard};

use crate::failure::{Failure, Place};
use crate::package::root_around;

/// The boards of the project that a file lies in; without a project, those that are built in.
///
/// # Errors
/// When one of the project's own boards is wrong; the message shows the line.
pub fn near(file: &Path) -> anyhow::Result<Catalogue> {
    around(file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new(".")))
}

/// The boards of the project that a folder lies in; without a project, those that are built in.
///
/// # Errors
/// As [`near`].
pub fn around(folder: &Path) -> anyhow::Result<Catalogue> {
    of_project(root_around(folder)?.as_deref())
}

/// The boards of the project with this folder.
///
/// # Errors
/// As [`near`].
pub fn of_project(root: Option<&Path>) -> anyhow::Result<Catalogue> {
    let own = root.map(|root| root.join(FOLDER));
    let named = std::env::var_os(FOLDERS_VARIABLE).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    Catalogue::with_folders(named.into_iter().chain(own)).map_err(|error| wrong_file(error).into())
}

/// The board that is meant, of [`near`] a file.
///
/// # Errors
/// As [`near`] and [`find`].
pub fn find_near(file: &Path, name: &str) -> anyhow::Result<&'static Board> {
    find(near(file)?, name)
}

/// The board that is meant.
///
/// # Errors
/// When there is none, or nothing can be built for it.
pub fn find(boards: Catalogue, name: &str) -> anyhow::Result<&'static Board> {
    boards.by_name(name).map_err(|error| failure(error).into())
}

fn failure(error: NoBoard) -> Failure {
    match error {
        NoBoard::Unknown { .. } => Failure::usage(error.to_string()).help(format!(
            "a board of your own is a file in the project's folder `{FOLDER}`: see `sycl-hls help boards`"
        )),
        NoBoard::Unsupported(board) => {
            let message = format!("the board {} ({}) is not supported", board.name, board.title);
            Failure::unavailable(message).note(&board.reason).help(&board.help)
        }
        NoBoard::File(error) => wrong_file(*error),
    }
}

fn wrong_file(error: FileError) -> Failure {
    let FileError { path, text, range, message, help } = error;
    let path = path.display().to_string();
    let failure = if text.is_empty() {
        Failure::usage(format!("{path}: {message}"))
    } else {
        Failure::usage(message).at(Place { path, text, range })
    };
    help.into_iter().fold(failure, Failure::help)
}
