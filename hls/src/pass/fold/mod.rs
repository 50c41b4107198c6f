//! Constant folding: computes what is known when the code is translated: operations on constants, elements of constant arrays, the region
//! that an `if` chooses. Integers and bools keep their bits in cheaper operations (`x * 8` is `x << 3`). What was computed
//! before, in the same region or around it, is not computed again, and an element that was read or written before is not read
//! again while nothing has written its object. Objects whose scalars all begin alike are filled. Loops that never run are gone; so are blocks that
//! nothing leaves, and exits to where control goes anyway.
//!
//! Unlike `simplify`, which keeps the emitted C++ like the Rust, this pass is for hardware. It comes after `checks`: what
//! it merges and replaces no longer says where Rust would panic.

mod algebra;
mod blocks;
mod common;
mod globals;
mod memory;

use rustc_hash::FxHashMap;
use sycl_hls_ir::{Constants, Func, Init, Module, Op, OpId, OpKind, RegionId, ValueId};
use sycl_hls_types::Scalar;

use super::rewrite::{Emit, each_func, wrapping};
use super::simplify::{decide, never_runs};
use algebra::Simpler;
use common::{Common, Key};
use memory::States;

pub(super) fn run(module: &mut Module) {
    each_func(module, |module, func| {
        let body = func.body;
        let (constants, same) = (Constants::default(), FxHashMap::default());
        let (common, states) = (Common::default(), States::default());
        Folder { module, func, constants, same, common, states }.region(body);
    });
}

struct Folder<'a> {
    module: &'a Module,
    func: &'a mut Func,
    constants: Constants,
    /// Values that are gone, and what they are.
    same: FxHashMap<ValueId, ValueId>,
    common: Common,
    states: States,
}

