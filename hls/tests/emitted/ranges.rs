//! Value ranges are proofs: kernels with a check behind every value that its range holds.

use sycl_hls_ir::analysis::{Interval, Ranges, ranges};
use sycl_hls_ir::{
    CompareOp, Func, Module, Op, OpId, OpKind, ParamKind, RegionId, Span, Trap, Value, ValueId, check,
};
use sycl_hls_types::{Scalar, ScalarValue, TrapKind};

/// The module with a trap behind every integer that is outside of its range.
pub fn guarded(module: &Module) -> Module {
    let order = module.callees_first(module.kernels().map(|(id, _)| id));
    let ranges = ranges(module, &order);
    let mut guarded = module.clone();
    for (id, ranges) in &ranges {
        guard(&mut guarded.funcs[*id], ranges);
    }
    assert_eq!(check(&guarded), Ok(()));
    guarded
}

fn guard(func: &mut Func, ranges: &Ranges) {
    let regions: Vec<RegionId> = func.regions.iter().map(|(id, _)| id).collect();
    let params = func.params.iter().filter_map(|param| match param.kind {
        ParamKind::Scalar(value) => Some(value),
        _ => None,
    });
    let mut params: Vec<ValueId> = params.collect();
    for region in regions {
        let mut entering = func.regions[region].params.clone();
        if region == func.body {
            entering.append(&mut params);
        }
        let mut ops = Vec::new();
        entering.into_iter().for_each(|value| guard_value(func, ranges, value, &mut ops));
        for op in func.regions[region].ops.clone() {
            ops.push(op);
            if let Some(result) = func.ops[op].result {
                guard_value(func, ranges, result, &mut ops);
            }
        }
        func.regions[region].ops = ops;
    }
}

/// Traps if the value is below or above its range.
fn guard_value(func: &mut Func, ranges: &Ranges, value: ValueId, ops: &mut Vec<OpId>) {
    let ty = func.ty(value);
    let (Some(range), Some(all)) = (ranges.value(func, value), Interval::of(ty)) else { return };
    if !ty.is_integer() || range == all {
        return;
    }
    for (compare, end) in [(CompareOp::Lt, range.lo), (CompareOp::Gt, range.hi)] {
        let end = ScalarValue::from_integer(ty, end).unwrap();
        let end = computed(func, OpKind::Const(end), ty, ops);
        let cond = computed(func, OpKind::Compare { op: compare, lhs: value, rhs: end }, Scalar::Bool, ops);
        let object = Some(format!("a value is not in {range:?}"));
        let trap = Trap { kind: TrapKind::Panic, operands: Vec::new(), object };
        let kind = OpKind::TrapIf { cond, trap };
        ops.push(func.ops.alloc(Op { kind, result: None, span: Span::NONE }));
    }
}

fn computed(func: &mut Func, kind: OpKind, ty: Scalar, ops: &mut Vec<OpId>) -> ValueId {
    let value = func.values.alloc(Value { ty, name: None, bind_op: None });
    ops.push(func.ops.alloc(Op { kind, result: Some(value), span: Span::NONE }));
    value
}
