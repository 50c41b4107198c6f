//! CLOCK_FREQ_TOPOLOGY: clocks and their frequencies.

use bytemuck::{Pod, Zeroable};

use super::array::{self, Array, Count, FieldError, in_field};
use super::described::{Described, name_of, named};
use super::{Section, SectionError};
use crate::endian::little::U16;
use crate::numbered::numbered;
use crate::tree::Tree;
use crate::{Error, SectionKind, fixed};

/// The clocks of an image (`struct clock_freq_topology` of xclbin.h).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClockFreqTopology {
    /// The clocks.
    pub clocks: Vec<Clock>,
}

/// A clock (`struct clock_freq`).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Frequency in MHz (`m_freq_Mhz`).
    pub mhz: u16,
    /// What it drives (`m_type`).
    pub kind: ClockKind,
    /// Name, of at most 127 bytes: `DATA_CLK` (`m_name`).
    pub name: String,
}

numbered! {
    /// What a clock drives (`enum CLOCK_TYPE`).
    pub enum ClockKind: u8 {
        /// Nothing.
        Unused = 0,
        /// The kernels' data paths.
        Data = 1,
        /// The second clock of kernels that have two.
        Kernel = 2,
        /// The platform.
        System = 3,
    }
}

// No field is aligned: the entries begin at offset 2 and are 136 bytes each.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
struct RawClock {
    mhz: U16,
    kind: u8,
    unused: [u8; 5],
    name: [u8; 128],
}

const ARRAY: Array = Array { kind: SectionKind::CLOCK_FREQ_TOPOLOGY, count: Count::I16, entries_at: 2 };

impl Section for ClockFreqTopology {
    const KIND: SectionKind = ARRAY.kind;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        Ok(Self { clocks: ARRAY.read(payload, decode)? })
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        ARRAY.write(&self.clocks, encode)
    }
}

fn decode(raw: &RawClock) -> Result<Clock, FieldError> {
    Ok(Clock {
        mhz: raw.mhz.get(),
        kind: ClockKind::from_number(raw.kind).map_err(in_field("m_type"))?,
        name: fixed::read_text(&raw.name).map_err(in_field("m_name"))?.to_owned(),
    })
}

fn encode(clock: &Clock) -> Result<RawClock, FieldError> {
    Ok(RawClock {
        mhz: clock.mhz.into(),
        kind: clock.kind.number(),
        unused: [0; 5],
        name: fixed::write_text(&clock.name).map_err(in_field("m_name"))?,
    })
}

/// The names of kinds in JSON.
const KINDS: [(ClockKind, &str); 4] = [
    (ClockKind::Unused, "UNUSED"),
    (ClockKind::Data, "DATA"),
    (ClockKind::Kernel, "KERNEL"),
    (ClockKind::System, "SYSTEM"),
];

impl Described for ClockFreqTopology {
    const NODE: &'static str = "clock_freq_topology";

    fn to_tree(&self) -> Tree {
        array::to_tree("m_clock_freq", &self.clocks, |clock| {
            Tree::new()
                .with_text("m_freq_Mhz", clock.mhz)
                .with_text("m_type", name_of(&KINDS, clock.kind))
                .with_text("m_name", &clock.name)
        })
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        let clock = |tree: &Tree| {
            Ok(Clock {
                mhz: tree.number("m_freq_Mhz")?,
                kind: named(&KINDS, tree, "m_type")?,
                name: tree.required_text("m_name")?.to_owned(),
            })
        };
        Ok(Self { clocks: array::from_tree(tree, "m_clock_freq", clock)? })
    }
}
