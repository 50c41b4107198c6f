//! Sections from files of their own, and to such files.

use std::path::Path;

use crate::file::{AtomicFile, load_beside};
use crate::section::{self, Format, Json};
use crate::tree::Tree;
use crate::{
    Content, DocumentError, Editor, Error, SectionKind, SectionPlace, TransferError, file, write_atomically,
};

impl Editor {
    /// The position of a section, if it is there. Without an index, the first one of the kind is meant.
    ///
    /// # Errors
    /// [`Error::Io`] and [`Error::Section`] when the names of the sections cannot be read.
    pub fn find(&self, place: &SectionPlace) -> Result<Option<usize>, Error> {
        if place.index.is_empty() {
            return Ok(self.position(place.kind));
        }
        for (position, (kind, _)) in self.sections().enumerate() {
            if kind == place.kind && section::name_of(kind, &self.payload(position)?)? == place.index {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// The position of a section that must be there.
    ///
    /// # Errors
    /// [`Error::NoSection`] when it is not, and those of [`Editor::find`].
    pub fn existing(&self, place: &SectionPlace) -> Result<usize, Error> {
        self.find(place)?.ok_or_else(|| Error::NoSection { place: place.clone() })
    }

    /// Adds a section, or a part to one, from a file. The section's name is that of the file.
    ///
    /// # Errors
    /// [`Error::Place`] when it is there already or is not added in this format, [`Error::Io`] when the file cannot be
    /// read, [`Error::File`] when something in it is wrong.
    pub fn add_file(&mut self, place: &SectionPlace, format: Format, path: &Path) -> Result<(), Error> {
        let position = self.find(place)?;
        if let Some(part) = place.part() {
            return self.add_part(place, part, position, format, path);
        }
        if position.is_some() {
            return Err(wrong(place, TransferError::Present));
        }
        let content = content(place, format, path)?;
        self.add(place.kind, &stem(path), content)
    }

    fn add_part(
        &mut self,
        place: &SectionPlace,
        part: &str,
        position: Option<usize>,
        format: Format,
        path: &Path,
    ) -> Result<(), Error> {
        if format != place.format() {
            return Err(wrong(
                place,
                TransferError::OnlyAdded { how: format!("as {}", place.format().name()) },
            ));
        }
        let before = position.map(|position| self.payload(position)).transpose()?;
        let content = file::read(path)?;
        let payload = section::with_part(place.kind, before.as_deref(), &place.index, part, &content)
            .map_err(|error| error.in_file(path))?;
        self.put(position, place.kind, &stem(path), payload)
    }

    /// Gives the section at a position another payload, or adds one of a name.
    pub(crate) fn put(
        &mut self,
        position: Option<usize>,
        kind: SectionKind,
        name: &str,
        payload: Vec<u8>,
    ) -> Result<(), Error> {
        let content = Content::Bytes(payload);
        let Some(position) = position else { return self.add(kind, name, content) };
        let name = self.sections().nth(position).map(|(_, name)| name.to_owned()).unwrap_or_default();
        self.replace(position, &name, content)
    }

    /// Gives a section that is there the content of a file.
    ///
    /// # Errors
    /// [`Error::NoSection`] when it is not there, and those of [`Editor::add_file`].
    pub fn replace_file(&mut self, place: &SectionPlace, format: Format, path: &Path) -> Result<(), Error> {
        if place.part.is_some() {
            return Err(wrong(place, TransferError::ReplacedPart));
        }
        let position = self.existing(place)?;
        let content = content(place, format, path)?;
        self.replace(position, &stem(path), content)
    }

    /// Adds every section that a document has a node for, and tells which they are.
    ///
    /// # Errors
    /// As [`Editor::add_file`], and [`Error::File`] when there is a node that is no section's.
    pub fn add_document(&mut self, path: &Path) -> Result<Vec<SectionKind>, Error> {
        let document = document(path)?;
        let mut kinds = Vec::new();
        for (node, _) in document.children().filter(|(node, _)| *node != "schema_version") {
            let place = SectionPlace::of(kind_of(node, path)?);
            if self.find(&place)?.is_some() {
                return Err(wrong(&place, TransferError::Present));
            }
            let payload = section::from_json(place.kind, &document, "", &load_beside(path))
                .map_err(|error| error.in_file(path))?;
            self.add(place.kind, "", Content::Bytes(payload))?;
            kinds.push(place.kind);
        }
        Ok(kinds)
    }

    /// Appends to every section that a document has a node for what it has there; IP_LAYOUT and PARTITION_METADATA are
    /// added if they are missing.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::NoSection`] when another section is missing, [`Error::File`]
    /// when there is a node that is no section's, or those of [`section::appended`].
    pub fn append_document(&mut self, path: &Path) -> Result<(), Error> {
        let document = document(path)?;
        for (node, _) in document.children().filter(|(node, _)| *node != "schema_version") {
            self.append(kind_of(node, path)?, &document, path)?;
        }
        Ok(())
    }

    /// Adds a section from a document, or appends what the document has for it to the one that is there.
    ///
    /// # Errors
    /// Those of [`Editor::add_file`] and [`Editor::append_document`].
    pub fn add_or_append_file(
        &mut self,
        place: &SectionPlace,
        format: Format,
        path: &Path,
    ) -> Result<(), Error> {
        if format != Format::Json || place.part.is_some() {
            return Err(wrong(place, TransferError::NotMerged));
        }
        match self.find(place)? {
            None => self.add_file(place, format, path),
            Some(_) => self.append(place.kind, &document(path)?, path),
        }
    }

    fn append(&mut self, kind: SectionKind, document: &Tree, path: &Path) -> Result<(), Error> {
        let position = self.position(kind);
        let load = load_beside(path);
        let payload = match position {
            Some(position) => section::appended(kind, &self.payload(position)?, document, &load),
            None if section::is_begun_by_appending(kind) => section::from_json(kind, document, "", &load),
            None => return Err(Error::NoSection { place: SectionPlace::of(kind) }),
        };
        self.put(position, kind, "", payload.map_err(|error| error.in_file(path))?)
    }

    /// A section, or a part of one, in a format that is a text.
    ///
    /// # Errors
    /// [`Error::NoSection`] when it is not there, [`Error::Place`] when it has no such format, [`Error::Section`] when it
    /// is damaged.
    pub fn text(&self, place: &SectionPlace, format: Format) -> Result<section::Json, Error> {
        let payload = self.payload(self.existing(place)?)?;
        let json = match format {
            Format::Raw => None,
            Format::Json | Format::Html => section::to_json(place.kind, &payload)?,
        };
        json.ok_or_else(|| wrong(place, TransferError::NotDumped { format: format.name() }))
    }

    /// Writes a section, or a part of one, to a file. Files that JSON names are written beside it, all or none.
    ///
    /// # Errors
    /// Those of [`Editor::text`], [`Error::Io`] when a file cannot be written, [`Error::Interrupted`] when `goes_on` says
    /// no.
    pub fn dump_file(
        &self,
        place: &SectionPlace,
        format: Format,
        path: &Path,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let position = self.existing(place)?;
        if let Some(part) = place.part() {
            if format != place.format() {
                return Err(wrong(place, TransferError::OnlyDumped { format: place.format().name() }));
            }
            return write_atomically(path, &section::part(place.kind, &self.payload(position)?, part)?);
        }
        if format == Format::Raw {
            let mut out = AtomicFile::create(path)?;
            out.reserve(self.size(position))?;
            self.write_section(position, &mut out, goes_on)?;
            return out.persist();
        }
        write_json(&self.text(place, format)?, place.kind, format, path, goes_on)
    }

    /// Writes one JSON document with all sections that have this form, in the order of the image; of several of one
    /// kind, all. [`Editor::add_document`] reads it. Files that it names are written beside it, all or none.
    ///
    /// # Errors
    /// [`Error::Section`] when a section is damaged, [`Error::Io`] when a file cannot be written, [`Error::Interrupted`]
    /// when `goes_on` says no.
    pub fn dump_document(&self, path: &Path, goes_on: &dyn Fn() -> bool) -> Result<(), Error> {
        let kinds: Vec<SectionKind> = self.sections().map(|(kind, _)| kind).collect();
        let mut all = Json { document: Tree::new(), files: Vec::new() };
        for (position, kind) in kinds.iter().enumerate() {
            if kind.node().is_none() {
                continue;
            }
            let Some(json) = section::to_json(*kind, &self.payload(position)?)? else { continue };
            json.document.children().for_each(|(name, node)| all.document.push(name, node.clone()));
            all.files.extend(json.files);
        }
        let kind = kinds.first().copied().unwrap_or(SectionKind::BUILD_METADATA);
        write_json(&all, kind, Format::Json, path, goes_on)
    }
}

/// Writes a document, and the files that it names beside it: all or none.
fn write_json(
    json: &Json,
    kind: SectionKind,
    format: Format,
    path: &Path,
    goes_on: &dyn Fn() -> bool,
) -> Result<(), Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let asked = || if goes_on() { Ok(()) } else { Err(Error::Interrupted) };
    // The document comes last: whenever it is there, so are the files that it names.
    let mut files = Vec::new();
    for (name, bytes) in &json.files {
        asked()?;
        let mut file = AtomicFile::create(&folder.join(name))?;
        file.write(bytes)?;
        files.push(file);
    }
    asked()?;
    let mut document = AtomicFile::create(path)?;
    document.write_text(|out| json.write(kind, format, out))?;
    files.push(document);
    AtomicFile::commit_all(files)
}

/// What a whole section gets of a file.
fn content<'a>(place: &SectionPlace, format: Format, path: &'a Path) -> Result<Content<'a>, Error> {
    if !place.kind.added_as().contains(&format) {
        let known: Vec<&str> = place.kind.added_as().iter().map(|format| format.name()).collect();
        let how = if known.is_empty() { "in parts".to_owned() } else { format!("as {}", known.join(" or ")) };
        return Err(wrong(place, TransferError::OnlyAdded { how }));
    }
    if format == Format::Raw {
        return Ok(Content::File(path));
    }
    let payload = section::from_json(place.kind, &document(path)?, &place.index, &load_beside(path));
    payload.map(Content::Bytes).map_err(|error| error.in_file(path))
}

fn document(path: &Path) -> Result<Tree, Error> {
    Tree::parse(&file::read(path)?)
        .map_err(|problem| Error::Document { problem: problem.into() }.in_file(path))
}

/// The kind of the section that a node of a document is.
fn kind_of(node: &str, path: &Path) -> Result<SectionKind, Error> {
    let problem = || DocumentError::NoSection { node: node.to_owned() };
    SectionKind::of_node(node).ok_or_else(|| Error::Document { problem: problem() }.in_file(path))
}

/// A file's name without its last extension.
fn stem(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

fn wrong(place: &SectionPlace, problem: TransferError) -> Error {
    Error::Place { place: place.clone(), problem }
}
