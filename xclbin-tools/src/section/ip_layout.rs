//! IP_LAYOUT: compute units and other IP, with their register addresses.

use bytemuck::{Pod, Zeroable};

use super::array::{self, Array, Count, FieldError, in_field};
use super::described::{Described, name_of, named};
use super::{Section, SectionError, ValueError};
use crate::endian::little::{U32, U64};
use crate::numbered::numbered;
use crate::tree::{Tree, number};
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

    /// A compute unit that nobody starts: it has no registers.
    pub fn free_running(kernel: &str, instance: &str) -> Self {
        Self { base: None, ..Self::compute_unit(kernel, instance, NO_BASE, IpControl::ApCtrlNone) }
    }

    /// The control protocol of a compute unit; `None` for other IP and for a protocol that is not known.
    pub fn control(&self) -> Option<IpControl> {
        let [_, control, _, _] = self.properties.to_le_bytes();
        IpControl::from_number(control).ok().filter(|_| self.kind == IpKind::Kernel)
    }

    /// The number by which the images of a partition of AI engines refer to a kernel (`m_kernel_id`); `None` for other IP.
    pub fn dpu_kernel_id(&self) -> Option<u16> {
        let is_dpu = self.kind == IpKind::PsKernel && self.properties & 3 == DPU;
        is_dpu.then_some((self.properties >> 16 & 0xFFF) as u16)
    }
}

#[derive(Clone, Copy, Pod, Zeroable)]
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

/// The names of kinds in JSON.
const KINDS: [(IpKind, &str); 8] = [
    (IpKind::Microblaze, "IP_MB"),
    (IpKind::Kernel, "IP_KERNEL"),
    (IpKind::Dnasc, "IP_DNASC"),
    (IpKind::Ddr4Controller, "IP_DDR4_CONTROLLER"),
    (IpKind::MemDdr4, "IP_MEM_DDR4"),
    (IpKind::MemHbm, "IP_MEM_HBM"),
    (IpKind::MemHbmEcc, "IP_MEM_HBM_ECC"),
    (IpKind::PsKernel, "IP_PS_KERNEL"),
];

/// The names of control protocols in JSON.
const CONTROLS: [(IpControl, &str); 6] = [
    (IpControl::ApCtrlHs, "AP_CTRL_HS"),
    (IpControl::ApCtrlChain, "AP_CTRL_CHAIN"),
    (IpControl::ApCtrlNone, "AP_CTRL_NONE"),
    (IpControl::ApCtrlMe, "AP_CTRL_ME"),
    (IpControl::AccelAdapter, "ACCEL_ADAPTER"),
    (IpControl::FastAdapter, "FAST_ADAPTER"),
];

/// Of kernels on a processor (`PS_SUBTYPE`), the names in JSON; each stands at its number.
const SUBTYPES: [&str; 2] = ["PS", "DPU"];

/// What such kernels do (`PS_FUNCTIONAL`).
const FUNCTIONALS: [&str; 2] = ["DPU", "PrePost"];

/// The number of a DPU among [`SUBTYPES`]: only of those does JSON tell the parts.
const DPU: u32 = 1;

/// What JSON says where IP has no registers.
const NOT_USED: &str = "not_used";

impl Described for IpLayout {
    const NODE: &'static str = "ip_layout";

    fn to_tree(&self) -> Tree {
        array::to_tree("m_ip_data", &self.ips, |ip| {
            let base = ip.base.map_or_else(|| NOT_USED.to_owned(), |base| format!("{base:#x}"));
            properties_to_tree(ip).with_text("m_base_address", base).with_text("m_name", &ip.name)
        })
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        let ip = |tree: &Tree| {
            let kind = named(&KINDS, tree, "m_type")?;
            let base = match tree.required_text("m_base_address")? {
                NOT_USED => None,
                _ => Some(tree.number("m_base_address")?),
            };
            let name = tree.required_text("m_name")?.to_owned();
            Ok(Ip { kind, properties: properties(kind, tree)?, base, name })
        };
        Ok(Self { ips: array::from_tree(tree, "m_ip_data", ip)? })
    }
}

