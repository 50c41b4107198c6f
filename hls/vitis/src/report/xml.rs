//! The tree of a report in XML: elements with attributes and text. Subtrees that no reader looks at are not kept.

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use super::error::{ReportError, XmlError};

/// How deeply elements may be nested; loops in loops of real reports reach 12.
const MAX_DEPTH: usize = 64;

/// Elements that may be kept. Real reports have thousands of them that are.
const MAX_ELEMENTS: usize = 1_000_000;

/// An element.
#[derive(Debug, Default)]
pub(super) struct Element {
    /// Its name.
    pub name: String,
    /// The text directly inside.
    text: String,
    attributes: Vec<(String, String)>,
    /// The elements inside, in order.
    pub children: Vec<Element>,
}

impl Element {
    /// The first element inside of a name.
    pub(super) fn child(&self, name: &str) -> Option<&Self> {
        self.children.iter().find(|child| child.name == name)
    }

    /// The element that is reached through these names.
    pub(super) fn at(&self, path: &[&str]) -> Option<&Self> {
        path.iter().try_fold(self, |element, name| element.child(name))
    }

    /// The text of the element that is reached through these names, without the space around it.
    pub(super) fn text(&self, path: &[&str]) -> Option<&str> {
        self.at(path).map(|element| element.text.trim())
    }

    /// The value of an attribute.
    pub(super) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(candidate, _)| candidate == name).map(|(_, value)| value.as_str())
    }
}

/// Reads the root element of a text without the elements of some names.
///
/// # Errors
/// What is wrong, and where.
pub(super) fn parse(text: &str, unwanted: &[&str]) -> Result<Element, ReportError> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<Element> = Vec::new();
    let mut elements = 0;
    loop {
        let event = reader.read_event().map_err(|error| at(&reader, error))?;
        let closed = match event {
            Event::Start(start) if unwanted.contains(&start.name().as_ref()) => {
                reader.read_to_end(start.name()).map_err(|error| at(&reader, error))?;
                continue;
            }
            Event::Start(_) if open.len() >= MAX_DEPTH => {
                return Err(at(&reader, XmlError::Deep));
            }
            Event::Start(start) => {
                open.push(element(&start).map_err(|problem| at(&reader, problem))?);
                continue;
            }
            Event::Text(text) => {
                if let Some(parent) = open.last_mut() {
                    parent.text.push_str(&text);
                }
                continue;
            }
            Event::Empty(start) => element(&start).map_err(|problem| at(&reader, problem))?,
            Event::End(_) => open.pop().ok_or_else(|| at(&reader, XmlError::NoStart))?,
            Event::Eof if open.is_empty() => return Err(ReportError::NoElement),
            Event::Eof => return Err(ReportError::OpenElement),
            _ => continue,
        };
        elements += 1;
        match open.last_mut() {
            Some(_) if elements > MAX_ELEMENTS => return Err(at(&reader, XmlError::Many)),
            Some(parent) => parent.children.push(closed),
            None => return Ok(closed),
        }
    }
}

fn at(reader: &Reader<&[u8]>, problem: impl Into<XmlError>) -> ReportError {
    ReportError::Xml { problem: problem.into(), byte: reader.buffer_position() }
}

fn element(start: &BytesStart<'_>) -> Result<Element, XmlError> {
    let mut element = Element { name: start.name().as_ref().to_owned(), ..Element::default() };
    // Looking for duplicates would take quadratic time.
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute?;
        let value = attribute.normalized_value(XmlVersion::Explicit1_0)?;
        element.attributes.push((attribute.key.as_ref().to_owned(), value.into_owned()));
    }
    Ok(element)
}
