//! Boards as JSON. What is not known is `null`.

use serde::Serialize;
use sycl_hls_boards::{Bank, Board, Catalogue, Resources};

#[derive(Serialize)]
struct BoardEntry<'b> {
    name: &'b str,
    title: &'b str,
    part: &'b str,
    family: &'static str,
    platform: &'b str,
    interface_uuid: Option<&'b str>,
    alternatives: Vec<AlternativeEntry<'b>>,
    kernel_clock_mhz: u32,
    max_kernel_clock_mhz: Option<u32>,
    vitis: VitisEntry<'b>,
    slrs: u32,
    resources: Option<ResourcesEntry>,
    regions: Vec<ResourcesEntry>,
    default_bank: Option<&'b str>,
    banks: Vec<BankEntry<'b>>,
    notes: &'b [String],
    sources: &'b [String],
    file: Option<&'b std::path::Path>,
}

#[derive(Serialize)]
struct AlternativeEntry<'b> {
    platform: &'b str,
    interface_uuid: Option<&'b str>,
    note: Option<&'b str>,
}

/// Versions are `null` where no restriction is known.
#[derive(Serialize)]
struct VitisEntry<'b> {
    hw: Option<&'b [String]>,
    hw_emu: Option<&'b [String]>,
    afi: bool,
    links_xsa: bool,
}

#[derive(Serialize)]
struct ResourcesEntry {
    luts: u32,
    ffs: u32,
    ramb18s: u32,
    urams: u32,
    dsps: u32,
}

#[derive(Serialize)]
struct BankEntry<'b> {
    tag: &'b str,
    kind: &'static str,
    base: u64,
    bytes: u64,
    slr: Option<u32>,
    max_masters: Option<u32>,
    has_timing: bool,
}

/// All boards.
pub fn all(boards: Catalogue) -> serde_json::Result<String> {
    json(&boards.boards().map(entry).collect::<Vec<_>>())
}

/// One board.
pub fn one(board: &Board) -> serde_json::Result<String> {
    json(&entry(board))
}

fn json(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

fn entry(board: &Board) -> BoardEntry<'_> {
    BoardEntry {
        name: &board.name,
        title: &board.title,
        part: &board.part,
        family: board.family.name(),
        platform: &board.platform,
        interface_uuid: board.interface_uuid.as_deref(),
        alternatives: alternatives(board),
        kernel_clock_mhz: board.kernel_clock_mhz,
        max_kernel_clock_mhz: board.max_kernel_clock_mhz,
        vitis: VitisEntry {
            hw: board.vitis.hw.as_deref(),
            hw_emu: board.vitis.hw_emu.as_deref(),
            afi: board.vitis.afi,
            links_xsa: board.family.links_xsa(),
        },
        slrs: board.slrs,
        resources: board.resources.map(resources),
        regions: board.regions.iter().copied().map(resources).collect(),
        default_bank: board.banks.get(board.default_bank).map(|bank| bank.tag.as_str()),
        banks: board.banks.iter().map(bank).collect(),
        notes: &board.notes,
        sources: &board.sources,
        file: board.file.as_deref(),
    }
}

fn alternatives(board: &Board) -> Vec<AlternativeEntry<'_>> {
    let entries = board.alternatives.iter().map(|it| AlternativeEntry {
        platform: &it.platform,
        interface_uuid: it.interface_uuid.as_deref(),
        note: it.note.as_deref(),
    });
    entries.collect()
}

const fn resources(resources: Resources) -> ResourcesEntry {
    let Resources { luts, ffs, ramb18s, urams, dsps } = resources;
    ResourcesEntry { luts, ffs, ramb18s, urams, dsps }
}

fn bank(bank: &Bank) -> BankEntry<'_> {
    BankEntry {
        tag: &bank.tag,
        kind: bank.kind.name(),
        base: bank.base,
        bytes: bank.size,
        slr: bank.slr,
        max_masters: bank.max_masters,
        has_timing: bank.timing.is_some(),
    }
}
