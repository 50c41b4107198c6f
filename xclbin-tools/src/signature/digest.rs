//! The digests that images are signed by.

use super::MessageError;
use rsa::Pkcs1v15Sign;
use sha2::digest::DynDigest;
use sha2::digest::const_oid::{AssociatedOid, ObjectIdentifier};
use sha2::{Sha256, Sha384, Sha512};

/// What an image is digested with before it is signed. Weaker ones than these are refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Digest {
    /// SHA-256.
    Sha256,
    /// SHA-384.
    Sha384,
    /// SHA-512, the default of xclbinutil.
    #[default]
    Sha512,
}

/// No digest that images are signed by has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("`{name}` is none of the digests that images are signed by: {}", Digest::ALL.map(Digest::name).join(", "))]
pub struct UnknownDigest {
    /// The name.
    pub name: String,
}

impl Digest {
    const ALL: [Self; 3] = [Self::Sha256, Self::Sha384, Self::Sha512];

    /// The digest of a name in any case, as OpenSSL spells it.
    ///
    /// # Errors
    /// When there is no such digest; the message lists those that there are.
    pub fn named(name: &str) -> Result<Self, UnknownDigest> {
        let found = Self::ALL.into_iter().find(|digest| digest.name().eq_ignore_ascii_case(name));
        found.ok_or_else(|| UnknownDigest { name: name.to_owned() })
    }

    /// Its name, as OpenSSL spells it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Sha256 => "sha256",
            Self::Sha384 => "sha384",
            Self::Sha512 => "sha512",
        }
    }

    /// The digest that a signature names.
    pub(super) fn of_oid(oid: ObjectIdentifier) -> Result<Self, MessageError> {
        let found = Self::ALL.into_iter().find(|digest| digest.oid() == oid);
        found.ok_or_else(|| MessageError::Digest { oid, known: Self::ALL.map(Self::name) })
    }

    pub(super) fn oid(self) -> ObjectIdentifier {
        match self {
            Self::Sha256 => Sha256::OID,
            Self::Sha384 => Sha384::OID,
            Self::Sha512 => Sha512::OID,
        }
    }

    /// The name of RSA with this digest, which some tools write instead of that of RSA alone (RFC 8017, A.2.4).
    pub(super) const fn with_rsa(self) -> ObjectIdentifier {
        ObjectIdentifier::new_unwrap(match self {
            Self::Sha256 => "1.2.840.113549.1.1.11",
            Self::Sha384 => "1.2.840.113549.1.1.12",
            Self::Sha512 => "1.2.840.113549.1.1.13",
        })
    }

    pub(super) fn hasher(self) -> Box<dyn DynDigest> {
        match self {
            Self::Sha256 => Box::<Sha256>::default(),
            Self::Sha384 => Box::<Sha384>::default(),
            Self::Sha512 => Box::<Sha512>::default(),
        }
    }

    /// How the digest is padded before RSA.
    pub(super) fn padding(self) -> Pkcs1v15Sign {
        match self {
            Self::Sha256 => Pkcs1v15Sign::new::<Sha256>(),
            Self::Sha384 => Pkcs1v15Sign::new::<Sha384>(),
            Self::Sha512 => Pkcs1v15Sign::new::<Sha512>(),
        }
    }
}
