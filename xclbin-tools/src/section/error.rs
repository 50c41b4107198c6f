//! What can be wrong with the payload of a section.

use super::aie_partition::AiePartitionError;
use super::array::ArrayError;
use super::bytes::BytesError;
use super::dna_certificate::DnaCertificateError;
use super::embedded_metadata::ProjectError;
use super::partition_metadata::PartitionMetadataError;
use super::parts::PartError;
use super::smartnic::SmartnicError;
use super::xml::XmlError;
use crate::{NumberError, TextError, TreeError, UnknownNumber};

/// A payload is damaged, or cannot be made of what is stated.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SectionError {
    /// A text of fixed size is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A number stands for no value.
    #[error(transparent)]
    UnknownNumber(#[from] UnknownNumber),
    /// JSON, or a node of it, is wrong.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// JSON of a known structure is wrong.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// A text in JSON is no number.
    #[error(transparent)]
    Number(#[from] NumberError),
    /// A value in JSON is wrong.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// An offset or a size in the payload is wrong.
    #[error(transparent)]
    Bytes(#[from] BytesError),
    /// A list of entries of one size is wrong.
    #[error(transparent)]
    Array(#[from] ArrayError),
    /// A part of the section is wrong.
    #[error(transparent)]
    Part(#[from] PartError),
    /// XML is wrong.
    #[error(transparent)]
    Xml(#[from] XmlError),
    /// EMBEDDED_METADATA is wrong.
    #[error(transparent)]
    Project(#[from] ProjectError),
    /// AIE_PARTITION is wrong.
    #[error(transparent)]
    AiePartition(#[from] AiePartitionError),
    /// PARTITION_METADATA is wrong.
    #[error(transparent)]
    PartitionMetadata(#[from] PartitionMetadataError),
    /// SMARTNIC is wrong.
    #[error(transparent)]
    Smartnic(#[from] SmartnicError),
    /// DNA_CERTIFICATE is wrong.
    #[error(transparent)]
    DnaCertificate(#[from] DnaCertificateError),
    /// A field of an entry of the payload is wrong.
    #[error("entry {index}, {field}: {problem}")]
    InField {
        /// The entry's position, from 0.
        index: usize,
        /// The field's name in xclbin.h.
        field: &'static str,
        /// What is wrong with it.
        problem: Box<SectionError>,
    },
    /// An entry of a list is wrong.
    #[error("{list}[{index}]: {problem}")]
    InEntry {
        /// The list.
        list: String,
        /// The entry's position, from 0.
        index: usize,
        /// What is wrong with it.
        problem: Box<SectionError>,
    },
    /// A node, an element or an image in the payload is wrong.
    #[error("{place}: {problem}")]
    In {
        /// What it is, with its name.
        place: String,
        /// What is wrong with it.
        problem: Box<SectionError>,
    },
    /// Sections of the kind are not made of JSON.
    #[error("it cannot be added as JSON")]
    NotOfJson,
    /// Sections of the kind cannot be appended to.
    #[error("only IP_LAYOUT, PARTITION_METADATA and SMARTNIC are appended to")]
    NotAppendedTo,
}

/// A value in JSON or in a payload is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ValueError {
    /// A text is none of the names that the node may have.
    #[error("`{node}`: `{text}` is none of {}", known.join(", "))]
    UnknownName {
        /// The node.
        node: String,
        /// Its text.
        text: String,
        /// The names.
        known: Vec<&'static str>,
    },
    /// A text is neither a number nor one of the names that the node may have.
    #[error("`{node}`: `{text}` is neither a number nor one of {}", known.join(", "))]
    NameOrNumber {
        /// The node.
        node: &'static str,
        /// Its text.
        text: String,
        /// The names.
        known: Vec<&'static str>,
    },
    /// A text is neither true nor false.
    #[error("`{node}`: `{text}` is neither 0 nor 1")]
    NotBool {
        /// The node.
        node: &'static str,
        /// Its text.
        text: String,
    },
    /// A number is larger than the field.
    #[error("`{node}`: {value} is more than {most}")]
    TooLarge {
        /// The node.
        node: String,
        /// Its number.
        value: u32,
        /// The largest number.
        most: u32,
    },
    /// XRT takes an index as it is.
    #[error("XRT does not bear the negative number {index}")]
    Negative {
        /// The index.
        index: i32,
    },
    /// A connection leads to a bank that is not there.
    #[error("{bank} is none of the {banks} banks of {}", crate::SectionKind::MEM_TOPOLOGY)]
    NoBank {
        /// The bank.
        bank: i32,
        /// How many banks there are.
        banks: usize,
    },
    /// A bank's size is stated in two units.
    #[error("there are both `m_size` and `m_sizeKB`")]
    TwoSizes,
    /// A bank's size is not a whole number of KiB.
    #[error("`m_size`: {bytes} bytes are no multiple of 1024")]
    NotKib {
        /// The size.
        bytes: u64,
    },
    /// A list or a text is empty.
    #[error("`{node}` is empty")]
    Empty {
        /// The node.
        node: String,
    },
    /// A node that is to be added is there.
    #[error("`{node}` is there already")]
    Present {
        /// The node.
        node: String,
    },
}

impl SectionError {
    /// Completes what is wrong with what it is wrong in.
    pub(crate) fn within<E: Into<Self>>(place: impl Into<String>) -> impl FnOnce(E) -> Self {
        move |problem| Self::In { place: place.into(), problem: Box::new(problem.into()) }
    }
}
