//! The parts of a body between barriers, and what is the same for all items of a group.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::{Diagnostic, Func, OpId, OpKind, RegionId, Root, SlotId, Span, ValueId};

use super::{Mark, operands};
use crate::codes;

/// A piece of a body, in order.
pub(super) enum Piece {
    /// What is done once for all items.
    Uniform(OpId),
    /// A loop or a branch with barriers, that all items take; its regions in pieces.
    Control(OpId, Vec<Vec<Piece>>),
    /// What each item does between two barriers.
    Items { part: usize, ops: Vec<OpId> },
}

/// What lies between two barriers.
#[derive(Default)]
pub(super) struct Part {
    /// Values that it computes.
    pub defines: FxHashSet<ValueId>,
    /// Values of other parts that it uses, in the order of use.
    pub foreign: Vec<ValueId>,
    /// Memory that it declares.
    pub declares: FxHashSet<SlotId>,
    /// Memory that it names, in the order of use.
    pub slots: Vec<SlotId>,
}

pub(super) struct Split {
    pub pieces: Vec<Piece>,
    pub parts: Vec<Part>,
    /// What is computed once for all items.
    pub uniform: FxHashSet<ValueId>,
    /// Values that follow from an item's indices, with their operations.
    pub of_items: FxHashMap<ValueId, OpId>,
}

impl Split {
    /// Of the region `body` for an item with the indices `ids`.
    ///
    /// # Errors
    /// When not all items would reach a barrier.
    pub fn new(
        func: &Func,
        marks: &FxHashMap<OpId, Mark>,
        ids: &[ValueId],
        body: RegionId,
    ) -> Result<Self, Box<Diagnostic>> {
        let mut varying: FxHashMap<ValueId, Span> = ids.iter().map(|id| (*id, Span::NONE)).collect();
        for op in func.ops_inside(body) {
            let op = &func.ops[op];
            varying.extend(op.result.map(|result| (result, op.span)));
            let params = op.kind.regions().flat_map(|region| &func.regions[region].params);
            varying.extend(params.map(|param| (*param, op.span)));
        }
        let split = Self {
            pieces: Vec::new(),
            parts: Vec::new(),
            uniform: FxHashSet::default(),
            of_items: FxHashMap::default(),
        };
        let mut splitter = Splitter { func, marks, ids, varying, split };
        splitter.split.pieces = splitter.region(body)?;
        Ok(splitter.split)
    }
}

struct Splitter<'s> {
    func: &'s Func,
    marks: &'s FxHashMap<OpId, Mark>,
    ids: &'s [ValueId],
    /// Values that may differ among the items, with the places where they are computed.
    varying: FxHashMap<ValueId, Span>,
    split: Split,
}

