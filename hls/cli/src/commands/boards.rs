//! `sycl-hls boards`

use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use sycl_hls_boards::{Bank, BankKind, Board};

use super::board_named;
use crate::table::{size, table};
use crate::terminal::print;

/// List the boards, or tell all about one
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls boards
  sycl-hls boards u280
  sycl-hls boards u280 --json")]
pub struct Boards {
    /// The board
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// As JSON: a list of boards, or one board
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct BoardEntry<'b> {
    name: &'b str,
    title: &'b str,
    part: &'b str,
    platform: &'b str,
    kernel_clock_mhz: u32,
    default_bank: Option<&'b str>,
    banks: Vec<BankEntry<'b>>,
}

#[derive(Serialize)]
struct BankEntry<'b> {
    tag: &'b str,
    kind: &'static str,
    base: u64,
    bytes: u64,
}

pub fn boards(args: &Boards) -> anyhow::Result<ExitCode> {
    let text = match &args.name {
        None if args.json => json(&Board::all().iter().map(entry).collect::<Vec<_>>())?,
        None => list(),
        Some(name) if args.json => json(&entry(board_named(name)?))?,
        Some(name) => details(board_named(name)?),
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn json(value: &impl Serialize) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(value)? + "\n")
}

fn entry(board: &Board) -> BoardEntry<'_> {
    let banks = board.banks.iter().map(|bank| BankEntry {
        tag: &bank.tag,
        kind: kind_name(bank.kind),
        base: bank.base,
        bytes: bank.size,
    });
    BoardEntry {
        name: &board.name,
        title: &board.title,
        part: &board.part,
        platform: &board.platform,
        kernel_clock_mhz: board.kernel_clock_mhz,
        default_bank: default_bank(board),
        banks: banks.collect(),
    }
}

fn default_bank(board: &Board) -> Option<&str> {
    board.banks.get(board.default_bank).map(|bank| bank.tag.as_str())
}

const fn kind_name(kind: BankKind) -> &'static str {
    match kind {
        BankKind::Ddr4 => "DDR4",
        BankKind::Hbm => "HBM",
        BankKind::Plram => "PLRAM",
        BankKind::Host => "host memory",
    }
}

fn list() -> String {
    let row = |board: &Board| {
        let memory: Vec<String> = banks_by_kind(board)
            .iter()
            .map(|(count, bank)| format!("{count} x {} {}", size(bank.size), kind_name(bank.kind)))
            .collect();
        let clock = format!("{} MHz", board.kernel_clock_mhz);
        vec![board.name.clone(), clock, memory.join(" + "), board.platform.clone()]
    };
    let head = ["board", "clock", "memory", "platform"].map(str::to_owned).to_vec();
    let rows: Vec<Vec<String>> = [head].into_iter().chain(Board::all().iter().map(row)).collect();
    table("", &rows)
}

/// How many banks there are of each kind and size, with one of them.
fn banks_by_kind(board: &Board) -> Vec<(usize, &Bank)> {
    let mut groups: Vec<(usize, &Bank)> = Vec::new();
    for bank in &board.banks {
        match groups.iter_mut().find(|(_, like)| (like.kind, like.size) == (bank.kind, bank.size)) {
            Some((count, _)) => *count += 1,
            None => groups.push((1, bank)),
        }
    }
    groups
}

fn details(board: &Board) -> String {
    let facts = [
        ("board", board.name.clone()),
        ("title", board.title.clone()),
        ("part", board.part.clone()),
        ("platform", board.platform.clone()),
        ("clock", format!("{} MHz, the kernels' default", board.kernel_clock_mhz)),
        ("default bank", default_bank(board).unwrap_or("-").to_owned()),
    ];
    let facts = facts.map(|(name, value)| vec![name.to_owned(), value]);
    let bank = |bank: &Bank| {
        vec![
            bank.tag.clone(),
            kind_name(bank.kind).to_owned(),
            size(bank.size),
            format!("at {:#x}", bank.base),
        ]
    };
    let banks: Vec<Vec<String>> = board.banks.iter().map(bank).collect();
    format!("{}\nbanks (base addresses serve emulation only)\n{}", table("", &facts), table("  ", &banks))
}
