//! What can be wrong with XML.

use std::io;
use std::str::Utf8Error;

use quick_xml::events::attributes::AttrError;

/// XML cannot be read or written, or lacks what is needed.
#[derive(Debug, thiserror::Error)]
pub enum XmlError {
    /// The bytes are not UTF-8.
    #[error("it is not UTF-8: {0}")]
    NotUtf8(Utf8Error),
    /// The text is not XML.
    #[error("{problem} (before byte {at} of the XML)")]
    Syntax {
        /// What is wrong.
        problem: XmlSyntaxError,
        /// Where, in bytes from the start of the text.
        at: u64,
    },
    /// There is no root element.
    #[error("the text has no element")]
    NoElement,
    /// An element has no end.
    #[error("the text ends within an element")]
    Unfinished,
    /// An attribute that must be there is not.
    #[error("attribute `{name}` is missing")]
    MissingAttribute {
        /// The attribute.
        name: String,
    },
    /// An element that must be there is not.
    #[error("element `{path}` is missing")]
    MissingElement {
        /// The names of the elements around it and its own.
        path: String,
    },
    /// A value has a character that XML cannot hold.
    #[error("{element}, attribute `{attribute}`: XML cannot hold the character {character:?}")]
    Character {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
        /// The character.
        character: char,
    },
    /// The text could not be written.
    #[error("{0}")]
    Write(io::Error),
}

/// A text is not XML.
#[derive(Debug, thiserror::Error)]
pub enum XmlSyntaxError {
    /// The parser refuses it, or the value of an attribute.
    #[error("{0}")]
    Parser(quick_xml::Error),
    /// An attribute is damaged.
    #[error("{0}")]
    Attribute(AttrError),
    /// Elements are nested too deeply.
    #[error("the elements are nested too deeply")]
    TooDeep,
    /// An end has no start.
    #[error("an element ends that did not start")]
    NotStarted,
}
