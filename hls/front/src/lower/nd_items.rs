//! Work items of groups (S20 §4.9.1.5): their parts are the indices of the group and in the group, then how many groups there are, and
//! items in each.

use sycl_hls_ir::{BinaryOp, CompareOp, Overflow, Span, ValueId};

use super::Lowerer;
use super::operand::Operand;
use crate::builtin::{Extent, NdMethod};
use crate::hir::MethodCall;
use crate::ty::Ty;

/// Of an item, for each dimension.
struct Parts<'p> {
    group: &'p [Operand],
    local: &'p [Operand],
    groups: &'p [Operand],
    size: &'p [Operand],
}

impl<'p> Parts<'p> {
    fn of(parts: &'p [Operand], dimensions: usize) -> Option<Self> {
        let mut each = parts.chunks_exact(dimensions);
        Some(Self { group: each.next()?, local: each.next()?, groups: each.next()?, size: each.next()? })
    }
}

impl Lowerer<'_, '_, '_> {
    /// What an item of a group is asked for, or its group.
    pub(super) fn of_nd_item(&mut self, call: &MethodCall, method: NdMethod) -> Option<ValueId> {
        let types = self.types;
        let (Ty::NdItem(dimensions) | Ty::Group(dimensions)) = *types.expr(call.receiver).deref() else {
            return None;
        };
        let Operand::Parts(parts) = self.lvalue(call.receiver)? else { return None };
        let parts = Parts::of(&parts, dimensions as usize)?;
        let dimension = match call.args.first() {
            Some(written) => Some(self.dimension(*written)?),
            None => None,
        };
        let at = call.at;
        match method {
            NdMethod::OfGroup | NdMethod::Barrier => None,
            NdMethod::Leader => self.leader(parts.local, at),
            NdMethod::Group(extent) => self.extent(extent, parts.group, parts.groups, dimension, at),
            NdMethod::Local(extent) => self.extent(extent, parts.local, parts.size, dimension, at),
            NdMethod::Global(Extent::Id) => self.global(&parts, dimension?, true, at),
            NdMethod::Global(Extent::Range) => self.global(&parts, dimension?, false, at),
            NdMethod::Global(Extent::LinearId) => self.global_index(&parts, dimensions as usize, at),
        }
    }

    /// An item's index among all, of its parts.
    pub(super) fn nd_item_index(
        &mut self,
        parts: &[Operand],
        dimensions: usize,
        at: Span,
    ) -> Option<ValueId> {
        self.global_index(&Parts::of(parts, dimensions)?, dimensions, at)
    }

    /// How many items run before one, of its parts: those of the groups before its own, and those before it in its group.
    pub(super) fn nd_item_position(
        &mut self,
        parts: &[Operand],
        dimensions: usize,
        at: Span,
    ) -> Option<ValueId> {
        let parts = Parts::of(parts, dimensions)?;
        let (group, local) =
            (self.linear(parts.group, parts.groups, at)?, self.linear(parts.local, parts.size, at)?);
        let mut before = group;
        for size in parts.size {
            let size = self.scalar(size, at)?;
            before = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, before, size, at);
        }
        Some(self.sum(before, local, at))
    }

    fn global_index(&mut self, parts: &Parts<'_>, dimensions: usize, at: Span) -> Option<ValueId> {
        let mut each = |is_id| -> Option<Vec<Operand>> {
            let each = (0..dimensions).map(|it| self.global(parts, it, is_id, at).map(Operand::Value));
            each.collect()
        };
        let (ids, range) = (each(true)?, each(false)?);
        self.linear(&ids, &range, at)
    }

    /// An index in a dimension, the number in it, or the index among all.
    fn extent(
        &mut self,
        extent: Extent,
        ids: &[Operand],
        range: &[Operand],
        dimension: Option<usize>,
        at: Span,
    ) -> Option<ValueId> {
        match extent {
            Extent::Id => self.scalar(ids.get(dimension?)?, at),
            Extent::Range => self.scalar(range.get(dimension?)?, at),
            Extent::LinearId => self.linear(ids, range, at),
        }
    }

    /// An item's index among all in a dimension, or the number of all.
    fn global(&mut self, parts: &Parts<'_>, dimension: usize, is_id: bool, at: Span) -> Option<ValueId> {
        let size = self.scalar(parts.size.get(dimension)?, at)?;
        let groups = if is_id { parts.group } else { parts.groups };
        let groups = self.scalar(groups.get(dimension)?, at)?;
        let before = self.builder.binary(BinaryOp::Mul, Overflow::Wrapping, groups, size, at);
        if !is_id {
            return Some(before);
        }
        let local = self.scalar(parts.local.get(dimension)?, at)?;
        Some(self.sum(before, local, at))
    }

    /// Whether all indices in the group are 0.
    fn leader(&mut self, local: &[Operand], at: Span) -> Option<ValueId> {
        let mut leader = None;
        for id in local {
            let (id, zero) = (self.scalar(id, at)?, self.constant(0_u64, at));
            let first = self.builder.compare(CompareOp::Eq, id, zero, at);
            leader = Some(match leader {
                None => first,
                Some(others) => self.builder.binary(BinaryOp::And, Overflow::Wrapping, others, first, at),
            });
        }
        leader
    }
}
