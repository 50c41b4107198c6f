//! What a board's file has to fulfil beyond its form.

use toml::Spanned;

use super::banks::BankEntry;
use super::{BoardFile, Mistake};
use crate::memory::{Bank, MemoryTiming};

/// How many banks a board may have.
pub const MAX_BANKS: usize = 256;

/// The highest clock that is believed, in MHz.
const MAX_MHZ: u32 = 2000;

/// Checks what stands at one place.
pub fn file(file: &BoardFile) -> Result<(), Mistake> {
    name(&file.name)?;
    let clocks = [Some(&file.kernel_clock_mhz), file.max_kernel_clock_mhz.as_ref()];
    clocks.into_iter().flatten().try_for_each(clock)?;
    regions(file)?;
    file.memory.values().try_for_each(timing)
}

fn name(name: &Spanned<String>) -> Result<(), Mistake> {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || "-_".contains(c);
    if !name.get_ref().is_empty() && name.get_ref().chars().all(fits) {
        return Ok(());
    }
    let message = format!("`{}` cannot be the name of a board: it names a folder", name.get_ref());
    Err(Mistake::new(name.span(), message, "use small letters, digits, `-` and `_`"))
}

fn clock(mhz: &Spanned<u32>) -> Result<(), Mistake> {
    if (1..=MAX_MHZ).contains(mhz.get_ref()) {
        return Ok(());
    }
    let message = format!("a clock of {} MHz is not believed", mhz.get_ref());
    Err(Mistake::new(mhz.span(), message, format!("clocks are from 1 to {MAX_MHZ} MHz")))
}

fn regions(file: &BoardFile) -> Result<(), Mistake> {
    let (slrs, known) = (*file.slrs.get_ref(), file.slr.len());
    if slrs == 0 {
        return Err(Mistake::new(file.slrs.span(), "a board has at least one region", "write `slrs = 1`"));
    }
    if known > 0 && known != slrs as usize {
        let message = format!("there are {slrs} regions, and resources of {known}");
        let help = "write one `[[slr]]` for each, or `[resources]` for all together";
        return Err(Mistake::new(file.slrs.span(), message, help));
    }
    match &file.resources {
        Some(all) if known > 0 => {
            let message = "the resources of all regions are the sum of each one's";
            Err(Mistake::new(all.span(), message, "leave `[resources]` out"))
        }
        _ => Ok(()),
    }
}

fn timing(timing: &Spanned<MemoryTiming>) -> Result<(), Mistake> {
    let MemoryTiming { clock_khz, width, read_latency, queue_depth, row_bytes, open_rows, .. } =
        *timing.get_ref();
    let needed = [
        ("clock_khz", clock_khz),
        ("width", width),
        ("read_latency", read_latency),
        ("queue_depth", queue_depth),
        ("open_rows", if row_bytes == 0 { 1 } else { open_rows }),
    ];
    needed.into_iter().find(|(_, value)| *value == 0).map_or(Ok(()), |(key, _)| {
        let message = format!("`{key}` must not be 0");
        Err(Mistake::new(timing.span(), message, "without the table, the memory is emulated as ideal"))
    })
}

/// Bounds the banks that there are so far.
pub fn bank_count(entry: &Spanned<BankEntry>, count: usize) -> Result<(), Mistake> {
    if count <= MAX_BANKS {
        return Ok(());
    }
    let message = format!("there are more than {MAX_BANKS} banks");
    Err(Mistake::new(entry.span(), message, "leave out those that no kernel uses"))
}

/// Checks what stands at several places: tags and addresses.
pub fn banks(banks: &[Bank], entries: &[Spanned<BankEntry>]) -> Result<(), Mistake> {
    for (index, bank) in banks.iter().enumerate() {
        for before in &banks[..index] {
            if before.tag == bank.tag {
                let message = format!("there are two banks `{}`", bank.tag);
                return Err(Mistake::new(place(entries, bank), message, "give each a tag of its own"));
            }
            if before.base < bank.base + bank.size && bank.base < before.base + before.size {
                let message = format!("the addresses of `{}` and `{}` overlap", before.tag, bank.tag);
                return Err(Mistake::new(place(entries, bank), message, "give each a range of its own"));
            }
        }
    }
    Ok(())
}

/// The last entry with the stem of a bank's tag.
fn place(entries: &[Spanned<BankEntry>], bank: &Bank) -> std::ops::Range<usize> {
    let stem = |tag: &str| tag.split('[').next().unwrap_or_default().to_owned();
    let same = |tag: &str| tag == bank.tag || (tag.contains(':') && stem(tag) == stem(&bank.tag));
    let entry = entries.iter().rev().find(|entry| same(&entry.get_ref().tag));
    entry.map(Spanned::span).unwrap_or_default()
}

/// No bank has the tag of the default one.
pub fn no_default(tag: &Spanned<String>, banks: &[Bank]) -> Mistake {
    let tags: Vec<&str> = banks.iter().map(|bank| bank.tag.as_str()).collect();
    let message = format!("the board has no bank `{}`", tag.get_ref());
    Mistake::new(tag.span(), message, format!("its banks are {}", tags.join(", ")))
}
