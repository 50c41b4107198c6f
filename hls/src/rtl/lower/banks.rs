//! Arrays that are split into several memories, so that more of their elements can be accessed in a cycle.
//!
//! Which memory an index belongs to is known where the index is a sum whose terms are multiples of the number of
//! memories, as in the copies of an unrolled loop, or stays within one block. Otherwise all memories are read.

use sycl_hls_ir::directive::PartitionKind;
use sycl_hls_ir::{BinaryOp, SlotDirectives};
use sycl_hls_types::Scalar;

use super::Builder;
use super::place::Where;
use crate::rtl::affine::{Form, Forms, Symbol};
use crate::rtl::design::{MemoryId, NodeId, NodeKind, VarId};

/// How one dimension of an array is dealt out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Split {
    pub len: u64,
    /// The number of memories.
    pub parts: u64,
    /// True if each bank has consecutive elements.
    pub is_block: bool,
}

/// A split array.
#[derive(Clone, Debug)]
pub(super) struct Banks {
    pub splits: Vec<Split>,
    /// In the row-major order of the parts.
    pub memories: Vec<MemoryId>,
}

/// What is known of a counter.
#[derive(Clone, Copy, Debug)]
pub(super) struct Course {
    /// The number of the iteration from 0, where the counter grows by more than one.
    pub iteration: Option<VarId>,
    pub first: i128,
    pub step: i128,
    /// The largest value.
    pub last: Option<i128>,
}

impl Split {
    /// Elements of each part.
    pub const fn rows(self) -> u64 {
        self.len.div_ceil(self.parts)
    }

    /// The part that an index belongs to, and its number in it.
    pub const fn position(self, index: u64) -> (u64, u64) {
        if self.is_block {
            (index / self.rows(), index % self.rows())
        } else {
            (index % self.parts, index / self.parts)
        }
    }
}

/// How an array is split, by its directives. The parts of a reshaped array are memories, too: side by side they are the
/// wider word, and what is not written keeps its element without being read.
pub(super) fn splits(dims: &[u64], directives: &SlotDirectives) -> Vec<Split> {
    let partitions = directives.partitions.iter().map(|it| (it.kind, it.factor, it.dim));
    let reshapes = directives.reshapes.iter().map(|it| (it.kind, it.factor, it.dim));
    let mut splits: Vec<Split> =
        dims.iter().map(|len| Split { len: *len, parts: 1, is_block: true }).collect();
    for (kind, factor, dim) in partitions.chain(reshapes) {
        let dim = dim.unwrap_or(1) as usize;
        for (number, split) in splits.iter_mut().enumerate() {
            if dim == 0 || dim == number + 1 {
                let factor =
                    if kind == PartitionKind::Complete { split.len } else { factor.map_or(1, u64::from) };
                split.parts = factor.clamp(1, split.len.max(1));
                split.is_block = kind == PartitionKind::Block;
            }
        }
    }
    splits
}

impl Banks {
    /// The memories whose parts are these, as far as they are known.
    fn with_parts(&self, known: &[Option<u64>]) -> Vec<MemoryId> {
        let has = |number: usize| {
            let mut rest = number as u64;
            self.splits.iter().zip(known).rev().all(|(split, known)| {
                let part = rest % split.parts;
                rest /= split.parts;
                known.is_none_or(|known| known == part)
            })
        };
        let memories = self.memories.iter().enumerate().filter(|(number, _)| has(*number));
        memories.map(|(_, memory)| *memory).collect()
    }
}

