//! Checks that kernels fit what they are built for: the banks and regions of a board, the pragmas of a version of Vitis,
//! what our own hardware has.

use sycl_hls_boards::{Board, Catalogue};
use sycl_hls_compiler::abi::{self, AbiKernel};
use sycl_hls_compiler::back::hls_cpp::{Version, unavailable};
use sycl_hls_compiler::back::hw_emu::{self, Kernel};
use sycl_hls_compiler::report::{Interval, intervals};
use sycl_hls_compiler::rtl::Unsupported;
use sycl_hls_compiler::{link, pass};
use sycl_hls_front::{NO_HARDWARE, PLACEMENT, VERSION};
use sycl_hls_ir::directive::{At, Bank, Clock, Problem, Slr};
use sycl_hls_ir::{Code, Diagnostic, Func, Module};

use crate::failure::Failure;
use crate::intervals::missed;

fn complaints(code: Code, problems: Vec<At<Problem>>) -> Vec<Diagnostic> {
    let complaint = |At { value, span }: At<Problem>| {
        Diagnostic::error(code, span, value.message).note(value.note).help(value.help)
    };
    problems.into_iter().map(complaint).collect()
}

/// Complaints about banks, regions and clocks that a board does not have.
pub fn check_board(module: &Module, board: &Board) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (_, kernel) in module.own_kernels() {
        errors.extend(kernel.directives.clock.as_ref().and_then(|clock| too_fast(clock, board)));
        errors.extend(kernel.directives.slrs.iter().filter_map(|slr| missing_slr(slr, board)));
    }
    let banks = module.own_kernels().flat_map(|(_, kernel)| &kernel.params);
    errors.extend(missing_banks(banks.flat_map(|param| &param.directives.banks), board));
    errors
}

/// What is said of a clock that a board does not have.
pub fn too_fast(clock: &At<Clock>, board: &Board) -> Option<Diagnostic> {
    let most = board.max_kernel_clock_mhz.filter(|most| clock.mhz > *most)?;
    let message = format!("kernels of {} run at {most} MHz at most, not at {}", board.name, clock.mhz);
    let help = format!("ask for {most} MHz or less; without a clock, it is {} MHz", board.kernel_clock_mhz);
    Some(Diagnostic::error(PLACEMENT, clock.span, message).help(help))
}

/// What is said of a region that a board does not have.
pub fn missing_slr(slr: &At<Slr>, board: &Board) -> Option<Diagnostic> {
    if slr.index < board.slrs {
        return None;
    }
    let message = format!("the board {} has no SLR{}", board.name, slr.index);
    let help = match board.slrs {
        1 => "leave it away: the device is one region".to_owned(),
        count => format!("its regions are SLR0 to SLR{}", count - 1),
    };
    Some(Diagnostic::error(PLACEMENT, slr.span, message).help(help))
}

/// What is said of banks that a board does not have: one message for all of them.
pub fn missing_banks<'b>(banks: impl Iterator<Item = &'b At<Bank>>, board: &Board) -> Option<Diagnostic> {
    let missing: Vec<&At<Bank>> =
        banks.filter(|bank| bank.tags().any(|tag| board.bank(&tag).is_none())).collect();
    let first = missing.first()?;
    let mut absent: Vec<String> = Vec::new();
    for tag in missing.iter().flat_map(|bank| bank.tags()).filter(|tag| board.bank(tag).is_none()) {
        if !absent.contains(&tag) {
            absent.push(tag);
        }
    }
    let message = format!("the board {} has no memory bank {}", board.name, listed(&absent));
    let note = "the linker of Vitis would stop after the kernel has been compiled";
    let mut error = Diagnostic::error(PLACEMENT, first.span, message).note(note);
    let mut places = vec![first.span];
    for bank in &missing[1..] {
        // What `sycl-hls.toml` places has the span of its kernel.
        if !places.contains(&bank.span) {
            places.push(bank.span);
            error = error.related(bank.span, "and here");
        }
    }
    let others = boards_with(&missing);
    let own = format!("{} has {}", board.name, own_banks(board, &missing));
    Some(match others.is_empty() {
        true => error.help(own),
        false => error.help(own).help(format!("build for a board that has all of them: {others}")),
    })
}

/// All of few, or the first of many and how many there are.
fn listed(tags: &[String]) -> String {
    const MOST: usize = 4;
    match tags.split_at_checked(MOST) {
        Some((first, [_, ..])) => format!("{} and {} others", first.join(", "), tags.len() - MOST),
        _ => tags.join(", "),
    }
}

/// The banks that a board has, of the kinds that are asked for if it has such.
fn own_banks(board: &Board, wanted: &[&At<Bank>]) -> String {
    let tags = || board.banks.iter().map(|bank| bank.tag.as_str());
    let is_wanted = |tag: &&str| wanted.iter().any(|bank| tag.starts_with(bank.memory.name()));
    let of_kind: Vec<&str> = tags().filter(is_wanted).collect();
    let shown = if of_kind.is_empty() { tags().collect() } else { of_kind };
    let kind = |tag: &str| tag.split('[').next().unwrap_or(tag).to_owned();
    let ranges = shown.chunk_by(|a, b| kind(a) == kind(b)).map(|banks| match banks {
        [first, .., last] => format!("{first} to {last}"),
        all => all.concat(),
    });
    ranges.collect::<Vec<_>>().join(", ")
}

