//! Certificates and private keys, from files.

use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use der::{Decode as _, DecodePem as _, Encode as _};
use rsa::pkcs1::DecodeRsaPrivateKey as _;
use rsa::pkcs8::DecodePrivateKey as _;
use rsa::{PrivateKey, PublicKey};
use x509_cert::Certificate as X509;
use x509_cert::spki::SubjectPublicKeyInfoRef;

use super::CredentialError;
use crate::{Error, file};

/// Who signed an image: a certificate with an RSA key.
#[derive(Clone, Debug)]
pub struct Certificate {
    pub(super) x509: X509,
    pub(super) key: PublicKey,
}

impl Certificate {
    /// Reads a certificate in PEM or DER.
    ///
    /// # Errors
    /// [`Error::Io`] when the file cannot be read, [`Error::File`] when it is no certificate, or its key is not one of
    /// RSA.
    pub fn read(path: &Path) -> Result<Self, Error> {
        Self::parse(&file::read(path)?).map_err(|problem| wrong(problem, path))
    }

    fn parse(bytes: &[u8]) -> Result<Self, CredentialError> {
        let parsed = if is_pem(bytes) { X509::from_pem(bytes) } else { X509::from_der(bytes) };
        let x509 = parsed.map_err(CredentialError::NoCertificate)?;
        let key = x509.tbs_certificate().subject_public_key_info().to_der();
        let key = key.map_err(CredentialError::CertificateKey)?;
        let key = SubjectPublicKeyInfoRef::from_der(&key).map_err(CredentialError::CertificateKey)?;
        let key = PublicKey::try_from(key).map_err(CredentialError::NoRsaCertificate)?;
        Ok(Self { x509, key })
    }

    /// That the certificate is valid at a time.
    pub(super) fn check_time(&self, now: SystemTime) -> Result<(), CredentialError> {
        let validity = self.x509.tbs_certificate().validity();
        let (from, to) = (validity.not_before, validity.not_after);
        let now = now.duration_since(UNIX_EPOCH).unwrap_or_default();
        if now < from.to_unix_duration() {
            return Err(CredentialError::NotYetValid { from });
        }
        if now > to.to_unix_duration() {
            return Err(CredentialError::Expired { to });
        }
        Ok(())
    }
}

/// What images are signed with: a certificate and its private key.
#[derive(Clone, Debug)]
pub struct Signer {
    pub(super) certificate: Certificate,
    pub(super) key: PrivateKey,
}

impl Signer {
    /// Reads a private key in PEM, and its certificate in PEM or DER.
    ///
    /// # Errors
    /// [`Error::Io`] when a file cannot be read, [`Error::File`] when it does not hold what it should, or the key is not
    /// that of the certificate.
    pub fn read(key: &Path, certificate: &Path) -> Result<Self, Error> {
        let private = private_key(&file::read(key)?).map_err(|problem| wrong(problem, key))?;
        let signer = Self { certificate: Certificate::read(certificate)?, key: private };
        if PublicKey::from(&signer.key) != signer.certificate.key {
            return Err(wrong(
                CredentialError::OtherCertificate { certificate: certificate.to_owned() },
                key,
            ));
        }
        Ok(signer)
    }
}

fn private_key(bytes: &[u8]) -> Result<PrivateKey, CredentialError> {
    let text = std::str::from_utf8(bytes).ok().filter(|_| is_pem(bytes));
    let text = text.ok_or(CredentialError::NoPem)?;
    if text.contains("BEGIN ENCRYPTED PRIVATE KEY") || text.contains("Proc-Type: 4,ENCRYPTED") {
        return Err(CredentialError::Encrypted);
    }
    if text.contains("BEGIN RSA PRIVATE KEY") {
        PrivateKey::from_pkcs1_pem(text).map_err(CredentialError::NoPkcs1)
    } else {
        PrivateKey::from_pkcs8_pem(text).map_err(CredentialError::NoPkcs8)
    }
}

fn wrong(problem: CredentialError, path: &Path) -> Error {
    Error::Signature { problem: problem.into() }.in_file(path)
}

fn is_pem(bytes: &[u8]) -> bool {
    bytes.windows(MARK.len()).any(|window| window == MARK)
}

/// What a block of PEM begins with.
const MARK: &[u8] = b"-----BEGIN ";
