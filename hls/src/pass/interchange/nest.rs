//! Whether a loop changes places with a loop inside of it, and what becomes of the rest of its body.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{ForLoop, Func, Init, Module, OpId, OpKind, Place, Root, SlotId, Type, ValueId};

use super::body::{Access, accesses, needed, parts, written};
use super::{FEWEST, LARGEST, Memories, is_allowed, is_simple};
use crate::pass::affine::Values;

/// What becomes of a loop.
pub(super) struct Plan {
    /// Loops of their own, in this order.
    pub groups: Vec<Group>,
    /// Scalars that become arrays of this many elements, one for each iteration.
    pub arrays: Vec<(SlotId, u64)>,
}

/// A part of the outer loop's body.
pub(super) struct Group {
    pub items: Vec<Item>,
    /// True if its only loop changes places with the outer one.
    pub swapped: bool,
    /// Computations of the body that it needs.
    pub needed: Vec<OpId>,
}

/// An operation of the outer loop's body.
pub(super) enum Item {
    Op(OpId),
    /// A loop with only these of its operations.
    Loop(OpId, Vec<OpId>),
}

/// `None` where the loop stays as it is.
pub(super) fn plan(module: &Module, func: &Func, op: OpId, memories: Memories) -> Option<Plan> {
    let OpKind::For(outer) = &func.ops[op].kind else { return None };
    let body = &func.regions[outer.body];
    let is_loop = |op: &OpId| matches!(func.ops[*op].kind, OpKind::For(_));
    if !outer.directives.is_empty() || !body.ops.iter().any(is_loop) {
        return None;
    }
    let values = Values::new(module, func);
    Nest::new(&values, outer, memories)?.plan()
}

struct Nest<'v, 'f> {
    values: &'v Values<'f>,
    outer: &'f ForLoop,
    memories: Memories,
    counter: ValueId,
    ops: &'f [OpId],
    /// The values that come into being inside, besides the counter.
    inside: FxHashSet<ValueId>,
    /// Scalars that live for one iteration.
    own: FxHashSet<SlotId>,
}

impl<'v, 'f> Nest<'v, 'f> {
    fn new(values: &'v Values<'f>, outer: &'f ForLoop, memories: Memories) -> Option<Self> {
        let func = values.func;
        let region = &func.regions[outer.body];
        let known = |value| values.constants.get(value)?.to_integer();
        if let (Some(lo), Some(hi)) = (known(outer.lo), known(outer.hi))
            && hi - lo < i128::from(FEWEST) * i128::from(outer.step)
        {
            return None;
        }
        let mut own = FxHashSet::default();
        for &op in &region.ops {
            match &func.ops[op].kind {
                OpKind::For(_) => {}
                OpKind::Declare { slot, init }
                    if matches!(func.slots[*slot].ty, Type::Scalar(_)) && first_value(init).is_some() =>
                {
                    own.insert(*slot);
                }
                _ if is_simple(func, op) => {}
                _ => return None,
            }
        }
        let counter = *region.params.first()?;
        let mut inside = FxHashSet::default();
        defined(func, &region.ops, &mut inside);
        Some(Self { values, outer, memories, counter, ops: &region.ops, inside, own })
    }

    fn plan(&self) -> Option<Plan> {
        let mut groups = self.groups();
        if !groups.iter().any(|group| group.swapped) {
            groups = self.distributed()?;
        }
        let func = self.values.func;
        let all: Vec<Vec<Access>> = groups.iter().map(|group| accesses(func, &group.ops())).collect();
        for (position, first) in all.iter().enumerate() {
            if all[position + 1..].iter().any(|second| !self.is_independent(first, second)) {
                return None;
            }
        }
        let changed = written(&accesses(func, self.ops));
        for group in &mut groups {
            let mut ops = group.ops();
            // A loop's own bounds are needed as well where it stays inside.
            if !group.swapped {
                ops.extend(group.loops());
            }
            group.needed = needed(self.values, &ops, self.ops, &changed)?;
        }
        Some(Plan { arrays: self.arrays(&groups)?, groups })
    }

