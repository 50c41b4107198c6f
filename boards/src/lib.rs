//! The boards that sycl-hls knows: part, platform name, kernel clock, regions and memory banks.
//!
//! Each board is one file in `boards/data`, which states its sources. The same data serves the images' memory
//! topology and the emulated devices.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

/// The board files, embedded so that programs need no installation.
const FILES: [&str; 5] = [
    include_str!("../data/u200.toml"),
    include_str!("../data/u250.toml"),
    include_str!("../data/u280.toml"),
    include_str!("../data/u50.toml"),
    include_str!("../data/u55c.toml"),
];

/// A board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// The short name used on command lines and in paths: `u200`.
    pub name: String,
    /// The name for people.
    pub title: String,
    /// The FPGA's full part name.
    pub part: String,
    /// Name of the default Vitis platform: what an image's header states (VBNV).
    pub platform: String,
    /// Default clock of kernels, in MHz.
    pub kernel_clock_mhz: u32,
    /// Number of super logic regions (dies).
    pub slrs: u32,
    /// What kernels can have of the FPGA: all that the platform leaves.
    pub resources: Resources,
    /// What they can have of each super logic region; empty where it is not known.
    pub regions: Vec<Resources>,
    /// Memory banks in the platform's order.
    pub banks: Vec<Bank>,
    /// Index in [`Board::banks`] of the bank that serves a kernel argument with no bank of its own.
    pub default_bank: usize,
}

/// Resources of an FPGA, or of a part of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Resources {
    /// Look-up tables of 6 inputs.
    pub luts: u32,
    /// Flip-flops.
    pub ffs: u32,
    /// Block RAM, in halves of 18,432 bits.
    pub ramb18s: u32,
    /// Ultra RAM, of 294,912 bits.
    pub urams: u32,
    /// DSP slices.
    pub dsps: u32,
}

impl Resources {
    fn and(self, other: &Self) -> Self {
        Self {
            luts: self.luts + other.luts,
            ffs: self.ffs + other.ffs,
            ramb18s: self.ramb18s + other.ramb18s,
            urams: self.urams + other.urams,
            dsps: self.dsps + other.dsps,
        }
    }
}

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
    /// When it answers.
    pub timing: MemoryTiming,
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

/// No board has this name.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no board `{name}`; did you mean `{nearest}`? known boards: {}", known.join(", "))]
pub struct UnknownBoard {
    /// The name asked for.
    pub name: String,
    /// The known name that is most like it.
    pub nearest: String,
    /// All known names.
    pub known: Vec<String>,
}

impl Board {
    /// Every known board, by name.
    #[must_use]
    pub fn all() -> &'static [Self] {
        static BOARDS: OnceLock<Vec<Board>> = OnceLock::new();
        // The files are part of this crate; a test parses each of them.
        BOARDS.get_or_init(|| FILES.iter().filter_map(|text| parse(text).ok()).collect())
    }

    /// Position in [`Board::banks`] of the bank with this tag.
    #[must_use]
    pub fn bank(&self, tag: &str) -> Option<usize> {
        self.banks.iter().position(|bank| bank.tag == tag)
    }

    /// The board with this short name.
    ///
    /// # Errors
    /// When there is none; the error suggests the nearest name.
    pub fn by_name(name: &str) -> Result<&'static Self, UnknownBoard> {
        Self::all().iter().find(|board| board.name == name).ok_or_else(|| {
            let known: Vec<String> = Self::all().iter().map(|board| board.name.clone()).collect();
            let nearest = nearest(name, &known).unwrap_or_default();
            UnknownBoard { name: name.to_owned(), nearest, known }
        })
    }
}

/// The candidate most like `name`, a common beginning counting most.
fn nearest(name: &str, candidates: &[String]) -> Option<String> {
    let likeness = |candidate: &&String| strsim::jaro_winkler(&name.to_lowercase(), candidate);
    candidates.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b))).cloned()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    name: String,
    title: String,
    part: String,
    platform: String,
    kernel_clock_mhz: u32,
    slrs: u32,
    default_bank: String,
    /// Of all regions together, where the regions' own are not known.
    resources: Option<Resources>,
    #[serde(default)]
    slr: Vec<Resources>,
    bank: Vec<BankEntry>,
    memory: BTreeMap<BankKind, MemoryTiming>,
}

/// A bank, or a row of equal banks whose tag ends in a range: `HBM[0:31]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BankEntry {
    tag: String,
    kind: BankKind,
    base: u64,
    #[serde(default)]
    size_mib: u64,
    #[serde(default)]
    size_kib: u64,
}

