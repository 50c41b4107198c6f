//! Reading a container.

use std::fmt;
use std::ops::Range;
use std::path::Path;

use uuid::Uuid;
use zerocopy::FromBytes;

use crate::header::{Header, MAGIC, SectionHeader};
use crate::section::KeyValues;
use crate::{Error, Mode, Section, SectionKind, file, fixed};

/// An xclbin in memory, its structure checked.
///
/// Payloads are not looked into until [`Xclbin::parse`]. Bytes after the container's stated length, where some tools
/// put a signature, are accepted and not read.
#[derive(Clone)]
pub struct Xclbin {
    bytes: Vec<u8>,
    mode: Mode,
    platform_vbnv: String,
    uuid: Uuid,
    timestamp: u64,
    sections: Vec<Entry>,
}

/// An entry of the table of sections, checked against the file.
#[derive(Clone)]
struct Entry {
    kind: SectionKind,
    name: String,
    range: Range<usize>,
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
    pub fn open(path: &Path) -> Result<Self, Error> {
        Self::from_bytes(file::read(path)?)
            .map_err(|error| Error::File { path: path.to_owned(), source: Box::new(error) })
    }

    /// Checks the structure of a file's bytes: header, table of sections, and where the payloads lie.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self, Error> {
        let bytes = bytes.into();
        if !bytes.starts_with(&MAGIC) {
            let start = bytes[..bytes.len().min(MAGIC.len())].escape_ascii().to_string();
            return Err(Error::NotXclbin { start });
        }
        let (header, rest) = Header::ref_from_prefix(&bytes)
            .map_err(|_| Error::CutShort { size: bytes.len(), needed: size_of::<Header>() as u64 })?;
        let table = section_table(header, rest)?;
        let payloads = payload_range(header, table.len(), bytes.len())?;
        let sections = table
            .iter()
            .enumerate()
            .map(|(index, header)| entry(index, header, &payloads))
            .collect::<Result<Vec<_>, _>>()?;
        check_overlaps(&sections)?;
        Ok(Self {
            mode: Mode::from_number(header.mode.get()).map_err(|problem| header_error("m_mode", problem))?,
            platform_vbnv: fixed::read_text(&header.platform_vbnv)
                .map_err(|problem| header_error("m_platformVBNV", problem))?
                .to_owned(),
            uuid: Uuid::from_bytes(header.uuid),
            timestamp: header.timestamp.get(),
            sections,
            bytes,
        })
    }

    /// The image's identity: XRT takes two images with the same one for the same (`uuid`).
    pub fn uuid(&self) -> Uuid {
        self.uuid
    }

    /// What kind of image it is (`m_mode`).
    pub fn mode(&self) -> Mode {
        self.mode
    }

    /// The platform that the image is for, as vendor, board, name and version (`m_platformVBNV`).
    pub fn platform_vbnv(&self) -> &str {
        &self.platform_vbnv
    }

    /// When the image was made, in seconds since 1970 (`m_timeStamp`).
    pub fn timestamp(&self) -> u64 {
        self.timestamp
    }

    /// The sections in the order of the file.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = RawSection<'_>> {
        self.sections.iter().map(|entry| RawSection {
            kind: entry.kind,
            name: &entry.name,
            payload: &self.bytes[entry.range.clone()],
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
        f.debug_struct("Xclbin")
            .field("mode", &self.mode)
            .field("platform_vbnv", &self.platform_vbnv)
            .field("uuid", &self.uuid)
            .field("timestamp", &self.timestamp)
            .field("sections", &self.sections().collect::<Vec<_>>())
            .finish_non_exhaustive()
    }
}

impl fmt::Debug for RawSection<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` ({} bytes)", self.kind, self.name, self.payload.len())
    }
}

/// The table of sections that follows the header.
fn section_table<'a>(header: &Header, rest: &'a [u8]) -> Result<&'a [SectionHeader], Error> {
    let count = header.num_sections.get();
    usize::try_from(count)
        .ok()
        .and_then(|count| <[SectionHeader]>::ref_from_prefix_with_elems(rest, count).ok())
        .map(|(table, _)| table)
        .ok_or_else(|| {
            header_error(
                "m_numSections",
                format!("the file is too short for the headers of {count} sections"),
            )
        })
}

/// Where payloads may lie: from the end of the table of sections to the length that the header states.
fn payload_range(header: &Header, sections: usize, size: usize) -> Result<Range<usize>, Error> {
    let start = size_of::<Header>() + sections * size_of::<SectionHeader>();
    let stated = header.length.get();
    match usize::try_from(stated) {
        Ok(length) if length < start => Err(header_error(
            "m_length",
            format!("{stated} bytes are too few for {sections} section headers"),
        )),
        Ok(length) if length <= size => Ok(start..length),
        _ => Err(Error::CutShort { size, needed: stated }),
    }
}

/// Checks one entry of the table of sections against the place where payloads may lie.
fn entry(index: usize, header: &SectionHeader, payloads: &Range<usize>) -> Result<Entry, Error> {
    let kind = SectionKind(header.kind.get());
    let wrong = |field, problem| Error::SectionHeader { index, kind, field, problem };
    let name = fixed::read_text(&header.name).map_err(|problem| wrong("m_sectionName", problem))?;
    let (offset, size) = (header.offset.get(), header.size.get());
    let range = offset
        .checked_add(size)
        .and_then(|end| Some(usize::try_from(offset).ok()?..usize::try_from(end).ok()?))
        .filter(|range| range.end <= payloads.end)
        .ok_or_else(|| {
            let end = payloads.end;
            wrong("m_sectionOffset", format!("{size} bytes at offset {offset} reach past the end at {end}"))
        })?;
    // An absent section may have any offset, 0 among them.
    if !range.is_empty() && range.start < payloads.start {
        return Err(wrong("m_sectionOffset", format!("offset {offset} lies inside the file's headers")));
    }
    Ok(Entry { kind, name: name.to_owned(), range })
}

/// Refuses sections that share bytes. Empty ones share none, wherever they are.
fn check_overlaps(sections: &[Entry]) -> Result<(), Error> {
    let mut order: Vec<usize> =
        (0..sections.len()).filter(|&index| !sections[index].range.is_empty()).collect();
    order.sort_by_key(|&index| sections[index].range.start);
    for pair in order.windows(2) {
        let (before, after) = (&sections[pair[0]], &sections[pair[1]]);
        if after.range.start < before.range.end {
            return Err(Error::SectionHeader {
                index: pair[1],
                kind: after.kind,
                field: "m_sectionOffset",
                problem: format!("it overlaps section {} ({})", pair[0], before.kind),
            });
        }
    }
    Ok(())
}

fn header_error(field: &'static str, problem: String) -> Error {
    Error::Header { field, problem }
}
