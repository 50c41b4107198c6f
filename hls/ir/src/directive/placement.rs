//! Directives that say what becomes of a kernel when it is linked: how many there are, and where.

use std::str::FromStr;

use super::option::Rules;
use super::problem::{Problem, ProblemKind};

/// The number of compute units that a kernel can have (UG1700).
pub const MAX_COMPUTE_UNITS: u32 = 31;

/// The highest clock that can be written, in MHz: an upper end for numbers that are surely wrong.
pub const MAX_CLOCK_MHZ: u32 = 2000;

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
        mhz: u32 [1, MAX_CLOCK_MHZ],
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

impl FromStr for Bank {
    type Err = BadBank;

    /// Reads what [`Bank::tag`] writes: `HBM[0:3]`; `HOST` is `HOST[0]`.
    fn from_str(text: &str) -> Result<Self, BadBank> {
        let (name, numbers) = match text.strip_suffix(']').and_then(|text| text.split_once('[')) {
            Some((name, numbers)) => (name, numbers),
            None => (text, "0"),
        };
        let memory = Memory::ALL.iter().copied().find(|memory| memory.name() == name);
        let memory = memory.ok_or_else(|| BadBank::Memory(name.to_owned()))?;
        let number = |text: &str| text.parse().map_err(|_| BadBank::Number(text.to_owned()));
        let (first, last) = match numbers.split_once(':') {
            Some((first, last)) => (number(first)?, Some(number(last)?)),
            None => (number(numbers)?, None),
        };
        let bank = Self { memory, first, last };
        if bank.problem().is_some() { Err(BadBank::Empty(bank)) } else { Ok(bank) }
    }
}

/// A text that names no bank.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BadBank {
    /// No kind of memory.
    #[error("there is no kind of memory `{0}`")]
    Memory(String),
    /// No number.
    #[error("`{0}` is no number of a bank")]
    Number(String),
    /// A range that ends before it begins.
    #[error("the range {} has nothing in it", .0.tag())]
    Empty(Bank),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn banks_are_read_as_they_are_written() {
        for text in ["DDR[0]", "HBM[0:31]", "PLRAM[2]"] {
            assert_eq!(text.parse::<Bank>().map(|bank| bank.tag()), Ok(text.to_owned()));
        }
        assert_eq!("HOST".parse::<Bank>().map(|bank| bank.tag()), Ok("HOST[0]".to_owned()));
        let wrong = |text: &str| text.parse::<Bank>().unwrap_err().to_string();
        assert_eq!(wrong("DRR[0]"), "there is no kind of memory `DRR`");
        assert_eq!(wrong("DDR[-1]"), "`-1` is no number of a bank");
        assert_eq!(wrong("HBM[0:]"), "`` is no number of a bank");
        assert_eq!(wrong("HBM[3:1]"), "the range HBM[3:1] has nothing in it");
        assert!("DDR[0".parse::<Bank>().is_err() && "".parse::<Bank>().is_err());
    }
}
