//! What passes share: putting operations before others.

use sycl_hls_ir::analysis::{Ranges, ranges};
use sycl_hls_ir::{
    BinaryOp, Func, Module, Op, OpId, OpKind, Overflow, Region, RegionId, Span, Value, ValueId,
};
use sycl_hls_types::{Scalar, ScalarValue};

/// Calls `visit` for every function, with the module around them, in which there are no functions meanwhile.
pub(super) fn each_func(module: &mut Module, mut visit: impl FnMut(&Module, &mut Func)) {
    let mut funcs = std::mem::take(&mut module.funcs);
    for (_, func) in funcs.iter_mut() {
        visit(module, func);
    }
    module.funcs = funcs;
}

/// The same, with the ranges of the function's values.
pub(super) fn each_func_with_ranges(module: &mut Module, mut visit: impl FnMut(&Module, &mut Func, &Ranges)) {
    let ranges = ranges(module, &module.callees_first(module.funcs.iter().map(|(id, _)| id)));
    let mut funcs = std::mem::take(&mut module.funcs);
    for (id, func) in funcs.iter_mut() {
        if let Some(ranges) = ranges.get(&id) {
            visit(module, func, ranges);
        }
    }
    module.funcs = funcs;
}

/// An operation whose overflow is meant.
pub(super) const fn wrapping(op: BinaryOp, lhs: ValueId, rhs: ValueId) -> OpKind {
    OpKind::Binary { op, overflow: Overflow::Wrapping, lhs, rhs }
}

/// Calls `visit` for every operation of every region, inner regions first. It appends what shall stand in the
/// operation's place, the operation itself included.
pub(super) fn expand(func: &mut Func, visit: &mut impl FnMut(&mut Func, OpId, &mut Vec<OpId>)) {
    expand_region(func, func.body, visit);
}

/// As [`expand`], for one region and those inside of it.
pub(super) fn expand_region(
    func: &mut Func,
    region: RegionId,
    visit: &mut impl FnMut(&mut Func, OpId, &mut Vec<OpId>),
) {
    let ops = std::mem::take(&mut func.regions[region].ops);
    let mut expanded = Vec::with_capacity(ops.len());
    for op in ops {
        for inner in func.ops[op].kind.regions() {
            expand_region(func, inner, visit);
        }
        visit(func, op, &mut expanded);
    }
    func.regions[region].ops = expanded;
}

/// New operations at the end of a list, all with one span.
pub(super) struct Emit<'f> {
    pub func: &'f mut Func,
    pub into: &'f mut Vec<OpId>,
    pub span: Span,
}

impl Emit<'_> {
    pub fn effect(&mut self, kind: OpKind) {
        let op = self.func.ops.alloc(Op { kind, result: None, span: self.span });
        self.into.push(op);
    }

    pub fn compute(&mut self, kind: OpKind, ty: Scalar) -> ValueId {
        let result = self.func.values.alloc(Value { ty, name: None, bind_op: None });
        let op = self.func.ops.alloc(Op { kind, result: Some(result), span: self.span });
        self.into.push(op);
        result
    }

    /// A new region with what `fill` emits.
    pub fn region(&mut self, fill: impl FnOnce(&mut Emit<'_>)) -> RegionId {
        let mut ops = Vec::new();
        fill(&mut Emit { func: self.func, into: &mut ops, span: self.span });
        self.func.regions.alloc(Region { params: Vec::new(), ops })
    }

    pub fn constant(&mut self, value: ScalarValue) -> ValueId {
        let ty = value.ty();
        self.compute(OpKind::Const(value), ty)
    }
}
