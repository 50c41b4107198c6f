//! Decides comparisons that the operands' types decide (`x < 0` for an unsigned `x`), computes known distances of
//! shifts, ends of inclusive loops, copies of what stays where it is, and values of whole arrays, whose emitted text
//! differs from the Rust, and removes loops that never run. Compilers warn of such code. Operations that change nothing
//! (`x + 0`, `x * 1`) go: most come from iterators and generic code. Nothing else is folded, so that the C++ stays like
//! the Rust.

use sycl_hls_ir::la_arena::{Arena, ArenaMap};
use sycl_hls_ir::{
    BinaryOp, CompareOp, Constants, ForLoop, Func, Init, Module, OpKind, Place, Slot, Step, ValueId, compare,
};
use sycl_hls_types::{Scalar, ScalarValue};

use super::rewrite::{Emit, each_func, expand};

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let mut constants = Constants::default();
        for op in func.ops_in_order() {
            if let OpKind::Compare { op: comparison, lhs, rhs } = func.ops[op].kind
                && let Some(decided) = decide(func, &constants, comparison, lhs, rhs)
            {
                func.ops[op].kind = OpKind::Const(decided.into());
            }
            if let OpKind::Copy { to, from } = &mut func.ops[op].kind
                && is_same_place(&constants, to, from)
            {
                // Spelled alike, so that nothing is copied.
                from.clone_from(to);
            }
            constants.learn(module, func, &func.ops[op]);
        }
        replace_unchanged(func, &constants);
        expand(func, &mut |func, op, into| {
            if matches!(&func.ops[op].kind, OpKind::For(for_loop) if never_runs(func, &constants, for_loop)) {
                return;
            }
            let operands: Vec<ValueId> =
                folded(&mut func.ops[op].kind, &func.slots, &constants).into_iter().map(|id| *id).collect();
            let span = func.ops[op].span;
            let known = operands.into_iter().map(|operand| {
                let known = constants.get(operand)?.clone();
                Some(Emit { func, into, span }.constant(known))
            });
            let known: Vec<Option<ValueId>> = known.collect();
            let operands = folded(&mut func.ops[op].kind, &func.slots, &constants);
            for (operand, known) in operands.into_iter().zip(known) {
                *operand = known.unwrap_or(*operand);
            }
            into.push(op);
        });
    });
}

fn is_same_place(constants: &Constants, a: &Place, b: &Place) -> bool {
    let is_same_step = |(a, b): (&Step, &Step)| match (a, b) {
        (Step::Index(a), Step::Index(b)) => {
            a == b || constants.get(*a).is_some_and(|value| constants.get(*b) == Some(value))
        }
        _ => a == b,
    };
    a.root == b.root && a.path.len() == b.path.len() && a.path.iter().zip(&b.path).all(is_same_step)
}

/// Uses the operand itself where an operation gives it back. Of two names, both stay.
fn replace_unchanged(func: &mut Func, constants: &Constants) {
    let mut same: ArenaMap<ValueId, ValueId> = ArenaMap::default();
    for op in func.ops_in_order() {
        func.ops[op].kind.for_each_operand_mut(&mut |operand| {
            if let Some(other) = same.get(*operand) {
                *operand = *other;
            }
        });
        let Some(result) = func.ops[op].result else { continue };
        let Some(operand) = unchanged(&func.ops[op].kind, constants) else { continue };
        let name = func.values[result].name.clone();
        if name.is_none() {
            same.insert(result, operand);
        } else if func.values[operand].name.is_none() && constants.get(operand).is_none() {
            func.values[operand].name = name;
            same.insert(result, operand);
        }
    }
}

/// The operand that an operation of integers or bools surely gives back.
fn unchanged(kind: &OpKind, constants: &Constants) -> Option<ValueId> {
    let OpKind::Binary { op, lhs, rhs, .. } = *kind else { return None };
    let is =
        |value: ValueId, number: i128| constants.get(value).and_then(ScalarValue::to_integer) == Some(number);
    let (neutral, commutes) = match op {
        BinaryOp::Add | BinaryOp::Or | BinaryOp::Xor => (0, true),
        BinaryOp::Sub => (0, false),
        BinaryOp::Mul => (1, true),
        BinaryOp::Div => (1, false),
        BinaryOp::And if constants.get(lhs).or(constants.get(rhs))?.ty() == Scalar::Bool => (1, true),
        _ => return None,
    };
    match (is(lhs, neutral) && commutes, is(rhs, neutral)) {
        (_, true) => Some(lhs),
        (true, _) => Some(rhs),
        _ => None,
    }
}

/// What a comparison gives that operands' types, or equal operands, decide.
pub(super) fn decide(
    func: &Func,
    constants: &Constants,
    op: CompareOp,
    lhs: ValueId,
    rhs: ValueId,
) -> Option<bool> {
    let ty = func.ty(lhs);
    let (min, max) = ty.range()?;
    if lhs == rhs {
        return Some(matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge));
    }
    let ends = [ScalarValue::wrapping(ty, min), ScalarValue::wrapping(ty, max)];
    let results = match (constants.get(lhs), constants.get(rhs)) {
        (None, Some(rhs)) => ends.map(|lhs| compare(op, &lhs, rhs)),
        (Some(lhs), None) => ends.map(|rhs| compare(op, lhs, &rhs)),
        _ => return None,
    };
    // An order that holds at both ends of the type holds in between; equality needs more than the ends.
    let ordered = !matches!(op, CompareOp::Eq | CompareOp::Ne);
    (ordered && results[0] == results[1]).then_some(results[0])
}

/// The operands that the emitted text has as numbers if they are known.
fn folded<'k>(kind: &'k mut OpKind, slots: &Arena<Slot>, constants: &Constants) -> Vec<&'k mut ValueId> {
    let is_zero = |value: &ValueId| constants.get(*value).is_some_and(|value| !value.is_true());
    match kind {
        OpKind::Declare { slot, init: Init::Fill(value) } if !slots[*slot].ty.dims().is_empty() => {
            vec![value]
        }
        // It is written as `{}`.
        OpKind::Declare { init: Init::List(values), .. } if values.iter().all(is_zero) => {
            values.iter_mut().collect()
        }
        OpKind::Binary { op, rhs, .. } if op.is_shift() => vec![rhs],
        OpKind::For(for_loop) if for_loop.inclusive => vec![&mut for_loop.hi],
        _ => Vec::new(),
    }
}

/// True if there is surely no iteration.
pub(super) fn never_runs(func: &Func, constants: &Constants, for_loop: &ForLoop) -> bool {
    let op = if for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
    let (lo, hi) = (constants.get(for_loop.lo), constants.get(for_loop.hi));
    match (lo, hi) {
        (Some(lo), Some(hi)) => !compare(op, lo, hi),
        _ => decide(func, constants, op, for_loop.lo, for_loop.hi) == Some(false),
    }
}
