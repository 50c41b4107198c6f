//! What can be wrong with a file.

use std::io;
use std::path::{Path, PathBuf};

use crate::kernels::KernelError;
#[cfg(feature = "libraries")]
use crate::kernels::LibraryError;
use crate::section::SectionError;
#[cfg(feature = "signatures")]
use crate::signature::{CredentialError, MessageError};
use crate::{MirrorError, SectionKind, SectionPlace, TextError, TreeError, UnknownNumber};

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
        problem: HeaderError,
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
        problem: SectionHeaderError,
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
        problem: TransferError,
    },
    /// JSON that sections are made of is wrong.
    #[error("{problem}")]
    Document {
        /// What is wrong, and where.
        problem: DocumentError,
    },
    /// A shared library is none that a kernel can be made of.
    #[cfg(feature = "libraries")]
    #[error("{problem}")]
    Library {
        /// What is wrong.
        problem: LibraryError,
    },
    /// An image cannot be signed, its signature does not hold, or a key or a certificate is wrong.
    #[error("signature: {problem}")]
    Signature {
        /// What is wrong.
        problem: SignatureError,
    },
    /// The payload of a section is wrong.
    #[error("section {kind}: {problem}")]
    Section {
        /// The section's kind.
        kind: SectionKind,
        /// What is wrong with which part.
        problem: SectionError,
    },
}

/// A field of the header is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum HeaderError {
    /// A text is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A number stands for no value.
    #[error(transparent)]
    UnknownNumber(#[from] UnknownNumber),
    /// The file ends within the table of sections.
    #[error("the file is too short for the headers of {count} sections")]
    NoTable {
        /// How many sections are stated.
        count: u32,
    },
    /// There are more sections than are read.
    #[error("{count} sections are more than {most}")]
    TooMany {
        /// How many sections are stated.
        count: u32,
        /// The number that is allowed.
        most: u32,
    },
    /// The table of sections does not fit into memory.
    #[error("no memory for {count} sections")]
    NoMemory {
        /// How many sections are stated.
        count: u32,
    },
    /// The stated length ends within the table of sections.
    #[error("{stated} bytes are too few for {sections} section headers")]
    ShortLength {
        /// The length in bytes.
        stated: u64,
        /// How many sections there are.
        sections: usize,
    },
    /// The stated length of the signature is wrong.
    #[error("{signature} bytes are no length of a signature in {stated} bytes")]
    SignatureLength {
        /// The length in bytes.
        signature: i32,
        /// The length of the whole in bytes.
        stated: u64,
    },
    /// There are more sections than the header can state.
    #[error("{sections} sections are too many")]
    Sections {
        /// How many there are.
        sections: usize,
    },
}

/// An entry of the table of sections is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SectionHeaderError {
    /// The name is wrong.
    #[error(transparent)]
    Text(#[from] TextError),
    /// The payload lies outside of the file.
    #[error("{size} bytes at offset {offset} reach past the end at {end}")]
    PastEnd {
        /// Its size in bytes.
        size: u64,
        /// Where it starts, in bytes.
        offset: u64,
        /// Where payloads end, in bytes.
        end: u64,
    },
    /// The payload lies in the headers.
    #[error("offset {offset} lies inside the file's headers")]
    InHeaders {
        /// Where it starts, in bytes.
        offset: u64,
    },
    /// The payload shares bytes with another one.
    #[error("it overlaps section {index} ({kind})")]
    Overlap {
        /// The other section's position in the table, from 0.
        index: usize,
        /// The other section's kind.
        kind: SectionKind,
    },
}

/// A section cannot be added, replaced, removed or dumped as it is asked to be.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TransferError {
    /// It is in the image.
    #[error("is there already; replace it")]
    Present,
    /// The section of a kernel that is to be added is in the image.
    #[error("is there already")]
    PresentKernel,
    /// A part is to be removed.
    #[error("is a part, and only whole sections are removed")]
    RemovedPart,
    /// A part is to be replaced.
    #[error("is a part, and only whole sections are replaced")]
    ReplacedPart,
    /// Something else than JSON of a whole section is to be merged.
    #[error("can only be merged with JSON of a whole section")]
    NotMerged,
    /// It is added in another way.
    #[error("can only be added {how}")]
    OnlyAdded {
        /// In which formats, or in parts.
        how: String,
    },
    /// It is dumped in another way.
    #[error("can only be dumped as {format}")]
    OnlyDumped {
        /// The name of the format.
        format: &'static str,
    },
    /// It has no such form.
    #[error("cannot be dumped as {format}")]
    NotDumped {
        /// The name of the format.
        format: &'static str,
    },
}

/// JSON that sections are made of is wrong.
#[derive(Debug, thiserror::Error)]
pub enum DocumentError {
    /// It is not JSON, or lacks what is needed.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A node is no section's.
    #[error("`{node}` is no section's")]
    NoSection {
        /// The node.
        node: String,
    },
    /// A kernel is wrong.
    #[error(transparent)]
    Kernel(#[from] KernelError),
    /// The mirror is wrong.
    #[error("the mirror: {0}")]
    Mirror(MirrorError),
    /// The file has no mirror.
    #[error("it has no mirror of its metadata; before 2018.3 there was none")]
    NoMirror,
    /// The mirror has no end.
    #[error("the end of its mirror is missing")]
    NoMirrorEnd,
    /// The mirror is larger than is read.
    #[error("its mirror has more than {most} bytes, the most that are supported")]
    LargeMirror {
        /// The size that is allowed, in bytes.
        most: u64,
    },
    /// A section in the mirror is made of a file.
    #[error("it names the file `{name}`")]
    NamesFile {
        /// The file.
        name: String,
    },
}

/// A signature is wrong, or cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SignatureError {
    /// The signature is longer than any.
    #[error("it has {length} bytes, and at most {most} are supported")]
    Large {
        /// Its size in bytes.
        length: u64,
        /// The size that is allowed, in bytes.
        most: u64,
    },
    /// The user's signature lies outside of the file.
    #[error("user's signature: {size} bytes at offset {offset} reach past the end at {end}")]
    UserPastEnd {
        /// Its size in bytes.
        size: usize,
        /// Where it starts, in bytes.
        offset: usize,
        /// Where the file ends, in bytes.
        end: usize,
    },
    /// The user's signature is larger than the file can state.
    #[error("user's signature: {size} bytes are too many")]
    UserLarge {
        /// Its size in bytes.
        size: usize,
    },
    /// The user's signature states another size than it has.
    #[error("the user's signature states {stated} bytes of {size}")]
    UserSize {
        /// The size in it, in bytes.
        stated: u32,
        /// The size that it has, in bytes.
        size: u64,
    },
    /// Bytes behind the image are nobody's.
    #[error("{size} bytes follow the image, which no header mentions")]
    Unmentioned {
        /// How many.
        size: u64,
    },
    /// The image has no signature.
    #[error("the image is not signed")]
    Unsigned,
    /// Bytes behind the signature are not signed.
    #[error("{size} bytes follow it, which it does not cover")]
    Uncovered {
        /// How many.
        size: u64,
    },
    /// A new signature is larger than the header can state.
    #[error("{size} bytes are more than the header can state")]
    TooLarge {
        /// Its size in bytes.
        size: usize,
    },
    /// A key or a certificate is wrong.
    #[cfg(feature = "signatures")]
    #[error(transparent)]
    Credential(#[from] CredentialError),
    /// The message that the signature is is wrong.
    #[cfg(feature = "signatures")]
    #[error(transparent)]
    Message(#[from] MessageError),
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
