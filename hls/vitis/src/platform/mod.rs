//! What `platforminfo` says of a platform, and where it overrules a board's file.
//!
//! The form: UG1393 (2020.2 to 2023.2) and UG1702, "Hardware Platform Information", "Clock Information", "Valid SLRs",
//! "Resource Availability" and "Memory Information". Platforms for Versal name buses of memory without segments; nothing is
//! taken from those.

mod needs;
mod reader;

use std::fmt;

use sycl_hls_boards::{Bank, BankKind, Board, Resources};

pub use needs::{Needs, OtherVersion, Unfit};
use reader::Reader;

/// What a platform says of itself. What it does not say is not known.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct PlatformInfo {
    /// The FPGA: `xcu200`.
    pub device: Option<String>,
    /// Vendor, board, name and version in one, which older versions say: `xilinx_u200_xdma_201830_1`.
    pub vbnv: Option<String>,
    /// The part of that which stands for the host's interface: `gen3x16_xdma_2`.
    pub interface: Option<String>,
    /// The tool that made it: `2021.1`, `Vivado 2018.3 (SW Build: 2388429)`.
    pub made_by: Option<String>,
    /// True if hardware can be built for it.
    pub hw: Option<bool>,
    /// True if hardware emulation can be built for it.
    pub hw_emu: Option<bool>,
    /// The clock that kernels get by default, in MHz.
    pub kernel_clock_mhz: Option<f64>,
    /// The number of super logic regions.
    pub slrs: Option<u32>,
    /// What kernels can have of all of it.
    pub total: Available,
    /// What they can have of each region that is listed, by its number.
    pub regions: Vec<(u32, Available)>,
    /// The segments of memory.
    pub memories: Vec<Memory>,
}

/// Resources, as far as they are listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Available {
    /// Look-up tables.
    pub luts: Option<u32>,
    /// Flip-flops.
    pub ffs: Option<u32>,
    /// Whole block RAMs, of 36,864 bits.
    pub brams: Option<u32>,
    /// Ultra RAMs.
    pub urams: Option<u32>,
    /// DSP slices.
    pub dsps: Option<u32>,
}

/// A segment of memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Memory {
    /// Its name in connectivity options: `DDR[1]`.
    pub tag: String,
    /// The region that it attaches to.
    pub slr: Option<u32>,
    /// How many ports of kernels it serves.
    pub max_masters: Option<u32>,
    /// True if it serves arguments with no bank of their own.
    pub is_default: bool,
}

/// Where a platform overrules a board's file, for people.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// What it is about: `DDR[1]`.
    pub what: String,
    /// What the platform says.
    pub now: String,
    /// What the file says.
    pub before: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, not {}", self.what, self.now, self.before)
    }
}

impl PlatformInfo {
    /// Reads what `platforminfo` wrote. Lines of another form are passed over.
    #[must_use]
    pub fn read(text: &str) -> Self {
        let mut reader = Reader::default();
        text.lines().for_each(|line| reader.line(line.trim()));
        reader.info
    }

    /// A board as this platform says that it is, and what that changes.
    #[must_use]
    pub fn overrule(&self, board: &Board) -> (Board, Vec<Change>) {
        let (mut overruled, mut changes) = (board.clone(), Vec::new());
        if let Some(mhz) = self.kernel_clock_mhz.map(|mhz| mhz.round() as u32).filter(|mhz| *mhz > 0) {
            replace("the kernels' clock in MHz", &mut overruled.kernel_clock_mhz, mhz, &mut changes);
        }
        if let Some(slrs) = self.slrs {
            replace("regions", &mut overruled.slrs, slrs, &mut changes);
        }
        if let Some(there) = &mut overruled.resources {
            self.total.overrule("resources", there, &mut changes);
        }
        for (index, available) in &self.regions {
            if let Some(there) = overruled.regions.get_mut(*index as usize) {
                available.overrule(&format!("SLR{index}"), there, &mut changes);
            }
        }
        self.overrule_banks(&mut overruled, &mut changes);
        (overruled, changes)
    }

    fn overrule_banks(&self, board: &mut Board, changes: &mut Vec<Change>) {
        for memory in &self.memories {
            match board.bank(&memory.tag) {
                Some(index) => memory.overrule(&mut board.banks[index], changes),
                None => board.banks.extend(memory.bank().inspect(|bank| {
                    changes.push(change(&bank.tag, "there", "missing"));
                })),
            }
        }
        // Where a bus has segments, they are all there are.
        let buses: Vec<&str> = self.memories.iter().map(|memory| bus(&memory.tag)).collect();
        let default = board.banks.get(board.default_bank).map(|bank| bank.tag.clone());
        board.banks.retain(|bank| {
            let is_there = !buses.contains(&bus(&bank.tag)) || self.memory(&bank.tag).is_some();
            if !is_there {
                changes.push(change(&bank.tag, "missing", "there"));
            }
            is_there
        });
        let chosen = self.memories.iter().find(|memory| memory.is_default).map(|memory| memory.tag.clone());
        let position = |tag: &Option<String>| tag.as_deref().and_then(|tag| board.bank(tag));
        board.default_bank = position(&chosen).or_else(|| position(&default)).unwrap_or_default();
        if let (Some(now), Some(before)) = (chosen, default)
            && now != before
        {
            changes.push(change("the default bank", &now, &before));
        }
    }

    fn memory(&self, tag: &str) -> Option<&Memory> {
        self.memories.iter().find(|memory| memory.tag == tag)
    }
}