/// A node with the kind and what the properties are for it.
fn properties_to_tree(ip: &Ip) -> Tree {
    let tree = Tree::new().with_text("m_type", name_of(&KINDS, ip.kind));
    let bits = ip.properties;
    match (ip.kind, ip.control()) {
        (IpKind::MemDdr4 | IpKind::MemHbm | IpKind::MemHbmEcc, _) => {
            tree.with_text("m_index", bits & 0xFFFF).with_text("m_pc_index", bits >> 16 & 0xFF)
        }
        (_, Some(control)) => tree
            .with_text("m_int_enable", bits & 1)
            .with_text("m_interrupt_id", bits >> 1 & 0x7F)
            .with_text("m_ip_control", name_of(&CONTROLS, control)),
        (IpKind::PsKernel, _) if bits & 3 == DPU => {
            let functional = bits >> 4 & 3;
            let name =
                FUNCTIONALS.get(functional as usize).map_or(functional.to_string(), ToString::to_string);
            tree.with_text("m_subtype", SUBTYPES[1])
                .with_text("m_functional", name)
                .with_hex("m_kernel_id", u64::from(bits >> 16 & 0xFFF))
        }
        _ => tree.with_hex("properties", bits.into()),
    }
}

/// The properties that a node states.
fn properties(kind: IpKind, tree: &Tree) -> Result<u32, SectionError> {
    let bits = tree.number_or("properties", 0)?;
    match kind {
        IpKind::MemDdr4 | IpKind::MemHbm | IpKind::MemHbmEcc => {
            let index = u32::from(tree.number::<u16>("m_index")?);
            Ok(index | u32::from(tree.number_or::<u8>("m_pc_index", 0)?) << 16)
        }
        IpKind::PsKernel => ps_kernel(bits, tree),
        _ => kernel(bits, tree),
    }
}

fn kernel(mut bits: u32, tree: &Tree) -> Result<u32, SectionError> {
    if let Some(enable) = tree.optional_text("m_int_enable") {
        let enable = match enable {
            "1" | "true" => 1,
            "0" | "false" => 0,
            other => {
                return Err(ValueError::NotBool { node: "m_int_enable", text: other.to_owned() }.into());
            }
        };
        bits = bits & !1 | enable;
    }
    if tree.get("m_interrupt_id").is_some() {
        let id = small(tree, "m_interrupt_id", 0x7F)?;
        bits = bits & !0xFE | id << 1;
    }
    if tree.get("m_ip_control").is_some() {
        let control = u32::from(named(&CONTROLS, tree, "m_ip_control")?.number());
        bits = bits & !0xFF00 | control << CONTROL_SHIFT;
    }
    Ok(bits)
}

fn ps_kernel(mut bits: u32, tree: &Tree) -> Result<u32, SectionError> {
    for (node, names, shift) in [("m_subtype", SUBTYPES, 0), ("m_functional", FUNCTIONALS, 4)] {
        if let Some(text) = tree.optional_text(node).filter(|text| !text.is_empty()) {
            let value = names.iter().zip(0_u32..).find(|(name, _)| **name == text).map(|(_, value)| value);
            let value = value.map_or_else(|| number::<u32>(text), Ok).map_err(|_| {
                ValueError::NameOrNumber { node, text: text.to_owned(), known: names.to_vec() }
            })?;
            bits = bits & !(3 << shift) | at_most(node, value, 3)? << shift;
        }
    }
    if tree.get("m_kernel_id").is_some() {
        bits = bits & 0xFFFF | small(tree, "m_kernel_id", 0xFFF)? << 16;
    }
    Ok(bits)
}

/// A number that has only so many bits.
fn small(tree: &Tree, node: &str, most: u32) -> Result<u32, SectionError> {
    Ok(at_most(node, tree.number(node)?, most)?)
}

/// A number of few bits.
fn at_most(node: &str, value: u32, most: u32) -> Result<u32, ValueError> {
    if value > most { Err(ValueError::TooLarge { node: node.to_owned(), value, most }) } else { Ok(value) }
}
