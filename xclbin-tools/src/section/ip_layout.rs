//! IP_LAYOUT: compute units and other IP, with their register addresses.

use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::Section;
use super::array::{Array, Count, FieldError, in_field};
use crate::numbered::numbered;
use crate::{Error, SectionKind, fixed};

/// The IP of an image (`struct ip_layout` of xclbin.h).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct IpLayout {
    /// The IP, by ascending base address: the order in which XRT numbers compute units without interrupts.
    pub ips: Vec<Ip>,
}

/// A compute unit or another piece of IP (`struct ip_data`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ip {
    /// Kind of IP (`m_type`).
    pub kind: IpKind,
    /// Bits whose meaning depends on the kind (`properties`). Of a kernel: bit 0 interrupt enabled, bits 1 to 7
    /// number of the interrupt, bits 8 to 15 control protocol.
    pub properties: u32,
    /// Address of the registers, in bytes (`m_base_address`); `None` for IP without registers.
    pub base: Option<u64>,
    /// Name, of at most 63 bytes (`m_name`). XRT finds a kernel's compute units by the form `kernel:instance`.
    pub name: String,
}

numbered! {
    /// Kinds of IP (`enum IP_TYPE`).
    pub enum IpKind: u32 {
        /// A processor in the programmable logic.
        Microblaze = 0,
        /// A compute unit.
        Kernel = 1,
        /// Reader of the card's serial number.
        Dnasc = 2,
        /// Controller of DDR4 memory.
        Ddr4Controller = 3,
        /// DDR4 memory.
        MemDdr4 = 4,
        /// High-bandwidth memory.
        MemHbm = 5,
        /// High-bandwidth memory with error correction.
        MemHbmEcc = 6,
        /// A kernel on the card's processor.
        PsKernel = 7,
    }
}

numbered! {
    /// How a compute unit is started and says that it is done (`enum IP_CONTROL`).
    pub enum IpControl: u8 {
        /// Start, done, idle: one run at a time.
        ApCtrlHs = 0,
        /// As `ApCtrlHs`, with runs that overlap.
        ApCtrlChain = 1,
        /// Always running.
        ApCtrlNone = 2,
        /// Engine of a memory controller.
        ApCtrlMe = 3,
        /// Behind an adapter that queues runs.
        AccelAdapter = 4,
        /// Behind an adapter that queues runs, with descriptors.
        FastAdapter = 5,
    }
}

/// Position of the control protocol in a kernel's properties (`IP_CONTROL_SHIFT`).
const CONTROL_SHIFT: u32 = 8;

/// What the file states where IP has no registers.
const NO_BASE: u64 = u64::MAX;

impl Ip {
    /// A compute unit with registers and without an interrupt.
    pub fn compute_unit(kernel: &str, instance: &str, base: u64, control: IpControl) -> Self {
        Self {
            kind: IpKind::Kernel,
            properties: u32::from(control.number()) << CONTROL_SHIFT,
            base: Some(base),
            name: format!("{kernel}:{instance}"),
        }
    }

    /// The control protocol of a compute unit; `None` for other IP and for a protocol that is not known.
    pub fn control(&self) -> Option<IpControl> {
        let [_, control, _, _] = self.properties.to_le_bytes();
        IpControl::from_number(control).ok().filter(|_| self.kind == IpKind::Kernel)
    }
}

#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
struct RawIp {
    kind: U32,
    properties: U32,
    base: U64,
    name: [u8; 64],
}

const ARRAY: Array = Array { kind: SectionKind::IP_LAYOUT, count: Count::I32, entries_at: 8 };

impl Section for IpLayout {
    const KIND: SectionKind = ARRAY.kind;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        Ok(Self { ips: ARRAY.read(payload, decode)? })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        ARRAY.write(&self.ips, encode)
    }
}

fn decode(raw: &RawIp) -> Result<Ip, FieldError> {
    Ok(Ip {
        kind: IpKind::from_number(raw.kind.get()).map_err(in_field("m_type"))?,
        properties: raw.properties.get(),
        base: Some(raw.base.get()).filter(|&base| base != NO_BASE),
        name: fixed::read_text(&raw.name).map_err(in_field("m_name"))?.to_owned(),
    })
}

fn encode(ip: &Ip) -> Result<RawIp, FieldError> {
    Ok(RawIp {
        kind: ip.kind.number().into(),
        properties: ip.properties.into(),
        base: ip.base.unwrap_or(NO_BASE).into(),
        name: fixed::write_text(&ip.name).map_err(in_field("m_name"))?,
    })
}