impl Memory {
    fn overrule(&self, bank: &mut Bank, changes: &mut Vec<Change>) {
        let tag = bank.tag.clone();
        if self.slr.is_some() {
            replace_known(&format!("{tag}'s region"), &mut bank.slr, self.slr, changes);
        }
        if self.max_masters.is_some() {
            replace_known(
                &format!("{tag}'s ports at most"),
                &mut bank.max_masters,
                self.max_masters,
                changes,
            );
        }
    }

    /// A bank that the board's file does not have. Where it lies and how large it is, platforms do not say.
    fn bank(&self) -> Option<Bank> {
        let kind = match bus(&self.tag) {
            "DDR" => BankKind::Ddr4,
            "HBM" => BankKind::Hbm,
            "PLRAM" => BankKind::Plram,
            "HOST" => BankKind::Host,
            _ => return None,
        };
        let (slr, max_masters) = (self.slr, self.max_masters);
        Some(Bank { tag: self.tag.clone(), kind, base: 0, size: 0, slr, max_masters, timing: None })
    }
}

impl Available {
    fn overrule(&self, what: &str, there: &mut Resources, changes: &mut Vec<Change>) {
        let halves = self.brams.map(|brams| brams.saturating_mul(2));
        let pairs = [
            ("LUT", self.luts, &mut there.luts),
            ("FF", self.ffs, &mut there.ffs),
            ("BRAM18", halves, &mut there.ramb18s),
            ("URAM", self.urams, &mut there.urams),
            ("DSP", self.dsps, &mut there.dsps),
        ];
        for (name, now, before) in pairs {
            if let Some(now) = now {
                replace(&format!("{name} of {what}"), before, now, changes);
            }
        }
    }
}

fn replace<T: PartialEq + Copy + fmt::Display>(what: &str, there: &mut T, now: T, changes: &mut Vec<Change>) {
    if *there != now {
        changes.push(change(what, &now.to_string(), &there.to_string()));
        *there = now;
    }
}

/// As [`replace`], where the file may not know. It is no contradiction then.
fn replace_known(what: &str, there: &mut Option<u32>, now: Option<u32>, changes: &mut Vec<Change>) {
    if let (Some(before), Some(now)) = (*there, now)
        && before != now
    {
        changes.push(change(what, &now.to_string(), &before.to_string()));
    }
    *there = now;
}

fn change(what: &str, now: &str, before: &str) -> Change {
    Change { what: what.to_owned(), now: now.to_owned(), before: before.to_owned() }
}

/// The bus of a bank: `DDR` of `DDR[1]`.
fn bus(tag: &str) -> &str {
    tag.split_once('[').map_or(tag, |(bus, _)| bus)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A platform as the documents show one.
    const TEXT: &str = include_str!("../../tests/data/platform.txt");

    #[test]
    fn a_platform_is_read() {
        let info = PlatformInfo::read(TEXT);
        assert_eq!((info.kernel_clock_mhz, info.slrs), (Some(299.996999), Some(3)));
        assert_eq!((info.total.luts, info.total.brams, info.total.dsps), (Some(1_047_139), Some(1896), None));
        assert_eq!(
            info.regions.iter().map(|(index, it)| (*index, it.luts)).collect::<Vec<_>>(),
            [(0, Some(354_690)), (1, Some(159_739))]
        );
        let tags: Vec<&str> = info.memories.iter().map(|memory| memory.tag.as_str()).collect();
        assert_eq!(tags, ["DDR[0]", "DDR[2]", "PLRAM[7]"]);
        assert_eq!((info.memories[1].slr, info.memories[1].max_masters), (Some(2), Some(14)));
        assert!(info.memories[1].is_default && !info.memories[0].is_default);
        assert_eq!(PlatformInfo::read("Platform: x\n  Bus SP Tag: DDR\n"), PlatformInfo::default());
        assert_eq!(PlatformInfo::read("LUTs: -1\nSLR: SLRx\nFrequency: inf\n"), PlatformInfo::default());
    }

    #[test]
    fn it_overrules_a_boards_file_and_says_so() {
        let u200 = Board::by_name("u200").unwrap();
        let (board, changes) = PlatformInfo::read(TEXT).overrule(u200);
        let said: Vec<String> = changes.iter().map(Change::to_string).collect();
        assert_eq!(board.kernel_clock_mhz, 300, "the same, rounded");
        assert_eq!((board.bank("DDR[1]"), board.bank("DDR[3]"), board.bank("PLRAM[0]")), (None, None, None));
        assert!(board.bank("PLRAM[7]").is_some() && board.bank("HOST[0]").is_some(), "HOST is not listed");
        let bank = &board.banks[board.default_bank];
        assert_eq!((bank.tag.as_str(), bank.slr, bank.max_masters), ("DDR[2]", Some(2), Some(14)));
        assert_eq!(board.regions[1].ramb18s, 652);
        assert_eq!(board.regions[1].dsps, u200.regions[1].dsps, "what is not listed stays");
        for part in [
            "DDR[2]'s region: 2, not 1",
            "DDR[2]'s ports at most: 14, not 15",
            "DDR[3]: missing, not there",
            "PLRAM[7]: there, not missing",
            "the default bank: DDR[2], not DDR[1]",
        ] {
            assert!(said.iter().any(|said| said == part), "{part}: {said:?}");
        }
        let (same, changes) = PlatformInfo::default().overrule(u200);
        assert_eq!((&same, changes.len()), (u200, 0));
    }
}
