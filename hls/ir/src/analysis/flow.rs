//! How long a value takes from what an iteration begins with.

use std::rc::Rc;

use crate::{BinaryOp, Span};

use super::latency::{ClockSpeed, Family};

/// What takes time: whole cycles, and what is computed within one.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Cycles of operators with registers inside.
    pub cycles: u32,
    /// Picoseconds of operators without any.
    pub picoseconds: u32,
}

/// What an iteration finds in memory that an earlier one may have written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SourceId(pub u32);

/// An operation with registers inside on the way of a value.
#[derive(Clone, Debug)]
pub struct Step {
    /// What it is: `f32 addition`.
    pub name: &'static str,
    /// Its cycles.
    pub cycles: u32,
    /// Where it stands.
    pub span: Span,
    /// What its operands could be grouped in another way with, but for rounding.
    pub family: Option<Family>,
    before: Option<Rc<Step>>,
}

#[derive(Clone, Debug)]
struct Way {
    source: SourceId,
    cost: Cost,
    last: Option<Rc<Step>>,
    /// The operation on whole numbers that it ends with, if others of the kind could take its place.
    regrouped: Option<BinaryOp>,
}

/// The longest ways to a value from all that it depends on.
#[derive(Clone, Debug, Default)]
pub struct Flow {
    ways: Vec<Way>,
}

/// More sources than a recurrence has; a value that depends on more is followed from these.
const MAX_SOURCES: usize = 16;

impl Cost {
    /// The least number of cycles from one register to the next. Logic beside operators with registers counts where it
    /// fills cycles of its own.
    #[must_use]
    pub const fn total(self, clock: ClockSpeed) -> u32 {
        let logic = self.picoseconds / clock.usable_picoseconds();
        match self.cycles {
            0 => self.picoseconds.div_ceil(clock.usable_picoseconds()),
            cycles => cycles.saturating_add(logic),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            cycles: self.cycles.saturating_add(other.cycles),
            picoseconds: self.picoseconds.saturating_add(other.picoseconds),
        }
    }

    const fn key(self) -> (u32, u32) {
        (self.cycles, self.picoseconds)
    }
}

impl Flow {
    /// What is read at the start of an iteration.
    pub(super) fn of(source: SourceId, cost: Cost, step: Option<Step>) -> Self {
        Self { ways: vec![Way { source, cost, last: step.map(Rc::new), regrouped: None }] }
    }

    /// True if it depends on nothing that an iteration begins with.
    pub(super) const fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// The longer way from each source.
    pub(super) fn merge(&mut self, other: &Self) {
        for way in &other.ways {
            let more = self.ways.len() < MAX_SOURCES;
            match self.ways.iter_mut().find(|known| known.source == way.source) {
                Some(known) if known.cost.key() < way.cost.key() => *known = way.clone(),
                Some(_) => {}
                None if more => self.ways.push(way.clone()),
                None => {}
            }
        }
    }

    /// The same through one more operation. Several of a kind in a row that can be regrouped take the time of one:
    /// Vitis makes trees of them, in which what comes from the iteration before is the last operand (UG1399, "pragma HLS
    /// expression_balance").
    pub(super) fn through(mut self, cost: Cost, step: Option<&Step>, regrouped: Option<BinaryOp>) -> Self {
        for way in &mut self.ways {
            if regrouped.is_some() && way.regrouped == regrouped {
                continue;
            }
            way.cost = way.cost.plus(cost);
            way.regrouped = regrouped;
            if let Some(step) = step {
                let mut last = step.clone();
                last.before = way.last.take();
                way.last = Some(Rc::new(last));
            }
        }
        self
    }

    /// Each source with the cost of the way from it, and the operations on that, first one first.
    pub(super) fn ways(&self) -> impl Iterator<Item = (SourceId, Cost, Vec<Step>)> {
        self.ways.iter().map(|way| {
            let mut steps = Vec::new();
            let mut next = way.last.as_ref();
            while let Some(step) = next {
                steps.push(Step::clone(step));
                next = step.before.as_ref();
            }
            steps.reverse();
            (way.source, way.cost, steps)
        })
    }
}

impl Step {
    pub(super) const fn new(name: &'static str, cycles: u32, span: Span, family: Option<Family>) -> Self {
        Self { name, cycles, span, family, before: None }
    }
}

impl Drop for Step {
    /// Takes a long chain apart step by step: the recursion of the derived code would exhaust the stack.
    fn drop(&mut self) {
        let mut next = self.before.take();
        while let Some(step) = next {
            next = Rc::into_inner(step).and_then(|mut step| step.before.take());
        }
    }
}
