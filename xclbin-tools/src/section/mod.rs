//! The payloads of sections as types: one file per kind.

mod array;
mod build_metadata;
mod clock_freq_topology;
mod connectivity;
pub mod embedded_metadata;
mod ip_layout;
mod json;
mod keyvalue_metadata;
mod mem_topology;
mod xml;

pub use build_metadata::{BuildMetadata, GeneratedBy, PackagedBy};
pub use clock_freq_topology::{Clock, ClockFreqTopology, ClockKind};
pub use connectivity::{Connection, Connectivity};
pub use ip_layout::{Ip, IpControl, IpKind, IpLayout};
pub use keyvalue_metadata::KeyValues;
pub use mem_topology::{MemBank, MemKind, MemTopology};

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
