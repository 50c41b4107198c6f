//! Files on disk.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use tempfile::NamedTempFile;

use crate::Error;

/// Reads a whole file; anything else, such as a pipe that never ends, is refused.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let read = || {
        if fs::metadata(path)?.is_file() {
            fs::read(path)
        } else {
            Err(io::Error::other("it is not a regular file"))
        }
    };
    read().map_err(|source| Error::Io { path: path.to_owned(), action: "read", source })
}

/// Writes a file so that at any time it is either the old one or the whole new one.
///
/// The bytes go to a temporary file in the same folder, are brought to the disk, and the file is then renamed.
///
/// # Errors
/// [`Error::Io`] when a step fails. The old file, or its absence, then stays, and no temporary file remains.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    replace(path, bytes).map_err(|source| Error::Io { path: path.to_owned(), action: "write", source })
}

fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = temporary_file(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    file.persist(path)?;
    Ok(())
}

/// A temporary file that, unlike others, gets the permissions of any new file: it is going to be one.
#[cfg(unix)]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    tempfile::Builder::new().permissions(fs::Permissions::from_mode(0o666)).tempfile_in(folder)
}

#[cfg(not(unix))]
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    NamedTempFile::new_in(folder)
}
