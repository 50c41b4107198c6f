//! Writing a container.

use uuid::Uuid;

use crate::endian::little::U32;
use crate::header::{Header, MAGIC, SectionHeader};
use crate::{Error, HeaderError, Mode, Section, SectionKind, fixed};

/// The version of XRT that files state as their maker, and whose layout they have.
const VERSION: (u8, u8, u16) = (2, 13, 466);

/// What payloads are aligned to, in bytes.
const ALIGNMENT: u64 = 8;

/// Puts an image together from its sections.
///
/// Equal inputs give equal bytes. The file is unsigned and has no mirror of its metadata behind the sections, as files
/// older than 2018.3 have none: tools read it, except for the migration to a newer format.
#[derive(Clone, Debug)]
pub struct Builder {
    mode: Mode,
    platform_vbnv: String,
    uuid: Uuid,
    timestamp: u64,
    sections: Vec<(SectionKind, Vec<u8>)>,
}

impl Builder {
    /// Starts an image without sections.
    ///
    /// `platform_vbnv` is the platform's full name, of at most 63 bytes; `uuid` is the image's identity, by which XRT
    /// tells images apart; `timestamp` is in seconds since 1970.
    pub fn new(mode: Mode, platform_vbnv: impl Into<String>, uuid: Uuid, timestamp: u64) -> Self {
        Self { mode, platform_vbnv: platform_vbnv.into(), uuid, timestamp, sections: Vec::new() }
    }

    /// Adds a section at the end, as bytes.
    #[must_use]
    pub fn raw(mut self, kind: SectionKind, payload: impl Into<Vec<u8>>) -> Self {
        self.sections.push((kind, payload.into()));
        self
    }

    /// Adds a section at the end.
    ///
    /// # Errors
    /// [`Error::Section`] when the format has no room for some value.
    pub fn section<S: Section>(self, section: &S) -> Result<Self, Error> {
        Ok(self.raw(S::KIND, section.to_bytes()?))
    }

    /// The bytes of the file.
    ///
    /// # Errors
    /// [`Error::Header`] when the platform's name or the number of sections does not fit the header.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut end = (size_of::<Header>() + self.sections.len() * size_of::<SectionHeader>()) as u64;
        let mut table = Vec::with_capacity(self.sections.len());
        for (kind, payload) in &self.sections {
            let start = aligned(end);
            table.push(section_header(*kind, [0; 16], start, payload.len() as u64));
            end = start + payload.len() as u64;
        }
        let mut bytes = Vec::new();
        bytes.extend_from_slice(bytemuck::bytes_of(&self.header(end)?));
        bytes.extend_from_slice(bytemuck::cast_slice(&table));
        for (_, payload) in &self.sections {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT as usize), 0);
            bytes.extend_from_slice(payload);
        }
        Ok(bytes)
    }

    fn header(&self, length: u64) -> Result<Header, Error> {
        let num_sections = section_count(self.sections.len())?;
        let header = header(self.mode, &self.platform_vbnv, self.uuid, self.timestamp)?;
        Ok(Header { length: length.into(), num_sections, ..header })
    }
}

/// The header of an unsigned image without sections.
///
/// # Errors
/// [`Error::Header`] when the platform's name does not fit.
pub(crate) fn header(mode: Mode, platform_vbnv: &str, uuid: Uuid, timestamp: u64) -> Result<Header, Error> {
    // XRT reads the name up to its NUL, past the field if there is none.
    let platform_vbnv = fixed::write_text(platform_vbnv)
        .map_err(|problem| Error::Header { field: "m_platformVBNV", problem: problem.into() })?;
    let (version_major, version_minor, version_patch) = VERSION;
    Ok(Header {
        magic: MAGIC,
        signature_length: (-1).into(),
        reserved: [0xFF; 28],
        key_block: [0xFF; 256],
        unique_id: timestamp.into(),
        length: (size_of::<Header>() as u64).into(),
        timestamp: timestamp.into(),
        feature_rom_timestamp: 0.into(),
        version_patch: version_patch.into(),
        version_major,
        version_minor,
        mode: mode.number().into(),
        action_mask: 0.into(),
        interface_uuid: [0; 16],
        platform_vbnv,
        uuid: uuid.into_bytes(),
        debug_bin: [0; 16],
        num_sections: 0.into(),
        padding: [0; 4],
    })
}

/// The header's number of sections.
///
/// # Errors
/// [`Error::Header`] when there are too many.
pub(crate) fn section_count(sections: usize) -> Result<U32, Error> {
    let problem = HeaderError::Sections { sections };
    let count = u32::try_from(sections);
    count.map(U32::from).map_err(|_| Error::Header { field: "m_numSections", problem })
}

/// Where the next payload starts when what is before it ends here.
pub(crate) const fn aligned(end: u64) -> u64 {
    end.next_multiple_of(ALIGNMENT)
}

/// An entry of the table of sections.
pub(crate) fn section_header(kind: SectionKind, name: [u8; 16], offset: u64, size: u64) -> SectionHeader {
    SectionHeader { kind: kind.0.into(), name, padding: [0; 4], offset: offset.into(), size: size.into() }
}
