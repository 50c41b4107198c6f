//! Dead initializer elimination (dead store elimination of initial values; Muchnick, section 18.10): a local that is overwritten
//! as a whole before anything of it is read needs no initial value. Filling an array takes hardware a cycle for each element.
//!
//! ```text
//! slot $0.a: mut [[f32; 8]; 4] = fill %zero          slot $0.a: mut [[f32; 8]; 4] = uninit
//! for %i in 0..4 { for %j in 0..8 { write $0[%i, %j], .. } }
//! ```
//! The first operation behind the declaration that has to do with the local is a copy of all of it, or a loop whose
//! counters are its indices and run over all of them: elements are scalars or whole structs. What else the loop does with
//! the local, it does to the element that it has just written.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{
    Constants, ForLoop, Func, Init, Module, OpId, OpKind, Place, RegionId, Root, SlotId, Step,
};
use sycl_hls_ir::{Type, ValueId};

use super::rewrite::each_func;

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let mut constants = Constants::default();
        for op in func.ops_in_order() {
            constants.learn(module, func, &func.ops[op]);
        }
        let filled = Search { func, constants }.filled(func.body);
        for op in filled {
            if let OpKind::Declare { init, .. } = &mut func.ops[op].kind {
                *init = Init::Uninit;
            }
        }
    });
}

struct Search<'f> {
    func: &'f Func,
    constants: Constants,
}

