//! DEBUG_IP_LAYOUT: debug and profiling IP.

use bytemuck::{Pod, Zeroable};

use super::array::{self, Array, Count, FieldError, in_field};
use super::described::{Described, name_of, named};
use super::{Section, SectionError};
use crate::endian::little::U64;
use crate::numbered::numbered;
use crate::tree::Tree;
use crate::{Error, SectionKind, fixed};

/// The debug and profiling IP of an image (`struct debug_ip_layout` of xclbin.h).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct DebugIpLayout {
    /// The IP.
    pub ips: Vec<DebugIp>,
}

/// A piece of debug IP (`struct debug_ip_data`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DebugIp {
    /// Kind of IP (`m_type`).
    pub kind: DebugIpKind,
    /// What it is attached to (`m_index_lowbyte`, `m_index_highbyte`).
    pub index: u16,
    /// Bits whose meaning depends on the kind (`m_properties`).
    pub properties: u8,
    /// Major and minor version (`m_major`, `m_minor`).
    pub version: (u8, u8),
    /// Address of the registers, in bytes (`m_base_address`).
    pub base: u64,
    /// Name, of at most 127 bytes (`m_name`).
    pub name: String,
}

numbered! {
    /// Kinds of debug IP (`enum DEBUG_IP_TYPE`).
    pub enum DebugIpKind: u8 {
        /// Not stated.
        Undefined = 0,
        /// Checker of the AXI protocol.
        Lapc = 1,
        /// Logic analyser.
        Ila = 2,
        /// Monitor of a memory-mapped port.
        AxiMmMonitor = 3,
        /// Funnel for traces.
        AxiTraceFunnel = 4,
        /// Queue of traces behind AXI Lite.
        AxiMonitorFifoLite = 5,
        /// Queue of traces behind AXI.
        AxiMonitorFifoFull = 6,
        /// Monitor of a compute unit.
        AccelMonitor = 7,
        /// Monitor of a stream.
        AxiStreamMonitor = 8,
        /// Checker of a stream's protocol.
        AxiStreamProtocolChecker = 9,
        /// Writer of traces to memory.
        TraceS2mm = 10,
        /// Direct memory access.
        AxiDma = 11,
        /// Writer of traces to memory, behind AXI.
        TraceS2mmFull = 12,
        /// Network on chip.
        AxiNoc = 13,
        /// Detector of deadlocks.
        AccelDeadlockDetector = 14,
        /// Traces through the high-speed debug port.
        HsdpTrace = 15,
    }
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawDebugIp {
    kind: u8,
    index_low: u8,
    properties: u8,
    major: u8,
    minor: u8,
    index_high: u8,
    reserved: [u8; 2],
    base: U64,
    name: [u8; 128],
}

const ARRAY: Array = Array { kind: SectionKind::DEBUG_IP_LAYOUT, count: Count::U16, entries_at: 8 };

impl Section for DebugIpLayout {
    const KIND: SectionKind = ARRAY.kind;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        Ok(Self { ips: ARRAY.read(payload, decode)? })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        ARRAY.write(&self.ips, encode)
    }
}

fn decode(raw: &RawDebugIp) -> Result<DebugIp, FieldError> {
    Ok(DebugIp {
        kind: DebugIpKind::from_number(raw.kind).map_err(in_field("m_type"))?,
        index: u16::from_le_bytes([raw.index_low, raw.index_high]),
        properties: raw.properties,
        version: (raw.major, raw.minor),
        base: raw.base.get(),
        name: fixed::read_text(&raw.name).map_err(in_field("m_name"))?.to_owned(),
    })
}

fn encode(ip: &DebugIp) -> Result<RawDebugIp, FieldError> {
    let [index_low, index_high] = ip.index.to_le_bytes();
    Ok(RawDebugIp {
        kind: ip.kind.number(),
        index_low,
        properties: ip.properties,
        major: ip.version.0,
        minor: ip.version.1,
        index_high,
        reserved: [0; 2],
        base: ip.base.into(),
        name: fixed::write_text(&ip.name).map_err(in_field("m_name"))?,
    })
}

/// The names of kinds in JSON.
const KINDS: [(DebugIpKind, &str); 16] = [
    (DebugIpKind::Undefined, "UNDEFINED"),
    (DebugIpKind::Lapc, "LAPC"),
    (DebugIpKind::Ila, "ILA"),
    (DebugIpKind::AxiMmMonitor, "AXI_MM_MONITOR"),
    (DebugIpKind::AxiTraceFunnel, "AXI_TRACE_FUNNEL"),
    (DebugIpKind::AxiMonitorFifoLite, "AXI_MONITOR_FIFO_LITE"),
    (DebugIpKind::AxiMonitorFifoFull, "AXI_MONITOR_FIFO_FULL"),
    (DebugIpKind::AccelMonitor, "ACCEL_MONITOR"),
    (DebugIpKind::AxiStreamMonitor, "AXI_STREAM_MONITOR"),
    (DebugIpKind::AxiStreamProtocolChecker, "AXI_STREAM_PROTOCOL_CHECKER"),
    (DebugIpKind::TraceS2mm, "TRACE_S2MM"),
    (DebugIpKind::AxiDma, "AXI_DMA"),
    (DebugIpKind::TraceS2mmFull, "TRACE_S2MM_FULL"),
    (DebugIpKind::AxiNoc, "AXI_NOC"),
    (DebugIpKind::AccelDeadlockDetector, "ACCEL_DEADLOCK_DETECTOR"),
    (DebugIpKind::HsdpTrace, "HSDP_TRACE"),
];

impl Described for DebugIpLayout {
    const NODE: &'static str = "debug_ip_layout";

    fn to_tree(&self) -> Tree {
        array::to_tree("m_debug_ip_data", &self.ips, |ip| {
            Tree::new()
                .with_text("m_type", name_of(&KINDS, ip.kind))
                .with_text("m_index", ip.index)
                .with_text("m_properties", ip.properties)
                .with_text("m_major", ip.version.0)
                .with_text("m_minor", ip.version.1)
                .with_hex("m_base_address", ip.base)
                .with_text("m_name", &ip.name)
        })
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        let ip = |tree: &Tree| {
            Ok(DebugIp {
                kind: named(&KINDS, tree, "m_type")?,
                index: tree.number("m_index")?,
                properties: tree.number("m_properties")?,
                version: (tree.number_or("m_major", 0)?, tree.number_or("m_minor", 0)?),
                base: tree.number("m_base_address")?,
                name: tree.required_text("m_name")?.to_owned(),
            })
        };
        Ok(Self { ips: array::from_tree(tree, "m_debug_ip_data", ip)? })
    }
}
