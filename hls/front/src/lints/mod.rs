//! Lints: warnings about correct kernels that will be slow or large on hardware.
//!
//! They are found on lowered modules; what the tool finds in schedules of our own hardware it has said through
//! [`Levels::said`]. Attributes set their levels, `#[hls_allow(NAME)]`; the host code has them no
//! more. A lint that is denied is an error, in the macro, too. The macro is silent about warnings: stable Rust gives it
//! no way to say them well, and `sycl-hls check` says them.

mod arguments;
mod burst;
mod double;
mod levels;
mod missed_burst;
mod partition;
mod pipeline;
mod ports;
mod recurrence;
mod requested;
mod tripcount;

use rustc_hash::FxHashMap;
use sycl_hls_ir::analysis::trace;
use sycl_hls_ir::{Code, Diagnostic, Module, Severity, Span};

use crate::attribute::Level;
use crate::codes;
use crate::instances::KernelInstance;
pub use levels::Levels;

/// Something that kernels can be warned of.
#[derive(Debug, PartialEq, Eq)]
pub struct Lint {
    /// The name in attributes.
    pub name: &'static str,
    /// The code of its messages.
    pub code: Code,
    /// Its level where no attribute says another.
    pub level: Level,
}

const fn lint(name: &'static str, code: Code, level: Level) -> Lint {
    Lint { name, code, level }
}

const PIPELINE_PORTS: &Lint = &lint("pipeline_ports", codes::PIPELINE_PORTS, Level::Warn);
const PIPELINE_RECURRENCE: &Lint = &lint("pipeline_recurrence", codes::PIPELINE_RECURRENCE, Level::Warn);
const SERIAL_ACCUMULATION: &Lint = &lint("serial_accumulation", codes::SERIAL_ACCUMULATION, Level::Warn);
const SCATTERED_ACCESS: &Lint = &lint("scattered_access", codes::SCATTERED_ACCESS, Level::Warn);
const PARTITION_DIVIDERS: &Lint = &lint("partition_dividers", codes::PARTITION_DIVIDERS, Level::Warn);
const NEEDLESS_F64: &Lint = &lint("needless_f64", codes::NEEDLESS_F64, Level::Warn);
const UNUSED_ARGUMENT: &Lint = &lint("unused_argument", codes::UNUSED_ARGUMENT, Level::Warn);
const UNKNOWN_TRIPCOUNT: &Lint = &lint("unknown_tripcount", codes::UNKNOWN_TRIPCOUNT, Level::Allow);
/// A requested interval that our own hardware misses: the tool finds it, which schedules kernels.
pub const MISSED_INTERVAL: &Lint = &lint("missed_interval", codes::MISSED_INTERVAL, Level::Warn);
const MISSED_BURST: &Lint = &lint("missed_burst", codes::MISSED_BURST, Level::Warn);

/// Lints of requested intervals that Vitis' hardware misses.
pub const VITIS_INTERVALS: [&Lint; 3] = [PIPELINE_PORTS, PIPELINE_RECURRENCE, SERIAL_ACCUMULATION];

/// Every lint, in the order of their codes.
pub const LINTS: [&Lint; 10] = [
    PIPELINE_PORTS,
    PIPELINE_RECURRENCE,
    SERIAL_ACCUMULATION,
    SCATTERED_ACCESS,
    PARTITION_DIVIDERS,
    NEEDLESS_F64,
    UNUSED_ARGUMENT,
    UNKNOWN_TRIPCOUNT,
    MISSED_INTERVAL,
    MISSED_BURST,
];

/// What a lint has found, before anybody asks whether it may be said.
struct Finding {
    lint: &'static Lint,
    message: Diagnostic,
    /// The instance of a kernel that it is about, unless all are alike.
    instance: Option<String>,
    /// Where an attribute can stand to set the level, beside the place of the message.
    sites: Vec<Span>,
}

impl Finding {
    /// A finding at a place.
    fn new(lint: &'static Lint, at: Span, message: impl Into<String>) -> Self {
        Self { lint, message: Diagnostic::warning(lint.code, at, message), instance: None, sites: vec![at] }
    }

    fn related(mut self, at: Span, label: impl Into<String>) -> Self {
        if at != Span::NONE {
            self.message = self.message.related(at, label);
            self.sites.push(at);
        }
        self
    }

    fn note(mut self, note: impl Into<String>) -> Self {
        self.message = self.message.note(note);
        self
    }

    fn help(mut self, help: impl Into<String>) -> Self {
        self.message = self.message.help(help);
        self
    }

    /// An attribute at this place counts as well.
    fn site(mut self, at: Span) -> Self {
        self.sites.push(at);
        self
    }

    /// The diagnostic at the lint's level; `None` if it is allowed there.
    fn said(self, levels: &Levels) -> Option<Diagnostic> {
        let level = levels.of(self.lint, &self.sites);
        let severity = match level {
            Level::Allow => return None,
            Level::Warn => Severity::Warning,
            Level::Deny => Severity::Error,
        };
        let mut message = self.message;
        message.notes.extend(self.instance.map(|name| format!("this is about the instance `{name}`")));
        let help = format!("if it is meant: `#[hls_allow({})]`", self.lint.name);
        Some(Diagnostic { severity, ..message.help(help) })
    }
}

/// What there is to say about a module.
pub(crate) fn lint_module(module: &Module, instances: &[KernelInstance], levels: &Levels) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    // What is made of linked kernels has their findings once more.
    for (id, kernel) in module.own_kernels() {
        let (trace, before) = (trace(module, id), findings.len());
        pipeline::check(&trace, &mut findings);
        burst::check(&trace, &mut findings);
        missed_burst::check(&trace, &mut findings);
        partition::check(&trace, &mut findings);
        arguments::check(module, id, kernel, &mut findings);
        if instances.iter().any(|instance| instance.kernel == kernel.name) {
            findings[before..].iter_mut().for_each(|finding| finding.instance = Some(kernel.name.clone()));
        }
    }
    for (_, func) in module.funcs.iter().filter(|(_, func)| !module.is_group(func)) {
        double::check(module, func, &mut findings);
        tripcount::check(module, func, &mut findings);
    }
    once(findings).into_iter().filter_map(|finding| finding.said(levels)).collect()
}

/// The findings without repetitions: a helper is looked at wherever it is called, and what is generic in all its instances.
fn once(findings: Vec<Finding>) -> Vec<Finding> {
    let mut seen = FxHashMap::default();
    let mut kept: Vec<Finding> = Vec::new();
    // What is imported has its findings where it is written.
    let own = |at: Span| at != Span::NONE && at.start.file() == 0;
    for finding in findings.into_iter().filter(|finding| own(finding.message.span)) {
        let place = finding.message.related.first().map(|(place, _)| *place);
        let position = *seen.entry((finding.lint.code, finding.message.span, place)).or_insert(kept.len());
        match kept.get_mut(position) {
            Some(first) if first.message == finding.message => first.instance = None,
            Some(_) => {}
            None => kept.push(finding),
        }
    }
    kept
}

/// `every cycle`, `every 4 cycles`
fn every(cycles: u64) -> String {
    if cycles == 1 { "every cycle".to_owned() } else { format!("every {cycles} cycles") }
}

/// `once`, `3 times`
fn times(count: usize) -> String {
    if count == 1 { "once".to_owned() } else { format!("{count} times") }
}

/// The `for`, `while` or `loop` of a loop.
fn keyword(at: Span) -> Span {
    let mut end = at.start;
    end.column = end.column.saturating_add(3);
    if at == Span::NONE { at } else { Span { start: at.start, end } }
}
