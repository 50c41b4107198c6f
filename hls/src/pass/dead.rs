//! Removes computations whose result nothing uses, memory that nothing reads, channels that no process uses, and
//! assignments, control and panics that do nothing: a `panic_if` that no check was made of. Operations on channels stay,
//! whoever uses their results.

use rustc_hash::{FxHashMap, FxHashSet};
use sycl_hls_ir::la_arena::ArenaMap;
use sycl_hls_ir::{ChannelId, Func, Module, Op, OpId, OpKind, Place, RegionId, Root, SlotId, ValueId};

use super::rewrite::{each_func, expand};

pub(super) fn run(module: &mut Module) {
    each_func(module, |_, func| {
        while sweep(func) {}
        drop_dependences(func);
    });
}

/// Nothing waits for accesses to memory that is gone.
fn drop_dependences(func: &mut Func) {
    let order = func.ops_in_order();
    let declared: FxHashSet<SlotId> = order
        .iter()
        .filter_map(|&op| match func.ops[op].kind {
            OpKind::Declare { slot, .. } => Some(slot),
            _ => None,
        })
        .collect();
    for op in order {
        if let Some(directives) = func.ops[op].kind.loop_directives_mut() {
            directives.dependences.retain(
                |dependence| !matches!(dependence.variable, Some(Root::Slot(slot)) if !declared.contains(&slot)),
            );
        }
    }
}

/// One round; true if it changed anything.
fn sweep(func: &mut Func) -> bool {
    let computed = computations(func);
    let uses = uses(func, &computed);
    let (read, channels) = (read_slots(func), used_channels(func));
    let mut changed = false;
    expand(func, &mut |func, op, into| {
        if is_dead(func, op, &uses, (&read, &channels)) || is_self_assignment(func, op, into, &computed) {
            changed = true;
            return;
        }
        changed |= drop_unused_result(func, op, &uses);
        into.push(op);
    });
    changed
}

/// The operations that only compute, or read, by their results.
fn computations(func: &Func) -> FxHashMap<ValueId, OpId> {
    let only_computes = |op: &Op| op.kind.is_pure() || matches!(op.kind, OpKind::Read(_));
    let ops = func.ops_in_order().into_iter().filter(|op| only_computes(&func.ops[*op]));
    ops.filter_map(|op| func.ops[op].result.map(|result| (result, op))).collect()
}

/// How often each value is used by what stays when unused computations go, and what only they use.
fn uses(func: &Func, computed: &FxHashMap<ValueId, OpId>) -> ArenaMap<ValueId, u32> {
    let mut uses = func.use_counts();
    let mut unused: Vec<OpId> =
        computed.iter().filter(|(result, _)| uses.get(**result) == Some(&0)).map(|(_, op)| *op).collect();
    while let Some(op) = unused.pop() {
        func.ops[op].kind.for_each_operand(&mut |operand| {
            if let Some(count) = uses.get_mut(operand) {
                *count = count.saturating_sub(1);
                unused.extend(computed.get(&operand).filter(|_| *count == 0));
            }
        });
    }
    uses
}

fn is_unused(func: &Func, op: OpId, uses: &ArenaMap<ValueId, u32>) -> bool {
    func.ops[op].result.is_some_and(|result| uses.get(result) == Some(&0))
}

fn is_dead(
    func: &Func,
    op: OpId,
    uses: &ArenaMap<ValueId, u32>,
    (read, channels): (&FxHashSet<SlotId>, &FxHashSet<ChannelId>),
) -> bool {
    let unread = |place: &Place| matches!(place.root, Root::Slot(slot) if !read.contains(&slot));
    let empty = |region: RegionId| func.regions[region].ops.is_empty();
    match &func.ops[op].kind {
        OpKind::Read(_) => is_unused(func, op, uses),
        OpKind::Write(place, _) | OpKind::Fill(place, _) => unread(place),
        OpKind::Copy { to, from } => unread(to) || to == from,
        OpKind::Declare { slot, .. } => !read.contains(slot),
        OpKind::DeclareChannel(channel) => !channels.contains(channel),
        OpKind::For(for_loop) => empty(for_loop.body),
        OpKind::Block { body } | OpKind::Dataflow { body, .. } | OpKind::Process { body, .. } => empty(*body),
        OpKind::PanicIf { .. } => true,
        OpKind::Scope { body, .. } => empty(*body),
        OpKind::If { then, otherwise, .. } => {
            func.ops[op].result.is_none() && empty(*then) && empty(*otherwise)
        }
        kind => kind.is_pure() && is_unused(func, op, uses),
    }
}

