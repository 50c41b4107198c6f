//! Files that are written whole or not at all, and folders that are made for something that may fail.

use std::fs;
use std::path::{Path, PathBuf};

use xclbin_tools::{write_atomically, write_generated};

use crate::failure::Failure;
use crate::owner::of_denied;

/// Writes a file, whole or not at all.
///
/// # Errors
/// When it cannot be written.
pub fn write_file(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_atomically(path, bytes.as_ref()).map_err(|error| Failure::user(error.to_string()))
}

/// Writes a file of a build, whole or not at all. If the old one has other names (hard links), they keep its content.
///
/// # Errors
/// When it cannot be written.
pub fn write_built(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    write_generated(path, bytes.as_ref()).map_err(|error| Failure::user(error.to_string()))
}

/// Makes a folder, with those above it.
///
/// # Errors
/// When it cannot be made.
pub fn create_folder(folder: &Path) -> anyhow::Result<()> {
    NewFolders::create(folder)?;
    Ok(())
}

/// A folder, and which of those above it were not there before.
#[derive(Debug)]
pub struct NewFolders {
    /// The innermost comes first.
    made: Vec<PathBuf>,
}

impl NewFolders {
    /// Makes a folder, with those above it.
    ///
    /// # Errors
    /// When it cannot be made. Then none is left.
    pub fn create(folder: &Path) -> Result<Self, Failure> {
        let is_missing = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let made = folder.ancestors().take_while(is_missing).map(Path::to_owned).collect();
        let folders = Self { made };
        fs::create_dir_all(folder).map_err(|error| {
            folders.remove_empty();
            let failure = Failure::user(format!("cannot create the folder {}: {error}", folder.display()));
            of_denied(failure, folder, &error)
        })?;
        Ok(folders)
    }

    /// Removes those that were made, as far as nothing is in them.
    pub fn remove_empty(&self) {
        // What has become somebody else's stays.
        self.made.iter().for_each(|folder| drop(fs::remove_dir(folder)));
    }
}
