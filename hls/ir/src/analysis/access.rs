//! Accesses to memory and how they change from iteration to iteration.

use crate::Span;

use super::{AtomId, Atoms, MemoryId, Poly};

/// An access to an element in one iteration of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Access {
    /// What is accessed.
    pub memory: MemoryId,
    /// The indices, outermost first.
    pub path: Vec<Poly>,
    /// True for a write.
    pub write: bool,
    /// True if a condition inside of the loop decides whether an iteration has it.
    pub conditional: bool,
    /// The expression.
    pub span: Span,
}

/// How an index changes from one iteration of a loop to the next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Variation {
    /// Not at all.
    None,
    /// By this number.
    Step(i128),
    /// By a number that is known only when the kernel runs, and is the same each time.
    Constant,
    /// As the elements of an array or slice say.
    Fetched,
    /// Otherwise.
    Unknown,
}

impl Variation {
    /// How `index` changes in the loop at `level`.
    #[must_use]
    pub fn of(index: &Poly, level: usize, atoms: &Atoms) -> Self {
        let mut sum = Self::None;
        for (product, factor) in index.terms() {
            let (inner, outer): (Vec<&AtomId>, Vec<&AtomId>) =
                product.atoms().iter().partition(|atom| atoms.level(&Poly::atom(**atom)) >= level);
            let term = match (inner.as_slice(), outer.len()) {
                ([], _) => Self::None,
                ([atom], 0) if atoms.counts(**atom, level) => Self::Step(factor),
                ([atom], _) if atoms.counts(**atom, level) => Self::Constant,
                _ => Self::Unknown,
            };
            sum = sum.plus(term);
        }
        if sum == Self::Unknown && atoms.is_fetched(index, level) { Self::Fetched } else { sum }
    }

    fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::None, change) | (change, Self::None) => change,
            (Self::Step(a), Self::Step(b)) => a.checked_add(b).map_or(Self::Unknown, Self::Step),
            (Self::Step(_) | Self::Constant, Self::Step(_) | Self::Constant) => Self::Constant,
            _ => Self::Unknown,
        }
    }
}
