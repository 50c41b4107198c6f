//! Sections that are a count and then entries of one size.

use bytemuck::Pod;

use super::described::{in_entry, wrong};
use super::{SectionError, bytes};
use crate::endian::little::{I16, I32, U16};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// How many entries there may be: each takes some 600 bytes of memory as JSON. Real files have less than 10,000.
const MAX_ENTRIES: i32 = 1 << 16;

/// Where such a section has its parts.
pub(super) struct Array {
    /// The section's kind, for messages.
    pub kind: SectionKind,
    /// The field at the start that holds the number of entries.
    pub count: Count,
    /// Offset of the first entry, in bytes. Between the count and the first entry lies padding.
    pub entries_at: usize,
}

/// The type of the field that holds the number of entries.
pub(super) enum Count {
    /// A signed 16-bit number.
    I16,
    /// A signed 32-bit number.
    I32,
    /// An unsigned 16-bit number.
    U16,
}

/// What is wrong with a field of an entry.
pub(super) struct FieldError {
    field: &'static str,
    problem: SectionError,
}

/// A list of entries of one size is wrong.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ArrayError {
    /// There are more entries than are read.
    #[error("m_count is {count}, and at most {most} are supported")]
    TooMany {
        /// The number in the payload.
        count: i32,
        /// The number that is allowed.
        most: i32,
    },
    /// The payload has another size than its number of entries says.
    #[error("m_count is {count}, but {size} bytes are not {start} + {count} x {entry}")]
    Size {
        /// The number in the payload.
        count: i32,
        /// The size of the payload in bytes.
        size: usize,
        /// Where the entries start, in bytes.
        start: usize,
        /// The size of an entry in bytes.
        entry: usize,
    },
    /// The number of entries is below 0.
    #[error("m_count is {count}")]
    Negative {
        /// The number in the payload.
        count: i8,
    },
    /// The payload ends within its number of entries.
    #[error("{size} bytes are too few for m_count")]
    NoCount {
        /// The size of the payload in bytes.
        size: usize,
    },
    /// There are more entries than the payload can state.
    #[error("{count} entries are more than m_count can state")]
    CountTooLarge {
        /// How many entries there are.
        count: usize,
    },
    /// JSON states another number of entries than it has.
    #[error("`m_count` is {count}, but `{list}` has {entries} entries")]
    OtherCount {
        /// The number that is stated.
        count: usize,
        /// The list.
        list: String,
        /// How many entries it has.
        entries: usize,
    },
}

/// Completes what is wrong with the name of the field in xclbin.h.
pub(super) fn in_field<E: Into<SectionError>>(field: &'static str) -> impl FnOnce(E) -> FieldError {
    move |problem| FieldError { field, problem: problem.into() }
}

impl Array {
    /// The entries of a payload.
    ///
    /// # Errors
    /// When the payload is not exactly as long as its count demands, or `decode` refuses an entry.
    pub(super) fn read<Raw, T>(
        &self,
        payload: &[u8],
        decode: impl Fn(&Raw) -> Result<T, FieldError>,
    ) -> Result<Vec<T>, Error>
    where
        Raw: Pod,
    {
        let count = self.read_count(payload)?;
        if count > MAX_ENTRIES {
            return Err(self.error(ArrayError::TooMany { count, most: MAX_ENTRIES }));
        }
        let raw = usize::try_from(count)
            .ok()
            .zip(payload.get(self.entries_at..))
            .and_then(|(count, entries)| bytes::whole_list::<Raw>(entries, count))
            .ok_or_else(|| {
                let (size, start, entry) = (payload.len(), self.entries_at, size_of::<Raw>());
                self.error(ArrayError::Size { count, size, start, entry })
            })?;
        self.each(raw, decode)
    }

    /// The payload that holds `entries`.
    ///
    /// # Errors
    /// When the field for their number is too small for it, or `encode` refuses an entry.
    pub(super) fn write<Raw: Pod, T>(
        &self,
        entries: &[T],
        encode: impl Fn(&T) -> Result<Raw, FieldError>,
    ) -> Result<Vec<u8>, Error> {
        let mut payload = self.write_count(entries.len())?;
        payload.resize(self.entries_at, 0);
        payload.extend_from_slice(bytemuck::cast_slice(&self.each(entries, encode)?));
        Ok(payload)
    }

    /// Converts every entry; an error names the entry's position.
    fn each<A, B>(
        &self,
        entries: &[A],
        convert: impl Fn(&A) -> Result<B, FieldError>,
    ) -> Result<Vec<B>, Error> {
        let convert = |(index, entry)| {
            convert(entry).map_err(|FieldError { field, problem }| {
                self.error(SectionError::InField { index, field, problem: Box::new(problem) })
            })
        };
        entries.iter().enumerate().map(convert).collect()
    }

    fn read_count(&self, payload: &[u8]) -> Result<i32, Error> {
        let count = match self.count {
            Count::I16 => bytes::at::<I16>(payload, 0).map(|count| count.get().into()),
            Count::I32 => bytes::at::<I32>(payload, 0).map(|count| count.get()),
            Count::U16 => bytes::at::<U16>(payload, 0).map(|count| count.get().into()),
        };
        count.map_err(|_| self.error(ArrayError::NoCount { size: payload.len() }))
    }

    fn write_count(&self, count: usize) -> Result<Vec<u8>, Error> {
        let bytes = match self.count {
            Count::I16 => i16::try_from(count).map(|count| count.to_le_bytes().to_vec()),
            Count::I32 => i32::try_from(count).map(|count| count.to_le_bytes().to_vec()),
            Count::U16 => u16::try_from(count).map(|count| count.to_le_bytes().to_vec()),
        };
        bytes.map_err(|_| self.error(ArrayError::CountTooLarge { count }))
    }

    fn error(&self, problem: impl Into<SectionError>) -> Error {
        wrong(self.kind)(problem)
    }
}

/// A list of entries as JSON: how many there are, and the entries.
pub(super) fn to_tree<T>(list: &str, entries: &[T], entry: impl Fn(&T) -> Tree) -> Tree {
    Tree::new().with_text("m_count", entries.len()).with(list, Tree::list(entries.iter().map(entry)))
}

/// The entries of a list in JSON.
///
/// # Errors
/// When there are not as many as it says, or `entry` refuses one.
pub(super) fn from_tree<T>(
    tree: &Tree,
    list: &str,
    entry: impl Fn(&Tree) -> Result<T, SectionError>,
) -> Result<Vec<T>, SectionError> {
    let count: usize = tree.number("m_count")?;
    let entries = tree.required(list)?;
    if entries.children().len() != count {
        let entries = entries.children().len();
        return Err(ArrayError::OtherCount { count, list: list.to_owned(), entries }.into());
    }
    entries
        .children()
        .enumerate()
        .map(|(index, (_, tree))| entry(tree).map_err(in_entry(list, index)))
        .collect()
}
