//! The loops that come of a loop.

use sycl_hls_ir::{
    ForLoop, Func, Init, Op, OpId, OpKind, Place, Region, Remap, Root, Slot, SlotId, Span, Step, Type, Value,
    ValueId,
};
use sycl_hls_types::Scalar;

use super::nest::{Group, Item, Plan, first_value};

/// The operations that take the place of a loop.
pub(super) fn build(func: &mut Func, op: OpId, plan: &Plan) -> Vec<OpId> {
    let Op { kind: OpKind::For(outer), span, .. } = func.ops[op].clone() else { return vec![op] };
    let (mut out, mut casts) = (Vec::new(), Vec::new());
    for &(slot, length) in &plan.arrays {
        let array = array(func, slot, length);
        out.push(push(func, OpKind::Declare { slot: array, init: Init::Uninit }, span));
        casts.extend(index(func, &outer, slot, array));
    }
    for group in &plan.groups {
        let needed: Vec<OpId> = casts.iter().chain(&group.needed).copied().collect();
        let ops = if group.swapped {
            swapped(func, &outer, span, (&needed, group))
        } else {
            Some(distributed(func, &outer, span, (&needed, group)))
        };
        out.extend(ops.into_iter().flatten());
    }
    out
}

fn push(func: &mut Func, kind: OpKind, span: Span) -> OpId {
    func.ops.alloc(Op { kind, result: None, span })
}

/// The array that a scalar becomes.
fn array(func: &mut Func, slot: SlotId, length: u64) -> SlotId {
    let Slot { name, ty, .. } = func.slots[slot].clone();
    func.slots.alloc(Slot::variable(name, Type::array(ty, length)))
}

/// The body of a loop uses an element of an array instead of a scalar. Gives the operation that makes an index of the
/// counter, if there has to be one.
fn index(func: &mut Func, outer: &ForLoop, slot: SlotId, array: SlotId) -> Option<OpId> {
    let counter = counter_of(func, outer)?;
    let (mut number, mut made) = (counter, None);
    if func.ty(counter) != Scalar::U64 {
        number = func.values.alloc(Value { ty: Scalar::U64, name: None, bind_op: None });
        let cast = Op { kind: OpKind::Cast(counter), result: Some(number), span: Span::NONE };
        made = Some(func.ops.alloc(cast));
    }
    let element = Place { root: Root::Slot(array), path: vec![Step::Index(number)] };
    let mut ops = func.regions[outer.body].ops.clone();
    while let Some(op) = ops.pop() {
        let kind = &mut func.ops[op].kind;
        if let OpKind::Declare { slot: declared, init } = kind
            && *declared == slot
            && let Some(value) = first_value(init)
        {
            *kind = OpKind::Write(element.clone(), value);
        }
        kind.for_each_place_mut(&mut |place| {
            if place.root == Root::Slot(slot) {
                *place = element.clone();
            }
        });
        let regions: Vec<_> = kind.regions().collect();
        ops.extend(regions.into_iter().flat_map(|region| func.regions[region].ops.clone()));
    }
    made
}

/// A loop like another one, around operations that `fill` makes. It is given what stands for the counter.
fn around(
    func: &mut Func,
    like: &ForLoop,
    (lo, hi): (ValueId, ValueId),
    span: Span,
    fill: impl FnOnce(&mut Func, ValueId) -> Vec<OpId>,
) -> Option<OpId> {
    let param = *func.regions[like.body].params.first()?;
    let counter = func.values.alloc(func.values[param].clone());
    let ops = fill(func, counter);
    let body = func.regions.alloc(Region { params: vec![counter], ops });
    Some(push(func, OpKind::For(ForLoop { body, lo, hi, ..like.clone() }), span))
}

fn counter_of(func: &Func, like: &ForLoop) -> Option<ValueId> {
    func.regions[like.body].params.first().copied()
}

/// A part of the body in a loop of its own.
fn distributed(
    func: &mut Func,
    outer: &ForLoop,
    span: Span,
    (needed, group): (&[OpId], &Group),
) -> Vec<OpId> {
    let old = counter_of(func, outer);
    let made = around(func, outer, (outer.lo, outer.hi), span, |func, counter| {
        let mut remap = Remap::default();
        remap.values.extend(old.map(|old| (old, counter)));
        let mut ops: Vec<OpId> = needed.iter().map(|op| remap.clone_op(func, *op)).collect();
        for item in &group.items {
            match item {
                Item::Op(op) => ops.push(remap.clone_op(func, *op)),
                Item::Loop(op, some) => ops.extend(part(func, *op, some, &mut remap)),
            }
        }
        ops
    });
    made.into_iter().collect()
}

/// A loop with some of its operations.
fn part(func: &mut Func, op: OpId, some: &[OpId], remap: &mut Remap) -> Option<OpId> {
    let Op { kind: OpKind::For(inner), span, .. } = func.ops[op].clone() else { return None };
    let old = counter_of(func, &inner)?;
    let bounds = (remap.value(inner.lo), remap.value(inner.hi));
    around(func, &inner, bounds, span, |func, counter| {
        remap.values.insert(old, counter);
        some.iter().map(|op| remap.clone_op(func, *op)).collect()
    })
}

/// The inner loop, with the outer one in it.
fn swapped(
    func: &mut Func,
    outer: &ForLoop,
    span: Span,
    (needed, group): (&[OpId], &Group),
) -> Option<Vec<OpId>> {
    let [Item::Loop(op, some)] = group.items.as_slice() else { return None };
    let Op { kind: OpKind::For(inner), span: inner_span, .. } = func.ops[*op].clone() else { return None };
    let (old_outer, old_inner) = (counter_of(func, outer)?, counter_of(func, &inner)?);
    // Bounds that are constants of the outer loop's body are needed before both loops.
    let mut before = Vec::new();
    let mut bounds = Remap::default();
    for op in func.regions[outer.body].ops.clone() {
        let result = func.ops[op].result;
        if matches!(func.ops[op].kind, OpKind::Const(_)) && [inner.lo, inner.hi].map(Some).contains(&result) {
            before.push(bounds.clone_op(func, op));
        }
    }
    let ends = (bounds.value(inner.lo), bounds.value(inner.hi));
    let made = around(func, &inner, ends, inner_span, |func, outermost| {
        let made = around(func, outer, (outer.lo, outer.hi), span, |func, innermost| {
            let mut remap = Remap::default();
            remap.values.extend([(old_inner, outermost), (old_outer, innermost)]);
            needed.iter().chain(some).map(|op| remap.clone_op(func, *op)).collect()
        });
        made.into_iter().collect()
    })?;
    before.push(made);
    Some(before)
}
