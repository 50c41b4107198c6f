//! SHA-256 digests that tie a host program to the image that was built for it.

use std::{fmt, io};

use hmac_sha256::Hash;
use serde::{Deserialize, Serialize};

/// A SHA-256 digest, written as 64 lower-case hexadecimal digits.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Digest(String);

impl Digest {
    /// The digest of `bytes`.
    #[must_use]
    pub fn of(bytes: impl AsRef<[u8]>) -> Self {
        Self::written(&Hash::hash(bytes.as_ref()))
    }

    fn written(bytes: &[u8]) -> Self {
        Self(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
    }

    /// The digest in hexadecimal.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The first 12 digits: enough to tell two digests apart in a message.
    #[must_use]
    pub fn short(&self) -> &str {
        self.0.get(..12).unwrap_or(&self.0)
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Takes a digest of what is written to it, for bytes that are not in memory at once.
#[derive(Clone, Default)]
pub struct Hasher(Hash);

impl fmt::Debug for Hasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Hasher")
    }
}

impl Hasher {
    /// The digest of all that was written.
    #[must_use]
    pub fn digest(self) -> Digest {
        Digest::written(&self.0.finalize())
    }
}

impl io::Write for Hasher {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn is_sha256() {
        let digest = Digest::of("abc");
        assert_eq!(digest.as_str(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(digest.short(), "ba7816bf8f01");
        let mut hasher = Hasher::default();
        io::Write::write_all(&mut hasher, b"a").unwrap();
        io::Write::write_all(&mut hasher, b"bc").unwrap();
        assert_eq!(hasher.digest(), digest);
    }
}
