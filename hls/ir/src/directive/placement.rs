//! Directives that say what becomes of a kernel when it is linked: how many there are, and where.

use super::option::Rules;
use super::problem::{Problem, ProblemKind};

/// The number of compute units that a kernel can have (UG1700).
pub const MAX_COMPUTE_UNITS: u32 = 31;

words! {
    /// Kinds of memory that the linker knows.
    pub enum Memory {
        /// DDR DRAM on the card.
        Ddr = "DDR",
        /// Pseudo-channels of high-bandwidth memory.
        Hbm = "HBM",
        /// Memory in the programmable logic.
        Plram = "PLRAM",
        /// Memory of the host.
        Host = "HOST",
    }
}

directives! {
    /// How many of the kernel there are (`nk`, UG1702, "\[connectivity\]").
    pub struct ComputeUnits = "compute_units" {
        /// the number of compute units
        count: u32 [1, MAX_COMPUTE_UNITS],
    }

    /// The banks that an argument reaches (`sp`, UG1702, "\[connectivity\]"); one for all compute units, or one for each.
    pub struct Bank = "bank" {
        /// the kind of memory
        memory: Memory,
        /// the first bank
        first: u32,
        /// the last bank of a range
        last: Option<u32>,
    }

    /// The super logic region of a compute unit (`slr`, UG1702, "\[connectivity\]"); one for all compute units, or one for
    /// each.
    pub struct Slr = "slr" {
        /// the region, counted from 0
        index: u32,
    }

    /// The kernel's clock (`freqHz`, UG1702, "\[clock\]").
    pub struct Clock = "clock" {
        /// the frequency in MHz
        mhz: u32 [1, 2000],
    }
}

impl Bank {
    /// The name in connectivity options: `HBM[0:3]`.
    #[must_use]
    pub fn tag(&self) -> String {
        match self.last {
            Some(last) => format!("{}[{}:{last}]", self.memory.name(), self.first),
            None => format!("{}[{}]", self.memory.name(), self.first),
        }
    }

    /// The names of all its banks: `HBM[0]`, `HBM[1]` ...
    pub fn tags(&self) -> impl Iterator<Item = String> + use<'_> {
        (self.first..=self.last.unwrap_or(self.first)).map(|index| format!("{}[{index}]", self.memory.name()))
    }
}

impl Rules for Bank {
    fn problem(&self) -> Option<Problem> {
        let last = self.last.filter(|last| *last < self.first)?;
        Some(Problem::new(
            ProblemKind::Value,
            format!("the range of banks {} has nothing in it", self.tag()),
            "the last bank of a range is part of it",
            format!("write `#[bank({}[{last}:{}])]`", self.memory.name(), self.first),
        ))
    }
}

impl Rules for ComputeUnits {}
impl Rules for Slr {}
impl Rules for Clock {}
