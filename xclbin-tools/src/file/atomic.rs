//! Files that appear whole or not at all.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::place::{HardLinks, Place};
use super::temporary::TemporaryFile;
use super::{CHUNK, PartialFile};
use crate::Error;
use crate::layout::ReadAt as _;

/// A file that appears whole or not at all.
///
/// The bytes go to a temporary file in the same folder; [`AtomicFile::commit`] brings them to the disk and renames it.
/// Dropped before that, it leaves the old file, or its absence, and no temporary file. What a killed process leaves is
/// removed when the next file is written to the folder.
///
/// A file that is replaced hands over its owner, mode and extended attributes, and symbolic links lead to what is
/// replaced.
#[derive(Debug)]
pub struct AtomicFile {
    file: TemporaryFile,
    place: Place,
    /// As the caller named it, for messages.
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file that is going to be at `path`.
    ///
    /// # Errors
    /// [`Error::Io`] when there can be no file, or when the file that is there is read-only or has further names (hard
    /// links), or its owner or mode cannot be kept.
    pub fn create(path: &Path) -> Result<Self, Error> {
        Self::with(path, HardLinks::Refused)
    }

    fn with(path: &Path, links: HardLinks) -> Result<Self, Error> {
        let create = || {
            let place = Place::of(path, links)?;
            let file = TemporaryFile::beside(&place.path, place.old.is_some())?;
            place.hand_over(&file.file)?;
            Ok((file, place))
        };
        let (file, place) = create().map_err(|source| cannot_write(path, source))?;
        Ok(Self { file, place, path: path.to_owned() })
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// [`Error::Io`] when they cannot be written, as on a full disk.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.file.write_all(bytes).map_err(|source| cannot_write(&self.path, source))
    }

    /// Takes room on the disk for a file of at least this size, in bytes, where the system can: writing is faster then, and
    /// a full disk is known before.
    ///
    /// # Errors
    /// [`Error::Io`] when the disk is full.
    pub(crate) fn reserve(&mut self, size: u64) -> Result<(), Error> {
        if size < CHUNK as u64 {
            return Ok(());
        }
        reserve(&self.file.file, size).map_err(|source| cannot_write(&self.path, source))
    }

    /// Adds text at the end, of which little is in memory at any time, and tells its size in bytes.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be written.
    pub(crate) fn write_text(
        &mut self,
        write: impl FnOnce(&mut dyn fmt::Write) -> fmt::Result,
    ) -> Result<u64, Error> {
        super::write_text(&mut self.file.file, write).map_err(|source| cannot_write(&self.path, source))
    }

    /// Adds a part of another file at the end, of which little is in memory at any time.
    pub(crate) fn copy(
        &mut self,
        source: &PartialFile,
        range: std::ops::Range<u64>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let mut buffer = vec![0; CHUNK.min(usize::try_from(range.end - range.start).unwrap_or(CHUNK))];
        let mut offset = range.start;
        while offset < range.end {
            if !goes_on() {
                return Err(Error::Interrupted);
            }
            let left = usize::try_from(range.end - offset).unwrap_or(CHUNK);
            let chunk = &mut buffer[..left.min(CHUNK)];
            source.read_at(offset, chunk)?;
            self.file.file.write_all(chunk).map_err(|error| cannot_write(&self.path, error))?;
            offset += chunk.len() as u64;
        }
        Ok(())
    }

    /// What was written so far, to be read again.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    #[cfg(feature = "signatures")]
    pub(crate) fn written(&self) -> Result<PartialFile, Error> {
        let open = || {
            let file = self.file.reopen()?;
            let size = file.metadata()?.len();
            Ok(PartialFile { file, path: self.path.clone(), size })
        };
        open().map_err(|source| Error::Io { path: self.path.clone(), action: "read", source })
    }

    /// Writes over the first bytes.
    ///
    /// # Errors
    /// [`Error::Io`] when they cannot be written.
    pub(crate) fn write_start(&mut self, bytes: &[u8]) -> Result<(), Error> {
        use std::io::{Seek as _, SeekFrom};
        let write = |file: &mut File| {
            file.rewind()?;
            file.write_all(bytes)?;
            file.seek(SeekFrom::End(0))
        };
        write(&mut self.file.file).map(drop).map_err(|source| cannot_write(&self.path, source))
    }

    /// Puts the file in place.
    ///
    /// # Errors
    /// [`Error::Io`] when a step fails.
    pub fn commit(self) -> Result<(), Error> {
        self.sync()?;
        self.persist()
    }

    /// Puts files in place, in this order, when all of them are on the disk. If one cannot be, those before it that were
    /// not there are removed again.
    ///
    /// # Errors
    /// [`Error::Io`] when a step fails.
    pub(crate) fn commit_all(files: Vec<Self>) -> Result<(), Error> {
        files.iter().try_for_each(Self::sync)?;
        let mut made = Vec::new();
        for file in files {
            let path = file.path.clone();
            let is_new = !path.exists();
            if let Err(error) = file.persist() {
                // The error that led here is the one to tell of.
                made.iter().for_each(|path| drop(fs::remove_file(path)));
                return Err(error);
            }
            if is_new {
                made.push(path);
            }
        }
        Ok(())
    }

    fn sync(&self) -> Result<(), Error> {
        self.file.file.sync_all().map_err(|source| cannot_write(&self.path, source))
    }

    /// Puts the file in place without waiting for the disk: for what can be made again from a file that stays.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be renamed.
    pub(crate) fn persist(self) -> Result<(), Error> {
        let Self { file, place, path } = self;
        file.rename(&place.path).map_err(|source| cannot_write(&path, source))
    }
}

/// Writes a file so that at any time it is either the old one or the whole new one.
///
/// # Errors
/// [`Error::Io`] when a step fails. The old file, or its absence, then stays, and no temporary file remains.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = AtomicFile::create(path)?;
    file.write(bytes)?;
    file.commit()
}

/// As [`write_atomically`], for a generated file: other names of an old one (hard links) keep the old content, as they do where a
/// linker or Cargo writes.
///
/// # Errors
/// Those of [`write_atomically`], but for hard links.
pub fn write_generated(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = AtomicFile::with(path, HardLinks::Left)?;
    file.write(bytes)?;
    file.commit()
}

fn cannot_write(path: &Path, source: io::Error) -> Error {
    Error::Io { path: path.to_owned(), action: "write", source }
}

/// Takes room for a file where the file system can.
#[cfg(target_os = "linux")]
fn reserve(file: &File, size: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    match fallocate(file, FallocateFlags::empty(), 0, size) {
        Err(rustix::io::Errno::NOSPC) => Err(rustix::io::Errno::NOSPC.into()),
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_: &File, _: u64) -> io::Result<()> {
    Ok(())
}
