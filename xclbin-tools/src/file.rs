//! Files on disk.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

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

/// A file that appears whole or not at all.
///
/// The bytes go to a temporary file in the same folder; [`AtomicFile::commit`] brings them to the disk and renames it.
/// Dropped before that, it leaves the old file, or its absence, and no temporary file.
#[derive(Debug)]
pub struct AtomicFile {
    file: NamedTempFile,
    path: PathBuf,
}

impl AtomicFile {
    /// Starts a file that is going to be at `path`.
    ///
    /// # Errors
    /// [`Error::Io`] when there can be no file.
    pub fn create(path: &Path) -> Result<Self, Error> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let file = temporary_file(folder).map_err(|source| cannot_write(path, source))?;
        Ok(Self { file, path: path.to_owned() })
    }

    /// Adds bytes at the end.
    ///
    /// # Errors
    /// [`Error::Io`] when they cannot be written, as on a full disk.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.file.write_all(bytes).map_err(|source| cannot_write(&self.path, source))
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
            self.file.write_all(chunk).map_err(|error| cannot_write(&self.path, error))?;
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
    #[cfg(feature = "signatures")]
    pub(crate) fn write_start(&mut self, bytes: &[u8]) -> Result<(), Error> {
        use std::io::{Seek as _, SeekFrom};
        let write = |file: &mut NamedTempFile| {
            file.rewind()?;
            file.write_all(bytes)?;
            file.seek(SeekFrom::End(0))
        };
        write(&mut self.file).map(drop).map_err(|source| cannot_write(&self.path, source))
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
        self.file.as_file().sync_all().map_err(|source| cannot_write(&self.path, source))
    }

    /// Puts the file in place without waiting for the disk: for what can be made again from a file that stays.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be renamed.
    pub(crate) fn persist(self) -> Result<(), Error> {
        let Self { file, path } = self;
        file.persist(&path).map(drop).map_err(|error| cannot_write(&path, error.error))
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

fn cannot_write(path: &Path, source: io::Error) -> Error {
    Error::Io { path: path.to_owned(), action: "write", source }
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
