//! Scalar replacement (Callahan, Carr & Kennedy 1990; Allen & Kennedy, chapter 8): an array element that a loop reads and writes
//! in every iteration is kept in a local, because memory answers a cycle later and has few ports.
//!
//! ```text
//! write &0[%i], %zero                  slot $0 = %zero
//! for %j in .. {                       for %j in .. {
//!   .. add (read &0[%i]), %x             .. add (read $0), %x
//!   write &0[%i], ..                     write $0, ..
//! }                                    }
//! .. read &0[%i]                       write &0[%i], (read $0)   .. read $0
//! ```
//! The loop has computations, reads and writes only, and accesses nothing else that may be the element. Where it may
//! have no iteration, the element is read and written only if it has one.

use rustc_hash::FxHashSet;
use sycl_hls_ir::analysis::Affine;
use sycl_hls_ir::{
    CompareOp, ForLoop, Func, Init, Module, Op, OpId, OpKind, Place, RegionId, Remap, Root, Slot, SlotId,
    Step, ValueId,
};
use sycl_hls_types::Scalar;

use super::affine::Values;
use super::rewrite::{Emit, each_func};

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let loops: Vec<(RegionId, OpId)> = innermost(func, func.body);
        for (region, op) in loops {
            while let Some(found) = Search::new(module, func, region, op).and_then(|it| it.element()) {
                keep(func, region, op, &found);
            }
        }
    });
}

/// The loops without loops inside, with the regions that they stand in.
fn innermost(func: &Func, region: RegionId) -> Vec<(RegionId, OpId)> {
    let mut found = Vec::new();
    for &op in &func.regions[region].ops {
        let kind = &func.ops[op].kind;
        let inner: Vec<_> = kind.regions().flat_map(|inner| innermost(func, inner)).collect();
        if inner.is_empty() && matches!(kind, OpKind::For(_)) {
            found.push((region, op));
        }
        found.extend(inner);
    }
    found
}

/// An element that a loop works on.
struct Element {
    place: Place,
    /// What computes its indices in the loop, in order.
    indices: Vec<OpId>,
    /// Its accesses in the loop.
    accesses: Vec<OpId>,
    ty: Scalar,
    /// True if the loop has an iteration for sure, or the element is accessed outside of it anyway.
    surely: bool,
    /// What was written to it last, before the loop, and the operation that did.
    first: Option<(OpId, ValueId)>,
    /// Reads behind the loop that see what it left.
    reads: Vec<OpId>,
    /// True if it is then overwritten before anything else reads it.
    overwritten: bool,
}

struct Search<'f> {
    values: Values<'f>,
    for_loop: &'f ForLoop,
    /// The operations before the loop and behind it.
    before: &'f [OpId],
    after: &'f [OpId],
    counter: ValueId,
}

impl<'f> Search<'f> {
    fn new(module: &Module, func: &'f Func, region: RegionId, op: OpId) -> Option<Self> {
        let OpKind::For(for_loop) = &func.ops[op].kind else { return None };
        let body = &func.regions[for_loop.body];
        let simple = |op: &OpId| {
            let kind = &func.ops[*op].kind;
            kind.is_pure() || matches!(kind, OpKind::Read(_) | OpKind::Write(..))
        };
        let unrolled = for_loop.directives.unroll.is_some() || !for_loop.directives.dependences.is_empty();
        if unrolled || !body.ops.iter().all(simple) {
            return None;
        }
        let ops = &func.regions[region].ops;
        let place = ops.iter().position(|it| *it == op)?;
        let (before, after) = (&ops[..place], &ops[place + 1..]);
        let counter = *body.params.first()?;
        Some(Self { values: Values::new(module, func), for_loop, before, after, counter })
    }

