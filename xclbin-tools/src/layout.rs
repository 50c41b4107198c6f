//! What the headers of a file say: the same checks whether the file is in memory or on disk.

use std::fmt;
use std::ops::Range;

use uuid::Uuid;

use crate::header::{Header, MAGIC, SectionHeader};
use crate::{Error, HeaderError, Mode, SectionHeaderError, SectionKind, fixed};

/// How many sections XRT bears (`XCLBIN_MAX_NUM_SECTION` of xclbin.h).
const MAX_SECTIONS: u32 = 0x1_0000;

/// The headers of a file, checked against each other and against its size.
#[derive(Clone)]
pub struct Layout {
    /// It is large, and images are moved.
    header: Box<Header>,
    mode: Mode,
    platform_vbnv: String,
    sections: Vec<SectionEntry>,
    /// Where the payloads end: the end of the table if there are none.
    payloads_end: u64,
    /// Where the container's content ends and its signature begins.
    content_end: u64,
    size: u64,
}

/// An entry of the table of sections.
#[derive(Clone, PartialEq, Eq)]
pub struct SectionEntry {
    kind: SectionKind,
    name: String,
    range: Range<u64>,
}

impl SectionEntry {
    /// What the payload is (`m_sectionKind`).
    pub fn kind(&self) -> SectionKind {
        self.kind
    }

    /// The section's name, which may be empty (`m_sectionName`).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where the payload lies in the file, in bytes (`m_sectionOffset`, `m_sectionSize`).
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }

    /// The payload's size, in bytes.
    pub fn size(&self) -> u64 {
        self.range.end - self.range.start
    }
}

