//! Why a report could not be read.

use std::io;

use quick_xml::events::attributes::AttrError;

/// A report could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReportError {
    /// The file cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is larger than any report.
    #[error("it has {size} bytes, more than the {most} that are read")]
    Large {
        /// Its size in bytes.
        size: u64,
        /// The size that is allowed, in bytes.
        most: u64,
    },
    /// The text is something else than the report that is wanted.
    #[error("this is {wanted}: it has {lacks}")]
    Other {
        /// What it is not, as in `no report of Vitis HLS`.
        wanted: &'static str,
        /// What every such report has, and this text has not, such as a column.
        lacks: &'static str,
    },
    /// The root of the XML is not that of a report of Vitis HLS.
    #[error("this is no report of Vitis HLS: its root is `{name}`, not `profile`")]
    Root {
        /// The name of the root.
        name: String,
    },
    /// No line states the frequency of a clock.
    #[error("no line is `kind:number:clock:MHz`")]
    NoFrequency,
    /// The XML ends before an element starts.
    #[error("the text has no element")]
    NoElement,
    /// The XML ends within an element.
    #[error("the text ends within an element")]
    OpenElement,
    /// The XML is wrong.
    #[error("{problem} (before byte {byte} of the XML)")]
    Xml {
        /// What is wrong.
        problem: XmlError,
        /// The offset where reading ended, in bytes.
        byte: u64,
    },
}

/// XML is wrong, or larger than that of any report.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum XmlError {
    /// It is not well-formed.
    #[error(transparent)]
    Syntax(#[from] quick_xml::Error),
    /// An attribute is wrong.
    #[error(transparent)]
    Attribute(#[from] AttrError),
    /// Elements in elements in elements.
    #[error("elements are nested too deeply")]
    Deep,
    /// An end tag without its start.
    #[error("an element ends that did not start")]
    NoStart,
    /// More elements than are kept.
    #[error("there are too many elements")]
    Many,
}