impl Splitter<'_> {
    fn region(&mut self, region: RegionId) -> Result<Vec<Piece>, Box<Diagnostic>> {
        let (mut pieces, mut ops) = (Vec::new(), Vec::new());
        for &op in &self.func.regions[region].ops {
            if let Some(mark) = self.marks.get(&op) {
                self.end_part(&mut pieces, &mut ops);
                if let Mark::Once = mark {
                    self.settle(op);
                    pieces.push(Piece::Uniform(op));
                }
            } else if let Some(barrier) = self.barrier_inside(op) {
                self.end_part(&mut pieces, &mut ops);
                pieces.push(self.control(op, barrier)?);
            } else if self.is_uniform(op) {
                self.settle(op);
                pieces.push(Piece::Uniform(op));
            } else {
                self.note_of_item(op);
                ops.push(op);
            }
        }
        self.end_part(&mut pieces, &mut ops);
        Ok(pieces)
    }

    /// The place of a barrier in the regions of an operation.
    fn barrier_inside(&self, op: OpId) -> Option<Span> {
        let mut inside = self.func.ops[op].kind.regions().flat_map(|region| self.func.ops_inside(region));
        inside.find_map(|op| match self.marks.get(&op) {
            Some(Mark::Barrier(at)) => Some(*at),
            _ => None,
        })
    }

    /// True of a computation that has the same result for all items.
    fn is_uniform(&self, op: OpId) -> bool {
        let op = &self.func.ops[op];
        let is_uniform = |value: &ValueId| !self.varying.contains_key(value);
        op.result.is_some() && op.kind.is_pure() && operands(&op.kind).iter().all(is_uniform)
    }

    /// Notes that the result of an operation is the same for all items.
    fn settle(&mut self, op: OpId) {
        if let Some(result) = self.func.ops[op].result {
            self.varying.remove(&result);
            self.split.uniform.insert(result);
        }
    }

    /// Notes a value that follows from the item's indices.
    fn note_of_item(&mut self, id: OpId) {
        let op = &self.func.ops[id];
        let follows = |value: &ValueId| {
            !self.varying.contains_key(value)
                || self.ids.contains(value)
                || self.split.of_items.contains_key(value)
        };
        if let Some(result) = op.result
            && op.kind.is_pure()
            && operands(&op.kind).iter().all(follows)
        {
            self.split.of_items.insert(result, id);
        }
    }

    fn end_part(&mut self, pieces: &mut Vec<Piece>, ops: &mut Vec<OpId>) {
        if ops.is_empty() {
            return;
        }
        let ops = std::mem::take(ops);
        let part = self.split.parts.len();
        let noted = self.part(&ops);
        self.split.parts.push(noted);
        pieces.push(Piece::Items { part, ops });
    }

    /// What these operations use and define.
    fn part(&self, ops: &[OpId]) -> Part {
        let mut part = Part::default();
        let mut seen = FxHashSet::default();
        for &op in ops {
            let inside = self.func.ops[op].kind.regions().flat_map(|region| self.func.ops_inside(region));
            for op in std::iter::once(op).chain(inside) {
                let op = &self.func.ops[op];
                part.defines.extend(op.result);
                part.defines.extend(op.kind.regions().flat_map(|region| &self.func.regions[region].params));
                let is_foreign = |value: &ValueId| {
                    self.varying.contains_key(value)
                        && !self.ids.contains(value)
                        && !part.defines.contains(value)
                };
                let used = operands(&op.kind).into_iter().filter(is_foreign);
                part.foreign.extend(used.filter(|value| seen.insert(*value)));
                part.name_slots(&op.kind);
            }
        }
        part
    }

    /// A loop or a branch around a barrier.
    fn control(&mut self, op: OpId, barrier: Span) -> Result<Piece, Box<Diagnostic>> {
        let data = &self.func.ops[op];
        match &data.kind {
            OpKind::For(each) => {
                self.same(each.lo, barrier, "the bounds of the loop around it may differ")?;
                self.same(each.hi, barrier, "the bounds of the loop around it may differ")?;
                if self.func.has_break(each.body, 0) || self.func.has_continue(each.body, 0) {
                    let error = unreached(barrier)
                        .related(data.span, "`break` or `continue` of this loop may pass it by");
                    let help = "let all items take all iterations, and put what only some do under an `if`";
                    return Err(Box::new(error.help(help)));
                }
                for param in &self.func.regions[each.body].params {
                    self.varying.remove(param);
                    self.split.uniform.insert(*param);
                }
            }
            OpKind::If { cond, .. } if data.result.is_none() => {
                self.same(*cond, barrier, "the condition around it may differ")?;
            }
            OpKind::Scope { .. } => {}
            OpKind::Block { body } if !self.func.has_break(*body, 0) => {}
            _ => {
                let error = unreached(barrier)
                    .related(data.span, "how often this runs, or to where it goes, may differ");
                let help = "put barriers into `for` loops over ranges, and into `if`s that are statements";
                return Err(Box::new(error.help(help)));
            }
        }
        let regions = data.kind.regions().map(|region| self.region(region));
        let regions: Result<Vec<Vec<Piece>>, Box<Diagnostic>> = regions.collect();
        Ok(Piece::Control(op, regions?))
    }

    /// Complains unless a value is the same for all items.
    fn same(&self, value: ValueId, barrier: Span, what: &str) -> Result<(), Box<Diagnostic>> {
        let Some(at) = self.varying.get(&value) else { return Ok(()) };
        let help = "compute it of constants, scalar arguments, ranges and the group's indices, without a `mut` variable";
        Err(Box::new(unreached(barrier).related(*at, what).help(help)))
    }
}

impl Part {
    fn name_slots(&mut self, kind: &OpKind) {
        if let OpKind::Declare { slot, .. } = kind {
            self.declares.insert(*slot);
        }
        let slots = &mut self.slots;
        kind.clone().for_each_place_mut(&mut |place| {
            if let Root::Slot(slot) = place.root
                && !slots.contains(&slot)
            {
                slots.push(slot);
            }
        });
    }
}

/// The error about a barrier that some items may not reach.
fn unreached(barrier: Span) -> Diagnostic {
    Diagnostic::error(codes::BARRIER, barrier, "not all items of a group may reach this barrier")
        .note("an item waits at a barrier for all others of its group (S20 §4.17.2.3)")
}
