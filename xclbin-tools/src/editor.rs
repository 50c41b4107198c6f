//! Changing a container: sections are added, replaced and removed; those that stay are copied from file to file.

use std::ops::Range;
use std::path::Path;

use uuid::Uuid;
use zerocopy::IntoBytes as _;

use crate::builder::{self, aligned};
use crate::file::{AtomicFile, PartialFile};
use crate::header::{Header, SectionHeader};
use crate::layout::Layout;
use crate::lazy::XclbinFile;
use crate::mirror::MirrorForm;
use crate::{Error, Mode, SectionKind, fixed};

/// An image that is being changed. Nothing is written before [`Editor::write`].
#[derive(Debug)]
pub struct Editor {
    header: Header,
    sections: Vec<Edited>,
    original: Option<XclbinFile>,
    mirror: Option<MirrorForm>,
    /// Whether anything but the identity differs from the original.
    changed: bool,
}

/// A section on its way to a new file.
#[derive(Debug)]
struct Edited {
    kind: SectionKind,
    name: [u8; 16],
    payload: Payload,
}

/// Where a payload comes from.
#[derive(Debug)]
enum Payload {
    /// The original.
    Kept(Range<u64>),
    /// Memory.
    Bytes(Vec<u8>),
    /// All of a file.
    File(PartialFile),
}

impl Payload {
    fn size(&self) -> u64 {
        match self {
            Self::Kept(range) => range.end - range.start,
            Self::Bytes(bytes) => bytes.len() as u64,
            Self::File(file) => file.size,
        }
    }
}

/// What a new section holds.
#[derive(Debug)]
pub enum Content<'a> {
    /// These bytes.
    Bytes(Vec<u8>),
    /// All of this file, which is not read before the image is written.
    File(&'a Path),
}

impl Content<'_> {
    fn payload(self) -> Result<Payload, Error> {
        Ok(match self {
            Self::Bytes(bytes) => Payload::Bytes(bytes),
            Self::File(path) => Payload::File(PartialFile::open(path)?),
        })
    }
}

/// What an image becomes.
impl Editor {
    /// Starts an image without sections; `timestamp` is in seconds since 1970.
    ///
    /// # Errors
    /// [`Error::Header`] when the platform's name does not fit the header.
    pub fn new(mode: Mode, platform_vbnv: &str, uuid: Uuid, timestamp: u64) -> Result<Self, Error> {
        let header = builder::header(mode, platform_vbnv, uuid, timestamp)?;
        Ok(Self { header, sections: Vec::new(), original: None, mirror: None, changed: true })
    }

    /// Starts with all of an image.
    ///
    /// # Errors
    /// [`Error::Io`] when what follows its sections cannot be read.
    pub fn of(original: XclbinFile) -> Result<Self, Error> {
        let layout = original.layout();
        let tail = layout.tail();
        // A mirror describes the metadata; a longer tail is something else.
        let mirror = if tail.end - tail.start <= MAX_MIRROR {
            MirrorForm::of(&original.read_range(tail)?)
        } else {
            None
        };
        let sections = layout.sections().iter().map(|entry| {
            let name = fixed::write_text(entry.name()).unwrap_or_default();
            Edited { kind: entry.kind(), name, payload: Payload::Kept(entry.range()) }
        });
        let (header, sections) = (layout.header().clone(), sections.collect());
        Ok(Self { header, sections, original: Some(original), mirror, changed: false })
    }

    /// The sections: kind and name, in order.
    pub fn sections(&self) -> impl ExactSizeIterator<Item = (SectionKind, &str)> {
        // Names were checked when they came in.
        self.sections
            .iter()
            .map(|section| (section.kind, fixed::read_text(&section.name).unwrap_or_default()))
    }

    /// The position of the first section of a kind.
    pub fn position(&self, kind: SectionKind) -> Option<usize> {
        self.sections.iter().position(|section| section.kind == kind)
    }

    /// The payload of the section at a position; nothing if there is no such section.
    ///
    /// # Errors
    /// [`Error::Io`] when it cannot be read.
    pub fn payload(&self, position: usize) -> Result<Vec<u8>, Error> {
        match (self.sections.get(position).map(|section| &section.payload), &self.original) {
            (Some(Payload::Bytes(bytes)), _) => Ok(bytes.clone()),
            (Some(Payload::File(file)), _) => file.read_range(0..file.size),
            (Some(Payload::Kept(range)), Some(original)) => original.read_range(range.clone()),
            _ => Ok(Vec::new()),
        }
    }

