//! Taking turns: one process at a time changes a file.

use std::fs::{File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::Path;
use std::time::Duration;

use crate::Error;

/// How often a lock that another process holds is tried again.
const POLL: Duration = Duration::from_millis(20);

/// Opens a file for reading and locks it, as soon as nobody else holds it; `goes_on` is asked whether to wait on. The lock
/// is held as long as the file is open. On a file system without locks there is none to wait for.
pub(super) fn open(path: &Path, goes_on: &dyn Fn() -> bool) -> Result<(File, u64), Error> {
    let failed = |source| Error::Io { path: path.to_owned(), action: "read", source };
    loop {
        let (file, size) = super::open(path).map_err(failed)?;
        match file.try_lock() {
            // Whoever held the lock may have put a new file in place.
            Ok(()) if is_at(&file, path).map_err(failed)? => return Ok((file, size)),
            Ok(()) => continue,
            Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => {
                return Ok((file, size));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
            Err(TryLockError::WouldBlock) => {}
        }
        if !goes_on() {
            return Err(Error::Interrupted);
        }
        std::thread::sleep(POLL);
    }
}

/// True if an open file is the one that a path leads to.
#[cfg(unix)]
pub(super) fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    let open = file.metadata()?;
    match std::fs::metadata(path) {
        Ok(there) => Ok((open.dev(), open.ino()) == (there.dev(), there.ino())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

#[cfg(not(unix))]
pub(super) fn is_at(_: &File, path: &Path) -> io::Result<bool> {
    path.try_exists()
}
