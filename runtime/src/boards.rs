//! The boards that this process can emulate: those that are built in, and the files of a project's own.

use std::sync::OnceLock;

use sycl_hls_boards::{Board, Catalogue, FOLDER, FileError, NoBoard};

use crate::environment::Environment;

/// All boards. Where a file of the project's own boards is wrong, there are none of them.
pub(crate) fn all() -> Catalogue {
    of_process().clone().unwrap_or_default()
}

/// The board that is meant.
///
/// # Errors
/// When there is none; what is wrong with a file, if that may be why.
pub(crate) fn named(name: &str) -> Result<&'static Board, NoBoard> {
    let found = all().by_name(name);
    match (found, of_process()) {
        (Err(NoBoard::Unknown { .. }), Err(wrong)) => Err(NoBoard::File(wrong.clone())),
        (found, _) => found,
    }
}

fn of_process() -> &'static Result<Catalogue, Box<FileError>> {
    static BOARDS: OnceLock<Result<Catalogue, Box<FileError>>> = OnceLock::new();
    BOARDS.get_or_init(|| of(Environment::of_process()).map_err(Box::new))
}

/// The boards in the places of an environment: the folder that it names, that beside the program, and the package's.
fn of(environment: &Environment) -> Result<Catalogue, FileError> {
    let beside =
        [&environment.exe_dir, &environment.manifest_dir].map(|root| Some(root.as_ref()?.join(FOLDER)));
    let named = environment.boards.clone().filter(|folder| !folder.as_os_str().is_empty());
    Catalogue::with_folders(named.into_iter().chain(beside.into_iter().flatten()))
}
