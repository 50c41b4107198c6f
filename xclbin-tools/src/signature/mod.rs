//! Signatures of images: made with a private key, checked with a certificate.
//!
//! A signature is a CMS message behind the container, which the header's lengths count. It signs the image as it was
//! before: with the length that it then had, and with -1 for that of the signature.

mod cms;
mod credentials;
mod digest;
mod error;
mod message;

use std::path::Path;
use std::time::SystemTime;

pub use credentials::{Certificate, Signer};
pub use digest::{Digest, UnknownDigest};
pub use error::{CredentialError, MessageError};

use crate::file::{AtomicFile, CHUNK, PartialFile};
use crate::header::Header;
use crate::layout::{Layout, ReadAt as _};
use crate::{Editor, Error, SignatureError, XclbinFile};
use message::Message;

impl Editor {
    /// As [`Editor::write`], with a signature of the new file instead of those that the original may have; `now` is the
    /// time at which the certificate must be valid.
    ///
    /// # Errors
    /// Those of [`Editor::write`], and [`Error::Signature`] when the certificate is not valid now, or the key cannot sign
    /// such a digest.
    pub fn write_signed(
        &self,
        path: &Path,
        signer: &Signer,
        digest: Digest,
        now: SystemTime,
        goes_on: &dyn Fn() -> bool,
    ) -> Result<(), Error> {
        signer.certificate.check_time(now).map_err(wrong)?;
        let mut out = AtomicFile::create(path)?;
        self.write_unsigned(&mut out, goes_on)?;
        let written = out.written()?;
        let header = *Layout::read(&written, written.size)?.header();
        let hash = hash(&written, &header, digest, goes_on)?;
        let signature = message::make(signer, digest, &hash).map_err(wrong)?;
        let length = i32::try_from(signature.len())
            .map_err(|_| wrong(SignatureError::TooLarge { size: signature.len() }))?;
        out.write(&signature)?;
        let header = Header {
            signature_length: length.into(),
            length: (header.length.get() + signature.len() as u64).into(),
            ..header
        };
        out.write_start(bytemuck::bytes_of(&header))?;
        out.commit()
    }
}

/// Checks that an image is as it was when the owner of a certificate signed it; `now` is the time at which the
/// certificate must be valid. Whether the certificate deserves trust is for the caller to know.
///
/// # Errors
/// [`Error::File`] when the image is not signed, was changed since, or was signed by somebody else or in a way that this
/// version does not know; [`Error::Io`] when it cannot be read; [`Error::Interrupted`] when `goes_on` says no.
pub fn validate(
    file: &XclbinFile,
    certificate: &Certificate,
    now: SystemTime,
    goes_on: &dyn Fn() -> bool,
) -> Result<Digest, Error> {
    check(file, certificate, now, goes_on).map_err(|error| error.in_file(file.path()))
}

fn check(
    file: &XclbinFile,
    certificate: &Certificate,
    now: SystemTime,
    goes_on: &dyn Fn() -> bool,
) -> Result<Digest, Error> {
    let layout = file.layout();
    let signature = file.signature()?.ok_or_else(|| wrong(SignatureError::Unsigned))?;
    let after = layout.after();
    if !after.is_empty() {
        return Err(wrong(SignatureError::Uncovered { size: after.end - after.start }));
    }
    certificate.check_time(now).map_err(wrong)?;
    let message = Message::read(&signature, certificate).map_err(wrong)?;
    let header =
        Header { signature_length: (-1).into(), length: layout.content_end().into(), ..*layout.header() };
    let hash = hash(file.file(), &header, message.digest, goes_on)?;
    message.check(certificate, &hash).map_err(wrong)?;
    Ok(message.digest)
}

/// The digest of an image with this header instead of its own. Little of the image is in memory at a time.
fn hash(
    file: &PartialFile,
    header: &Header,
    digest: Digest,
    goes_on: &dyn Fn() -> bool,
) -> Result<Box<[u8]>, Error> {
    let mut hasher = digest.hasher();
    hasher.update(bytemuck::bytes_of(header));
    let mut buffer = vec![0; CHUNK];
    let (mut offset, end) = (size_of::<Header>() as u64, header.length.get());
    while offset < end {
        if !goes_on() {
            return Err(Error::Interrupted);
        }
        let chunk = &mut buffer[..usize::try_from(end - offset).unwrap_or(CHUNK).min(CHUNK)];
        file.read_at(offset, chunk)?;
        hasher.update(chunk);
        offset += chunk.len() as u64;
    }
    Ok(hasher.finalize())
}

fn wrong(problem: impl Into<SignatureError>) -> Error {
    Error::Signature { problem: problem.into() }
}
