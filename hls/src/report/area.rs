//! The area of operators, and what there is on a board.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::rtl::area::{Area, KernelArea};

/// The operators of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Operators {
    /// How many of them do something that no other one does.
    pub count: u32,
    /// What they take up together.
    pub area: Area,
}

/// What kernels can have on a board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Budget {
    /// The board.
    pub board: String,
    /// All that its platform leaves.
    pub all: Area,
    /// The region (SLR) with the most look-up tables, where regions are known: what lies in one needs no crossing.
    pub region: Option<Area>,
}

pub(super) fn operators(area: &KernelArea) -> BTreeMap<String, Operators> {
    let operators = area.operators().into_iter();
    operators.map(|(kind, (count, area))| (kind.to_string(), Operators { count, area })).collect()
}
