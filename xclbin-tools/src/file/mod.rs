//! Files on disk.

mod atomic;
mod place;
mod temporary;
mod text;
mod turn;

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

pub use atomic::{AtomicFile, write_atomically, write_generated};
pub use text::write_text;

use crate::Error;
use crate::layout::ReadAt;

/// How much of a file is copied or compared at a time, in bytes.
pub(crate) const CHUNK: usize = 1 << 20;

/// Reads a whole file; anything else, such as a pipe that never ends, is refused.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Error> {
    open(path).and_then(|_| fs::read(path)).map_err(|source| Error::Io {
        path: path.to_owned(),
        action: "read",
        source,
    })
}

fn open(path: &Path) -> io::Result<(File, u64)> {
    let is_file = |metadata: fs::Metadata| {
        if metadata.is_file() {
            Ok(metadata.len())
        } else {
            Err(io::Error::other("it is not a regular file"))
        }
    };
    // To open a pipe would wait for its other end.
    is_file(fs::metadata(path)?)?;
    let file = File::open(path)?;
    let size = is_file(file.metadata()?)?;
    Ok((file, size))
}

/// Reads files beside a document, by names that it states: for [`from_json`](crate::section::from_json).
pub fn load_beside(document: &Path) -> impl Fn(&str) -> Result<Vec<u8>, Error> {
    let folder = document.parent().unwrap_or(Path::new("")).to_owned();
    move |name| read(&folder.join(name))
}

/// A file of which parts are read, at any place.
#[derive(Debug)]
pub(crate) struct PartialFile {
    file: File,
    path: PathBuf,
    /// Its size when it was opened, in bytes.
    pub size: u64,
}

impl PartialFile {
    /// Opens a regular file.
    pub(crate) fn open(path: &Path) -> Result<Self, Error> {
        let (file, size) =
            open(path).map_err(|source| Error::Io { path: path.to_owned(), action: "read", source })?;
        Ok(Self { file, path: path.to_owned(), size })
    }

    /// Opens a regular file that is going to be replaced, when nobody else is about to; `goes_on` is asked whether to wait
    /// on. The turn ends when the file is closed.
    pub(crate) fn open_in_turn(path: &Path, goes_on: &dyn Fn() -> bool) -> Result<Self, Error> {
        let (file, size) = turn::open(path, goes_on)?;
        Ok(Self { file, path: path.to_owned(), size })
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The bytes of a place.
    pub(crate) fn read_range(&self, range: std::ops::Range<u64>) -> Result<Vec<u8>, Error> {
        let size = usize::try_from(range.end - range.start)
            .map_err(|_| Error::CutShort { size: usize::MAX, needed: range.end }.in_file(&self.path))?;
        let mut bytes = vec![0; size];
        self.read_at(range.start, &mut bytes)?;
        Ok(bytes)
    }
}

impl ReadAt for PartialFile {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        read_exact_at(&self.file, buffer, offset).map_err(|source| Error::Io {
            path: self.path.clone(),
            action: "read",
            source,
        })
    }
}

#[cfg(unix)]
fn read_exact_at(file: &File, buffer: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, buffer, offset)
}

#[cfg(windows)]
fn read_exact_at(file: &File, mut buffer: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !buffer.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, buffer, offset)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        buffer = &mut buffer[read..];
        offset += read as u64;
    }
    Ok(())
}
