//! The message that a signature is: CMS (RFC 5652), the successor of PKCS7, apart from what it signs.

use der::asn1::{OctetString, SetOfVec};
use der::{Any, Decode as _, Encode as _};
use rsa::pkcs1::ALGORITHM_OID as RSA;
use sha2::digest::const_oid::ObjectIdentifier;
use x509_cert::Certificate as X509;
use x509_cert::ext::pkix::SubjectKeyIdentifier;
use x509_cert::spki::AlgorithmIdentifierOwned;

use super::cms::{
    ContentInfo, EncapsulatedContentInfo, IssuerAndSerialNumber, SignedAttributes, SignedData,
    SignerIdentifier, SignerInfo, Version,
};
use super::{Certificate, Digest, MessageError, Signer};

/// `id-data` of RFC 5652: what is signed is plain bytes.
const DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.1");
/// `id-signedData`.
const SIGNED_DATA: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.7.2");
/// `id-contentType`, an attribute.
const CONTENT_TYPE: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.3");
/// `id-messageDigest`, an attribute.
const MESSAGE_DIGEST: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.4");

/// The message for bytes with this digest: with one signer, without certificates and attributes, in DER.
pub(super) fn make(signer: &Signer, digest: Digest, hash: &[u8]) -> Result<Vec<u8>, MessageError> {
    let signature = signer.key.sign(digest.padding(), hash);
    let signature =
        signature.map_err(|problem| MessageError::Unsignable { digest: digest.name(), problem })?;
    encode(&signer.certificate.x509, digest, signature).map_err(MessageError::Encoding)
}

fn encode(certificate: &X509, digest: Digest, signature: Vec<u8>) -> der::Result<Vec<u8>> {
    let certificate = certificate.tbs_certificate();
    let digest_alg = AlgorithmIdentifierOwned { oid: digest.oid(), parameters: None };
    let info = SignerInfo {
        version: Version::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
            issuer: certificate.issuer().clone(),
            serial_number: certificate.serial_number().clone(),
        }),
        digest_alg: digest_alg.clone(),
        signed_attrs: None,
        signature_algorithm: AlgorithmIdentifierOwned { oid: RSA, parameters: Some(Any::null()) },
        signature: OctetString::new(signature)?,
        unsigned_attrs: None,
    };
    let data = SignedData {
        version: Version::V1,
        digest_algorithms: SetOfVec::try_from(vec![digest_alg])?,
        encap_content_info: EncapsulatedContentInfo { content_type: DATA, content: None },
        certificates: None,
        crls: None,
        signer_infos: SetOfVec::try_from(vec![Any::encode_from(&info)?])?,
    };
    ContentInfo { content_type: SIGNED_DATA, content: Any::encode_from(&data)? }.to_der()
}

/// What one signer of a message states.
pub(super) struct Message {
    info: SignerInfo,
    /// What is digested how.
    pub digest: Digest,
}

impl Message {
    /// Reads a message, and finds the signer in it whom a certificate names.
    pub(super) fn read(bytes: &[u8], certificate: &Certificate) -> Result<Self, MessageError> {
        let content = ContentInfo::from_der(bytes).map_err(MessageError::NoCms)?;
        if content.content_type != SIGNED_DATA {
            return Err(MessageError::NoSignedData { oid: content.content_type });
        }
        let data: SignedData = content.content.decode_as().map_err(MessageError::SignedData)?;
        if data.encap_content_info.content_type != DATA {
            return Err(MessageError::NoPlainBytes { oid: data.encap_content_info.content_type });
        }
        if data.encap_content_info.content.is_some() {
            return Err(MessageError::OwnBytes);
        }
        let signers = data.signer_infos.iter().map(Any::decode_as);
        let signers: Vec<SignerInfo> = signers.collect::<Result<_, _>>().map_err(MessageError::SignedData)?;
        let names: Vec<String> = signers.iter().map(|info| name(&info.sid)).collect();
        let info = signers
            .into_iter()
            .find(|info| is_of(&info.sid, &certificate.x509))
            .ok_or_else(|| MessageError::OtherSigner { signers: names.clone() })?;
        let digest = Digest::of_oid(info.digest_alg.oid)?;
        if !data.digest_algorithms.iter().any(|algorithm| algorithm.oid == digest.oid()) {
            return Err(MessageError::UnlistedDigest { digest: digest.name() });
        }
        let algorithm = info.signature_algorithm.oid;
        let plain = [&info.digest_alg, &info.signature_algorithm].into_iter().all(is_without_parameters);
        if algorithm != RSA && algorithm != digest.with_rsa() || !plain {
            return Err(MessageError::Algorithm { oid: algorithm });
        }
        Ok(Self { info, digest })
    }

    /// Checks that the message signs bytes with this digest.
    pub(super) fn check(&self, certificate: &Certificate, hash: &[u8]) -> Result<(), MessageError> {
        let signed = match &self.info.signed_attrs {
            None => hash.to_vec(),
            Some(attributes) => {
                if attribute(attributes, MESSAGE_DIGEST)?.value() != hash {
                    return Err(MessageError::Changed);
                }
                if attribute(attributes, CONTENT_TYPE)?.decode_as::<ObjectIdentifier>().ok() != Some(DATA) {
                    return Err(MessageError::ContentType);
                }
                let bytes = attributes.to_der().map_err(MessageError::Attributes)?;
                let mut hasher = self.digest.hasher();
                hasher.update(&bytes);
                hasher.finalize().into_vec()
            }
        };
        let signature = self.info.signature.as_bytes();
        certificate.key.verify(self.digest.padding(), &signed, signature).map_err(|_| {
            match self.info.signed_attrs {
                None => MessageError::ChangedOrOtherKey,
                Some(_) => MessageError::OtherKey,
            }
        })
    }
}

/// The only value of an attribute that must be there once.
fn attribute(attributes: &SignedAttributes, oid: ObjectIdentifier) -> Result<&Any, MessageError> {
    let mut found = attributes.iter().filter(|attribute| attribute.oid == oid);
    let values = match (found.next(), found.next()) {
        (Some(attribute), None) => attribute.values.as_slice(),
        _ => &[],
    };
    match values {
        [value] => Ok(value),
        _ => Err(MessageError::Attribute { oid }),
    }
}

/// Parameters that are absent and those that are null say the same (RFC 5754, 2).
fn is_without_parameters(algorithm: &AlgorithmIdentifierOwned) -> bool {
    algorithm.parameters.as_ref().is_none_or(|parameters| *parameters == Any::null())
}

fn is_of(signer: &SignerIdentifier, certificate: &X509) -> bool {
    let certificate = certificate.tbs_certificate();
    match signer {
        SignerIdentifier::IssuerAndSerialNumber(name) => {
            name.issuer == *certificate.issuer() && name.serial_number == *certificate.serial_number()
        }
        SignerIdentifier::SubjectKeyIdentifier(key) => {
            let own = certificate.get_extension::<SubjectKeyIdentifier>();
            own.ok().flatten().is_some_and(|(_, own)| own == *key)
        }
    }
}

fn name(signer: &SignerIdentifier) -> String {
    match signer {
        SignerIdentifier::IssuerAndSerialNumber(name) => {
            format!("number {} of `{}`", name.serial_number, name.issuer)
        }
        SignerIdentifier::SubjectKeyIdentifier(key) => {
            format!("the key {}", crate::section::hex(key.0.as_bytes()))
        }
    }
}