/// Options that name the boards with all of these banks.
fn boards_with(banks: &[&At<Bank>]) -> String {
    let has_all =
        |board: &&Board| banks.iter().flat_map(|bank| bank.tags()).all(|tag| board.bank(&tag).is_some());
    let names =
        Catalogue::default().boards().filter(has_all).map(|board| format!("`--board {}`", board.name));
    names.collect::<Vec<_>>().join(", ")
}

/// The number of compute units that XRT knows of a card: its `MAX_CUS`.
const MAX_UNITS: usize = 128;

/// True if there are no more compute units than XRT knows, and no more ports at a bank than it serves.
///
/// # Errors
/// When there are.
pub fn check_ports(modules: &[Module], board: &Board) -> Result<(), Failure> {
    let on_cards = modules.iter().map(Module::without_groups);
    let kernels: Vec<AbiKernel> = on_cards.flat_map(|module| abi::kernels(&module)).collect();
    let count = kernels.iter().map(|kernel| link::units(kernel).count()).sum::<usize>();
    if count > MAX_UNITS {
        let message = format!("the image has {count} compute units, and XRT knows {MAX_UNITS} of a card");
        return Err(Failure::user(message).help("ask for fewer, or put kernels into images of their own"));
    }
    for (tag, ports) in link::ports(&kernels) {
        let most = board.bank(&tag).and_then(|bank| board.banks[bank].max_masters);
        if let Some(most) = most.filter(|most| ports > *most) {
            let name = &board.name;
            let message = format!("{ports} ports of kernels reach {tag}, which serves {most} on {name}");
            let help = "give some slices another bank, or one bundle together: `#[m_axi(bundle = \"..\")]`";
            return Err(Failure::user(message).help(help));
        }
    }
    Ok(())
}

/// Complaints about what a version of Vitis does not have.
pub fn check_version(module: &Module, version: Version) -> Vec<Diagnostic> {
    complaints(VERSION, unavailable(module, version))
}

/// The kernels of a module as hardware at `mhz`, where they name no clock of their own.
///
/// # Errors
/// Complaints about what has no hardware yet, and about strict pipelines that miss their interval.
pub fn hardware(module: &Module, mhz: u32) -> Result<Vec<Kernel>, Vec<Diagnostic>> {
    let scheduled = Scheduled::new(module, mhz);
    scheduled.check()?;
    Ok(scheduled.made.into_iter().flatten().collect())
}

/// The kernels of a module as hardware, as far as there is any.
#[derive(Debug)]
pub struct Scheduled {
    /// The module, after the passes for hardware.
    pub lowered: Module,
    /// The hardware of each of its kernels, in order, or what of it has none yet.
    made: Vec<Result<Kernel, Unsupported>>,
}

impl Scheduled {
    /// Schedules kernels at `mhz`, where they name no clock of their own.
    pub fn new(module: &Module, mhz: u32) -> Self {
        let mut lowered = module.clone();
        pass::run_all(&mut lowered, hw_emu::LEGALIZE);
        let made = lowered.kernels().map(|(_, func)| hw_emu::kernel(&lowered, func, mhz)).collect();
        Self { lowered, made }
    }

    /// The kernels with their hardware.
    pub fn kernels(&self) -> impl Iterator<Item = (&Func, &Result<Kernel, Unsupported>)> {
        self.lowered.kernels().map(|(_, func)| func).zip(&self.made)
    }

    /// True if all of it is there, as it was asked for.
    ///
    /// # Errors
    /// Complaints about what has no hardware yet, and about strict pipelines that miss their interval.
    pub fn check(&self) -> Result<(), Vec<Diagnostic>> {
        let lacking = self.made.iter().filter_map(|made| made.as_ref().err()).map(no_hardware);
        let intervals = self.intervals();
        let strict = intervals.iter().filter(|interval| interval.strict && interval.is_missed());
        let errors: Vec<Diagnostic> = lacking.chain(strict.map(missed)).collect();
        if errors.is_empty() { Ok(()) } else { Err(errors) }
    }

    /// The intervals that are requested in it. Instances of one kernel, and calls of one helper, have the same.
    pub fn intervals(&self) -> Vec<Interval> {
        let made = self.kernels().filter_map(|(func, made)| Some((func, made.as_ref().ok()?)));
        let mut once: Vec<Interval> = Vec::new();
        for interval in made.flat_map(|(func, kernel)| intervals(func, &kernel.design, &kernel.plan)) {
            if !once.contains(&interval) {
                once.push(interval);
            }
        }
        once
    }
}

fn no_hardware(Unsupported { what, help, span }: &Unsupported) -> Diagnostic {
    let error = Diagnostic::error(NO_HARDWARE, *span, format!("there is no hardware for {what} yet"));
    let error = error.note("the target sw_emu has it, and so has the C++ for Vitis");
    match help {
        Some(help) => error.help(*help),
        None => error,
    }
}
