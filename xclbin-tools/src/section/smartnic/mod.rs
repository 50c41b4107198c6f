//! SMARTNIC: the configuration of a network card, as CBOR.

mod error;
mod merge;
mod write;

use super::described::wrong;
use crate::tree::Tree;
use crate::{Error, SectionKind};

pub use error::{CborError, SmartnicError};
pub(super) use merge::merged;
pub(super) use write::from_tree;

/// How deeply values may be nested; real files need 6.
const MAX_DEPTH: usize = 64;

/// How many values there may be: each takes 100 bytes of memory, and a hostile payload has one for each of its bytes.
const MAX_VALUES: usize = 1 << 20;

/// The configuration as JSON: byte strings are hexadecimal digits.
pub(super) fn to_tree(payload: &[u8]) -> Result<Tree, Error> {
    let mut reader = Reader { payload, at: 0, values: 0 };
    let tree = reader
        .value(0)
        .and_then(|tree| if reader.at == payload.len() { Ok(tree) } else { Err(CborError::Trailing) });
    tree.map_err(|problem| SmartnicError::Cbor { problem, at: reader.at })
        .map_err(wrong(SectionKind::SMARTNIC))
}

struct Reader<'a> {
    payload: &'a [u8],
    at: usize,
    values: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, size: u64) -> Result<&'a [u8], CborError> {
        let rest = &self.payload[self.at..];
        let size = usize::try_from(size).ok().filter(|size| *size <= rest.len());
        let bytes = size.and_then(|size| rest.get(..size)).ok_or(CborError::CutShort)?;
        self.at += bytes.len();
        Ok(bytes)
    }

    /// The next value's major type and its argument. Forms of unstated length are not in use here.
    fn head(&mut self) -> Result<(u8, u64), CborError> {
        let [first] = *self.take(1)? else { return Err(CborError::CutShort) };
        let argument = match first & 0x1F {
            small @ 0..=23 => u64::from(small),
            size @ 24..=27 => {
                let bytes = self.take(1 << (size - 24))?;
                bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
            }
            form => return Err(CborError::Length { form }),
        };
        Ok((first >> 5, argument))
    }

    fn value(&mut self, depth: usize) -> Result<Tree, CborError> {
        self.values += 1;
        if depth > MAX_DEPTH {
            return Err(CborError::TooDeep { most: MAX_DEPTH });
        }
        if self.values > MAX_VALUES {
            return Err(CborError::TooMany { most: MAX_VALUES });
        }
        match self.head()? {
            (0, number) => Ok(Tree::text_of(number.to_string())),
            (1, number) => Ok(Tree::text_of((-1 - i128::from(number)).to_string())),
            (2, size) => {
                let mut digits = super::hex(self.take(size)?);
                digits.make_ascii_uppercase();
                Ok(Tree::text_of(digits))
            }
            (3, size) => Ok(Tree::text_of(self.text(size)?)),
            (4, count) => {
                let mut tree = Tree::new();
                for _ in 0..count {
                    tree.push("", self.value(depth + 1)?);
                }
                Ok(tree)
            }
            (5, count) => self.map(count, depth),
            (7, simple @ 20..=22) => Ok(Tree::text_of(["false", "true", "null"][simple as usize - 20])),
            (major, _) => Err(CborError::MajorType { major }),
        }
    }

    fn map(&mut self, count: u64, depth: usize) -> Result<Tree, CborError> {
        let mut tree = Tree::new();
        for _ in 0..count {
            let (3, size) = self.head()? else { return Err(CborError::KeyNoText) };
            let key = self.text(size)?;
            tree.push(key, self.value(depth + 1)?);
        }
        Ok(tree)
    }

    fn text(&mut self, size: u64) -> Result<&'a str, CborError> {
        std::str::from_utf8(self.take(size)?).map_err(CborError::NotUtf8)
    }
}
