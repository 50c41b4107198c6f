//! Checks in the text form.

use sycl_hls_types::{Operation, TrapKind};

use crate::BinaryOp;

/// The checks that are not of an operation.
const PLAIN: [TrapKind; 7] = [
    TrapKind::Index,
    TrapKind::SliceOrder,
    TrapKind::SliceStart,
    TrapKind::SliceEnd,
    TrapKind::UnwrapNone,
    TrapKind::Clamp,
    TrapKind::Panic,
];

/// The name of a check: the kind, and the operation after a dot.
pub(crate) fn name(kind: TrapKind) -> String {
    match kind {
        TrapKind::Index => "index".to_owned(),
        TrapKind::Overflow(op) => format!("overflow.{op:?}").to_lowercase(),
        TrapKind::DivideByZero(op) => format!("divide_by_zero.{op:?}").to_lowercase(),
        TrapKind::Shift(op) => format!("shift.{op:?}").to_lowercase(),
        TrapKind::SliceOrder => "slice_order".to_owned(),
        TrapKind::SliceStart => "slice_start".to_owned(),
        TrapKind::SliceEnd => "slice_end".to_owned(),
        TrapKind::UnwrapNone => "unwrap_none".to_owned(),
        TrapKind::Clamp => "clamp".to_owned(),
        TrapKind::Panic => "panic".to_owned(),
    }
}

/// The check with this name.
pub(crate) fn named(text: &str) -> Option<TrapKind> {
    let Some((class, operation)) = text.split_once('.') else {
        return PLAIN.into_iter().find(|kind| name(*kind) == text);
    };
    let operation = operation_named(operation)?;
    match class {
        "overflow" => Some(TrapKind::Overflow(operation)),
        "divide_by_zero" => Some(TrapKind::DivideByZero(operation)),
        "shift" => Some(TrapKind::Shift(operation)),
        _ => None,
    }
}

fn operation_named(name: &str) -> Option<Operation> {
    let unary = (name == "neg").then_some(Operation::Neg);
    let binary = || BinaryOp::ALL.into_iter().find(|op| op.name() == name).and_then(BinaryOp::operation);
    unary.or_else(binary)
}
