//! Decides comparisons that the operands' types decide (`x < 0` for an unsigned `x`), computes known distances of
//! shifts, ends of inclusive loops and values of whole arrays, whose emitted text differs from the Rust, and removes
//! loops that never run. Compilers warn of such code; nothing else is folded, so that the C++ stays like the Rust.

use sycl_hls_ir::la_arena::Arena;
use sycl_hls_ir::{CompareOp, Constants, ForLoop, Func, Init, Module, OpKind, Slot, ValueId, compare};
use sycl_hls_types::ScalarValue;

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
            constants.learn(module, func, &func.ops[op]);
        }
        expand(func, &mut |func, op, into| {
            if matches!(&func.ops[op].kind, OpKind::For(for_loop) if never_runs(func, &constants, for_loop)) {
                return;
            }
            let operand = folded(&mut func.ops[op].kind, &func.slots).copied();
            if let Some(known) = operand.and_then(|operand| constants.get(operand)) {
                let span = func.ops[op].span;
                let constant = Emit { func, into, span }.constant(known);
                if let Some(operand) = folded(&mut func.ops[op].kind, &func.slots) {
                    *operand = constant;
                }
            }
            into.push(op);
        });
    });
}

fn decide(func: &Func, constants: &Constants, op: CompareOp, lhs: ValueId, rhs: ValueId) -> Option<bool> {
    let ty = func.ty(lhs);
    let (min, max) = ty.range()?;
    if lhs == rhs {
        return Some(matches!(op, CompareOp::Eq | CompareOp::Le | CompareOp::Ge));
    }
    let ends = [ScalarValue::wrapping(ty, min), ScalarValue::wrapping(ty, max)];
    let results = match (constants.get(lhs), constants.get(rhs)) {
        (None, Some(rhs)) => ends.map(|lhs| compare(op, lhs, rhs)),
        (Some(lhs), None) => ends.map(|rhs| compare(op, lhs, rhs)),
        _ => return None,
    };
    // An order that holds at both ends of the type holds in between; equality needs more than the ends.
    let ordered = !matches!(op, CompareOp::Eq | CompareOp::Ne);
    (ordered && results[0] == results[1]).then_some(results[0])
}

/// The operand that the emitted text has as a number if it is known.
fn folded<'k>(kind: &'k mut OpKind, slots: &Arena<Slot>) -> Option<&'k mut ValueId> {
    match kind {
        OpKind::Declare { slot, init: Init::Fill(value) } if !slots[*slot].ty.dims().is_empty() => {
            Some(value)
        }
        OpKind::Binary { op, rhs, .. } if op.is_shift() => Some(rhs),
        OpKind::For(for_loop) if for_loop.inclusive => Some(&mut for_loop.hi),
        _ => None,
    }
}

fn never_runs(func: &Func, constants: &Constants, for_loop: &ForLoop) -> bool {
    let op = if for_loop.inclusive { CompareOp::Le } else { CompareOp::Lt };
    let (lo, hi) = (constants.get(for_loop.lo), constants.get(for_loop.hi));
    match (lo, hi) {
        (Some(lo), Some(hi)) => !compare(op, lo, hi),
        _ => decide(func, constants, op, for_loop.lo, for_loop.hi) == Some(false),
    }
}
