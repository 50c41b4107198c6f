//! Operators of variables: what `#[bind_op]` says of a variable holds for each operation of the kind whose result is assigned to it.

use rustc_hash::FxHashMap;
use sycl_hls_ir::directive::{At, BindOp, BoundOp};
use sycl_hls_ir::{Func, Init, Module, OpKind, Root, UnaryOp, ValueId};

use super::rewrite::each_func;

pub(super) fn run(module: &mut Module) {
    each_func(module, |_, func| {
        let bound = bound(func);
        for (value, bind_op) in bound {
            func.values[value].bind_op.get_or_insert(bind_op);
        }
    });
}

/// The results that are assigned to variables with operators of their own.
fn bound(func: &Func) -> Vec<(ValueId, At<BindOp>)> {
    let mut computed: FxHashMap<ValueId, BoundOp> = FxHashMap::default();
    for op in func.ops_in_order() {
        let op = &func.ops[op];
        let operation = match &op.kind {
            OpKind::Binary { op: operation, lhs, .. } => BoundOp::of(*operation, func.ty(*lhs)),
            OpKind::Unary { op: UnaryOp::Flush, arg, .. } => computed.get(arg).copied(),
            _ => None,
        };
        computed.extend(op.result.zip(operation));
    }
    let assigned = func.ops.iter().filter_map(|(_, op)| match &op.kind {
        OpKind::Write(place, value) if place.path.is_empty() => match place.root {
            Root::Slot(slot) => Some((slot, *value)),
            _ => None,
        },
        OpKind::Declare { slot, init: Init::Fill(value) } => Some((*slot, *value)),
        _ => None,
    });
    let bound = assigned.filter_map(|(slot, value)| {
        let operation = computed.get(&value)?;
        let mut binds = func.slots[slot].directives.bind_ops.iter();
        Some((value, binds.find(|bind| bind.op == Some(*operation))?.clone()))
    });
    bound.collect()
}