impl fmt::Debug for SectionEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}` ({} bytes)", self.kind, self.name, self.size())
    }
}

impl fmt::Debug for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layout")
            .field("mode", &self.mode)
            .field("platform_vbnv", &self.platform_vbnv)
            .field("uuid", &self.uuid())
            .field("timestamp", &self.timestamp())
            .field("sections", &self.sections)
            .finish_non_exhaustive()
    }
}

/// Reads bytes of a file at an offset, all of them or an error.
pub(crate) trait ReadAt {
    /// Fills the buffer from the offset on.
    ///
    /// # Errors
    /// When the operating system refuses.
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error>;
}

impl ReadAt for [u8] {
    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), Error> {
        let cut_short =
            || Error::CutShort { size: self.len(), needed: offset.saturating_add(buffer.len() as u64) };
        let start = usize::try_from(offset).map_err(|_| cut_short())?;
        let bytes = self.get(start..).and_then(|rest| rest.get(..buffer.len())).ok_or_else(cut_short)?;
        buffer.copy_from_slice(bytes);
        Ok(())
    }
}

impl Layout {
    /// Reads and checks the headers of a file of `size` bytes. Nothing else of it is read.
    pub(crate) fn read(source: &(impl ReadAt + ?Sized), size: u64) -> Result<Self, Error> {
        let header = read_header(source, size)?;
        let table = read_table(&header, source, size)?;
        let payloads = payload_range(&header, table.len(), size)?;
        let sections = table
            .iter()
            .enumerate()
            .map(|(index, header)| entry(index, header, &payloads))
            .collect::<Result<Vec<_>, _>>()?;
        check_overlaps(&sections)?;
        let filled = sections.iter().filter(|section| !section.range.is_empty());
        Ok(Self {
            payloads_end: filled.map(|section| section.range.end).max().unwrap_or(payloads.start),
            mode: Mode::from_number(header.mode.get()).map_err(|problem| header_error("m_mode", problem))?,
            platform_vbnv: fixed::read_text(&header.platform_vbnv)
                .map_err(|problem| header_error("m_platformVBNV", problem))?
                .to_owned(),
            content_end: payloads.end,
            header: Box::new(header),
            sections,
            size,
        })
    }

    /// The image's identity: XRT takes two images with the same one for the same (`uuid`).
    pub fn uuid(&self) -> Uuid {
        Uuid::from_bytes(self.header.uuid)
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
        self.header.timestamp.get()
    }

    /// The XRT that made the file, as major, minor and patch number (`m_versionMajor` and so on).
    pub fn version(&self) -> (u8, u8, u16) {
        (self.header.version_major, self.header.version_minor, self.header.version_patch.get())
    }

    /// The platform's interface that the image fits (`m_interface_uuid`).
    pub fn interface_uuid(&self) -> Uuid {
        Uuid::from_bytes(self.header.interface_uuid)
    }

    /// The sections in the order of the table.
    pub fn sections(&self) -> &[SectionEntry] {
        &self.sections
    }

    /// Where the signature lies that the header states, if the file is signed (`m_signature_length`).
    pub fn signature(&self) -> Option<Range<u64>> {
        (self.header.signature_length.get() >= 0).then(|| self.content_end..self.header.length.get())
    }

    /// Where the content ends: all but signatures and what a user appended.
    #[cfg(feature = "signatures")]
    pub(crate) fn content_end(&self) -> u64 {
        self.content_end
    }

    /// What follows the last payload: the mirror of the metadata, if there is one.
    pub(crate) fn tail(&self) -> Range<u64> {
        self.payloads_end..self.content_end
    }

    /// What follows the container, such as a user's signature.
    pub(crate) fn after(&self) -> Range<u64> {
        self.header.length.get()..self.size
    }

    pub(crate) fn header(&self) -> &Header {
        &self.header
    }
}

fn read_header(source: &(impl ReadAt + ?Sized), size: u64) -> Result<Header, Error> {
    let mut magic = [0; MAGIC.len()];
    let there = magic.len().min(usize::try_from(size).unwrap_or(usize::MAX));
    source.read_at(0, &mut magic[..there])?;
    if magic[..there] != MAGIC {
        return Err(Error::NotXclbin { start: magic[..there].escape_ascii().to_string() });
    }
    if size < size_of::<Header>() as u64 {
        return Err(cut_short(size, size_of::<Header>() as u64));
    }
    let mut bytes = [0; size_of::<Header>()];
    source.read_at(0, &mut bytes)?;
    Ok(bytemuck::cast(bytes))
}

/// The table of sections that follows the header.
fn read_table(
    header: &Header,
    source: &(impl ReadAt + ?Sized),
    size: u64,
) -> Result<Vec<SectionHeader>, Error> {
    let count = header.num_sections.get();
    let start = size_of::<Header>() as u64;
    if start + u64::from(count) * size_of::<SectionHeader>() as u64 > size {
        return Err(header_error("m_numSections", HeaderError::NoTable { count }));
    }
    if count > MAX_SECTIONS {
        return Err(header_error("m_numSections", HeaderError::TooMany { count, most: MAX_SECTIONS }));
    }
    let mut table: Vec<SectionHeader> = bytemuck::try_zeroed_vec(count as usize)
        .map_err(|_| header_error("m_numSections", HeaderError::NoMemory { count }))?;
    source.read_at(start, bytemuck::cast_slice_mut(&mut table))?;
    Ok(table)
}

/// Where payloads may lie: from the end of the table of sections to where the header says that the content ends.
fn payload_range(header: &Header, sections: usize, size: u64) -> Result<Range<u64>, Error> {
    let start = (size_of::<Header>() + sections * size_of::<SectionHeader>()) as u64;
    let stated = header.length.get();
    if stated < start {
        return Err(header_error("m_length", HeaderError::ShortLength { stated, sections }));
    }
    if stated > size {
        return Err(cut_short(size, stated));
    }
    let signature = header.signature_length.get();
    match u64::try_from(signature) {
        Err(_) if signature == -1 => Ok(start..stated),
        Ok(signature) if signature <= stated - start => Ok(start..stated - signature),
        _ => Err(header_error("m_signature_length", HeaderError::SignatureLength { signature, stated })),
    }
}

/// Checks one entry of the table of sections against the place where payloads may lie.
fn entry(index: usize, header: &SectionHeader, payloads: &Range<u64>) -> Result<SectionEntry, Error> {
    let kind = SectionKind(header.kind.get());
    let wrong = |field, problem| Error::SectionHeader { index, kind, field, problem };
    let name = fixed::read_text(&header.name).map_err(|problem| wrong("m_sectionName", problem.into()))?;
    let (offset, size) = (header.offset.get(), header.size.get());
    let range = offset
        .checked_add(size)
        .map(|end| offset..end)
        .filter(|range| range.end <= payloads.end)
        .ok_or_else(|| {
            let end = payloads.end;
            wrong("m_sectionOffset", SectionHeaderError::PastEnd { size, offset, end })
        })?;
    // An absent section may have any offset, 0 among them.
    if !range.is_empty() && range.start < payloads.start {
        return Err(wrong("m_sectionOffset", SectionHeaderError::InHeaders { offset }));
    }
    Ok(SectionEntry { kind, name: name.to_owned(), range })
}

/// Refuses sections that share bytes. Empty ones share none, wherever they are.
fn check_overlaps(sections: &[SectionEntry]) -> Result<(), Error> {
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
                problem: SectionHeaderError::Overlap { index: pair[0], kind: before.kind },
            });
        }
    }
    Ok(())
}

fn cut_short(size: u64, needed: u64) -> Error {
    Error::CutShort { size: usize::try_from(size).unwrap_or(usize::MAX), needed }
}

fn header_error(field: &'static str, problem: impl Into<HeaderError>) -> Error {
    Error::Header { field, problem: problem.into() }
}
