//! GROUP_CONNECTIVITY: which argument of which compute unit reaches which bank or group.

use super::described::Described;
use super::{Connectivity, Section, SectionError};
use crate::tree::Tree;
use crate::{Error, SectionKind};

/// Connections to the entries of GROUP_TOPOLOGY. The layout is that of CONNECTIVITY.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupConnectivity(
    /// Those to groups first, for they are what XRT takes.
    pub Connectivity,
);

impl Section for GroupConnectivity {
    const KIND: SectionKind = SectionKind::GROUP_CONNECTIVITY;

    fn from_bytes(payload: &[u8]) -> Result<Self, Error> {
        Connectivity::from_bytes(payload).map(Self).map_err(|error| error.of_kind(Self::KIND))
    }

    fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.0.to_bytes().map_err(|error| error.of_kind(Self::KIND))
    }
}

impl Described for GroupConnectivity {
    const NODE: &'static str = "group_connectivity";

    fn to_tree(&self) -> Tree {
        self.0.to_tree()
    }

    fn from_tree(tree: &Tree) -> Result<Self, SectionError> {
        Connectivity::from_tree(tree).map(Self)
    }
}
