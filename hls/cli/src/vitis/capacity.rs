//! Checks whether the kernels fit the board, by our estimate for our Verilog. Vitis' may be smaller or larger; what does not fit by
//! far is better known now than after hours.

use sycl_hls_boards::{Board, Resources};
use sycl_hls_compiler::back::hw_emu;
use sycl_hls_compiler::link::units;
use sycl_hls_compiler::rtl::area::{Area, area};

use super::own::Schedules;
use crate::failure::Failure;
use crate::placement::Scheduled;
use crate::progress::Progress;

/// Look-up tables and flip-flops that our estimate has for one that is there: it counts those of yosys, and Vivado needs fewer.
const OVERCOUNTED: u32 = 2;

/// What the kernels need of the board's regions and of all of it.
#[derive(Default)]
struct Needs {
    all: Area,
    regions: Vec<Area>,
    unknown: Vec<String>,
}

/// Compares what the kernels need with what there is.
///
/// # Errors
/// When a region or the board is too small.
pub fn check(schedules: &Schedules<'_>, board: &Board, progress: &Progress) -> anyhow::Result<()> {
    let needs = Needs::of(schedules, board);
    if !needs.unknown.is_empty() {
        let what =
            format!("how much room {} needs: our hardware lacks something of it", needs.unknown.join(", "));
        progress.note("Unknown", &what);
    }
    let regions = board.regions.iter().zip(&needs.regions).enumerate();
    for (index, (there, needed)) in regions {
        refuse(&format!("SLR{index} of {}", board.name), needed, there)?;
    }
    if let Some(there) = &board.resources {
        refuse(&board.name, &needs.all, there)?;
    }
    Ok(())
}

impl Needs {
    fn of(schedules: &Schedules<'_>, board: &Board) -> Self {
        let mut needs = Self { regions: vec![Area::default(); board.regions.len()], ..Self::default() };
        for (func, made) in schedules.get().iter().flat_map(Scheduled::kernels) {
            match made {
                Ok(kernel) => needs.add(kernel),
                Err(_) => needs.unknown.push(format!("`{}`", func.name)),
            }
        }
        needs
    }

    fn add(&mut self, kernel: &hw_emu::Kernel) {
        let one = area(&kernel.design, &kernel.plan).total();
        for unit in units(&kernel.interface) {
            self.all += one;
            // A unit without a region goes where there is room.
            let region = unit.slr().and_then(|slr| self.regions.get_mut(slr as usize));
            region.into_iter().for_each(|region| *region += one);
        }
    }
}

/// Complains about the first resource of which there is too little.
fn refuse(place: &str, needed: &Area, there: &Resources) -> Result<(), Failure> {
    let all = [
        ("DSPs", needed.dsps, there.dsps),
        ("URAMs", needed.urams, there.urams),
        ("halves of BRAMs", needed.ramb18s, there.ramb18s),
        ("LUTs", needed.luts / OVERCOUNTED, there.luts),
        ("FFs", needed.ffs / OVERCOUNTED, there.ffs),
    ];
    match all.into_iter().find(|(_, needed, there)| needed > there) {
        None => Ok(()),
        Some((what, needed, there)) => {
            let message = format!(
                "the kernels do not fit {place}: about {needed} {what} are needed, and there are {there}"
            );
            Err(Failure::user(message)
                .note("this is our estimate of our own hardware: `sycl-hls report --board` has it in parts")
                .help("ask for fewer compute units, or for other regions; `--over-capacity` builds nevertheless"))
        }
    }
}
