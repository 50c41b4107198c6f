//! Arrays that are accessed like memories, whatever a directive splits them into.
//!
//! Registers that a variable index chooses among are read and written as a whole: each iteration waits for the one before it,
//! whichever element that wrote. Of a memory it is known how many iterations lie between two accesses of one element, and loads
//! see stores that have not landed yet.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Func, Init, OpKind, Place, RegionId, Root, SlotId, Step, ValueId};

/// The locals outside of loops that no constant indexes, of which some loop reads and writes an element, and none accesses more
/// elements than a memory has ports for.
pub(super) fn addressed(func: &Func) -> FxHashSet<SlotId> {
    let mut found = Accesses::of(func);
    found.visit(func, func.body, Loop::Outside);
    let is_addressed = |slot: &SlotId| {
        let loops =
            || found.counts.iter().filter(|((counted, _), _)| counted == slot).map(|(_, count)| *count);
        let recurs = loops().any(|(reads, writes)| reads > 0 && writes > 0);
        recurs && loops().all(|(reads, writes)| reads <= 1 && writes <= 1)
    };
    let slots: FxHashSet<SlotId> = found.counts.keys().map(|(slot, _)| *slot).collect();
    slots.into_iter().filter(|slot| !found.excluded.contains(slot)).filter(is_addressed).collect()
}

/// The innermost loop around an operation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Loop {
    Outside,
    /// The loop with this body.
    Body(RegionId),
}

struct Accesses {
    constants: FxHashSet<ValueId>,
    /// How many elements of a local each innermost loop reads and writes.
    counts: FxHashMap<(SlotId, Loop), (u32, u32)>,
    /// Locals of which all elements, or fixed ones, are accessed at once, and those that begin anew in a loop.
    excluded: FxHashSet<SlotId>,
}

impl Accesses {
    fn of(func: &Func) -> Self {
        let ops = func.ops_in_order();
        let constants = ops.iter().map(|op| &func.ops[*op]).filter(|op| matches!(op.kind, OpKind::Const(_)));
        let constants = constants.filter_map(|op| op.result).collect();
        Self { constants, counts: FxHashMap::default(), excluded: FxHashSet::default() }
    }

    fn visit(&mut self, func: &Func, region: RegionId, around: Loop) {
        for op in &func.regions[region].ops {
            let kind = &func.ops[*op].kind;
            match kind {
                OpKind::Read(place) => self.note(func, place, around, (1, 0)),
                OpKind::Write(place, _) => self.note(func, place, around, (0, 1)),
                OpKind::Declare { init: Init::Uninit | Init::Fill(_), .. } if around == Loop::Outside => {}
                _ => {
                    kind.for_each_read(&mut |place| self.exclude(place.root));
                    kind.for_each_write(|_| true, &mut |place| self.exclude(place.root));
                }
            }
            let is_loop = matches!(kind, OpKind::For(_) | OpKind::While { .. });
            let is_apart = matches!(kind, OpKind::Dataflow { .. });
            for inner in kind.regions() {
                let around = if is_loop || is_apart { Loop::Body(inner) } else { around };
                self.visit(func, inner, around);
            }
        }
    }

    fn note(&mut self, func: &Func, place: &Place, around: Loop, (read, written): (u32, u32)) {
        let Root::Slot(slot) = place.root else { return };
        let is_variable = place.path.iter().all(|step| match step {
            Step::Index(index) => !self.constants.contains(index),
            Step::Field(_) => false,
        });
        if !is_variable || func.slots[slot].ty.scalar().is_some() {
            self.excluded.insert(slot);
        }
        let count = self.counts.entry((slot, around)).or_default();
        *count = (count.0 + read, count.1 + written);
    }

    fn exclude(&mut self, root: Root) {
        if let Root::Slot(slot) = root {
            self.excluded.insert(slot);
        }
    }
}
