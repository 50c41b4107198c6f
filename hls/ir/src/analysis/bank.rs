//! Array partitioning: how partitions spread the elements of an array over memories.

use crate::directive::PartitionKind;
use crate::{ArrayPartition, SlotDirectives};

use super::Poly;

/// How one dimension is split.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Split {
    /// Not at all.
    Whole,
    /// Element `i` lies in memory `i mod factor`.
    Cyclic(u64),
    /// Element `i` lies in memory `i / size`.
    Block {
        /// The number of memories.
        factor: u64,
        /// Elements in each.
        size: u64,
    },
    /// Each element is a memory of its own.
    Complete(u64),
}

/// Which of the memories of an array it is: for each dimension an index that is not known, and the part that is.
pub type BankKey = Vec<(Poly, i128)>;

/// How the dimensions of an array are split; reshaped ones count like partitioned ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Banks {
    dims: Vec<u64>,
    splits: Vec<Split>,
}

impl Split {
    fn new(kind: PartitionKind, factor: Option<u32>, len: u64) -> Self {
        let factor = factor.map_or(len, u64::from).clamp(1, len.max(1));
        match kind {
            PartitionKind::Complete => Self::Complete(len),
            PartitionKind::Cyclic => Self::Cyclic(factor),
            PartitionKind::Block => Self::Block { factor, size: len.div_ceil(factor).max(1) },
        }
    }

    /// The number of memories.
    #[must_use]
    pub const fn factor(self) -> u64 {
        match self {
            Self::Whole => 1,
            Self::Cyclic(factor) | Self::Block { factor, .. } | Self::Complete(factor) => factor,
        }
    }

    /// What an index is divided by to find the memory and the element in it; 1 for nothing.
    #[must_use]
    pub const fn divisor(self) -> u64 {
        match self {
            Self::Whole | Self::Complete(_) => 1,
            Self::Cyclic(factor) => factor,
            Self::Block { size, .. } => size,
        }
    }

    /// The memory of an index, relative to others with the same key; `None` where any of them may be meant.
    fn key(self, index: &Poly) -> Option<(Poly, i128)> {
        let (rest, constant) = index.split();
        match self {
            Self::Whole => Some((Poly::constant(0), 0)),
            Self::Cyclic(factor) => {
                let factor = i128::from(factor);
                let relative = if rest.over(factor).is_some() { Poly::constant(0) } else { rest };
                Some((relative, constant.rem_euclid(factor)))
            }
            Self::Block { size, .. } => index.as_constant().map(|index| (rest, index / i128::from(size))),
            Self::Complete(_) => index.as_constant().map(|index| (rest, index)),
        }
    }
}

impl Banks {
    /// How these directives split an array with these dimensions.
    #[must_use]
    pub fn new(dims: &[u64], directives: &SlotDirectives) -> Self {
        let mut banks = Self { dims: dims.to_vec(), splits: vec![Split::Whole; dims.len()] };
        let partitions = directives.partitions.iter().map(|it| (it.kind, it.factor, it.dim));
        let reshapes = directives.reshapes.iter().map(|it| (it.kind, it.factor, it.dim));
        for (kind, factor, dim) in partitions.chain(reshapes) {
            banks.split(kind, factor, dim.unwrap_or(1));
        }
        banks
    }

    /// The same with one more partition.
    #[must_use]
    pub fn with(&self, partition: &ArrayPartition) -> Self {
        let mut banks = self.clone();
        banks.split(partition.kind, partition.factor, partition.dim.unwrap_or(1));
        banks
    }

    fn split(&mut self, kind: PartitionKind, factor: Option<u32>, dim: u32) {
        for (index, (split, len)) in self.splits.iter_mut().zip(&self.dims).enumerate() {
            if dim == 0 || dim as usize == index + 1 {
                *split = Split::new(kind, factor, *len);
            }
        }
    }

    /// The lengths of the dimensions.
    #[must_use]
    pub fn dims(&self) -> &[u64] {
        &self.dims
    }

    /// How each dimension is split.
    #[must_use]
    pub fn splits(&self) -> &[Split] {
        &self.splits
    }

    /// The number of memories.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.splits.iter().fold(1, |count: u64, split| count.saturating_mul(split.factor()))
    }

    /// True if every element is a register.
    #[must_use]
    pub fn are_registers(&self) -> bool {
        self.splits.iter().all(|split| matches!(split, Split::Complete(_)))
    }

    /// The memory of an element, relative to others with the same key; `None` where it may be any.
    #[must_use]
    pub fn key(&self, path: &[Poly]) -> Option<BankKey> {
        self.splits.iter().zip(path).map(|(split, index)| split.key(index)).collect()
    }
}