impl Builder<'_> {
    /// Where an element is kept.
    pub(super) fn in_banks(&mut self, banks: &Banks, indices: &[NodeId]) -> Where {
        let (parts, rows): (Vec<NodeId>, Vec<NodeId>) =
            banks.splits.iter().zip(indices).map(|(split, index)| self.dealt(*split, *index)).unzip();
        let lengths: Vec<u64> = banks.splits.iter().map(|split| split.rows()).collect();
        let row = self.flat_index(&lengths, &rows);
        let known: Vec<Option<u64>> =
            parts.iter().map(|part| self.known(*part).and_then(|part| part.bits())).collect();
        let (counts, open): (Vec<u64>, Vec<NodeId>) = banks
            .splits
            .iter()
            .zip(parts)
            .filter(|(_, part)| self.known(*part).is_none())
            .map(|(split, part)| (split.parts, part))
            .unzip();
        let number = self.flat_index(&counts, &open);
        let memories = banks.with_parts(&known);
        if self.pipelined && memories.len() > 1 && memories.len() == banks.memories.len() {
            let dims: Vec<u64> = banks.splits.iter().map(|split| split.len).collect();
            let whole = self.flat_index(&dims, indices);
            return Where::Split(memories, number, row, whole);
        }
        Where::Memories(memories, number, row)
    }

    /// The part of a dimension that an index belongs to, and its number in it.
    fn dealt(&mut self, split: Split, index: NodeId) -> (NodeId, NodeId) {
        let none = self.number(Scalar::U32, 0);
        if split.parts == 1 {
            return (none, self.cast(index, Scalar::U32));
        }
        if split.rows() == 1 {
            return (self.cast(index, Scalar::U32), none);
        }
        if let Some(known) = self.known(index) {
            let (part, row) = split.position(known.bits().unwrap_or(u64::MAX).min(split.len - 1));
            return (self.number(Scalar::U32, part), self.number(Scalar::U32, row));
        }
        let form = Forms { block: self.block() }.of(index, None).wrapped(64);
        let known = if split.is_block { self.in_block(split, &form) } else { self.in_turn(split, &form) };
        if let Some((part, row)) = known {
            return (self.number(Scalar::U32, part), self.sum(&row));
        }
        let by = if split.is_block { split.rows() } else { split.parts };
        let (quotient, rest) = self.divided(index, by, split.len);
        if split.is_block { (quotient, rest) } else { (rest, quotient) }
    }

    /// A sum whose terms are all multiples of the number of parts: the part, and the number in it.
    fn in_turn(&mut self, split: Split, form: &Form) -> Option<(u64, Form)> {
        let parts = i128::from(split.parts);
        let mut counted = Form::constant(form.offset());
        for (symbol, factor) in form.terms() {
            let course = self.course_of(*symbol).filter(|_| factor % parts != 0);
            let value = match course.and_then(|course| Some((course, course.iteration?))) {
                Some((course, iteration)) => {
                    let moved = Form::symbol(Symbol::Var(iteration)).scaled(course.step)?;
                    moved.plus(&Form::constant(course.first))?
                }
                None => Form::symbol(*symbol),
            };
            counted = counted.plus(&value.scaled(factor)?)?;
        }
        let (terms, constant) = counted.split();
        let part = u64::try_from(constant.rem_euclid(parts)).ok()?;
        Some((part, terms.over(parts)?.plus(&Form::constant(constant.div_euclid(parts)))?))
    }

    /// A sum that stays within one block: the block, and the number in it.
    fn in_block(&self, split: Split, form: &Form) -> Option<(u64, Form)> {
        let (mut least, mut most) = (form.offset(), form.offset());
        for (symbol, factor) in form.terms() {
            let course = self.course_of(*symbol)?;
            let ends = [factor.checked_mul(course.first)?, factor.checked_mul(course.last?)?];
            least = least.checked_add(ends[0].min(ends[1]))?;
            most = most.checked_add(ends[0].max(ends[1]))?;
        }
        let rows = i128::from(split.rows());
        let part = least.div_euclid(rows);
        if part != most.div_euclid(rows) {
            return None;
        }
        let inside = form.plus(&Form::constant(-part * rows))?;
        Some((u64::try_from(part).ok().filter(|part| *part < split.parts)?, inside))
    }

    fn course_of(&self, symbol: Symbol) -> Option<Course> {
        let Symbol::Var(var) = symbol else { return None };
        self.courses.get(&var).copied()
    }

    /// A sum as a node (`u32`).
    fn sum(&mut self, form: &Form) -> NodeId {
        let mut sum = self.number(Scalar::U32, 0);
        for (symbol, factor) in form.terms() {
            let term = self.symbol(*symbol);
            let term = self.cast(term, Scalar::U32);
            let size = self.number(Scalar::U32, factor.unsigned_abs() as u64);
            let scaled = self.binary(BinaryOp::Mul, term, size);
            let op = if factor < 0 { BinaryOp::Sub } else { BinaryOp::Add };
            sum = self.binary(op, sum, scaled);
        }
        let constant = self.number(Scalar::U32, form.offset().unsigned_abs() as u64);
        let op = if form.offset() < 0 { BinaryOp::Sub } else { BinaryOp::Add };
        self.binary(op, sum, constant)
    }

    /// The node of a symbol.
    fn symbol(&mut self, symbol: Symbol) -> NodeId {
        let wanted = match symbol {
            Symbol::Node(node) => return node,
            Symbol::Var(var) => NodeKind::Var(var),
            Symbol::Arg(arg, bit) => NodeKind::Arg(arg, bit),
        };
        let found = self.block().nodes.iter().find(|(_, node)| node.kind == wanted).map(|(id, _)| id);
        match (found, wanted) {
            (Some(node), _) => node,
            // Only the numbers of iterations were not there before.
            (None, NodeKind::Var(var)) => self.read_var(var),
            (None, _) => self.number(Scalar::U32, 0),
        }
    }

    /// Quotient and rest of an index below `len` (`u32`). By what is no power of two, the quotient is a product: with
    /// m = 2^s / by + 1 and 2^s > len * by, it is index * m / 2^s.
    fn divided(&mut self, index: NodeId, by: u64, len: u64) -> (NodeId, NodeId) {
        if by.is_power_of_two() {
            let index = self.cast(index, Scalar::U32);
            let by = self.number(Scalar::U32, by);
            return (self.binary(BinaryOp::Div, index, by), self.binary(BinaryOp::Rem, index, by));
        }
        let shift = 64 - len.saturating_mul(by).leading_zeros();
        let factor = (1_u64.checked_shl(shift).unwrap_or(0) / by).saturating_add(1);
        let fits = u128::from(len) * u128::from(factor) <= 1 << 32;
        let ty = if fits { Scalar::U32 } else { Scalar::U64 };
        let wide = self.cast(index, ty);
        let (factor, shift) = (self.number(ty, factor), self.number(Scalar::U32, shift.into()));
        let product = self.binary(BinaryOp::Mul, wide, factor);
        let quotient = self.node(NodeKind::Binary(BinaryOp::Shr), ty, vec![product, shift]);
        let quotient = self.cast(quotient, Scalar::U32);
        let by = self.number(Scalar::U32, by);
        let whole = self.binary(BinaryOp::Mul, quotient, by);
        let index = self.cast(index, Scalar::U32);
        (quotient, self.binary(BinaryOp::Sub, index, whole))
    }
}
