//! Memory that kernels reach.

use serde::Deserialize;

/// A memory bank that kernel arguments can be connected to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bank {
    /// The name in connectivity options (`sp` tag): `DDR[1]`, `HBM[17]`.
    pub tag: String,
    /// Kind of memory.
    pub kind: BankKind,
    /// First device address, in bytes. For emulation; not read off a card.
    pub base: u64,
    /// Size in bytes.
    pub size: u64,
    /// The super logic region that it attaches to, where it is known.
    pub slr: Option<u32>,
    /// How many ports of kernels it can serve (platforminfo's "Max Masters"), where it is known.
    pub max_masters: Option<u32>,
    /// When it answers; where that is not known, it is emulated as ideal memory.
    pub timing: Option<MemoryTiming>,
}

/// When a bank of memory answers, for hardware emulation. Cycles are those of the memory's clock, which is that of its
/// controller's interface. The boards' files say where the figures are from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MemoryTiming {
    /// The memory's clock in kHz.
    pub clock_khz: u32,
    /// Bytes that it moves in a cycle.
    pub width: u32,
    /// Cycles from an address to its first data, where the row is open.
    pub read_latency: u32,
    /// Cycles from the last data of a write to its response.
    pub write_latency: u32,
    /// Cycles more where another row is open.
    pub row_miss: u32,
    /// Bursts of reads, and of writes, that one port may have under way.
    pub queue_depth: u32,
    /// Bytes of a row; 0 if there are none.
    pub row_bytes: u32,
    /// Rows that are open at a time.
    pub open_rows: u32,
}

/// Kinds of memory.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BankKind {
    /// DDR4 DRAM on the card.
    Ddr4,
    /// A pseudo-channel of high-bandwidth memory in the package.
    Hbm,
    /// Memory in the programmable logic.
    Plram,
    /// Memory of the host, reached by the card.
    Host,
}

impl BankKind {
    /// The name for people.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ddr4 => "DDR4",
            Self::Hbm => "HBM",
            Self::Plram => "PLRAM",
            Self::Host => "host memory",
        }
    }

    /// True if it is memory of the card, and not of the host or in the logic.
    #[must_use]
    pub const fn is_on_card(self) -> bool {
        matches!(self, Self::Ddr4 | Self::Hbm)
    }
}
