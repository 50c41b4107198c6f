//! MEM_TOPOLOGY: the memory banks that buffers can lie in.

use zerocopy::little_endian::U64;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::Section;
use super::array::{Array, Count, FieldError, in_field};
use crate::numbered::numbered;
use crate::{Error, SectionKind, fixed};

/// The memory banks (`struct mem_topology` of xclbin.h).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MemTopology {
    /// The banks. Their positions are what [`Connection::mem_data_index`](super::Connection) refers to.
    pub banks: Vec<MemBank>,
}

/// A memory bank, or the end of a stream (`struct mem_data`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemBank {
    /// Kind of memory (`m_type`).
    pub kind: MemKind,
    /// Whether a kernel uses it (`m_used`). XRT allocates no buffer in a bank that is unused.
    pub used: bool,
    /// Size in KiB (`m_size`); a stream's route (`route_id`).
    pub size_kib: u64,
    /// First device address, in bytes (`m_base_address`); a stream's flow (`flow_id`).
    pub base: u64,
    /// Name, of at most 15 bytes: `DDR[1]` (`m_tag`).
    pub tag: String,
}

numbered! {
    /// Kinds of memory (`enum MEM_TYPE`).
    pub enum MemKind: u8 {
        /// DDR3 DRAM.
        Ddr3 = 0,
        /// DDR4 DRAM.
        Ddr4 = 1,
        /// DRAM of another kind.
        Dram = 2,
        /// A stream to or from the host.
        Streaming = 3,
        /// Memory in the programmable logic, allocated ahead.
        PreallocatedGlob = 4,
        /// Memory behind an Aurora link.
        Are = 5,
        /// A pseudo-channel of high-bandwidth memory.
        Hbm = 6,
        /// Block RAM.
        Bram = 7,
        /// Ultra RAM.
        Uram = 8,
        /// A stream between kernels.
        StreamingConnection = 9,
        /// Memory of the host.
        Host = 10,
        /// Memory of a kernel on the card's processor.
        PsKernel = 11,
    }
}

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct RawBank {
    kind: u8,
    used: u8,
    padding: [u8; 6],
    size: U64,
    base: U64,
    tag: [u8; 16],
}

const ARRAY: Array = Array { kind: SectionKind::MEM_TOPOLOGY, count: Count::I32, entries_at: 8 };

impl Section for MemTopology {
    const KIND: SectionKind = ARRAY.kind;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        Ok(Self { banks: ARRAY.read(payload, decode)? })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        ARRAY.write(&self.banks, encode)
    }
}

fn decode(raw: &RawBank) -> Result<MemBank, FieldError> {
    Ok(MemBank {
        kind: MemKind::from_number(raw.kind).map_err(in_field("m_type"))?,
        used: raw.used != 0,
        size_kib: raw.size.get(),
        base: raw.base.get(),
        tag: fixed::read_text(&raw.tag).map_err(in_field("m_tag"))?.to_owned(),
    })
}

fn encode(bank: &MemBank) -> Result<RawBank, FieldError> {
    Ok(RawBank {
        kind: bank.kind.number(),
        used: bank.used.into(),
        padding: [0; 6],
        size: bank.size_kib.into(),
        base: bank.base.into(),
        tag: fixed::write_text(&bank.tag).map_err(in_field("m_tag"))?,
    })
}
