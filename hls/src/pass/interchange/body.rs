//! The operations of a loop's body: what each uses, and what belongs together.

use rustc_hash::FxHashSet;
use sycl_hls_ir::{Func, OpId, OpKind, Place, Root, ValueId};

use crate::pass::affine::Values;

/// An access of memory.
#[derive(Clone, Debug)]
pub(super) struct Access {
    pub place: Place,
    pub write: bool,
}

/// The accesses of operations and of all inside of them.
pub(super) fn accesses(func: &Func, ops: &[OpId]) -> Vec<Access> {
    let mut accesses = Vec::new();
    for &op in ops {
        let kind = &func.ops[op].kind;
        match kind {
            OpKind::Read(place) => accesses.push(Access { place: place.clone(), write: false }),
            OpKind::Write(place, _) => accesses.push(Access { place: place.clone(), write: true }),
            OpKind::Declare { slot, .. } => {
                accesses.push(Access { place: Place::whole(Root::Slot(*slot)), write: true });
            }
            _ => {}
        }
        for region in kind.regions() {
            accesses.extend(self::accesses(func, &func.regions[region].ops));
        }
    }
    accesses
}

/// The roots that operations write.
pub(super) fn written(accesses: &[Access]) -> FxHashSet<Root> {
    accesses.iter().filter(|it| it.write).map(|it| it.place.root).collect()
}

/// The operations among `within` that compute what these use, without these, in the order of `within`. `None` if one of
/// them reads what `changed` has.
pub(super) fn needed(
    values: &Values<'_>,
    ops: &[OpId],
    within: &[OpId],
    changed: &FxHashSet<Root>,
) -> Option<Vec<OpId>> {
    let own: FxHashSet<OpId> = within.iter().copied().collect();
    let given: FxHashSet<OpId> = ops.iter().copied().collect();
    let mut found = FxHashSet::default();
    let mut open = operands(values.func, ops);
    while let Some(value) = open.pop() {
        let Some(op) = values.source.get(&value).copied() else { continue };
        if !own.contains(&op) || given.contains(&op) || !found.insert(op) {
            continue;
        }
        match &values.func.ops[op].kind {
            kind if kind.is_pure() => {}
            OpKind::Read(place) if !changed.contains(&place.root) => {}
            _ => return None,
        }
        open.extend(operands(values.func, &[op]));
    }
    Some(within.iter().copied().filter(|op| found.contains(op)).collect())
}

fn operands(func: &Func, ops: &[OpId]) -> Vec<ValueId> {
    let mut operands = Vec::new();
    for &op in ops {
        let kind = &func.ops[op].kind;
        kind.for_each_operand(&mut |value| operands.push(value));
        for region in kind.regions() {
            operands.extend(self::operands(func, &func.regions[region].ops));
        }
    }
    operands
}

/// The writes of a flat body with what computes them, in as many parts as possible: no part accesses what another one
/// writes. Each part is in the order of the body.
pub(super) fn parts(values: &Values<'_>, ops: &[OpId]) -> Vec<Vec<OpId>> {
    let func = values.func;
    let writes = ops.iter().copied().filter(|op| matches!(func.ops[*op].kind, OpKind::Write(..)));
    let slices = writes.filter_map(|write| {
        let mut slice = needed(values, &[write], ops, &FxHashSet::default())?;
        slice.push(write);
        Some(slice)
    });
    let mut parts: Vec<Vec<OpId>> = Vec::new();
    for slice in slices {
        let (joined, independent): (Vec<_>, Vec<_>) =
            parts.into_iter().partition(|part| conflict(func, part, &slice));
        parts = independent;
        let all: FxHashSet<OpId> = joined.into_iter().flatten().chain(slice).collect();
        parts.push(ops.iter().copied().filter(|op| all.contains(op)).collect());
    }
    parts.sort_by_key(|part| part.last().and_then(|last| ops.iter().position(|op| op == last)));
    parts
}

fn conflict(func: &Func, a: &[OpId], b: &[OpId]) -> bool {
    let (a, b) = (accesses(func, a), accesses(func, b));
    let writes_to = |writer: &[Access], other: &[Access]| {
        let written = written(writer);
        other.iter().any(|access| written.contains(&access.place.root))
    };
    writes_to(&a, &b) || writes_to(&b, &a)
}
