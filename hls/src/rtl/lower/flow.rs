//! Regions with loops, as blocks that lead to each other.

use sycl_hls_ir::{Init, OpId, OpKind, Place, RegionId, Root, SlotId, Type, ValueId};

use super::place::Part;
use super::storage::{Leaf, is_registers};
use super::{Builder, Frame, Unsupported};
use crate::rtl::design::{NodeId, Target, VarId};

/// A step to a part of an object, also from one block to another.
#[derive(Clone, Copy)]
enum Way {
    Counter(VarId),
    Number(u64),
    Field(usize),
}

/// What is done with the scalars of a part of this type at the end of a way, in one block.
type Act<'a, 'm> = dyn FnMut(&mut Builder<'m>, &[Way], &Type) -> Result<(), Unsupported> + 'a;

/// True if the elements of an array of this length are handled in a loop.
fn is_loop(len: u64) -> bool {
    len > 2
}

/// True if a loop handles some scalars of this type.
fn has_loop(ty: &Type) -> bool {
    match ty {
        Type::Scalar(_) => false,
        Type::Struct(data) => data.fields.iter().any(|field| has_loop(&field.ty)),
        Type::Array(element, len) => is_loop(*len) || has_loop(element),
    }
}

impl<'m> Builder<'m> {
    /// Lowers a region outside of pipelined loops. True if control does not reach its end.
    pub(super) fn flow_region(&mut self, region: RegionId) -> Result<bool, Unsupported> {
        let func = self.func;
        for &op in &func.regions[region].ops {
            let ended = if self.is_flat(op) {
                let outcome = self.flat_op(op)?;
                if let Some(value) = outcome.value {
                    self.yielded = Some(value);
                }
                outcome.ended
            } else {
                self.flow_op(op)?
            };
            if ended {
                self.end_here();
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Control leaves the block at hand by one of its exits.
    fn end_here(&mut self) {
        self.store_env();
        if let Some((_, target)) = self.block_mut().exits.pop() {
            self.block_mut().next = target;
        }
    }

    fn flow_op(&mut self, id: OpId) -> Result<bool, Unsupported> {
        let func = self.func;
        let op = &func.ops[id];
        self.span = op.span;
        match &op.kind {
            OpKind::For(for_loop) => match self.overlapped_region(for_loop.body) {
                Some(region) => self.overlapped(id, region).map(|()| false),
                None => self.for_loop(for_loop, op.span).map(|()| false),
            },
            OpKind::While { cond, body, directives } => self.within(&directives.allocations, |builder| {
                builder.while_loop(*cond, *body, directives, op.span)
            }),
            OpKind::If { cond, then, otherwise } => self.flow_if(op.result, *cond, *then, *otherwise),
            OpKind::Scope { body, directives } => {
                self.within(&directives.allocations, |builder| builder.flow_region(*body))
            }
            OpKind::Block { body } => self.flow_block(*body),
            OpKind::Declare { slot, init } => self.flow_declare(*slot, init).map(|()| false),
            OpKind::Fill(place, value) => self.flow_fill(place, *value).map(|()| false),
            OpKind::Copy { to, from } => {
                let ty = self.place_type(to)?;
                self.flow_copy(to, from, &ty).map(|()| false)
            }
            OpKind::Dataflow { body, .. } => {
                match self.dataflow_loop.clone().filter(|own| own.region == *body) {
                    Some(own) => self.iteration(&own),
                    None => self.dataflow(*body).map(|()| false),
                }
            }
            _ => Err(self.unsupported("this operation")),
        }
    }

    fn flow_if(
        &mut self,
        result: Option<ValueId>,
        cond: ValueId,
        then: RegionId,
        otherwise: RegionId,
    ) -> Result<bool, Unsupported> {
        let cond = self.value(cond);
        let span = self.span;
        let (yes, no, after) = (self.new_block(span), self.new_block(span), self.new_block(span));
        let var = result.map(|result| self.new_var("chosen", self.func.ty(result)));
        self.block_mut().exits.push((cond, Target::Block(yes)));
        self.close(no);
        let mut all_ended = true;
        for (block, region) in [(yes, then), (no, otherwise)] {
            self.start(block);
            self.yielded = None;
            if !self.flow_region(region)? {
                if let (Some(var), Some(value)) = (var, self.yielded.take()) {
                    self.set_var(var, value);
                }
                self.close(after);
                all_ended = false;
            }
        }
        self.start(after);
        if let (Some(result), Some(var)) = (result, var) {
            let node = self.read_var(var);
            self.define(result, node);
        }
        Ok(all_ended)
    }

    fn flow_block(&mut self, body: RegionId) -> Result<bool, Unsupported> {
        let after = self.new_block(self.span);
        self.frames.push(Frame::Flow { after, again: None });
        let ended = self.flow_region(body)?;
        self.frames.pop();
        if !ended {
            self.close(after);
        }
        self.start(after);
        Ok(ended && !self.func.has_break(body, 0))
    }

    /// True if an operation can be part of the current block.
    pub(super) fn is_flat(&self, op: OpId) -> bool {
        let func = self.func;
        match &func.ops[op].kind {
            OpKind::For(_) | OpKind::While { .. } | OpKind::Dataflow { .. } => false,
            OpKind::Declare { slot, init } => {
                let data = &func.slots[*slot];
                data.persistent || matches!(init, Init::Uninit) || self.has_few(&data.ty, Some(*slot))
            }
            OpKind::Fill(place, _) | OpKind::Copy { to: place, .. } => {
                self.module.place_type(func, place).is_none_or(|ty| self.has_few(ty, None))
            }
            kind => kind.regions().all(|region| self.is_flat_region(region)),
        }
    }

    pub(super) fn is_flat_region(&self, region: RegionId) -> bool {
        self.not_flat(region).is_none()
    }

    /// The first operation of a region, or inside of one of its operations, that cannot be part of the block at hand.
    pub(super) fn not_flat(&self, region: RegionId) -> Option<OpId> {
        let func = self.func;
        let first = func.regions[region].ops.iter().copied().find(|op| !self.is_flat(*op))?;
        let kind = &func.ops[first].kind;
        let is_loop = matches!(kind, OpKind::For(_) | OpKind::While { .. });
        let inside = kind.regions().find_map(|inner| self.not_flat(inner)).filter(|_| !is_loop);
        Some(inside.unwrap_or(first))
    }

    /// True if there are few enough scalars to handle them one by one.
    fn has_few(&self, ty: &Type, slot: Option<SlotId>) -> bool {
        let registers = slot.is_some_and(|slot| {
            Leaf::of(ty).iter().all(|leaf| is_registers(&self.splits(slot, leaf), leaf, self.pipelined))
        });
        registers || ty.leaves() <= 8 || (self.pipelined && !Self::is_large(ty))
    }

    fn flow_declare(&mut self, slot: SlotId, init: &Init) -> Result<(), Unsupported> {
        if self.func.slots[slot].persistent {
            return self.persist(slot, init);
        }
        self.allocate(slot);
        let place = Place::whole(Root::Slot(slot));
        let ty = self.func.slots[slot].ty.clone();
        match init {
            Init::Uninit | Init::List(_) => self.declare(slot, init),
            Init::Fill(value) => self.flow_fill(&place, *value),
            Init::Copy(from) => self.flow_copy(&place, from, &ty),
        }
    }

    fn flow_fill(&mut self, place: &Place, value: ValueId) -> Result<(), Unsupported> {
        let ty = self.place_type(place)?;
        self.each_block(&ty, None, &mut Vec::new(), &mut |builder, way, ty| {
            let value = builder.value(value);
            let parts = builder.along(place, way);
            builder.fill_part((place.root, parts), ty, value)
        })
    }

    fn flow_copy(&mut self, to: &Place, from: &Place, ty: &Type) -> Result<(), Unsupported> {
        self.each_block(ty, Some((to.root, from.root)), &mut Vec::new(), &mut |builder, way, ty| {
            let (source, target) = (builder.along(from, way), builder.along(to, way));
            builder.copy_part((to.root, target), (from.root, source), ty)
        })
    }

    fn along(&mut self, place: &Place, way: &[Way]) -> Vec<Part> {
        let mut parts = self.parts(place);
        for step in way {
            parts.push(match step {
                Way::Counter(var) => {
                    let number = self.read_var(*var);
                    Part::Index(self.cast(number, sycl_hls_types::Scalar::U64))
                }
                Way::Number(number) => Part::Index(self.number(sycl_hls_types::Scalar::U64, *number)),
                Way::Field(field) => Part::Field(*field),
            });
        }
        parts
    }

    /// Does something for all scalars of a type, in loops where there are many. `copied`: the roots of the place that it writes and
    /// of the one that it reads.
    fn each_block(
        &mut self,
        ty: &Type,
        copied: Option<(Root, Root)>,
        way: &mut Vec<Way>,
        act: &mut Act<'_, 'm>,
    ) -> Result<(), Unsupported> {
        let mut along = |builder: &mut Self, step: Way, ty: &Type| {
            way.push(step);
            let done = builder.each_block(ty, copied, way, act);
            way.pop();
            done
        };
        match ty {
            _ if self.pipelined || !has_loop(ty) => act(self, way, ty),
            Type::Array(element, len) if is_loop(*len) => {
                let innermost = element.leaves() <= 8;
                self.counted_loop(*len, innermost, copied, |builder, counter| {
                    along(builder, Way::Counter(counter), element)
                })
            }
            Type::Array(element, len) => {
                (0..*len).try_for_each(|index| along(self, Way::Number(index), element))
            }
            Type::Struct(data) => {
                let mut fields = data.fields.iter().enumerate();
                fields.try_for_each(|(index, field)| along(self, Way::Field(index), &field.ty))
            }
            Type::Scalar(_) => Ok(()),
        }
    }

    pub(super) fn leave_if(&mut self, cond: NodeId, target: Target) {
        self.block_mut().exits.push((cond, target));
    }
}
