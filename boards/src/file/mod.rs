//! The file of a board.

mod banks;
mod check;

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Deserialize;
use toml::Spanned;

use crate::board::{Alternative, Board, Resources};
use crate::memory::{BankKind, MemoryTiming};
use crate::vitis::{Family, VitisSupport};
use banks::BankEntry;

/// A mistake at a place of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mistake {
    /// Bytes of the text.
    pub range: Range<usize>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
}

impl Mistake {
    fn new(range: Range<usize>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { range, message: message.into(), help: Some(help.into()) }
    }
}

/// The file's keys.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BoardFile {
    name: Spanned<String>,
    title: String,
    part: String,
    platform: Spanned<String>,
    interface_uuid: Option<String>,
    #[serde(default)]
    alternative: Vec<Alternative>,
    kernel_clock_mhz: Spanned<u32>,
    max_kernel_clock_mhz: Option<Spanned<u32>>,
    slrs: Spanned<u32>,
    default_bank: Spanned<String>,
    #[serde(default)]
    family: Family,
    #[serde(default)]
    vitis: VitisSupport,
    #[serde(default)]
    notes: Vec<String>,
    #[serde(default)]
    sources: Vec<String>,
    /// Of all regions together, where the regions' own are not known.
    resources: Option<Spanned<Resources>>,
    #[serde(default)]
    slr: Vec<Resources>,
    bank: Vec<Spanned<BankEntry>>,
    #[serde(default)]
    memory: BTreeMap<BankKind, Spanned<MemoryTiming>>,
}

/// The board that a file describes.
///
/// # Errors
/// The first mistake.
pub fn parse(text: &str) -> Result<Board, Mistake> {
    let file: BoardFile = toml::from_str(text).map_err(|error| Mistake {
        range: error.span().unwrap_or_default(),
        message: error.message().lines().collect::<Vec<_>>().join(", "),
        help: Some("`sycl-hls boards u200 --toml` prints a file that is complete".to_owned()),
    })?;
    check::file(&file)?;
    let mut banks = Vec::new();
    for entry in &file.bank {
        let timing = file.memory.get(&entry.get_ref().kind).map(|timing| *timing.get_ref());
        banks.extend(banks::of(entry, timing, *file.slrs.get_ref())?);
        check::bank_count(entry, banks.len())?;
    }
    check::banks(&banks, &file.bank)?;
    let default_bank = banks.iter().position(|bank| bank.tag == *file.default_bank.get_ref());
    let default_bank = default_bank.ok_or_else(|| check::no_default(&file.default_bank, &banks))?;
    let sum = || file.slr.iter().fold(Resources::default(), Resources::and);
    let of_regions = (!file.slr.is_empty()).then(sum);
    Ok(Board {
        name: file.name.into_inner(),
        title: file.title,
        part: file.part,
        platform: file.platform.into_inner(),
        alternatives: file.alternative,
        interface_uuid: file.interface_uuid,
        kernel_clock_mhz: file.kernel_clock_mhz.into_inner(),
        max_kernel_clock_mhz: file.max_kernel_clock_mhz.map(Spanned::into_inner),
        slrs: file.slrs.into_inner(),
        resources: file.resources.map(Spanned::into_inner).or(of_regions),
        regions: file.slr,
        banks,
        default_bank,
        family: file.family,
        vitis: file.vitis,
        notes: file.notes,
        sources: file.sources,
        file: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::built_in::FILES;

    fn changed(from: &str, to: &str) -> (String, String) {
        let u200 = FILES[0];
        assert!(u200.contains(from), "{from}");
        let text = u200.replacen(from, to, 1);
        let mistake = parse(&text).unwrap_err();
        (text[mistake.range].to_owned(), format!("{}; {}", mistake.message, mistake.help.unwrap_or_default()))
    }

    #[test]
    fn mistakes_have_a_place_and_help() {
        for (from, to, at, words) in [
            ("name = ", "nam = ", "nam", "unknown field `nam`"),
            ("name = \"u200\"", "name = 1", "1", "invalid type: integer"),
            ("name = \"u200\"", "name = \"../u\"", "\"../u\"", "`../u` cannot be the name of a board"),
            ("slrs = 3", "slrs = 4", "4", "4 regions, and resources of 3"),
            ("slrs = 3", "slrs = 0", "0", "at least one region"),
            ("slrs = 3", "slrs = -1", "-1", "invalid value"),
            ("mhz = 300", "mhz = 0", "0", "from 1 to 2000 MHz"),
            (
                "default_bank = \"DDR[1]\"",
                "default_bank = \"DDR[9]\"",
                "\"DDR[9]\"",
                "no bank `DDR[9]`; its banks",
            ),
            ("clock_khz = 300_000", "clock_khz = 0", "clock_khz", "`clock_khz` must not be 0"),
        ] {
            let (place, message) = changed(from, to);
            assert!(place.contains(at) || at == "clock_khz", "{place}: {message}");
            assert!(message.contains(words), "{message}");
        }
    }

    #[test]
    fn banks_make_sense() {
        for (from, to, words) in [
            ("tag = \"DDR[1]\"", "tag = \"DDR[0]\"", "two banks `DDR[0]`"),
            ("base = 0x50_0000_0000", "base = 0x40_0000_1000", "`DDR[0]` and `DDR[1]` overlap"),
            ("size_mib = 16384", "size_mib = 0", "has no size"),
            ("size_mib = 16384", "size_mib = 9_000_000_000_000_000_000", "beyond"),
            ("tag = \"PLRAM[0:2]\"", "tag = \"PLRAM[2:0]\"", "is no range"),
            ("tag = \"PLRAM[0:2]\"", "tag = \"PLRAM[0:4000000000]\"", "more than 256 banks"),
            ("slr = [0, 1, 2]", "slr = [0, 1]", "3 banks, and regions of 2"),
            ("slr = [0]", "slr = [3]", "no region SLR3"),
            ("kind = \"plram\"", "kind = \"bram\"", "unknown variant `bram`"),
        ] {
            let (place, message) = changed(from, to);
            assert!(message.contains(words), "{message}");
            assert!(!place.is_empty());
        }
    }

    #[test]
    fn what_is_not_known_is_left_out() {
        let u200 = FILES[0];
        let memory = u200.find("[memory").unwrap();
        let board = parse(&u200[..memory]).unwrap();
        assert!(board.banks.iter().all(|bank| bank.timing.is_none()));
    }
}
