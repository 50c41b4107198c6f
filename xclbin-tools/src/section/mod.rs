//! The payloads of sections as types: one file per kind.

mod aie_partition;
mod aie_resources_bin;
mod append;
mod array;
mod bmc;
mod build_metadata;
mod bytes;
mod clock_freq_topology;
mod connectivity;
mod debug_ip_layout;
mod described;
mod digits;
mod dna_certificate;
pub mod embedded_metadata;
mod error;
mod flash;
mod forms;
mod group_connectivity;
mod group_topology;
mod ip_layout;
mod json;
mod keyvalue_metadata;
mod mcs;
mod mem_topology;
mod partition_metadata;
mod parts;
mod smartnic;
mod soft_kernel;
mod text;
mod vender_metadata;
mod xml;

pub use aie_partition::{AiePartition, AiePdi, CdoGroup};
pub use aie_partition::{AiePartitionError, PdiError};
pub use append::{appended, is_begun_by_appending};
pub use array::ArrayError;
pub use build_metadata::{BuildMetadata, GeneratedBy, PackagedBy};
pub use bytes::BytesError;
pub use clock_freq_topology::{Clock, ClockFreqTopology, ClockKind};
pub use connectivity::{Connection, Connectivity};
pub use debug_ip_layout::{DebugIp, DebugIpKind, DebugIpLayout};
pub use described::Described;
pub use dna_certificate::DnaCertificateError;
pub use error::{SectionError, ValueError};
pub use forms::{Format, Json, Loader, NamedFile, check, from_json, name_of, part, to_json, with_part};
pub use group_connectivity::GroupConnectivity;
pub use group_topology::GroupTopology;
pub use ip_layout::{Ip, IpControl, IpKind, IpLayout};
pub use keyvalue_metadata::KeyValues;
pub use mem_topology::{MemBank, MemKind, MemTopology};
pub use partition_metadata::PartitionMetadataError;
pub use parts::PartError;
pub use smartnic::{CborError, SmartnicError};
pub use xml::{XmlError, XmlSyntaxError};

pub(crate) use digits::{hex, unhex};

use crate::{Error, SectionKind};

/// A section's payload as a type.
pub trait Section: Sized {
    /// The kind of the sections that hold it.
    const KIND: SectionKind;

    /// Reads a payload.
    ///
    /// # Errors
    /// [`Error::Section`] when the bytes are not such a payload.
    fn from_bytes(payload: &[u8]) -> Result<Self, Error>;

    /// The payload that states this.
    ///
    /// # Errors
    /// [`Error::Section`] when the format, or what reads it, has no room for some value.
    fn to_bytes(&self) -> Result<Vec<u8>, Error>;
}