    fn groups(&self) -> Vec<Group> {
        let func = self.values.func;
        let mut groups = Vec::new();
        let mut pending: Vec<Item> = Vec::new();
        for &op in self.ops {
            let OpKind::For(inner) = &func.ops[op].kind else {
                pending.push(Item::Op(op));
                continue;
            };
            let (swapped, rest) = self.split(inner);
            if swapped.is_empty() {
                pending.push(Item::Op(op));
                continue;
            }
            self.flush(&mut pending, &mut groups);
            if !rest.is_empty() {
                pending.push(Item::Loop(op, rest));
                self.flush(&mut pending, &mut groups);
            }
            let items = vec![Item::Loop(op, swapped)];
            groups.push(Group { items, swapped: true, needed: Vec::new() });
        }
        self.flush(&mut pending, &mut groups);
        groups
    }

    /// Each loop of the body in an outer loop of its own, if there are several and nothing else: loops without
    /// anything between them become one block, and are fused with others.
    fn distributed(&self) -> Option<Vec<Group>> {
        let func = self.values.func;
        let is_loop = |op: &&OpId| matches!(func.ops[**op].kind, OpKind::For(_));
        let (loops, others): (Vec<&OpId>, Vec<&OpId>) = self.ops.iter().partition(is_loop);
        let computes = |op: &&OpId| func.ops[**op].kind.is_pure();
        let plain = others.iter().all(computes) && loops.iter().all(|op| is_nest(func, **op));
        let allowed =
            || accesses(func, self.ops).iter().all(|access| is_allowed(access.place.root, self.memories));
        let alone = |op: &OpId| Group { items: vec![Item::Op(*op)], swapped: false, needed: Vec::new() };
        (loops.len() > 1 && plain && allowed()).then(|| loops.into_iter().map(alone).collect())
    }

    /// What was collected is a loop of its own, if it does anything.
    fn flush(&self, pending: &mut Vec<Item>, groups: &mut Vec<Group>) {
        let items = std::mem::take(pending);
        let has_effect = |item: &Item| match item {
            Item::Op(op) => {
                let kind = &self.values.func.ops[*op].kind;
                !kind.is_pure() && !matches!(kind, OpKind::Read(_))
            }
            Item::Loop(..) => true,
        };
        if items.iter().any(has_effect) {
            groups.push(Group { items, swapped: false, needed: Vec::new() });
        }
    }

    /// The operations of a loop's body that are sums which can change places with the outer loop, and the others.
    fn split(&self, inner: &ForLoop) -> (Vec<OpId>, Vec<OpId>) {
        let func = self.values.func;
        let region = &func.regions[inner.body];
        let flat = region.ops.iter().all(|op| is_simple(func, *op));
        let stays = |bound: ValueId| {
            self.values.constants.get(bound).is_some()
                || (!self.inside.contains(&bound) && bound != self.counter)
        };
        if !flat || !inner.directives.is_empty() || !stays(inner.lo) || !stays(inner.hi) {
            return (Vec::new(), region.ops.clone());
        }
        let (mut swapped, mut rest) = (FxHashSet::default(), FxHashSet::default());
        for part in parts(self.values, &region.ops) {
            let list = if self.is_sum(&part) && self.can_swap(&part) { &mut swapped } else { &mut rest };
            list.extend(part);
        }
        let of = |list: &FxHashSet<OpId>| region.ops.iter().copied().filter(|op| list.contains(op)).collect();
        (of(&swapped), of(&rest))
    }

    /// True if an iteration adds floats to the result of the previous one, for which it must wait.
    fn is_sum(&self, part: &[OpId]) -> bool {
        let func = self.values.func;
        let accesses = accesses(func, part);
        part.iter().any(|op| match &func.ops[*op].kind {
            OpKind::Write(place, value) if func.ty(*value).is_float() => {
                let steady = |access: &&Access| !access.write && self.is_steady(&access.place, part);
                let same = |access: &Access| self.is_same(&access.place, place);
                accesses.iter().filter(steady).any(same)
            }
            _ => false,
        })
    }

    /// True if a place is the same in all iterations of the inner loop.
    fn is_steady(&self, place: &Place, part: &[OpId]) -> bool {
        let func = self.values.func;
        let mut computed = FxHashSet::default();
        defined(func, part, &mut computed);
        self.values.indices(place).iter().flatten().all(|form| {
            form.symbols().all(|term| {
                !computed.contains(term) && (!self.inside.contains(term) || self.is_of_outer(*term))
            })
        })
    }

