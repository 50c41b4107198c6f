//! Regions without loops, as part of the block at hand (if-conversion).

use rustc_hash::FxHashMap;
use sycl_hls_ir::{Func, OpId, OpKind, RegionId, UnaryOp, ValueId};
use sycl_hls_types::Scalar;

use super::{Builder, Frame, Unsupported};
use crate::rtl::design::{Node, NodeId, NodeKind, Target, VarId};

/// What came of a region.
#[derive(Clone, Copy, Default)]
pub(super) struct Outcome {
    /// What it yields.
    pub value: Option<NodeId>,
    /// Control does not reach its end.
    pub ended: bool,
}

impl Builder<'_> {
    pub(super) fn flat_region(&mut self, region: RegionId) -> Result<Outcome, Unsupported> {
        let func = self.func;
        for &op in &func.regions[region].ops {
            let outcome = self.flat_op(op)?;
            if outcome.ended || outcome.value.is_some() {
                return Ok(outcome);
            }
        }
        Ok(Outcome::default())
    }

    /// An operation without a loop in it.
    pub(super) fn flat_op(&mut self, id: OpId) -> Result<Outcome, Unsupported> {
        let func = self.func;
        let op = &func.ops[id];
        self.span = op.span;
        match &op.kind {
            OpKind::If { cond, then, otherwise } => self.flat_if(op.result, *cond, *then, *otherwise),
            OpKind::Block { body } => self.flat_block(*body),
            OpKind::Scope { body, directives } => {
                self.within(&directives.allocations, |builder| builder.flat_region(*body))
            }
            OpKind::Yield(value) => Ok(Outcome { value: Some(self.value(*value)), ended: false }),
            OpKind::Return(_) => Ok(self.leave_to(Target::Block(self.done))),
            OpKind::Break(levels) => Ok(self.leave(*levels, true)),
            OpKind::Continue(levels) => Ok(self.leave(*levels, false)),
            _ => {
                if let (Some(node), Some(result)) = (self.simple(&op.kind, op.result)?, op.result) {
                    self.define(result, node);
                }
                Ok(Outcome::default())
            }
        }
    }

    fn simple(&mut self, kind: &OpKind, result: Option<ValueId>) -> Result<Option<NodeId>, Unsupported> {
        let ty = result.map_or(Scalar::Bool, |result| self.func.ty(result));
        let node = match kind {
            OpKind::Const(value) => self.constant(value.clone()),
            OpKind::Global(global) => {
                let value = self.module.globals[*global].leaves.first().cloned();
                self.constant(value.ok_or_else(|| self.unsupported("an empty constant"))?)
            }
            OpKind::Unary { op: UnaryOp::Flush, arg, .. } => self.flush(*arg),
            OpKind::Unary { op: UnaryOp::Sqrt, arg, .. } => {
                self.float_node(NodeKind::Unary(UnaryOp::Sqrt), ty, &[*arg], result)
            }
            OpKind::Unary { op, arg, .. } => {
                let arg = self.value(*arg);
                self.node(NodeKind::Unary(*op), ty, vec![arg])
            }
            OpKind::Binary { op: sycl_hls_ir::BinaryOp::Rem, lhs, .. } if self.func.ty(*lhs).is_float() => {
                return Err(self.unsupported("the remainder of floats"));
            }
            OpKind::Binary { op, lhs, rhs, .. } if ty.is_float() => {
                self.float_node(NodeKind::Binary(*op), ty, &[*lhs, *rhs], result)
            }
            OpKind::Binary { op, lhs, rhs, .. } => {
                let distance = self.distance(*op, *lhs, *rhs);
                distance.unwrap_or_else(|| {
                    let (lhs, rhs) = (self.value(*lhs), self.value(*rhs));
                    self.binary(*op, lhs, rhs)
                })
            }
            OpKind::Compare { op, lhs, rhs } if self.func.ty(*lhs).is_float() => {
                self.float_node(NodeKind::Compare(*op), ty, &[*lhs, *rhs], result)
            }
            OpKind::Compare { op, lhs, rhs } => {
                let (lhs, rhs) = (self.value(*lhs), self.value(*rhs));
                self.compare(*op, lhs, rhs)
            }
            OpKind::Cast(value) if self.func.ty(*value).is_float() && ty.is_float() => {
                self.float_node(NodeKind::Cast, ty, &[*value], result)
            }
            OpKind::Cast(value) => {
                let value = self.value(*value);
                self.cast(value, ty)
            }
            OpKind::Bits(value) => {
                let value = self.value(*value);
                self.bits_as(value, ty)
            }
            OpKind::Fma { a, b, c } => self.float_node(NodeKind::Fma, ty, &[*a, *b, *c], result),
            OpKind::Overflows { op, lhs, rhs } => {
                let args = vec![self.value(*lhs), self.value(*rhs)];
                self.node(NodeKind::Overflows(*op), ty, args)
            }
            OpKind::Channel { channel, access } => return self.token_or_element(*channel, access),
            OpKind::Len(param) => self.length(*param),
            OpKind::Read(place) => self.read(place)?,
            OpKind::Write(place, value) => {
                let value = self.value(*value);
                let parts = self.parts(place);
                self.write_scalar(place.root, &parts, value)?;
                return Ok(None);
            }
            OpKind::Fill(place, value) => {
                let ty = self.place_type(place)?;
                let value = self.value(*value);
                self.fill(place, &ty, value)?;
                return Ok(None);
            }
            OpKind::Copy { to, from } => {
                let ty = self.place_type(to)?;
                self.copy(to, from, &ty)?;
                return Ok(None);
            }
            OpKind::Declare { slot, init } => {
                self.declare(*slot, init)?;
                return Ok(None);
            }
            // What would have stopped the kernel has no defined result.
            OpKind::PanicIf { .. } | OpKind::TrapIf { .. } => return Ok(None),
            OpKind::Call { .. } => return Err(self.unsupported("a call")),
            _ => return Err(self.unsupported("a loop in this place")),
        };
        Ok(Some(node))
    }

    pub(super) fn place_type(&self, place: &sycl_hls_ir::Place) -> Result<sycl_hls_ir::Type, Unsupported> {
        let ty = self.module.place_type(self.func, place).cloned();
        ty.ok_or_else(|| self.unsupported("a whole slice"))
    }

    fn flat_if(
        &mut self,
        result: Option<ValueId>,
        cond: ValueId,
        then: RegionId,
        otherwise: RegionId,
    ) -> Result<Outcome, Unsupported> {
        let cond = self.value(cond);
        let outcome = match self.known(cond) {
            Some(known) => self.flat_region(if known.is_true() { then } else { otherwise })?,
            None => self.either(
                cond,
                |builder| builder.flat_region(then),
                |builder| builder.flat_region(otherwise),
            )?,
        };
        if let (Some(result), Some(value)) = (result, outcome.value) {
            self.define(result, value);
        }
        Ok(Outcome { value: None, ended: outcome.ended })
    }

    /// Does one of two things, by a condition.
    pub(super) fn either(
        &mut self,
        cond: NodeId,
        then: impl FnOnce(&mut Self) -> Result<Outcome, Unsupported>,
        otherwise: impl FnOnce(&mut Self) -> Result<Outcome, Unsupported>,
    ) -> Result<Outcome, Unsupported> {
        let (base, guarded, before) = (self.active, self.guarded, self.env.clone());
        let exits = self.left.len();
        let no = self.not(cond);
        let here = |builder: &mut Self, cond| base.map_or(cond, |base| builder.and(base, cond));

        let yes_active = here(self, cond);
        (self.active, self.guarded) = (Some(yes_active), false);
        let yes = then(self)?;
        let yes_end = if yes.ended { self.truth(false) } else { self.active.unwrap_or(yes_active) };
        let yes_env = std::mem::replace(&mut self.env, before.clone());

        let no_active = here(self, no);
        (self.active, self.guarded) = (Some(no_active), false);
        let other = otherwise(self)?;
        let no_end = if other.ended { self.truth(false) } else { self.active.unwrap_or(no_active) };
        let no_env = std::mem::replace(&mut self.env, before);

        self.merge(cond, guarded.then_some((yes_active, no_active)), &yes_env, &no_env);
        if self.left.len() == exits {
            (self.active, self.guarded) = (base, guarded);
        } else {
            (self.active, self.guarded) = (Some(self.or(yes_end, no_end)), true);
        }
        let value = match (yes.value, other.value) {
            (Some(a), Some(b)) => Some(self.select(cond, a, b)),
            (a, b) => a.or(b),
        };
        Ok(Outcome { value, ended: yes.ended && other.ended })
    }

    fn merge(
        &mut self,
        cond: NodeId,
        guards: Option<(NodeId, NodeId)>,
        yes: &FxHashMap<VarId, NodeId>,
        no: &FxHashMap<VarId, NodeId>,
    ) {
        let mut vars: Vec<VarId> = yes.keys().chain(no.keys()).copied().collect();
        vars.sort_by_key(|var| var.into_raw());
        vars.dedup();
        for var in vars {
            let old = self.read_var(var);
            let (a, b) = (yes.get(&var).copied().unwrap_or(old), no.get(&var).copied().unwrap_or(old));
            if a == b {
                self.env.insert(var, a);
                continue;
            }
            let merged = match guards {
                None => self.select(cond, a, b),
                Some((yes, no)) => {
                    let rest = self.select(no, b, old);
                    self.select(yes, a, rest)
                }
            };
            self.env.insert(var, merged);
        }
    }

    fn flat_block(&mut self, body: RegionId) -> Result<Outcome, Unsupported> {
        let (base, guarded, exits) = (self.active, self.guarded, self.left.len());
        self.frames.push(Frame::Inline);
        let depth = self.frames.len();
        let outcome = self.flat_region(body)?;
        self.frames.truncate(depth - 1);
        // Leaving the block itself is no more than going on behind it.
        let beyond: Vec<NodeId> = self.left.drain(exits..).collect();
        let beyond: Vec<NodeId> =
            beyond.into_iter().filter(|node| self.inline_exits.get(node) != Some(&(depth - 1))).collect();
        if beyond.is_empty() {
            (self.active, self.guarded) = (base, guarded);
            return Ok(Outcome { value: outcome.value, ended: false });
        }
        let mut gone = self.truth(false);
        for node in &beyond {
            gone = self.or(gone, *node);
        }
        let stays = self.not(gone);
        let active = base.map_or(stays, |base| self.and(base, stays));
        (self.active, self.guarded) = (Some(active), true);
        self.left.extend(beyond);
        let func: &Func = self.func;
        let ended = outcome.ended && !func.has_break(body, 0);
        Ok(Outcome { value: outcome.value, ended })
    }

    /// Control leaves for another block, or for the end of a loop's body.
    fn leave(&mut self, levels: u32, is_break: bool) -> Outcome {
        let index = self.frames.len().checked_sub(1 + levels as usize);
        let Some(index) = index else { return self.leave_to(Target::Block(self.done)) };
        match self.frames[index].clone() {
            Frame::Flow { after, again } => {
                let to = if is_break { after } else { again.unwrap_or(after) };
                self.leave_to(Target::Block(to))
            }
            Frame::Inline => {
                let active = self.here();
                self.inline_exits.insert(active, index);
                self.gone(active)
            }
            Frame::Pipelined { .. } => {
                let active = self.here();
                if is_break && let Frame::Pipelined { breaks } = &mut self.frames[index] {
                    breaks.push(active);
                }
                self.gone(active)
            }
        }
    }

    fn leave_to(&mut self, target: Target) -> Outcome {
        let active = self.here();
        self.block_mut().exits.push((active, target));
        for frame in &mut self.frames {
            if let Frame::Pipelined { breaks } = frame {
                breaks.push(active);
            }
        }
        self.gone(active)
    }

    /// When control is here, as a node of its own, so that exits can be told apart.
    fn here(&mut self) -> NodeId {
        let active = match self.active {
            Some(active) => active,
            None => self.truth(true),
        };
        let again = self.left.contains(&active) || self.inline_exits.contains_key(&active);
        if again { self.copy_of(active) } else { active }
    }

    fn copy_of(&mut self, node: NodeId) -> NodeId {
        let yes = self.truth(true);
        let and = NodeKind::Binary(sycl_hls_ir::BinaryOp::And);
        let data = Node::new(and, Scalar::Bool, vec![node, yes], self.span);
        self.block_mut().nodes.alloc(data)
    }

    fn gone(&mut self, active: NodeId) -> Outcome {
        self.left.push(active);
        let never = self.truth(false);
        (self.active, self.guarded) = (Some(never), true);
        Outcome { value: None, ended: true }
    }
}