impl Search<'_> {
    /// The declarations whose initial values are never read.
    fn filled(&self, region: RegionId) -> Vec<OpId> {
        let ops = &self.func.regions[region].ops;
        let mut found = Vec::new();
        for (place, &op) in ops.iter().enumerate() {
            let kind = &self.func.ops[op].kind;
            if let OpKind::Declare { slot, init } = kind
                && *init != Init::Uninit
                && !self.func.slots[*slot].persistent
                && matches!(self.func.slots[*slot].ty, Type::Array(..))
                && self.is_overwritten(*slot, &ops[place + 1..])
            {
                found.push(op);
            }
            found.extend(kind.regions().flat_map(|inner| self.filled(inner)));
        }
        found
    }

    fn is_overwritten(&self, slot: SlotId, ops: &[OpId]) -> bool {
        let first = ops.iter().find(|op| !self.accesses(**op, slot).is_empty());
        first.is_some_and(|op| self.overwrites(*op, slot))
    }

    /// True if an operation writes all of a local before it reads any of it.
    fn overwrites(&self, op: OpId, slot: SlotId) -> bool {
        match &self.func.ops[op].kind {
            OpKind::Fill(to, _) => *to == Place::whole(Root::Slot(slot)),
            OpKind::Copy { to, from } => *to == Place::whole(Root::Slot(slot)) && from.root != to.root,
            OpKind::For(for_loop) => !self.has_exit(op) && self.is_whole(op, for_loop, slot),
            _ => false,
        }
    }

    fn has_exit(&self, op: OpId) -> bool {
        let kind = &self.func.ops[op].kind;
        matches!(kind, OpKind::Return(_) | OpKind::Break(_) | OpKind::Continue(_))
            || kind.regions().any(|region| self.func.regions[region].ops.iter().any(|op| self.has_exit(*op)))
    }

    fn is_whole(&self, op: OpId, outermost: &ForLoop, slot: SlotId) -> bool {
        let mut counters: Vec<(ValueId, u64)> = Vec::new();
        let mut for_loop = outermost;
        loop {
            let region = &self.func.regions[for_loop.body];
            let (Some(param), Some(count)) = (region.params.first(), self.count(for_loop)) else {
                return false;
            };
            counters.push((*param, count));
            let accesses: Vec<OpId> =
                region.ops.iter().copied().filter(|op| !self.accesses(*op, slot).is_empty()).collect();
            let Some(first) = accesses.first() else { return false };
            match &self.func.ops[*first].kind {
                OpKind::For(inner) => {
                    if self.is_whole(*first, inner, slot) {
                        return true;
                    }
                    for_loop = inner;
                }
                OpKind::Write(place, _) => {
                    let element = self.element(place, slot);
                    return self.writes_all_fields(&accesses, &element, slot)
                        && self.is_element(op, &element, slot, &counters);
                }
                OpKind::Copy { to, from } if !to.path.is_empty() => {
                    return to.root == Root::Slot(slot)
                        && from.root != to.root
                        && self.is_element(op, to, slot, &counters);
                }
                _ => return self.overwrites(*first, slot),
            }
        }
    }

    /// The element of a local that a place is in.
    fn element(&self, place: &Place, slot: SlotId) -> Place {
        let dims = self.func.slots[slot].ty.dims().len();
        Place { root: place.root, path: place.path.iter().take(dims).cloned().collect() }
    }

    /// True if operations begin with writes of all fields of an element, or of the scalar that it is.
    fn writes_all_fields(&self, ops: &[OpId], element: &Place, slot: SlotId) -> bool {
        let mut written: Vec<&[Step]> = Vec::new();
        for op in ops {
            let OpKind::Write(place, _) = &self.func.ops[*op].kind else { break };
            let Some(fields) = place.path.get(element.path.len()..) else { break };
            let is_known = fields.iter().all(|step| matches!(step, Step::Field(_)));
            if is_known && self.is_within(place, element) && !written.contains(&fields) {
                written.push(fields);
            }
        }
        written.len() as u64 == self.func.slots[slot].ty.bottom().leaves()
    }

    /// True if a place is each element of a local in turn, and a loop accesses no other one in that iteration.
    fn is_element(&self, op: OpId, place: &Place, slot: SlotId, counters: &[(ValueId, u64)]) -> bool {
        self.has_all(place, slot, counters)
            && self.accesses(op, slot).iter().all(|access| self.is_within(access, place))
    }

    /// True if the indices of a place run over all elements of a local.
    fn has_all(&self, place: &Place, slot: SlotId, counters: &[(ValueId, u64)]) -> bool {
        let dims = self.func.slots[slot].ty.dims();
        let mut used = FxHashSet::default();
        place.path.len() == dims.len()
            && place.path.iter().zip(&dims).all(|(step, dim)| match step {
                Step::Index(index) => {
                    let index = self.counter(*index);
                    counters.iter().any(|(counter, count)| *counter == index && count == dim)
                        && used.insert(index)
                }
                Step::Field(_) => false,
            })
    }

    /// The counter that an index is, perhaps with more bits.
    fn counter(&self, index: ValueId) -> ValueId {
        let cast = self.func.ops_in_order().into_iter().find(|op| self.func.ops[*op].result == Some(index));
        match cast.map(|op| &self.func.ops[op].kind) {
            Some(OpKind::Cast(inner)) if self.func.ty(*inner).bits() <= self.func.ty(index).bits() => *inner,
            _ => index,
        }
    }

    /// True if a place is an element or a part of it.
    fn is_within(&self, place: &Place, element: &Place) -> bool {
        let index = |step: &Step| match step {
            Step::Index(index) => Some(self.counter(*index)),
            Step::Field(_) => None,
        };
        let indices = element.path.iter().map(index);
        place.path.len() >= element.path.len()
            && indices.eq(place.path[..element.path.len()].iter().map(index))
    }

    /// The number of iterations of a loop that counts from 0 in steps of 1; at least one.
    fn count(&self, for_loop: &ForLoop) -> Option<u64> {
        let (lo, hi) = (self.constants.get(for_loop.lo)?, self.constants.get(for_loop.hi)?);
        let count = u64::try_from(hi.to_integer()? + i128::from(for_loop.inclusive)).ok()?;
        (lo.to_integer()? == 0 && for_loop.step == 1 && count > 0).then_some(count)
    }

    /// The places of a local that an operation names, with those inside of it.
    fn accesses(&self, op: OpId, slot: SlotId) -> Vec<Place> {
        let kind = &self.func.ops[op].kind;
        let mut places = Vec::new();
        let mut add = |place: &Place| {
            if place.root == Root::Slot(slot) {
                places.push(place.clone());
            }
        };
        kind.for_each_read(&mut add);
        kind.for_each_write(|_| true, &mut add);
        for region in kind.regions() {
            let inner = self.func.regions[region].ops.iter();
            places.extend(inner.flat_map(|op| self.accesses(*op, slot)));
        }
        places
    }
}
