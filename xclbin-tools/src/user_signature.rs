//! The signature that a user appends to a file: any text behind the container, which no header mentions.

use std::path::Path;

use bytemuck::{Pod, Zeroable};

use crate::endian::little::U32;
use crate::file::AtomicFile;
use crate::leftover::Appended;
use crate::{Error, SignatureError, XclbinFile};

/// What the block begins with.
const MAGIC: [u8; 16] =
    [0x53, 0x49, 0x47, 0x4E, 0x9D, 0xFF, 0x41, 0xC0, 0x8C, 0xCB, 0x82, 0xA7, 0x13, 0x1C, 0xC9, 0xF3];

/// The longest block that is looked into, in bytes.
const MAX_SIZE: u64 = 1 << 20;

/// The start of the block. Offsets count from here.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct Block {
    magic: [u8; 16],
    padding: [u8; 8],
    signed_by_offset: U32,
    signed_by_size: U32,
    signature_offset: U32,
    signature_size: U32,
    total_size: U32,
}

/// A user's signature. Nothing checks it: what it says of the image is for its readers to know.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UserSignature {
    /// Its text.
    pub text: Vec<u8>,
    /// The size of all that was appended, in bytes.
    pub total_size: u32,
}

impl XclbinFile {
    /// The signature behind the container, if there is one.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::Signature`] when the block is damaged.
    pub fn user_signature(&self) -> Result<Option<UserSignature>, Error> {
        let after = self.layout().after();
        let start = self.read_range(after.start..after.end.min(after.start + MAX_SIZE))?;
        let Some(block) = start.get(..size_of::<Block>()) else { return Ok(None) };
        let block: Block = bytemuck::pod_read_unaligned(block);
        if block.magic != MAGIC {
            return Ok(None);
        }
        let (offset, size) = (block.signature_offset.get() as usize, block.signature_size.get() as usize);
        let text = start.get(offset..).and_then(|rest| rest.get(..size)).ok_or(Error::Signature {
            problem: SignatureError::UserPastEnd { size, offset, end: start.len() },
        })?;
        Ok(Some(UserSignature { text: text.to_vec(), total_size: block.total_size.get() }))
    }

    /// Writes the file with another signature of the user's, or without one.
    ///
    /// # Errors
    /// [`Error::Io`] when a step fails, [`Error::Signature`] when the text is too long or other bytes follow the image, [`Error::Interrupted`] when
    /// `goes_on` says no. Then there is no new file.
    pub fn write_user_signature(
        &self,
        path: &Path,
        text: Option<&[u8]>,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        let block = text.map(block).transpose()?.unwrap_or_default();
        if let Appended::Unknown { problem, .. } = self.appended()? {
            return Err(Error::Signature { problem }.in_file(self.path()));
        }
        let mut out = AtomicFile::create(path)?;
        out.copy(self.file(), 0..self.layout().after().start, goes_on)?;
        out.write(&block)?;
        out.commit()
    }
}

fn block(text: &[u8]) -> Result<Vec<u8>, Error> {
    let start = size_of::<Block>() as u32;
    let size = u32::try_from(text.len()).ok().filter(|size| u64::from(start) + u64::from(*size) <= MAX_SIZE);
    let size = size.ok_or(Error::Signature { problem: SignatureError::UserLarge { size: text.len() } })?;
    let block = Block {
        magic: MAGIC,
        padding: [0; 8],
        signed_by_offset: (start + size).into(),
        signed_by_size: 0.into(),
        signature_offset: start.into(),
        signature_size: size.into(),
        total_size: (start + size).into(),
    };
    Ok([bytemuck::bytes_of(&block), text].concat())
}