impl Folder<'_> {
    fn region(&mut self, id: RegionId) {
        let ops = std::mem::take(&mut self.func.regions[id].ops);
        let mut out = Vec::with_capacity(ops.len());
        self.common.enter();
        for op in ops {
            if !self.op(op, &mut out) {
                break;
            }
        }
        self.common.leave();
        self.func.regions[id].ops = out;
    }

    /// Appends what becomes of an operation; false if control does not go on after it.
    fn op(&mut self, op: OpId, out: &mut Vec<OpId>) -> bool {
        let same = &self.same;
        self.func.ops[op].kind.for_each_operand_mut(&mut |value| {
            *value = same.get(value).copied().unwrap_or(*value);
        });
        match &self.func.ops[op].kind {
            OpKind::If { cond, then, otherwise } => {
                if let Some(cond) = self.constants.get(*cond) {
                    let region = if cond.is_true() { *then } else { *otherwise };
                    return self.chosen(op, region, out);
                }
            }
            OpKind::For(for_loop) if never_runs(self.func, &self.constants, for_loop) => return true,
            OpKind::Declare { slot, init } if self.func.slots[*slot].ty.leaf().is_some() => {
                if let Some(value) = memory::filled_with(&self.constants, init) {
                    self.func.ops[op].kind = OpKind::Declare { slot: *slot, init: Init::Fill(value) };
                }
            }
            OpKind::TrapIf { cond, .. } | OpKind::PanicIf { cond, .. }
                if self.constants.get(*cond).is_some_and(|cond| !cond.is_true()) =>
            {
                return true;
            }
            kind if kind.is_pure() || matches!(kind, OpKind::Read(_)) => {
                self.computation(op, out);
                return true;
            }
            _ => {}
        }
        self.with_regions(op, out)
    }

    /// An operation with regions, or an effect.
    fn with_regions(&mut self, op: OpId, out: &mut Vec<OpId>) -> bool {
        self.inside(op);
        match self.func.ops[op].kind {
            OpKind::While { cond, .. } if self.is_never(cond) => {
                let mut tests = std::mem::take(&mut self.func.regions[cond].ops);
                tests.pop();
                out.extend(tests);
                return true;
            }
            OpKind::Block { body } => {
                if let Some(ops) = blocks::dissolve(self.func, body) {
                    out.extend(ops);
                    return out.last().is_none_or(|last| self.goes_on(*last));
                }
            }
            OpKind::For(_) | OpKind::While { .. } => blocks::drop_continue(self.func, op),
            _ => {}
        }
        out.push(op);
        self.goes_on(op)
    }

    /// The regions of an operation, and what it writes.
    fn inside(&mut self, op: OpId) {
        let kind = &self.func.ops[op].kind;
        if let OpKind::If { then, otherwise, .. } = *kind {
            let before = self.states.clone();
            self.region(then);
            let there = self.states.restart(&before);
            self.region(otherwise);
            return self.states.join(&there);
        }
        let written = memory::written(self.func, op);
        if matches!(kind, OpKind::For(_) | OpKind::While { .. }) {
            // An iteration comes after others.
            self.states.change(written.iter().copied());
        }
        let regions: Vec<RegionId> = kind.regions().collect();
        for region in regions {
            self.region(region);
        }
        self.states.change(written);
        if let OpKind::Write(place, value) = &self.func.ops[op].kind
            && let (value, ty) = (*value, self.func.ty(*value))
            && let Some(key) = common::read(&self.constants, place, self.states.of(place.root), ty)
        {
            self.common.find_or_add(key, value);
        }
    }

    fn goes_on(&self, op: OpId) -> bool {
        !self.func.ops[op].kind.is_terminator() && !self.func.never_goes_on(op)
    }

    /// True if the condition of a `while` yields `false` at once.
    fn is_never(&self, cond: RegionId) -> bool {
        let last = self.func.regions[cond].ops.last().map(|last| &self.func.ops[*last].kind);
        matches!(last, Some(OpKind::Yield(value)) if self.constants.get(*value).is_some_and(|value| !value.is_true()))
    }

    /// The region of an `if` that surely runs, in its place.
    fn chosen(&mut self, op: OpId, region: RegionId, out: &mut Vec<OpId>) -> bool {
        let result = self.func.ops[op].result;
        for inner in std::mem::take(&mut self.func.regions[region].ops) {
            if let (OpKind::Yield(value), Some(result)) = (&self.func.ops[inner].kind, result) {
                let value = self.same.get(value).copied().unwrap_or(*value);
                self.replace(result, value);
                return true;
            }
            if !self.op(inner, out) {
                return false;
            }
        }
        true
    }

    /// Uses one value for another from now on.
    fn replace(&mut self, gone: ValueId, value: ValueId) {
        let name = self.func.values[gone].name.take();
        if self.constants.get(value).is_none() {
            let named = &mut self.func.values[value].name;
            *named = named.take().or(name);
        }
        self.same.insert(gone, value);
    }

    /// An operation that computes its result and does nothing else.
    fn computation(&mut self, id: OpId, out: &mut Vec<OpId>) {
        let Op { kind, result: Some(result), span } = self.func.ops[id].clone() else { return };
        let simpler = match self.known(&self.func.ops[id]) {
            Some(value) => Some(Simpler::Known(value)),
            None => algebra::simpler(self.func, &self.constants, &kind, self.func.ty(result)),
        };
        match simpler {
            Some(Simpler::Same(value)) => return self.replace(result, value),
            Some(Simpler::Known(value)) => self.func.ops[id].kind = OpKind::Const(value),
            Some(Simpler::With(op, lhs, constant)) => {
                let constant_value = Emit { func: &mut *self.func, into: out, span }.constant(constant);
                if let Some(last) = out.last() {
                    self.constants.learn(self.module, self.func, &self.func.ops[*last]);
                }
                self.func.ops[id].kind = wrapping(op, lhs, constant_value);
            }
            Some(Simpler::Not(arg)) => self.func.ops[id].kind = algebra::not(arg),
            None => {}
        }
        if self.func.values[result].bind_op.is_none()
            && let Some(key) = self.key(id, self.func.ty(result))
            && let Some(earlier) = self.common.find_or_add(key, result)
        {
            return self.replace(result, earlier);
        }
        self.constants.learn(self.module, self.func, &self.func.ops[id]);
        out.push(id);
    }

    fn key(&self, op: OpId, ty: Scalar) -> Option<Key> {
        match &self.func.ops[op].kind {
            OpKind::Read(place) => common::read(&self.constants, place, self.states.of(place.root), ty),
            _ => common::key(self.func, &self.constants, &self.func.ops[op]),
        }
    }

    /// What an operation computes, if that is known.
    fn known(&self, op: &Op) -> Option<sycl_hls_types::ScalarValue> {
        if let OpKind::Compare { op, lhs, rhs } = op.kind
            && let Some(decided) = decide(self.func, &self.constants, op, lhs, rhs)
        {
            return Some(decided.into());
        }
        if let OpKind::Read(place) = &op.kind {
            return globals::element(self.module, &self.constants, place);
        }
        self.constants.evaluate(self.module, self.func, op)
    }
}
