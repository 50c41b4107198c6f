//! Values and variables, in the block at hand and from others.

use sycl_hls_ir::{BinaryOp, ValueId};

use super::{Builder, bound};
use crate::rtl::design::{Bound, NodeId, NodeKind, VarId};

impl Builder<'_> {
    /// A value of KIR in the block at hand.
    pub(super) fn value(&mut self, value: ValueId) -> NodeId {
        let Some(&(block, node)) = self.values.get(value) else {
            if let Some(node) = self.captured_value(value) {
                return node;
            }
            // The verifier has seen that it is defined.
            return self.number(self.func.ty(value), 0);
        };
        if block == self.current {
            return node;
        }
        let data = self.process.blocks[block].nodes[node].clone();
        match data.kind {
            NodeKind::Const(constant) => self.constant(constant),
            NodeKind::Arg(..) => self.node(data.kind, data.ty, Vec::new()),
            _ => {
                let var = self.value_var(value, block, node);
                self.read_var(var)
            }
        }
    }

    fn value_var(&mut self, value: ValueId, block: crate::rtl::design::BlockId, node: NodeId) -> VarId {
        if let Some(var) = self.value_vars.get(value) {
            return *var;
        }
        let data = &self.func.values[value];
        let name = data.name.clone().unwrap_or_else(|| "value".to_owned());
        let var = self.new_var(name, data.ty);
        self.process.blocks[block].writes.push((var, node));
        self.value_vars.insert(value, var);
        var
    }

    /// What this computes, where it is the distance from the loop's counter to its bound, which is there already.
    pub(super) fn distance(&mut self, op: BinaryOp, to: ValueId, from: ValueId) -> Option<NodeId> {
        let distance = self.distance.filter(|it| op == BinaryOp::Sub && it.from == from)?;
        let [bound, other] = [distance.to, to].map(|value| self.value(value));
        let is_known = self.known(bound).is_some();
        let is_bound = distance.to == to || (is_known && self.known(bound) == self.known(other));
        is_bound.then(|| {
            let left = self.read_var(distance.var);
            let ty = self.func.ty(to);
            let left = self.cast(left, ty.unsigned());
            self.bits_as(left, ty)
        })
    }

    /// What is asked of the operator that computes a value.
    fn bound(&self, value: ValueId, node: NodeId) -> Option<Bound> {
        let bind = self.func.values[value].bind_op.as_ref()?;
        let data = &self.block().nodes[node];
        bound::bound(bind, data, self.ty(*data.args.first()?))
    }

    /// The value was computed.
    pub(super) fn define(&mut self, value: ValueId, node: NodeId) {
        let name = self.func.values[value].name.clone();
        let bound = self.bound(value, node);
        let data = &mut self.block_mut().nodes[node];
        if data.name.is_none() {
            data.name = name;
        }
        data.bound = data.bound.or(bound);
        self.values.insert(value, (self.current, node));
    }

    /// What a variable holds now.
    pub(super) fn read_var(&mut self, var: VarId) -> NodeId {
        if let Some(node) = self.env.get(&var) {
            return *node;
        }
        if let Some(node) = self.initial.get(&var) {
            return *node;
        }
        let ty = self.process.vars[var].ty;
        let node = self.node(NodeKind::Var(var), ty, Vec::new());
        self.initial.insert(var, node);
        node
    }

    /// What a variable holds from now on, if control is here.
    pub(super) fn write_var(&mut self, var: VarId, node: NodeId) {
        let node = match self.active {
            Some(active) if self.guarded => {
                let old = self.read_var(var);
                self.select(active, node, old)
            }
            _ => node,
        };
        self.env.insert(var, node);
    }

    /// What a variable holds from now on.
    pub(super) fn set_var(&mut self, var: VarId, node: NodeId) {
        self.env.insert(var, node);
    }
}
