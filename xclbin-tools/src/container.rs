//! A container in memory.

use std::fmt;

use uuid::Uuid;

use crate::layout::Layout;
use crate::section::KeyValues;
use crate::{Error, Mode, Section, SectionKind, file};

/// An xclbin in memory, its structure checked.
///
/// Payloads are not looked into until [`Xclbin::parse`]. Bytes after the container's stated length, where some tools
/// put a signature, are accepted and not read. Who needs little of a large file takes [`XclbinFile`](crate::XclbinFile).
#[derive(Clone)]
pub struct Xclbin {
    bytes: Vec<u8>,
    layout: Layout,
}

/// A section as it stands in a file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RawSection<'a> {
    /// What the payload is.
    pub kind: SectionKind,
    /// The section's name, which may be empty (`m_sectionName`).
    pub name: &'a str,
    /// The bytes.
    pub payload: &'a [u8],
}

impl Xclbin {
    /// Reads a file.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::File`] when it is not a sound xclbin.
    pub fn open(path: &std::path::Path) -> Result<Self, Error> {
        Self::from_bytes(file::read(path)?).map_err(|error| error.in_file(path))
    }

    /// Checks the structure of a file's bytes: header, table of sections, and where the payloads lie.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        let bytes = bytes.into();
        let layout = Layout::read(bytes.as_slice(), bytes.len() as u64)?;
        Ok(Self { bytes, layout })
    }

    /// What the headers say.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The image's identity: XRT takes two images with the same one for the same (`uuid`).
    pub fn uuid(&self) -> Uuid {
        self.layout.uuid()
    }

    /// What kind of image it is (`m_mode`).
    pub fn mode(&self) -> Mode {
        self.layout.mode()
    }

    /// The platform that the image is for, as vendor, board, name and version (`m_platformVBNV`).
    pub fn platform_vbnv(&self) -> &str {
        self.layout.platform_vbnv()
    }

    /// When the image was made, in seconds since 1970 (`m_timeStamp`).
    pub fn timestamp(&self) -> u64 {
        self.layout.timestamp()
    }

    /// The sections in the order of the file.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = RawSection<'_>> {
        self.layout.sections().iter().map(|entry| RawSection {
            kind: entry.kind(),
            name: entry.name(),
            // The layout has compared all ranges with the size of `bytes`, so they fit `usize`.
            payload: &self.bytes[entry.range().start as usize..entry.range().end as usize],
        })
    }

    /// The payload of the first section of a kind.
    pub fn section(&self, kind: SectionKind) -> Option<&[u8]> {
        self.sections().find(|section| section.kind == kind).map(|section| section.payload)
    }

    /// The first section of a type's kind, parsed; `None` when the file has no such section.
    ///
    /// # Errors
    /// [`Error::Section`] when the payload is damaged.
    pub fn parse<S: Section>(&self) -> Result<Option<S>, Error> {
        self.section(S::KIND).map(S::from_bytes).transpose()
    }

    /// The pairs of KEYVALUE_METADATA; none when the file has no such section.
    ///
    /// # Errors
    /// [`Error::Section`] when the payload is damaged.
    pub fn key_values(&self) -> Result<KeyValues, Error> {
        Ok(self.parse()?.unwrap_or_default())
    }
}

impl fmt::Debug for Xclbin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.layout.fmt(f)
    }
}

impl fmt::Debug for RawSection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` ({} bytes)", self.kind, self.name, self.payload.len())
    }
}
