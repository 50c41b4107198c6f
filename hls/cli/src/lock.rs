//! One build of an image at a time, also among processes.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::time::Duration;

use sycl_hls_compiler::tool::{Cancel, ToolError};

use crate::failure::Failure;
use crate::owner::of_denied;
use crate::progress::Progress;

/// How often a lock that another process holds is tried again.
const POLL: Duration = Duration::from_millis(20);

/// A lock that is held until it is dropped, or until the process ends, however it ends.
#[derive(Debug)]
pub struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of this file, which it makes if need be, as soon as nobody else holds it. On a file system without
    /// locks there is none to wait for.
    ///
    /// # Errors
    /// When the file cannot be made, or the wait is interrupted.
    pub fn take(path: &Path, progress: &Progress, cancel: &Cancel) -> anyhow::Result<Self> {
        let mut waiting = false;
        loop {
            if let Some(lock) = Self::try_take(path)? {
                return Ok(lock);
            }
            if cancel.is_cancelled() {
                return Err(ToolError::Interrupted.into());
            }
            if !waiting {
                progress.step("Waiting", "for another sycl-hls that does the same");
                waiting = true;
            }
            std::thread::sleep(POLL);
        }
    }

    /// Takes the lock of this file, unless somebody else holds it; otherwise as [`Lock::take`].
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn try_take(path: &Path) -> Result<Option<Self>, Failure> {
        let failure = |error| {
            of_denied(Failure::user(format!("cannot lock {}: {error}", path.display())), path, &error)
        };
        loop {
            let file = open(path).map_err(failure)?;
            match file.try_lock() {
                Ok(()) if is_at(&file, path) => return Ok(Some(Self { _file: file })),
                // Whoever held it has failed, and has removed it.
                Ok(()) => {}
                Err(TryLockError::Error(error)) if is_without_locks(&error) => {
                    return Ok(Some(Self { _file: file }));
                }
                Err(TryLockError::Error(error)) => return Err(failure(error)),
                Err(TryLockError::WouldBlock) => return Ok(None),
            }
        }
    }
}

/// True if the file system has no locks, or NFS a server without its service of locks.
fn is_without_locks(error: &io::Error) -> bool {
    error.kind() == ErrorKind::Unsupported
        || error.raw_os_error() == Some(rustix::io::Errno::NOLCK.raw_os_error())
}

/// Opens the file, which it makes if need be, with its folder.
fn open(path: &Path) -> io::Result<File> {
    fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
    File::options().create(true).truncate(false).write(true).open(path)
}

/// True if an open file is still the one of this path.
fn is_at(file: &File, path: &Path) -> bool {
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let open = file.metadata().map(identity).ok();
    open.is_some() && open == fs::metadata(path).map(identity).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_one_waits_until_the_first_is_gone_or_the_user_has_enough() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let cancel = Cancel::new();
        let first = Lock::take(&path, &Progress::new(), &cancel).unwrap();
        cancel.cancel();
        assert!(Lock::try_take(&path).unwrap().is_none());
        let second = Lock::take(&path, &Progress::new(), &cancel);
        assert!(second.unwrap_err().to_string().contains("interrupted"));
        drop(first);
        Lock::take(&path, &Progress::new(), &Cancel::new()).unwrap();
    }
}
