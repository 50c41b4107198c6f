//! Several iterations side by side in a loop that stays.

use sycl_hls_ir::{
    BinaryOp, CompareOp, ForLoop, Func, LoopDirectives, Op, OpId, OpKind, Overflow, Region, Span, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::replicate::{Exits, Replicator};
use super::trip::Trip;
use crate::pass::rewrite::Emit;

/// How a loop is unrolled by a factor.
pub(super) struct Partial {
    factor: u32,
    /// What the induction variable grows by from now on.
    step: u64,
    /// True if an iteration of the new loop may lack some iterations of the old one.
    is_checked: bool,
}

impl Partial {
    /// `None` where there is nothing to do. A promise is believed where the number of iterations is not known.
    pub fn new(for_loop: &ForLoop, trip: Option<Trip>, factor: u128) -> Option<Self> {
        let factor = u32::try_from(factor).ok().filter(|factor| *factor > 1)?;
        let promised = for_loop.directives.unroll.as_ref().is_some_and(|unroll| unroll.skip_exit_check);
        let is_multiple = trip.map_or(promised, |trip| trip.count.is_multiple_of(factor.into()));
        let step = for_loop.step.checked_mul(factor.into())?;
        Some(Self { factor, step, is_checked: !is_multiple })
    }
}

/// Gives the loop a body of several copies.
pub(super) fn unroll_by(func: &mut Func, op: OpId, partial: &Partial) {
    let Op { kind: OpKind::For(mut for_loop), span, .. } = func.ops[op].clone() else { return };
    let Some(counter) = func.regions[for_loop.body].params.first().copied() else { return };
    let value = func.values[counter].clone();
    let counter = func.values.alloc(value);
    let ops = body(func, &for_loop, partial, counter, span);
    for_loop.step = partial.step;
    for_loop.body = func.regions.alloc(Region { params: vec![counter], ops });
    settle(&mut for_loop.directives, partial.factor);
    func.ops[op].kind = OpKind::For(for_loop);
}

fn body(func: &mut Func, for_loop: &ForLoop, partial: &Partial, counter: ValueId, span: Span) -> Vec<OpId> {
    let exits = Exits::of_some(func, for_loop.body);
    let ty = func.ty(counter);
    let mut ops = Vec::new();
    let mut emit = Emit { func: &mut *func, into: &mut ops, span };
    let left = partial.is_checked.then(|| left(&mut emit, for_loop.hi, counter, ty));
    let mut replicator = Replicator { func, body: for_loop.body, exits, span };
    ops.extend(replicator.copy(counter));
    for number in 1..partial.factor {
        if replicator.ends(&ops) {
            break;
        }
        let distance = i128::from(for_loop.step) * i128::from(number);
        let Some(left) = left else {
            let next = next(replicator.func, &mut ops, counter, distance, span);
            ops.extend(replicator.copy(next));
            continue;
        };
        let Some(distance_value) = ScalarValue::from_integer(ty.unsigned(), distance) else { break };
        let mut then = Vec::new();
        let next = next(replicator.func, &mut then, counter, distance, span);
        then.extend(replicator.copy(next));
        let then = replicator.func.regions.alloc(Region { params: Vec::new(), ops: then });
        let mut emit = Emit { func: &mut *replicator.func, into: &mut ops, span };
        let distance = emit.constant(distance_value);
        let op = if for_loop.inclusive { CompareOp::Ge } else { CompareOp::Gt };
        let cond = emit.compute(OpKind::Compare { op, lhs: left, rhs: distance }, Scalar::Bool);
        let otherwise = emit.region(|_| ());
        emit.effect(OpKind::If { cond, then, otherwise });
    }
    ops
}

/// How far it is to the bound, as an unsigned number.
fn left(emit: &mut Emit<'_>, hi: ValueId, counter: ValueId, ty: Scalar) -> ValueId {
    let sub = OpKind::Binary { op: BinaryOp::Sub, overflow: Overflow::Wrapping, lhs: hi, rhs: counter };
    let left = emit.compute(sub, ty);
    if ty == ty.unsigned() { left } else { emit.compute(OpKind::Cast(left), ty.unsigned()) }
}

/// The induction variable some iterations later.
fn next(func: &mut Func, into: &mut Vec<OpId>, counter: ValueId, distance: i128, span: Span) -> ValueId {
    let (ty, name) = (func.ty(counter), func.values[counter].name.clone());
    let mut emit = Emit { func: &mut *func, into, span };
    let distance = emit.constant(ScalarValue::wrapping(ty, distance));
    let add = OpKind::Binary { op: BinaryOp::Add, overflow: Overflow::Wrapping, lhs: counter, rhs: distance };
    let next = emit.compute(add, ty);
    func.values[next].name = name;
    next
}

/// Directives that count iterations count fewer.
fn settle(directives: &mut LoopDirectives, factor: u32) {
    directives.unroll = None;
    if let Some(count) = &mut directives.tripcount {
        let fewer = |count: u32| count.div_ceil(factor);
        count.value.min = count.min.map(fewer);
        count.value.avg = count.avg.map(fewer);
        count.value.max = fewer(count.max);
    }
    for dependence in &mut directives.dependences {
        dependence.value.distance = dependence.distance.map(|distance| (distance / factor).max(1));
    }
}
