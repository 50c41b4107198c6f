//! The caller's side: finds calls and puts bodies in their place.

use rustc_hash::FxHashMap;
use sycl_hls_ir::la_arena::Arena;
use sycl_hls_ir::{
    CallArg, Func, FuncId, Init, Module, Op, OpId, OpKind, Place, RegionId, Root, ScopeDirectives, Slot,
    SlotId, Span, ValueId,
};

use super::graft::{Ending, Graft};
use crate::pass::rewrite::Emit;

/// Replaces every call in a function; its callees have none left.
pub(super) fn replace(module: &Module, funcs: &Arena<Func>, func: &mut Func) {
    let body = func.body;
    Caller { module, funcs, func, same: FxHashMap::default() }.region(body);
}

struct Caller<'a> {
    module: &'a Module,
    funcs: &'a Arena<Func>,
    func: &'a mut Func,
    /// Results of calls, and the values that they are.
    same: FxHashMap<ValueId, ValueId>,
}

/// A call.
struct Call {
    callee: FuncId,
    args: Vec<CallArg>,
    result: Option<ValueId>,
    span: Span,
}

impl Caller<'_> {
    fn region(&mut self, id: RegionId) {
        let ops = std::mem::take(&mut self.func.regions[id].ops);
        let mut out = Vec::with_capacity(ops.len());
        for op in ops {
            self.op(op, &mut out);
        }
        self.func.regions[id].ops = out;
    }

    fn op(&mut self, op: OpId, out: &mut Vec<OpId>) {
        let same = &self.same;
        let Op { kind, result, span } = &mut self.func.ops[op];
        kind.for_each_operand_mut(&mut |value| *value = same.get(value).copied().unwrap_or(*value));
        if let OpKind::Call { func: callee, args } = kind {
            let call = Call { callee: *callee, args: std::mem::take(args), result: *result, span: *span };
            self.call(call, out);
            return;
        }
        let regions: Vec<RegionId> = kind.regions().collect();
        for inner in regions {
            self.region(inner);
        }
        out.push(op);
    }

    fn call(&mut self, call: Call, out: &mut Vec<OpId>) {
        let callee = &self.funcs[call.callee];
        let directives = scope_directives(callee);
        let ending = if !returns_at_end(callee) {
            Ending::Block
        } else if directives.is_empty() {
            Ending::Value
        } else {
            Ending::Slot
        };
        let slot = match callee.ret {
            Some(_) if ending != Ending::Value => Some(self.result_slot(callee, call.span, out)),
            _ => None,
        };
        let graft = Graft::new(self.module, self.func, callee, call.args, call.span, (ending, slot));
        let (mut ops, value) = graft.body();
        if ending == Ending::Block {
            ops = vec![self.around(ops, call.span, |body| OpKind::Block { body })];
        }
        if !directives.is_empty() {
            let directives = Box::new(directives);
            ops = vec![self.around(ops, call.span, |body| OpKind::Scope { directives, body })];
        }
        out.extend(ops);
        self.result(call.result, value, slot, call.span, out);
    }

    /// What stands for the call's result from now on.
    fn result(
        &mut self,
        result: Option<ValueId>,
        value: Option<ValueId>,
        slot: Option<SlotId>,
        span: Span,
        out: &mut Vec<OpId>,
    ) {
        let Some(result) = result else { return };
        if let Some(value) = value {
            let name = self.func.values[result].name.take();
            let named = &mut self.func.values[value].name;
            *named = named.take().or(name);
            self.same.insert(result, value);
        } else if let Some(slot) = slot {
            let kind = OpKind::Read(Place::whole(Root::Slot(slot)));
            out.push(self.func.ops.alloc(Op { kind, result: Some(result), span }));
        }
    }

    /// Memory for what the callee returns, by the callee's name.
    fn result_slot(&mut self, callee: &Func, span: Span, out: &mut Vec<OpId>) -> SlotId {
        let ty = callee.ret.unwrap_or(sycl_hls_types::Scalar::Bool);
        let slot = self.func.slots.alloc(Slot::variable(callee.name.clone(), ty));
        Emit { func: &mut *self.func, into: out, span }.effect(OpKind::Declare { slot, init: Init::Uninit });
        slot
    }

    /// An operation around others.
    fn around(&mut self, ops: Vec<OpId>, span: Span, kind: impl FnOnce(RegionId) -> OpKind) -> OpId {
        let body = self.func.regions.alloc(sycl_hls_ir::Region { params: Vec::new(), ops });
        self.func.ops.alloc(Op { kind: kind(body), result: None, span })
    }
}

/// True if a function has no other `return` than the last operation of its body.
fn returns_at_end(func: &Func) -> bool {
    let is_return = |op: OpId| matches!(func.ops[op].kind, OpKind::Return(_));
    let at_end = func.regions[func.body].ops.last().is_some_and(|last| is_return(*last));
    at_end && func.ops_in_order().into_iter().filter(|op| is_return(*op)).count() == 1
}

/// The directives of a function that are those of a scope as well.
fn scope_directives(func: &Func) -> ScopeDirectives {
    let set = &func.directives;
    let of_operations = set.allocations.iter().filter(|limit| limit.function.is_none());
    ScopeDirectives {
        merge: set.merge.clone(),
        latency: set.latency.clone(),
        expression_balance: set.expression_balance.clone(),
        allocations: of_operations.cloned().collect(),
        ..ScopeDirectives::default()
    }
}
