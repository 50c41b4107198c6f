//! XML text as a tree of elements with attributes. Text between elements, which no section uses, is skipped.

mod error;
mod insert;

use std::io;

use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, Event};
use quick_xml::{Reader, Writer, XmlVersion};

pub use error::{XmlError, XmlSyntaxError};
pub(super) use insert::{alone, insert};

use super::SectionError;

/// How deeply elements may be nested; real files need 8.
const MAX_DEPTH: usize = 64;

/// An element.
#[derive(Default)]
pub(super) struct Element {
    /// Name of the element.
    pub name: String,
    /// Names and values of the attributes, in order.
    attributes: Vec<(String, String)>,
    /// The elements inside, in order.
    children: Vec<Element>,
}

/// Reads the root element of a text. What follows it is not read.
///
/// # Errors
/// What is wrong, and where.
pub(super) fn parse(text: &str) -> Result<Element, XmlError> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    loop {
        let event = reader.read_event().map_err(|error| at(&reader, XmlSyntaxError::Parser(error)))?;
        let closed = match event {
            Event::Start(start) if open.len() < MAX_DEPTH => {
                open.push(element(&start).map_err(|problem| at(&reader, problem))?);
                continue;
            }
            Event::Start(_) => return Err(at(&reader, XmlSyntaxError::TooDeep)),
            Event::Empty(start) => element(&start).map_err(|problem| at(&reader, problem))?,
            Event::End(_) => open.pop().ok_or_else(|| at(&reader, XmlSyntaxError::NotStarted))?,
            Event::Eof if open.is_empty() => return Err(XmlError::NoElement),
            Event::Eof => return Err(XmlError::Unfinished),
            _ => continue,
        };
        match open.last_mut() {
            Some(parent) => parent.children.push(closed),
            None => return Ok(closed),
        }
    }
}

fn at(reader: &Reader<&[u8]>, problem: XmlSyntaxError) -> XmlError {
    XmlError::Syntax { problem, at: reader.buffer_position() }
}

fn element(start: &BytesStart<'_>) -> Result<Element, XmlSyntaxError> {
    let mut element = Element::new(start.name().as_ref());
    // Looking for duplicates would take quadratic time.
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(XmlSyntaxError::Attribute)?;
        let value = attribute.normalized_value(XmlVersion::Explicit1_0).map_err(XmlSyntaxError::Parser)?;
        element.attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(element)
}

/// Reading.
impl Element {
    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(candidate, _)| candidate == name).map(|(_, value)| value.as_str())
    }

    /// The value of an attribute that must be there.
    ///
    /// # Errors
    /// That it is not there.
    pub(super) fn required_text(&self, name: &str) -> Result<String, XmlError> {
        self.attribute(name)
            .map(str::to_owned)
            .ok_or_else(|| XmlError::MissingAttribute { name: name.to_owned() })
    }

    /// The value of an attribute that must be there, converted.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn required<T, E: Into<SectionError>>(
        &self,
        name: &str,
        convert: impl Fn(&str) -> Result<T, E>,
    ) -> Result<T, SectionError> {
        convert(&self.required_text(name)?).map_err(SectionError::within(format!("attribute `{name}`")))
    }

    /// The value of an attribute, converted; `absent` without such an attribute.
    ///
    /// # Errors
    /// What is wrong with it.
    pub(super) fn optional<T, E: Into<SectionError>>(
        &self,
        name: &str,
        convert: impl Fn(&str) -> Result<T, E>,
        absent: T,
    ) -> Result<T, SectionError> {
        if self.attribute(name).is_some() { self.required(name, convert) } else { Ok(absent) }
    }

    /// The value of an attribute; an empty text without such an attribute.
    pub(super) fn text(&self, name: &str) -> String {
        self.attribute(name).unwrap_or_default().to_owned()
    }

    /// The elements inside that have a name.
    pub(super) fn children(&self, name: &str) -> impl Iterator<Item = &Element> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The first element inside of a name.
    pub(super) fn child(&self, name: &str) -> Option<&Element> {
        self.children(name).next()
    }

    /// Every element inside of a name, converted; an error names the element.
    ///
    /// # Errors
    /// What is wrong with which element.
    pub(super) fn each<T>(
        &self,
        name: &str,
        convert: impl Fn(&Element) -> Result<T, SectionError>,
    ) -> Result<Vec<T>, SectionError> {
        let convert = |child: &Element| {
            convert(child).map_err(SectionError::within(format!("{name} `{}`", child.text("name"))))
        };
        self.children(name).map(convert).collect()
    }
}

/// Writing.
impl Element {
    /// An element without attributes.
    pub(super) fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }

    /// With one more attribute.
    pub(super) fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.attributes.push((name.to_owned(), value.to_string()));
        self
    }

    /// With one more element inside.
    pub(super) fn containing(self, child: Element) -> Self {
        self.containing_all([child])
    }

    /// With more elements inside.
    pub(super) fn containing_all(mut self, children: impl IntoIterator<Item = Element>) -> Self {
        self.children.extend(children);
        self
    }

    /// The text, indented, with this as the root element.
    ///
    /// # Errors
    /// When a value has a character that XML cannot hold.
    pub(super) fn to_xml(&self) -> Result<Vec<u8>, XmlError> {
        self.check_characters()?;
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 2);
        writer
            .write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))
            .and_then(|()| self.write(&mut writer))
            .map_err(XmlError::Write)?;
        let mut xml = writer.into_inner();
        xml.push(b'\n');
        Ok(xml)
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let attributes = self.attributes.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        let start = BytesStart::new(self.name.as_str()).with_attributes(attributes);
        if self.children.is_empty() {
            return writer.write_event(Event::Empty(start));
        }
        writer.write_event(Event::Start(start))?;
        self.children.iter().try_for_each(|child| child.write(writer))?;
        writer.write_event(Event::End(BytesEnd::new(self.name.as_str())))
    }

    fn check_characters(&self) -> Result<(), XmlError> {
        for (name, value) in &self.attributes {
            if let Some(character) = value.chars().find(|&character| !is_xml(character)) {
                let (element, attribute) = (self.name.clone(), name.clone());
                return Err(XmlError::Character { element, attribute, character });
            }
        }
        self.children.iter().try_for_each(Self::check_characters)
    }
}

/// Whether a character may stand in XML 1.0.
fn is_xml(character: char) -> bool {
    !matches!(character, '\0'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}')
}
