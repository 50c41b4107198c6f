//! Kernels as our own hardware, which Vivado packages: what may stop that, and what the hardware is like.

use sycl_hls_boards::Board;
use sycl_hls_compiler::back::hw_emu::{self, Kernel, LEGALIZE};
use sycl_hls_compiler::pass;
use sycl_hls_compiler::report::{self, Loop};
use sycl_hls_ir::Module;
use sycl_hls_vitis::open::{self, PACKAGER};
use sycl_hls_vitis::tools::Installation;

use crate::failure::{Failure, Place, show};
use crate::placement::hardware;
use crate::progress::Progress;
use crate::report::{count, each as each_loop, interval};
use crate::sources::each;

/// The hardware of an image.
pub struct OwnHardware {
    /// The kernels.
    pub kernels: Vec<Kernel>,
    /// What they are like.
    pub reports: Vec<report::Kernel>,
    /// Directives of which it takes no notice, with their lines.
    unused: Vec<(&'static str, u32)>,
}

impl OwnHardware {
    /// The hardware of modules at the clock of a board's kernels, where they name none.
    ///
    /// # Errors
    /// When a kernel holds what has no hardware yet, misses a strict interval, or cannot be packaged; all of it is shown.
    pub fn of(modules: &[Module], board: &Board) -> anyhow::Result<Self> {
        let mhz = board.kernel_clock_mhz;
        let kernels: Vec<Vec<Kernel>> = each(modules, |module| hardware(module, mhz))?;
        let unfit: usize =
            modules.iter().zip(&kernels).map(|(module, kernels)| show_unfit(module, kernels)).sum();
        if unfit > 0 {
            return Err(Failure::user("Vivado would not package these kernels as they are")
                .help("`--hls classic` gives their C++ to Vitis HLS")
                .into());
        }
        Ok(Self {
            kernels: kernels.into_iter().flatten().collect(),
            reports: modules.iter().flat_map(|module| reports(module, mhz)).collect(),
            unused: modules.iter().flat_map(unused).collect(),
        })
    }

    /// Says what the schedules promise, and what had no effect on them.
    pub fn summarize(&self, progress: &Progress) {
        for kernel in &self.reports {
            let used = |count: Option<u64>| count.map_or_else(|| "?".to_owned(), |count| count.to_string());
            let area = &kernel.area;
            let all = [
                ("LUT", area.luts),
                ("FF", area.ffs),
                ("BRAM18", area.ramb18s),
                ("URAM", area.urams),
                ("DSP", area.dsps),
            ];
            let all = all.map(|(what, count)| format!("{what} {}", used(count))).join(", ");
            let clock = kernel.clock_mhz.map_or_else(String::new, |mhz| format!(" for {mhz} MHz"));
            let line = format!("{}: our own schedule{clock}, {all} by our estimate", kernel.name);
            progress.note("Reports", &line);
            each_loop(&kernel.loops, 1, &mut |one, level| {
                progress.note("", &format!("{}{}", "  ".repeat(level), line_of(one)));
            });
        }
        for (name, line) in &self.unused {
            progress.note("Unused", &format!("our own hardware takes no notice of `{name}` in line {line}"));
        }
    }
}

fn line_of(one: &Loop) -> String {
    let depth = one.depth.map_or_else(String::new, |depth| format!(", depth {depth}"));
    let cycles = match count(one.cycles).as_str() {
        "?" => String::new(),
        cycles => format!(", {cycles} cycles in a run with ideal memory"),
    };
    match one.interval {
        Some(_) => format!("line {}: interval {}{depth}{cycles}", one.line, interval(one)),
        None => format!("line {}: not pipelined{cycles}", one.line),
    }
}

/// Shows what keeps kernels of a module from being packaged; gives how many.
fn show_unfit(module: &Module, kernels: &[Kernel]) -> usize {
    let unfit = kernels.iter().filter_map(|kernel| {
        let why = open::check(&kernel.interface).err()?;
        let own = module.kernels().find(|(_, func)| func.name == kernel.interface.name);
        let text = module.source.text.as_deref().unwrap_or_default();
        let place = own.and_then(|(_, func)| Place::line(&module.source.file, text, func.span.start.line));
        Some(place.into_iter().fold(Failure::user(why.to_string()), Failure::at))
    });
    unfit.map(|failure| show(&failure)).count()
}

fn reports(module: &Module, mhz: u32) -> Vec<report::Kernel> {
    let mut module = module.clone();
    pass::run_all(&mut module, LEGALIZE);
    // They have hardware: it is there.
    module.kernels().filter_map(|(_, func)| report::kernel(&module, func, mhz, &[]).ok()).collect()
}

fn unused(module: &Module) -> Vec<(&'static str, u32)> {
    let entries = module.funcs.iter().flat_map(|(_, func)| func.directive_entries());
    let unused = entries.filter(|entry| hw_emu::UNUSED.contains(&entry.name));
    let mut places: Vec<_> = unused.map(|entry| (entry.name, entry.span.start.line)).collect();
    places.sort_unstable_by_key(|(name, line)| (*line, *name));
    places.dedup();
    places
}

/// Is the program there that packages?
///
/// # Errors
/// When it is not.
pub fn check_packager(tools: &Installation) -> anyhow::Result<()> {
    if tools.find(PACKAGER).is_some() {
        return Ok(());
    }
    let places: Vec<String> = tools.folders().iter().map(|folder| folder.display().to_string()).collect();
    Err(Failure::unavailable("Vivado was not found beside Vitis")
        .note(format!("looked at {}", places.join(", ")))
        .help("install the Vivado of this version; without `--hls open`, Vitis HLS compiles the kernels")
        .into())
}