    /// An element that the loop both reads and writes, and that nothing else in it can be.
    fn element(&self) -> Option<Element> {
        let func = self.values.func;
        let body = &func.regions[self.for_loop.body].ops;
        let written = body.iter().filter_map(|op| match &func.ops[*op].kind {
            OpKind::Write(place, value) if !place.path.is_empty() => Some((place, func.ty(*value))),
            _ => None,
        });
        let mut steady =
            written.into_iter().filter_map(|(place, ty)| Some((place, ty, self.indices(place)?)));
        let (place, ty, indices) = steady.find(|(place, ..)| self.is_alone(place, body))?;
        let accesses: Vec<OpId> = body
            .iter()
            .copied()
            .filter(|op| match &func.ops[*op].kind {
                OpKind::Read(it) | OpKind::Write(it, _) => self.is_same(it, place),
                _ => false,
            })
            .collect();
        if !accesses.iter().any(|op| matches!(func.ops[*op].kind, OpKind::Read(_))) {
            return None;
        }
        let (reads, overwritten) = self.behind(place);
        let outside = |op: &OpId| match &func.ops[*op].kind {
            OpKind::Read(it) | OpKind::Write(it, _) => self.is_same(it, place),
            _ => false,
        };
        let goes_on = |op: &&OpId| !may_leave(func, **op);
        let surely = self.has_iterations()
            || self.before.iter().any(outside)
            || self.after.iter().take_while(goes_on).any(outside);
        let (place, first) = (place.clone(), self.first(place));
        Some(Element { place, indices, accesses, ty, surely, first, reads, overwritten })
    }

    fn has_iterations(&self) -> bool {
        let (lo, hi) = (self.values.form(self.for_loop.lo), self.values.form(self.for_loop.hi));
        let most = if self.for_loop.inclusive { 0 } else { 1 };
        hi.distance(&lo).is_some_and(|distance| distance >= most)
    }

    /// The operations of the loop that compute the indices of a place, if that is the same in all iterations.
    fn indices(&self, place: &Place) -> Option<Vec<OpId>> {
        let func = self.values.func;
        let body = &func.regions[self.for_loop.body].ops;
        let mut found = FxHashSet::default();
        let mut open: Vec<ValueId> = place.indices().collect();
        while let Some(value) = open.pop() {
            if value == self.counter {
                return None;
            }
            let Some(op) = body.iter().find(|op| func.ops[**op].result == Some(value)) else { continue };
            if !func.ops[*op].kind.is_pure() {
                return None;
            }
            found.insert(*op);
            func.ops[*op].kind.for_each_operand(&mut |operand| open.push(operand));
        }
        Some(body.iter().copied().filter(|op| found.contains(op)).collect())
    }

    /// True if every access of the same memory is one of the same element for sure, or of another one for sure.
    fn is_alone(&self, place: &Place, body: &[OpId]) -> bool {
        body.iter().all(|op| match &self.values.func.ops[*op].kind {
            OpKind::Read(it) | OpKind::Write(it, _) => {
                it.is_disjoint_from(place) || self.is_same(it, place) || self.is_other(it, place)
            }
            _ => true,
        })
    }

    fn is_same(&self, a: &Place, b: &Place) -> bool {
        a.root == b.root && a.path.len() == b.path.len() && {
            let fields = |place: &Place| -> Vec<Option<usize>> {
                let field = |step: &Step| match step {
                    Step::Field(field) => Some(*field),
                    Step::Index(_) => None,
                };
                place.path.iter().map(field).collect()
            };
            fields(a) == fields(b) && self.values.indices(a) == self.values.indices(b)
        }
    }

    /// True if some index is the counter in `other` and outside of the counter's range in `place`.
    fn is_other(&self, other: &Place, place: &Place) -> bool {
        let (lo, hi) = (self.values.form(self.for_loop.lo), self.values.form(self.for_loop.hi));
        let inclusive = i128::from(self.for_loop.inclusive);
        self.values.indices(other).into_iter().zip(self.values.indices(place)).any(|pair| match pair {
            (Some(other), Some(place)) => {
                let (terms, offset) = other.split();
                let only = terms == Affine::symbol(self.counter);
                let from = |bound: &Affine<ValueId>| place.distance(&bound.plus(&Affine::constant(offset))?);
                let above = from(&hi).is_some_and(|distance| distance >= inclusive);
                let below = from(&lo).is_some_and(|distance| distance < 0);
                only && (above || below)
            }
            (None, None) | (None, Some(_)) | (Some(_), None) => false,
        })
    }

    /// The last write before the loop, if nothing has to do with the memory since.
    fn first(&self, place: &Place) -> Option<(OpId, ValueId)> {
        let func = self.values.func;
        let last = self.before.iter().rev().find(|op| has_to_do(func, **op, place.root))?;
        match &func.ops[*last].kind {
            OpKind::Write(it, value) if self.is_same(it, place) => Some((*last, *value)),
            _ => None,
        }
    }

