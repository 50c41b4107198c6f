//! Temporary files beside the files that they are going to be.
//!
//! Each is named `.NAME.sycl-hls.PID` and locked while its process writes it. A process that was killed holds no lock, so
//! the next one that writes to the folder removes what the dead one left.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// What stands between the file's name and the process.
const MARK: &str = ".sycl-hls.";

/// How much of the file's name is used, in bytes: file systems bear names of 255 bytes.
const NAME: usize = 200;

/// A temporary file, which is removed unless it is put in place.
#[derive(Debug)]
pub(super) struct TemporaryFile {
    /// Open for reading and writing, and locked.
    pub file: File,
    path: PathBuf,
    in_place: bool,
}

impl TemporaryFile {
    /// Makes an empty file beside `path`, after it removed those of dead processes. With `private`, only its owner may
    /// use it; else it has the permissions of any new file.
    pub fn beside(path: &Path, private: bool) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        remove_abandoned(folder);
        let start = start_of_name(path.file_name().ok_or(ErrorKind::InvalidFilename)?);
        let mut count = 0;
        loop {
            let mut name = start.clone();
            name.push(std::process::id().to_string());
            if count > 0 {
                name.push(format!(".{count}"));
            }
            count += 1;
            let path = folder.join(name);
            match options(private).open(&path) {
                Ok(file) if is_held(&file, &path)? => return Ok(Self { file, path, in_place: false }),
                Ok(_) => {}
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// Opens it once more, for reading.
    #[cfg(feature = "signatures")]
    pub fn reopen(&self) -> io::Result<File> {
        File::open(&self.path)
    }

    /// Gives it the name of another file, which it replaces.
    pub fn rename(mut self, path: &Path) -> io::Result<()> {
        fs::rename(&self.path, path)?;
        self.in_place = true;
        Ok(())
    }
}

impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if !self.in_place {
            // If that fails, the next process that writes to the folder does it.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// Locks a new file. False if another process took it for abandoned before.
fn is_held(file: &File, path: &Path) -> io::Result<bool> {
    match file.try_lock() {
        Ok(()) => super::turn::is_at(file, path),
        // Where there are no locks, nobody removes anything either.
        Err(fs::TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(true),
        Err(fs::TryLockError::Error(error)) => Err(error),
        Err(fs::TryLockError::WouldBlock) => Ok(false),
    }
}

fn start_of_name(name: &OsStr) -> OsString {
    let text = name.to_string_lossy();
    let mut end = text.len().min(NAME);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    OsString::from(format!(".{}{MARK}", &text[..end]))
}

/// Removes the temporary files whose processes have ended. What cannot be removed stays.
fn remove_abandoned(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    for entry in entries.flatten().filter(|entry| is_temporary(&entry.file_name())) {
        let path = entry.path();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        let Ok(file) = (if is_file { File::open(&path) } else { continue }) else { continue };
        // The lock is held until the file is gone.
        if file.try_lock().is_ok() && super::turn::is_at(&file, &path).unwrap_or(false) {
            let _ = fs::remove_file(&path);
        }
    }
}

fn is_temporary(name: &OsStr) -> bool {
    let Some(name) = name.to_str().and_then(|name| name.strip_prefix('.')) else { return false };
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    name.rsplit_once(MARK).is_some_and(|(_, process)| process.splitn(2, '.').all(is_number))
}

#[cfg(unix)]
fn options(private: bool) -> fs::OpenOptions {
    use std::os::unix::fs::OpenOptionsExt as _;
    let mut options = File::options();
    options.read(true).write(true).create_new(true).mode(if private { 0o600 } else { 0o666 });
    options
}

#[cfg(not(unix))]
fn options(_: bool) -> fs::OpenOptions {
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    options
}
