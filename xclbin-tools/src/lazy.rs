//! A container on disk, of which only what is asked for is read.

use std::path::Path;

use crate::file::{AtomicFile, CHUNK, PartialFile};
use crate::layout::{Layout, ReadAt as _};
use crate::section::KeyValues;
use crate::{Error, Section, SectionEntry, SectionKind, SignatureError};

/// The longest signature that is looked into, in bytes; those of xclbinutil have less than 1 KiB.
const MAX_SIGNATURE: u64 = 1 << 20;

/// An open xclbin: headers in memory, payloads on disk.
#[derive(Debug)]
pub struct XclbinFile {
    file: PartialFile,
    layout: Layout,
}

impl XclbinFile {
    /// Opens a file and reads its headers.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::File`] when it is not a sound xclbin.
    pub fn open(path: &Path) -> Result<Self, Error> {
        PartialFile::open(path).and_then(Self::read)
    }

    /// As [`XclbinFile::open`], of a file that is going to be replaced. Processes take turns: this one waits while another
    /// has the file open for that, and `goes_on` is asked now and then whether to wait on. Its turn ends when the
    /// `XclbinFile`, or the [`Editor`](crate::Editor) that it becomes, is dropped.
    ///
    /// # Errors
    /// Those of [`XclbinFile::open`], and [`Error::Interrupted`] when `goes_on` says no.
    pub fn open_in_turn(path: &Path, goes_on: &dyn Fn() -> bool) -> Result<Self, Error> {
        PartialFile::open_in_turn(path, goes_on).and_then(Self::read)
    }

    fn read(file: PartialFile) -> Result<Self, Error> {
        let layout = Layout::read(&file, file.size).map_err(|error| error.in_file(file.path()))?;
        Ok(Self { file, layout })
    }

    /// A file of which is known what its headers say, whatever they say.
    pub(crate) fn with_layout(file: PartialFile, layout: Layout) -> Self {
        Self { file, layout }
    }

    /// What the headers say.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The file's name, as it was opened.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The first section of a kind.
    pub fn section(&self, kind: SectionKind) -> Option<&SectionEntry> {
        self.layout.sections().iter().find(|entry| entry.kind() == kind)
    }

    /// Reads the payload of a section of this file.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn payload(&self, entry: &SectionEntry) -> Result<Vec<u8>, Error> {
        self.file.read_range(entry.range())
    }

    /// Whether a section of this file has the payload of one of another file. Little of either is in memory at a time.
    ///
    /// # Errors
    /// [`Error::Io`] when one cannot be read.
    pub fn payload_equals(
        &self,
        entry: &SectionEntry,
        other: &Self,
        other_entry: &SectionEntry,
    ) -> Result<bool, Error> {
        if entry.size() != other_entry.size() {
            return Ok(false);
        }
        let mut buffers = [vec![0; CHUNK], vec![0; CHUNK]];
        let mut done = 0;
        while done < entry.size() {
            let size = usize::try_from(entry.size() - done).unwrap_or(CHUNK).min(CHUNK);
            let [ours, theirs] = &mut buffers;
            self.file.read_at(entry.range().start + done, &mut ours[..size])?;
            other.file.read_at(other_entry.range().start + done, &mut theirs[..size])?;
            if ours[..size] != theirs[..size] {
                return Ok(false);
            }
            done += size as u64;
        }
        Ok(true)
    }

    /// The signature that the header states, if the file is signed: CMS in DER.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read, [`Error::File`] when it is longer than any signature.
    pub fn signature(&self) -> Result<Option<Vec<u8>>, Error> {
        let Some(range) = self.layout.signature() else { return Ok(None) };
        let length = range.end - range.start;
        if length > MAX_SIGNATURE {
            let problem = SignatureError::Large { length, most: MAX_SIGNATURE };
            return Err(Error::Signature { problem }.in_file(self.path()));
        }
        self.read_range(range).map(Some)
    }

    /// The bytes of a place in the file.
    pub(crate) fn read_range(&self, range: std::ops::Range<u64>) -> Result<Vec<u8>, Error> {
        self.file.read_range(range)
    }

    pub(crate) fn file(&self) -> &PartialFile {
        &self.file
    }

    /// Writes the payload of a section of this file to a file of its own; `goes_on` is asked now and then whether to
    /// continue. Whatever the payload's size, little of it is in memory at a time.
    ///
    /// # Errors
    /// [`Error::Io`] when a step fails, [`Error::Interrupted`] when `goes_on` says no. Then there is no new file.
    pub fn extract(
        &self,
        entry: &SectionEntry,
        path: &Path,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let mut out = AtomicFile::create(path)?;
        out.copy(&self.file, entry.range(), goes_on)?;
        out.commit()
    }

    /// The first section of a type's kind, parsed; `None` when the file has no such section.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read, [`Error::Section`] when the payload is damaged.
    pub fn parse<S: Section>(&self) -> Result<Option<S>, Error> {
        self.section(S::KIND).map(|entry| S::from_bytes(&self.payload(entry)?)).transpose()
    }

    /// The pairs of KEYVALUE_METADATA; none when the file has no such section.
    ///
    /// # Errors
    /// As [`XclbinFile::parse`].
    pub fn key_values(&self) -> Result<KeyValues, Error> {
        Ok(self.parse()?.unwrap_or_default())
    }
}
