//! The structures of a signature as ASN.1 has them: the part of CMS (RFC 5652) that messages apart from their content use.

use der::asn1::{ObjectIdentifier, OctetString, SetOfVec};
use der::{Any, Choice, Enumerated, Sequence};
use x509_cert::attr::Attribute;
use x509_cert::ext::pkix::SubjectKeyIdentifier;
use x509_cert::name::Name;
use x509_cert::serial_number::SerialNumber;
use x509_cert::spki::AlgorithmIdentifierOwned;

/// `CMSVersion` (section 10.2.5).
#[derive(Clone, Copy, Enumerated)]
#[asn1(type = "INTEGER")]
#[repr(u8)]
pub(super) enum Version {
    V0 = 0,
    V1 = 1,
    V2 = 2,
    V3 = 3,
    V4 = 4,
    V5 = 5,
}

/// `ContentInfo` (section 3).
#[derive(Sequence)]
pub(super) struct ContentInfo {
    pub content_type: ObjectIdentifier,
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT")]
    pub content: Any,
}

/// `SignedData` (section 5.1). Certificates and revocation lists are not looked at.
#[derive(Sequence)]
pub(super) struct SignedData {
    pub version: Version,
    pub digest_algorithms: SetOfVec<AlgorithmIdentifierOwned>,
    pub encap_content_info: EncapsulatedContentInfo,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", optional = "true")]
    pub certificates: Option<SetOfVec<Any>>,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", optional = "true")]
    pub crls: Option<SetOfVec<Any>>,
    /// Each is a [`SignerInfo`].
    pub signer_infos: SetOfVec<Any>,
}

/// `EncapsulatedContentInfo` (section 5.2).
#[derive(Sequence)]
pub(super) struct EncapsulatedContentInfo {
    pub content_type: ObjectIdentifier,
    #[asn1(context_specific = "0", tag_mode = "EXPLICIT", optional = "true")]
    pub content: Option<Any>,
}

/// `SignedAttributes` (section 5.3).
pub(super) type SignedAttributes = SetOfVec<Attribute>;

/// `SignerInfo` (section 5.3).
#[derive(Sequence)]
pub(super) struct SignerInfo {
    pub version: Version,
    pub sid: SignerIdentifier,
    pub digest_alg: AlgorithmIdentifierOwned,
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT", optional = "true")]
    pub signed_attrs: Option<SignedAttributes>,
    pub signature_algorithm: AlgorithmIdentifierOwned,
    pub signature: OctetString,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", optional = "true")]
    pub unsigned_attrs: Option<SetOfVec<Attribute>>,
}

/// `SignerIdentifier` (section 5.3).
#[derive(Choice)]
pub(super) enum SignerIdentifier {
    IssuerAndSerialNumber(IssuerAndSerialNumber),
    #[asn1(context_specific = "0", tag_mode = "IMPLICIT")]
    SubjectKeyIdentifier(SubjectKeyIdentifier),
}

/// `IssuerAndSerialNumber` (section 10.2.4).
#[derive(Sequence)]
pub(super) struct IssuerAndSerialNumber {
    pub issuer: Name,
    pub serial_number: SerialNumber,
}
