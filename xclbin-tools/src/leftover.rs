//! What a file has besides headers, sections, mirror and signature.

use std::ops::Range;

use crate::mirror::{MAX_SIZE, MirrorForm, START};
use crate::{Error, SignatureError, XclbinFile};

/// How many zeros may follow the last section to fill a word, in bytes.
const PADDING: u64 = 8;

/// What follows the container, of which no header tells.
#[derive(Debug)]
pub(crate) enum Appended {
    Nothing,
    /// A user's signature and no more.
    UserSignature,
    /// Something else, or something behind a user's signature.
    Unknown {
        size: u64,
        problem: SignatureError,
    },
}

impl XclbinFile {
    /// What follows the container.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read.
    pub(crate) fn appended(&self) -> Result<Appended, Error> {
        let after = self.layout().after();
        let size = after.end - after.start;
        let unknown = |problem| Ok(Appended::Unknown { size, problem });
        match self.user_signature() {
            _ if size == 0 => Ok(Appended::Nothing),
            Ok(Some(signature)) if u64::from(signature.total_size) == size => Ok(Appended::UserSignature),
            Ok(Some(signature)) => unknown(SignatureError::UserSize { stated: signature.total_size, size }),
            Ok(None) => unknown(SignatureError::Unmentioned { size }),
            Err(Error::Signature { problem }) => unknown(problem),
            Err(error) => Err(error),
        }
    }

    /// What lies between the last section and the end of the content and is neither a mirror nor padding. A damaged
    /// mirror is one, unless changes lose it.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read.
    pub(crate) fn unknown_tail(&self) -> Result<Option<Range<u64>>, Error> {
        let tail = self.layout().tail();
        let size = tail.end - tail.start;
        let is_known = match size {
            0 => true,
            size if size > MAX_SIZE => false,
            _ => {
                let bytes = self.read_range(tail.clone())?;
                let is_padding = size < PADDING && bytes.iter().all(|byte| *byte == 0);
                is_padding || MirrorForm::of(&bytes).is_some()
            }
        };
        Ok((!is_known).then_some(tail))
    }

    /// True if what follows the sections begins as a mirror does.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read.
    pub(crate) fn begins_mirror(&self) -> Result<bool, Error> {
        let tail = self.layout().tail();
        let end = tail.end.min(tail.start + START.len() as u64);
        Ok(self.read_range(tail.start..end)? == START.as_bytes())
    }
}
