//! All about one board, within 80 columns.

use sycl_hls_boards::{Board, Resources, size};

use super::banks::{Row, rows};
use super::{EMULATION, hardware};
use crate::table::{table, wrapped};

/// Columns of a terminal.
const WIDTH: usize = 80;

pub fn page(board: &Board) -> String {
    let parts = [
        facts(board),
        regions(board),
        banks(board),
        paragraphs("notes", &board.notes),
        paragraphs("sources", &board.sources),
    ];
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join("\n")
}

fn facts(board: &Board) -> String {
    let clock = match board.max_kernel_clock_mhz {
        Some(most) => format!("{} MHz by default, {most} MHz at most", board.kernel_clock_mhz),
        None => format!("{} MHz by default", board.kernel_clock_mhz),
    };
    let uuid = |uuid: &Option<String>| uuid.clone().unwrap_or_else(|| "not known".to_owned());
    let mut rows = vec![
        ("board", format!("{} ({})", board.name, board.title)),
        ("part", format!("{}, {}", board.part, board.family.name())),
        ("platform", board.platform.clone()),
        ("interface UUID", uuid(&board.interface_uuid)),
    ];
    for (index, other) in board.alternatives.iter().enumerate() {
        rows.push((if index == 0 { "other platforms" } else { "" }, other.platform.clone()));
        rows.extend(other.note.iter().chain(&other.interface_uuid).map(|detail| ("", format!("  {detail}"))));
    }
    let bank = board.banks.get(board.default_bank).map_or("-", |bank| bank.tag.as_str());
    rows.extend([
        ("kernel clock", clock),
        ("default bank", bank.to_owned()),
        ("emulation", format!("{EMULATION}: by this program, without Vitis")),
        ("hardware", format!("{}{}", hardware(&board.vitis), steps(board))),
        ("hw_emu of Vitis", versions(board.vitis.hw_emu.as_deref())),
    ]);
    rows.extend(board.file.iter().map(|file| ("file", file.display().to_string())));
    let rows: Vec<Vec<String>> = rows.into_iter().map(|(name, value)| vec![name.to_owned(), value]).collect();
    table("", &rows)
}

/// The versions that do hardware emulation, as far as there are restrictions.
fn versions(versions: Option<&[String]>) -> String {
    match versions {
        None => "no restriction of versions is known".to_owned(),
        Some([]) => "none".to_owned(),
        Some(some) => some.join(", "),
    }
}

const fn steps(board: &Board) -> &'static str {
    if board.family.links_xsa() { " (links an .xsa)" } else { "" }
}

/// What kernels can have, and what memory is near.
fn regions(board: &Board) -> String {
    let head = ["region", "LUT", "FF", "RAMB18", "URAM", "DSP", "banks"].map(str::to_owned).to_vec();
    let banks = rows(board);
    let mut table_rows = vec![head];
    for slr in 0..board.slrs {
        let near = banks.iter().filter(|row| row.first.slr == Some(slr)).map(Row::tag);
        let near = near.collect::<Vec<_>>().join(", ");
        let only = board.resources.as_ref().filter(|_| board.slrs == 1);
        let own = board.regions.get(slr as usize).or(only);
        if own.is_some() || !near.is_empty() {
            table_rows.push(row(&format!("SLR{slr}"), own, &near));
        }
    }
    if board.slrs > 1 {
        table_rows.push(row(&format!("all {}", board.slrs), board.resources.as_ref(), ""));
    }
    let what = "what the platform leaves for kernels; `-`: not known";
    format!("regions ({what})\n{}", table("  ", &table_rows))
}

fn row(name: &str, resources: Option<&Resources>, banks: &str) -> Vec<String> {
    let counts =
        resources.map(|it| [it.luts, it.ffs, it.ramb18s, it.urams, it.dsps].map(|count| count.to_string()));
    let counts = counts.unwrap_or_else(|| ["-"; 5].map(str::to_owned));
    [vec![name.to_owned()], counts.to_vec(), vec![banks.to_owned()]].concat()
}

fn banks(board: &Board) -> String {
    let head = ["bank", "memory", "size", "region", "ports", "timing", "address"].map(str::to_owned).to_vec();
    let optional = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let row = |row: &Row<'_>| {
        let bank = row.first;
        vec![
            row.tag(),
            bank.kind.name().to_owned(),
            size(bank.size),
            optional(bank.slr.map(|slr| format!("SLR{slr}"))),
            optional(bank.max_masters.map(|most| most.to_string())),
            if bank.timing.is_some() { "modelled" } else { "ideal" }.to_owned(),
            format!("{:#x}", bank.base),
        ]
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(rows(board).iter().map(row)).collect();
    let what = "ports: how many it serves; timing and addresses are the emulation's";
    format!("banks ({what})\n{}", table("  ", &rows))
}

fn paragraphs(title: &str, texts: &[String]) -> String {
    if texts.is_empty() {
        return String::new();
    }
    let texts = texts.iter().map(|text| wrapped("  - ", "    ", text, WIDTH));
    format!("{title}\n{}", texts.collect::<String>())
}
