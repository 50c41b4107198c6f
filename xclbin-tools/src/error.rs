//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use crate::{SectionKind, SectionPlace};

/// A file could not be read or written, or its content is wrong.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The operating system refused.
    #[error("{}: cannot {action} it: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was tried: `read`, `write`.
        action: &'static str,
        /// Why it failed.
        source: io::Error,
    },
    /// The caller wanted the work to end.
    #[error("interrupted")]
    Interrupted,
    /// The content of a file is wrong.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<Error>,
    },
    /// The bytes are not an axlf container.
    #[error("not an xclbin: it starts with `{start}` where `xclbin2` is expected")]
    NotXclbin {
        /// The first bytes, escaped.
        start: String,
    },
    /// The end of the file is missing.
    #[error("the file is cut short: it has {size} bytes of {needed}")]
    CutShort {
        /// The bytes that are there.
        size: usize,
        /// The bytes that the header, or the format, says there are.
        needed: u64,
    },
    /// A field of the header is wrong.
    #[error("header, {field}: {problem}")]
    Header {
        /// The field's name in xclbin.h.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// An entry of the table of sections is wrong.
    #[error("section header {index} ({kind}), {field}: {problem}")]
    SectionHeader {
        /// Position in the table, from 0.
        index: usize,
        /// The section's kind.
        kind: SectionKind,
        /// The field's name in xclbin.h.
        field: &'static str,
        /// What is wrong with it.
        problem: String,
    },
    /// A section that is asked for is not in the image.
    #[error("there is no section {place}")]
    NoSection {
        /// The section.
        place: SectionPlace,
    },
    /// A section cannot be what it is asked to be.
    #[error("section {place} {problem}")]
    Place {
        /// The section, or the part of it.
        place: SectionPlace,
        /// Why not.
        problem: String,
    },
    /// JSON that sections are made of is wrong.
    #[error("{problem}")]
    Document {
        /// What is wrong, and where.
        problem: String,
    },
    /// A shared library is none that a kernel can be made of.
    #[error("{problem}")]
    Library {
        /// What is wrong.
        problem: String,
    },
    /// An image cannot be signed, its signature does not hold, or a key or a certificate is wrong.
    #[error("signature: {problem}")]
    Signature {
        /// What is wrong.
        problem: String,
    },
    /// The payload of a section is wrong.
    #[error("section {kind}: {problem}")]
    Section {
        /// The section's kind.
        kind: SectionKind,
        /// What is wrong with which part.
        problem: String,
    },
}

impl Error {
    /// The same error, with the file that it is about.
    pub(crate) fn in_file(self, path: &Path) -> Self {
        match self {
            Self::Io { .. } | Self::File { .. } | Self::Interrupted => self,
            other => Self::File { path: path.to_owned(), source: Box::new(other) },
        }
    }

    /// The same error in a section of another kind with the same layout.
    pub(crate) fn of_kind(self, kind: SectionKind) -> Self {
        match self {
            Self::Section { problem, .. } => Self::Section { kind, problem },
            other => other,
        }
    }
}
