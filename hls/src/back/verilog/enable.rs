//! The clock enable of a process: what it waits for, and copies of it where it goes to many registers.

use super::Emitter;
use crate::rtl::area;
use crate::rtl::instance::Module;
use crate::rtl::operators::Operator;

/// The registers that an enable goes to, behind which the next ones have a copy of it. The estimate of operators' registers is a few
/// per cent off; `make timing` fails at twice as many.
const LOADS: u32 = 1000;

/// What a cycle at work wants before it goes on, and whether it is there.
#[derive(Clone, Debug)]
pub(super) struct Wait {
    wanted: String,
    there: String,
}

impl Wait {
    pub(super) fn new(wanted: impl Into<String>, there: impl Into<String>) -> Self {
        Self { wanted: wanted.into(), there: there.into() }
    }

    /// True while it is not there.
    pub(super) fn stalls(&self) -> String {
        format!("{} & ~{}", self.wanted, self.there)
    }

    /// True unless it stalls.
    pub(super) fn passes(&self) -> String {
        format!("~({})", self.stalls())
    }
}

/// The last copy of a process's enable: its number, 0 for the enable itself, and the registers that it goes to.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Copy {
    number: u32,
    loads: u32,
}

/// The copy with this number.
fn name(number: u32) -> String {
    if number == 0 { "ce".to_owned() } else { format!("ce{number}") }
}

/// Registers of an operator with this many cycles, and how many of them each of its enables goes to: those of the longest operators
/// are too many for one.
pub(super) fn enables(module: &Module, operator: Operator, latency: u32) -> (u32, u32) {
    let loads = area::unit(operator, latency).ffs;
    let count = if module.has_enables() { loads.div_ceil(LOADS).max(1) } else { 1 };
    (count, loads / count)
}

impl Emitter<'_> {
    /// The enable of so many more registers that move with all others of the process.
    pub(super) fn ce(&mut self, loads: u32) -> String {
        let last = self.last_enable;
        let is_full = last.loads > 0 && last.loads + loads > LOADS;
        self.last_enable = match is_full {
            true => Copy { number: last.number + 1, loads },
            false => Copy { loads: last.loads + loads, ..last },
        };
        name(self.last_enable.number)
    }

    /// The enable, which is 1 unless one of these stalls, and its copies.
    pub(super) fn enables(&mut self, waits: &[Wait]) {
        let copies: Vec<String> = (1..=self.last_enable.number).map(name).collect();
        self.wire(1, "ce");
        copies.iter().for_each(|copy| self.wire(1, copy));
        if waits.is_empty() {
            let all = std::iter::once("ce").chain(copies.iter().map(String::as_str));
            return all.for_each(|it| self.line(format!("assign {it} = 1'b1;")));
        }
        let passes: Vec<String> = waits.iter().map(Wait::passes).collect();
        self.line(format!("assign ce = {};", passes.join(" & ")));
        if !copies.is_empty() {
            self.copies(waits, &copies);
        }
    }

    fn copies(&mut self, waits: &[Wait], copies: &[String]) {
        let terms = waits.len();
        let all = |part: fn(&Wait) -> &str| {
            format!("{{{}}}", waits.iter().map(part).collect::<Vec<_>>().join(", "))
        };
        self.net(terms as u32, "ce_wanted", all(|wait| &wait.wanted));
        self.net(terms as u32, "ce_there", all(|wait| &wait.there));
        for copy in copies {
            self.line(format!(
                "sh_enable #(.TERMS({terms})) {copy}_copy (.wanted(ce_wanted), .there(ce_there), .ce({copy}));"
            ));
        }
    }
}
