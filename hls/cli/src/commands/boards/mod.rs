//! `sycl-hls boards`

mod banks;
mod json;
mod page;

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Args;
use sycl_hls_boards::{Board, Catalogue, VitisSupport, size};

use crate::catalogue;
use crate::table::table;
use crate::terminal::print;

/// List boards, or show all data of one
///
/// A project's own boards are files in its folder `boards`, in the form that `--toml` prints: copy that of a similar board,
/// and change its name and platform. Unknown figures can be left out.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls boards
  sycl-hls boards u280
  sycl-hls boards u280 --json
  sycl-hls boards u280 --toml")]
pub struct Boards {
    /// The name of the board, or of one of its platforms
    #[arg(value_name = "NAME")]
    name: Option<String>,
    /// Print JSON: a list of boards, or one board
    #[arg(long)]
    json: bool,
    /// Print the board's file, with the sources of its figures
    #[arg(long, requires = "name", conflicts_with = "json")]
    toml: bool,
}

pub fn boards(args: &Boards) -> anyhow::Result<ExitCode> {
    let boards = catalogue::around(Path::new("."))?;
    let board = args.name.as_deref().map(|name| catalogue::find(boards, name)).transpose()?;
    let text = match board {
        None if args.json => json::all(boards)?,
        None => list(boards),
        Some(board) if args.json => json::one(board)?,
        Some(board) if args.toml => file(boards, board)?,
        Some(board) => page::page(board),
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The text of a board's file.
fn file(boards: Catalogue, board: &Board) -> anyhow::Result<String> {
    match &board.file {
        Some(path) => std::fs::read_to_string(path).with_context(|| path.display().to_string()),
        None => Ok(boards.text_of(board).unwrap_or_default().to_owned()),
    }
}

fn list(boards: Catalogue) -> String {
    let head = ["board", "memory", "clock", "emulation", "hardware"].map(str::to_owned).to_vec();
    let row = |board: &Board| {
        let clock = format!("{} MHz", board.kernel_clock_mhz);
        vec![board.name.clone(), memory(board), clock, EMULATION.to_owned(), hardware(&board.vitis)]
    };
    let rows: Vec<Vec<String>> = [head].into_iter().chain(boards.boards().map(row)).collect();
    let own: Vec<&str> = boards.own().iter().map(|board| board.name.as_str()).collect();
    let own =
        if own.is_empty() { String::new() } else { format!("this project's own: {}\n", own.join(", ")) };
    let known: Vec<&str> = boards.unsupported().iter().map(|board| board.name.as_str()).collect();
    let why = known.last().map_or_else(String::new, |name| format!("`sycl-hls boards {name}` says why"));
    format!("{}\n{own}not supported: {}; {why}\n", table("", &rows), known.join(", "))
}

/// What is emulated of every board.
const EMULATION: &str = "sw_emu, hw_emu";

/// All memory of the card, by kind.
fn memory(board: &Board) -> String {
    let mut kinds: Vec<(&str, u64)> = Vec::new();
    for bank in board.banks.iter().filter(|bank| bank.kind.is_on_card()) {
        match kinds.iter_mut().find(|(kind, _)| *kind == bank.kind.name()) {
            Some((_, bytes)) => *bytes += bank.size,
            None => kinds.push((bank.kind.name(), bank.size)),
        }
    }
    let kinds: Vec<String> = kinds.iter().map(|(kind, bytes)| format!("{} {kind}", size(*bytes))).collect();
    if kinds.is_empty() { "-".to_owned() } else { kinds.join(", ") }
}

/// What builds hardware, with the versions if there are restrictions, and what follows.
fn hardware(vitis: &VitisSupport) -> String {
    let tool = match vitis.hw.as_deref() {
        None => "Vitis".to_owned(),
        Some([]) => return "none".to_owned(),
        Some(versions) => format!("Vitis {}", versions.join(", ")),
    };
    if vitis.afi { format!("{tool}, AFI") } else { tool }
}
