//! What can be wrong with keys, certificates and signatures.

use std::path::PathBuf;

use sha2::digest::const_oid::ObjectIdentifier;
use x509_cert::spki;
use x509_cert::time::Time;

/// A key or a certificate is wrong.
#[derive(Debug, thiserror::Error)]
pub enum CredentialError {
    /// A file is no certificate.
    #[error("this is no certificate in PEM or DER: {0}")]
    NoCertificate(der::Error),
    /// The key of a certificate is damaged.
    #[error("the certificate's key: {0}")]
    CertificateKey(der::Error),
    /// The key of a certificate is of another algorithm.
    #[error("the certificate's key is not one of RSA: {0}")]
    NoRsaCertificate(spki::Error),
    /// A certificate will be valid later.
    #[error("the certificate is not valid before {from}")]
    NotYetValid {
        /// From when on.
        from: Time,
    },
    /// A certificate was valid earlier.
    #[error("the certificate has expired: it was valid until {to}")]
    Expired {
        /// Until when.
        to: Time,
    },
    /// A private key belongs to another certificate.
    #[error("the private key does not fit the certificate {}", certificate.display())]
    OtherCertificate {
        /// The file of the certificate.
        certificate: PathBuf,
    },
    /// A file is no private key.
    #[error("this is no private key in PEM")]
    NoPem,
    /// A private key has a password.
    #[error("the private key is encrypted: `openssl pkey -in KEY -out PLAIN` decrypts it")]
    Encrypted,
    /// A private key in PKCS #1 is damaged.
    #[error("this is no private key of RSA: {0}")]
    NoPkcs1(rsa::pkcs1::Error),
    /// A private key in PKCS #8 is damaged, or of another algorithm.
    #[error("this is no private key of RSA: {0}")]
    NoPkcs8(rsa::pkcs8::Error),
}

/// A signature cannot be made, is damaged, or does not hold.
#[derive(Debug, thiserror::Error)]
pub enum MessageError {
    /// The key is too short for the digest.
    #[error("the key cannot sign a {digest}: {problem}")]
    Unsignable {
        /// The name of the digest.
        digest: &'static str,
        /// Why not.
        problem: rsa::Error,
    },
    /// The message cannot be encoded.
    #[error("{0}")]
    Encoding(der::Error),
    /// The bytes are no message.
    #[error("it is no CMS: {0}")]
    NoCms(der::Error),
    /// The message is no signature.
    #[error("it is CMS of type {oid}, not of signed data")]
    NoSignedData {
        /// The type.
        oid: ObjectIdentifier,
    },
    /// The signed data are damaged.
    #[error("its signed data: {0}")]
    SignedData(der::Error),
    /// The message signs something of a type of its own.
    #[error("it does not sign plain bytes, but {oid}")]
    NoPlainBytes {
        /// The type.
        oid: ObjectIdentifier,
    },
    /// The message has what it signs in itself.
    #[error("it signs bytes of its own, not the image")]
    OwnBytes,
    /// The message is of somebody else.
    #[error("it is not of this certificate, but of {}", if signers.is_empty() { "nobody".to_owned() } else { signers.join(" and ") })]
    OtherSigner {
        /// Whose it is.
        signers: Vec<String>,
    },
    /// Images are not signed by the digest.
    #[error("its digest, {oid}, is none of {}", known.join(", "))]
    Digest {
        /// The digest.
        oid: ObjectIdentifier,
        /// The digests that images are signed by.
        known: [&'static str; 3],
    },
    /// The message does not state its digest where it must.
    #[error("it does not list {digest}, the digest of its signer")]
    UnlistedDigest {
        /// The name of the digest.
        digest: &'static str,
    },
    /// Images are not signed by the algorithm.
    #[error("its algorithm, {oid}, is not RSA with PKCS #1 v1.5")]
    Algorithm {
        /// The algorithm.
        oid: ObjectIdentifier,
    },
    /// The image is another one.
    #[error("it does not fit: the image was changed after it was signed")]
    Changed,
    /// The image or the key is another one.
    #[error("it does not fit: the image was changed after it was signed, or with another key")]
    ChangedOrOtherKey,
    /// The key is another one.
    #[error("it does not fit the certificate's key")]
    OtherKey,
    /// The signed attributes state another type.
    #[error("its attributes do not say that it signs plain bytes")]
    ContentType,
    /// The signed attributes cannot be encoded.
    #[error("its attributes: {0}")]
    Attributes(der::Error),
    /// A signed attribute is missing, or there several times.
    #[error("its attributes do not have {oid} once")]
    Attribute {
        /// The attribute.
        oid: ObjectIdentifier,
    },
}
