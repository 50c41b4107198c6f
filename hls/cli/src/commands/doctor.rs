//! `sycl-hls doctor`

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use clap::Args;
use sycl_hls_compiler::tool::{Cxx, Verilator, run};
use sycl_hls_vitis::open::PACKAGER;
use sycl_hls_vitis::tools::Places;

use crate::drivers::Drivers;
use crate::interrupt::on_interrupt;
use crate::table::table;
use crate::terminal::print;
use crate::xrt;

/// List what is installed, what each missing program would enable, and how to get it
///
/// Also checks whether XRT's drivers are built for the running kernel. Nothing is installed or changed. `check`, `emit`, `report` and `xclbin` need only this program.
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  sycl-hls doctor")]
pub struct Doctor {
    /// Where the files of the machine lie whose drivers are looked at
    #[arg(long, value_name = "DIR", default_value = "/", hide = true)]
    root: PathBuf,
}

/// Something that may be installed.
struct Piece {
    name: &'static str,
    /// What is there; `None` if nothing is.
    found: Option<String>,
    enables: &'static str,
    help: &'static str,
}

pub fn doctor(args: &Doctor) -> anyhow::Result<ExitCode> {
    let cancel = on_interrupt()?;
    let version = |program: &str| {
        let said = run(Command::new(program).arg("--version"), &cancel).ok()?;
        said.lines().next().map(str::to_owned)
    };
    let places = Places::of_environment();
    let pieces = [
        Piece {
            name: "C++ compiler",
            found: Cxx::find(&cancel).ok().map(|cxx| cxx.identity()),
            enables: "the targets sw_emu and hw_emu",
            help: "apt install g++; or name yours in CXX",
        },
        Piece {
            name: "Verilator",
            found: Verilator::find(&cancel).ok().map(|verilator| verilator.identity()),
            enables: "the target hw_emu",
            help: "apt install verilator; or name yours in VERILATOR",
        },
        Piece {
            name: "zlib",
            found: Some("/usr/include/zlib.h").filter(|file| Path::new(file).is_file()).map(str::to_owned),
            enables: "waveforms as .fst",
            help: "apt install zlib1g-dev; waveforms as .vcd need none",
        },
        Piece {
            name: "Cargo",
            found: version("cargo"),
            enables: "run and test, which build projects",
            help: "install Rust: https://rustup.rs",
        },
        Piece {
            name: "XRT",
            found: xrt::installed().ok().map(|folder| folder.display().to_string()),
            enables: "hosts of XRT on emulated cards: xrt run",
            help: "apt install libxrt1 (Debian 12); or set XILINX_XRT",
        },
        Piece {
            name: "Vitis",
            found: listed(
                places.vitis().iter().map(|it| format!("{} in {}", it.version.name(), it.root.display())),
            ),
            enables: "the target hw, and hw_emu with --toolchain vitis",
            help: "AMD's installer; then set XILINX_VITIS, or source its settings64.sh",
        },
        Piece {
            name: "Vivado",
            found: listed(
                places.vitis().iter().filter_map(|vitis| Some(vitis.find(PACKAGER)?.display().to_string())),
            ),
            enables: "our own hardware on cards: build --hls open",
            help: "AMD's installer has it beside Vitis",
        },
        Piece {
            name: "platforms",
            found: listed(
                places
                    .platforms()
                    .iter()
                    .filter_map(|file| Some(file.file_stem()?.to_string_lossy().into_owned())),
            ),
            enables: "builds of Vitis for their boards",
            help: "AMD's packages of your board; or name their folder in PLATFORM_REPO_PATHS",
        },
    ];
    print(&report(&pieces))?;
    if let Some(drivers) = Drivers::look(&args.root) {
        print(&format!("drivers of cards\n{}", table("  ", &drivers.rows())))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn listed(found: impl Iterator<Item = String>) -> Option<String> {
    let found: Vec<String> = found.collect();
    (!found.is_empty()).then(|| found.join(", "))
}

fn report(pieces: &[Piece]) -> String {
    let there = pieces.iter().filter_map(|piece| Some(vec![piece.name.to_owned(), piece.found.clone()?]));
    let missing = pieces.iter().filter(|piece| piece.found.is_none());
    let missing = missing.flat_map(|piece| {
        [[piece.name, piece.enables], ["", piece.help]].map(|row| row.map(str::to_owned).to_vec())
    });
    let part = |title: &str, rows: Vec<Vec<String>>| {
        if rows.is_empty() { String::new() } else { format!("{title}\n{}", table("  ", &rows)) }
    };
    part("installed", there.collect())
        + &part("not found: what it would enable, and how to get it", missing.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_missing_says_what_for_and_what_to_do() {
        let piece = |name, found: Option<&str>| Piece {
            name,
            found: found.map(str::to_owned),
            enables: "flying",
            help: "grow wings",
        };
        let text = report(&[piece("eyes", Some("two")), piece("wings", None)]);
        let (there, missing) = text.split_once("not found").unwrap();
        assert!(there.contains("eyes  two") && !there.contains("wings"), "{text}");
        assert!(
            missing.contains("wings  flying\n         grow wings") && !missing.contains("eyes"),
            "{text}"
        );
        assert!(!report(&[piece("eyes", Some("two"))]).contains("not found"));
    }
}
