//! BUILD_METADATA: JSON text that says which tools made an image.

use serde::{Deserialize, Serialize};

use super::{Section, json};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Which tools made an image.
///
/// Source: BUILD_METADATA, `{"build_metadata":{"xclbin":{"generated_by":{..},"packaged_by":{..}}}}`. Of what vendor
/// tools write there, this is the part that XRT and xclbinutil look for in every image.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct BuildMetadata {
    /// The tool that compiled and linked the kernels. XRT's emulation compares its version with Vivado's.
    pub generated_by: GeneratedBy,
    /// The tool that wrote the file.
    pub packaged_by: PackagedBy,
}

/// The tool that compiled and linked the kernels.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct GeneratedBy {
    /// The tool's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// When it ran, as text for people.
    pub time_stamp: String,
    /// Its command line after the name.
    pub options: String,
}

/// The tool that wrote the file.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct PackagedBy {
    /// The tool's name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// The commit that it was built from.
    pub hash: String,
    /// When it was built, as text for people.
    pub time_stamp: String,
}

#[derive(Serialize, Deserialize)]
struct Root {
    build_metadata: Metadata,
}

// xclbinutil refuses to describe a file whose metadata has no such node.
#[derive(Serialize, Deserialize)]
struct Metadata {
    xclbin: BuildMetadata,
}

impl Section for BuildMetadata {
    const KIND: SectionKind = SectionKind::BUILD_METADATA;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        json::read::<Root>(Self::KIND, payload).map(|root| root.build_metadata.xclbin)
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        json::write(Self::KIND, &Root { build_metadata: Metadata { xclbin: self.clone() } })
    }
}

/// The payload of a document, into which this tool writes itself as the one that put the file together.
pub(super) fn packaged(document: &Tree) -> Vec<u8> {
    let mut document = document.clone();
    let mut set = |name, text| document.set_text(&["build_metadata", "xclbin", "packaged_by", name], text);
    set("name", env!("CARGO_PKG_NAME"));
    set("version", env!("CARGO_PKG_VERSION"));
    set("hash", "");
    set("time_stamp", "");
    document.compact().into_bytes()
}