    /// Adds a section at the end. Of `name`, the format keeps as much as has room.
    ///
    /// # Errors
    /// [`Error::Io`] when the content is a file that cannot be read.
    pub fn add(&mut self, kind: SectionKind, name: &str, content: Content<'_>) -> Result<(), Error> {
        self.changed = true;
        self.sections.push(Edited { kind, name: section_name(name), payload: content.payload()? });
        Ok(())
    }

    /// Gives the section at a position another payload and name; nothing happens if there is no such section.
    ///
    /// # Errors
    /// [`Error::Io`] when the content is a file that cannot be read.
    pub fn replace(&mut self, position: usize, name: &str, content: Content<'_>) -> Result<(), Error> {
        self.changed = true;
        if let Some(section) = self.sections.get_mut(position) {
            section.payload = content.payload()?;
            section.name = section_name(name);
        }
        Ok(())
    }

    /// Removes the section at a position, if there is one.
    pub fn remove(&mut self, position: usize) {
        self.changed = true;
        if position < self.sections.len() {
            self.sections.remove(position);
        }
    }

    /// Says how the mirror is written; `None` for an image without one.
    pub fn set_mirror(&mut self, form: Option<MirrorForm>) {
        self.changed |= form != self.mirror;
        self.mirror = form;
    }

    /// How the mirror is going to be written; `None` for an image without one.
    pub fn mirror(&self) -> Option<MirrorForm> {
        self.mirror
    }

    /// Gives the image an identity (`uuid`).
    pub fn set_uuid(&mut self, uuid: Uuid) {
        self.header.uuid = uuid.into_bytes();
    }

    /// Gives the image a random identity: XRT takes two images with the same one for the same.
    pub fn renew_uuid(&mut self) {
        self.set_uuid(Uuid::new_v4());
    }

    /// Says what kind of image it is (`m_mode`).
    pub fn set_mode(&mut self, mode: Mode) {
        self.changed = true;
        self.header.mode = mode.number().into();
    }

    /// Adds bits to what is done when the image is loaded (`m_actionMask`).
    pub fn add_actions(&mut self, bits: u16) {
        self.changed = true;
        self.header.action_mask = (self.header.action_mask.get() | bits).into();
    }

    /// Says which interface of the platform the image fits (`m_interface_uuid`).
    pub fn set_interface_uuid(&mut self, uuid: Uuid) {
        self.changed = true;
        self.header.interface_uuid = uuid.into_bytes();
    }

    /// Says when the platform was made, in seconds since 1970 (`m_featureRomTimeStamp`).
    pub fn set_feature_rom_timestamp(&mut self, timestamp: u64) {
        self.changed = true;
        self.header.feature_rom_timestamp = timestamp.into();
    }

    /// Names the platform (`m_platformVBNV`), in at most 63 bytes.
    ///
    /// # Errors
    /// [`Error::Header`] when the name does not fit.
    pub fn set_platform_vbnv(&mut self, name: &str) -> Result<(), Error> {
        self.changed = true;
        self.header.platform_vbnv =
            fixed::write_text(name).map_err(|problem| Error::Header { field: "m_platformVBNV", problem })?;
        Ok(())
    }
}

/// The longest mirror that is looked into, in bytes.
const MAX_MIRROR: u64 = 1 << 28;

/// As much of a name as a section header has room for.
fn section_name(name: &str) -> [u8; 16] {
    let mut end = name.len().min(15);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    let name = name[..end].split('\0').next().unwrap_or_default();
    fixed::write_text(name).unwrap_or_default()
}

/// Writing.
impl Editor {
    /// Writes the image so that at any time there is either the old file or the whole new one; `goes_on` is asked now and
    /// then whether to continue.
    ///
    /// An image of which only the identity was changed keeps every other byte, but for its signatures, which would no
    /// longer hold; one that was not changed at all keeps them, too.
    ///
    /// # Errors
    /// [`Error::Io`] when a step fails, [`Error::Header`] and [`Error::Section`] when the format has no room for
    /// something, [`Error::Interrupted`] when `goes_on` says no. Then there is no new file.
    pub fn write(&self, path: &Path, goes_on: &dyn Fn() -> bool) -> Result<(), Error> {
        let mut out = AtomicFile::create(path)?;
        match &self.original {
            Some(original) if !self.changed => self.write_same(original, &mut out, goes_on)?,
            _ => self.write_new(&mut out, goes_on)?,
        }
        out.commit()
    }

