//! An image from its mirror: what xclbinutil's `--migrate-forward` does with files of older versions of it.

use std::path::Path;

use crate::builder::{self, section_header};
use crate::file::{CHUNK, PartialFile};
use crate::header::{Header, SectionHeader};
use crate::layout::{Layout, ReadAt as _};
use crate::mirror::{self, END, MAX_SIZE, MirrorForm, START};
use crate::section::{from_json, to_json};
use crate::tree::Tree;
use crate::{Content, DocumentError, Editor, Error, MirrorError, SectionKind, XclbinFile, fixed};

impl Editor {
    /// Starts with what the mirror of a file says of header and sections, in the newest form; what the file's own header
    /// says is not looked at. The mirror may be of any version.
    ///
    /// Sections whose payload the mirror has are made of it, unless the payload in the file says the same.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::File`] when it has no mirror (before 2018.3 there was none),
    /// or the mirror is wrong.
    pub fn migrated(path: &Path) -> Result<Self, Error> {
        let file = PartialFile::open(path)?;
        let (json, end) = find(&file)?;
        let wrong = |problem: MirrorError| of_document(DocumentError::Mirror(problem), path);
        let mirror = Tree::parse(&json).map_err(MirrorError::from).map_err(wrong)?;
        let sections: Vec<&Tree> = mirror
            .children()
            .filter(|(name, _)| *name == "section_header")
            .map(|(_, section)| section)
            .collect();
        let header =
            mirror.required("header").map_err(MirrorError::from).and_then(mirror::header).map_err(wrong)?;
        let table = sections.iter().map(|section| entry(section)).collect::<Result<Vec<_>, _>>();
        let layout = layout(header, &table.map_err(wrong)?, end).map_err(|error| error.in_file(path))?;
        let mut editor = Self::anew(XclbinFile::with_layout(file, layout))?;
        for (position, section) in sections.into_iter().enumerate() {
            let Some(document) = section.get("payload") else { continue };
            let (kind, name) = editor.sections().nth(position).unwrap_or((SectionKind(u32::MAX), ""));
            let name = name.to_owned();
            let before = to_json(kind, &editor.payload(position)?);
            if before.is_ok_and(|json| json.is_some_and(|json| json.document == *document)) {
                continue;
            }
            let no_file = |name: &str| {
                Err(Error::Document { problem: DocumentError::NamesFile { name: name.to_owned() } })
            };
            let payload = from_json(kind, document, &name, &no_file).map_err(|error| error.in_file(path))?;
            editor.replace(position, &name, Content::Bytes(payload))?;
        }
        editor.set_mirror(Some(MirrorForm::NEWEST));
        Ok(editor)
    }
}

fn of_document(problem: DocumentError, path: &Path) -> Error {
    Error::Document { problem }.in_file(path)
}

/// The first mirror of a file: its JSON, and where it ends.
fn find(file: &PartialFile) -> Result<(Vec<u8>, u64), Error> {
    let none = |problem| of_document(problem, file.path());
    let start = position(file, START, 0)?.ok_or_else(|| none(DocumentError::NoMirror))?;
    let json = start + START.len() as u64;
    let end = position(file, END, json)?.ok_or_else(|| none(DocumentError::NoMirrorEnd))?;
    if end - json > MAX_SIZE {
        return Err(none(DocumentError::LargeMirror { most: MAX_SIZE }));
    }
    Ok((file.read_range(json..end)?, end + END.len() as u64))
}

/// Where a text stands first from a place on. Little of the file is in memory at a time.
fn position(file: &PartialFile, text: &str, from: u64) -> Result<Option<u64>, Error> {
    let text = text.as_bytes();
    let mut buffer = vec![0; CHUNK];
    let mut at = from;
    while at < file.size {
        let chunk = &mut buffer[..usize::try_from(file.size - at).unwrap_or(CHUNK).min(CHUNK)];
        file.read_at(at, chunk)?;
        if let Some(found) = chunk.windows(text.len()).position(|bytes| bytes == text) {
            return Ok(Some(at + found as u64));
        }
        if chunk.len() < CHUNK {
            break;
        }
        // The text may begin in the last bytes.
        at += (CHUNK - text.len() + 1) as u64;
    }
    Ok(None)
}

/// The entry of the table of sections that a mirror states.
fn entry(section: &Tree) -> Result<SectionHeader, MirrorError> {
    let kind = SectionKind(section.number("Kind")?);
    let name = section.optional_text("Name").unwrap_or_default();
    let name = fixed::write_text(name).map_err(|problem| MirrorError::SectionName { kind, problem })?;
    Ok(section_header(kind, name, section.number("Offset")?, section.number("Size")?))
}

/// What the headers of the file would say, with the checks of any file.
fn layout(header: Header, table: &[SectionHeader], end: u64) -> Result<Layout, Error> {
    let count = builder::section_count(table.len())?;
    let header = Header { num_sections: count, length: end.into(), ..header };
    let mut bytes = bytemuck::bytes_of(&header).to_vec();
    bytes.extend_from_slice(bytemuck::cast_slice(table));
    Layout::read(bytes.as_slice(), end)
}
