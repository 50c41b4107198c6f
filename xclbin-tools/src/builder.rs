//! Writing a container.

use uuid::Uuid;
use zerocopy::IntoBytes;

use crate::header::{Header, MAGIC, SectionHeader};
use crate::{Error, Mode, Section, SectionKind, fixed};

/// The version of XRT that files state as their maker, and whose layout they have.
const VERSION: (u8, u8, u16) = (2, 13, 466);

/// What payloads are aligned to, in bytes.
const ALIGNMENT: usize = 8;

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
        let mut offset = size_of::<Header>() + self.sections.len() * size_of::<SectionHeader>();
        let mut table = Vec::with_capacity(self.sections.len());
        for (kind, payload) in &self.sections {
            let start = offset.next_multiple_of(ALIGNMENT);
            table.push(section_header(*kind, start, payload.len()));
            offset = start + payload.len();
        }
        let mut bytes = Vec::with_capacity(offset);
        bytes.extend_from_slice(self.header(offset)?.as_bytes());
        bytes.extend_from_slice(table.as_bytes());
        for (_, payload) in &self.sections {
            bytes.resize(bytes.len().next_multiple_of(ALIGNMENT), 0);
            bytes.extend_from_slice(payload);
        }
        Ok(bytes)
    }

    fn header(&self, length: usize) -> Result<Header, Error> {
        let wrong = |field, problem| Error::Header { field, problem };
        let sections = u32::try_from(self.sections.len())
            .map_err(|_| wrong("m_numSections", format!("{} sections are too many", self.sections.len())))?;
        // XRT reads the name up to its NUL, past the field if there is none.
        let platform_vbnv =
            fixed::write_text(&self.platform_vbnv).map_err(|problem| wrong("m_platformVBNV", problem))?;
        let (version_major, version_minor, version_patch) = VERSION;
        Ok(Header {
            magic: MAGIC,
            signature_length: (-1).into(),
            reserved: [0xFF; 28],
            key_block: [0xFF; 256],
            unique_id: self.timestamp.into(),
            length: (length as u64).into(),
            timestamp: self.timestamp.into(),
            feature_rom_timestamp: 0.into(),
            version_patch: version_patch.into(),
            version_major,
            version_minor,
            mode: self.mode.number().into(),
            action_mask: 0.into(),
            interface_uuid: [0; 16],
            platform_vbnv,
            uuid: self.uuid.into_bytes(),
            debug_bin: [0; 16],
            num_sections: sections.into(),
            padding: [0; 4],
        })
    }
}

fn section_header(kind: SectionKind, offset: usize, size: usize) -> SectionHeader {
    SectionHeader {
        kind: kind.0.into(),
        name: [0; 16],
        padding: [0; 4],
        offset: (offset as u64).into(),
        size: (size as u64).into(),
    }
}
