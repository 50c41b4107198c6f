//! GROUP_TOPOLOGY: the memory banks, and groups of neighbouring ones.

use super::described::Described;
use super::{MemTopology, Section, SectionError};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Memory banks, and groups of neighbouring ones that a buffer may span. The layout is that of MEM_TOPOLOGY.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupTopology(
    /// The banks, then the groups.
    pub MemTopology,
);

impl Section for GroupTopology {
    const KIND: SectionKind = SectionKind::GROUP_TOPOLOGY;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        MemTopology::from_bytes(payload).map(Self).map_err(|error| error.of_kind(Self::KIND))
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.0.to_bytes().map_err(|error| error.of_kind(Self::KIND))
    }
}

impl Described for GroupTopology {
    const NODE: &'static str = "group_topology";

    fn to_tree(&self) -> Tree {
        self.0.to_tree()
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        MemTopology::from_tree(tree).map(Self)
    }
}