    /// The reads behind the loop that see the element as the loop left it, and whether it is written then.
    fn behind(&self, place: &Place) -> (Vec<OpId>, bool) {
        let func = self.values.func;
        let mut reads = Vec::new();
        for &op in self.after {
            match &func.ops[op].kind {
                _ if may_leave(func, op) => break,
                OpKind::Read(it) if self.is_same(it, place) => reads.push(op),
                OpKind::Write(it, _) if self.is_same(it, place) => return (reads, true),
                _ if has_to_do(func, op, place.root) => break,
                _ => {}
            }
        }
        (reads, false)
    }
}

/// True if control may leave the region by an operation.
fn may_leave(func: &Func, op: OpId) -> bool {
    let kind = &func.ops[op].kind;
    let inside = |region: RegionId| func.regions[region].ops.iter().any(|op| may_leave(func, *op));
    matches!(kind, OpKind::Return(_) | OpKind::Break(_) | OpKind::Continue(_)) || kind.regions().any(inside)
}

/// True if an operation, or one inside of it, accesses a memory, or may wait for another process: no access moves across
/// that.
fn has_to_do(func: &Func, op: OpId, root: Root) -> bool {
    let kind = &func.ops[op].kind;
    let mut found = kind.is_communication();
    kind.for_each_read(&mut |place| found |= place.root == root);
    kind.for_each_write(|_| true, &mut |place| found |= place.root == root);
    found || kind.regions().any(|region| func.regions[region].ops.iter().any(|op| has_to_do(func, *op, root)))
}

/// The loop works on a local instead of the element.
fn keep(func: &mut Func, region: RegionId, op: OpId, element: &Element) {
    let Op { kind: OpKind::For(for_loop), span, .. } = func.ops[op].clone() else { return };
    let name = func.root_name(element.place.root).unwrap_or("kept").to_owned();
    let slot = func.slots.alloc(Slot::variable(name, element.ty));
    let local = Place::whole(Root::Slot(slot));
    let mut remap = Remap::default();
    let mut before: Vec<OpId> = element.indices.iter().map(|op| remap.clone_op(func, *op)).collect();
    let mut place = element.place.clone();
    for step in &mut place.path {
        if let Step::Index(index) = step {
            *index = remap.value(*index);
        }
    }
    let mut emit = Emit { func: &mut *func, into: &mut before, span };
    enter(&mut emit, &for_loop, (element, &place), slot);
    let mut after = Vec::new();
    if !element.overwritten || !element.surely {
        let mut emit = Emit { func: &mut *func, into: &mut after, span };
        only_if_run(&mut emit, &for_loop, element.surely, |emit| {
            let value = emit.compute(OpKind::Read(local.clone()), element.ty);
            emit.effect(OpKind::Write(place.clone(), value));
        });
    }
    let seen = element.reads.iter().filter(|_| element.surely);
    for &op in element.accesses.iter().chain(seen) {
        func.ops[op].kind.for_each_place_mut(&mut |place| *place = local.clone());
    }
    let ops = &mut func.regions[region].ops;
    if let Some(place) = ops.iter().position(|it| *it == op) {
        ops.splice(place + 1..place + 1, after);
        ops.splice(place..place, before);
    }
    // What was written before the loop is overwritten behind it.
    if let Some((first, _)) = element.first.filter(|_| element.surely) {
        func.regions[region].ops.retain(|it| *it != first);
    }
}

/// The local comes into being, with what the element holds.
fn enter(emit: &mut Emit<'_>, for_loop: &ForLoop, (element, place): (&Element, &Place), slot: SlotId) {
    if let Some((_, value)) = element.first {
        return emit.effect(OpKind::Declare { slot, init: Init::List(vec![value]) });
    }
    let read = |emit: &mut Emit<'_>| emit.compute(OpKind::Read(place.clone()), element.ty);
    if element.surely {
        let value = read(emit);
        return emit.effect(OpKind::Declare { slot, init: Init::List(vec![value]) });
    }
    emit.effect(OpKind::Declare { slot, init: Init::Uninit });
    only_if_run(emit, for_loop, false, |emit| {
        let value = read(emit);
        emit.effect(OpKind::Write(Place::whole(Root::Slot(slot)), value));
    });
}

/// Does something if the loop has an iteration.
fn only_if_run(emit: &mut Emit<'_>, for_loop: &ForLoop, surely: bool, then: impl FnOnce(&mut Emit<'_>)) {
    if surely {
        return then(emit);
    }
    let op = if for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
    let cond = emit.compute(OpKind::Compare { op, lhs: for_loop.lo, rhs: for_loop.hi }, Scalar::Bool);
    let (then, otherwise) = (emit.region(then), emit.region(|_| ()));
    emit.effect(OpKind::If { cond, then, otherwise });
}
