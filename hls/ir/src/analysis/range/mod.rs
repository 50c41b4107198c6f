//! Value ranges: between which numbers every integer of a module lies, in every run.
//!
//! Ranges are proofs in the sense of KIR: integers wrap around, division by zero gives all ones, elements of memory that a host
//! or another function writes are any. Two things are assumed, because a run without them has no defined result: an
//! induction variable stays in its loop's range, and no slice has more than [`MAX_LEN`] elements. Helpers are analysed for the
//! arguments that this module calls them with.

mod interval;
mod walk;

use la_arena::ArenaMap;
use rustc_hash::FxHashMap;

use crate::{Func, FuncId, Module, SlotId, ValueId};

pub use interval::Interval;
use walk::{Arguments, Walk};

/// No slice has more elements: they would not fit the memory of any device.
pub const MAX_LEN: i128 = 1 << 60;

/// The lengths of slices.
const LENGTHS: Interval = Interval { lo: 0, hi: MAX_LEN };

/// Walks over a function before locals that still change are given up.
const ROUNDS: u32 = 3;

/// The ranges in one function.
#[derive(Clone, Debug, Default)]
pub struct Ranges {
    values: ArenaMap<ValueId, Interval>,
    slots: ArenaMap<SlotId, Interval>,
    lengths: FxHashMap<usize, Interval>,
    result: Option<Interval>,
}

impl Ranges {
    /// Of a value; `None` for floats and for integers of more than 64 bits.
    #[must_use]
    pub fn value(&self, func: &Func, value: ValueId) -> Option<Interval> {
        self.values.get(value).copied().or_else(|| Interval::of(func.ty(value)))
    }

    /// Of everything that a local scalar, or an array of scalars, holds in any element.
    #[must_use]
    pub fn slot(&self, func: &Func, slot: SlotId) -> Option<Interval> {
        let of_type = || func.slots[slot].ty.leaf().and_then(Interval::of);
        self.slots.get(slot).copied().or_else(of_type)
    }

    /// Of the length of a slice parameter.
    #[must_use]
    pub fn length(&self, param: usize) -> Interval {
        self.lengths.get(&param).copied().unwrap_or(LENGTHS)
    }

    /// Of what the function gives back.
    #[must_use]
    pub const fn result(&self) -> Option<Interval> {
        self.result
    }
}

/// The ranges in these functions of a module. Callees stand before their callers, and all callers of each are among them.
#[must_use]
pub fn ranges(module: &Module, order: &[FuncId]) -> FxHashMap<FuncId, Ranges> {
    let mut results = FxHashMap::default();
    for &id in order {
        let func = &module.funcs[id];
        if func.ret.is_some_and(|ty| Interval::of(ty).is_some()) {
            let result =
                in_func(module, func, &Arguments::default(), &results, &mut FxHashMap::default()).result;
            results.extend(result.map(|result| (id, result)));
        }
    }
    let mut arguments: FxHashMap<FuncId, Arguments> = FxHashMap::default();
    let mut ranges = FxHashMap::default();
    for &id in order.iter().rev() {
        let own = arguments.remove(&id).unwrap_or_default();
        let found = in_func(module, &module.funcs[id], &own, &results, &mut arguments);
        ranges.insert(id, found);
    }
    ranges
}

/// The ranges in one function, whose callees give back `results`. Adds what it calls them with to `passed`.
fn in_func(
    module: &Module,
    func: &Func,
    arguments: &Arguments,
    results: &FxHashMap<FuncId, Interval>,
    passed: &mut FxHashMap<FuncId, Arguments>,
) -> Ranges {
    let walk = |slots: &ArenaMap<SlotId, Interval>| Walk::run(module, func, arguments, results, slots);
    let mut slots = walk::unknown_slots(module, func);
    let mut round = 0;
    let mut last = walk(&slots);
    // Grows until nothing is written that was not thought of.
    while grow(func, &mut slots, &last.written, round >= ROUNDS) {
        round += 1;
        last = walk(&slots);
    }
    // What was given up may turn out to be less after all.
    if round > ROUNDS {
        slots = last.written;
        last = walk(&slots);
    }
    for (callee, own) in last.passed {
        passed.entry(callee).or_default().join(own);
    }
    Ranges { values: last.values, slots, lengths: arguments.lengths.clone(), result: last.result }
}

/// Adds what was written to what slots hold; all that their types have if they still change in the end. True if anything was
/// new.
fn grow(
    func: &Func,
    slots: &mut ArenaMap<SlotId, Interval>,
    written: &ArenaMap<SlotId, Interval>,
    give_up: bool,
) -> bool {
    let mut grown = false;
    for (slot, new) in written.iter() {
        let known = slots.get(slot).copied();
        if known.is_some_and(|known| known.contains(*new)) {
            continue;
        }
        grown = true;
        let all = func.slots[slot].ty.leaf().and_then(Interval::of).filter(|_| give_up);
        slots.insert(slot, all.unwrap_or_else(|| known.map_or(*new, |known| known.union(*new))));
    }
    grown
}