    /// True if a value is computed in the body of the outer loop itself.
    fn is_of_outer(&self, term: ValueId) -> bool {
        self.ops.iter().any(|op| self.values.func.ops[*op].result == Some(term))
    }

    fn is_same(&self, a: &Place, b: &Place) -> bool {
        a.root == b.root && self.values.indices(a) == self.values.indices(b)
    }

    fn can_swap(&self, part: &[OpId]) -> bool {
        let accesses = accesses(self.values.func, part);
        accesses.iter().all(|access| is_allowed(access.place.root, self.memories))
            && self.is_independent(&accesses, &accesses)
    }

    /// True if accesses of different iterations of the outer loop have no dependence.
    fn is_independent(&self, first: &[Access], second: &[Access]) -> bool {
        first.iter().all(|a| {
            second.iter().all(|b| {
                a.place.root != b.place.root || !(a.write || b.write) || self.is_separated(&a.place, &b.place)
            })
        })
    }

    /// True if some index of both places has the outer counter, and is otherwise the same.
    fn is_separated(&self, a: &Place, b: &Place) -> bool {
        if matches!(a.root, Root::Slot(slot) if self.own.contains(&slot)) {
            return true;
        }
        let (a, b) = (self.values.indices(a), self.values.indices(b));
        a.iter().zip(&b).any(|pair| match pair {
            (Some(a), Some(b)) => {
                let mut others = a.symbols().filter(|term| **term != self.counter);
                a == b && a.coefficient(&self.counter) != 0 && others.all(|it| !self.inside.contains(it))
            }
            _ => false,
        })
    }

    /// The scalars of an iteration that more than one loop has now.
    fn arrays(&self, groups: &[Group]) -> Option<Vec<(SlotId, u64)>> {
        let func = self.values.func;
        let mut arrays = Vec::new();
        let mut slots: Vec<SlotId> = self.own.iter().copied().collect();
        slots.sort_by_key(|slot| slot.into_raw());
        for slot in slots {
            let has = |group: &&Group| {
                accesses(func, &group.ops()).iter().any(|access| access.place.root == Root::Slot(slot))
            };
            let users: Vec<&Group> = groups.iter().filter(has).collect();
            if users.len() > 1 || users.iter().any(|group| group.swapped) {
                let bound = self.values.constants.get(self.outer.hi)?.to_integer()?;
                let lowest = self.values.constants.get(self.outer.lo)?.to_integer()?;
                let length = u64::try_from(bound).ok()? + u64::from(self.outer.inclusive);
                if lowest < 0 || length > LARGEST || !func.slots[slot].directives.is_empty() {
                    return None;
                }
                arrays.push((slot, length));
            }
        }
        Some(arrays)
    }
}

impl Group {
    /// The operations that it is about, those of a part of a loop included.
    fn ops(&self) -> Vec<OpId> {
        let ops = self.items.iter().flat_map(|item| match item {
            Item::Op(op) => vec![*op],
            Item::Loop(_, ops) => ops.clone(),
        });
        ops.collect()
    }

    /// The loops of which it has a part.
    fn loops(&self) -> impl Iterator<Item = OpId> {
        self.items.iter().filter_map(|item| match item {
            Item::Loop(op, _) => Some(*op),
            Item::Op(_) => None,
        })
    }
}

/// True if it is a loop without directives, of loops, computations, reads and writes.
fn is_nest(func: &Func, op: OpId) -> bool {
    let OpKind::For(for_loop) = &func.ops[op].kind else { return false };
    let fits = |op: &OpId| is_simple(func, *op) || is_nest(func, *op);
    for_loop.directives.is_empty() && func.regions[for_loop.body].ops.iter().all(fits)
}

/// What a scalar is at first, if that is a value.
pub(super) fn first_value(init: &Init) -> Option<ValueId> {
    match init {
        Init::Fill(value) => Some(*value),
        Init::List(values) => values.first().copied(),
        Init::Uninit | Init::Copy(_) => None,
    }
}

/// The values that operations and those inside of them define.
fn defined(func: &Func, ops: &[OpId], found: &mut FxHashSet<ValueId>) {
    for &op in ops {
        found.extend(func.ops[op].result);
        for region in func.ops[op].kind.regions() {
            let region = &func.regions[region];
            found.extend(&region.params);
            defined(func, &region.ops, found);
        }
    }
}
