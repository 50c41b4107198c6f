//! Writing what was changed.

use std::fmt;
use std::path::Path;

use super::{Editor, Payload};
use crate::builder::{self, aligned};
use crate::file::AtomicFile;
use crate::header::{Header, SectionHeader};
use crate::layout::Layout;
use crate::leftover::Appended;
use crate::mirror::MirrorForm;
use crate::{Error, XclbinFile};

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
            Some(original) if self.keeps_all(original) => {
                out.copy(original.file(), 0..original.layout().after().end, goes_on)?;
            }
            _ => self.write_unsigned(&mut out, goes_on)?,
        }
        out.commit()
    }

    /// Whether nothing differs from the original.
    fn keeps_all(&self, original: &XclbinFile) -> bool {
        !self.changed && original.layout().header().uuid == self.header.uuid
    }

    /// The image without any signatures.
    pub(crate) fn write_unsigned(
        &self,
        out: &mut AtomicFile,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        match &self.original {
            Some(original) if !self.changed => self.write_same(original, out, goes_on),
            _ => self.write_new(out, goes_on),
        }
    }

    /// What of the original [`Editor::write`] is not going to keep although nobody asked for that.
    ///
    /// # Errors
    /// [`Error::Io`] when what follows the sections cannot be read.
    pub fn lost(&self) -> Result<Vec<Lost>, Error> {
        match &self.original {
            Some(original) if !self.keeps_all(original) => {
                let mut lost = self.lost_by_signing()?;
                lost.extend(original.layout().signature().map(|_| Lost::Signature));
                Ok(lost)
            }
            _ => Ok(Vec::new()),
        }
    }

    /// As [`Editor::lost`], of a file that gets a new signature.
    ///
    /// # Errors
    /// Those of [`Editor::lost`].
    pub fn lost_by_signing(&self) -> Result<Vec<Lost>, Error> {
        let Some(original) = &self.original else { return Ok(Vec::new()) };
        let mut lost = Vec::new();
        // Without other changes, what lies between the sections and the end is copied.
        let unknown = if self.changed { original.unknown_tail()? } else { None };
        lost.extend(unknown.map(|range| Lost::Bytes { size: range.end - range.start, behind: "sections" }));
        lost.extend(match original.appended()? {
            Appended::Nothing => None,
            Appended::UserSignature => Some(Lost::UserSignature),
            Appended::Unknown { size, .. } => Some(Lost::Bytes { size, behind: "end" }),
        });
        Ok(lost)
    }

    /// The original's bytes, but for its signatures, and the identity in header and mirror.
    fn write_same(
        &self,
        original: &XclbinFile,
        out: &mut AtomicFile,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let layout = original.layout();
        let tail = layout.tail();
        let header = Header { signature_length: (-1).into(), length: tail.end.into(), ..self.header };
        out.reserve(tail.start)?;
        out.write(bytemuck::bytes_of(&header))?;
        out.copy(original.file(), size_of::<Header>() as u64..tail.start, goes_on)?;
        match self.mirror {
            Some(form) if layout.header().uuid != self.header.uuid => {
                self.write_mirror(form, &header, layout, tail.start, out)
            }
            _ => out.copy(original.file(), tail, goes_on),
        }
    }

    /// Adds a mirror behind the payloads, which end at a place, and states the new length.
    fn write_mirror(
        &self,
        form: MirrorForm,
        header: &Header,
        layout: &Layout,
        end: u64,
        out: &mut AtomicFile,
    ) -> Result<(), Error> {
        let size = form.write(header, layout.sections(), |index| self.borrowed(index), out)?;
        let header = Header { length: (end + size).into(), ..*header };
        out.write_start(bytemuck::bytes_of(&header))
    }

    fn write_new(&self, out: &mut AtomicFile, goes_on: &dyn Fn() -> bool) -> Result<(), Error> {
        let (header, table, end) = self.plan()?;
        let mut bytes = bytemuck::bytes_of(&header).to_vec();
        bytes.extend_from_slice(bytemuck::cast_slice(&table));
        // The same checks as for any file, without the payloads.
        let layout = Layout::read(bytes.as_slice(), end)?;
        out.reserve(end)?;
        out.write(&bytes)?;
        let mut offset = bytes.len() as u64;
        for (section, entry) in self.sections.iter().zip(layout.sections()) {
            out.write(&PADDING[..(entry.range().start - offset) as usize])?;
            self.write_payload(&section.payload, out, goes_on)?;
            offset = entry.range().end;
        }
        match self.mirror {
            Some(form) => self.write_mirror(form, &header, &layout, end, out),
            None => Ok(()),
        }
    }

    /// Header and table of a new file, and where its payloads end.
    fn plan(&self) -> Result<(Header, Vec<SectionHeader>, u64), Error> {
        let num_sections = builder::section_count(self.sections.len())?;
        let mut end = (size_of::<Header>() + self.sections.len() * size_of::<SectionHeader>()) as u64;
        let mut table = Vec::new();
        for section in &self.sections {
            let start = aligned(end);
            end = start + section.payload.size();
            table.push(builder::section_header(section.kind, section.name, start, section.payload.size()));
        }
        let header =
            Header { signature_length: (-1).into(), num_sections, length: end.into(), ..self.header };
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

/// A part of an image that does not outlast a change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Lost {
    /// The signature that the header states.
    Signature,
    /// The text that a user appended.
    UserSignature,
    /// Bytes that are nothing that this version knows.
    Bytes {
        /// How many.
        size: u64,
        /// What they follow: `sections` or `end`.
        behind: &'static str,
    },
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Signature => f.write_str("the signature: it would not hold for what was changed"),
            Self::UserSignature => {
                f.write_str("the user's signature: it was for the image before the change")
            }
            Self::Bytes { size, behind } => {
                write!(f, "{size} bytes behind the image's {behind}, which are no part of it")
            }
        }
    }
}

/// What lies between payloads.
const PADDING: [u8; 8] = [0; 8];
