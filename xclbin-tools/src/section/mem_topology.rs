//! MEM_TOPOLOGY: the memory banks that buffers can lie in.

use bytemuck::{Pod, Zeroable};

use super::array::{self, Array, Count, FieldError, in_field};
use super::described::{Described, name_of, named};
use super::{Section, SectionError, ValueError};
use crate::endian::little::U64;
use crate::numbered::numbered;
use crate::tree::Tree;
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

#[derive(Clone, Copy, Pod, Zeroable)]
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

/// The names of kinds in JSON.
const KINDS: [(MemKind, &str); 12] = [
    (MemKind::Ddr3, "MEM_DDR3"),
    (MemKind::Ddr4, "MEM_DDR4"),
    (MemKind::Dram, "MEM_DRAM"),
    (MemKind::Streaming, "MEM_STREAMING"),
    (MemKind::PreallocatedGlob, "MEM_PREALLOCATED_GLOB"),
    (MemKind::Are, "MEM_ARE"),
    (MemKind::Hbm, "MEM_HBM"),
    (MemKind::Bram, "MEM_BRAM"),
    (MemKind::Uram, "MEM_URAM"),
    (MemKind::StreamingConnection, "MEM_STREAMING_CONNECTION"),
    (MemKind::Host, "MEM_HOST"),
    (MemKind::PsKernel, "MEM_PS_KERNEL"),
];

impl Described for MemTopology {
    const NODE: &'static str = "mem_topology";

    fn to_tree(&self) -> Tree {
        array::to_tree("m_mem_data", &self.banks, |bank| {
            Tree::new()
                .with_text("m_type", name_of(&KINDS, bank.kind))
                .with_text("m_used", u8::from(bank.used))
                .with_hex("m_sizeKB", bank.size_kib)
                .with_text("m_tag", &bank.tag)
                .with_hex("m_base_address", bank.base)
        })
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        Ok(Self { banks: array::from_tree(tree, "m_mem_data", bank)? })
    }
}

fn bank(tree: &Tree) -> Result<MemBank, SectionError> {
    let kind = named(&KINDS, tree, "m_type")?;
    // The other end of a stream has neither.
    let (size_kib, base) = match kind {
        MemKind::StreamingConnection => (0, 0),
        _ => (size_kib(tree)?, tree.number("m_base_address")?),
    };
    let used = tree.number::<u8>("m_used")? != 0;
    Ok(MemBank { kind, used, size_kib, base, tag: tree.required_text("m_tag")?.to_owned() })
}

/// The size in KiB, which JSON states so or in bytes.
fn size_kib(tree: &Tree) -> Result<u64, SectionError> {
    if tree.get("m_size").is_none() {
        return Ok(tree.number_or("m_sizeKB", 0)?);
    }
    if tree.get("m_sizeKB").is_some() {
        return Err(ValueError::TwoSizes.into());
    }
    let bytes: u64 = tree.number("m_size")?;
    if bytes.is_multiple_of(1024) { Ok(bytes / 1024) } else { Err(ValueError::NotKib { bytes }.into()) }
}