    /// Whether the original has signatures that [`Editor::write`] is not going to keep.
    pub fn loses_signature(&self) -> bool {
        self.original.as_ref().is_some_and(|original| {
            let layout = original.layout();
            let signed = layout.signature().is_some() || !layout.after().is_empty();
            signed && (self.changed || layout.header().uuid != self.header.uuid)
        })
    }

    /// The original's bytes, but for the identity in header and mirror.
    fn write_same(
        &self,
        original: &XclbinFile,
        out: &mut AtomicFile,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let layout = original.layout();
        if layout.header().uuid == self.header.uuid {
            return out.copy(original.file(), 0..layout.after().end, goes_on);
        }
        let tail = layout.tail();
        let header = Header { signature_length: (-1).into(), ..self.header.clone() };
        let rest = match self.mirror {
            Some(form) => form.write(&header, layout.sections(), |index| self.payload(index))?,
            None => original.read_range(tail.clone())?,
        };
        let header = Header { length: (tail.start + rest.len() as u64).into(), ..header };
        out.write(header.as_bytes())?;
        out.copy(original.file(), size_of::<Header>() as u64..tail.start, goes_on)?;
        out.write(&rest)
    }

    fn write_new(&self, out: &mut AtomicFile, goes_on: &dyn Fn() -> bool) -> Result<(), Error> {
        let (header, table, end) = self.plan()?;
        let mut bytes = header.as_bytes().to_vec();
        bytes.extend_from_slice(table.as_slice().as_bytes());
        // The same checks as for any file, without the payloads.
        let layout = Layout::read(bytes.as_slice(), end)?;
        let mirror = match self.mirror {
            Some(form) => form.write(&header, layout.sections(), |index| self.payload(index))?,
            None => Vec::new(),
        };
        let header = Header { length: (end + mirror.len() as u64).into(), ..header };
        bytes[..size_of::<Header>()].copy_from_slice(header.as_bytes());
        out.write(&bytes)?;
        let mut offset = bytes.len() as u64;
        for (section, entry) in self.sections.iter().zip(layout.sections()) {
            out.write(&PADDING[..(entry.range().start - offset) as usize])?;
            self.write_payload(&section.payload, out, goes_on)?;
            offset = entry.range().end;
        }
        out.write(&mirror)
    }

    /// Header and table of a new file, and where its payloads end.
    fn plan(&self) -> Result<(Header, Vec<SectionHeader>, u64), Error> {
        let count = u32::try_from(self.sections.len()).map_err(|_| Error::Header {
            field: "m_numSections",
            problem: format!("{} sections are too many", self.sections.len()),
        })?;
        let mut end = (size_of::<Header>() + self.sections.len() * size_of::<SectionHeader>()) as u64;
        let mut table = Vec::new();
        for section in &self.sections {
            let start = aligned(end);
            end = start + section.payload.size();
            table.push(builder::section_header(section.kind, section.name, start, section.payload.size()));
        }
        let header = Header {
            signature_length: (-1).into(),
            num_sections: count.into(),
            length: end.into(),
            ..self.header.clone()
        };
        Ok((header, table, end))
    }

    /// Writes the payload of the section at a position, of which little is in memory at a time.
    pub(crate) fn write_section(
        &self,
        position: usize,
        out: &mut AtomicFile,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        match self.sections.get(position) {
            Some(section) => self.write_payload(&section.payload, out, goes_on),
            None => Ok(()),
        }
    }

    fn write_payload(
        &self,
        payload: &Payload,
        out: &mut AtomicFile,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        match (payload, &self.original) {
            (Payload::Bytes(bytes), _) => out.write(bytes),
            (Payload::File(file), _) => out.copy(file, 0..file.size, goes_on),
            (Payload::Kept(range), Some(original)) => out.copy(original.file(), range.clone(), goes_on),
            (Payload::Kept(_), None) => Ok(()),
        }
    }
}

/// What lies between payloads.
const PADDING: [u8; 8] = [0; 8];