/// True if the operation writes what was read from the same scalar, with nothing since that writes the same object.
fn is_self_assignment(func: &Func, op: OpId, before: &[OpId], computed: &FxHashMap<ValueId, OpId>) -> bool {
    let OpKind::Write(to, value) = &func.ops[op].kind else { return false };
    // Most values are no reads: the search is for the few.
    let source = computed.get(value).map(|op| &func.ops[*op].kind);
    if !matches!(source, Some(OpKind::Read(from)) if from == to) {
        return false;
    }
    let is_read = |op: &Op| op.result == Some(*value) && matches!(&op.kind, OpKind::Read(from) if from == to);
    let keeps = |op: &Op| match &op.kind {
        OpKind::Write(place, _) | OpKind::Fill(place, _) | OpKind::Copy { to: place, .. } => {
            place.root != to.root
        }
        OpKind::TrapIf { .. } | OpKind::Read(_) => true,
        kind => kind.is_pure(),
    };
    let mut since = before.iter().rev().map(|before| &func.ops[*before]);
    since.find(|op| is_read(op) || !keeps(op)).is_some_and(is_read)
}

/// An `if` whose value nobody wants is an `if` without one.
fn drop_unused_result(func: &mut Func, op: OpId, uses: &ArenaMap<ValueId, u32>) -> bool {
    let OpKind::If { then, otherwise, .. } = func.ops[op].kind else { return false };
    if !is_unused(func, op, uses) {
        return false;
    }
    func.ops[op].result = None;
    for region in [then, otherwise] {
        let last = func.regions[region].ops.last().copied();
        if last.is_some_and(|last| matches!(func.ops[last].kind, OpKind::Yield(_))) {
            func.regions[region].ops.pop();
        }
    }
    true
}

/// The channels that something accesses.
fn used_channels(func: &Func) -> FxHashSet<ChannelId> {
    let accessed = |op: OpId| match func.ops[op].kind {
        OpKind::Channel { channel, .. } => Some(channel),
        _ => None,
    };
    func.ops_in_order().into_iter().filter_map(accessed).collect()
}

/// The slots that something may read. A copy reads for the sake of what it writes: copies among slots that nothing else
/// reads do not count.
fn read_slots(func: &Func) -> FxHashSet<SlotId> {
    // Blocks are handed over, read or not.
    let tokens = func.channels.iter().filter_map(|(_, channel)| channel.token);
    let mut read: FxHashSet<SlotId> = tokens.map(|token| token.blocks).collect();
    // A later run reads what this one leaves.
    read.extend(func.slots.iter().filter(|(_, slot)| slot.persistent).map(|(id, _)| id));
    let mut copies: FxHashMap<SlotId, Vec<SlotId>> = FxHashMap::default();
    for op in func.ops_in_order() {
        let kind = &func.ops[op].kind;
        let target = match kind {
            OpKind::Copy { to: Place { root: Root::Slot(slot), .. }, .. } | OpKind::Declare { slot, .. } => {
                Some(*slot)
            }
            _ => None,
        };
        kind.for_each_read(&mut |place| match (place.root, target) {
            (Root::Slot(slot), None) => {
                read.insert(slot);
            }
            (Root::Slot(slot), Some(target)) => copies.entry(target).or_default().push(slot),
            _ => {}
        });
    }
    let mut reached: Vec<SlotId> = read.iter().copied().collect();
    while let Some(target) = reached.pop() {
        for slot in copies.remove(&target).into_iter().flatten() {
            if read.insert(slot) {
                reached.push(slot);
            }
        }
    }
    read
}
