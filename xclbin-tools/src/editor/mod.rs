//! Changing a container: sections are added, replaced and removed; those that stay are copied from file to file.

mod write;

pub use write::Lost;

use std::borrow::Cow;
use std::ops::Range;
use std::path::Path;

use crate::builder;
use crate::file::PartialFile;
use crate::header::Header;
use crate::lazy::XclbinFile;
use crate::mirror::{MAX_SIZE, MirrorForm};
use crate::{Error, Mode, SectionKind, fixed};
use uuid::Uuid;

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
        let mirror = if tail.end - tail.start <= MAX_SIZE {
            MirrorForm::of(&original.read_range(tail)?)
        } else {
            None
        };
        let sections = layout.sections().iter().map(|entry| {
            let name = fixed::write_text(entry.name()).unwrap_or_default();
            Edited { kind: entry.kind(), name, payload: Payload::Kept(entry.range()) }
        });
        let (header, sections) = (*layout.header(), sections.collect());
        Ok(Self { header, sections, original: Some(original), mirror, changed: false })
    }

    /// Starts with all of an image, of which nothing is written as it stands in the file but payloads.
    pub(crate) fn anew(original: XclbinFile) -> Result<Self, Error> {
        Ok(Self { changed: true, ..Self::of(original)? })
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
        self.borrowed(position).map(Cow::into_owned)
    }

    /// As [`Editor::payload`], without a copy of what is in memory.
    fn borrowed(&self, position: usize) -> Result<Cow<'_, [u8]>, Error> {
        Ok(match (self.sections.get(position).map(|section| &section.payload), &self.original) {
            (Some(Payload::Bytes(bytes)), _) => Cow::Borrowed(bytes),
            (Some(Payload::File(file)), _) => file.read_range(0..file.size)?.into(),
            (Some(Payload::Kept(range)), Some(original)) => original.read_range(range.clone())?.into(),
            _ => Cow::Borrowed(&[]),
        })
    }

    /// The size of the payload at a position, in bytes; 0 if there is no such section.
    pub(crate) fn size(&self, position: usize) -> u64 {
        self.sections.get(position).map_or(0, |section| section.payload.size())
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

    /// The platform's name (`m_platformVBNV`).
    pub fn platform_vbnv(&self) -> &str {
        // It was checked when it came in.
        fixed::read_text(&self.header.platform_vbnv).unwrap_or_default()
    }

    /// Names the platform (`m_platformVBNV`), in at most 63 bytes.
    ///
    /// # Errors
    /// [`Error::Header`] when the name does not fit.
    pub fn set_platform_vbnv(&mut self, name: &str) -> Result<(), Error> {
        self.changed = true;
        self.header.platform_vbnv = fixed::write_text(name)
            .map_err(|problem| Error::Header { field: "m_platformVBNV", problem: problem.into() })?;
        Ok(())
    }
}

/// As much of a name as a section header has room for.
fn section_name(name: &str) -> [u8; 16] {
    let mut end = name.len().min(15);
    while !name.is_char_boundary(end) {
        end -= 1;
    }
    let name = name[..end].split('\0').next().unwrap_or_default();
    fixed::write_text(name).unwrap_or_default()
}
