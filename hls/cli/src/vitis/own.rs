//! Kernels as our own hardware, which Vivado packages: what may stop that, and what the hardware is like.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use sycl_hls_compiler::back::hw_emu::{self, Kernel};
use sycl_hls_compiler::report::{self, Assumed, Loop, of_hardware};
use sycl_hls_compiler::rtl::Unsupported;
use sycl_hls_ir::{Func, Module};
use sycl_hls_types::MemoryErrors;
use sycl_hls_vitis::open::{self, PACKAGER};
use sycl_hls_vitis::tools::Installation;

use crate::failure::{Failure, Place, show};
use crate::placement::Scheduled;
use crate::progress::Progress;
use crate::report::{count, each, interval, words};
use crate::sources::shown;

/// The kernels of an image as hardware of our own, for one clock: scheduled once, when somebody asks.
pub struct Schedules<'m> {
    /// The kernels.
    pub modules: &'m [Module],
    /// The clock, in MHz, of those that name none.
    pub mhz: u32,
    made: OnceCell<Vec<Scheduled>>,
}

impl<'m> Schedules<'m> {
    /// Nothing is scheduled yet.
    pub const fn new(modules: &'m [Module], mhz: u32) -> Self {
        Self { modules, mhz, made: OnceCell::new() }
    }

    /// Of each module.
    pub fn get(&self) -> &[Scheduled] {
        let schedule = || self.modules.iter().map(|module| Scheduled::new(module, self.mhz)).collect();
        self.made.get_or_init(schedule)
    }
}

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
    /// The hardware that was scheduled for an image.
    ///
    /// # Errors
    /// When a kernel holds what has no hardware yet, misses a strict interval, or cannot be packaged; all of it is shown.
    pub fn of(schedules: &Schedules<'_>) -> anyhow::Result<Self> {
        let all = schedules.get();
        shown(all.iter().map(|scheduled| (&scheduled.lowered, scheduled.check())))?;
        let unfit: usize = all.iter().map(show_unfit).sum();
        if unfit > 0 {
            return Err(Failure::user("Vivado would not package these kernels as they are")
                .help("`--hls classic` gives their C++ to Vitis HLS")
                .into());
        }
        Ok(Self {
            kernels: all.iter().flat_map(Scheduled::kernels).flat_map(|(_, made)| made.clone()).collect(),
            reports: all.iter().flat_map(reports).collect(),
            unused: schedules.modules.iter().flat_map(unused).collect(),
        })
    }

    /// The registers that tell of errors of memories, by kernel.
    pub fn memory_errors(&self) -> BTreeMap<String, MemoryErrors> {
        let manifests = self.kernels.iter().map(|kernel| &kernel.manifest);
        manifests.filter_map(|it| Some((it.interface.name.clone(), it.memory_errors.clone()?))).collect()
    }

    /// Says what the schedules promise, and what had no effect on them.
    pub fn summarize(&self, progress: &Progress) {
        for kernel in &self.reports {
            let clock = kernel.clock_mhz.map_or_else(String::new, |mhz| format!(" for {mhz} MHz"));
            let all = words(&kernel.area);
            let line = format!("{}: our own schedule{clock}, {all} by our estimate", kernel.name);
            progress.note("Reports", &line);
            each(&kernel.loops, 1, &mut |one, level| {
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
fn show_unfit(scheduled: &Scheduled) -> usize {
    let source = &scheduled.lowered.source;
    let unfit = scheduled.kernels().filter_map(|(func, made)| {
        let why = open::check(&made.as_ref().ok()?.interface).err()?;
        let text = source.text.as_deref().unwrap_or_default();
        let place = Place::line(&source.file, text, func.span.start.line_in_file());
        Some(place.into_iter().fold(Failure::user(why.to_string()), Failure::at))
    });
    unfit.map(|failure| show(&failure)).count()
}

fn reports(scheduled: &Scheduled) -> Vec<report::Kernel> {
    let report = |(func, made): (&Func, &Result<Kernel, Unsupported>)| {
        let Kernel { design, plan, manifest, .. } = made.as_ref().ok()?;
        Some(of_hardware(&scheduled.lowered, func, manifest.clock_mhz, (design, plan), Assumed::default()))
    };
    scheduled.kernels().filter_map(report).collect()
}

fn unused(module: &Module) -> Vec<(&'static str, u32)> {
    let entries = module.funcs.iter().flat_map(|(_, func)| func.directive_entries());
    let unused = entries.filter(hw_emu::is_unused);
    let mut places: Vec<_> = unused.map(|entry| (entry.name, entry.span.start.line_in_file())).collect();
    places.sort_unstable_by_key(|(name, line)| (*line, *name));
    places.dedup();
    places
}

/// True if the program that packages is there.
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

#[cfg(test)]
mod tests {
    use super::*;
    use sycl_hls_compiler::back::hw_emu::LEGALIZE;
    use sycl_hls_compiler::pass;
    use sycl_hls_ir::Source;

    const KERNEL: &str = "#[sycl_hls::kernels] mod k { #[kernel] #[clock(mhz = 200)] pub fn own(x: &mut [f32]) { for i in 0..x.len() { x[i] = x[i] * 3.0; } } \
                          #[kernel] pub fn other(x: &mut [u32]) { x[0] = 1; } }";

    fn module() -> Module {
        let mut found = sycl_hls_front::find_modules(KERNEL).unwrap_or_default();
        let source = Source::new("k.rs", Some(KERNEL.into()));
        sycl_hls_front::translate(&mut found[0], source).module.unwrap()
    }

    #[test]
    fn what_was_scheduled_once_is_reported_as_if_it_were_for_the_report() {
        let modules = [module()];
        let schedules = Schedules::new(&modules, 250);
        let shared = OwnHardware::of(&schedules).unwrap().reports;
        let mut lowered = modules[0].clone();
        pass::run_all(&mut lowered, LEGALIZE);
        let kernels = lowered.kernels();
        let alone: Vec<_> = kernels
            .map(|(_, func)| report::kernel(&lowered, func, 250, Assumed::default()).unwrap())
            .collect();
        assert_eq!(shared, alone);
        assert_eq!(shared.iter().map(|it| it.clock_mhz).collect::<Vec<_>>(), [Some(200), Some(250)]);
        assert!(std::ptr::eq(schedules.get(), schedules.get()), "nothing is scheduled again");
    }
}
