//! The banks of a board's file.

use serde::Deserialize;
use toml::Spanned;

use super::Mistake;
use super::check::MAX_BANKS;
use crate::memory::{Bank, BankKind, MemoryTiming};

/// A bank, or a row of equal banks whose tag ends in a range: `HBM[0:31]`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BankEntry {
    pub tag: String,
    pub kind: BankKind,
    base: u64,
    #[serde(default)]
    size_mib: u64,
    #[serde(default)]
    size_kib: u64,
    /// Of each bank, or one for all.
    #[serde(default)]
    slr: Vec<u32>,
    max_masters: Option<u32>,
}

/// The banks of an entry, on a board with so many regions.
pub fn of(entry: &Spanned<BankEntry>, timing: Option<MemoryTiming>, slrs: u32) -> Result<Vec<Bank>, Mistake> {
    let (at, entry) = (entry.span(), entry.get_ref());
    let mistake = |message: String, help: &str| Err(Mistake::new(at.clone(), message, help));
    let Some(tags) = tags(&entry.tag) else {
        let message = format!("`{}` is no range of banks, or one of more than {MAX_BANKS} banks", entry.tag);
        return mistake(message, "write the first and the last: `HBM[0:31]`");
    };
    let Some(size) = entry.size() else {
        let message = format!("`{}` lies beyond all addresses, or has no size", entry.tag);
        return mistake(message, "give `base` in bytes, and `size_mib` or `size_kib`");
    };
    let (count, regions) = (tags.len(), entry.slr.len());
    if regions > 1 && regions != count {
        let message = format!("`{}` is {count} banks, and regions of {regions} are given", entry.tag);
        return mistake(message, "give one region for all, or one of each bank");
    }
    if let Some(slr) = entry.slr.iter().find(|slr| **slr >= slrs) {
        let message = format!("there is no region SLR{slr} for {}", entry.tag);
        return mistake(message, &format!("`slrs` is {slrs}: regions count from 0"));
    }
    let bank = |(index, tag): (usize, String)| Bank {
        tag,
        kind: entry.kind,
        base: entry.base + index as u64 * size,
        size,
        slr: entry.slr.get(if regions == 1 { 0 } else { index }).copied(),
        max_masters: entry.max_masters,
        timing,
    };
    Ok(tags.into_iter().enumerate().map(bank).collect())
}

impl BankEntry {
    /// Bytes of a bank; none if there are none, or as many as no address reaches.
    fn size(&self) -> Option<u64> {
        let size = self.size_mib.checked_mul(1 << 20)?.checked_add(self.size_kib.checked_mul(1 << 10)?)?;
        let all = size.checked_mul(MAX_BANKS as u64)?;
        self.base.checked_add(all).filter(|end| *end < 1 << 63)?;
        (size > 0).then_some(size)
    }
}

/// The tags that one with a range stands for; none if the range makes no sense.
fn tags(tag: &str) -> Option<Vec<String>> {
    let range = tag.strip_suffix(']').and_then(|tag| tag.split_once('['));
    let Some((stem, (first, last))) = range.and_then(|(stem, range)| Some((stem, range.split_once(':')?)))
    else {
        return Some(vec![tag.to_owned()]);
    };
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    let count = last.checked_sub(first)?;
    (count < MAX_BANKS).then(|| (first..=last).map(|index| format!("{stem}[{index}]")).collect())
}

#[cfg(test)]
mod tests {
    use crate::board::Board;

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
    }

    #[test]
    fn ranges_need_not_begin_at_0() {
        assert_eq!(super::tags("PC[2:3]").unwrap(), ["PC[2]", "PC[3]"]);
        assert_eq!(super::tags("MC_NOC0").unwrap(), ["MC_NOC0"]);
    }
}
