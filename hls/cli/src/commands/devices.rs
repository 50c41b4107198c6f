//! `sycl-hls devices`

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use serde_json::{Value, json};
use sycl_hls_boards::{Catalogue, size};
use sycl_hls_compiler::tool::{Cancel, Cxx, Verilator};

use crate::cards::{Card, Found, find};
use crate::catalogue;
use crate::deploy::{Record, Store};
use crate::interrupt::on_interrupt;
use crate::table::table;
use crate::terminal::print;
use crate::xrt;

/// List cards, or emulated ones: shell, memory, temperature, image
///
/// Cards are those of XRT's driver; within `sycl-hls xrt run`, those that XRT emulates. If there are none, it prints
/// why, and which boards can be emulated. Values that XRT does not report are `not known`.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls devices
  sycl-hls devices --json
  sycl-hls xrt run --board u200 --target sw_emu -- sycl-hls devices")]
pub struct Devices {
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// The folder of deployed images [default: one in the user's state folder]
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
}

pub fn devices(args: &Devices) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let boards = catalogue::around(Path::new("."))?;
    let found = find(&cancel)?;
    let records = Store::at(args.store.as_deref())?.records()?;
    let record = |card: &Card| records.iter().find(|record| record.device == card.device);
    let emulation = Emulation::find(&cancel);
    let text = if args.json {
        let cards: Vec<Value> =
            found.cards.iter().map(|card| json(card, record(card), boards)).collect::<Result<_, _>>()?;
        let all = json!({
            "cards": cards, "reason": found.reason, "help": found.help, "emulation": emulation.json(boards),
        });
        format!("{all:#}\n")
    } else if found.cards.is_empty() {
        none(&found) + &emulation.text(boards)
    } else {
        found.cards.iter().map(|card| text(card, record(card), boards)).collect::<Vec<_>>().join("\n")
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn json(card: &Card, record: Option<&Record>, boards: Catalogue) -> Result<Value, serde_json::Error> {
    let mut value = serde_json::to_value(card)?;
    value["deployed"] = serde_json::to_value(record.map(|record| &record.running))?;
    value["board"] = card.board(boards).map(|board| board.name.as_str()).into();
    Ok(value)
}

/// A card for people.
fn text(card: &Card, record: Option<&Record>, boards: Catalogue) -> String {
    let unknown = || "not known".to_owned();
    let board = card.board(boards).map_or_else(String::new, |board| format!(" ({})", board.title));
    let or = |value: Option<String>| value.unwrap_or_else(unknown);
    let listed = |values: Vec<String>| if values.is_empty() { unknown() } else { values.join(", ") };
    let memory = card.memory_bytes.map(|bytes| match card.banks {
        Some(banks) => format!("{} in {banks} banks", size(bytes)),
        None => size(bytes),
    });
    let mut rows = vec![
        ["shell", &or(card.platform.as_ref().map(|platform| format!("{platform}{board}")))]
            .map(str::to_owned),
        ["interface UUID", &listed(card.interface_uuids.clone())].map(str::to_owned),
        ["memory", &or(memory)].map(str::to_owned),
        ["clocks", &listed(card.clocks_mhz.iter().map(|mhz| format!("{mhz} MHz")).collect())]
            .map(str::to_owned),
        ["temperature", &or(card.celsius.map(|degrees| format!("{degrees} °C")))].map(str::to_owned),
        ["image", card.image.as_deref().unwrap_or("none")].map(str::to_owned),
    ];
    if let Some(Record { running, .. }) = record {
        // Emulated cards have forgotten it.
        let is_there = card.emulation.is_some() || card.image.as_ref() == Some(&running.uuid);
        let since = if is_there { "" } else { "; another image has replaced it since" };
        let text = format!("{} at {}, {}{since}", running.file.display(), running.at, running.smoke.text());
        rows.push(["deployed".to_owned(), text]);
    }
    if let Some(problem) = &card.problem {
        rows.push(["problem", problem].map(str::to_owned));
    }
    let rows: Vec<Vec<String>> = rows.into_iter().map(Vec::from).collect();
    let emulated = if card.emulation.is_some() { ", emulated" } else { "" };
    format!("{}{emulated}\n{}", card.device, table("  ", &rows))
}

fn none(found: &Found) -> String {
    let reason = found.reason.as_deref().unwrap_or("XRT finds none");
    let help = found.help.as_ref().map_or_else(String::new, |help| format!("  {help}\n"));
    format!("no card: {reason}\n{help}\n")
}

/// What can be emulated here.
struct Emulation {
    cxx: Option<String>,
    verilator: Option<String>,
    xrt: Option<PathBuf>,
}

impl Emulation {
    fn find(cancel: &Cancel) -> Self {
        Self {
            cxx: Cxx::find(cancel).ok().map(|cxx| cxx.identity()),
            verilator: Verilator::find(cancel).ok().map(|verilator| verilator.identity()),
            xrt: xrt::installed().ok(),
        }
    }

    fn json(&self, boards: Catalogue) -> Value {
        let boards: Vec<&str> = boards.boards().map(|board| board.name.as_str()).collect();
        let (sw_emu, hw_emu) = (self.cxx.is_some(), self.cxx.is_some() && self.verilator.is_some());
        json!({ "boards": boards, "sw_emu": sw_emu, "hw_emu": hw_emu, "xrt": self.xrt.is_some() })
    }

    fn text(&self, boards: Catalogue) -> String {
        let boards: Vec<&str> = boards.boards().map(|board| board.name.as_str()).collect();
        let needs = |found: bool, how: &str, what: &str| match found {
            true => how.to_owned(),
            false => format!("needs {what}"),
        };
        let cxx = self.cxx.is_some();
        let rows = [
            ["sw_emu", &needs(cxx, "sycl-hls run --board NAME", "a C++ compiler: apt install g++")],
            [
                "hw_emu",
                &needs(
                    cxx && self.verilator.is_some(),
                    "sycl-hls run --board NAME --target hw_emu",
                    "Verilator and a C++ compiler: apt install verilator g++",
                ),
            ],
            [
                "XRT",
                &needs(
                    self.xrt.is_some(),
                    "sycl-hls xrt run --board NAME -- PROGRAM",
                    "XRT: apt install libxrt1 (Debian 12)",
                ),
            ],
        ];
        let rows: Vec<Vec<String>> = rows.iter().map(|row| row.map(str::to_owned).to_vec()).collect();
        format!("what can be emulated: {}\n{}", boards.join(", "), table("  ", &rows))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cards::card_for_tests;
    use xrt_sys::Place;

    #[test]
    fn what_is_not_known_is_said() {
        let mut card =
            card_for_tests("xrt/0000:65:00.1", Place::Bdf("0000:65:00.1".to_owned()), "some_shell");
        let unknown = text(&card, None, Catalogue::default());
        for line in [
            "  shell           some_shell",
            "  temperature     not known",
            "  interface UUID  not known",
            "  image           none",
        ] {
            assert!(unknown.lines().any(|found| found == line), "{line}:\n{unknown}");
        }
        card.celsius = Some(41);
        card.memory_bytes = Some(64 << 30);
        card.banks = Some(4);
        card.problem = Some("XRT cannot".to_owned());
        let known = text(&card, None, Catalogue::default());
        for words in ["41 °C", "64 GiB in 4 banks", "problem         XRT cannot"] {
            assert!(known.contains(words), "{known}");
        }
    }
}
