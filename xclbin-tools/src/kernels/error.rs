//! What can be wrong with the description of a kernel, and with where it is connected to.

use crate::TreeError;
use crate::section::{SectionError, ValueError};

/// A kernel is wrong.
#[derive(Debug, thiserror::Error)]
pub enum KernelError {
    /// The description lacks what is needed.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A value in the description is wrong.
    #[error(transparent)]
    Value(#[from] ValueError),
    /// The type of an argument is unknown.
    #[error("`type`: `{ty}` is neither a pointer nor one of {}", known.join(", "))]
    UnknownType {
        /// The type.
        ty: String,
        /// The types that are known.
        known: Vec<&'static str>,
    },
    /// The data about the kernel's unit are wrong.
    #[error("`extended-data`: {0}")]
    Extended(SectionError),
    /// A unit of this name is in the image.
    #[error("there is a unit `{name}` already")]
    PresentUnit {
        /// Its name.
        name: String,
    },
    /// There are more units, arguments or banks than sections can state.
    #[error("there are too many of them")]
    TooMany,
    /// There is no bank at this position.
    #[error("there is no memory bank {bank}, only {banks}")]
    NoBank {
        /// The position, from 0.
        bank: usize,
        /// How many banks there are.
        banks: usize,
    },
    /// There is no bank of this name.
    #[error("there is no memory bank `{tag}`; there are: {}", tags.join(", "))]
    NoTag {
        /// The name.
        tag: String,
        /// The names of the banks that are there.
        tags: Vec<String>,
    },
    /// A kernel, an argument or an instance is wrong.
    #[error("{place}: {problem}")]
    In {
        /// What it is, with its name or position.
        place: String,
        /// What is wrong with it.
        problem: Box<KernelError>,
    },
}

impl KernelError {
    /// Completes what is wrong with what it is wrong in.
    pub(super) fn within(self, place: String) -> Self {
        Self::In { place, problem: Box::new(self) }
    }
}
