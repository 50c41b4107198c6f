//! Writing what was changed.

use std::path::Path;

use zerocopy::IntoBytes as _;

use super::{Editor, Payload};
use crate::builder::{self, aligned};
use crate::file::AtomicFile;
use crate::header::{Header, SectionHeader};
use crate::layout::Layout;
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

    /// Whether the original has signatures that [`Editor::write`] is not going to keep.
    pub fn loses_signature(&self) -> bool {
        self.original
            .as_ref()
            .is_some_and(|original| original.layout().is_signed() && !self.keeps_all(original))
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
        let header = Header { signature_length: (-1).into(), ..self.header.clone() };
        let rest = match self.mirror {
            Some(form) if layout.header().uuid != self.header.uuid => {
                form.write(&header, layout.sections(), |index| self.payload(index))?
            }
            _ => original.read_range(tail.clone())?,
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
        let num_sections = builder::section_count(self.sections.len())?;
        let mut end = (size_of::<Header>() + self.sections.len() * size_of::<SectionHeader>()) as u64;
        let mut table = Vec::new();
        for section in &self.sections {
            let start = aligned(end);
            end = start + section.payload.size();
            table.push(builder::section_header(section.kind, section.name, start, section.payload.size()));
        }
        let header =
            Header { signature_length: (-1).into(), num_sections, length: end.into(), ..self.header.clone() };
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
