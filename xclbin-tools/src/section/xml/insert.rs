//! An element more in a text that otherwise keeps every byte.

use std::ops::Range;

use quick_xml::Reader;
use quick_xml::events::Event;

use super::{Element, XmlError, XmlSyntaxError, at};

/// Spaces for each level of nesting.
const INDENT: usize = 2;

/// Where the element that gets another one ends.
enum End {
    /// Its end tag starts here.
    Tag(usize),
    /// It is one tag, `<name/>`.
    Empty(Range<usize>),
}

/// The text with one more element at the end of the first element at a path of names from the root. The text must be
/// one that [`super::parse`] takes.
///
/// # Errors
/// That there is no element at the path, or a value has a character that XML cannot hold.
pub(in crate::section) fn insert(text: &str, path: &[&str], child: Element) -> Result<String, XmlError> {
    let end = end(text, path)?.ok_or_else(|| XmlError::MissingElement { path: path.join("/") })?;
    let child = lines(path, child)?;
    let indent = " ".repeat(INDENT * path.len().saturating_sub(1));
    Ok(match end {
        End::Empty(tag) => {
            let open = text[tag.clone()].trim_end_matches("/>").trim_end();
            let name = path.last().copied().unwrap_or_default();
            format!("{}{open}>\n{child}\n{indent}</{name}>{}", &text[..tag.start], &text[tag.end..])
        }
        End::Tag(start) => {
            let before = text[..start].trim_end_matches([' ', '\t', '\r', '\n']);
            let space = &text[before.len()..start];
            let space = if space.contains('\n') { space.to_owned() } else { format!("\n{indent}") };
            format!("{before}\n{child}{space}{}", &text[start..])
        }
    })
}

/// A text that holds nothing but the element at a path of names from the root.
///
/// # Errors
/// When a value has a character that XML cannot hold.
pub(in crate::section) fn alone(path: &[&str], child: Element) -> Result<Vec<u8>, XmlError> {
    path.iter().rev().fold(child, |inside, name| Element::new(*name).containing(inside)).to_xml()
}

/// The lines of an element that is at a path, with the spaces before them.
fn lines(path: &[&str], child: Element) -> Result<String, XmlError> {
    let text =
        String::from_utf8(alone(path, child)?).map_err(|error| XmlError::NotUtf8(error.utf8_error()))?;
    // Declaration and start tags before it, end tags behind it.
    let lines: Vec<&str> = text.lines().collect();
    let inside = lines.get(path.len() + 1..lines.len().saturating_sub(path.len()));
    Ok(inside.unwrap_or_default().join("\n"))
}

/// Where the first element at a path ends, if there is one.
fn end(text: &str, path: &[&str]) -> Result<Option<End>, XmlError> {
    let mut reader = Reader::from_str(text);
    let mut open: Vec<String> = Vec::new();
    loop {
        let start = position(&reader);
        let event = reader.read_event().map_err(|error| at(&reader, XmlSyntaxError::Parser(error)))?;
        match event {
            Event::Start(tag) => open.push(tag.name().as_ref().to_owned()),
            Event::Empty(tag) => {
                let inside =
                    path.split_last().filter(|(name, above)| open == *above && tag.name().as_ref() == **name);
                if inside.is_some() {
                    return Ok(Some(End::Empty(start..position(&reader))));
                }
            }
            Event::End(_) if open == path => return Ok(Some(End::Tag(start))),
            Event::End(_) => drop(open.pop()),
            Event::Eof => return Ok(None),
            _ => {}
        }
    }
}

fn position(reader: &Reader<&[u8]>) -> usize {
    usize::try_from(reader.buffer_position()).unwrap_or(usize::MAX)
}