fn parse(text: &str) -> Result<Board, String> {
    let file: BoardFile = toml::from_str(text).map_err(|error| error.to_string())?;
    let mut banks = Vec::new();
    for entry in &file.bank {
        let timing = file.memory.get(&entry.kind);
        let timing = timing.ok_or_else(|| format!("{}: no timing of {}", file.name, entry.tag))?;
        banks.extend(banks_of(entry, *timing));
    }
    let default_bank = banks
        .iter()
        .position(|bank| bank.tag == file.default_bank)
        .ok_or_else(|| format!("{}: no bank {}", file.name, file.default_bank))?;
    let regions = file.slr;
    if !regions.is_empty() && regions.len() != file.slrs as usize {
        return Err(format!("{}: {} regions, and resources of {}", file.name, file.slrs, regions.len()));
    }
    let resources =
        file.resources.unwrap_or_else(|| regions.iter().fold(Resources::default(), Resources::and));
    Ok(Board {
        name: file.name,
        title: file.title,
        part: file.part,
        platform: file.platform,
        kernel_clock_mhz: file.kernel_clock_mhz,
        slrs: file.slrs,
        resources,
        regions,
        banks,
        default_bank,
    })
}

fn banks_of(entry: &BankEntry, timing: MemoryTiming) -> Vec<Bank> {
    let size = (entry.size_mib << 20) + (entry.size_kib << 10);
    let bank = |tag, nth: u64| Bank { tag, kind: entry.kind, base: entry.base + nth * size, size, timing };
    match tag_range(&entry.tag) {
        Some((stem, first, last)) => {
            (first..=last).map(|index| bank(format!("{stem}[{index}]"), index - first)).collect()
        }
        None => vec![bank(entry.tag.clone(), 0)],
    }
}

/// The parts of `STEM[first:last]`.
fn tag_range(tag: &str) -> Option<(&str, u64, u64)> {
    let (stem, range) = tag.strip_suffix(']')?.split_once('[')?;
    let (first, last) = range.split_once(':')?;
    Some((stem, first.parse().ok()?, last.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_board() {
        for text in FILES {
            let board = parse(text).unwrap();
            let Resources { luts, ffs, ramb18s, urams, dsps } = board.resources;
            assert!([luts, ffs, ramb18s, urams, dsps].iter().all(|count| *count > 0), "{}", board.name);
            assert!(board.slrs > 0 && board.banks.iter().all(|bank| bank.size > 0));
            let usable = |it: &MemoryTiming| it.clock_khz > 0 && it.width > 0 && it.read_latency > 0;
            assert!(board.banks.iter().all(|bank| usable(&bank.timing) && bank.timing.queue_depth > 0));
            assert!(board.platform.starts_with(&format!("xilinx_{}_", board.name)));
            for pair in board.banks.windows(2) {
                assert!(pair[0].base + pair[0].size <= pair[1].base, "{}: {pair:?} overlap", board.name);
            }
        }
        assert_eq!(Board::all().len(), FILES.len());
    }

    #[test]
    fn ranges_of_banks_are_spelled_out() {
        let u280 = Board::by_name("u280").unwrap();
        assert_eq!(u280.banks.len(), 40);
        assert_eq!(u280.banks[31].tag, "HBM[31]");
        assert_eq!(u280.banks[31].base, 31 << 28);
        assert_eq!(u280.banks[32].tag, "DDR[0]");
        assert_eq!((u280.bank("PLRAM[5]"), u280.bank("PLRAM[6]")), (Some(39), None));
        assert_eq!(u280.banks[u280.default_bank].tag, "HBM[0]");
        assert_eq!(Board::by_name("u200").unwrap().banks[1].size, 16 << 30);
        let row = BankEntry {
            tag: "PC[2:3]".into(),
            kind: u280.banks[0].kind,
            base: 5 << 20,
            size_mib: 1,
            size_kib: 0,
        };
        let bases: Vec<(String, u64)> =
            banks_of(&row, u280.banks[0].timing).into_iter().map(|bank| (bank.tag, bank.base)).collect();
        assert_eq!(bases, [("PC[2]".to_owned(), 5 << 20), ("PC[3]".to_owned(), 6 << 20)]);
    }

    #[test]
    fn the_nearest_name_is_suggested() {
        let suggestion = |name| Board::by_name(name).unwrap_err().nearest;
        assert_eq!(suggestion("u20"), "u200");
        assert_eq!(suggestion("U280"), "u280");
        assert_eq!(suggestion("u55"), "u55c");
        let message = Board::by_name("u20").unwrap_err().to_string();
        assert!(message.contains("did you mean `u200`"), "{message}");
    }

    #[test]
    fn a_bad_file_is_refused() {
        assert!(parse("name = 1").is_err());
        let unknown_default = FILES[0].replace("default_bank = \"DDR[1]\"", "default_bank = \"DDR[9]\"");
        assert!(parse(&unknown_default).unwrap_err().contains("no bank DDR[9]"));
        let fewer = FILES[0].replace("slrs = 3", "slrs = 4");
        assert!(parse(&fewer).unwrap_err().contains("4 regions, and resources of 3"));
        let untimed = FILES[0].replace("[memory.plram]", "[memory.hbm]");
        assert!(parse(&untimed).unwrap_err().contains("no timing of PLRAM"));
    }
}
